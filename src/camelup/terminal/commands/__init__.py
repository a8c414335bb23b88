"""The commands of `camelup`, one file each.

A file has a DESCRIPTION and an EXAMPLE for its help, `add_arguments(parser)` and `run(arguments)`, which gives the exit
code. What only a run needs is imported when it runs: help is quick, and never loads Numba.
"""

__all__ = [
    "arena",
    "completion",
    "db",
    "doctor",
    "join",
    "odds",
    "play",
    "player",
    "players",
    "puzzle",
    "review",
    "serve",
    "show",
    "stats",
    "train",
    "verify",
    "watch",
]
