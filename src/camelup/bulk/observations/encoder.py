"""Observations of one game, from what its seat sees: the same numbers that bulk play gives, by the same kernels.

So what was trained on bulk games plays in the arena and at live tables.
"""

from collections.abc import Iterable

import numpy as np

from camelup.bulk.action_space import LOSERS, WINNERS
from camelup.bulk.layout import GAME, Games, pack
from camelup.bulk.observations.layouts import FACTS, MOST, Layout, Observation, find_layout
from camelup.bulk.observations.observe_games import empty_notes, note_cards, observe, observe_by_odds
from camelup.compiled.arrays import FloatArray
from camelup.core import race
from camelup.core.edition import Deck, Side
from camelup.core.errors import ArgumentError, ImpossiblePositionError, quoted
from camelup.core.events import CamelMoved, CardPlayed, DieRevealed, Event, LegStarted, TilePlaced
from camelup.core.view import View, check_is_view, check_view
from camelup.hidden_cards import sample_state
from camelup.odds.leg_table import ENDS, leg_table

_ANY_CARD_OF = {Deck.WINNER: WINNERS, Deck.LOSER: LOSERS}
"""An action that lays a card there; notes do not depend on its colour, which others do not know."""


def encode(view: View, layout: str | Layout = "facts") -> Observation:
    """Return the observation of a view's seat.

    The layout `odds` also asks what the odds were when each card was laid, which a single position does not say: here
    all get the odds of now. An `Encoder` that follows the game from its start knows better.

    >>> from camelup import Game
    >>> observation = encode(Game(seed=7).view(0))
    >>> FACTS.read(observation, "money").tolist()
    [3, 3, 3, 3, 0, 0, 0, 0]
    """
    return Encoder(view, layout)._observe(view)  # noqa: SLF001 - the view has been checked


class Encoder:
    """Follows a game by its events, and encodes what a seat sees.

    Cards that were laid before it began to follow get the odds of that moment.

    >>> from camelup import Game
    >>> game = Game(seed=7)
    >>> encoder = Encoder(game.view(1), "odds")
    >>> encoder.follow(game.play("winner b"))
    >>> encoder.encode(game.view(1)).shape
    (521,)
    """

    def __init__(self, view: View, layout: str | Layout = "facts") -> None:
        self.layout = find_layout(layout)
        self._seat = self._check(view)
        self._edition = view.edition
        self._players = view.players
        self._notes = empty_notes(1)
        # The race as it stands after the last event: all that notes depend on.
        self._race = np.zeros(1, GAME).view(np.recarray)
        self._race["edition"], self._race["players"] = view.edition.number, view.players
        self._race["track"], self._race["dice"] = view.track, view.edition.dice_bits(view.dice)
        for seat, tile in enumerate(view.tiles):
            if tile is not None:
                self._lay_tile(seat, tile.space, tile.side)
        if self.layout is not FACTS:
            self._race["over"] = view.is_over
            for deck, cards in ((Deck.WINNER, view.winner_deck), (Deck.LOSER, view.loser_deck)):
                for _ in cards:
                    self._note(deck)

    def follow(self, events: Iterable[Event]) -> None:
        """Hear what happened, in the order of happening."""
        if not isinstance(events, Iterable):
            raise _no_event(events)
        for event in events:
            match event:
                case CardPlayed(_, deck, _):
                    self._note(deck)
                case DieRevealed(_, face, _):
                    self._race["dice"] ^= self._edition.dice_bits(face.die)
                case CamelMoved(unit, _, end, is_under):
                    track = int(self._race["track"][0])
                    left, camels, height, _ = race.lift(track, self._edition.camels.index(unit[0]))
                    self._race["track"] = race.set_down(left, camels, height, end, int(is_under))
                case TilePlaced(seat, space, side, _):
                    self._lay_tile(seat, space, side)
                case LegStarted():
                    self._race["dice"] = self._edition.dice_bits(self._edition.dice)
                    self._race["tiles"] = 0
                case _ if not isinstance(event, Event):
                    raise _no_event(event)
                case _:
                    pass

    def encode(self, view: View, *, odds: FloatArray | None = None) -> Observation:
        """Return the observation of a view's seat.

        A caller with better odds than the estimates of the layout `odds` can pass them: for each camel the chances to
        lead, to be second, to win and to lose the race, then the chance that the race ends in this leg. NaN stands for
        what is not known.
        """
        if odds is not None and (self.layout is FACTS or odds.shape != (ENDS + 1,) or odds.dtype != np.float64):
            raise ArgumentError("odds", f"Only the layout odds takes odds: {ENDS + 1} numbers of 64 bits.")
        self._check(view)
        if (view.edition, view.players) != (self._edition, self._players):
            raise ImpossiblePositionError("view", "This encoder follows a game of another edition or size.")
        if view.seat != self._seat:
            raise ImpossiblePositionError(
                "seat", f"This encoder follows the game from seat {self._seat}, not from seat {view.seat}."
            )
        return self._observe(view) if odds is None else self._observe_by(odds, view)

    def _observe_by(self, odds: FloatArray, view: View) -> Observation:
        rows = self.layout.empty(1)
        table = leg_table(self._edition)
        observe_by_odds(_record(view), self._seat, int(None in view.money), self._notes, odds, table, rows)
        return np.asarray(rows[0])

    def _observe(self, view: View) -> Observation:
        hides_money = None in view.money
        rows = observe(_record(view), self.layout, seats=view.seat, hide_money=hides_money, notes=self._notes)
        return np.asarray(rows[0])

    @staticmethod
    def _check(view: View) -> int:
        check_is_view(view)
        check_view(view)
        if view.seat is None:
            raise ImpossiblePositionError("seat", "A spectator has no seat to encode the table for.")
        return view.seat

    def _lay_tile(self, seat: int, space: int, side: Side) -> None:
        self._race["tiles"][0, seat] = space if side is Side.CHEERING else -space

    def _note(self, deck: Deck) -> None:
        if self.layout is not FACTS:
            note_cards(self._race, np.array([_ANY_CARD_OF[deck]]), self._notes, leg_table(self._edition))
            self._race[f"{deck}_cards"] += 1


def _no_event(given: object) -> ArgumentError:
    return ArgumentError("events", f"An encoder follows events, such as `game.play` returns, not {quoted(given)}.")


def _record(view: View) -> Games:
    """Return a record that looks to its seat just like the view; what it cannot see is filled in, and never read."""
    money = tuple(0 if amount is None else min(amount, MOST) for amount in view.money)
    seen = view.replace(money=money, leg=min(view.leg, MOST))
    return pack([sample_state(seen, lambda _: 0)]).view(np.recarray)
