"""A server for live tables. Nothing in here imports Numba: thinking and odds run in separate processes."""

__all__: list[str] = []
