"""Draw the icons of the installed app into web/public: `python tools/app_icons.py`.

Two camels of plain canvas, one on the other, before the sun and under the tent's valance; all that matters lies in the
middle four fifths, so that a system may cut any shape out of it.
"""

import math
from pathlib import Path

from camelup.drawing import shapes
from camelup.drawing.raster import png

FOLDER = Path(__file__).parent.parent / "web" / "public"
SIZE = 512
_CAMEL = 196
_STEP = 0.63
"""How much higher the upper camel stands, in camel heights."""
_ROUND = 112
_STITCH = 'fill="none" stroke="#FFF4D8" stroke-width="5" stroke-dasharray="18 13"'
ICONS = {
    "icon-192.png": (192, _ROUND),
    "icon-512.png": (512, _ROUND),
    "icon-maskable.png": (512, 0),
    "apple-touch-icon.png": (180, 0),
}
"""Width, and how round the corners are; systems that cut a shape out of it get all of it."""


def _ray(number: int, of: int) -> str:
    start, end = (math.radians((number + part) * 360 / of) for part in (0, 0.45))
    near, far = 196, 286 if number % 2 == 0 else 261
    corners = ((start, near), (start, far), (end, far), (end, near))
    points = " ".join(f"{256 + math.cos(angle) * r:.1f},{268 + math.sin(angle) * r:.1f}" for angle, r in corners)
    return f'<polygon points="{points}" fill="{shapes.colour("disc")}"/>'


def _camel(x: float, y: float) -> str:
    scale = _CAMEL / 76
    return f'<g transform="translate({x - 52 * scale:.1f} {y - 76 * scale:.1f}) scale({scale:.3f})">{_drawn()}</g>'


def _drawn() -> str:
    return shapes.draw("camel", "z").replace(shapes.PREFIX, "icon")


def _valance(deep: float, scallops: int) -> str:
    wide = SIZE / scallops
    edge = "".join(f"a{wide / 2} 40 0 0 1 {-wide} 0" for _ in range(scallops))
    cloth = f'<path d="M0 0H{SIZE}V{deep}{edge}Z" fill="{shapes.colour("brandcard")}"/>'
    return cloth + f'<path d="M0 {deep - 22}H{SIZE}" stroke="#E9D3A3" stroke-width="5.6" stroke-dasharray="20 14"/>'


def icon(corner: int) -> str:
    """The drawing as SVG, its corners so round."""
    dune = "M-10 426C90 392 190 440 300 418S450 396 522 412"
    seam = "M-10 444C90 410 190 458 300 436S450 414 522 430"
    parts = [
        f'<rect width="{SIZE}" height="{SIZE}" fill="{shapes.colour("patch")}"/>',
        *(_ray(number, 24) for number in range(24)),
        f'<circle cx="256" cy="268" r="178" fill="{shapes.colour("sun")}"/>',
        f'<circle cx="256" cy="268" r="160" {_STITCH}/>',
        f'<path d="{dune}V522H-10Z" fill="#D9B673"/>',
        f'<path d="{seam}" {_STITCH}/>',
        '<ellipse cx="256" cy="440" rx="120" ry="18" fill="#4A300C" opacity=".35"/>',
        _camel(262, 442 - _CAMEL * _STEP),
        _camel(254, 442),
        _valance(74, 8),
    ]
    cut = f'<clipPath id="cut"><rect width="{SIZE}" height="{SIZE}" rx="{corner}"/></clipPath>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}"><defs>{cut}</defs>'
        f'<g clip-path="url(#cut)">{"".join(parts)}</g></svg>'
    )


def main() -> None:
    """Write all of them."""
    FOLDER.mkdir(exist_ok=True)
    for name, (width, corner) in ICONS.items():
        (FOLDER / name).write_bytes(png(icon(corner), width))


if __name__ == "__main__":
    main()
