"""The rules: pure functions and values. No I/O, no clock, no randomness, no global state."""
