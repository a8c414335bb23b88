"""Tests of the repository itself: imports point inwards, the core is pure, and what is written about it is true."""

import ast
import re
import tomllib
from importlib import import_module, metadata
from pathlib import Path
from types import ModuleType
from typing import get_args

import pytest

import camelup
from camelup.compiled.decorators import KERNEL_ROOMS
from camelup.core import errors, events

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "camelup"

# Reading order is import order: a module may import only what stands on an earlier line, or in its own package.
LAYERS = (
    "core.edition",
    "core.errors",
    "core.variants",
    "core.race",
    "core.payouts",
    "core.tiles",
    "core.actions",
    "core.state",
    "core.events",
    "core.validity",
    "core.situation",
    "core.scoring",
    "core.rules",
    "core.view",
    "chance",
    "fair_dice",
    "card_commitments",
    "files",
    "memory",
    "one_thread",
    "version",
    "deprecation",
    "extras",
    "preparation",
    "lazy",
    "notebook",
    "frames",
    "hidden_cards",
    "formats.ansi",
    "formats.text_board",
    "formats.notation",
    "formats.record",
    "formats.finished_game",
    "formats.json_codec",
    "formats.reading",
    "formats.schema",
    "formats.sentences",
    "formats.earnings",
    "formats.review_types",
    "formats.labels",
    "verification",
    "puzzles",
    "game",
    "__init__",
    "compiled",
    "odds",
    "bulk",
    "nets",
    "search",
    "drawing",
    "players",
    "review",
    "arena",
    "training",
    "data",
    "cluster",
    "envs",
    "protocol",
    "client",
    "server.clock",
    "server.setting",
    "server.configuration",
    "server.metrics",
    "server.error_log",
    "server.time_slice",
    "server.token_bucket",
    "server.address",
    "server.fair_queue",
    "server.store",
    "server.thinking",
    "server.tables",
    "server.games",
    "server.http",
    "terminal",
    "tui",
    "terminal.commands",
    "cli",
    "__main__",
)
OUTWARDS = {("notebook.py", "camelup.drawing")}
"""A picture is asked for where nothing is known of drawing, so this one import looks outwards."""
PURE = sorted((SOURCE / "core").glob("*.py"))
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


def layer_of(module: str) -> int:
    """The line of LAYERS that a module, such as `core.race` or `odds.table`, belongs to."""
    package, _, rest = module.partition(".")
    if package in {"", "core", "formats"} and not module.endswith("__init__"):
        return LAYERS.index(module)
    if module.startswith("terminal.commands"):
        return LAYERS.index("terminal.commands")
    return LAYERS.index(f"{package}.{rest.partition('.')[0]}" if package == "server" else package)


def imports_of(path: Path) -> set[str]:
    """The modules that a file imports anywhere, also inside functions and for types alone."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: imports are absolute"
            module = node.module or ""
            # `from camelup.core import race` imports a module, `from camelup.odds import leg` a name of one.
            found |= {
                f"{module}.{alias.name}" if _is_module(f"{module}.{alias.name}") else module for alias in node.names
            }
    return found


def _is_module(name: str) -> bool:
    path = SOURCE.parent / name.replace(".", "/")
    return name.startswith("camelup") and (path.is_dir() or path.with_suffix(".py").exists())


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts)


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=module_of)
def test_imports_point_inwards(path: Path) -> None:
    module = module_of(path)
    if module in {"core.__init__", "formats.__init__", "server.__init__"}:
        return  # a package's own window: it may show what is in it
    for imported in imports_of(path):
        if not imported.startswith("camelup") or (str(path.relative_to(SOURCE)), imported) in OUTWARDS:
            continue
        other = imported.removeprefix("camelup").removeprefix(".") or "__init__"
        is_own = layer_of(other) == layer_of(module) and other.partition(".")[0] == module.partition(".")[0]
        assert is_own or layer_of(other) < layer_of(module), f"{module} imports {other}"


def test_every_layer_is_there() -> None:
    there = {module_of(path).removesuffix(".__init__") for path in SOURCE.rglob("*.py")} | {"__init__"}
    assert set(LAYERS) <= there


def test_the_package_knows_nothing_of_the_web_client_but_what_is_built_of_it() -> None:
    for path in SOURCE.rglob("*.py"):
        assert not any(imported.split(".")[0] == "web" for imported in imports_of(path))


@pytest.mark.parametrize("path", PURE, ids=lambda path: path.stem)
def test_the_core_is_pure(path: Path) -> None:
    assert {module for module in imports_of(path) if not module.startswith("camelup")} <= PURE_IMPORTS


@pytest.mark.parametrize("path", [path for path in PURE if path.stem != "edition"], ids=lambda path: path.stem)
def test_the_core_asks_an_edition_what_it_has_and_never_which_one_it_is(path: Path) -> None:
    used = {node.id for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Name)}
    assert not used & {"FIRST", "SECOND"}


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=module_of)
def test_nobody_compares_editions_by_name_or_number(path: Path) -> None:
    """What editions differ in is a field of theirs, so that another one would need no search for such places."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Compare):
            compared = ast.unparse(node)
            assert not re.search(r"\b(FIRST|SECOND)\b|\bedition(\.number)? (==|!=|<|>)", compared), compared


NEEDS_PYTORCH = "camelup.training"
"""Only the environment of tests/training has PyTorch."""
PACKAGES = sorted(
    {".".join(path.parent.relative_to(SOURCE.parent).parts) for path in SOURCE.rglob("__init__.py")} - {NEEDS_PYTORCH}
)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_lists_what_it_shows_and_shadows_no_module(package: str) -> None:
    folder = SOURCE.parent / package.replace(".", "/")
    modules = {path.stem for path in folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    shown = import_module(package).__all__
    assert shown == sorted(shown, key=lambda name: (not name.isupper(), name[0].islower(), name))
    for name in shown:
        if name in modules:
            assert import_module(f"{package}.{name}").__name__ == f"{package}.{name}"
        else:
            assert hasattr(import_module(package), name)
    for name in modules - {"__init__"}:
        found = getattr(import_module(package), name, None)
        assert found is None or found.__name__ == f"{package}.{name}", f"{name} is a module and something else"


@pytest.mark.parametrize("module", [errors, events], ids=["errors", "events"])
def test_every_event_and_every_error_can_be_imported_from_the_package(module: ModuleType) -> None:
    classes = {name: kind for name, kind in vars(module).items() if getattr(kind, "__module__", "") == module.__name__}
    found = {name: kind for name, kind in classes.items() if isinstance(kind, type)}
    assert len(found) > 10
    assert found.keys() <= set(camelup.__all__)
    assert all(getattr(camelup, name) is kind for name, kind in found.items())


def test_the_union_of_all_events_has_each_of_them_and_is_exported() -> None:
    assert camelup.Event is events.Event
    parts = {events.GreyReason, events.TicketReward, events.LegReward}
    classes = {kind for kind in vars(events).values() if getattr(kind, "__module__", "") == events.__name__}
    assert {kind for kind in classes if isinstance(kind, type)} - parts == set(get_args(events.Event))


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert "version" not in project["project"]
    assert project["tool"]["hatch"]["version"]["path"] == "src/camelup/version.py"
    latest = re.search(r"^## \[(\d+\.\d+\.\d+)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert latest is not None
    assert latest.group(1) == camelup.__version__ == metadata.version("camelup")


@pytest.mark.parametrize("document", sorted({*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")}), ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text()):
        assert (document.parent / target).exists(), target


def headings_of(document: Path) -> set[str]:
    """The anchors of a document's headings, as GitHub makes them."""
    text = re.sub(r"^```.*?^```$", "", document.read_text(), flags=re.MULTILINE | re.DOTALL)
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("document", sorted({*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")}), ids=lambda path: path.name)
def test_links_to_a_heading_find_it(document: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", document.read_text()):
        assert anchor in headings_of(document.parent / target if target else document), f"{target}#{anchor}"


def test_every_target_named_in_a_document_is_in_the_makefile() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for document in (ROOT / "README.md", ROOT / "CONTRIBUTING.md"):
        assert set(re.findall(r"`make ([a-z]+)`", document.read_text())) <= targets


def test_every_file_that_a_recipe_names_is_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text()
    named = {path for path in re.findall(r"`([a-z_]+/[\w./-]+\.\w+)`", text) if "NAME" not in path}
    examples = {"web/src/pages/about/AboutPage.svelte", "tests/browser/test_about_page.py"}
    assert examples <= named
    made = {"dist/camelup.pyz"}
    lost = {path for path in named - examples - made if not (ROOT / path).exists() and not (SOURCE / path).exists()}
    assert not lost


def test_the_recipe_of_a_flag_says_where_each_command_is_tested() -> None:
    recipe = (ROOT / "CONTRIBUTING.md").read_text().split("### A flag of a command")[1].split("### ")[0]
    for command in (SOURCE / "terminal" / "commands").glob("[a-z]*.py"):
        folders = (ROOT / "tests", ROOT / "tests" / "server")
        is_usual = any((folder / f"test_{command.stem}_command.py").exists() for folder in folders)
        assert is_usual or f"`{command.stem}`" in recipe, command.stem


def test_kernels_are_only_where_the_hash_of_their_sources_looks() -> None:
    declaring = {"camelup.compiled", "camelup.compiled.decorators"}
    found = {module_of(path).partition(".")[0] for path in SOURCE.rglob("*.py") if imports_of(path) & declaring}
    assert found <= set(KERNEL_ROOMS)
    outside = {layer.partition(".")[0] for layer in LAYERS} - set(KERNEL_ROOMS)
    for path in (path for room in KERNEL_ROOMS for path in (SOURCE / room).rglob("*.py")):
        for imported in imports_of(path):
            room = imported.removeprefix("camelup.").partition(".")[0]
            is_file = (SOURCE / f"{room}.py").exists()
            assert is_file or not imported.startswith("camelup.") or room not in outside, f"{path} imports {imported}"
