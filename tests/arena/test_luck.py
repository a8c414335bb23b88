"""The luck of the dice: nothing in the mean, all that happened in one roll, and nobody's in sum."""

import numpy as np
import pytest

from camelup import parse_position
from camelup.arena import Match, play_match
from camelup.arena.luck import luck_of_roll, take_out_luck
from camelup.core.actions import Roll
from camelup.core.edition import FIRST
from camelup.core.errors import ArgumentError
from camelup.core.rules import chances

TWO_TICKETS = "edition 1 | track 3:b 4:g 5:o 15:w 16:y | dice wy | tickets w5 y5 | pyramid 2 1 | money 5 5"
NEW_LEG = "edition 2 | track 2:K 3:W 4:g 5:y 6:r 7:b 15:p | money 5 6 7"


@pytest.mark.parametrize("position", [TWO_TICKETS, NEW_LEG])
def test_luck_is_nothing_in_the_mean_and_in_sum(position: str) -> None:
    state = parse_position(position)
    faces = chances(state, Roll())
    luck = np.array([luck_of_roll(state, face, 3, playouts=8) for face, _ in faces if face])
    assert luck.sum(axis=1) == pytest.approx(0, abs=1e-6)
    assert [float(chance) for _, chance in faces] @ luck == pytest.approx(0, abs=1e-6)
    assert np.abs(luck).max() > 0.01


def test_who_holds_the_ticket_of_the_camel_that_comes_first_is_lucky() -> None:
    """White overtakes yellow and ends the race, or stays behind it: one of two tickets is worth 5."""
    state = parse_position(TWO_TICKETS)
    luck = {str(face): luck_of_roll(state, face, 3) for face, _ in chances(state, Roll()) if face}
    assert luck["w3"][0] > 0.2 > -0.2 > luck["y1"][0]


def test_shares_are_as_many_as_there_are_seats() -> None:
    match = Match(("novice", "random", "random"), FIRST, seed=4)
    shares = take_out_luck(match, play_match(match, 12, processes=1))
    assert shares["novice"].value + 2 * shares["random"].value == pytest.approx(1, abs=1e-6)
    assert shares["novice"].value > 0.45


def test_one_deal_has_no_interval_and_games_in_bulk_have_no_luck() -> None:
    match = Match(("novice", "random"), FIRST, seed=4)
    assert take_out_luck(match, play_match(match, 2, processes=1))["novice"].error is None
    bulk = Match(("policy:sensible", "policy:random"), FIRST, seed=4)
    with pytest.raises(ArgumentError, match="played in bulk"):
        take_out_luck(bulk, play_match(bulk, 2, processes=1))
