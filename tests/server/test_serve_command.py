"""`camelup serve` with what cannot be: one clear line, exit code 2, and nothing made."""

import argparse
import io
import os
import socket
from collections.abc import Iterator
from contextlib import redirect_stderr
from pathlib import Path
from typing import Any

import pytest

from camelup.cli import main
from camelup.core.errors import ServerError
from camelup.server.http.app import listen
from camelup.terminal.commands import serve
from tests.children import CAMELUP, run
from tests.server.live import LiveServer


@pytest.fixture(name="busy_port")
def _busy_port() -> Iterator[int]:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


class Refused:
    """Starts servers that are not to start."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, output: pytest.CaptureFixture[str]) -> None:
        self._patch, self._output = patch, output
        patch.chdir(folder)
        for variable in ("HOME", "XDG_DATA_HOME"):
            patch.setenv(variable, str(folder / "home"))

    def __call__(self, *flags: str, **variables: str) -> str:
        """Give what is said."""
        with self._patch.context() as patch:
            for name, value in variables.items():
                patch.setenv(name, value)
            code = main(["serve", *flags])
        said = self._output.readouterr()
        return check_refusal(code, said.out, said.err)


def check_refusal(code: int, out: str, err: str) -> str:
    assert (code, out) == (2, "")
    lines = err.splitlines()
    assert len(lines) == 1, err
    assert lines[0].startswith("camelup: ")
    assert len(lines[0]) < 300
    return lines[0]


@pytest.fixture(name="refuse")
def _refuse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Refused:
    return Refused(tmp_path, monkeypatch, capsys)


def test_a_busy_port(tmp_path: Path, busy_port: int) -> None:
    done = run(*CAMELUP, "serve", "--local", "--port", str(busy_port), "--data", str(tmp_path / "data"))
    said = check_refusal(done.returncode, done.stdout, done.stderr)
    assert said == (
        f"camelup: Cannot listen on port {busy_port} of 127.0.0.1: Address already in use. Stop the program that "
        "listens there, or choose another port with --port."
    )
    assert list(tmp_path.iterdir()) == []


def test_of_two_who_want_a_port_one_gets_it() -> None:
    with listen("127.0.0.1", 0) as first, pytest.raises(ServerError, match="in use"):
        listen("127.0.0.1", first.getsockname()[1])


def test_who_does_not_mind_gets_the_next_free_port(busy_port: int) -> None:
    with listen("127.0.0.1", busy_port, 20) as listening:
        assert busy_port < listening.getsockname()[1] <= busy_port + 20


def test_a_folder_that_is_none(tmp_path: Path, refuse: Refused) -> None:
    (tmp_path / "file").write_text("kept")
    said = refuse("--local", "--port", "0", "--data", str(tmp_path / "file" / "data"))
    assert "Not a directory" in said
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("file", "kept")]


def test_a_folder_that_may_not_be_read(tmp_path: Path, refuse: Refused) -> None:
    if os.geteuid() == 0:
        pytest.skip("nothing is forbidden to root")
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o000)
    said = refuse("--local", "--port", "0", "--data", str(closed))
    assert "Permission denied" in said
    closed.chmod(0o700)
    assert list(closed.iterdir()) == []


def test_databases_that_are_not_ours_or_of_a_later_camelup(tmp_path: Path, refuse: Refused) -> None:
    data = tmp_path / "data"
    with LiveServer(data):
        pass
    path = data / "camelup.sqlite"
    for suffix in ("-wal", "-shm"):
        assert not path.with_name(path.name + suffix).exists()
    whole = path.read_bytes()
    later = whole[:60] + (99).to_bytes(4, "big") + whole[64:]
    for content, words in (
        (later, "newer"),
        (b"no database at all" * 10, "not a database"),
        (whole[:50], "not a database"),
    ):
        path.write_bytes(content)
        assert words in refuse("--local", "--port", "0", "--data", str(data))
        assert path.read_bytes() == content


@pytest.mark.parametrize(
    "address",
    [
        "nonsense",
        "http://example.org/x",
        "postgresql://",
        "postgresql://user:password-in-here@127.0.0.1:1/x",
        "postgresql://user:password-in-here@127.0.0.1:nonsense/x",
        "postgresql://user:password-in-here@[::1/x",
        "postgresql://user:password-in-here@nowhere.invalid/x",
        "sqlite://",
        "sqlite:///",
        "",
    ],
)
def test_addresses_of_databases_that_are_none(tmp_path: Path, refuse: Refused, address: str) -> None:
    said = refuse("--local", "--port", "0", "--database", address, "--data", str(tmp_path / "data"))
    assert "password-in-here" not in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("flag", "value"),
    [
        ("--port", "65536"),
        ("--port", "-1"),
        ("--port", "eighty"),
        ("--port", "9" * 5000),
        ("--host", ""),
        ("--host", "x" * 70),
        ("--host", "nowhere.invalid"),
        ("--host", "192.0.2.1"),
        ("--data", ""),
        ("--workers", "0"),
        ("--workers", "1000000"),
        ("--bot-delay", "-1"),
        ("--bot-delay", "nan"),
        ("--think", "inf"),
        ("--away-timeout", "soon"),
        ("--stand-in", "nobody"),
        ("--stand-in", "x" * 1000),
        ("--origins", "example.org"),
        ("--origins", "https://example.org/page"),
        ("--origins", "https://[::1"),
        ("--proxies", "localhost"),
        ("--proxies", "10.0.0.0/99"),
        ("--address-connections", "0"),
        ("--address-tables", "1.5"),
        ("--connections", "-5"),
        ("--messages", "0"),
        ("--idle-timeout", "0"),
    ],
)
def test_nonsense_in_flags_and_variables(tmp_path: Path, refuse: Refused, flag: str, value: str) -> None:
    where = () if flag == "--host" else ("--local",)
    elsewhere = () if flag == "--port" else ("--port", "0")
    said = refuse(*where, *elsewhere, f"{flag}={value}")
    assert flag in said or flag in {"--host", "--port"}
    if value and flag in {"--port", "--bot-delay", "--stand-in", "--proxies"}:  # variables are read by the same lines
        name = f"CAMELUP_{flag[2:].upper().replace('-', '_')}"
        said = refuse(*where, *elsewhere, **{name: value})
        assert name in said or flag in said
    assert list(tmp_path.iterdir()) == []


OLD_NAMES = {"pace": "bot_delay", "grace": "away_timeout", "linger": "unload_delay", "patience": "idle_timeout"}


def settings_of(*flags: str) -> tuple[dict[str, Any], str]:
    """Give what `camelup serve` understands by flags and variables, and what it says about them."""
    parser = argparse.ArgumentParser()
    serve.add_arguments(parser)
    said = io.StringIO()
    with redirect_stderr(said):
        chosen = serve._read_settings(parser.parse_args(flags))  # noqa: SLF001 - without serving anything
    return chosen, said.getvalue()


@pytest.mark.parametrize(("old", "new"), OLD_NAMES.items())
def test_settings_with_a_new_name_still_have_their_old_one(old: str, new: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (old, new):
        monkeypatch.delenv(f"CAMELUP_{name.upper()}", raising=False)
    old_flag, new_flag = (f"--{name.replace('_', '-')}" for name in (old, new))
    assert settings_of(new_flag, "3") == ({new: 3.0}, "")
    assert settings_of(old_flag, "4") == ({new: 4.0}, f"{old_flag} has a new name: {new_flag}.\n")
    assert settings_of(old_flag, "4", new_flag, "3") == ({new: 3.0}, "")
    monkeypatch.setenv(f"CAMELUP_{old.upper()}", "5")
    notice = f"CAMELUP_{old.upper()} has a new name: CAMELUP_{new.upper()}.\n"
    assert settings_of() == ({new: 5.0}, notice)
    monkeypatch.setenv(f"CAMELUP_{new.upper()}", "6")
    assert settings_of() == ({new: 6.0}, "")
    assert settings_of(old_flag, "4")[0] == {new: 4.0}


def test_local_is_an_address_of_its_own(refuse: Refused) -> None:
    assert "--host" in refuse("--local", "--host", "0.0.0.0")  # noqa: S104 - it is refused


def test_a_server_loads_neither_numba_nor_numpy(tmp_path: Path) -> None:
    with LiveServer(tmp_path) as server:
        assert server.process is not None
        server.make_table(seats=2)
        assert server.ask("/metrics")[0] == 200
        maps = Path(f"/proc/{server.process.pid}/maps")
        if not maps.exists():
            pytest.skip("what a process has loaded is not told here")
        loaded = maps.read_text()
        assert "uvloop" in loaded
        for heavy in ("numba", "llvmlite", "numpy"):
            assert heavy not in loaded
