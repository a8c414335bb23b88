"""One seat in each of many games as a Gymnasium vector environment, with compiled opponents at full speed."""

from collections.abc import Sequence
from typing import Any, ClassVar

from camelup.extras import require_extra

with require_extra("Gymnasium environments", "envs"):
    import gymnasium
    import numba  # noqa: F401 - the games need it
    import numpy as np
    import numpy.typing as npt
    from gymnasium.vector.utils import batch_space

from camelup.bulk.action_space import ACTIONS, ROLL
from camelup.bulk.observations.layouts import Layout, Observation
from camelup.bulk.observations.numbering import Numbering
from camelup.bulk.policies import Policy
from camelup.bulk.registry import find_policy
from camelup.bulk.vector_game import Reward, VectorGame, VectorStep
from camelup.core.edition import SECOND, Edition
from camelup.core.errors import ArgumentError, quoted
from camelup.core.validity import check_players, check_seat_number
from camelup.core.view import view_of
from camelup.envs.options import MOST_ACTIONS, as_edition, check_illegal, check_reset_options
from camelup.envs.png_reader import Pixels
from camelup.envs.rendering import check_render_mode, render
from camelup.envs.seat_codec import observation_space

_RENDER_MODES = ("ansi", "rgb_array", "svg")
_OWN_NAME = "You"
_SEEDS = 1 << 62

Actions = npt.NDArray[np.integer]
Info = dict[str, Any]


class CamelUpVectorEnv(gymnasium.vector.VectorEnv[Observation, Actions, npt.NDArray[Any]]):
    """Play one seat in each of many games against compiled policies.

    `opponents` is one policy for all other seats, or a list of them in the order of turns after one's own; the rest is
    as in `CamelUpEnv`. A game that ends starts again in the same step: its last observation is in
    `info["final_obs"]`. With `copy=False`, the next step overwrites what a step returns.

    >>> envs = CamelUpVectorEnv(100, "random", players=2)
    >>> observations, info = envs.reset(seed=7)
    >>> actions = envs.sample_actions()
    >>> observations, rewards, terminated, truncated, info = envs.step(actions)
    >>> rewards.shape, info["action_mask"].shape
    ((100,), (100, 54))
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": list(_RENDER_MODES),
        "autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP,
    }

    def __init__(  # noqa: PLR0913 - each is a choice that a table or a learner makes; all have defaults
        self,
        num_envs: int = 1,
        opponents: Policy | str | Sequence[Policy | str] = "random",
        *,
        players: int = 4,
        edition: Edition | int = SECOND,
        seat: int = 0,
        reward: Reward = "win",
        layout: str | Layout = "facts",
        numbering: Numbering = "rank",
        hide_money: bool = False,
        max_actions: int = MOST_ACTIONS,
        illegal: str = "raise",
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        check_players(players)
        check_seat_number(seat, players)
        check_illegal(illegal)
        check_render_mode(render_mode, _RENDER_MODES)
        self._seat, self._copies, self._rolls_instead = seat, copy, illegal == "roll"
        self._hide_money = hide_money
        policies = {other: find_policy(policy) for other, policy in _by_seat(opponents, seat, players).items()}
        self._names = [policies[other].name if other in policies else _OWN_NAME for other in range(players)]
        self._vector = VectorGame(
            num_envs,
            as_edition(edition),
            players,
            reward=reward,
            max_actions=max_actions,
            opponents=policies,
            layout=layout,
            numbering=numbering,
            hide_money=hide_money,
            threads=threads,
        )
        self._rows = np.arange(num_envs)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_observation_space = observation_space(layout)
        self.single_action_space = gymnasium.spaces.Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    @property
    def vector_game(self) -> VectorGame:
        """The games, with the rewards of all seats in `vector_game.current`."""
        return self._vector

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Observation, Info]:
        """Start new games: all, or those of the mask in `options={"reset_mask": ...}`; the same seed gives the same."""
        mask = check_reset_options(options, "reset_mask").get("reset_mask")
        super().reset(seed=seed)
        step = self._vector.reset(mask, seed=int(self.np_random.integers(_SEEDS)))
        return self._own(step.observation), self._info(step)

    def step(
        self, actions: Actions
    ) -> tuple[Observation, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], Info]:
        """Act in all games, and let the others act until it is one's own turn again; games that end start again."""
        if self._rolls_instead:
            actions = self._with_rolls(np.asarray(actions))
        step = self._vector.step(actions)
        info = self._info(step)
        ended = step.terminated | step.truncated
        if ended.any():
            info.update(self._final(step, ended))
        rewards = np.array(step.rewards[:, self._seat])
        return self._own(step.observation), rewards, self._own(step.terminated), self._own(step.truncated), info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are legal, with a row for each game."""
        return self._own(self._vector.current.mask)

    def sample_actions(self) -> npt.NDArray[np.int64]:
        """Draw a legal action for each game, all of its legal actions alike."""
        return self._own(self._vector.sample())

    def render(self) -> tuple[str | Pixels | None, ...]:  # type: ignore[override]
        """Show each table as one's own seat sees it."""
        if self.render_mode is None:
            raise ArgumentError("render_mode", "Choose a render_mode when you make the environment.")
        states = (self._vector.state(number) for number in range(self.num_envs))
        views = (view_of(state, self._seat, hide_money=self._hide_money) for state in states)
        return tuple(render(view, self.render_mode, self._names) for view in views)

    def close_extras(self, **_: Any) -> None:  # noqa: ANN401 - as Gymnasium calls it
        """End the threads."""
        self._vector.close()

    def _own(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return an array that the next step does not overwrite, if that was asked for."""
        return array.copy() if self._copies else array

    def _with_rolls(self, actions: Actions) -> Actions:
        """Replace what is not legal by rolls; what is no action at all is left for the games to refuse."""
        if actions.shape != self._rows.shape or actions.dtype.kind not in "iu":
            return actions
        is_number = (actions >= 0) & (actions < ACTIONS)
        is_legal = self._vector.current.mask[self._rows, np.where(is_number, actions, ROLL)]
        return np.where(is_legal | ~is_number, actions, ROLL)

    def _info(self, step: VectorStep) -> Info:
        everywhere = np.ones(self.num_envs, np.bool_)
        return {"action_mask": self._own(step.mask.view(np.int8)), "_action_mask": everywhere}

    def _final(self, step: VectorStep, ended: npt.NDArray[np.bool_]) -> Info:
        """Return the last observations and infos of games that have ended, as Gymnasium's own environments do."""
        observations = np.full(self.num_envs, None, object)
        for number in np.flatnonzero(ended):
            observations[number] = step.final_observation[number].copy()
        info = {
            "action_mask": np.zeros_like(step.mask, np.int8),
            "_action_mask": ended.copy(),
            "money": np.where(ended[:, None], step.final_money, 0),
            "_money": ended.copy(),
        }
        return {"final_obs": observations, "_final_obs": ended.copy(), "final_info": info, "_final_info": ended.copy()}


def _by_seat(opponents: Policy | str | Sequence[Policy | str], seat: int, players: int) -> dict[int, Policy | str]:
    """Return a policy for each of the other seats; a single one plays all of them."""
    others = [(seat + after) % players for after in range(1, players)]
    if isinstance(opponents, str | Policy):
        return dict.fromkeys(others, opponents)
    if not isinstance(opponents, Sequence) or len(opponents) != len(others):
        raise ArgumentError(
            "opponents", f"Name a policy, or {len(others)} of them in the order of turns, not {quoted(opponents)}."
        )
    return dict(zip(others, opponents, strict=True))
