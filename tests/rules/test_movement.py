import pytest

from camelup.core.events import RaceEnded
from tests.rules.helpers import all_of, moves, play

CASE = ("edition", "track", "roll", "expected")


def after(edition: int, track: str, roll: str) -> str:
    """Give the track after one roll."""
    state, _ = play(f"edition {edition} | track {track} | money 3 3", f"roll {roll}")
    return state.track_text


@pytest.mark.rule("move-1")
@pytest.mark.parametrize(
    CASE,
    [
        (1, "2:b 6:gowy", "b1", "3:b 6:gowy"),
        (1, "2:b 6:gowy", "b2", "4:b 6:gowy"),
        (1, "2:b 6:gowy", "b3", "5:b 6:gowy"),
        (2, "2:bgry 5:p 10:KW", "p1", "2:bgry 6:p 10:KW"),
        (2, "2:bgry 5:p 10:KW", "p2", "2:bgry 7:p 10:KW"),
        (2, "2:bgry 5:p 10:KW", "p3", "2:bgry 8:p 10:KW"),
    ],
)
def test_a_racing_camel_goes_clockwise_by_its_number(edition: int, track: str, roll: str, expected: str) -> None:
    assert after(edition, track, roll) == expected


@pytest.mark.rule("move-2")
@pytest.mark.parametrize(
    CASE,
    [(1, "4:oy 9:bgw", "o3", "7:oy 9:bgw"), (2, "4:ry 9:bgp 14:K 16:W", "r3", "7:ry 9:bgp 14:K 16:W")],
)
def test_worked_example_of_a_camel_carrying_yellow_three_ahead(
    edition: int, track: str, roll: str, expected: str
) -> None:
    assert after(edition, track, roll) == expected


@pytest.mark.rule("move-2")
@pytest.mark.parametrize(
    CASE,
    [
        (1, "3:bgowy", "b1", "4:bgowy"),
        (1, "3:bgowy", "g1", "3:b 4:gowy"),
        (1, "3:bgowy", "o2", "3:bg 5:owy"),
        (1, "3:bgowy", "w3", "3:bgo 6:wy"),
        (1, "3:bgowy", "y1", "3:bgow 4:y"),
        (2, "3:bKgpWry", "g2", "3:bK 5:gpWry"),
        (2, "3:bKgpWry", "r1", "3:bKgpW 4:ry"),
    ],
)
def test_all_above_are_carried_and_all_beneath_stay(edition: int, track: str, roll: str, expected: str) -> None:
    assert after(edition, track, roll) == expected


@pytest.mark.rule("move-3")
@pytest.mark.parametrize(
    CASE,
    [(1, "4:wg 6:y 9:bo", "w2", "6:ywg 9:bo"), (2, "4:pg 6:y 9:br 14:K 16:W", "p2", "6:ypg 9:br 14:K 16:W")],
)
def test_worked_example_of_a_unit_jumping_onto_yellow(edition: int, track: str, roll: str, expected: str) -> None:
    assert after(edition, track, roll) == expected


@pytest.mark.rule("move-3")
@pytest.mark.parametrize(
    CASE,
    [
        (1, "1:bg 3:owy", "b2", "3:owybg"),
        (1, "1:bg 3:owy", "g2", "1:b 3:owyg"),
        (1, "1:b 2:g 3:o 4:w 5:y", "b1", "2:gb 3:o 4:w 5:y"),
        (2, "2:bgr 4:yKp 9:W", "g2", "2:b 4:yKpgr 9:W"),
    ],
)
def test_a_unit_lands_on_top_in_its_own_order(edition: int, track: str, roll: str, expected: str) -> None:
    assert after(edition, track, roll) == expected


@pytest.mark.rule("move-3")
def test_what_a_move_tells() -> None:
    _, events = play("edition 1 | track 4:bwg 6:y 9:o | money 3 3", "roll w2")
    assert moves(events) == [("wg", 4, 6, False)]


@pytest.mark.rule("move-4")
@pytest.mark.parametrize(
    CASE,
    [
        (2, "3:rK 5:gbpy 14:W", "r2", "5:gbpyrK 14:W"),
        (2, "3:rKWy 9:gbp", "r3", "6:rKWy 9:gbp"),
        (2, "1:gbpy 9:Kr 14:W", "K2", "1:gbpy 7:Kr 14:W"),
        (2, "1:gbpy 9:KrW", "K3", "1:gbpy 6:KrW"),
    ],
)
def test_a_unit_goes_the_way_of_the_camel_at_its_bottom(edition: int, track: str, roll: str, expected: str) -> None:
    assert after(edition, track, roll) == expected


@pytest.mark.rule("move-5")
@pytest.mark.parametrize(
    ("edition", "track", "tile", "roll", "expected"),
    [
        (1, "2:b 3:go 6:wy", "4+B", "b3", "3:go 5:b 6:wy"),
        (1, "2:b 3:go 6:wy", "4-B", "b3", "3:go 5:b 6:wy"),
        (2, "2:gpry 6:b 7:K 14:W", "5+B", "K3", "2:gpry 4:K 6:b 14:W"),
        (2, "2:gpry 6:b 7:K 14:W", "5-B", "K3", "2:gpry 4:K 6:b 14:W"),
    ],
)
def test_what_lies_on_the_way_has_no_effect(edition: int, track: str, tile: str, roll: str, expected: str) -> None:
    state, _ = play(f"edition {edition} | track {track} | tiles {tile} | money 3 3", f"roll {roll}")
    assert state.track_text == expected
    assert state.money == (3, 3)


@pytest.mark.rule("move-6")
@pytest.mark.parametrize(
    ("edition", "track", "roll", "expected", "ends"),
    [
        (1, "2:gowy 13:b", "b3", "2:gowy 16:b", []),
        (1, "2:gowy 14:b", "b3", "2:gowy 17:b", [True]),
        (1, "2:gowy 16:b", "b1", "2:gowy 17:b", [True]),
        (1, "2:gowy 16:b", "b3", "2:gowy 17:b", [True]),
        (2, "2:gpry 4:K 9:b 12:W", "K3", "1:K 2:gpry 9:b 12:W", []),
        (2, "2:K 5:gpry 9:b 12:W", "K2", "0:K 5:gpry 9:b 12:W", [False]),
        (2, "1:K 5:gpry 9:b 12:W", "K1", "0:K 5:gpry 9:b 12:W", [False]),
        (2, "1:K 5:gpry 9:b 12:W", "K3", "0:K 5:gpry 9:b 12:W", [False]),
    ],
)
def test_over_the_line_is_beyond_16_or_below_1(
    edition: int, track: str, roll: str, expected: str, ends: list[bool]
) -> None:
    state, events = play(f"edition {edition} | track {track} | money 3 3", f"roll {roll}")
    assert state.track_text == expected
    assert [event.is_clockwise for event in all_of(events, RaceEnded)] == ends
    assert state.is_over is bool(ends)


@pytest.mark.rule("move-6")
@pytest.mark.parametrize(
    ("edition", "track", "roll", "tile"),
    [(1, "2:gowy 16:b", "b3", "3+B"), (1, "5:gowy 16:b", "b2", "2-B"), (2, "1:K 5:gpry 9:b 12:W", "K3", "14+B")],
)
def test_a_unit_over_the_line_meets_no_tile(edition: int, track: str, roll: str, tile: str) -> None:
    state, events = play(f"edition {edition} | track {track} | money 3 3 | tiles {tile}", f"roll {roll}")
    assert state.is_over
    assert len(moves(events)) == 1
    assert state.money == (4, 3)  # the pyramid ticket, and nothing for the tile
