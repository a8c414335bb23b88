"""The faces of the players: one drawing each, in SVG, for documents, pages and pictures alike.

A drawing has its player's title in it, so that who draws a face also names it.
"""

import re
from functools import cache
from importlib.resources import files

__all__ = ["OWN", "face_of", "title_of"]

OWN = "own"
"""The face of players that are no part of camelup."""


@cache
def face_of(name: str) -> str:
    """Return the drawing of a player, as SVG; custom players share one.

    >>> face_of("random").splitlines()[1]
    '<title id="face-random-title">Tumble</title>'
    """
    return _drawing(name) or _drawing(OWN) or ""


def title_of(name: str) -> str | None:
    """Return the title of a player beside its name; None if it has no face.

    >>> title_of("random"), title_of("exec:./bot")
    ('Tumble', None)
    """
    found = re.search(r"<title[^>]*>(.*?)</title>", _drawing(name))
    return found and found[1]


def _drawing(name: str) -> str:
    if not name.isidentifier():  # a command or a class, perhaps with slashes in it
        return ""
    drawing = files(__name__).joinpath(f"{name}.svg")
    return drawing.read_text(encoding="utf-8") if drawing.is_file() else ""
