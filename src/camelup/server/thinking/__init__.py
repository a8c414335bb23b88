"""Computer players, odds and reviews: jobs for processes beside the server."""

from camelup.extras import require_extra

with require_extra("Live tables", "server"):
    import msgspec  # noqa: F401 - all that is stored and sent is made of it

__all__: list[str] = []
