"""A picture as PNG."""

from xml.etree import ElementTree as ET

from camelup.core.errors import ArgumentError, MissingPackageError, quoted
from camelup.drawing.lettering import strokes, thickness, width_of
from camelup.drawing.sheet import INK, number

_SVG = "{http://www.w3.org/2000/svg}"
_SHIFTS = {"start": 0.0, "middle": 0.5, "end": 1.0}


def png(svg: str, width: int = 1200) -> bytes:
    """Render a picture made here, at a width in pixels.

    Text is drawn as lines first: the renderer leaves out, without a word, text in a font that a machine lacks, and
    "sans-serif" is such a font on many.
    """
    try:
        import resvg_py  # noqa: PLC0415 - an extra; who wants SVG alone does without it
    except ImportError as error:
        raise MissingPackageError(
            "no_png", "PNG files need another package: pip install 'camelup[plot]'.", "resvg_py"
        ) from error
    return resvg_py.svg_to_bytes(svg_string=lettered(svg), width=width, skip_system_fonts=True)


def lettered(svg: str) -> str:
    """Replace all text of a picture by lines."""
    try:
        root = ET.fromstring(svg)  # noqa: S314 - a picture of our own
    except (ET.ParseError, TypeError) as error:
        raise ArgumentError(
            "picture", f"A picture is SVG as the functions of camelup.drawing return it, not {quoted(svg)}."
        ) from error
    for parent in root.iter():
        for place, child in enumerate(parent):
            if child.tag == f"{_SVG}text":
                parent[place] = _lines(child)
    ET.register_namespace("", _SVG.strip("{}"))
    return ET.tostring(root, encoding="unicode")


def _lines(text: ET.Element) -> ET.Element:
    content, size = text.text or "", float(text.get("font-size", "16"))
    left = float(text.get("x", "0")) - _SHIFTS[text.get("text-anchor", "start")] * width_of(content, size)
    look = {
        "fill": "none",
        "stroke": text.get("fill", INK),
        "stroke-width": number(thickness(is_bold="font-weight" in text.attrib)),
        "stroke-linecap": "round",
        "stroke-linejoin": "round",
        "transform": f"translate({number(left)} {text.get('y', '0')}) scale({size / 100:g})",
    }
    group = ET.Element(f"{_SVG}g", look)
    for x, data in strokes(content):
        ET.SubElement(group, f"{_SVG}path", {"d": data, "transform": f"translate({number(x)} 0)"})
    return group
