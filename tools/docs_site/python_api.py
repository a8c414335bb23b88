"""The reference of the Python packages, a page for each: what they export, from their docstrings.

A name that several packages export is described once, on the page of the first.
"""

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from types import ModuleType

PACKAGES = {
    "camelup": "games, positions, records and notation",
    "camelup.core.rules": "the rules as pure functions",
    "camelup.core.race": "movement and ranking on a packed track",
    "camelup.odds": "exact odds, and the value of every action",
    "camelup.drawing": "positions, odds and statistics as pictures",
    "camelup.players": "computer players, and how to write one",
    "camelup.arena": "matches between players",
    "camelup.arena.standings": "what a match proves",
    "camelup.bulk": "whole games by the hundred thousand",
    "camelup.review": "finished games reviewed",
    "camelup.envs": "environments for learning",
    "camelup.data": "games as Parquet files",
    "camelup.client": "a program at a live table",
    "camelup.cluster": "work on many machines",
    "camelup.puzzles": "a puzzle for every day",
}
"""What people import, and what it is for."""
INNER = {
    "camelup.compiled": "for those who write kernels of camelup itself",
    "camelup.core": "its names are in camelup, and those of two modules are listed",
    "camelup.formats": "its names are in camelup",
    "camelup.nets": "the player net:FILE is how people use a net",
}
"""Packages that export something but have no page, and why."""


def python_reference() -> dict[str, str]:
    """Write the pages, by their place on the site."""
    pages = {}
    described: set[str] = set()
    for name in PACKAGES:
        pages[page_of(name)] = _page(import_module(name), described)
    rows = "\n".join(f"| [`{name}`](python/{name}.md) | {about} |" for name, about in PACKAGES.items())
    listed = "\n".join(page_of(name).removeprefix("reference/").removesuffix(".md") for name in PACKAGES)
    pages["reference/python.md"] = (
        "# Python packages\n\nWhat people import, from the docstrings of the code. Packages that are not listed are "
        f"internal and may change.\n\n| Package | What it is for |\n|---|---|\n{rows}\n\n"
        f"```{{toctree}}\n:hidden:\n\n{listed}\n```\n"
    )
    return pages


def page_of(package: str) -> str:
    """Return where the page of a package is.

    >>> page_of("camelup.odds")
    'reference/python/camelup.odds.md'
    """
    return f"reference/python/{package}.md"


def exported(module: ModuleType) -> list[str]:
    """List what a module exports: its `__all__`, or else its own public functions, classes and constants."""
    if hasattr(module, "__all__"):
        return list(module.__all__)
    own = (name for name, value in vars(module).items() if getattr(value, "__module__", None) == module.__name__)
    return sorted(name for name in own if not name.startswith("_"))


def _page(module: ModuleType, described: set[str]) -> str:
    lines = [f"# {module.__name__}", "", "```{eval-rst}", f".. automodule:: {module.__name__}", "   :no-members:", ""]
    for name in exported(module):
        value = find_exported(module, name)
        where = f"{getattr(value, '__module__', module.__name__)}.{name}"
        if where not in described:
            described.add(where)
            lines += _directive(module, name, value)
    return "\n".join([*lines, "```", ""])


def find_exported(module: ModuleType, name: str) -> object:
    """Return what a module exports under a name, which may be a module inside it that nobody has imported yet."""
    try:
        return getattr(module, name)
    except AttributeError:
        return import_module(f"{module.__name__}.{name}")


def _directive(module: ModuleType, name: str, value: object) -> Iterator[str]:
    full = f"{module.__name__}.{name}"
    if inspect.ismodule(value):
        yield f".. automodule:: {value.__name__}"
        yield "   :members:"
    elif inspect.isclass(value):
        is_error = issubclass(value, Exception)
        yield f".. auto{'exception' if is_error else 'class'}:: {full}"
        yield "   :show-inheritance:" if is_error else "   :members:"
    elif inspect.isroutine(value):
        yield f".. autofunction:: {full}"
    else:
        # autodata would describe the type of the value, wherever the constant is only imported.
        yield f".. py:data:: {full}"
        yield ""
        yield f"   {constant_docstring(module, name)}"
    yield ""


def constant_docstring(module: ModuleType, name: str) -> str:
    """Return the string below the definition of a constant, wherever it was imported from; empty if it has none."""
    tree = ast.parse(inspect.getsource(module))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and name in {alias.name for alias in node.names}:
            return constant_docstring(import_module(node.module), name)
    for node, after in pairwise(tree.body):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        is_named = any(isinstance(target, ast.Name) and target.id == name for target in targets)
        if is_named and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            return " ".join(str(after.value.value).split())
    return ""
