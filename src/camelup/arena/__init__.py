"""Matches between players, seat by seat on the same dice; docs/arena.md explains them.

What they prove is in `camelup.arena.standings`: it needs more packages, which the processes that play do without.
"""

from camelup.arena.match import Match
from camelup.arena.play import play_match
from camelup.arena.results import read_results
from camelup.arena.table import Result

__all__ = ["Match", "Result", "play_match", "read_results"]
