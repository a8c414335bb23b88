"""Results as tables: Arrow tables, which pandas, polars and DuckDB read without a copy."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from camelup.extras import require_extra

if TYPE_CHECKING:
    import pyarrow as pa


def load_arrow() -> Any:  # noqa: ANN401 - a module without types
    """Import Arrow, or say how to install it."""
    with require_extra("Tables of data", "data"):
        import pyarrow  # noqa: PLC0415, ICN001 - only those who ask for a table need it

    return pyarrow


def frame(names: Sequence[str], rows: Iterable[Sequence[object]]) -> "pa.Table":
    """Make a table of some rows; a value that is not there is None.

    >>> frame(["camel", "wins"], [["b", 0.25], ["g", 0.75]]).num_rows
    2
    """
    columns: Mapping[str, list[object]] = {name: [] for name in names}
    for row in rows:
        for name, value in zip(names, row, strict=True):
            columns[name].append(value)
    return load_arrow().table(columns)
