"""The server's outside: addresses, sockets, limits and files."""

from camelup.extras import require_extra

with require_extra("Live tables", "server"):
    import msgspec  # noqa: F401 - all that is stored and sent is made of it
    import starlette  # noqa: F401
    import uvicorn  # noqa: F401
    import websockets  # noqa: F401

__all__: list[str] = []
