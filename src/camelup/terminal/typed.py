"""Reads actions that a person types at the prompt."""

import re
from collections.abc import Sequence

from camelup.core.actions import SEATS, Action, JoinPartner, PlaceTile, PlayCard, Roll, TakeTicket
from camelup.core.edition import Camel, Deck, Edition, Side
from camelup.core.errors import NotationError
from camelup.core.view import View
from camelup.terminal.menu import in_order
from camelup.terminal.text import quoted

_MOST_DIGITS = 6


def parse_input(text: str, view: View, names: Sequence[str]) -> Action:
    """Read a number of the menu, or words: colours, sides and names may be written out, and `5+` is a tile.

    The action may be illegal: that is for the rules to say.
    """
    text = text.strip()
    if text.isdecimal():
        return _numbered(text, view)
    verb, _, rest = text.partition(" ")
    rest = rest.strip()
    match verb.lower():
        case "roll" | "r":
            if rest:
                raise NotationError("menu", f"{quoted(text)} is too long: just type roll.")
            action: Action = Roll()
        case "ticket":
            action = TakeTicket(_camel(rest, "ticket", view.edition))
        case "winner" | "loser" as deck:
            action = PlayCard(Deck(deck), _camel(rest, deck, view.edition))
        case "tile":
            action = _tile(rest, view.edition)
        case "partner":
            action = JoinPartner(_seat(rest, names))
        case _ if re.fullmatch(r"[0-9]+ *[+-]|\+ *[0-9]+", text):
            action = _tile(text, view.edition)
        case _:
            example = f"ticket {view.edition.racing[0]}"
            raise NotationError(
                "menu", f"{quoted(text)} is not an action: type a number or words such as {example} (? for help)."
            )
    return action


def _numbered(text: str, view: View) -> Action:
    actions = in_order(view)
    number = int(text) if len(text) <= _MOST_DIGITS else 0
    if not 1 <= number <= len(actions):
        raise NotationError("menu", f"There is no {text[:_MOST_DIGITS]} in the list: choose 1 to {len(actions)}.")
    return actions[number - 1]


def _camel(text: str, verb: str, edition: Edition) -> Camel:
    for camel in edition.racing:
        if text.lower() in {camel.value, camel.colour}:
            return camel
    choice = " ".join(edition.racing)
    if not text:
        raise NotationError("menu", f"Which camel? Type {verb} and one of {choice}.")
    raise NotationError("menu", f"There is no camel {quoted(text)} to bet on: type {verb} and one of {choice}.")


def _tile(text: str, edition: Edition) -> PlaceTile:
    """Read a space and a side in either order, the side as its sign or in the edition's word."""
    words = edition.words
    signs = {name: side for side in Side for name in (side.value, words.side(side))}
    space, side = "", ""
    if found := re.fullmatch(r"([0-9]{1,6})\s*(\D*)", text) or re.fullmatch(r"()(\D+?)\s*([0-9]{1,6})", text):
        space, side = (found[1], found[2]) if found[1] else (found[3], found[2])
        if side.lower() in signs:
            return PlaceTile(int(space), signs[side.lower()])
    example = space or "5"
    sides = f"tile {example}+ ({words.cheering}) or tile {example}- ({words.booing})"
    if space and not side:
        raise NotationError("menu", f"Which side? Type {sides}.")
    if not text:
        raise NotationError("menu", f"Which space and side? Type {sides}.")
    raise NotationError("menu", f"{quoted(text)} is not a space and a side: type {sides}.")


def _seat(text: str, names: Sequence[str]) -> int:
    for seat, name in enumerate(names):
        if text.lower() in {SEATS[seat].lower(), name.lower()}:
            return seat
    choice = f"{SEATS[0]} to {SEATS[len(names) - 1]}"
    if not text:
        raise NotationError("menu", f"Which partner? Type partner and a name or letter, {choice}.")
    raise NotationError("menu", f"Nobody here is called {quoted(text)}: type partner and a name or letter, {choice}.")
