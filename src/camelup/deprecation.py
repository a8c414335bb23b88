"""Names that have a better one now: the old ones work until the next major version, and say so. See docs/api.md."""

import sys
import warnings
from collections.abc import Callable, Mapping


def renamed(old: str, new: str) -> str:
    """Say that something has another name, the same for flags, variables and names in Python.

    >>> renamed("--pace", "--bot-delay")
    '--pace has a new name: --bot-delay.'
    """
    return f"{old} has a new name: {new}."


def old_names(module: str, names: Mapping[str, str]) -> Callable[[str], object]:
    """Make the `__getattr__` of a module in which these old names still lead to the new ones, with a warning."""

    def find(name: str) -> object:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}", name=name)
        warnings.warn(renamed(f"{module}.{name}", f"{module}.{names[name]}"), DeprecationWarning, stacklevel=2)
        value: object = getattr(sys.modules[module], names[name])
        return value

    return find
