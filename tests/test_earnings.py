"""What every kind of bet has brought: sums that must come to the money that the rules have paid."""

import random

import pytest

from camelup.core.actions import JoinPartner
from camelup.core.events import CardScored, LegScored, TileHit
from camelup.core.rules import apply
from camelup.formats.earnings import Earnings, sum_up
from camelup.formats.record import Ply, Step, parse_record, replay
from tests.randomplay import random_action, random_start


def play_game(seed: int) -> list[Step]:
    """A random game to its end, as `replay` would give it."""
    generator = random.Random(seed)
    state = random_start(generator)
    steps = [Step(None, state, ())]
    while not state.is_over:
        action, outcome = random_action(state, generator)
        seat = state.turn
        state, events = apply(state, action, outcome)
        steps.append(Step(Ply(seat, action, outcome), state, events))
    return steps


@pytest.fixture(scope="module")
def games() -> list[list[Step]]:
    return [play_game(seed) for seed in range(120)]


def test_the_kinds_come_to_the_money_of_every_game(games: list[list[Step]]) -> None:
    for steps in games:
        assert tuple(earned.money for earned in sum_up(steps)) == steps[-1].state.money


def test_without_a_game_nobody_has_anything() -> None:
    assert sum_up([]) == ()


def test_every_kind_is_what_its_events_say(games: list[list[Step]]) -> None:
    for steps in games:
        events = [event for step in steps for event in step.events]
        for seat, earned in enumerate(sum_up(steps)):
            legs = [event.rewards[seat] for event in events if isinstance(event, LegScored)]
            cards = [event for event in events if isinstance(event, CardScored) and event.seat == seat]
            assert earned.tickets + earned.pyramid_tickets + earned.copied == sum(leg.total for leg in legs)
            assert earned.copied == sum(leg.copied for leg in legs)
            assert earned.winner_cards == sum(card.reward for card in cards if card.deck == "winner")
            assert earned.loser_cards == sum(card.reward for card in cards if card.deck == "loser")
            assert earned.tiles == sum(isinstance(event, TileHit) and event.seat == seat for event in events)
            assert earned.spared >= 0


def test_the_games_have_all_there_is(games: list[list[Step]]) -> None:
    """Else the sums prove little: both editions, partners, poor people, and every kind of bet."""
    assert {steps[0].state.edition.number for steps in games} == {1, 2}
    assert any(step.ply and isinstance(step.ply.action, JoinPartner) for steps in games for step in steps)
    everybody = [earned for steps in games for earned in sum_up(steps)]
    for kind in ("tickets", "pyramid_tickets", "copied", "tiles", "winner_cards", "loser_cards", "spared"):
        assert any(getattr(earned, kind) for earned in everybody), kind


@pytest.mark.parametrize(
    ("played", "result", "ann", "bo"),
    [
        (
            "A ticket w\nB winner w\nA roll b3",
            "9 11",
            Earnings(3, tickets=5, pyramid_tickets=1),
            Earnings(3, winner_cards=8),
        ),
        (
            "A tile 16+\nB loser y\nA roll b2",
            "5 11",
            Earnings(3, pyramid_tickets=1, tiles=1),
            Earnings(3, loser_cards=8),
        ),
        (
            "A ticket y\nB winner y\nA ticket y\nB loser w\nA ticket y\nB loser b\nA ticket o\nB winner o\nA roll b3",
            "2 0",
            Earnings(3, tickets=-3 + 1, pyramid_tickets=1),
            Earnings(3, winner_cards=-2, loser_cards=-2, spared=1),
        ),
        (
            "A ticket y\nB winner w\nA ticket y\nB loser y\nA ticket y\nB ticket w\nA ticket b\nB roll b3",
            "0 25",
            Earnings(3, tickets=-4, spared=1),
            Earnings(3, tickets=5, pyramid_tickets=1, winner_cards=8, loser_cards=8),
        ),
    ],
)
def test_games_that_can_be_followed_by_hand(played: str, result: str, ann: Earnings, bo: Earnings) -> None:
    head = "camelup record 1\nplayers Ann | Bo\nstart edition 1 | track 3:y 14:bgow | money 3 3\n"
    assert sum_up(replay(parse_record(f"{head}{played}\nresult {result}"))) == (ann, bo)
