"""The game in a terminal: a table drawn as text, and a person at it."""
