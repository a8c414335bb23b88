"""The rules: pure functions and values. No I/O, no clock, no randomness, no global state."""

__all__ = [
    "actions",
    "edition",
    "errors",
    "events",
    "race",
    "rules",
    "scoring",
    "situation",
    "state",
    "validity",
    "view",
]
