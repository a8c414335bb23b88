"""What HTTP shows of whole games: replayed, summarized and written in one light process beside the server."""

__all__: list[str] = []
