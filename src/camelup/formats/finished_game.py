"""A finished game as it may be downloaded: its record, and what lets anybody check its dice."""

from dataclasses import dataclass

from camelup.fair_dice import Proof
from camelup.formats.record import Record


@dataclass(frozen=True)
class FinishedGame:
    """A game that is over, with the proof of its dice; json_codec writes and reads it."""

    record: Record
    dice: Proof
