"""What every legal action is worth in pounds now, part by part, for the seat that acts and for the others.

The worth of an action is how much it changes what a seat may expect: from the tickets of this leg, from tiles, and from
the finish cards, if after it nobody does anything and the dice come out by themselves. They bring nobody a pyramid
ticket, since who would roll them is not known. docs/odds.md says what is exact in it, what is assumed and what is left
out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

import numpy as np

from camelup.compiled.arrays import FloatArray
from camelup.core.actions import SEATS, Action, JoinPartner, PlaceTile, PlayCard, Roll, TakeTicket
from camelup.core.edition import PYRAMID_TICKET_REWARD, TILE_REWARD, WRONG_BET, Deck, Edition
from camelup.core.errors import IllegalActionError
from camelup.core.payouts import card_reward, pay, ticket_reward
from camelup.core.race import RACERS
from camelup.core.situation import Situation, situation_of
from camelup.core.state import Ticket, Tile, replace_at
from camelup.core.view import View, check_is_view
from camelup.formats.notation import parse_action
from camelup.frames import frame
from camelup.notebook import html_table
from camelup.odds.card_values import CardValues
from camelup.odds.leg_odds import leg
from camelup.odds.orders import all_orders
from camelup.odds.race_odds import race
from camelup.odds.results import LegOdds, RaceOdds

if TYPE_CHECKING:
    import pyarrow as pa

VALUE_SAMPLES = 20_000
"""Races that are played out for values where none is solved: a card is off by some hundredths of a pound."""
_ORDERS = all_orders(range(RACERS))
_PLACES = np.array([[order.index(camel) for camel in range(RACERS)] for order in _ORDERS])
"""The place of each racing camel, 0 for the first, in each ranking."""
_LISTED = 4
"""How many actions a line of text names."""


@dataclass(frozen=True)
class ActionValue:
    """What an action is worth: by parts for the seat itself, and in all for each other seat that it touches."""

    action: Action
    parts: dict[str, float]
    others: dict[int, float]

    @property
    def own(self) -> float:
        """The pounds that the seat itself may expect from it."""
        return sum(self.parts.values())

    def __repr__(self) -> str:
        """Return the action, its value and its parts."""
        return f"<ActionValue {self}: {_listed(self.parts)}>"

    def __str__(self) -> str:
        """Return the action and its value."""
        return f"{self.action} {self.own:+.2f}"

    def _repr_html_(self) -> str:
        parts = [*self.parts.items(), *((f"seat {name}", gain) for name, gain in _by_letter(self.others).items())]
        rows = [(name, f"{part:+.2f}") for name, part in parts]
        return html_table(f"Value of {self}, in pounds", ["part", "value"], rows)


@dataclass(frozen=True)
class Values(Sequence[ActionValue]):
    """The values of all actions of a seat, the best first, and the odds behind them."""

    seat: int
    actions: tuple[ActionValue, ...]
    leg: LegOdds
    race: RaceOdds

    @property
    def exact(self) -> bool:
        """Whether the odds behind the values were solved; otherwise those of finish cards were sampled."""
        return self.race.exact

    @property
    def error(self) -> float:
        """How many pounds the value of a finish card may be off: the error of its odds, times what is at stake."""
        return self.race.error * (card_reward(1, 0) - WRONG_BET)

    def __len__(self) -> int:
        """Count the actions."""
        return len(self.actions)

    @overload
    def __getitem__(self, place: int) -> ActionValue: ...

    @overload
    def __getitem__(self, place: str | Action) -> ActionValue: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[ActionValue, ...]: ...

    def __getitem__(self, place: int | str | Action | slice) -> ActionValue | tuple[ActionValue, ...]:
        """Return the value in a place, 0 for the best action, or that of an action: `values["ticket b"]`."""
        if not isinstance(place, str | Action):
            return self.actions[place]
        action = parse_action(self.leg.situation.edition, place) if isinstance(place, str) else place
        for value in self.actions:
            if value.action == action:
                return value
        raise IllegalActionError("illegal", f"The seat cannot choose '{action}' here, so it has no value.")

    def __repr__(self) -> str:
        """Return the best actions."""
        best = ", ".join(map(str, self.actions[:_LISTED]))
        return f"<Values of {len(self)} actions of seat {SEATS[self.seat]}: {best}{', ...' * (len(self) > _LISTED)}>"

    def to_frame(self) -> "pa.Table":
        """Return a row for each action, the best first: what it brings the seat that acts."""
        return frame(("action", "kind", "value"), [(str(value.action), value.action.kind, value.own) for value in self])

    def _repr_html_(self) -> str:
        rows = [
            (value.action, f"{value.own:+.2f}", _listed(value.parts), _listed(_by_letter(value.others)))
            for value in self.actions
        ]
        caption = f"Values of the actions of seat {SEATS[self.seat]}, in pounds"
        return html_table(caption, ["action", "value", "parts", "others"], rows)


def _by_letter(gains: dict[int, float]) -> dict[str, float]:
    return {SEATS[seat]: gain for seat, gain in gains.items()}


def _listed(parts: dict[str, float]) -> str:
    return ", ".join(f"{name} {part:+.2f}" for name, part in parts.items())


def values(view: View, *, samples: int = VALUE_SAMPLES) -> Values:
    """Return what each legal action of the seat in turn is worth; without the solved table the race is sampled.

    That takes about a millisecond for each 2,500 `samples`. Only finish cards depend on them: `error` says how far off
    they may be, and it halves with four times the samples.

    >>> from camelup import Game
    >>> game = Game(players=3, seed=7)
    >>> best = values(game.view(0))[0]
    >>> str(best.action), {name: round(part, 2) for name, part in best.parts.items()}
    ('ticket y', {'ticket': 1.6})
    """
    check_is_view(view)
    if view.is_over:
        raise IllegalActionError("game_over", "The game is over.")
    if view.seat is None or view.seat != view.turn:
        raise IllegalActionError("not_your_turn", "Only the player in turn has actions that can be valued.")
    return _Valuer(view, view.seat, samples).values()


class _Valuer:
    """The odds and expectations of a position, against which its actions are held."""

    def __init__(self, view: View, seat: int, samples: int) -> None:
        self._view, self._seat = view, seat
        self._situation = situation_of(view)
        self._leg = leg(self._situation)
        self._race = race(self._situation, samples=samples)
        self._chances = _chances(self._leg)
        self._cards = CardValues(view, self._race)
        self._spared = np.array([_spared(amount, view.edition) for amount in view.money])
        self._held_cards = self._cards.of_decks(self._race)
        self._totals = self._leg_totals(view.tickets, view.pyramid_tickets, view.partners)
        self._expected = self._totals @ self._chances
        self._floor = self._floors(self._totals, self._chances)

    def values(self) -> Values:
        """Value all actions."""
        valued = [self._value(action) for action in self._view.legal]
        best_first = tuple(sorted(valued, key=lambda value: -value.own))
        return Values(self._seat, best_first, self._leg, self._race)

    def _value(self, action: Action) -> ActionValue:
        view, seat = self._view, self._seat
        match action:
            case Roll():
                pyramid_tickets = replace_at(view.pyramid_tickets, seat, view.pyramid_tickets[seat] + 1)
                totals = self._leg_totals(view.tickets, pyramid_tickets, view.partners)
                return self._by_tickets(action, "pyramid ticket", totals)
            case TakeTicket(camel):
                value = view.ticket_on_top(camel)
                assert value is not None, "a legal ticket is there"  # noqa: S101 - narrows the type
                tickets = replace_at(view.tickets, seat, (*view.tickets[seat], Ticket(camel, value)))
                totals = self._leg_totals(tickets, view.pyramid_tickets, view.partners)
                return self._by_tickets(action, "ticket", totals)
            case JoinPartner(partner):
                partners = replace_at(replace_at(view.partners, seat, partner), partner, seat)
                totals = self._leg_totals(view.tickets, view.pyramid_tickets, partners)
                return self._by_tickets(action, "partner", totals)
            case PlayCard(deck, camel):
                assert camel is not None, "a seat knows its own cards"  # noqa: S101 - narrows the type
                return ActionValue(action, {"card": self._cards.of_new_card(Deck(deck), camel)}, {})
            case PlaceTile(space, side):
                return self._by_tile(action, Tile(space, side))

    def _by_tickets(self, action: Action, name: str, totals: FloatArray) -> ActionValue:
        """Value an action that changes tickets or partners: the odds stay as they are."""
        gains = totals @ self._chances - self._expected
        floors = self._floors(totals, self._chances) - self._floor
        parts = _parts({name: gains[self._seat], "floor at 0": floors[self._seat]}, keep=name)
        return ActionValue(action, parts, self._others(gains + floors))

    def _by_tile(self, action: Action, tile: Tile) -> ActionValue:
        """Value a tile: it changes where camels go, and so everything that depends on it."""
        seat = self._seat
        tiles = replace_at(self._view.tiles, seat, tile)
        placed = Situation(
            self._situation.edition, self._situation.track, self._situation.dice, tuple(t for t in tiles if t)
        )
        after = leg(placed)
        if after.landings[tile.space] == 0 and self._view.tiles[seat] is None:
            return ActionValue(action, {"tile income": 0.0}, {})  # nobody can land on it, so it changes nothing
        chances = _chances(after)
        tickets = self._totals @ chances - self._expected
        floors = self._floors(self._totals, chances) - self._floor
        cards = np.zeros(self._view.players)
        if self._race.exact and (self._view.winner_deck or self._view.loser_deck):
            cards = self._cards.of_decks(race(placed)) - self._held_cards
        income = np.zeros(self._view.players)
        for owner, (old, new) in enumerate(zip(self._view.tiles, tiles, strict=True)):
            if new is not None:
                income[owner] += after.tile_hits[new.space] * TILE_REWARD
            if old is not None and owner != seat:
                income[owner] -= self._leg.tile_hits[old.space] * TILE_REWARD
        own = self._view.tiles[seat]
        parts = {
            "tile income": income[seat],
            "tile given up": -self._leg.tile_hits[own.space] * TILE_REWARD if own else 0.0,
            "held tickets": tickets[seat],
            "held cards": cards[seat],
            "floor at 0": floors[seat],
        }
        return ActionValue(action, _parts(parts, keep="tile income"), self._others(tickets + floors + cards + income))

    def _others(self, gains: FloatArray) -> dict[int, float]:
        return {
            seat: float(gain) for seat, gain in enumerate(gains) if seat != self._seat and not np.isclose(gain, 0.0)
        }

    def _leg_totals(
        self,
        tickets: Sequence[Sequence[Ticket]],
        pyramid_tickets: Sequence[int],
        partners: Sequence[int | None],
    ) -> FloatArray:
        """Return what each seat would be paid for the leg, in each ranking it may end with."""
        racing = self._situation.edition.racing
        none = np.zeros(len(_ORDERS))
        own, best = [], []
        for held, rolled in zip(tickets, pyramid_tickets, strict=True):
            rewards = [_reward(racing.index(ticket.camel), ticket.value) for ticket in held]
            rewards += [none + PYRAMID_TICKET_REWARD] * rolled
            own.append(sum(rewards, none))
            best.append(np.maximum.reduce([none, *rewards]))
        return np.array(
            [total if partner is None else total + best[partner] for total, partner in zip(own, partners, strict=True)]
        )

    def _floors(self, totals: FloatArray, chances: FloatArray) -> FloatArray:
        """Return what the rule is worth to each seat that nobody's money drops below 0."""
        losses = np.maximum(0, -totals).astype(np.int64)
        return np.take_along_axis(self._spared, losses, axis=1) @ chances


def _chances(odds: LegOdds) -> FloatArray:
    """Return the probability of each ranking."""
    racing = odds.situation.edition.racing
    return np.array([odds.orders.get(order, 0) for order in all_orders(racing)]) / odds.total


def _spared(money: int | None, edition: Edition) -> list[float]:
    """Return how much of each loss a seat with this money is spared, up to the loss by all tickets there are.

    Money that is hidden is taken to be enough.
    """
    losses = range(1 - WRONG_BET * RACERS * len(edition.ticket_values))
    return [0.0 if money is None else float(pay(money, -loss) - (money - loss)) for loss in losses]


def _reward(camel: int, value: int) -> FloatArray:
    """Return what a ticket brings in each ranking."""
    by_place = np.array([ticket_reward(value, place) for place in range(RACERS)], np.float64)
    return by_place.take(_PLACES[:, camel])


def _parts(parts: dict[str, float], keep: str) -> dict[str, float]:
    """Leave out the parts that are nothing, but never the one that the action is about."""
    return {name: float(part) for name, part in parts.items() if name == keep or not np.isclose(part, 0.0)}
