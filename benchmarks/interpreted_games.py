"""Whole random four-player second-edition games in plain Python, legal actions listed before each action.

The random player chooses uniformly among the kinds of action that are legal, then uniformly within the kind.
"""

import time

from camelup.chance import draw_face, draw_starting_track, seeded
from camelup.core.actions import Roll
from camelup.core.edition import SECOND
from camelup.core.rules import apply, legal_by_kind, start
from camelup.game import Game
from camelup.players.random_player import RandomPlayer

GAMES = 500
PLAYERS = 4


def pure(seed: int) -> int:
    """Play by the rules' functions alone; give the number of actions."""
    rng = seeded(seed)
    state = start(SECOND, PLAYERS, draw_starting_track(SECOND, rng))
    actions = 0
    while not state.is_over:
        groups = legal_by_kind(state, state.hands[state.turn])
        group = groups[rng(len(groups))]
        action = group[rng(len(group))]
        outcome = draw_face(SECOND, state.dice, rng) if isinstance(action, Roll) else None
        state, _ = apply(state, action, outcome)
        actions += 1
    return actions


def with_views(seed: int) -> int:
    """Play through `Game`, with players who see only their views, and a record kept."""
    game = Game(players=PLAYERS, seed=seed)
    player = RandomPlayer(seeded(seed))
    while not game.is_over:
        game.play(player.choose(game.view(game.position.turn)))
    return len(game.record.plies)


def main() -> None:
    rates = {}
    for play in (pure, with_views):
        play(0)
        begin = time.perf_counter()
        actions = sum(play(seed) for seed in range(GAMES))
        seconds = time.perf_counter() - begin
        rates[play.__name__] = GAMES / seconds
        print(f"{play.__name__}: {GAMES / seconds:.0f} games/s, {actions / GAMES:.1f} actions a game")
    print(f"ratio: {rates['pure'] / rates['with_views']:.1f}")


if __name__ == "__main__":
    main()
