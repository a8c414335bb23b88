"""The game in the terminal, full-screen: a table drawn cell by cell, and Textual around it.

`grid`, `pieces`, `ring`, `small_table` and `large_table` draw; they know nothing of Textual. `desk` and `local_game`
say what happens at a table. `app` and the screens are all that Textual calls.
"""

__all__: list[str] = []
