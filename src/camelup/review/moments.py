"""The moments of a game at which somebody chose, and what simulated games say of them, more exactly with each round."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

import numpy as np

from camelup.bulk.action_space import ROLL, decode_action, encode_action
from camelup.bulk.layout import Games, card_seat, pack
from camelup.compiled.arrays import FloatArray
from camelup.core.actions import Action, Roll
from camelup.core.view import view_of
from camelup.formats.record import Ply, Step
from camelup.hidden_cards import sample_state
from camelup.review.columns import WINS, Columns, Running, Values, values_of
from camelup.review.thresholds import LEAST
from camelup.review.verdicts import Verdict, gain, judge, leading
from camelup.search.beliefs import SHARPNESS, Beliefs, sharpen
from camelup.search.candidates import find_candidates
from camelup.search.evaluator import AS_IT_IS, Candidate, Evaluator
from camelup.search.odds_cache import OddsCache

_ROOM = 1 << 20
"""Simulated games are numbered, and equal numbers have the same dice, players and hidden cards. Every leg and every
choice has this many numbers for itself: so the errors of legs and choices have nothing to do with each other. Within a
leg all positions share their games: what two positions in a row have in common cancels out in the sum."""
_LEGS = 1 << 10
_SURELY = 2.7
"""An action that is this many standard errors behind is given up."""
_SETTLED = 0.006
"""So is one, whether level or behind, if this is the error of the comparison; the chosen action never is."""
_ENOUGH_TO_DROP = 48
_IN_BALANCE = 3.0
"""A verdict hangs in the balance until the difference is this many standard errors from where it would be mentioned."""
_FINEST, _COARSEST = 0.0025, 0.008
"""The smallest and the largest error that is aimed at: losses are added up, so even those beyond doubt are measured."""
_OF_SKILL = 0.007
"""The error of a choice compared with a simulated player's that is good enough."""
_FEWEST = 64.0


class Option:
    """What came of an action: for the seat that chose game by game, for everybody on average."""

    def __init__(self) -> None:
        self.own = Columns()
        self.everybody = Running()

    def add(self, values: Values, seat: int) -> None:
        """Add games."""
        self.own.add(np.ascontiguousarray(values[:, seat]))
        self.everybody.add(values)


class Moment:
    """A position at which a seat chose: judged with all cards open, and by what that seat knew."""

    def __init__(self, steps: tuple[Step, Step], ply: Ply, shares: FloatArray, candidates: Iterable[int]) -> None:
        """Take the steps before and after the action; `shares` says how likely each camel is on each hidden card."""
        before, after = steps
        self.state, self.ply = before.state, ply
        self.is_roll = isinstance(ply.action, Roll)
        self.ends_leg = after.state.is_over or after.state.leg != before.state.leg
        self.chosen = encode_action(self.state.edition, ply.action)
        self._root: Games = pack([self.state])
        self._shares = shares
        self.is_open = not any(card_seat(int(card)) != ply.seat for card in self._cards())
        """Whether nothing is hidden from the seat."""
        self.open = Columns()
        """The position as it is, all cards open."""
        self.rolled = Columns()
        """After a roll of whichever die, if a roll was chosen."""
        self.came = Columns()
        """After the die that came, if it ended the leg; otherwise that is the next position."""
        self.options = {number: Option() for number in dict.fromkeys([self.chosen, ROLL, *candidates])}
        """After each action, by what the seat knew."""
        self.skill = Running()
        """How much better the choice was than a simulated player's, by what the seat knew; empty if all is open."""
        self._alive = list(self.options)
        self._compares = not self.is_open

    def _cards(self) -> list[int]:
        game = self._root[0]
        return [
            *game["winner_deck"][: int(game["winner_cards"])].tolist(),
            *game["loser_deck"][: int(game["loser_cards"])].tolist(),
        ]

    # --- The chances of everybody, and luck ---------------------------------------------------------------------

    @property
    def open_cost(self) -> int:
        """How many games `play_open` plays for each number."""
        return 1 + self.is_roll

    def play_open(self, evaluator: Evaluator, columns: int) -> None:
        """Play more games with all cards open."""
        steps = [AS_IT_IS]
        outcome = self.ply.outcome
        if self.is_roll:
            steps.append(Candidate(ROLL))
        if self.ends_leg and outcome is not None:
            steps.append(Candidate(ROLL, self.state.edition.camels.index(outcome.camel), outcome.number))
        wins, coins = evaluator.evaluate(self._root, steps, self.state.leg * _ROOM + len(self.open), columns)
        for brought, place in zip((self.open, self.rolled, self.came), range(len(steps)), strict=False):
            brought.add(values_of(wins[place], coins[place]))

    # --- The choice ---------------------------------------------------------------------------------------------

    @property
    def games(self) -> int:
        """How many games have judged the choice."""
        return len(self.options[self.chosen].own)

    @property
    def choice_cost(self) -> int:
        """How many games `play_options` plays for each number."""
        return len(self._alive) + self._compares

    def play_options(self, evaluator: Evaluator, number: int, columns: int) -> None:
        """Play more games by what the seat knew: others' hidden cards are drawn; `number` is that of the action."""
        seat = self.ply.seat
        steps = [*map(Candidate, self._alive), *([AS_IT_IS] if self._compares else [])]
        begin = (_LEGS + number) * _ROOM + self.games
        wins, coins = evaluator.evaluate(self._root, steps, begin, columns, seat, self._shares)
        values = dict(zip(self._alive, map(values_of, wins, coins), strict=False))
        for action, brought in values.items():
            self.options[action].add(brought, seat)
        if self._compares:
            self.skill.add(values[self.chosen] - values_of(wins[-1], coins[-1]))
        self._drop()

    def _drop(self) -> None:
        """Judge no longer what is surely worse than another."""
        if self.games < _ENOUGH_TO_DROP:
            return
        self._compares = self._compares and self._skill_error() > _OF_SKILL
        games = self._own_games()
        best = games[leading(games, self.chosen)]
        self._alive = [number for number in self._alive if number == self.chosen or self._is_rival(best, games[number])]

    @staticmethod
    def _is_rival(best: Values, games: Values) -> bool:
        more = gain(best, games)
        return bool(more.worth[WINS] <= _SURELY * more.error[WINS] and (best is games or more.error[WINS] > _SETTLED))

    def _own_games(self) -> dict[int, Values]:
        return {number: option.own.games for number, option in self.options.items()}

    def wanted_games(self) -> float:
        """Return how many games would settle what is said of the choice."""
        games = self._own_games()
        leader = leading(games, self.chosen)
        wanted = _FEWEST
        for number in self._alive:
            if number != leader:
                more = gain(games[leader], games[number])
                error = float(more.error[WINS])
                # How far is the verdict, or that two are level, from being another one? After few games, not far.
                margin = abs(float(more.worth[WINS]) + (LEAST if leader == self.chosen else -LEAST)) - error
                aim = min(max(margin / _IN_BALANCE, _FINEST), _COARSEST)
                if self.chosen not in {leader, number}:
                    aim = max(aim, _SETTLED)
                wanted = max(wanted, self.games * (error / aim) ** 2)
        if self._compares:
            wanted = max(wanted, self.games * (self._skill_error() / _OF_SKILL) ** 2)
        return wanted

    def _skill_error(self) -> float:
        return float(self.skill.error()[self.ply.seat, WINS])

    def judge(self) -> Verdict:
        """Say whether another action was better."""
        return judge(self._own_games(), self.chosen)

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
            yield Moment((before, after), after.ply, shares, find_candidates(seen, shares, odds_cache))
        beliefs.follow(after.events)
