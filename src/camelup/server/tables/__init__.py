"""Live tables: their events and state, what may be done at them, and who is there now."""

from camelup.extras import require_extra

with require_extra("Live tables", "server"):
    import msgspec  # noqa: F401 - all that is stored and sent is made of it

__all__: list[str] = []
