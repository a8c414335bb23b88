"""The game of OpenSpiel, as ratios to plain play by the rules in the same run: second edition, four players."""

import random
import time
from collections.abc import Callable

import numpy as np
import pyspiel  # type: ignore[import-not-found]  # it has no types
from open_spiel.python.algorithms import ismcts, mcts  # type: ignore[import-untyped]

from camelup.chance import draw_face, draw_starting_track
from camelup.core.actions import Roll
from camelup.core.edition import SECOND
from camelup.core.rules import apply, legal, start
from camelup.envs.open_spiel_evaluator import BulkEvaluator
from camelup.envs.open_spiel_game import NAME, CamelUpState

GAMES = 20
SIMULATIONS = 20
GAME = pyspiel.load_game(NAME)


def by_the_rules(generator: random.Random) -> int:
    """Play a game of random actions; return how many there were."""
    state = start(SECOND, 4, draw_starting_track(SECOND, generator.randrange))
    actions = 0
    while not state.is_over:
        action = generator.choice(legal(state))
        outcome = draw_face(SECOND, state.dice, generator.randrange) if isinstance(action, Roll) else None
        state, _ = apply(state, action, outcome)
        actions += 1
    return actions


def by_open_spiel(generator: random.Random) -> int:
    """Play a game of random actions as a program for OpenSpiel does."""
    state = GAME.new_initial_state()
    actions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(generator.choices(outcomes, weights)[0])
        else:
            state.apply_action(generator.choice(state.legal_actions()))
            actions += 1
    return actions


def actions_a_second(play: Callable[[random.Random], int]) -> float:
    play(random.Random(0))
    generator = random.Random(1)
    begin = time.process_time()
    actions = sum(play(generator) for _ in range(GAMES))
    return actions / (time.process_time() - begin)


def middle_of_a_game() -> CamelUpState:
    generator = random.Random(2)
    state: CamelUpState = GAME.new_initial_state()
    while len(state.history()) < 150 or state.is_chance_node():
        state.apply_action(generator.choice(state.legal_actions()))
    return state


def times_a_second(what: Callable[[], object], times: int) -> float:
    what()
    begin = time.process_time()
    for _ in range(times):
        what()
    return times / (time.process_time() - begin)


def main() -> None:
    plain, spiel = actions_a_second(by_the_rules), actions_a_second(by_open_spiel)
    print(f"random actions: {spiel:.0f}/s, {spiel / plain:.2f} times plain play by the rules ({plain:.0f}/s)")
    state = middle_of_a_game()
    seat = state.current_player()
    print(f"in a game with {len(state.history())} numbers of history, a second:")
    for name, what in (
        ("clone", state.clone),
        ("information_state_string", lambda: state.information_state_string(seat)),
        ("observation_tensor", lambda: state.observation_tensor(seat)),
        ("resample_from_infostate", lambda: state.resample_from_infostate(seat, random.random)),
    ):
        print(f"  {name}: {times_a_second(what, 300):.0f}")
    rng = np.random.RandomState(3)
    for name, evaluator, simulations in (
        ("OpenSpiel's random rollouts", mcts.RandomRolloutEvaluator(1, rng), SIMULATIONS),
        ("100 rollouts in bulk", BulkEvaluator(100), 10 * SIMULATIONS),
    ):
        one = mcts.MCTSBot(GAME, 1.4, simulations, evaluator, random_state=rng)
        two = ismcts.ISMCTSBot(GAME, evaluator, 1.4, simulations, random_state=rng)
        for bot in (one, two):
            rate = simulations * times_a_second(lambda bot=bot: bot.step(state), 1)  # type: ignore[misc]
            print(f"{type(bot).__name__} with {name}: {rate:.0f} simulations/s")


if __name__ == "__main__":
    main()
