"""Packages whose names are there at once, while the modules behind them are imported when a name is first used."""

import sys
from collections.abc import Callable
from importlib import import_module

from camelup.extras import require_extra


def lazy_names(
    package: str, homes: dict[str, str], what: str, extra: str
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Make the `__getattr__` of a package that finds each of these names in its module, one of its own or another.

    Its `__dir__` comes with it, so that a shell can complete names that have not been used yet.

    `what` they are needs the packages of an extra. Type checkers read the same names from imports under
    `TYPE_CHECKING`.
    """

    def find(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name)
        home = homes[name]
        with require_extra(what, extra):
            value = getattr(import_module(home if home.startswith("camelup.") else f"{package}.{home}"), name)
        setattr(sys.modules[package], name, value)  # found without a search from now on
        return value

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *homes})

    return find, names
