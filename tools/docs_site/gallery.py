"""The gallery: scripts in cells, run from top to bottom and written as pages with what they print and draw.

A cell begins with `# %%`, and one of text with `# %% [markdown]`: Jupyter (with Jupytext), VS Code and PyCharm open
such a script as a notebook. As there, a cell shows what it prints, and the value of its last line if that is a picture.
"""

import ast
import os
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

_MARK = "# %%"
_TEXT = "# %% [markdown]"
QUICK = "CAMELUP_QUICK"
"""Set where a look at the pages is enough: then fewer games are played."""


class Cell(NamedTuple):
    """A cell of a script."""

    is_text: bool
    source: str


def number_of_games(wanted: int) -> int:
    """Return how many games a script is to play: as many as it wants, or a fiftieth if a look is enough."""
    return max(200, wanted // 50) if os.environ.get(QUICK) else wanted


def cells_of(script: str) -> list[Cell]:
    r"""Divide a script into its cells.

    >>> cells_of("# %% [markdown]\n# # Title\n#\n# Text.\n\n# %%\n1 + 1\n")
    [Cell(is_text=True, source='# Title\n\nText.'), Cell(is_text=False, source='1 + 1')]
    """
    cells: list[tuple[bool, list[str]]] = []
    for line in script.splitlines():
        if line.startswith(_MARK):
            cells.append((line.startswith(_TEXT), []))
        elif cells:
            is_text, lines = cells[-1]
            lines.append(line.removeprefix("#").removeprefix(" ") if is_text else line)
        elif line.strip():
            raise ValueError(f"A script begins with a cell, not with {line!r}.")
    return [Cell(is_text, "\n".join(lines).strip()) for is_text, lines in cells]


def run(path: Path, page: Path, *, is_quick: bool) -> None:
    """Run a script, and write its page with the pictures beside it."""
    os.environ.pop(QUICK, None)
    if is_quick:
        os.environ[QUICK] = "1"
    page.parent.mkdir(parents=True, exist_ok=True)
    print(f"Running {path.name} ...", flush=True)
    page.write_text("\n\n".join(_written(path, page)) + "\n", encoding="utf-8")


def _written(path: Path, page: Path) -> Iterator[str]:
    names: dict[str, Any] = {"__name__": f"gallery.{path.stem}"}
    pictures = 0
    for cell in cells_of(path.read_text(encoding="utf-8")):
        if cell.is_text:
            yield cell.source
            continue
        yield f"```python\n{cell.source}\n```"
        printed = StringIO()
        with redirect_stdout(printed):
            value = _execute(cell.source, names)
        if printed.getvalue():
            yield f"```text\n{printed.getvalue().rstrip()}\n```"
        if (picture := _picture_of(value)) is not None:
            pictures += 1
            name = f"{page.stem}-{pictures}.svg"
            page.with_name(name).write_text(picture, encoding="utf-8")
            yield f"![What the cell above draws]({name})"


def _execute(source: str, names: dict[str, Any]) -> object:
    """Run a cell; return the value of its last line, if it has one."""
    tree = ast.parse(source)
    shown = tree.body[-1].value if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    if shown is not None:
        tree.body.pop()
    exec(compile(tree, "<cell>", "exec"), names)  # noqa: S102 - our own script
    if shown is None:
        return None
    return eval(compile(ast.Expression(shown), "<cell>", "eval"), names)  # noqa: S307 - our own script


def _picture_of(value: object) -> str | None:
    if isinstance(value, str):
        return value if value.startswith("<svg") else None
    draw = getattr(value, "_repr_svg_", None)
    return None if draw is None else str(draw())
