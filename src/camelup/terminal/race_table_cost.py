"""What the race table costs and what it is for: one place for everybody who tells people."""

from pathlib import Path

from camelup.core.edition import SECOND
from camelup.files import user_cache

BUILD_COMMAND = "camelup odds build"
BUILD_MEMORY = 1.6e9
"""What a process needs that solves the second edition's race, in bytes: 1.52 GB were measured, with two threads."""
BUILD_TIME = "about a quarter of an hour"
WITHOUT = (
    "Without it, the odds of whole races in the second edition are sampled: they take longer and carry an error of "
    "about a tenth of a percent. Everything else is the same."
)


def build_cost() -> str:
    """Say what building takes: time and memory.

    >>> build_cost()
    'about a quarter of an hour and 1.6 GB of memory, once'
    """
    return f"{BUILD_TIME} and {BUILD_MEMORY / 1e9:.1f} GB of memory, once"


def table_file() -> Path:
    """Return the file of the second edition's table, without loading what reads it."""
    return user_cache() / "tables" / f"race-{SECOND.number}.table"
