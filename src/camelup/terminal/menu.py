"""The legal actions as a numbered list, or in a few lines where the terminal is low."""

import textwrap
from collections.abc import Sequence
from itertools import count

from camelup.core.actions import SEATS, Action, JoinPartner, PlaceTile, PlayCard, TakeTicket
from camelup.core.edition import Deck, Side
from camelup.core.view import View
from camelup.formats.ansi import PLAIN, Ansi, fit, width
from camelup.formats.sentences import describe_action
from camelup.formats.text_board import WIDTH

_LABEL = 15
_ITEM = 12
_TILE = 9
_NAME = 12
_TIE = "\xa0"
"""A space at which no line is broken."""


def in_order(view: View) -> list[Action]:
    """List the legal actions in the order of the menu, which numbers them."""
    return [action for actions in _groups(view).values() for action in actions]


def _groups(view: View) -> dict[str, list[Action]]:
    """Sort the legal actions into the menu's lines: tiles by side, cards by deck."""
    groups: dict[str, list[Action]] = {}
    for action in view.legal:
        groups.setdefault(_line_of(action, view), []).append(action)
    return groups


def _line_of(action: Action, view: View) -> str:
    match action:
        case PlaceTile(_, side):
            return f"tile {view.edition.words.side(side)}"
        case PlayCard(deck, _):
            return deck
        case _:
            return action.kind


def draw_menu(view: View, names: Sequence[str], ansi: Ansi = PLAIN, columns: int = WIDTH) -> list[str]:
    """Draw the legal actions, numbered, one kind below the other.

    A tile is written as it is typed, 5+ or 5-, so that nobody takes its number for its space.
    """
    lines = []
    number = count(1)
    for name, actions in _groups(view).items():
        items = [f"{next(number):>2}) {_item(action, view, names, ansi)}" for action in actions]
        size = max(_TILE if isinstance(actions[0], PlaceTile) else _ITEM, *(width(item) + 2 for item in items), 0)
        in_a_row = max(1, (columns - _LABEL) // size)
        for start in range(0, len(items), in_a_row):
            row = "".join(fit(item, size) for item in items[start : start + in_a_row])
            lines.append((fit("" if start else f" {name}", _LABEL) + row).rstrip())
    return lines


def _item(action: Action, view: View, names: Sequence[str], ansi: Ansi) -> str:
    match action:
        case TakeTicket(camel):
            return f"{ansi.patch(camel, f' {camel} ')} {view.ticket_on_top(camel)}"
        case PlaceTile(space, side):
            return f"{space}{side}"
        case PlayCard(_, camel) if camel is not None:
            return ansi.patch(camel, f" {camel} ")
        case JoinPartner(seat):
            return f"{SEATS[seat]} {fit(names[seat], _NAME).rstrip()}"
        case _:
            return describe_action(action, view.edition, names)


def draw_short_menu(view: View, columns: int = WIDTH) -> list[str]:
    """Draw the legal actions in the words to type, in as few lines as possible."""
    parts = []
    tickets = [action.camel for action in view.legal if isinstance(action, TakeTicket)]
    spaces = [action.space for action in view.legal if isinstance(action, PlaceTile) and action.side is Side.CHEERING]
    cards = [action.camel for action in view.legal if isinstance(action, PlayCard) and action.deck is Deck.WINNER]
    partners = [SEATS[action.seat] for action in view.legal if isinstance(action, JoinPartner)]
    if tickets:
        parts.append(f"ticket {' '.join(f'{camel}{view.ticket_on_top(camel)}' for camel in tickets)}")
    if spaces:
        words = view.edition.words
        sides = f"{spaces[0]}+{_TIE}{words.cheering}, {spaces[0]}-{_TIE}{words.booing}"
        parts.append(f"tile {' '.join(map(str, spaces))} ({sides})")
    if cards:
        parts.append(f"winner or loser {' '.join(camel for camel in cards if camel)}")
    if partners:
        parts.append(f"partner {' '.join(partners)}")
    text = " | ".join(["roll", *parts])
    lines = textwrap.wrap(text, columns, initial_indent=" ", subsequent_indent=" ", break_on_hyphens=False)
    return [line.replace(_TIE, " ") for line in lines]
