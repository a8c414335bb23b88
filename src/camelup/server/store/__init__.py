"""Where tables are kept."""

__all__: list[str] = []
