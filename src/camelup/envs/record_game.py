"""One game as a record that compiled code plays: much faster than `Game`, for environments that own all seats."""

import numpy as np
import numpy.typing as npt

from camelup.bulk.action_space import ACTIONS
from camelup.bulk.layout import GAME, unpack
from camelup.bulk.observations.layouts import ODDS, Layout, Observation, find_layout
from camelup.bulk.observations.numbering import Numbering, check_numbering, colour_number, rank_bits
from camelup.bulk.observations.observe_games import empty_notes, note_cards, observe
from camelup.bulk.playout import apply_all_drawn, legal_sets, set_up
from camelup.core.edition import Edition
from camelup.core.state import State
from camelup.odds.leg_table import leg_table

_BITS = np.arange(ACTIONS)


class RecordGame:
    """A game that draws its own dice; actions are numbered by rank or by colour."""

    def __init__(
        self, edition: Edition, players: int, layout: str | Layout, numbering: Numbering, *, hide_money: bool
    ) -> None:
        check_numbering(numbering)
        self._edition, self._players = edition, players
        self._layout, self._hide_money = find_layout(layout), hide_money
        self._is_by_rank = numbering == "rank"
        self._games = np.zeros(1, GAME).view(np.recarray)
        self._stream, self._legal, self._action = (np.zeros(1, np.int64) for _ in range(3))
        self._notes = empty_notes(1)

    def start(self, seed: int) -> None:
        """Set up a new game; the starting seat is drawn."""
        self._games = np.zeros(1, GAME).view(np.recarray)
        set_up(self._games, self._stream, self._edition.number, self._players, -1, seed)
        self._find_legal()

    @property
    def turn(self) -> int:
        """The seat in turn."""
        return int(self._games["turn"][0])

    @property
    def is_over(self) -> bool:
        """Whether the race has ended and the money has been counted."""
        return bool(self._games["over"][0])

    @property
    def money(self) -> list[int]:
        """What everybody has, by seat."""
        return list(self._games["money"][0, : self._players].tolist())

    @property
    def state(self) -> State:
        """The whole truth, secrets included."""
        return unpack(self._games[0])

    def mask(self) -> npt.NDArray[np.int8]:
        """Return which actions the seat in turn may choose."""
        return (self._bits >> _BITS & 1).astype(np.int8)

    def is_legal(self, number: int) -> bool:
        """Whether the seat in turn may choose an action."""
        return 0 <= number < ACTIONS and bool(self._bits >> number & 1)

    def observe(self, seat: int) -> Observation:
        """Return what a seat sees."""
        notes = self._notes if self._layout is ODDS else None
        return observe(self._games, self._layout, seats=seat, hide_money=self._hide_money, notes=notes)[0]

    def play(self, number: int) -> None:
        """Perform a legal action for the seat in turn."""
        if self._is_by_rank:
            number = colour_number(int(self._games["track"][0]), self.turn, self._players, number)
        self._action[0] = number
        if self._layout is ODDS:
            note_cards(self._games, self._action, self._notes, leg_table(self._edition))
        apply_all_drawn(self._games, self._action, self._stream)
        self._find_legal()

    def _find_legal(self) -> None:
        legal_sets(self._games, self._legal)
        bits = int(self._legal[0])
        self._bits = rank_bits(self._games[0], bits) if self._is_by_rank else bits
