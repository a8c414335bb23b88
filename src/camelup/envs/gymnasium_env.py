"""One seat of a table as a Gymnasium environment: the other seats are taken by players of any kind.

Importing this module registers `camelup/CamelUp-v0` for `gymnasium.make` and `gymnasium.make_vec`.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, SupportsFloat

from camelup.extras import require_extra

with require_extra("Gymnasium environments", "envs"):
    import gymnasium
    import numba  # noqa: F401 - the games need it
    import numpy as np
    import numpy.typing as npt

from camelup.bulk.action_space import ACTIONS
from camelup.bulk.observations.layouts import Layout, Observation
from camelup.bulk.observations.numbering import Numbering, check_numbering, read_number
from camelup.bulk.vector_game import Reward
from camelup.chance import seeded
from camelup.core.actions import Action, Roll
from camelup.core.edition import SECOND, Edition
from camelup.core.errors import ArgumentError, IllegalActionError
from camelup.core.validity import check_seat_number
from camelup.envs.opponents import Opponent, Opponents
from camelup.envs.options import MOST_ACTIONS, as_edition, check_options, check_reset_options, victory_shares
from camelup.envs.png_reader import Pixels
from camelup.envs.rendering import RENDER_MODES, check_render_mode, render
from camelup.envs.seat_codec import SeatCodec, observation_space
from camelup.game import Game
from camelup.players import DEFAULT_BUDGET, Budget

ID = "camelup/CamelUp-v0"
_OWN_NAME = "You"
_DICE, _SEAT = 0xFF, 0xFE
"""Sources of random numbers that belong to no opponent."""
_SEEDS = 1 << 62

Info = dict[str, Any]


class CamelUpEnv(gymnasium.Env[Observation, np.int64]):
    """Play one seat against chosen players, which see what people in their seats would see.

    `opponents` is one player for all other seats, or a list of them in the order of turns after one's own. With `seat`
    None, the own seat is drawn for each game; who starts is always drawn. `reward` is "win", the share of the victory
    at the end, or "money", the pounds that each step brings or costs. A game is truncated after `max_actions` actions
    of all seats together. With `illegal="roll"` an action that is not legal becomes a roll instead of an error.

    >>> env = CamelUpEnv("random", players=2)
    >>> observation, info = env.reset(seed=7)
    >>> action = env.action_space.sample(info["action_mask"])
    >>> observation, reward, terminated, truncated, info = env.step(action)
    >>> reward, terminated, truncated
    (0.0, False, False)
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # type: ignore[misc]

    def __init__(  # noqa: PLR0913 - each is a choice that a table or a learner makes; all have defaults
        self,
        opponents: Opponent | Sequence[Opponent] = "random",
        *,
        players: int = 4,
        edition: Edition | int = SECOND,
        seat: int | None = 0,
        reward: Reward = "win",
        layout: str | Layout = "facts",
        numbering: Numbering = "rank",
        hide_money: bool = False,
        max_actions: int = MOST_ACTIONS,
        illegal: str = "raise",
        budget: Budget = DEFAULT_BUDGET,
        render_mode: str | None = None,
    ) -> None:
        check_options(players, max_actions, reward, illegal, hide_money=hide_money)
        if seat is not None:
            check_seat_number(seat, players)
        check_numbering(numbering)
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self._players, self._edition = players, as_edition(edition)
        self._fixed_seat = self._seat = seat or 0
        self._is_seat_drawn = seat is None
        self._is_money, self._hide_money = reward == "money", hide_money
        self._max_actions, self._rolls_instead = max_actions, illegal == "roll"
        self._layout, self._numbering = layout, numbering
        self._opponents = Opponents(opponents, players - 1, budget)
        self.observation_space = observation_space(layout)
        self.action_space = gymnasium.spaces.Discrete(ACTIONS)
        self._game: Game | None = None
        self._is_ended = True

    @property
    def game(self) -> Game:
        """The game as it is, secrets included: for looking on, never for an agent."""
        if self._game is None:
            raise gymnasium.error.ResetNeeded("There is no game yet: call reset() first.")
        return self._game

    @property
    def seat(self) -> int:
        """The own seat in this game."""
        return self._seat

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Observation, Info]:
        """Start a new game, and let the others act until it is one's own turn.

        The same seed gives the same games; `options={"seat": ...}` puts one on another seat for this game.
        """
        chosen = check_reset_options(options, "seat").get("seat")
        if chosen is not None:
            check_seat_number(chosen, self._players)
        super().reset(seed=seed)
        self._leave()
        number = int(self.np_random.integers(_SEEDS))
        self._seat = self._choose_seat(number) if chosen is None else chosen
        others = [(self._seat + after) % self._players for after in range(1, self._players)]
        names = [_OWN_NAME] * self._players
        for other, name in zip(others, self._opponents.names, strict=True):
            names[other] = name
        dice = _source(number, _DICE)
        game = Game(self._players, self._edition, rng=dice, first=None, names=names, hide_money=self._hide_money)
        self._game, self._is_ended, self._actions = game, False, 0
        self._view = game.view(self._seat)
        self._codec = SeatCodec(self._view, self._layout, self._numbering)
        self._opponents.start(game, others, [_source(number, other) for other in others])
        self._money = game.position.money[self._seat]
        self._play_others()
        return self._observe()

    def step(self, action: np.int64 | int) -> tuple[Observation, SupportsFloat, bool, bool, Info]:
        """Act, and let the others act until it is one's own turn again, or the game is over or truncated."""
        game = self.game
        if self._is_ended:
            raise IllegalActionError("game_over", "The game is over, or was broken off: call reset() for another one.")
        self._play(self._read(action))
        self._play_others()
        is_over = game.is_over
        is_truncated = not is_over and self._actions >= self._max_actions
        observation, info = self._observe()
        reward = self._count_reward()
        if is_over or is_truncated:
            info["money"] = np.array(game.position.money, np.int32)
            self._leave()
        return observation, reward, is_over, is_truncated, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are legal now, as sb3-contrib asks for it."""
        self.game  # noqa: B018 - there must be one
        return self._mask.copy()

    def render(self) -> str | Pixels | None:
        """Show the table as one's own seat sees it."""
        if self.render_mode is None:
            raise ArgumentError("render_mode", "Choose a render_mode when you make the environment.")
        return render(self.game.view(self._seat), self.render_mode, self.game.names)

    def close(self) -> None:
        """Give back what the opponents hold, such as programs."""
        self._leave()
        self._opponents.close()

    def _choose_seat(self, number: int) -> int:
        return _source(number, _SEAT)(self._players) if self._is_seat_drawn else self._fixed_seat

    def _read(self, number: np.int64 | int) -> Action:
        """Return the action with a number; whether it is legal says the mask that was shown."""
        action = self._codec.action(self._view, number)
        if not self._mask[read_number(number)] and self._rolls_instead:
            return Roll()
        return action

    def _play_others(self) -> None:
        while not self.game.is_over and self._actions < self._max_actions and self.game.position.turn != self._seat:
            try:
                action = self._opponents.choose(self.game)
            except BaseException as error:  # without its action the game cannot go on, and nobody else may act for it
                seat = self.game.position.turn
                error.add_note(f"{self.game.names[seat]} on seat {seat} failed, and the game was broken off.")
                self._mask = np.zeros(ACTIONS, np.bool_)
                self._leave()
                raise
            self._play(action)
        self._view = self.game.view(self._seat)

    def _play(self, action: Action) -> None:
        game = self.game
        events = game.play(action)
        self._actions += 1
        self._opponents.observe(game, events)
        self._codec.follow(game.events_for(events, self._seat))
        if self.render_mode == "human":
            self.render()

    def _observe(self) -> tuple[Observation, Info]:
        is_own_turn = self._view.turn == self._seat and self._actions < self._max_actions
        self._mask = self._codec.mask(self._view) if is_own_turn else np.zeros(ACTIONS, np.bool_)
        return self._codec.encode(self._view), {"action_mask": self._mask.astype(np.int8), "seat": self._seat}

    def _count_reward(self) -> float:
        """Return what the step has brought."""
        money = self.game.position.money
        if self._is_money:
            before, self._money = self._money, money[self._seat]
            return float(self._money - before)
        return victory_shares(money)[self._seat] if self.game.is_over else 0.0

    def _leave(self) -> None:
        if self._game is not None and not self._is_ended:
            self._is_ended = True
            self._opponents.end(self._game)


def _source(number: int, purpose: int) -> seeded:
    return seeded(number << 8 | purpose)


def register() -> None:
    """Make the environment known to Gymnasium by its id; a second call changes nothing."""
    if ID not in gymnasium.registry:
        gymnasium.register(
            ID,
            entry_point="camelup.envs.gymnasium_env:CamelUpEnv",
            vector_entry_point="camelup.envs.gymnasium_vector:CamelUpVectorEnv",
        )


register()
