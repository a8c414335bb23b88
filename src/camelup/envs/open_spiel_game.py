"""Camel Up as a Python game of OpenSpiel: importing this module registers `python_camel_up`. See docs/openspiel.md."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

from camelup.core import race
from camelup.core.actions import PlayCard
from camelup.core.edition import MAX_PLAYERS, MIN_PLAYERS, Deck
from camelup.core.errors import ArgumentError, InvalidActionError, quoted
from camelup.core.state import State
from camelup.core.view import view_of
from camelup.extras import require_extra
from camelup.formats.notation import parse_position

with require_extra("Games of OpenSpiel", "openspiel"):
    import numpy as np
    import numpy.typing as npt
    import pyspiel  # type: ignore[import-not-found]  # it has no types

    from camelup.bulk.action_space import ACTIONS, encode_action
    from camelup.bulk.observations import FACTS, encode
    from camelup.envs.game_tree import (
        CHANCE,
        PARAMETERS,
        TERMINAL,
        Outcomes,
        Placing,
        Playing,
        Settings,
        actions_of,
        faces_of,
    )

NAME = "python_camel_up"

TENSOR: dict[str, tuple[int, ...]] = {
    "facts": (FACTS.size,),
    "colours": (race.RACERS, race.RACERS),
    "seat": (MAX_PLAYERS,),
    "rolling": (1,),
}
"""The parts of a tensor. The layout `facts` knows camels by rank and seats by their distance, but actions name colours
and seats: the others say which camel has each rank, and which seat this is; and whether a die is on its way."""

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Camel Up",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MAX_PLAYERS,
    min_num_players=MIN_PLAYERS,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
)


class CamelUpGame(pyspiel.Game):  # type: ignore[misc]
    """The game with its parameters; `pyspiel.load_game("python_camel_up", {...})` makes one."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        self.settings = settings = Settings.of(params or {})
        fair_share = 1 / settings.players
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=len(faces_of(settings.edition)),
            num_players=settings.players,
            min_utility=0 - fair_share,
            max_utility=1 - fair_share,
            utility_sum=0.0,
            max_game_length=settings.max_game_length,
        )
        super().__init__(GAME_TYPE, info, dict(params or {}))

    def new_initial_state(self, position: str | None = None) -> "CamelUpState":
        """Begin a game, with no camel placed yet; or go on from a position in notation."""
        node = Placing(self.settings) if position is None else Playing.begin(self.settings, parse_position(position))
        return CamelUpState(self, node)

    def max_chance_nodes_in_history(self) -> int:
        """Return the most chance nodes that a game can have."""
        return self.settings.chances_at_start + self.settings.max_game_length

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> "Observer":
        """Make what OpenSpiel asks for strings and tensors."""
        return Observer(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


@dataclass(frozen=True, slots=True)
class _Replaying:
    """Leads through a history whose end is known, so that nothing has to be worked out on the way."""

    players: list[int]
    """Who acted, each in turn."""
    end: Playing
    step: int = 0

    @property
    def player(self) -> int:
        return self.players[self.step]

    def after(self, _: int) -> "_Replaying | Playing":
        step = self.step + 1
        return _Replaying(self.players, self.end, step) if step < len(self.players) else self.end


class CamelUpState(pyspiel.State):  # type: ignore[misc]
    """A game in progress."""

    def __init__(self, game: CamelUpGame, node: Placing | Playing) -> None:
        super().__init__(game)
        self._node: Placing | Playing | _Replaying = node

    @property
    def node(self) -> Placing | Playing:
        """Where the game is."""
        assert not isinstance(self._node, _Replaying), "nobody sees a state before it is complete"  # noqa: S101 - narrows
        return self._node

    @property
    def position(self) -> State | None:
        """The position with all secrets; while a die is on its way, the one before; None while camels are placed."""
        return self.node.position if isinstance(self.node, Playing) else None

    @property
    def is_truncated(self) -> bool:
        """Whether the game has ended only because it had `max_game_length` actions."""
        return self.is_terminal() and not self.node.is_over

    def current_player(self) -> int:
        """Return who is next: a seat, chance, or nobody."""
        player: int = self._node.player
        return player

    def is_terminal(self) -> bool:
        """Return whether the game has ended."""
        return self.current_player() == TERMINAL

    def returns(self) -> list[float]:
        """Return each seat's share of the victory less a fair share: they add up to 0."""
        return self.node.returns() if isinstance(self.node, Playing) else [0.0] * self.node.settings.players

    def chance_outcomes(self) -> Outcomes:
        """Return what chance may bring, with probabilities."""
        if self.current_player() != CHANCE:
            raise InvalidActionError("needless_outcome", "Chance is not next.")
        return self.node.outcomes()

    def _legal_actions(self, _player: int) -> list[int]:
        return self.node.legal() if isinstance(self.node, Playing) else []

    def _apply_action(self, number: int) -> None:
        self._node = self._node.after(number)

    def _action_to_string(self, player: int, number: int) -> str:
        if player == CHANCE:
            return self.node.outcome_text(number)
        return str(actions_of(self.node.settings.edition)[number])

    def __str__(self) -> str:
        """Return the whole truth in notation."""
        return self.observed_by(None, is_whole=True)

    def observed_by(self, seat: int | None, *, is_whole: bool = False) -> str:
        """Return what a seat sees now; None is a spectator."""
        return self.node.text(seat, is_whole=is_whole) if isinstance(self.node, Playing) else self.node.text()

    def remembered_by(self, seat: int | None, *, is_whole: bool = False) -> str:
        """Return all that a seat has seen since the start."""
        if isinstance(self.node, Playing):
            return self.node.record(self.history(), seat, is_whole=is_whole)
        return self.node.text()

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> "CamelUpState":
        """Return a game that looks just like this one to a seat: the cards that it cannot see are drawn again."""
        copy: CamelUpState = self.get_game().new_initial_state()

        def rng(limit: int) -> int:
            return min(int(probability_sampler() * limit), limit - 1)

        history = self.full_history()
        numbers = [played.action for played in history]
        if isinstance(self.node, Playing):
            end = self.node.resampled(player_id, rng)
            numbers = _with_cards(numbers, end)
            copy._node = _Replaying([played.player for played in history], end) if history else end
        for number in numbers:
            copy.apply_action(number)
        return copy


def _with_cards(history: list[int], end: Playing) -> list[int]:
    """Let a history lead to a position that differs only in the camels on some cards."""
    edition = end.settings.edition
    decks = {
        Deck.WINNER: iter(end.position.winner_deck[len(end.opening.winner_deck) :]),
        Deck.LOSER: iter(end.position.loser_deck[len(end.opening.loser_deck) :]),
    }
    numbers = []
    for number in history:
        action = actions_of(edition)[number]  # an outcome of chance is taken for an action here, but never for a card
        if isinstance(action, PlayCard):
            action = PlayCard(action.deck, next(decks[action.deck]).camel)
            numbers.append(encode_action(edition, action))
        else:
            numbers.append(number)
    return numbers


class Observer:
    """Makes strings and tensors for OpenSpiel: what a seat sees now or, with perfect recall, all that it has seen.

    What is public is what a spectator sees. With the secrets of all players, it is the whole truth. Of these two there
    are only strings.
    """

    def __init__(self, kind: pyspiel.IIGObservationType, params: Mapping[str, Any] | None) -> None:
        if params:
            raise ArgumentError("arguments", f"Observations have no parameters such as {quoted(params)}.")
        if not kind.public_info:
            raise ArgumentError("arguments", "There are no observations of secrets alone.")
        self._remembers = kind.perfect_recall
        self._is_whole = kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
        self._is_public = kind.private_info == pyspiel.PrivateInfoType.NONE
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if not self._is_whole and not self._is_public:
            begin = 0
            self.tensor = np.zeros(sum(map(prod, TENSOR.values())), np.float32)
            for name, shape in TENSOR.items():
                self.dict[name] = self.tensor[begin : begin + prod(shape)].reshape(shape)
                begin += prod(shape)

    def set_from(self, state: CamelUpState, player: int) -> None:
        """Write what a seat sees to the tensor; while camels are placed, it is all 0."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        node = state.node
        if not isinstance(node, Playing):
            return
        # Who remembers everything knows everybody's money.
        view = view_of(node.position, player, hide_money=node.settings.hide_money and not self._remembers)
        self.dict["facts"][:] = encode(view, FACTS)
        for rank, camel in enumerate(race.ranking(node.position.track)):
            self.dict["colours"][rank, camel] = 1
        self.dict["seat"][player] = 1
        self.dict["rolling"][0] = node.player == CHANCE

    def string_from(self, state: CamelUpState, player: int) -> str:
        """Return what a seat sees, or has seen."""
        show = state.remembered_by if self._remembers else state.observed_by
        return show(None if self._is_public else player, is_whole=self._is_whole)


pyspiel.register_game(GAME_TYPE, CamelUpGame)
