"""The game in a terminal: a table drawn as text, and a person at it."""

__all__: list[str] = []  # a shell: nothing here is for other programs
