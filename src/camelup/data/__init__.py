"""Games as Parquet files, for pandas, polars, DuckDB and whatever else reads them; docs/data.md has the schema."""

from camelup.extras import require_extra

with require_extra("Exports", "data"):
    import numba  # noqa: F401 - what plays the games
    import pyarrow as pa  # noqa: F401

from camelup.bulk.tables import SCHEMA, TABLES, records_of, tables_of
from camelup.data.parquet import export
from camelup.data.sources import MatchGames, ResultGames, StatisticsGames

__all__ = [
    "SCHEMA",
    "TABLES",
    "MatchGames",
    "ResultGames",
    "StatisticsGames",
    "export",
    "records_of",
    "tables_of",
]
