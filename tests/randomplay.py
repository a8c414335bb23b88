"""Random games for tests: starts of every kind, and actions chosen kind by kind."""

import os
import random

from camelup.chance import draw_face, draw_starting_track
from camelup.core import race
from camelup.core.actions import Action, Face, Roll
from camelup.core.edition import EDITIONS, SPACES, Edition
from camelup.core.rules import apply, legal_by_kind, start
from camelup.core.state import State


def compared_games() -> int:
    """Tell how many games are compared with another model: some in every run, many in `make compare`."""
    return int(os.environ.get("CAMELUP_TEST_GAMES", "1000"))


def random_track(edition: Edition, generator: random.Random) -> int:
    """Camels anywhere, in stacks of any order, often bunched so that crazy camels carry and are carried."""
    lowest = generator.randint(edition.first_space, SPACES)
    highest = generator.randint(lowest, SPACES)
    camels = list(range(len(edition.camels)))
    generator.shuffle(camels)
    track = race.EMPTY
    for camel in camels:
        track = race.put_on_top(track, camel, generator.randint(lowest, highest))
    return track


def random_start(generator: random.Random, *, is_usual: bool | None = None, edition: Edition | None = None) -> State:
    """A game of either edition for 2 to 8: half of them set up by the rules, half with camels anywhere.

    From the usual start the race hardly ever ends backward or with a crazy camel alone.
    """
    edition = edition or EDITIONS[generator.choice((1, 2, 2))]
    players = generator.randint(2, 8)
    state = start(edition, players, draw_starting_track(edition, generator.randrange), generator.randrange(players))
    if is_usual is None:
        is_usual = generator.random() < 0.5
    return state if is_usual else state.replace(track=random_track(edition, generator))


def random_action(state: State, generator: random.Random) -> tuple[Action, Face | None]:
    """An action, uniform over the legal kinds and then within the kind, and what the die shows."""
    action = generator.choice(generator.choice(legal_by_kind(state, state.hands[state.turn])))
    return action, random_outcome(state, generator) if isinstance(action, Roll) else None


def random_outcome(state: State, generator: random.Random) -> Face:
    """What the pyramid gives."""
    return draw_face(state.edition, state.dice, generator.randrange)


def random_position(generator: random.Random, most_actions: int = 150) -> State:
    """A position from the middle of a game, or from its end."""
    state = random_start(generator)
    for _ in range(generator.randint(0, most_actions)):
        if state.is_over:
            break
        state, _ = apply(state, *random_action(state, generator))
    return state
