"""Edits of a sound database, in files by what they are about; judging.py says what an edit is and how it is judged."""

from tests.server.edits import ends, honest, making, newer, play, rows, seats
from tests.server.edits.judging import EDITS, Edit, Verdict

__all__ = ["EDITS", "Edit", "Verdict", "ends", "honest", "making", "newer", "play", "rows", "seats"]
