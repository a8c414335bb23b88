"""Games written to Parquet files, a table each, at the speed of bulk play."""

import json
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from camelup import __version__
from camelup.bulk.tables import check_tables
from camelup.bulk.threads import Spread, in_order
from camelup.core.errors import ArgumentError, FileError, quoted
from camelup.data.sources import Source
from camelup.files import as_path, writing_atomic

_COMPRESSION = "zstd"


def files_of(path: Path, tables: Sequence[str]) -> dict[str, Path]:
    """Return the file of each table: that of games has the name that was given, the others stand beside it.

    >>> [path.name for path in files_of(Path("games.parquet"), ["games", "plies"]).values()]
    ['games.parquet', 'games.plies.parquet']
    """
    if path.suffix != ".parquet":
        raise ArgumentError("export", f"An export must be a .parquet file, not {path.name}.")
    check_tables(tables)
    if "games" not in tables or len(set(tables)) < len(tables):
        raise ArgumentError("export", "An export has the table games, and each of the others once at most.")
    if path.is_dir():
        raise FileError("file", f"An export must be a file, but {path} is a folder.")
    if not path.parent.is_dir():
        raise FileError("file", f"There is no folder {path.parent} for the export.")
    return {name: path if name == "games" else path.with_suffix(f".{name}.parquet") for name in tables}


def export(
    source: Source,
    path: str | Path,
    tables: Sequence[str] = ("games",),
    *,
    spread: Spread | None = None,
    on_progress: Callable[[int], None] = lambda _: None,
) -> dict[str, Path]:
    """Write the games of a source, and further tables beside them; return the files, which are there whole or not.

    Now and then `on_progress` is called with how many games have been written.
    """
    if not isinstance(source, Source):
        raise ArgumentError("export", f"Exports are made of games such as StatisticsGames, not {quoted(source)}.")
    files = files_of(as_path(path), tables)
    about = {"camelup_version": __version__, "source": json.dumps(source.about())}
    written = 0
    try:
        with ExitStack() as stack:
            opened = {name: stack.enter_context(writing_atomic(file)) for name, file in files.items()}
            writers: dict[str, pq.ParquetWriter] = {}
            for part in (spread or in_order(1))(partial(make_tables, source, tuple(tables)), source.parts):
                for made in part:
                    for name, table in made.items():
                        if name not in writers:
                            schema = table.schema.with_metadata(table.schema.metadata | _encoded(about))
                            writer = pq.ParquetWriter(opened[name], schema, compression=_COMPRESSION)
                            writers[name] = stack.enter_context(writer)
                        writers[name].write_table(table)
                    written += made["games"].num_rows
                    on_progress(written)
    except OSError as error:
        raise FileError("file", f"Cannot write {path}: {error.strerror or type(error).__name__}.") from error
    return files


def make_tables(source: Source, tables: Sequence[str], part: int) -> list[dict[str, pa.Table]]:
    """Make the tables of a part of a source, in any process."""
    return list(source.tables(part, tables))


def _encoded(about: dict[str, str]) -> dict[bytes, bytes]:
    return {name.encode(): value.encode() for name, value in about.items()}
