"""Environments around the game for those who build players."""

__all__: list[str] = []
