"""What a person may do now, as a numbered list, and what a person typed, as an action."""

from collections.abc import Sequence

from camelup.actions import SEATS, Action, JoinPartner, PlaceTile, PlayCard, TakeTicket
from camelup.edition import SPACES, Edition, Side
from camelup.errors import NotationError
from camelup.notation import parse_action
from camelup.sentences import describe_action
from camelup.terminal.board import CELL, label
from camelup.terminal.ink import Ink, fit
from camelup.view import View

VERBS = ("roll", "ticket", "tile", "winner", "loser", "partner")
_ITEM = 12
_ITEMS_IN_A_ROW = 5
_MOST_DIGITS = 6


def in_order(view: View) -> list[Action]:
    """List what is allowed in the order of the menu, where an action's number is its place."""
    return [action for actions in _groups(view).values() for action in actions]


def _groups(view: View) -> dict[str, list[Action]]:
    """Sort what is allowed into the menu's lines: tiles by side, cards by deck."""
    groups: dict[str, list[Action]] = {}
    for action in view.legal:
        groups.setdefault(_line_of(action), []).append(action)
    return groups


def _line_of(action: Action) -> str:
    match action:
        case PlaceTile(_, side):
            return side
        case PlayCard(deck, _):
            return deck
        case _:
            return action.kind


def draw_menu(view: View, names: Sequence[str], ink: Ink) -> list[str]:
    """Draw everything that is allowed, a line for each kind; the number of a tile stands under its space."""
    lines = []
    number = 1
    for name, actions in _groups(view).items():
        numbered = list(enumerate(actions, number))
        number += len(actions)
        if name in tuple(Side):
            if name == Side.CHEERING:
                lines.append(ink.faint(_under_spaces("tile on", {space: space for space in range(2, SPACES + 1)})))
            spaces = {action.space: item for item, action in numbered if isinstance(action, PlaceTile)}
            lines.append(_under_spaces(view.edition.words.side(Side(name)) + name, spaces))
        else:
            items = [_item(item, action, view, names, ink) for item, action in numbered]
            for start in range(0, len(items), _ITEMS_IN_A_ROW):
                row = "".join(items[start : start + _ITEMS_IN_A_ROW])
                lines.append((label("" if start else name) + row).rstrip())
    return lines


def _under_spaces(name: str, numbers: dict[int, int]) -> str:
    cells = [f"{numbers.get(space, ''):>2}".ljust(CELL) for space in range(1, SPACES + 1)]
    return (label(name) + "".join(cells)).rstrip()


def _item(number: int, action: Action, view: View, names: Sequence[str], ink: Ink) -> str:
    match action:
        case TakeTicket(camel):
            text = f"{number:>2} {ink.patch(camel, f' {camel} ')} {view.ticket_on_top(camel)}"
            return text + " " * (_ITEM - len("12  b  5"))
        case PlayCard(_, camel) if camel is not None:
            text = f"{number:>2} {ink.patch(camel, f' {camel} ')}"
            return text + " " * (_ITEM - len("12  b "))
        case JoinPartner(seat):
            return fit(f"{number:>2} {SEATS[seat]} {names[seat]}", _ITEM - 1) + " "
        case _:
            return f"{number:>2}  {describe_action(action, view.edition, names)}"


def read_action(text: str, view: View, names: Sequence[str]) -> Action:
    """Read a number of the menu, or an action in notation, where colours and names may be written out.

    The action need not be allowed: the rules say that best.
    """
    actions = in_order(view)
    if text.isdecimal():
        number = int(text) if len(text) <= _MOST_DIGITS else 0
        if not 1 <= number <= len(actions):
            raise NotationError(
                "menu", f"There is no {text[:_MOST_DIGITS]} in the list: it goes from 1 to {len(actions)}."
            )
        return actions[number - 1]
    verb, _, argument = text.strip().partition(" ")
    verb = verb.lower()
    if verb not in VERBS:
        raise NotationError("menu", f"{text[:30]!r} is not in the list: give a number, or words such as 'ticket g'.")
    if verb == "partner":
        argument = _seat_letter(argument.strip(), names)
    else:
        argument = _camel_letter("".join(argument.lower().split()), view.edition)
    return parse_action(view.edition, f"{verb} {argument}")


def _seat_letter(argument: str, names: Sequence[str]) -> str:
    called = [SEATS[seat] for seat, name in enumerate(names) if name.lower() == argument.lower()]
    return called[0] if called else argument.upper()


def _camel_letter(argument: str, edition: Edition) -> str:
    return next((camel.value for camel in edition.racing if camel.colour == argument), argument)
