"""The public names, as docs/api.md lists their modules: `python -m tests.public_names` writes public_names.txt.

A name that is in the file and no longer in the package is a promise broken; `tests/test_public_names.py` finds it.
"""

import re
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parent.parent
FILE = Path(__file__).with_name("public_names.txt")
FUNCTIONS = {
    "camelup.core.rules": ("apply", "chances", "check", "legal", "start"),
    "camelup.formats.schema": ("all_definitions", "schema_of"),
}
"""Modules of which only these names are public; of all others it is what they list in `__all__`."""


def public_modules() -> list[str]:
    """Give the modules that docs/api.md calls public."""
    table = (ROOT / "docs" / "api.md").read_text().split("| Module | For |")[1].split("\n\n")[0]
    return re.findall(r"^\| `([\w.]+)` \|", table, re.MULTILINE)


def public_names() -> list[str]:
    """Give all public names, each with its module."""
    return [
        f"{module}.{name}"
        for module in public_modules()
        for name in sorted(FUNCTIONS.get(module) or import_module(module).__all__)
    ]


if __name__ == "__main__":
    FILE.write_text("\n".join(public_names()) + "\n")
