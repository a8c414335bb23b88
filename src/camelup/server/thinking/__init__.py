"""Computer players, odds and reviews: jobs for processes beside the server."""

__all__: list[str] = []
