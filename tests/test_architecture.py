"""Tests of the repository itself: imports point inwards, the core is pure, and what is written about it is true."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

import camelup

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "camelup"

# Reading order is import order: a module may import only what stands on an earlier line.
LAYERS = (
    ("edition",),
    ("race", "errors", "actions", "files"),
    ("state", "compiled"),
    ("events", "possible"),
    ("scoring",),
    ("rules",),
    ("chance", "view"),
    ("notation", "guessing"),
    ("record", "situation"),
    ("game", "jsonform"),
    ("sentences", "players", "drawing"),
    ("__init__",),
    ("odds",),
    ("bulk",),
    ("terminal",),
    ("cli",),
    ("__main__",),
)
PURE = (
    "edition",
    "race",
    "errors",
    "actions",
    "state",
    "events",
    "possible",
    "scoring",
    "rules",
    "view",
    "notation",
    "situation",
)
"""No I/O, no clock, no randomness, no global state: these may use nothing of the standard library but this."""
PURE_IMPORTS = {
    "collections",
    "collections.abc",
    "dataclasses",
    "enum",
    "fractions",
    "functools",
    "itertools",
    "re",
    "typing",
}


def layer_of(name: str) -> int:
    return next(level for level, names in enumerate(LAYERS) if name in names)


def imports_of(path: Path) -> set[str]:
    """The modules that a file imports anywhere, also inside functions; what is for types alone does not count."""
    found = set()
    tree = ast.parse(path.read_text())
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: imports are absolute"
            module = node.module or ""
            found |= {f"camelup.{alias.name}" for alias in node.names} if module == "camelup" else {module}
    return found


def module_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_inwards(path: Path) -> None:
    name = module_of(path)
    for imported in imports_of(path):
        if imported.startswith("camelup."):
            other = imported.split(".")[1]
            if not (SOURCE / other).is_dir() and not (SOURCE / f"{other}.py").exists():
                other = "__init__"
            assert other == name or layer_of(other) < layer_of(name), f"{name} imports {other}"


@pytest.mark.parametrize("name", PURE)
def test_the_core_is_pure(name: str) -> None:
    assert {module for module in imports_of(SOURCE / f"{name}.py") if not module.startswith("camelup")} <= PURE_IMPORTS


@pytest.mark.parametrize("name", [name for name in PURE if name != "edition"])
def test_the_core_asks_an_edition_what_it_has_and_never_which_one_it_is(name: str) -> None:
    used = {node.id for node in ast.walk(ast.parse((SOURCE / f"{name}.py").read_text())) if isinstance(node, ast.Name)}
    assert not used & {"FIRST", "SECOND"}


def test_what_is_exported_exists_and_is_listed_in_order() -> None:
    assert all(hasattr(camelup, name) for name in camelup.__all__)
    assert camelup.__all__ == sorted(camelup.__all__, key=lambda name: (not name.isupper(), name[0].islower(), name))


def test_the_version_is_the_same_everywhere() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert camelup.__version__ == version
    latest = re.search(r"^## \[?(\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert latest is not None
    assert latest.group(1) == version


@pytest.mark.parametrize("document", sorted({*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")}), ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text()):
        assert (document.parent / target).exists(), target


def test_every_target_named_in_a_document_is_in_the_makefile() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for document in (ROOT / "README.md", ROOT / "CONTRIBUTING.md"):
        assert set(re.findall(r"`make ([a-z]+)`", document.read_text())) <= targets
