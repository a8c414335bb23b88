"""How fast the environments for Gymnasium and PettingZoo are, with random legal actions; seconds of one core's time."""

import time
from collections.abc import Callable

import numpy as np

from camelup.bulk.vector_game import VectorGame
from camelup.envs import CamelUpEnv, CamelUpVectorEnv, camelup_v0

GAMES, STEPS = 1024, 300


def measure(work: Callable[[], int]) -> float:
    work()  # compiled, and warm
    began = time.process_time()
    return work() / (time.process_time() - began)


def play_vector(games: VectorGame, step: Callable[[], None]) -> int:
    before = games.actions_played
    for _ in range(STEPS):
        step()
    return games.actions_played - before


def play_pettingzoo() -> int:
    env = camelup_v0.env()
    steps = 0
    for seed in range(5):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            observed, _, terminated, truncated, _ = env.last()
            is_over = terminated or truncated
            env.step(None if is_over else env.action_space(agent).sample(observed["action_mask"]))
            steps += 1
    return steps


def play_single() -> int:
    env = CamelUpEnv()
    env.action_space.seed(1)
    actions = 0
    for seed in range(5):
        _, info = env.reset(seed=seed)
        is_over = False
        while not is_over:
            *_, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
            is_over = terminated or truncated
        actions += len(env.game.record.plies)
    return actions


rng = np.random.default_rng(1)
for layout in ("facts", "odds"):
    envs = CamelUpVectorEnv(GAMES, layout=layout)
    envs.reset(seed=1)
    drawn = measure(lambda envs=envs: play_vector(envs.vector_game, lambda: envs.step(envs.sample_actions())))  # type: ignore[misc]

    def step(envs: CamelUpVectorEnv = envs) -> None:
        mask = envs.action_masks()
        envs.step(np.argmax(rng.random(mask.shape, np.float32) * mask, axis=1))

    masked = measure(lambda envs=envs, step=step: play_vector(envs.vector_game, step))  # type: ignore[misc]
    print(f"vector environment, {layout}: {drawn:,.0f} actions/s drawn by it, {masked:,.0f} drawn from its mask")
print(f"PettingZoo: {measure(play_pettingzoo):,.0f} steps/s")
print(f"single environment against random players: {measure(play_single):,.0f} actions/s of all seats")
