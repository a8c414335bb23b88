"""The game in the terminal, full-screen: a table drawn cell by cell, and Textual around it.

`grid`, `pieces`, `ring`, `small_table` and `large_table` draw; they know nothing of Textual. `desk` and `local_game`
say what happens at a table. `host` and the screens are all that Textual calls.
"""

import os

__all__: list[str] = []

# Textual reads this when it is imported. At its usual 60 frames a second, a key waits up to 17 ms for the next frame.
os.environ.setdefault("TEXTUAL_FPS", "120")
