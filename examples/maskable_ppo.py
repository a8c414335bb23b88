"""Learn to play with MaskablePPO of sb3-contrib, in hundreds of compiled games at once.

pip install 'camelup[envs]' sb3-contrib
python maskable_ppo.py
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

from camelup.envs import CamelUpVectorEnv


class StableBaselinesGames(VecEnv):  # type: ignore[misc]  # which has no types here
    """camelup's vector environment in the form that stable-baselines3 has for many environments."""

    def __init__(self, envs: CamelUpVectorEnv) -> None:
        self.envs = envs
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)

    def reset(self) -> Any:
        """Start all games, with the seed that `seed` has set."""
        observations, _ = self.envs.reset(seed=self._seeds[0])
        self._reset_seeds()
        return observations

    def step_async(self, actions: Any) -> None:
        """Take the actions."""
        self._actions = actions

    def step_wait(self) -> Any:
        """Perform them; the last observation of a game that has ended is in its info."""
        observations, rewards, terminated, truncated, info = self.envs.step(self._actions)
        ended = terminated | truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for number in np.flatnonzero(ended):
            infos[number]["terminal_observation"] = info["final_obs"][number]
            infos[number]["TimeLimit.truncated"] = bool(truncated[number])
        return observations, rewards, ended, infos

    def env_method(self, method_name: str, *_: Any, **__: Any) -> list[Any]:
        """Give the masks, which is all that MaskablePPO asks for."""
        return list(getattr(self.envs, method_name)())

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return something that all games have in common."""
        return [getattr(self.envs, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refuse: the games are one environment."""
        raise NotImplementedError

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> Sequence[bool]:
        """Say that nothing is between the learner and the games."""
        return [False] * self.num_envs

    def close(self) -> None:
        """End the threads."""
        self.envs.close()


def make_model(games: StableBaselinesGames, seed: int = 0) -> MaskablePPO:
    """Make a learner with settings for many short games."""
    return MaskablePPO(
        "MlpPolicy",
        games,
        n_steps=32,
        batch_size=1024,
        n_epochs=2,
        learning_rate=1e-3,
        gamma=1.0,
        ent_coef=0.003,
        policy_kwargs={"net_arch": [64]},
        seed=seed,
        device="cpu",
    )


def win_share(model: MaskablePPO, envs: CamelUpVectorEnv, games: int, seed: int = 1) -> float:
    """Return the share of the victories in some games."""
    shares: list[float] = []
    observations, info = envs.reset(seed=seed)
    while len(shares) < games:
        actions, _ = model.predict(observations, action_masks=info["action_mask"].astype(bool))
        observations, rewards, terminated, truncated, info = envs.step(actions)
        shares.extend(rewards[terminated | truncated].tolist())
    return float(np.mean(shares))


if __name__ == "__main__":
    options: dict[str, Any] = {"players": 2, "layout": "facts", "max_actions": 200}
    training = StableBaselinesGames(CamelUpVectorEnv(256, "random", **options))
    model = make_model(training)
    tests = CamelUpVectorEnv(256, "random", **options)
    print(f"before: {win_share(model, tests, 1000):.0%} of the victories")
    model.learn(160_000)
    print(f"after:  {win_share(model, tests, 1000):.0%}")
    model.save("camelup_ppo")
