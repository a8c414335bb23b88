"""The bank of puzzles, read when a test first asks for it: that takes a while, and every process imports all tests."""

from functools import cache

from camelup.puzzles.bank import Puzzle, read_bank


@cache
def bank() -> tuple[Puzzle, ...]:
    return tuple(read_bank())
