"""What fits into a terminal: the table, what happened, and the legal actions, in this order."""

import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from shutil import get_terminal_size
from typing import NamedTuple

from camelup.core.view import View
from camelup.formats.ansi import Ansi, width
from camelup.formats.text_board import WIDTH, draw_board
from camelup.terminal.menu import draw_menu, draw_short_menu

TABLE_COLUMNS = WIDTH + 1
"""A terminal that is as wide as this shows the table as it is drawn."""


def is_interactive() -> bool:
    """Whether both input and output are a terminal, not a pipe or a file."""
    return sys.stdin.isatty() and sys.stdout.isatty()


class Window(NamedTuple):
    """The size of the terminal; lines are None where they are unlimited."""

    columns: int
    lines: int | None

    @classmethod
    def now(cls) -> "Window":
        """Measure the terminal, which may change its size at any time."""
        if not is_interactive():
            return cls(TABLE_COLUMNS, None)
        size = get_terminal_size()
        return cls(size.columns, size.lines)

    @property
    def text_width(self) -> int:
        """The columns for running text, one fewer than there are, so that no terminal breaks the line itself."""
        return max(20, min(WIDTH, self.columns - 1))

    def fits(self, lines: Iterable[str]) -> bool:
        """Whether lines and a prompt below them fit on one screen; a long line takes up several."""
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
        """Split lines into pages that fit on one screen, at a blank line where there is one."""
        rest = list(lines)
        while rest:
            size = next((size for size in range(len(rest), 1, -1) if self.fits(rest[:size])), 1)
            blank = next((number for number in range(size - 1, size // 2, -1) if not rest[number]), size)
            page, rest = (rest, []) if size == len(rest) else (rest[:blank], rest[blank:])
            yield page


class Screen(NamedTuple):
    """What is shown for a turn."""

    first: list[str]
    """What happened, if there is no room for it beside the table: shown first."""
    lines: list[str]
    is_numbered: bool
    """Whether the numbered list is on it."""


def screen(view: View, names: Sequence[str], news: list[str], ansi: Ansi, window: Window) -> Screen:
    """Lay out a turn: as much as fits, where the numbered list matters more than blank lines."""
    example = f"ticket {view.edition.racing[0]}"
    hint = ansi.bold(f"Your turn: type a number, or words such as {example} (? for help, q to quit).")
    menu = [hint, *draw_menu(view, names, ansi, window.text_width)]
    short_hint = f"Your turn: type words such as {example} (m for numbers, ? for help, q to quit)."
    short_hints = [ansi.bold(line) for line in textwrap.wrap(short_hint, window.text_width)]
    short_menu = [*short_hints, *draw_short_menu(view, window.text_width)]
    airy, low = (draw_board(view, names, ansi, is_airy=is_airy) for is_airy in (True, False))
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
