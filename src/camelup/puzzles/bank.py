"""The bank of daily puzzles: positions, and what each action is worth there.

A line has the position as the seat in turn sees it (docs/notation.md; hands and seat follow from the rest), then the
chance of each racing camel to win and to come last, in thousandths, then the worth of each action in hundredths of a
pound:

    edition 1|track ...|turn B;520 ...;13 ...;roll 100 ticket b145 g-60 winner w121 tile 7+62t29 9-48

A number is the part that the action is about, and a letter begins each further part (`PARTS`). Tiles that are worth
little (`LITTLE`) are left out. `tools/make_puzzles.py` makes the bank.
"""

import re
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

from camelup.core.actions import SEATS
from camelup.core.edition import EDITIONS, Deck
from camelup.core.view import View
from camelup.formats.notation import parse_view, position_text

BANK = files("camelup.puzzles") / "puzzles.txt"
PARTS = {"tile given up": "g", "held tickets": "t", "held cards": "c", "floor at 0": "f"}
"""Further parts of a value, by their letters."""
MAIN = {
    "roll": "pyramid ticket",
    "ticket": "ticket",
    "winner": "card",
    "loser": "card",
    "tile": "tile income",
    "partner": "partner",
}
"""The part that an action is about."""
LITTLE = 40
"""Tiles that are worth less, in hundredths, are not listed: there are many."""


@dataclass(frozen=True)
class Puzzle:
    """A position, and what was found when it was made."""

    view: View
    winner: tuple[int, ...]
    loser: tuple[int, ...]
    worth: dict[str, dict[str, int]]
    """For each action in notation its parts, in hundredths; tiles that are worth little are left out."""

    @property
    def best(self) -> str:
        """The action that is worth most."""
        return max(self.worth, key=lambda action: sum(self.worth[action].values()))


def write_line(puzzle: Puzzle) -> str:
    """Give a puzzle as a line."""
    sections = [part.strip() for part in position_text(puzzle.view).split("|")]
    usual = re.compile(r"hands |seat |(tiles|winner|loser|partners) -$|leg 1$|turn A$|tickets [- ]+$|pyramid [0 ]+$")
    position = "|".join(section for section in sections if not usual.match(section))
    words: list[str] = []
    for kind in MAIN:
        mine = {action: parts for action, parts in puzzle.worth.items() if action.split()[0] == kind}
        told = [
            action.removeprefix(kind).strip() + _write_parts(kind, parts)
            for action, parts in mine.items()
            if kind != "tile" or sum(parts.values()) >= LITTLE
        ]
        words += [kind, *told] if told else []
    winner, loser = (" ".join(map(str, chances)) for chances in (puzzle.winner, puzzle.loser))
    return f"{position};{winner};{loser};{' '.join(words)}"


def _write_parts(kind: str, parts: dict[str, int]) -> str:
    more = "".join(f"{letter}{parts[name]}" for name, letter in PARTS.items() if parts.get(name))
    return f"{parts[MAIN[kind]]}{more}"


def read_line(line: str) -> Puzzle:
    """Read a line again."""
    position, winner, loser, words = line.split(";")
    view = _read_view(position)
    worth: dict[str, dict[str, int]] = {}
    kind = ""
    for word in words.split():
        if word in MAIN:
            kind = word
            continue
        found = re.fullmatch(r"(\d+[+-]|[a-zA-Z]?)(-?\d+)((?:[a-z]-?\d+)*)", word)
        if found is None:
            raise ValueError(word)
        action = f"{kind} {found[1]}".strip()
        letters = {letter: name for name, letter in PARTS.items()}
        parts = {letters[letter]: int(value) for letter, value in re.findall(r"([a-z])(-?\d+)", found[3])}
        worth[action] = {MAIN[kind]: int(found[2]), **parts}
    return Puzzle(view, _read_chances(winner), _read_chances(loser), worth)


def _read_chances(part: str) -> tuple[int, ...]:
    return tuple(map(int, part.split()))


def _read_view(position: str) -> View:
    """Add what a line leaves out: the hands, and whose view it is."""
    sections = dict(section.split(" ", 1) for section in position.split("|"))
    racing = "".join(EDITIONS[int(sections["edition"])].racing)
    turn = sections.setdefault("turn", "A")
    laid = " ".join(sections.get(deck, "") for deck in Deck).split()
    hands = []
    for seat in SEATS[: len(sections["money"].split())]:
        own = [card[1] for card in laid if card[0] == seat]
        hand = "".join(camel for camel in racing if camel not in own)
        hands.append((hand if seat == turn else "?" * (len(racing) - len(own))) or "-")
    sections |= {"hands": " ".join(hands), "seat": turn}
    return parse_view(" | ".join(f"{label} {text}" for label, text in sections.items()))


def read_bank(path: Traversable = BANK) -> list[Puzzle]:
    """Read the whole file."""
    return [read_line(line) for line in path.read_text(encoding="utf-8").splitlines()]
