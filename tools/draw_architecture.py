"""Draw docs/pictures/architecture.svg: the packages in their layers, each resting on those below it.

.venv/bin/python tools/draw_architecture.py
"""

from collections.abc import Iterator
from pathlib import Path

from camelup.drawing.lettering import width_of
from camelup.drawing.shapes import colour
from camelup.drawing.sheet import FAINT, INK, LEFT, RIGHT, SAND, SMALL, Caption, box, finished, text

TARGET = Path(__file__).parent.parent / "docs" / "pictures" / "architecture.svg"
LAYERS = (
    ("What people touch", ("cli", "terminal", "tui", "browser client")),
    ("Live tables", ("server", "client", "protocol")),
    ("Players against each other", ("arena", "review", "envs", "training", "data", "cluster")),
    ("Who chooses", ("players", "search", "nets")),
    ("Pictures", ("drawing",)),
    ("Compiled: odds and games in bulk", ("odds", "bulk", "compiled")),
    ("Plain Python: a game, its texts", ("game", "puzzles", "verification", "formats")),
    ("The rules, pure functions", ("core",)),
)
"""From the outermost to the innermost: names of packages and modules, and what a layer is for."""
_ROW, _BOX, _GAP = 96, 44, 10
_TOP = 20


def architecture_svg() -> str:
    """Draw all layers."""
    parts = [part for row, (title, names) in enumerate(LAYERS) for part in _layer(_TOP + row * _ROW, row, title, names)]
    height = _TOP + len(LAYERS) * _ROW + 36
    parts.append(
        text(LEFT, height - 22, "A layer imports only from itself and from those below it.", size=SMALL, fill=FAINT)
    )
    told = " ".join(f"{title}: {', '.join(names)}." for title, names in LAYERS)
    return finished(parts, height, Caption("The architecture of camelup", f"From the outside to the inside. {told}"))


def _layer(top: float, row: int, title: str, names: tuple[str, ...]) -> Iterator[str]:
    ground = SAND if row % 2 else colour("court")
    yield box(LEFT, top, RIGHT - LEFT, _ROW - 6, f'rx="14" fill="{ground}"')
    yield text(LEFT + 16, top + 27, title, size=SMALL, fill=FAINT)
    x = LEFT + 16.0
    for name in names:
        width = width_of(name, SMALL) + 32
        yield box(x, top + 38, width, _BOX, f'rx="10" fill="{colour("canvas")}" stroke="{INK}" stroke-width="1.5"')
        yield text(x + width / 2, top + 38 + 28, name, size=SMALL, anchor="middle", is_bold=True)
        x += width + _GAP


def main() -> None:
    TARGET.write_text(architecture_svg(), encoding="utf-8")


if __name__ == "__main__":
    main()
