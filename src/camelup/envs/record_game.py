"""One game as a record that compiled code plays: much faster than `Game`, for environments that own all seats."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from camelup.bulk.action_space import ACTIONS
from camelup.bulk.layout import GAME, unpack
from camelup.bulk.observations.layouts import FACTS, Layout, Observation, find_layout
from camelup.bulk.observations.numbering import Numbering, check_numbering, colour_number, rank_bits
from camelup.bulk.observations.observe_games import empty_notes, note_cards, observe_facts, observe_odds
from camelup.bulk.playout import apply_all_drawn, legal_sets, set_up
from camelup.core.edition import Edition
from camelup.core.state import State
from camelup.odds.leg_table import leg_table

_BITS = np.arange(ACTIONS)


class _Order(NamedTuple):
    """What the numbers of actions by rank depend on."""

    track: int
    turn: int
    players: int


class RecordGame:
    """A game that draws its own dice; actions are numbered by rank or by colour."""

    def __init__(
        self, edition: Edition, players: int, layout: str | Layout, numbering: Numbering, *, hide_money: bool
    ) -> None:
        check_numbering(numbering)
        self._edition, self._players = edition, players
        self._layout, self._hide_money = find_layout(layout), int(hide_money)
        self._is_by_rank = numbering == "rank"
        self._record = np.zeros(1, GAME)
        self._games = self._record.view(np.recarray)
        # Looking up a field takes longer than a move, so each is looked up once.
        self._track, self._turn, self._over = (self._record[name] for name in ("track", "turn", "over"))
        self._money = self._record["money"][0, :players]
        self._stream, self._legal, self._action, self._seat = (np.zeros(1, np.int64) for _ in range(4))
        self._notes, self._table = empty_notes(1), None if self._layout is FACTS else leg_table(edition)
        self._bits = 0

    def start(self, seed: int) -> None:
        """Set up a new game; the starting seat is drawn."""
        self._record.view(np.uint8)[:] = 0
        set_up(self._games, self._stream, self._edition.number, 0, self._players, -1, seed, 0)
        self._find_legal()

    @property
    def turn(self) -> int:
        """The seat in turn."""
        return int(self._turn[0])

    @property
    def is_over(self) -> bool:
        """Whether the race has ended and the money has been counted."""
        return bool(self._over[0])

    @property
    def money(self) -> list[int]:
        """What everybody has, by seat."""
        return list(self._money.tolist())

    @property
    def state(self) -> State:
        """The whole truth, secrets included."""
        return unpack(self._record[0])

    def mask(self) -> npt.NDArray[np.int8]:
        """Return which actions the seat in turn may choose."""
        return (self._bits >> _BITS & 1).astype(np.int8)

    def is_legal(self, number: int) -> bool:
        """Whether the seat in turn may choose an action."""
        return 0 <= number < ACTIONS and bool(self._bits >> number & 1)

    def observe(self, seat: int) -> Observation:
        """Return what a seat sees."""
        self._seat[0] = seat
        out = self._layout.empty(1)
        if self._table is None:
            observe_facts(self._games, self._seat, self._hide_money, out)
        else:
            observe_odds(self._games, self._seat, self._hide_money, self._notes, 1, self._table, out)
        return np.asarray(out[0])

    def play(self, number: int) -> None:
        """Perform a legal action for the seat in turn."""
        if self._is_by_rank:
            number = colour_number(int(self._track[0]), self.turn, self._players, number)
        self._action[0] = number
        if self._table is not None:
            note_cards(self._games, self._action, self._notes, self._table)
        apply_all_drawn(self._games, self._action, self._stream)
        self._find_legal()

    def _find_legal(self) -> None:
        legal_sets(self._games, self._legal)
        self._bits = int(self._legal[0])
        if self._is_by_rank:
            self._bits = rank_bits(_Order(int(self._track[0]), self.turn, self._players), self._bits)
