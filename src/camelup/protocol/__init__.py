"""The messages of live tables, typed: what the server and its clients say to each other."""

__all__: list[str] = []
