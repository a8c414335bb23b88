"""All seats of a table as a PettingZoo environment, one agent after the other; import it as `camelup_v0`."""

from typing import Any, ClassVar

from camelup.extras import require_extra

with require_extra("PettingZoo environments", "envs"):
    import gymnasium
    import numba  # noqa: F401 - the games need it
    import numpy as np
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

from camelup.bulk.action_space import ACTIONS, ROLL
from camelup.bulk.observations.layouts import Layout
from camelup.bulk.observations.numbering import Numbering, read_number
from camelup.bulk.vector_game import Reward
from camelup.core.edition import SECOND, STARTING_MONEY, Edition
from camelup.core.errors import ArgumentError, IllegalActionError, quoted
from camelup.core.state import State
from camelup.core.view import view_of
from camelup.envs.options import MOST_ACTIONS, as_edition, check_options, victory_shares
from camelup.envs.png_reader import Pixels
from camelup.envs.record_game import RecordGame
from camelup.envs.rendering import RENDER_MODES, check_render_mode, render
from camelup.envs.seat_codec import observation_space

_SEEDS = 1 << 62

Observed = dict[str, Any]


class CamelUpAECEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """Play all seats: `player_0` to `player_7`, in the order of turns; who starts is drawn.

    An observation is a dict of `observation` and `action_mask`; the mask is empty for those who are not in turn.
    `reward` is "win", the share of the victory at the end, or "money", the pounds that each action brings or costs
    each seat. A game is truncated after `max_actions`. With `illegal="roll"`, an action that is not legal becomes a
    roll instead of an error.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "camelup_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(  # noqa: PLR0913 - each is a choice that a table or a learner makes; all have defaults
        self,
        *,
        players: int = 4,
        edition: Edition | int = SECOND,
        reward: Reward = "win",
        layout: str | Layout = "facts",
        numbering: Numbering = "rank",
        hide_money: bool = False,
        max_actions: int = MOST_ACTIONS,
        illegal: str = "raise",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_options(players, max_actions, reward, illegal, hide_money=hide_money)
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self._is_money, self._rolls_instead = reward == "money", illegal == "roll"
        self._max_actions, self._hide_money = max_actions, hide_money
        self._game = RecordGame(as_edition(edition), players, layout, numbering, hide_money=hide_money)
        self._rng = np.random.default_rng()
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": observation_space(layout),
                    "action_mask": gymnasium.spaces.Box(0, 1, (ACTIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: gymnasium.spaces.Discrete(ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """Return the space of an agent's observations."""
        self._seat_of(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """Return the space of an agent's actions."""
        self._seat_of(agent)
        return self.action_spaces[agent]

    @property
    def position(self) -> State:
        """The whole truth, secrets included: for looking on, never for an agent."""
        return self._game.state

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - there are none
        """Start a new game; the same seed gives the same games."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self._game.start(int(self._rng.integers(_SEEDS)))
        self._actions = 0
        self._money = [STARTING_MONEY] * len(self.possible_agents)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._game.turn]

    def observe(self, agent: str) -> Observed:
        """Return what an agent sees, and what it may do if it is in turn."""
        seat = self._seat_of(agent)
        is_its_turn = seat == self._game.turn and not self._has_ended
        mask = self._game.mask() if is_its_turn else np.zeros(ACTIONS, np.int8)
        return {"observation": self._game.observe(seat), "action_mask": mask}

    def step(self, action: int | np.integer | None) -> None:
        """Act for the agent in turn; once the game is over, each agent takes its leave with the action None."""
        if self._has_ended:
            self._was_dead_step(action)
            return
        self._game.play(self._read(action))
        self._actions += 1
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = self._count_rewards()
        if self._game.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._actions >= self._max_actions:
            self.truncations = dict.fromkeys(self.agents, True)
        if self._game.is_over or self._actions >= self._max_actions:
            self.infos = {agent: {"money": self._game.money} for agent in self.agents}
        else:
            self.agent_selection = self.possible_agents[self._game.turn]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | Pixels | None:
        """Show the table as a spectator sees it."""
        if self.render_mode is None:
            raise ArgumentError("render_mode", "Choose a render_mode when you make the environment.")
        return render(
            view_of(self._game.state, None, hide_money=self._hide_money), self.render_mode, self.possible_agents
        )

    def close(self) -> None:
        """Do nothing: there is nothing to give back."""

    @property
    def _has_ended(self) -> bool:
        return self._game.is_over or self._actions >= self._max_actions

    def _seat_of(self, agent: str) -> int:
        if agent not in self._seats:
            last = self.possible_agents[-1]
            raise ArgumentError("agent", f"The agents are player_0 to {last}, not {quoted(agent)}.")
        return self._seats[agent]

    def _read(self, action: int | np.integer | None) -> int:
        number = read_number(action)
        if self._game.is_legal(number):
            return number
        if self._rolls_instead:
            return ROLL
        raise IllegalActionError("illegal", f"Action {action} is not legal for {self.agent_selection} now.")

    def _count_rewards(self) -> dict[str, float]:
        """Return what the last action has brought each agent."""
        money = self._game.money
        if self._is_money:
            before, self._money = self._money, money
            gains = [float(now - then) for now, then in zip(money, before, strict=True)]
        else:
            gains = victory_shares(money) if self._game.is_over else [0.0] * len(money)
        return dict(zip(self.possible_agents, gains, strict=True))


def raw_env(**options: Any) -> CamelUpAECEnv:  # noqa: ANN401 - those of the environment
    """Make the environment itself."""
    return CamelUpAECEnv(**options)


def env(**options: Any) -> AECEnv:  # noqa: ANN401 - those of the environment
    """Make the environment inside PettingZoo's wrapper that refuses calls in a wrong order.

    Its other wrappers are about actions that are illegal or out of bounds, which the environment itself refuses.
    """
    return wrappers.OrderEnforcingWrapper(raw_env(**options))
