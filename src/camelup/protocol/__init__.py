"""The messages of live tables, typed: what the server and its clients say to each other."""

from camelup.extras import require_extra

with require_extra("Live tables", "client"):
    import msgspec  # noqa: F401 - the messages are made of it

__all__: list[str] = []
