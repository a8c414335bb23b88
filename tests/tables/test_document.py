"""docs/data.md says what is true: its examples run, and it has every column with its type."""

import re
from pathlib import Path

import pyarrow as pa
import pytest

from camelup.bulk import Batch
from camelup.bulk.tables import SCHEMA, TABLES, tables_of

DOCUMENT = (Path(__file__).parents[2] / "docs" / "data.md").read_text(encoding="utf-8")


def type_name(kind: pa.DataType) -> str:
    if pa.types.is_dictionary(kind):
        return f"dictionary of {kind.value_type}"
    if pa.types.is_fixed_size_list(kind):
        return f"fixed list of {kind.value_type}"
    return f"list of {kind.value_type}" if pa.types.is_list(kind) else str(kind)


def test_the_example_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", DOCUMENT, re.DOTALL)
    exec(example, {})  # noqa: S102 - our own document


@pytest.mark.parametrize("name", TABLES)
def test_every_column_is_described_with_its_type(name: str) -> None:
    table = tables_of(Batch.start(3, seed=1).play_out(record=True), tables=[name])[name]
    section = DOCUMENT.split(f"\n### {name}\n")[1].split("\n#")[0]
    described = re.findall(r"^\| `(\w+)` \| ([^|]+?) \|", section, re.MULTILINE)
    assert described == [(field.name, type_name(field.type)) for field in table.schema]
    assert f"Version {SCHEMA}." in DOCUMENT
