"""A server for live tables. Nothing in here imports Numba: thinking and odds live in processes of their own."""

__all__: list[str] = []
