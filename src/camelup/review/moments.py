"""The moments of a game at which somebody chose, and what simulated games say of them, more exactly with each round."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from camelup.bulk.action_space import ROLL, decode_action, encode_action
from camelup.bulk.layout import Games, card_seat, pack
from camelup.compiled.arrays import FloatArray
from camelup.core.actions import Action, Face, Roll
from camelup.core.rules import chances
from camelup.core.state import State
from camelup.core.view import view_of
from camelup.formats.record import Ply, Step
from camelup.hidden_cards import sample_state
from camelup.search.beliefs import SHARPNESS, Beliefs, sharpen
from camelup.search.candidates import find_candidates
from camelup.search.evaluator import AS_IT_IS, Candidate, Evaluator
from camelup.search.odds_cache import OddsCache

_SURELY = 3.0
"""A candidate that is this many standard errors behind is dropped."""
_ENOUGH_TO_DROP = 32


class Columns:
    """What simulated games brought, by game, seat, and wins or coins; games are numbered alike everywhere.

    Coins are counted from the mean of the table: what all gain helps nobody, and simulated games end with their leg.
    """

    def __init__(self) -> None:
        self._blocks: list[FloatArray] = []

    def add(self, wins: npt.NDArray[np.floating], coins: npt.NDArray[np.floating]) -> None:
        """Add games."""
        self._blocks.append(np.stack([wins, coins - coins.mean(axis=-1, keepdims=True)], axis=-1).astype(np.float64))

    @property
    def games(self) -> FloatArray:
        """All games."""
        if len(self._blocks) > 1:
            self._blocks = [np.concatenate(self._blocks)]
        return self._blocks[0]

    def __len__(self) -> int:
        """Count the games."""
        return sum(len(block) for block in self._blocks)

    def mean(self) -> FloatArray:
        """Return the mean by seat, of wins and of coins."""
        return np.asarray(self.games.mean(axis=0))

    def error(self) -> FloatArray:
        """Return the standard errors of the mean."""
        return np.asarray(self.games.std(axis=0) / max(1, len(self) - 1) ** 0.5)


def gain(one: Columns, other: Columns, seat: int) -> tuple[FloatArray, float]:
    """Return how much more one brought a seat than the other in games of the same number, and the error of the wins."""
    count = min(len(one), len(other))
    gained = one.games[:count, seat] - other.games[:count, seat]
    return np.asarray(gained.mean(axis=0)), float(gained[:, 0].std() / max(1, count - 1) ** 0.5)


class Moment:
    """A position at which a seat chose: judged with all cards open, and by what that seat knew."""

    def __init__(self, state: State, ply: Ply, shares: FloatArray, candidates: Iterable[int]) -> None:
        """Take what was chosen; `shares` says how likely each camel is on each face-down card."""
        self.state, self.ply = state, ply
        self.chosen = encode_action(state.edition, ply.action)
        self._root: Games = pack([state])
        self._shares = shares
        faces = [(face, float(chance)) for face, chance in chances(state, Roll()) if face is not None]
        self.faces: list[Face] = [face for face, _ in faces]
        self._likely = np.array([chance for _, chance in faces])
        self._rolls = [Candidate(ROLL, state.edition.camels.index(face.camel), face.number) for face in self.faces]
        # What hides nothing from the seat is judged once.
        self.is_open = not any(card_seat(int(card)) != ply.seat for card in self._cards())
        self.open = Columns()
        """The position as it is, all cards open."""
        self.open_faces = [Columns() for _ in self.faces]
        """After each face of a roll, if that was chosen."""
        self.known = self.open if self.is_open else Columns()
        """The position as it is, by what the seat knew."""
        self.options = {number: Columns() for number in dict.fromkeys([self.chosen, ROLL, *candidates])}
        """After each action, by what the seat knew."""
        self._alive = list(self.options)

    def _cards(self) -> list[int]:
        game = self._root[0]
        return [
            *game["winner_deck"][: int(game["winner_cards"])].tolist(),
            *game["loser_deck"][: int(game["loser_cards"])].tolist(),
        ]

    def evaluate(self, evaluator: Evaluator, begin: int, columns: int) -> None:
        """Play more games from here."""
        is_roll = isinstance(self.ply.action, Roll)
        if not self.is_open:
            steps = [AS_IT_IS, *(self._rolls if is_roll else [])]
            wins, coins = evaluator.evaluate(self._root, steps, begin, columns)
            self.open.add(wins[0], coins[0])
            if is_roll:
                self._add_faces(wins[1:], coins[1:])
        rolls = self._rolls if ROLL in self._alive else []
        others = [number for number in self._alive if number != ROLL]
        steps = [AS_IT_IS, *rolls, *map(Candidate, others)]
        if self.is_open:
            wins, coins = evaluator.evaluate(self._root, steps, begin, columns)
            if is_roll:
                self._add_faces(wins[1 : 1 + len(rolls)], coins[1 : 1 + len(rolls)])
        else:
            wins, coins = evaluator.evaluate(self._root, steps, begin, columns, self.ply.seat, self._shares)
        self.known.add(wins[0], coins[0])
        if rolls:
            self.options[ROLL].add(*(self.mix(brought[1 : 1 + len(rolls)]) for brought in (wins, coins)))
        for place, number in enumerate(others, 1 + len(rolls)):
            self.options[number].add(wins[place], coins[place])
        self._drop()

    def _add_faces(self, wins: npt.NDArray[np.float32], coins: npt.NDArray[np.float32]) -> None:
        for face, brought in enumerate(self.open_faces):
            brought.add(wins[face], coins[face])

    def mix(self, by_face: npt.NDArray[np.floating] | list[FloatArray]) -> FloatArray:
        """Return the mean over all faces of a roll."""
        return np.asarray(np.tensordot(self._likely, np.asarray(by_face, np.float64), axes=1))

    def _drop(self) -> None:
        """Judge no longer what is surely worse than another."""
        if len(self.known) < _ENOUGH_TO_DROP:
            return
        seat = self.ply.seat
        best = max(self._alive, key=lambda number: self.options[number].mean()[seat, 0])
        kept = []
        for number in self._alive:
            more, error = gain(self.options[best], self.options[number], seat)
            if number in {best, self.chosen} or more[0] <= _SURELY * error:
                kept.append(number)
        self._alive = kept

    def action(self, number: int) -> Action:
        """Return the action of a number."""
        return decode_action(self.state.edition, number)


def find_moments(steps: Iterable[Step]) -> Iterator[Moment]:
    """Go through a game: what was chosen when, what else deserves a look, and what could be known of hidden cards."""
    odds_cache = OddsCache()
    beliefs: Beliefs | None = None
    for before, after in pairwise(steps):
        if beliefs is None:
            # Everybody sees when a card is laid, so this is the same for all seats.
            beliefs = Beliefs(view_of(before.state, None), odds_cache)
        if after.ply is not None:
            shares = sharpen(beliefs.at_laying, SHARPNESS)
            # What others' cards really show is hidden from the look at candidates.
            seen = pack([sample_state(view_of(before.state, after.ply.seat), lambda _: 0)])
            yield Moment(before.state, after.ply, shares, find_candidates(seen, shares, odds_cache))
        beliefs.follow(after.events)
