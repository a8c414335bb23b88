"""What is shipped: an sdist that has the client built, a wheel made of it without Node, and what that installs."""

import re
import runpy
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.smoke import PAGE, PLAIN, build, install, try_commands, try_server, unpack

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    return unpack(build(ROOT, folder / "made", "sdist", has_node=True), folder / "unpacked")


@pytest.fixture(scope="module")
def wheel(unpacked: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(unpacked, tmp_path_factory.mktemp("wheel"), "wheel", has_node=False)


def test_an_sdist_has_the_client_with_its_sources_and_nothing_that_was_fetched(unpacked: Path) -> None:
    assert (unpacked / "src" / PAGE).is_file()
    assert (unpacked / "web" / "package-lock.json").is_file()
    assert not (unpacked / "web" / "node_modules").exists()


def test_a_wheel_is_made_of_an_sdist_without_node(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert PAGE in names
    assert any(name.endswith(".js.br") for name in names)
    assert not any(name.startswith(("web", "tests")) for name in names)


def test_every_command_works_in_a_plain_install(wheel: Path, tmp_path: Path) -> None:
    try_commands(install(wheel, PLAIN, tmp_path), is_quick=True)


def test_the_extra_of_the_server_serves_and_plays(wheel: Path, tmp_path: Path) -> None:
    try_server(install(wheel, "server", tmp_path))


def project() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return found


def test_the_readme_lists_every_extra_and_one_of_them_has_all_but_the_cluster() -> None:
    extras = project()["optional-dependencies"]
    readme = (ROOT / "README.md").read_text()
    table = readme.split("| Extra | What it adds |")[1].split("\n\n")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == [name for name, needed in extras.items() if needed]
    assert [name for name, needed in extras.items() if not needed] == ["odds", "server", "client", "tui"]
    assert "The names `odds`, `server`, `client` and `tui` stand for what every install has now" in readme
    others = ",".join(name for name in extras if name not in {"all", "cluster", "train"})
    assert extras["all"] == [f"camelup[{others}]"]


def test_a_package_is_asked_for_once() -> None:
    needed = [project()["dependencies"], *project()["optional-dependencies"].values()]
    requirements = [one for some in needed for one in some if not one.startswith("camelup[")]
    names = [requirement.partition(";")[0].split(">=")[0] for requirement in requirements]
    assert sorted(names) == sorted(set(names))


def test_an_interrupted_build_of_the_client_shows_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess, "run", interrupt)
    monkeypatch.setattr(sys, "argv", ["hatch_build.py", "build"])
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(ROOT / "hatch_build.py"), run_name="__main__")
    assert end.value.code == 130


def test_no_locked_package_names_where_it_came_from() -> None:
    for lock in ROOT.glob("**/package-lock.json"):
        if "node_modules" not in lock.parts and ".venv" not in lock.parts:
            assert '"resolved"' not in lock.read_text(), lock


def test_every_text_about_the_first_setup_says_the_same_size() -> None:
    def found(path: str, pattern: str) -> str:
        match = re.search(pattern, " ".join((ROOT / path).read_text().split()))
        assert match is not None, path
        return match[1]

    everything = found("README.md", r"downloads about (\d+ MB) of packages")
    assert found("docs/tutorials/first-game.md", r"downloads about (\d+ MB)") == everything
    python = found("README.md", r"(\d+ MB) of them from the Python package index")
    assert found("Makefile", r"downloads about (\d+ MB)") == python, "make says it before it installs them"
    training = found("Makefile", r"learn to play \(([^)]+)\)")
    assert found("CONTRIBUTING.md", r"`\.venv/training` with PyTorch \(([^)]+)\)") == training
