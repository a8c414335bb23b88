"""People who wait for the compiler are told so, once."""

import sys
import time

import pytest

from camelup.compiled import notice


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notice, "PATIENCE", 0.01)
    monkeypatch.setattr(notice, "_shown", [])


def compile_slowly() -> None:
    with notice.noticing():
        time.sleep(0.2)


def test_what_takes_long_is_announced_once(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with notice.noticing():
        pass
    assert capsys.readouterr().err == ""
    compile_slowly()
    compile_slowly()
    assert capsys.readouterr().err == f"\r{notice.NOTICE}\n"


def test_nothing_is_written_where_nobody_reads(capsys: pytest.CaptureFixture[str]) -> None:
    compile_slowly()
    assert capsys.readouterr().err == ""
