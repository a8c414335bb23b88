"""The server's outside: addresses, sockets, limits and files."""

__all__: list[str] = []
