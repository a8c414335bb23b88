"""A puzzle for every day: a position where the best action is clear, and not what one look suggests."""

from camelup.puzzles.days import FIRST_DAY, puzzle_of

__all__ = ["FIRST_DAY", "puzzle_of"]
