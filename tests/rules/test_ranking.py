import pytest

from camelup.core.events import GameEnded, LegScored
from camelup.formats.notation import parse_position
from tests.rules.helpers import only, play


@pytest.mark.rule("rank-1")
@pytest.mark.parametrize(
    ("track", "expected"),
    [("1:b 2:g 3:o 4:w 5:y", "ywogb"), ("1:bg 2:o 5:wy", "ywogb"), ("9:bgowy", "ywogb"), ("2:yw 10:gb 16:o", "obgwy")],
)
def test_farther_is_ahead_and_on_one_space_higher_is_ahead(track: str, expected: str) -> None:
    assert "".join(parse_position(f"edition 1 | track {track} | money 3 3").ranking) == expected


@pytest.mark.rule("rank-2")
@pytest.mark.parametrize(
    ("track", "expected"),
    [
        ("1:b 2:g 3:p 4:r 5:y 14:K 16:W", "yrpgb"),
        ("1:K 2:W 3:bgpry", "yrpgb"),
        ("1:KbWg 5:pr 9:y", "yrpgb"),
        ("3:bgpryKW", "yrpgb"),
    ],
)
def test_crazy_camels_are_not_ranked(track: str, expected: str) -> None:
    assert "".join(parse_position(f"edition 2 | track {track} | money 3 3").ranking) == expected


@pytest.mark.rule("rank-3")
@pytest.mark.parametrize(
    ("edition", "track", "roll", "expected"),
    [
        (1, "3:bo 9:y 16:wg", "w1", "gwyob"),
        (1, "3:bo 15:w 16:yg", "w3", "wgyob"),
        (2, "3:b 9:yr 12:W 16:pKg", "p1", "gpryb"),
        (2, "3:b 15:gp 16:yrKW", "g2", "pgryb"),
    ],
)
def test_camels_over_the_line_are_ahead_of_all_others(edition: int, track: str, roll: str, expected: str) -> None:
    state, events = play(f"edition {edition} | track {track} | money 3 3", f"roll {roll}")
    assert "".join(state.ranking) == expected
    assert only(events, LegScored).ranking == state.ranking


@pytest.mark.rule("rank-4")
@pytest.mark.parametrize(
    ("track", "expected"),
    [
        ("1:Kbg 3:p 9:yr 12:W", "rypgb"),
        ("1:KbWg 3:p 9:yr", "rypgb"),
        ("1:bgKr 3:p 9:y 12:W", "ypgbr"),  # red was carried over, so it is behind those left on space 1
        ("1:Kbgpry 12:W", "yrpgb"),
    ],
)
def test_camels_carried_over_the_line_backwards_are_behind_all_others(track: str, expected: str) -> None:
    state, events = play(f"edition 2 | track {track} | money 3 3", "roll K1")
    assert "".join(state.ranking) == expected
    assert only(events, LegScored).ranking == state.ranking
    assert only(events, GameEnded).winner == expected[0]
    assert only(events, GameEnded).loser == expected[-1]
