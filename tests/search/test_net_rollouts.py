"""Rollouts by a net: what it says of positions, secrets, parts of the same playouts, and games that end on the way."""

import random

import numpy as np
import pytest

from camelup import Game, parse_position
from camelup.bulk import Batch
from camelup.bulk.action_space import ACTIONS, ROLL, TICKETS
from camelup.bulk.layout import MOST_CARDS, Games
from camelup.bulk.observations.layouts import ODDS
from camelup.compiled.arrays import FloatArray
from camelup.core.edition import EDITIONS, MAX_PLAYERS, Edition
from camelup.core.race import RACERS
from camelup.core.state import State
from camelup.nets.built_in import learned_net
from camelup.nets.policy_net import OUTPUTS, PolicyNet
from camelup.search.evaluator import Evaluator
from camelup.search.net_rollouts import NetRollouts
from camelup.search.opponents import OWN_STYLE
from camelup.search.two_judges import STYLES_A_NET, TwoJudges
from tests.bulk.observations.games import positions
from tests.test_secrets import other_truth

EVERY_EDITION = pytest.mark.parametrize("edition", EDITIONS.values(), ids=str)
BELIEFS = np.full((2, MOST_CARDS, RACERS), 1 / RACERS)


def root_of(state: State) -> Games:
    return Batch.from_positions([state]).games.copy().view(np.recarray)


def net_that(likes: int, thinks: FloatArray) -> PolicyNet:
    """A net that looks at nothing: it likes one action, and judges every position alike."""
    bias = np.zeros(OUTPUTS, np.float32)
    bias[likes] = 50
    bias[ACTIONS:] = thinks
    shapes = (ODDS.size, 4), (4,), (4, 4), (4,), (4, OUTPUTS)
    first, first_bias, second, second_bias, head = (np.zeros(shape, np.float32) for shape in shapes)
    return PolicyNet(first, first_bias, second, second_bias, head, bias, np.zeros(1, np.float32))


@EVERY_EDITION
@pytest.mark.parametrize("players", [2, 5, 8])
def test_a_game_that_goes_on_is_worth_what_the_net_says(edition: Edition, players: int) -> None:
    root = root_of(Game(players=players, edition=edition, seed=3).position)
    logits = np.linspace(1, -1, MAX_PLAYERS)
    found = NetRollouts(net_that(ROLL, logits), 1).evaluate_for(root, 0, np.array([ROLL, TICKETS]), 0, 6, BELIEFS)
    shares = np.exp(logits[:players]) / np.exp(logits[:players]).sum()
    assert found == pytest.approx(np.full((2, 6), shares[0]), rel=1e-5)


def test_a_game_that_ends_is_worth_what_it_brings() -> None:
    """Every die brings the leader home: who has 9 pounds more wins, whatever the net thinks of it."""
    for mine, theirs, share in ((12, 3, 1.0), (3, 12, 0.0)):
        root = root_of(
            parse_position(f"edition 1 | track 13:b 14:g 15:o 16:wy | dice y | pyramid 2 2 | money {mine} {theirs}")
        )
        found = NetRollouts(net_that(ROLL, np.zeros(MAX_PLAYERS)), 1).evaluate_for(
            root, 0, np.array([ROLL]), 0, 4, BELIEFS
        )
        assert found.tolist() == [[share] * 4]


@EVERY_EDITION
def test_playouts_are_numbered_wherever_they_are_made(edition: Edition) -> None:
    judge, actions = NetRollouts(learned_net(), 5), np.array([ROLL, TICKETS, TICKETS + 1])
    root = root_of(Game(players=4, edition=edition, seed=4).position)
    whole = judge.evaluate_for(root, 0, actions, 0, 400, BELIEFS)  # more games than are played at once
    parts = [judge.evaluate_for(root, 0, actions, begin, 100, BELIEFS) for begin in range(0, 400, 100)]
    assert np.abs(whole - np.concatenate(parts, axis=1)).max() < 1e-3
    alone = judge.evaluate_for(root, 0, actions[1:2], 0, 400, BELIEFS)
    assert np.abs(whole[1] - alone[0]).max() < 1e-3
    assert whole.std(axis=1).min() > 0.005, "dice and others' actions differ from one playout to the next"
    again = NetRollouts(learned_net(), 6).evaluate_for(root, 0, actions, 0, 400, BELIEFS)
    assert not np.array_equal(whole, again)


@EVERY_EDITION
def test_playouts_do_not_depend_on_what_the_seat_may_not_know(edition: Edition) -> None:
    generator = random.Random(5)
    compared = 0
    for state in positions(edition, 4, games=3, seed=5)[20::9]:
        other = other_truth(state, state.turn, generator)
        if state.is_over or other == state:
            continue
        judge = NetRollouts(learned_net(), 2)
        one, two = (
            judge.evaluate_for(root_of(truth), state.turn, np.array([ROLL]), 0, 8, BELIEFS) for truth in (state, other)
        )
        assert np.array_equal(one, two)
        compared += 1
    assert compared > 3


def test_two_judges_have_one_opinion() -> None:
    root = root_of(Game(players=4, seed=4).position)
    actions = [ROLL, TICKETS, TICKETS + 2]
    styles, net = Evaluator(3), NetRollouts(learned_net(), 3)
    judges = TwoJudges(root, actions, BELIEFS, styles, net)
    judges.play(np.arange(3), 3 * STYLES_A_NET)
    judges.play(np.array([0, 2]), STYLES_A_NET)
    by_styles = styles.evaluate_for(root, 0, np.array(actions), 0, 4 * STYLES_A_NET, BELIEFS, OWN_STYLE)
    by_net = net.evaluate_for(root, 0, np.array(actions), 0, 4, BELIEFS)
    expected = [(by_styles[row].mean() + by_net[row].mean()) / 2 for row in (0, 2)]
    assert judges.wins[[0, 2]] == pytest.approx(expected, abs=1e-3)
    assert judges.wins[1] == pytest.approx(
        (by_styles[1, : 3 * STYLES_A_NET].mean() + by_net[1, :3].mean()) / 2, abs=1e-3
    )
    assert judges.playouts.tolist() == [4 * STYLES_A_NET, 3 * STYLES_A_NET, 4 * STYLES_A_NET]
