"""Lines of the log: words with the dice and tickets drawn in them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from camelup.core.edition import Edition
from camelup.core.events import (
    CamelMoved,
    CardPlayed,
    CardScored,
    DieRevealed,
    Event,
    GameEnded,
    LegScored,
    LegStarted,
    PartnersJoined,
    RaceEnded,
    TicketTaken,
    TileHit,
    TilePlaced,
)
from camelup.core.view import View
from camelup.formats.ansi import width
from camelup.formats.sentences import describe_events
from camelup.tui.grid import Grid
from camelup.tui.pieces import SIGNS, draw_patch, draw_seat


class Patch(NamedTuple):
    """A die or a ticket in a line."""

    letter: str
    number: int


Word = str | Patch
"""A word with the punctuation that belongs to it, or a patch."""


@dataclass(frozen=True)
class Line:
    """Something that happened, and whose doing it was."""

    seat: int | None
    words: tuple[Word, ...]
    brief: tuple[Word, ...] = ()
    """The same without its subject, in as few words as possible, for the strip of what rivals did."""

    @property
    def text(self) -> str:
        """The line without colours."""
        return " ".join(word if isinstance(word, str) else f"{word.letter}{word.number}" for word in self.words)


def plain(text: str, seat: int | None = None) -> Line:
    """Make a line of a text."""
    return Line(seat, tuple(text.split()))


def tell(events: Sequence[Event], before: View, names: Sequence[str], reader: int | None) -> list[Line]:
    """Tell what happened in a turn: the action in one line, what was paid in others."""
    described = describe_events(events, before.edition, names, reader, money_before=before.money, stacks=before.stacks)
    lines: list[Line] = []
    for event, sentences in zip(events, described, strict=True):
        match event:
            case CamelMoved() | TileHit() if lines:
                last = lines[-1]
                lines[-1] = Line(last.seat, _join(last.words, sentences[0], event), last.brief)
            case LegScored():
                lines += [plain(sentence) for sentence in sentences]
            case LegStarted() | RaceEnded() | GameEnded():
                lines += [plain(sentence) for sentence in sentences]
            case CardScored(seat=seat):
                lines += [plain(sentence, seat) for sentence in sentences]
            case _:
                words = _with_patches(before.edition, sentences[0])
                lines.append(Line(getattr(event, "seat", None), words, _brief(event)))
    return lines


def _join(words: tuple[Word, ...], sentence: str, event: Event) -> tuple[Word, ...]:
    """Add the move to the roll that caused it: `rolled r3: red moved to 8`."""
    last = words[-1]
    if isinstance(event, CamelMoved) and last == ".":
        return (*words[:-1], ":", *(sentence[0].lower() + sentence[1:]).split())
    return (*words, *sentence.split())


_NUMBERED = re.compile(r"(took|rolled) (\w+) (\d)(.*)", re.DOTALL)


def _with_patches(edition: Edition, sentence: str) -> tuple[Word, ...]:
    found = _NUMBERED.search(sentence)
    letters = {camel.colour: camel.value for camel in edition.camels}
    if found is None or found[2] not in letters:
        return tuple(sentence.split())
    before = sentence[: found.start(2)].split()
    return (*before, Patch(letters[found[2]], int(found[3])), *found[4].split())


def _brief(event: Event) -> tuple[Word, ...]:
    match event:
        case TicketTaken(_, ticket):
            return ("took", Patch(ticket.camel, ticket.value))
        case DieRevealed(_, face):
            return ("rolled", Patch(face.camel, face.number))
        case TilePlaced(_, space, side):
            return (f"{SIGNS[side]} on {space}",)
        case CardPlayed(_, deck):
            return (f"bet on {deck}",)
        case PartnersJoined():
            return ("partnered",)
        case _:
            return ()


# --- Drawing ------------------------------------------------------------------------------------------------------


def word_width(word: Word) -> int:
    """Count the columns of a word."""
    return width(word) if isinstance(word, str) else len(f" {word.letter}{word.number} ")


def _glues(word: Word) -> bool:
    """Whether no space comes before a word, as before a full stop."""
    return isinstance(word, str) and word in {".", ":", ","}


def break_words(words: Iterable[Word], columns: int) -> list[list[Word]]:
    """Break words into rows."""
    rows: list[list[Word]] = [[]]
    used = 0
    for word in words:
        gap = 0 if not rows[-1] or _glues(word) else 1
        if rows[-1] and used + gap + word_width(word) > columns and not _glues(word):
            rows.append([])
            used = gap = 0
        rows[-1].append(word)
        used += gap + word_width(word)
    return rows


def draw_words(
    grid: Grid, x: int, y: int, words: Iterable[Word], letters: str | None = None, *, bold: bool = False
) -> int:
    """Draw one row of words."""
    is_first = True
    for word in words:
        if not is_first and not _glues(word):
            x += 1
        is_first = False
        if isinstance(word, Patch):
            x = draw_patch(grid, x, y, word.letter, word.number)
        else:
            x = grid.put(x, y, word, letters, bold=bold)
    return x


def draw_log(
    grid: Grid, x: int, y: int, columns: int, rows: int, log: Sequence[Line], computers: Iterable[int]
) -> None:
    """Draw the end of the log, the latest line at the bottom and bold."""
    seats = set(computers)
    drawn: list[tuple[Line, list[Word], bool]] = []
    for line in reversed(log):
        broken = break_words(line.words, columns - 4)
        drawn = [(line, row, number == 0) for number, row in enumerate(broken)] + drawn
        if len(drawn) >= rows:
            break
    latest = log[-1] if log else None
    for number, (line, row, is_start) in enumerate(drawn[-rows:]):
        if line.seat is None:
            draw_words(grid, x + 4, y + number, row, grid.palette.dim, bold=line is latest)
            continue
        if is_start:
            draw_seat(grid, x, y + number, line.seat, is_computer=line.seat in seats)
        draw_words(grid, x + 4, y + number, row, bold=line is latest)
