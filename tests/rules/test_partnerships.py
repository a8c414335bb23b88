import pytest

from camelup.core.events import LegScored, PartnersJoined
from camelup.core.rules import legal
from camelup.formats.notation import parse_position
from tests.rules.helpers import START, end_leg, end_race, only, play, refusal


def opening(edition: int, players: int) -> str:
    return f"edition {edition} | track {START[edition]} | money {'3 ' * players}"


def partner_actions(position: str) -> str:
    """Give the letters of the seats with which the seat in turn may enter into a partnership."""
    return "".join(str(action)[-1] for action in legal(parse_position(position)) if action.kind == "partner")


@pytest.mark.rule("partner-1")
@pytest.mark.parametrize(
    ("edition", "players", "expected"),
    [(2, 6, "BCDEF"), (2, 7, "BCDEFG"), (2, 8, "BCDEFGH"), (2, 5, ""), (2, 2, ""), (1, 6, ""), (1, 8, "")],
)
def test_partnerships_are_for_six_or_more_of_the_second_edition(edition: int, players: int, expected: str) -> None:
    position = opening(edition, players)
    assert partner_actions(position) == expected
    if not expected:
        assert refusal(position, "partner B") == "no_partnerships"


@pytest.mark.rule("partner-2")
def test_both_are_partners_at_once_and_nobody_is_asked() -> None:
    state, events = play(f"{opening(2, 6)} | turn B", "partner E")
    assert state.partners == (None, 4, None, None, 1, None)
    assert events == [PartnersJoined(1, 4)]
    assert state.turn == 2


@pytest.mark.rule("partner-2")
def test_nobody_is_his_own_partner() -> None:
    assert refusal(opening(2, 6), "partner A") == "partner_self"


@pytest.mark.rule("partner-3")
def test_a_player_has_one_partner_in_a_leg() -> None:
    position = f"{opening(2, 6)} | partners AB"
    assert partner_actions(position) == ""
    assert refusal(position, "partner C") == "has_partner"
    assert refusal(position, "partner B") == "has_partner"
    assert partner_actions(f"{position} | turn B") == ""
    assert partner_actions(f"{position} | turn C") == "DEF"
    assert refusal(f"{position} | turn C", "partner A") == "partner_taken"
    assert refusal(f"{position} | turn C", "partner B") == "partner_taken"


@pytest.mark.rule("partner-3")
def test_one_of_seven_is_left_over() -> None:
    assert partner_actions(f"{opening(2, 7)} | partners AB CD EF | turn G") == ""


@pytest.mark.rule("partner-4")
def test_partnerships_last_for_the_leg() -> None:
    state, _ = end_leg(2, "money 3 3 3 3 3 3 | pyramid 0 0 0 0 0 4 | partners AB CF")
    assert state.leg == 2
    assert state.partners == (None,) * 6
    state, _ = play(state, "partner A")
    assert state.partners == (1, 0, None, None, None, None)


@pytest.mark.rule("partner-5", "partner-6")
@pytest.mark.parametrize(
    ("tickets", "pyramid", "copied", "totals"),
    [
        # Green leads and yellow is second; A and B are partners, C is not.
        ("g5 g3 -", "0 0", (3, 5), (8, 8)),
        ("g5g3 y5 -", "0 0", (1, 5), (9, 6)),  # one reward, the best
        ("g5 g3b5y5 -", "0 0", (3, 5), (8, 8)),
        ("- g2y5 g5g3", "0 0", (2, 0), (2, 3)),
        ("- y5b5 -", "0 0", (1, 0), (1, 0)),
        ("b5 - -", "0 2", (1, 0), (0, 2)),  # a pyramid ticket, and only one of the two
        ("y5 g3 g5", "2 1", (3, 1), (6, 5)),
        # Nothing to copy: losing tickets only, or none at all. What the partner copied is no ticket of his.
        ("b5 p5 -", "0 0", (0, 0), (-1, -1)),
        ("g5 b5 -", "0 0", (0, 5), (5, 4)),
        ("- - -", "0 0", (0, 0), (0, 0)),
    ],
)
def test_each_partner_copies_the_best_reward_of_the_other(
    tickets: str, pyramid: str, copied: tuple[int, int], totals: tuple[int, int]
) -> None:
    left = 4 - sum(map(int, pyramid.split()))
    rest = f"tickets {tickets} - - - | pyramid {pyramid} 0 0 0 {left} | partners AB | turn F"
    _, events = end_leg(2, f"money 9 9 9 9 9 9 | {rest}")
    rewards = only(events, LegScored).rewards
    assert tuple(reward.copied for reward in rewards[:2]) == copied
    assert tuple(reward.total for reward in rewards[:2]) == totals
    assert tuple(reward.money for reward in rewards[:2]) == tuple(9 + total for total in totals)
    assert [reward.copied for reward in rewards[2:]] == [0, 0, 0, 0]  # those without a partner


@pytest.mark.rule("partner-5", "leg-8")
def test_the_copied_reward_is_added_before_anybody_pays() -> None:
    rest = "money 0 0 0 0 0 0 | tickets b5p5 g5 - - - - | pyramid 0 0 0 0 0 4 | partners AB | turn F"
    state, _ = end_leg(2, rest)
    assert state.money[:2] == (3, 5)


@pytest.mark.rule("partner-7")
def test_partners_share_the_last_leg_of_the_race_too() -> None:
    state, events = end_race(2, "money 3 3 3 3 3 3 | tickets g5 - - - - - | partners AB | turn F")
    assert [reward.copied for reward in only(events, LegScored).rewards] == [0, 5, 0, 0, 0, 0]
    assert state.money == (8, 8, 3, 3, 3, 4)
