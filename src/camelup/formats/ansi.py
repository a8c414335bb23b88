"""Colours for those terminals that have them, and text that fits its column.

Colour is never the only sign: whatever is painted also has its letter.
"""

import os
import re
import unicodedata
from typing import TextIO

from camelup.core.edition import GREY_DIE, Camel

_RESET = "\x1b[0m"
_PAINT = re.compile(r"\x1b\[[0-9;]*m")
# Background and foreground in the 256-colour palette, nearest to the hues of Okabe and Ito, which people with any kind
# of colour vision can distinguish. Camels are painted as patches, so that they show on dark and light terminals alike.
_PATCHES = {
    Camel.BLUE.value: (25, 231),
    Camel.GREEN.value: (36, 16),
    Camel.ORANGE.value: (214, 16),
    Camel.PURPLE.value: (175, 16),
    Camel.RED.value: (166, 16),
    Camel.WHITE.value: (255, 16),
    Camel.YELLOW.value: (227, 16),
    Camel.CRAZY_BLACK.value: (236, 231),
    Camel.CRAZY_WHITE.value: (255, 16),
    GREY_DIE: (245, 16),
}


class Ansi:
    """Paints text, or leaves it as it is."""

    def __init__(self, *, is_coloured: bool) -> None:
        """Choose whether to paint at all."""
        self.is_coloured = is_coloured

    def patch(self, letter: str, text: str) -> str:
        """Paint text in the colour of a camel or die, given by its letter."""
        background, foreground = _PATCHES[letter]
        return self._paint(f"48;5;{background};38;5;{foreground};1", text)

    def bold(self, text: str) -> str:
        """Make text stand out."""
        return self._paint("1", text)

    def faint(self, text: str) -> str:
        """Let text stand back."""
        return self._paint("2", text)

    def _paint(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}{_RESET}" if self.is_coloured and text else text


PLAIN = Ansi(is_coloured=False)
"""For texts that go anywhere but to a terminal."""


def ansi_for(stream: TextIO) -> Ansi:
    """Choose the ansi for an output: colours only on a terminal, and only where nobody has said no to them."""
    is_wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Ansi(is_coloured=is_wanted and stream.isatty())


def width(text: str) -> int:
    """Count the columns that a text takes up; paint takes up none.

    >>> width("Zoe"), width("駱駝")
    (3, 4)
    """
    text = _PAINT.sub("", text)
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1


def fit(text: str, size: int) -> str:
    """Pad or cut a text to a number of columns; what is painted must not be cut.

    >>> fit("Bo", 5), fit("Scheherazade", 5)
    ('Bo   ', 'Sche.')
    """
    if width(text) > size:
        while width(text) > size - 1:
            text = text[:-1]
        text += "."
    return text + " " * (size - width(text))
