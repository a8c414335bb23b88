"""`camelup doctor`: sound surroundings, and each thing that can be broken, with what to do about it."""

import json
import socket
import sys
from pathlib import Path
from typing import Any

import pytest

from camelup.odds.table import HEADER_SIZE
from camelup.terminal import diagnosis
from camelup.terminal.diagnosis import Surroundings
from tests.children import call

AREAS = ["kernels", "race table", "client", "database", "port", "terminal", "disk"]


@pytest.fixture(autouse=True)
def _folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders of the test's own, and a client as if it were built."""
    monkeypatch.setenv("CAMELUP_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("CAMELUP_DATABASE", raising=False)
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)


def doctor(tmp_path: Path, *arguments: str) -> tuple[int, dict[str, list[dict[str, Any]]]]:
    """Give the exit code, and the findings by area."""
    done = call("doctor", "--json", "--port", "0", "--data", str(tmp_path / "data"), *arguments)
    assert done.stderr == ""
    told = json.loads(done.stdout)
    found: dict[str, list[dict[str, Any]]] = {}
    for finding in told["findings"]:
        found.setdefault(finding["area"], []).append(finding)
    assert told["is_well"] == (done.returncode == 0)
    assert all(finding["remedy"] for findings in found.values() for finding in findings if finding["status"] != "ok")
    return done.returncode, found


def look(
    area: str, data: Path, database: str | None = None, port: int = 0, why_plain: str | None = None
) -> list[tuple[str, str, str | None]]:
    """Look at one thing alone."""
    found = diagnosis.diagnose(Surroundings(data, database, port, why_plain))
    return [(one.status, one.text, one.remedy) for one in found if one.area == area]


@pytest.fixture
def _client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that is built, whether this checkout has one or not."""
    static = tmp_path / "package" / "server" / "static"
    static.mkdir(parents=True)
    for name in ("index.html", "pages.json"):
        (static / name).touch()
    monkeypatch.setattr(diagnosis, "__file__", str(tmp_path / "package" / "terminal" / "diagnosis.py"))


@pytest.mark.usefixtures("_client")
def test_sound_surroundings_are_well_and_everything_was_looked_at(tmp_path: Path) -> None:
    code, found = doctor(tmp_path)
    assert (code, [*found]) == (0, AREAS)
    assert found["race table"][0]["status"] == "note"
    assert found["race table"][0]["remedy"].startswith("camelup odds build (")
    assert "sampled" in found["race table"][0]["text"]
    done = call("doctor", "--port", "0", "--data", str(tmp_path / "data"))
    assert done.returncode == 0
    assert all(f" {area} " in done.stdout for area in AREAS)
    assert done.stdout.endswith("\nEverything works.\n")
    assert not (tmp_path / "data").exists()


def test_a_client_that_is_not_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnosis, "__file__", str(tmp_path / "terminal" / "diagnosis.py"))
    code, found = doctor(tmp_path)
    assert (code, found["client"][0]["status"]) == (1, "problem")
    assert "make web" in found["client"][0]["remedy"]


@pytest.mark.usefixtures("_client")
def test_packages_that_are_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("camelup.compiled", "camelup.odds"))]:
        monkeypatch.delitem(sys.modules, name)
    for name in ("numba", "numpy"):
        monkeypatch.setitem(sys.modules, name, None)
    code, found = doctor(tmp_path)
    assert code == 1
    for area in ("kernels", "race table"):
        assert (found[area][0]["status"], found[area][0]["remedy"]) == ("problem", "pip install 'camelup[odds]'")
    assert found["database"][0]["status"] == "ok"


def test_a_compiler_that_is_switched_off_or_cannot_keep_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cache").touch()  # a file where the folder should be
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    (_, switched_off, unset), (status, text, remedy) = look("kernels", tmp_path)
    assert "NUMBA_DISABLE_JIT is set" in switched_off
    assert unset == "unset NUMBA_DISABLE_JIT"
    assert (status, "cannot be kept" in text, "CAMELUP_CACHE" in str(remedy)) == ("problem", True, True)
    assert ("problem", "CAMELUP_CACHE" in str(look("disk", tmp_path)[0][2])) == (look("disk", tmp_path)[0][0], True)


@pytest.mark.parametrize("header", [b"", b"{}", b'{"format": "camelup race table 1", "movement": "old"}'])
def test_a_race_table_that_must_not_be_used(header: bytes, tmp_path: Path) -> None:
    file = tmp_path / "cache" / "tables" / "race-2.table"
    file.parent.mkdir(parents=True)
    file.write_bytes(header.ljust(HEADER_SIZE))
    ((status, text, remedy),) = look("race table", tmp_path)
    assert (status, str(file) in text) == ("problem", True)
    assert str(remedy).startswith("camelup odds build")


def test_databases_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "camelup.sqlite").write_bytes(b"no database" * 1000)
    ((status, _, remedy),) = look("database", tmp_path)
    assert (status, "docs/operations.md" in str(remedy)) == ("problem", True)
    ((status, text, _),) = look("database", tmp_path, "mysql://localhost/camelup")
    assert (status, "postgresql://" in text) == ("problem", True)
    nobody_there = "postgresql://camelup:secret@127.0.0.1:1/camelup"
    ((status, text, _),) = look("database", tmp_path, nobody_there)
    assert (status, "secret" in text) == ("problem", False)
    (tmp_path / "file").touch()
    ((status, _, remedy),) = look("database", tmp_path / "file" / "data")
    assert (status, "CAMELUP_DATA" in str(remedy)) == ("problem", True)


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken:  # noqa: S104 - as the server would
        port = taken.getsockname()[1]
        taken.settimeout(0)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(diagnosis, "_SECONDS", 0.2)
            ((status, text, remedy),) = look("port", tmp_path, port=port)
    assert (status, f"port {port}" in text) == ("problem", True)
    assert f"camelup serve --port {port + 1}" in str(remedy)


def test_a_port_on_which_camelup_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnosis, "_who_serves", lambda _port: "9.9.9")
    with socket.create_server(("0.0.0.0", 0)) as taken:  # noqa: S104 - as the server would
        ((status, text, _),) = look("port", tmp_path, port=taken.getsockname()[1])
    assert (status, "camelup 9.9.9 answers" in text) == ("ok", True)


def test_terminals_that_show_less(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("LINES", "20")
    (status, text, _), *_ = look("terminal", tmp_path)
    assert (status, "60 columns and 20 rows" in text) == ("note", True)
    why = "the full screen needs Textual: pip install 'camelup[tui]'"
    (status, _, remedy), *_ = look("terminal", tmp_path, why_plain=why)
    assert (status, remedy) == ("note", "pip install 'camelup[tui]'")
    done = call("doctor", "--json", "--port", "0", "--data", str(tmp_path))
    assert json.loads(done.stdout)["findings"]


def test_a_disk_that_is_nearly_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnosis, "_LITTLE", 1e18)
    found = look("disk", tmp_path)
    assert [status for status, _, _ in found] == ["problem", "problem"]
    assert "CAMELUP_CACHE" in str(found[0][2])
    assert "CAMELUP_DATA" in str(found[1][2])


def test_a_look_that_fails_is_a_finding_and_the_others_follow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_surroundings: Surroundings) -> Any:  # noqa: ANN401 - it gives nothing
        raise ZeroDivisionError("once more")

    monkeypatch.setitem(diagnosis._LOOKS, "kernels", fail)  # noqa: SLF001 - what no machine has
    code, found = doctor(tmp_path)
    assert code == 1
    assert "ZeroDivisionError: once more" in found["kernels"][0]["text"]
    assert [*found] == AREAS


def test_a_port_that_is_none_is_refused() -> None:
    assert call("doctor", "--port", "many").returncode == 2
    assert call("doctor", CAMELUP_PORT="many").returncode == 2
