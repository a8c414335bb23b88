"""The checklist before a release: it finds each thing that is missing, and lets nothing pass without it."""

import importlib.util
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

from tests.children import run

ROOT = Path(__file__).parent.parent
CHANGELOG = "# Changelog\n\n## [1.2.0] - 2026-11-18\n\n### Added\n\n- A thing.\n\n## [1.1.0] - 2026-10-01\n"


def load() -> ModuleType:
    """Load the script, which is in no package."""
    spec = importlib.util.spec_from_file_location("release", ROOT / "tools" / "release.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


release = load()


def git(root: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    done = run("git", *identity, *arguments, cwd=root)
    assert done.returncode == 0, done.stderr


def commit(root: Path) -> None:
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--allow-empty", "--message", "A change")
    for name in release.RUNS:
        release.main(["--passed", name], root)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A checkout that is ready."""
    package = tmp_path / "src" / "camelup"
    package.mkdir(parents=True)
    (package / "version.py").write_text('__version__ = "1.2.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    (tmp_path / ".gitignore").write_text(".venv\ndist\n")
    (tmp_path / ".venv").mkdir()
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist" / "camelup-1.2.0.tar.gz").touch()
    pack(tmp_path, "1.2.0", {"camelup/version.py": (package / "version.py").read_text(), release.PAGE: "<html>"})
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def pack(root: Path, version: str, files: dict[str, str]) -> None:
    with zipfile.ZipFile(root / "dist" / f"camelup-{version}-py3-none-any.whl", "w") as wheel:
        for name, text in files.items():
            wheel.writestr(name, text)


def refused(project: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What is missing, line by line."""
    capsys.readouterr()
    assert release.main([], project) == 1
    return capsys.readouterr().out


def test_a_checkout_that_is_ready_gets_the_last_steps_and_nothing_is_done(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert release.main([], project) == 0
    shown = capsys.readouterr().out
    assert shown.count("ready  ") == len(release.CHECKS)
    assert "git tag --annotate v1.2.0" in shown
    assert release.Project(project).git("tag", "--list") == ""


def test_a_change_that_is_not_committed(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "new").touch()
    assert "1 files differ from the commit" in refused(project, capsys)


def test_tests_of_another_commit_do_not_count(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    git(project, "commit", "--quiet", "--allow-empty", "--message", "Another")
    assert "make test has not passed on this commit" in refused(project, capsys)
    release.main(["--passed", "test"], project)
    shown = refused(project, capsys)
    assert "make smoke has not passed on this commit" in shown
    assert "make test" not in shown


def test_tests_of_changed_files_do_not_count(project: Path) -> None:
    (project / "new").touch()
    release.main(["--passed", "test"], project)
    assert not release.Project(project).passed("test").exists()


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("2026-11-18", "unreleased", "1.2.0 is unreleased: write the date"),
        ("2026-11-18", "soon", "no date of 1.2.0"),
        ("## [1.2.0]", "## [1.1.5]", "begins with 1.1.5: add '## [1.2.0] - "),
        ("## [1.2.0]", "## 1.2.0", "begins with no version"),
        ("### Added", "### News", "a section 'News'"),
        ("- A thing.", "", "nothing under 'Added'"),
        ("### Added\n\n- A thing.\n", "", "no section about 1.2.0"),
    ],
)
def test_a_changelog_that_is_not_ready(
    project: Path, old: str, new: str, problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "CHANGELOG.md").write_text(CHANGELOG.replace(old, new))
    commit(project)
    assert problem in refused(project, capsys)


@pytest.mark.parametrize(
    ("tag", "problem"),
    [("v1.2.0", "The tag v1.2.0 exists"), ("v1.10.0", "v1.10.0 was released: the version must be higher")],
)
def test_a_version_that_was_released_before(
    project: Path, tag: str, problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    git(project, "tag", tag)
    assert problem in refused(project, capsys)


def test_a_version_that_is_none(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "src" / "camelup" / "version.py").write_text('__version__ = "1.2.dev0"\n')
    assert "has '1.2.dev0': write it as 1.2.3" in refused(project, capsys)


def test_packages_that_are_missing_or_of_other_sources(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = (project / "src" / "camelup" / "version.py").read_text()
    pack(project, "1.2.0", {"camelup/version.py": source})
    assert "lacks the client" in refused(project, capsys)
    pack(project, "1.2.0", {"camelup/version.py": source + "\n", release.PAGE: ""})
    assert "was not built from this commit (camelup/version.py differs)" in refused(project, capsys)
    (project / "dist" / "camelup-1.2.0.tar.gz").unlink()
    assert "dist lacks camelup-1.2.0.tar.gz: run make wheel" in refused(project, capsys)


def test_what_is_no_checkout(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert "This is no git checkout" in refused(tmp_path, capsys)
    (tmp_path / ".venv").mkdir()
    assert release.main(["--passed", "test"], tmp_path) == 0


def test_the_changelog_of_this_project_has_the_form() -> None:
    problems = list(release.check_changelog(release.Project(ROOT)))
    assert problems in ([], [f"CHANGELOG.md says that {release.Project(ROOT).version} is unreleased: write the date."])
