"""The checklist before a release: says what is missing, and publishes nothing. `make release` runs it.

`release.py --passed test` notes that `make test` has passed on this commit, if nothing in it was changed.
"""

import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = "camelup/server/static/index.html"
RUNS = ("test", "smoke")
"""The targets of the Makefile that must have passed."""
KINDS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
_UNRELEASED = "unreleased"


class Project:
    """A checkout, and what is asked about it."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def git(self, *arguments: str) -> str | None:
        """Ask git; None if it cannot answer."""
        try:
            done = subprocess.run(["git", *arguments], cwd=self.root, capture_output=True, text=True, check=True)  # noqa: S607
        except (OSError, subprocess.CalledProcessError):
            return None
        return done.stdout.strip()

    @property
    def version(self) -> str:
        found = re.search(r'^__version__ = "(.*)"$', self._read("src/camelup/version.py"), re.MULTILINE)
        return found.group(1) if found else ""

    @property
    def latest(self) -> tuple[str, str, str]:
        """The latest version of the changelog, its date, and what is written about it."""
        parts = re.split(r"^## ", self._read("CHANGELOG.md"), flags=re.MULTILINE)
        head, _, body = (parts[1] if len(parts) > 1 else "").partition("\n")
        found = re.fullmatch(r"\[(.+)\] - (\S+)", head)
        return (found.group(1), found.group(2), body) if found else ("", "", "")

    def passed(self, run: str) -> Path:
        """The file that says on which commit a run has passed."""
        return self.root / ".venv" / f".passed-{run}"

    def _read(self, name: str) -> str:
        path = self.root / name
        return path.read_text(encoding="utf-8") if path.is_file() else ""


def note_passed(project: Project, run: str) -> None:
    """Remember the commit, unless something differs from it, or there is no git to ask."""
    project.passed(run).unlink(missing_ok=True)
    commit = project.git("rev-parse", "HEAD")
    if commit is not None and project.git("status", "--porcelain") == "":
        project.passed(run).write_text(commit + "\n")


# --- The checklist --------------------------------------------------------------------------------------------


def check_version(project: Project) -> Iterator[str]:
    """The version is one that can be released, and higher than the last."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", project.version):
        yield f"src/camelup/version.py has {project.version!r}: write it as 1.2.3."
        return
    tags = [tag[1:] for tag in (project.git("tag", "--list", "v*") or "").split()]
    released = [tuple(map(int, tag.split("."))) for tag in tags if re.fullmatch(r"\d+\.\d+\.\d+", tag)]
    if project.version in tags:
        yield f"The tag v{project.version} exists: raise the version in src/camelup/version.py."
    elif released and tuple(map(int, project.version.split("."))) < max(released):
        yield f"v{'.'.join(map(str, max(released)))} was released: the version must be higher than that."


def check_changelog(project: Project) -> Iterator[str]:
    """The changelog has this version, with its date and something in every section."""
    version, day, body = project.latest
    if version != project.version:
        yield f"CHANGELOG.md begins with {version or 'no version'}: add '## [{project.version}] - {date.today()}'."  # noqa: DTZ011
        return
    if day == _UNRELEASED:
        yield f"CHANGELOG.md says that {version} is unreleased: write the date."
    else:
        try:
            date.fromisoformat(day)
        except ValueError:
            yield f"CHANGELOG.md has no date of {version} such as 2026-11-18, but {day!r}."
    sections = re.split(r"^### ", body, flags=re.MULTILINE)[1:]
    if not sections:
        yield f"CHANGELOG.md has no section about {version}: {', '.join(KINDS)}."
    for section in sections:
        kind, _, text = section.partition("\n")
        if kind not in KINDS:
            yield f"CHANGELOG.md has a section {kind!r}: use {', '.join(KINDS)}."
        elif not re.search(r"^- ", text, re.MULTILINE):
            yield f"CHANGELOG.md has nothing under {kind!r}."


def check_tree(project: Project) -> Iterator[str]:
    """Everything is committed."""
    changed = project.git("status", "--porcelain")
    if changed is None:
        yield "This is no git checkout: release from one."
    elif changed:
        yield f"{len(changed.splitlines())} files differ from the commit: commit or remove them."


def check_runs(project: Project) -> Iterator[str]:
    """All tests have passed on this very commit."""
    commit = project.git("rev-parse", "HEAD")
    for run in RUNS:
        file = project.passed(run)
        if not file.is_file() or file.read_text().strip() != commit:
            yield f"make {run} has not passed on this commit with nothing changed: run it."


def check_packages(project: Project) -> Iterator[str]:
    """Sdist and wheel are there, with the client and with the sources of this commit."""
    name = f"camelup-{project.version}"
    wheel, sdist = (project.root / "dist" / f"{name}{end}" for end in ("-py3-none-any.whl", ".tar.gz"))
    missing = [path.name for path in (wheel, sdist) if not path.is_file()]
    if missing:
        yield f"dist lacks {' and '.join(missing)}: run make wheel."
        return
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
        if PAGE not in packed:
            yield f"{wheel.name} lacks the client: run make wheel."
        sources = project.root / "src"
        tracked = (project.git("ls-files", "src") or "").splitlines()
        for path in (project.root / file for file in tracked):
            inside = path.relative_to(sources).as_posix()
            if inside not in packed or archive.read(inside) != path.read_bytes():
                yield f"{wheel.name} was not built from this commit ({inside} differs): run make wheel."
                return


CHECKS: dict[str, Callable[[Project], Iterator[str]]] = {
    "the version": check_version,
    "the changelog": check_changelog,
    "the commit": check_tree,
    "the tests": check_runs,
    "the packages": check_packages,
}


def main(arguments: list[str], root: Path = ROOT) -> int:
    project = Project(root)
    if arguments[:1] == ["--passed"]:
        note_passed(project, arguments[1])
        return 0
    missing = 0
    for name, check in CHECKS.items():
        problems = list(check(project))
        missing += len(problems)
        print(f"{'missing' if problems else 'ready':<8} {name}")
        for problem in problems:
            print(f"         {problem}")
    if missing:
        print(f"\nNot ready: {missing} {'thing is' if missing == 1 else 'things are'} missing.")
        return 1
    tag = f"v{project.version}"
    print("\nReady. Nothing was published; the last steps are yours:")
    print(f"  git tag --annotate {tag} --message 'camelup {project.version}'")
    print(f"  git push origin {tag}")
    print(f"  .venv/bin/uv publish dist/camelup-{project.version}*")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
