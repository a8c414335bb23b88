"""Tables kept for the next process: equal to those that are made, and never believed when they are broken."""

from pathlib import Path

import numpy as np
import pytest

from camelup.compiled import disk_cache as module
from camelup.compiled.disk_cache import Bytes, disk_cached
from camelup.core.edition import FIRST
from camelup.odds.leg_table import leg_table


def test_what_was_kept_is_what_was_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "code_folder", lambda: tmp_path)
    made = leg_table.__wrapped__(FIRST)
    assert [path.name for path in tmp_path.iterdir()] == ["legs-1.bytes"]
    again = leg_table.__wrapped__(FIRST)
    assert (made == again).all()
    assert again.dtype == np.uint8
    assert again.flags.writeable == made.flags.writeable


@pytest.mark.parametrize("broken", [b"", b"\0\0\0\0abcdef", b"abc", b"\0" * 100])
def test_what_is_broken_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: bytes) -> None:
    monkeypatch.setattr(module, "code_folder", lambda: tmp_path)
    calls = []

    def make() -> Bytes:
        calls.append(1)
        return np.arange(6, dtype=np.uint8).reshape(2, 3)

    assert disk_cached("some", (2, 3), make).tolist() == [[0, 1, 2], [3, 4, 5]]
    (tmp_path / "some.bytes").write_bytes(broken)
    assert disk_cached("some", (2, 3), make).tolist() == [[0, 1, 2], [3, 4, 5]]
    assert disk_cached("some", (2, 3), make).tolist() == [[0, 1, 2], [3, 4, 5]]
    assert len(calls) == 2


def test_where_nothing_can_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "code_folder", lambda: None)
    assert disk_cached("some", (1,), lambda: np.ones(1, np.uint8)).tolist() == [1]
