"""Where tables are kept: in a file for one server, or in PostgreSQL for many."""

from pathlib import Path
from urllib.parse import unquote, urlsplit

from camelup.core.errors import StoreError
from camelup.extras import require_extra

with require_extra("The tables of a server", "server"):
    import msgspec  # noqa: F401 - all that is stored is made of it

from camelup.server.clock import SYSTEM_CLOCK, Clock
from camelup.server.store.base import Access, Store
from camelup.server.store.sqlite import SqliteStore

__all__ = ["FILE_NAME", "make_store"]

FILE_NAME = "camelup.sqlite"


def make_store(database: str | None, data: Path, access: Access = "serve", clock: Clock = SYSTEM_CLOCK) -> Store:
    """Make the store that an address names, not open yet; without an address, the file in the data folder."""
    if database is None:
        return SqliteStore(data / FILE_NAME, access, clock)
    try:
        parts = urlsplit(database)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme in {"postgresql", "postgres"}:
        with require_extra("Tables in PostgreSQL", "postgresql"):
            from camelup.server.store.postgresql import PostgresqlStore  # noqa: PLC0415 - only some have its package
        return PostgresqlStore(database, access)
    path = unquote(parts.path)
    if parts.scheme == "sqlite" and path.strip("/") and not (parts.netloc or parts.query or parts.fragment):
        return SqliteStore(Path("/", path.lstrip("/")) if path.startswith("/") else Path(path), access, clock)
    # The address is not told: there may be a password in it.
    raise StoreError("address", "A database is postgresql://USER:PASSWORD@HOST/NAME, or a file: sqlite:///FOLDER/FILE.")
