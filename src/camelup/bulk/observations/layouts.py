"""What an observation contains: two layouts of numbers, each with a name and a version that say which.

Sizes do not depend on the edition or the number of players, so that one net can play all tables. Seats are relative to
the one that observes: 0 is itself, 1 acts after it, and so on; what belongs to seats that are not at the table is 0.
Camels are known by rank: 0 leads, 4 is last. Colours are nowhere in an observation.

Nets are trained on a layout, so a version never changes: other features need a new version.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from camelup.bulk.action_space import ACTIONS
from camelup.core.edition import DICE_PER_LEG, MAX_PLAYERS, MIN_PLAYERS, SPACES
from camelup.core.errors import ArgumentError, quoted
from camelup.core.race import FIRST_CRAZY, OVER_THE_LINE, RACERS

Observation = npt.NDArray[Any]
"""The numbers of one seat at one moment, or many rows of them."""

CRAZY = 2
"""How many crazy camels a race can have."""
CAMELS = FIRST_CRAZY + CRAZY
MOST = 127
"""Money and legs are counted up to this number, the largest of 8 bits."""
MOST_IN_DECK = RACERS * MAX_PLAYERS
ZONES = 5
"""The track in parts of three spaces, by which `odds` says how far the race is."""


@dataclass(frozen=True)
class Feature:
    """Some numbers of an observation that belong together: where they are, how large they get, what they mean."""

    name: str
    begin: int
    shape: tuple[int, ...]
    low: float
    high: float
    about: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)

    @property
    def slice(self) -> slice:
        """Where they are in an observation."""
        return slice(self.begin, self.begin + self.size)


@dataclass(frozen=True)
class Layout:
    """A way to write an observation.

    >>> FACTS["camel_space"].slice
    slice(0, 5, None)
    """

    name: str
    version: int
    dtype: np.dtype[Any]
    features: tuple[Feature, ...]

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        last = self.features[-1]
        return last.begin + last.size

    @cached_property
    def _by_name(self) -> dict[str, Feature]:
        return {feature.name: feature for feature in self.features}

    def __getitem__(self, name: str) -> Feature:
        """Find a feature by its name."""
        if name not in self._by_name:
            raise ArgumentError("layout", f"The layout {self.name} has no feature {quoted(name)}.")
        return self._by_name[name]

    def __contains__(self, name: object) -> bool:
        """Return whether there is a feature with this name."""
        return name in self._by_name

    def __iter__(self) -> Iterator[Feature]:
        """Go through the features in their order."""
        return iter(self.features)

    @property
    def low(self) -> Observation:
        """The smallest value of each number."""
        return self._spread(feature.low for feature in self.features)

    @property
    def high(self) -> Observation:
        """The largest value of each number."""
        return self._spread(feature.high for feature in self.features)

    def _spread(self, values: Iterable[float]) -> Observation:
        return np.repeat(np.array(list(values), self.dtype), [feature.size for feature in self.features])

    def read(self, observation: Observation, name: str) -> Observation:
        """Return one feature of an observation, or of many, in its own shape.

        >>> FACTS.read(np.zeros((1000, FACTS.size), np.int8), "ticket_counts").shape
        (1000, 8, 5)
        """
        feature = self[name]
        if np.shape(observation)[-1:] != (self.size,):
            raise ArgumentError("shape", f"An observation of the layout {self.name} has {self.size} numbers.")
        return observation[..., feature.slice].reshape(*observation.shape[:-1], *feature.shape)

    def empty(self, *rows: int) -> Observation:
        """Make room for observations.

        >>> ODDS.empty(4, 3).shape == (4, 3, ODDS.size)
        True
        """
        return np.zeros((*rows, self.size), self.dtype)

    def __repr__(self) -> str:
        """Return its name, its version and its size."""
        return f"<Layout {self.name} {self.version}: {self.size} x {self.dtype}>"


def _make(name: str, version: int, dtype: type, *rows: tuple[str, tuple[int, ...], float, float, str]) -> Layout:
    features: list[Feature] = []
    begin = 0
    for title, shape, low, high, about in rows:
        features.append(Feature(title, begin, shape, low, high, about))
        begin += features[-1].size
    return Layout(name, version, np.dtype(dtype), tuple(features))


_ONE = (1,)
_CAMELS = (RACERS,)
_CRAZY = (CRAZY,)
_SEATS = (MAX_PLAYERS,)
_BY_SEAT = (MAX_PLAYERS, RACERS)
_BY_DECK = (2, RACERS)
_BY_DECK_AND_SEAT = (2, MAX_PLAYERS, RACERS)
_BOARD = (2, SPACES)

FACTS = _make(
    "facts",
    1,
    np.int8,
    ("camel_space", _CAMELS, 0, OVER_THE_LINE, "the space of the camel; 17 and 0 are over the finish line"),
    ("camel_height", _CAMELS, 0, CAMELS - 1, "how many camels are below it in its stack"),
    ("camel_die", _CAMELS, 0, 1, "1 if its die is in the pyramid"),
    ("camel_on_crazy", _CAMELS, 0, 1, "1 if a crazy camel is somewhere below it in its stack"),
    ("camel_under_crazy", _CAMELS, 0, 1, "1 if a crazy camel is somewhere above it in its stack"),
    ("crazy_space", _CRAZY, 0, OVER_THE_LINE, "the space of the crazy camel; the foremost first"),
    ("crazy_height", _CRAZY, 0, CAMELS - 1, "how many camels are below it in its stack"),
    ("crazy_carries", _CRAZY, 0, RACERS, "how many racing camels are above it in its stack"),
    ("grey_die", _ONE, 0, 1, "1 if the grey die is in the pyramid"),
    ("dice_left", _ONE, 0, RACERS + 1, "how many dice are in the pyramid"),
    ("draws_left", _ONE, 0, DICE_PER_LEG, "how many more dice this leg will see"),
    ("ticket_value", _CAMELS, 0, 5, "what the camel's next ticket is worth; 0 if all are taken"),
    ("tickets_left", _CAMELS, 0, 4, "how many of its tickets are left"),
    ("ticket_values", _BY_SEAT, 0, 12, "the values of the camel's tickets that the seat holds, added up"),
    ("ticket_counts", _BY_SEAT, 0, 4, "how many of them there are"),
    (
        "tile_board",
        _BOARD,
        -1,
        1,
        "the own tile, then those of the others, on spaces 1 to 16: 1 cheers, -1 boos",
    ),
    ("tile_space", _SEATS, -SPACES, SPACES, "the space of the seat's tile, negative if it boos; 0 without one"),
    ("hand", _CAMELS, 0, 1, "1 if the camel's card is in the own hand"),
    ("cards_in_hand", _SEATS, 0, RACERS, "how many cards the seat has in hand"),
    (
        "own_winner_card",
        _CAMELS,
        0,
        MOST_IN_DECK,
        "the place of the own card in the winner deck, 1 for the oldest",
    ),
    ("own_loser_card", _CAMELS, 0, MOST_IN_DECK, "the same for the loser deck"),
    (
        "card_places",
        _BY_SEAT,
        -MOST_IN_DECK,
        MOST_IN_DECK,
        "the places of its cards: in the winner deck from the left, in the loser deck negative from the right",
    ),
    ("winner_cards", _SEATS, 0, RACERS, "how many cards the seat has in the winner deck"),
    ("loser_cards", _SEATS, 0, RACERS, "how many cards the seat has in the loser deck"),
    ("pyramid_tickets", _SEATS, 0, DICE_PER_LEG, "how many dice the seat has revealed in this leg"),
    ("money", _SEATS, 0, MOST, "the seat's money in pounds, at most 127; 0 if it is hidden"),
    ("money_known", _SEATS, 0, 1, "1 if the seat's money is known"),
    ("partner", _SEATS, 0, MAX_PLAYERS, "1 + the relative seat of the seat's partner; 0 without one"),
    ("own_partner", _SEATS, 0, 1, "1 for the own partner"),
    ("seat_taken", _SEATS, 0, 1, "1 for each seat at the table"),
    ("in_turn", _SEATS, 0, 1, "1 for the seat whose turn it is"),
    ("players", _ONE, MIN_PLAYERS, MAX_PLAYERS, "how many play"),
    ("leg", _ONE, 1, MOST, "the number of the leg, at most 127"),
    ("edition", _ONE, 1, 2, "the number of the edition"),
    ("has_partnerships", _ONE, 0, 1, "1 if partnership cards are used"),
    ("is_over", _ONE, 0, 1, "1 if the game is over"),
)
"""The layout of what lies on the table, in small whole numbers."""

ODDS = _make(
    "odds",
    1,
    np.float32,
    ("worth", (ACTIONS,), -4, 8, "what each action is worth in pounds, in the rank numbering; -1 if it is not allowed"),
    ("leg_first", _CAMELS, 0, 1, "the chance that the camel leads at the end of the leg"),
    ("leg_second", _CAMELS, 0, 1, "the chance that it is second then"),
    ("wins", _CAMELS, 0, 1, "the chance that it wins the race"),
    ("loses", _CAMELS, 0, 1, "the chance that it is last in the race"),
    ("race_ends", _ONE, 0, 1, "the chance that the race ends in this leg"),
    ("camel_space", _CAMELS, 0, OVER_THE_LINE / SPACES, "the space of the camel / 16"),
    ("camel_behind", _CAMELS, 0, OVER_THE_LINE / 6, "how many spaces it is behind the leader / 6"),
    ("camel_die", _CAMELS, 0, 1, "1 if its die is in the pyramid"),
    ("camel_under_next", _CAMELS, 0, 1, "1 if the camel before it in rank is on the same space"),
    ("camel_on_crazy", _CAMELS, 0, 1, "1 if a crazy camel is somewhere below it in its stack"),
    ("camel_under_crazy", _CAMELS, 0, 1, "1 if a crazy camel is somewhere above it in its stack"),
    ("camel_can_finish", _CAMELS, 0, 1, "1 if a 3 takes it over the finish line"),
    (
        "crazy_space",
        _CRAZY,
        0,
        OVER_THE_LINE / SPACES,
        "the space of the crazy camel / 16; the foremost first",
    ),
    ("crazy_carries", _CRAZY, 0, 1, "how many racing camels are above it in its stack / 5"),
    ("crazy_place", _CRAZY, 0, 1, "how many racing camels are ahead of it / 5"),
    ("grey_die", _ONE, 0, 1, "1 if the grey die is in the pyramid"),
    ("ticket_value", _CAMELS, 0, 1, "what the camel's next ticket is worth / 5; 0 if all are taken"),
    ("tickets_taken", _CAMELS, 0, 1, "how many of its tickets are taken / 4"),
    ("ticket_values", _BY_SEAT, 0, 12 / 5, "the values of the camel's tickets that the seat holds, added up / 5"),
    (
        "tile_board",
        _BOARD,
        -1,
        1,
        "the own tile, then those of the others, on spaces 1 to 16: 1 cheers, -1 boos",
    ),
    ("hand", _CAMELS, 0, 1, "1 if the camel's card is in the own hand"),
    (
        "card_right",
        _BY_DECK_AND_SEAT,
        0,
        1,
        "how likely the seat has the camel's card in the winner deck, then in the loser deck",
    ),
    (
        "card_result",
        _BY_DECK_AND_SEAT,
        -RACERS / 8,
        1,
        "what the seat's cards in the deck can expect to bring / 8 if the camel wins, or is last",
    ),
    ("card_reward", _BY_DECK, 0, 1, "what a right card would earn / 8 if it were laid now"),
    ("card_rivals", _BY_DECK, 0, (MAX_PLAYERS - 1) / 2, "how many right cards of others to expect / 2"),
    ("seat_taken", _SEATS, 0, 1, "1 for each seat at the table"),
    ("in_turn", _SEATS, 0, 1, "1 for the seat whose turn it is"),
    ("money", _SEATS, 0, MOST / 20, "the seat's money in pounds, at most 127, / 20; 0 if it is hidden"),
    ("money_known", _SEATS, 0, 1, "1 if the seat's money is known"),
    ("cards_in_hand", _SEATS, 0, 1, "how many cards the seat has in hand / 5"),
    ("pyramid_tickets", _SEATS, 0, 1, "how many dice the seat has revealed in this leg / 5"),
    ("leg_income", _SEATS, -4, 6, "what the end of the leg is expected to bring the seat / 5"),
    ("card_income", _SEATS, -1.25, 2, "what its cards are expected to bring / 8"),
    ("standing", _SEATS, -2, 8, "its money and both incomes, in pounds / 20; 0 if its money is hidden"),
    (
        "standing_lead",
        _SEATS,
        -10,
        10,
        "how far its standing is above that of seat 0, in pounds / 10; 0 if money is hidden",
    ),
    (
        "standing_margin",
        _SEATS,
        -10,
        10,
        "how far its standing is above the best of the other seats than 0, in pounds / 10; 0 if money is hidden",
    ),
    ("has_tile", _SEATS, 0, 1, "1 if the seat's tile is on the track"),
    ("own_partner", _SEATS, 0, 1, "1 for the own partner"),
    ("has_partner", _SEATS, 0, 1, "1 if the seat has a partner"),
    ("winner_cards", _ONE, 0, MOST_IN_DECK / 8, "how many cards are in the winner deck / 8"),
    ("loser_cards", _ONE, 0, MOST_IN_DECK / 8, "how many cards are in the loser deck / 8"),
    ("draws_left", (DICE_PER_LEG + 1,), 0, 1, "1 at the number of dice that this leg will still see, 0 to 5"),
    ("dice_left", _ONE, 0, 1, "how many dice are in the pyramid / 6"),
    (
        "leader_zone",
        (ZONES,),
        0,
        1,
        "1 at the part of the track with the leader: spaces 1 to 3, 4 to 6, ..., 13 on",
    ),
    ("leg", _ONE, 0, 2, "the number of the leg, at most 12, / 6"),
    ("players", (MAX_PLAYERS - MIN_PLAYERS + 1,), 0, 1, "1 at the number of players, 2 to 8"),
    ("has_crazy", _ONE, 0, 1, "1 if there are crazy camels"),
    ("has_partnerships", _ONE, 0, 1, "1 if partnership cards are used"),
    ("is_over", _ONE, 0, 1, "1 if the game is over"),
)
"""The layout that adds the odds, and what each action is worth."""

LAYOUTS = {layout.name: layout for layout in (FACTS, ODDS)}
"""The layouts by their names."""


def find_layout(layout: str | Layout) -> Layout:
    """Return a layout by its name; one that is given is returned as it is.

    >>> find_layout("facts") is find_layout(FACTS)
    True
    """
    if isinstance(layout, Layout) and layout in LAYOUTS.values():
        return layout
    if isinstance(layout, str) and layout in LAYOUTS:
        return LAYOUTS[layout]
    raise ArgumentError("layout", f"The layouts are {' and '.join(LAYOUTS)}, not {quoted(layout)}.")
