"""Rollouts by a net: what it says of positions, secrets, parts of the same playouts, and games that end on the way."""

import random

import numpy as np
import pytest

from camelup import Game, parse_position
from camelup.bulk import Batch
from camelup.bulk.action_space import ACTIONS, ROLL, TICKETS
from camelup.bulk.layout import MOST_CARDS, Games
from camelup.bulk.observations.layouts import ODDS
from camelup.compiled.arrays import FloatArray, IntArray
from camelup.core.edition import EDITIONS, MAX_PLAYERS, Edition
from camelup.core.race import RACERS
from camelup.core.state import State
from camelup.nets.built_in import learned_net
from camelup.nets.policy_net import OUTPUTS, PolicyNet
from camelup.search.judges import STYLES_FOR_ONE, WEIGHTS, Judges, make_bench
from camelup.search.net_rollouts import NetRollouts
from camelup.search.opponents import CLUELESS, MIXTURE, OWN_STYLE
from tests.bulk.observations.games import positions
from tests.test_secrets import other_truth

EVERY_EDITION = pytest.mark.parametrize("edition", EDITIONS.values(), ids=str)
BELIEFS = np.full((2, MOST_CARDS, RACERS), 1 / RACERS)
AMONG = pytest.mark.parametrize("mixture", [None, MIXTURE], ids=["by the net", "by kinds"])
"""How the others choose."""


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
@AMONG
@pytest.mark.parametrize("players", [2, 5, 8])
def test_a_game_that_goes_on_is_worth_what_the_net_says(
    edition: Edition, players: int, mixture: IntArray | None
) -> None:
    root = root_of(Game(players=players, edition=edition, seed=3).position)
    logits = np.linspace(1, -1, MAX_PLAYERS)
    judge = NetRollouts(net_that(ROLL, logits), 1, mixture=mixture)
    found = judge.evaluate_for(root, 0, np.array([ROLL, TICKETS]), 0, 6, BELIEFS)
    shares = np.exp(logits[:players]) / np.exp(logits[:players]).sum()
    assert found == pytest.approx(np.full((2, 6), shares[0]), rel=1e-5)


@AMONG
def test_a_game_that_ends_is_worth_what_it_brings(mixture: IntArray | None) -> None:
    """Every die brings the leader home: who has 9 pounds more wins, whatever the net thinks of it."""
    for mine, theirs, share in ((12, 3, 1.0), (3, 12, 0.0)):
        root = root_of(
            parse_position(f"edition 1 | track 13:b 14:g 15:o 16:wy | dice y | pyramid 2 2 | money {mine} {theirs}")
        )
        judge = NetRollouts(net_that(ROLL, np.zeros(MAX_PLAYERS)), 1, mixture=mixture)
        found = judge.evaluate_for(root, 0, np.array([ROLL]), 0, 4, BELIEFS)
        assert found.tolist() == [[share] * 4]


def test_others_play_as_they_are_thought_to() -> None:
    """One die is left, which brings the leader home. Nobody at the table has to roll it, but some would."""
    position = "edition 1 | track 13:b 14:g 15:o 16:wy | dice y | pyramid 1 1 1 1 | money 3 12 3 3"
    root, net = root_of(parse_position(position)), net_that(TICKETS, np.zeros(MAX_PLAYERS))

    def ends(mixture: IntArray | None) -> float:
        judge = NetRollouts(net, 1, mixture=mixture)
        return float((judge.evaluate_for(root, 0, np.array([TICKETS]), 0, 400, BELIEFS) == 0).mean())

    assert ends(None) == 0, "a net that likes tickets alone never rolls"
    one, all_three = ends(np.array([[0], [CLUELESS], *[[0]] * 6])), ends(np.array([CLUELESS]))
    assert 0 < one < all_three < 1, "each seat plays by its row"


def test_a_look_further_ahead_sees_more_of_the_race() -> None:
    root = root_of(Game(players=4, seed=4).position)
    near, far = (
        NetRollouts(learned_net(), 1, turns, MIXTURE).evaluate_for(root, 0, np.array([ROLL]), 0, 300, BELIEFS)
        for turns in (1, 4)
    )
    assert far.std() > 1.2 * near.std()


@EVERY_EDITION
@AMONG
def test_playouts_are_numbered_wherever_they_are_made(edition: Edition, mixture: IntArray | None) -> None:
    judge, actions = NetRollouts(learned_net(), 5, mixture=mixture), np.array([ROLL, TICKETS, TICKETS + 1])
    root = root_of(Game(players=4, edition=edition, seed=4).position)
    whole = judge.evaluate_for(root, 0, actions, 0, 400, BELIEFS)  # more games than are played at once
    parts = [judge.evaluate_for(root, 0, actions, begin, 100, BELIEFS) for begin in range(0, 400, 100)]
    assert np.abs(whole - np.concatenate(parts, axis=1)).max() < 1e-3
    alone = judge.evaluate_for(root, 0, actions[1:2], 0, 400, BELIEFS)
    assert np.abs(whole[1] - alone[0]).max() < 1e-3
    assert whole.std(axis=1).min() > 0.001, "dice and others' actions differ from one playout to the next"
    again = NetRollouts(learned_net(), 6, mixture=mixture).evaluate_for(root, 0, actions, 0, 400, BELIEFS)
    assert not np.array_equal(whole, again)


@EVERY_EDITION
@AMONG
def test_playouts_do_not_depend_on_what_the_seat_may_not_know(edition: Edition, mixture: IntArray | None) -> None:
    generator = random.Random(5)
    compared = 0
    for state in positions(edition, 4, games=3, seed=5)[20::9]:
        other = other_truth(state, state.turn, generator)
        if state.is_over or other == state:
            continue
        judge = NetRollouts(learned_net(), 2, mixture=mixture)
        one, two = (
            judge.evaluate_for(root_of(truth), state.turn, np.array([ROLL]), 0, 8, BELIEFS) for truth in (state, other)
        )
        assert np.array_equal(one, two)
        compared += 1
    assert compared > 3


def test_three_judges_have_one_opinion() -> None:
    root = root_of(Game(players=4, seed=4).position)
    actions, most = [ROLL, TICKETS, TICKETS + 2], STYLES_FOR_ONE[-1]
    bench = make_bench(learned_net(), 3, MIXTURE)
    judges = Judges(root, actions, BELIEFS, bench)
    judges.play(np.arange(3), 3 * most)
    judges.play(np.array([0, 2]), most)
    given, counts = (root, 0, np.array(actions), 0), [4 * most // few for few in STYLES_FOR_ONE]
    found = [
        bench.styles.evaluate_for(*given, counts[0], BELIEFS, OWN_STYLE),
        bench.among_kinds.evaluate_for(*given, counts[1], BELIEFS),
        bench.by_net.evaluate_for(*given, counts[2], BELIEFS),
    ]
    wholes = [one.mean(axis=1) for one in found]
    parts = [one[:, : one.shape[1] * 3 // 4].mean(axis=1) for one in found]
    assert judges.wins[[0, 2]] == pytest.approx((WEIGHTS @ wholes)[[0, 2]], abs=1e-3)
    assert judges.wins[1] == pytest.approx((WEIGHTS @ parts)[1], abs=1e-3)
    assert judges.playouts.tolist() == [4 * most, 3 * most, 4 * most]
