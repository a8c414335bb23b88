"""A person's turn: what has been chosen so far, by the same keys as in the browser (`web/src/table/race/keys.ts`).

A roll is done at once. Everything else is held back for a moment, so that a slip of the finger can be cancelled; the
same keys again confirm it.
"""

from collections.abc import Sequence

from camelup.core.actions import SEATS, Action, JoinPartner, PlaceTile, PlayCard, Roll, TakeTicket
from camelup.core.edition import Camel, Deck, Side
from camelup.core.view import View
from camelup.formats.sentences import describe_action
from camelup.terminal.text import doing

HOLD = 1.5
"""Seconds that a bet or a tile is held back."""
_SIDES = {"+": Side.CHEERING, "=": Side.CHEERING, "-": Side.BOOING, "_": Side.BOOING}
_STEPS = {"left": -1, "up": -1, "right": 1, "down": 1}
_DECKS = {"w": Deck.WINNER, "l": Deck.LOSER}
HELD = "Press again to do it now, or Esc to cancel."


def under_way(action: Action, view: View, names: Sequence[str]) -> str:
    """Say what somebody is doing, such as `Taking red 3...`."""
    if isinstance(action, TakeTicket):
        tent = view.tents[view.edition.racing.index(action.camel)]
        if tent:
            return f"Taking {action.camel.colour} {tent[0]}..."
    return f"{doing(describe_action(action, view.edition, names))}..."


class Turn:
    """What the seat in turn is choosing."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.deck: Deck | None = None
        self.is_tile = False
        self.cursor: int | None = None
        """The space that the arrow keys have reached."""
        self.side: Side | None = None
        self.is_partner = False
        self.held: Action | None = None
        """What will be done in a moment."""
        self.refusal: str | None = None

    @property
    def is_choosing(self) -> bool:
        """Whether something has been started that Esc cancels."""
        return bool(self.held or self.deck or self.is_tile or self.is_partner or self.refusal)

    @property
    def tiles(self) -> dict[int, tuple[Side, ...]]:
        """Where the tile may go, and which sides may be up there."""
        found: dict[int, tuple[Side, ...]] = {}
        for action in self.view.legal:
            if isinstance(action, PlaceTile):
                found[action.space] = (*found.get(action.space, ()), action.side)
        return found

    @property
    def cards(self) -> tuple[Camel, ...]:
        """The cards that can be played."""
        legal = self.view.legal
        return tuple(
            action.camel
            for action in legal
            if isinstance(action, PlayCard) and action.camel and action.deck is Deck.WINNER
        )

    @property
    def partners(self) -> tuple[int, ...]:
        """The seats that can be partners."""
        return tuple(action.seat for action in self.view.legal if isinstance(action, JoinPartner))

    def cancel(self) -> None:
        """Choose nothing."""
        self.deck = self.cursor = self.side = self.held = self.refusal = None
        self.is_tile = self.is_partner = False

    def press(self, key: str) -> Action | None:
        """Take a key; give the action that is to be done at once, if there is one."""
        self.refusal = None
        action: Action | None = None
        if self.is_partner and (chosen := self._press_seat(key)):
            action = self._hold(chosen)
        elif key == "escape":
            self.cancel()
        elif key == "r":
            action = self._roll()
        elif key in _DECKS:
            self._press_deck(_DECKS[key])
        elif key in _SIDES:
            action = self._press_side(_SIDES[key])
        elif key == "t":
            self._press_tile()
        elif key == "p":
            self._press_partner()
        elif key in _STEPS:
            self._move(_STEPS[key])
        elif key == "enter":
            action = self._press_enter()
        elif key.isdecimal():
            action = self._press_colour(int(key))
        return action

    def press_space(self, space: int) -> Action | None:
        """Take a click on a space of the board."""
        if space not in self.tiles:
            return None
        self.cursor, self.is_tile = space, True
        self.deck, self.is_partner = None, False
        return self._press_side(self.side) if self.side else None

    # --- Keys -----------------------------------------------------------------------------------------------------

    def _roll(self) -> Action | None:
        if self.held is not None or not any(isinstance(action, Roll) for action in self.view.legal):
            return None
        self.cancel()
        return Roll()

    def _press_colour(self, number: int) -> Action | None:
        racing = self.view.edition.racing
        if not 1 <= number <= len(racing):
            return None
        camel = racing[number - 1]
        if self.deck is not None:
            return self._hold(PlayCard(self.deck, camel), f"You no longer have the {camel.colour} card.")
        return self._hold(TakeTicket(camel), f"There is no {camel.colour} ticket left.")

    def _press_deck(self, deck: Deck) -> None:
        if self.held is not None:
            return
        if not self.cards:
            self.refusal = "You have no cards left."
            return
        chosen = None if self.deck is deck else deck
        self.cancel()
        self.deck = chosen

    def _press_tile(self) -> None:
        if self.held is not None:
            return
        was_tile = self.is_tile
        self.cancel()
        if not self.tiles:
            self.refusal = "There is no space for your tile."
        elif not was_tile:
            self.is_tile, self.cursor = True, min(self.tiles)

    def _press_side(self, side: Side) -> Action | None:
        if isinstance(self.held, PlaceTile):
            return self._hold(PlaceTile(self.held.space, side))
        if self.held is not None or not self.tiles:
            return None
        if self.is_tile and self.cursor is not None:
            return self._hold(PlaceTile(self.cursor, side), "Your tile is already there with this side up.")
        self.cancel()
        self.is_tile, self.side, self.cursor = True, side, min(self.tiles)
        return None

    def _press_enter(self) -> Action | None:
        if self.held is not None:
            return self._hold(self.held)
        if self.is_tile and self.cursor is not None and self.side is not None:
            return self._press_side(self.side)
        return None

    def _press_partner(self) -> None:
        if self.held is not None:
            return
        was_partner = self.is_partner
        self.cancel()
        if not self.partners:
            self.refusal = "You cannot choose a partner now."
        else:
            self.is_partner = not was_partner

    def _press_seat(self, key: str) -> Action | None:
        seat = int(key) - 1 if key.isdecimal() else SEATS.find(key.upper()) if len(key) == 1 else -1
        return JoinPartner(seat) if seat in self.partners else None

    def _move(self, step: int) -> None:
        if self.is_tile and self.held is None and self.cursor is not None:
            spaces = sorted(self.tiles)
            self.cursor = spaces[(spaces.index(self.cursor) + step) % len(spaces)]

    def _hold(self, action: Action, refusal: str = "That is not possible now.") -> Action | None:
        """Hold an action back; the same again is done at once, and another one replaces it."""
        if action not in self.view.legal:
            self.refusal = refusal
            return None
        if self.held == action:
            return action
        self.held = action
        return None
