"""What HTTP shows of whole games: replayed, summarized and written in one light process beside the server."""

from camelup.extras import require_extra

with require_extra("Live tables", "server"):
    import msgspec  # noqa: F401 - all that is stored and sent is made of it

__all__: list[str] = []
