"""The shapes and colours of shapes.json, which the client for browsers draws from too: so they look like one product.

A piece is a list of elements: a tag, attributes, and perhaps what is inside. In attributes `@name` is a path, `$name`
a property of what is drawn (a camel's hue) or else a colour of the light theme.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

PREFIX = "\0"
"""Stands for the beginning of an id until the whole picture is known; XML has no such character."""

_Element = Sequence[Any]


@cache
def _shapes() -> Mapping[str, Any]:
    shapes: Mapping[str, Any] = json.loads(files("camelup.drawing").joinpath("shapes.json").read_text("utf-8"))
    return shapes


def colour(token: str) -> str:
    """Return a colour of the light theme."""
    light: str = _shapes()["tokens"][token][0]
    return light


def hue(letter: str) -> str:
    """Return the hue of a camel or a die."""
    found: str = _shapes()["camels"][letter]["hue"]
    return found


def has_pattern(letter: str) -> bool:
    """Whether a cloth has a pattern: crazy camels and their die are plain."""
    return letter in _shapes()["cloths"]


def seal_colour(seat: int) -> str:
    """Return the ground of a seat's seal."""
    grounds = [seal["ground"] for seal in _shapes()["seals"].values()]
    ground: str = grounds[seat]
    return ground


def cloth(letter: str) -> str:
    """Define the pattern of a cloth."""
    found = _shapes()["cloths"][letter]
    size = found["size"]
    turned = f' patternTransform="rotate({found["turn"]})"' if found["turn"] else ""
    sizes = f'width="{size}" height="{size}" patternUnits="userSpaceOnUse"'
    ground = f'<rect width="{size}" height="{size}" fill="{hue(letter)}"/>'
    return f'<pattern id="{PREFIX}-cloth-{letter}" {sizes}{turned}>{ground}{_write(found["marks"], {})}</pattern>'


def draw(piece: str, letter: str | None = None) -> str:
    """Draw a piece where its own coordinates put it; of some there is one for each camel."""
    found = _shapes()["pieces"][piece]
    if letter is None:
        return _write(found["layers"], {})
    subject = {**_shapes()["camels"][letter], "cloth": f"url(#{PREFIX}-cloth-{letter})"}
    return _write(found["kinds"][subject["kind"]], subject)


def _write(elements: Sequence[_Element], subject: Mapping[str, Any]) -> str:
    written = ""
    for tag, attributes, *inside in elements:
        named = "".join(f' {name}="{_value(value, subject)}"' for name, value in attributes.items())
        written += f"<{tag}{named}>{_write(inside[0], subject)}</{tag}>" if inside else f"<{tag}{named}/>"
    return written


def _value(value: str | float, subject: Mapping[str, Any]) -> str:
    if not isinstance(value, str):
        return f"{value:g}"
    kind, name = value[:1], value[1:]
    if kind == "@":
        return str(_shapes()["paths"][name])
    if kind == "$":
        return str(subject[name]) if name in subject else colour(name)
    return value
