"""Live tables: their events and state, what may be done at them, and who is there now."""

__all__: list[str] = []
