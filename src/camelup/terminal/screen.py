"""What fits into a terminal: the table, what happened, and what may be done, in this order."""

import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from shutil import get_terminal_size
from typing import NamedTuple

from camelup.core.view import View
from camelup.terminal.ansi import Ansi, width
from camelup.terminal.board import WIDTH, draw
from camelup.terminal.menu import draw_menu, draw_short_menu

TABLE_COLUMNS = WIDTH + 1
"""A terminal that is as wide as this shows the table as it is drawn."""


def is_interactive() -> bool:
    """Tell whether a person sits at both ends, rather than a pipe or a file at one of them."""
    return sys.stdin.isatty() and sys.stdout.isatty()


class Window(NamedTuple):
    """The size of the terminal; lines are None where there is no end to them."""

    columns: int
    lines: int | None

    @classmethod
    def now(cls) -> "Window":
        """Measure it; it may change at any time."""
        if not is_interactive():
            return cls(TABLE_COLUMNS, None)
        size = get_terminal_size()
        return cls(size.columns, size.lines)

    @property
    def text_width(self) -> int:
        """The columns for running text, one fewer than there are, so that no terminal breaks the line itself."""
        return max(20, min(WIDTH, self.columns - 1))

    def fits(self, lines: Iterable[str]) -> bool:
        """Tell whether lines and a prompt below them can be seen at once; a long line takes up several."""
        return self.lines is None or sum(map(self._height, lines)) < self.lines

    def _height(self, line: str) -> int:
        return max(1, -(-width(line) // self.columns))

    def wrapped(self, paragraphs: Iterable[str]) -> list[str]:
        """Break paragraphs into lines; blank ones stay."""
        return [
            line
            for paragraph in paragraphs
            for line in textwrap.wrap(paragraph, self.text_width, subsequent_indent="    ") or [""]
        ]

    def pages(self, lines: Sequence[str]) -> Iterator[list[str]]:
        """Part lines so that each page can be seen at once, at a blank line where there is one."""
        rest = list(lines)
        while rest:
            size = next((size for size in range(len(rest), 1, -1) if self.fits(rest[:size])), 1)
            blank = next((number for number in range(size - 1, size // 2, -1) if not rest[number]), size)
            page, rest = (rest, []) if size == len(rest) else (rest[:blank], rest[blank:])
            yield page


class Screen(NamedTuple):
    """What is shown for a turn."""

    first: list[str]
    """What happened, if it has to be read before the table because there is no room for both."""
    lines: list[str]
    is_numbered: bool
    """Whether it has the numbered list."""


def screen(view: View, names: Sequence[str], news: list[str], ansi: Ansi, window: Window) -> Screen:
    """Lay out a turn: with all that can be had in a window of this size, the numbered list before the blank lines."""
    example = f"ticket {view.edition.racing[0]}"
    hint = ansi.bold(f"Your turn: a number, or words such as {example} (? helps, q leaves).")
    menu = [hint, *draw_menu(view, names, ansi, window.text_width)]
    short_hint = f"Your turn: words such as {example} (m numbers them, ? helps, q leaves)."
    short_hints = [ansi.bold(line) for line in textwrap.wrap(short_hint, window.text_width)]
    short_menu = [*short_hints, *draw_short_menu(view, window.text_width)]
    airy, low = (draw(view, names, ansi, is_airy=is_airy) for is_airy in (True, False))
    layouts = [
        (airy, menu, True),
        (low, menu, True),
        (low, menu, False),
        (low, short_menu, True),
        (low, short_menu, False),
    ]
    for printed in (news, []):
        for table, rows, is_spaced in layouts:
            blank = [""] if is_spaced else []
            lines = [*blank, *table, *blank, *printed, *(blank if printed else []), *rows]
            if window.fits(lines):
                return Screen([] if printed else news, lines, is_numbered=rows is menu)
    return Screen(news, [*low, *short_hints], is_numbered=False)
