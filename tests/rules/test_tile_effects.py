from itertools import product

import pytest

from camelup.core import race
from camelup.core.edition import SECOND, SPACES, Camel, Side
from camelup.core.events import CamelMoved, DieRevealed, RaceEnded, TileHit
from camelup.core.rules import NUMBERS
from camelup.core.state import Tile
from tests.rules.helpers import all_of, moves, only, play, tile_places

BLACK = SECOND.camels.index(Camel.CRAZY_BLACK)
CASE = ("edition", "track", "tile", "roll", "expected")


def after(edition: int, track: str, tile: str, roll: str) -> str:
    """Give the track after one roll that hits the tile of the second player, having seen that it paid."""
    state, events = play(f"edition {edition} | track {track} | tiles {tile}B | money 3 3", f"roll {roll}")
    assert only(events, TileHit) == TileHit(1, int(tile[:-1]), Side(tile[-1]), 4)
    assert state.money == (3, 4)
    return state.track_text


@pytest.mark.rule("tile-9")
@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize("owner", ["A", "B"])
@pytest.mark.parametrize("side", list(Side))
def test_the_owner_gets_a_pound_at_once_whoever_rolled(edition: int, owner: str, side: Side) -> None:
    track = {1: "2:b 6:gowy", 2: "2:b 6:gpry 14:KW"}[edition]
    state, events = play(f"edition {edition} | track {track} | tiles 4{side}{owner} | money 5 7", "roll b2")
    assert state.money == ((6, 7) if owner == "A" else (5, 8))
    assert [type(event) for event in events] == [DieRevealed, CamelMoved, TileHit, CamelMoved]


@pytest.mark.rule("tile-9", "tile-16")
def test_a_tile_pays_every_time_and_stays() -> None:
    state, events = play("edition 1 | track 2:b 3:g 8:owy | tiles 4+B | money 3 3", "roll b2", "roll g1")
    assert state.track_text == "5:bg 8:owy"
    assert [hit.money for hit in all_of(events, TileHit)] == [4, 5]
    assert state.tiles == (None, Tile(4, Side.CHEERING))


@pytest.mark.rule("tile-9")
def test_a_unit_is_paid_for_once_not_by_the_camel() -> None:
    state, _ = play("edition 1 | track 2:bgowy | tiles 4+B | money 3 3", "roll b2")
    assert state.money == (3, 4)


@pytest.mark.rule("tile-10")
@pytest.mark.parametrize(
    CASE,
    [
        (1, "2:b 6:gowy", "4+", "b2", "5:b 6:gowy"),
        (1, "2:b 5:go 6:wy", "4+", "b2", "5:gob 6:wy"),
        (1, "2:wbg 5:o 6:y", "4+", "b2", "2:w 5:obg 6:y"),
        (2, "2:b 5:gK 6:pry 14:W", "4+", "b2", "5:gKb 6:pry 14:W"),
    ],
)
def test_cheering_is_a_step_forward_onto_what_is_there(
    edition: int, track: str, tile: str, roll: str, expected: str
) -> None:
    assert after(edition, track, tile, roll) == expected


@pytest.mark.rule("tile-11")
@pytest.mark.parametrize(
    CASE,
    [
        (1, "2:b 6:gowy", "5-", "b3", "4:b 6:gowy"),
        (1, "2:b 4:go 6:wy", "5-", "b3", "4:bgo 6:wy"),
        (1, "2:wbg 4:o 6:y", "5-", "b3", "2:w 4:bgo 6:y"),
        (2, "2:b 4:gK 6:pry 14:W", "5-", "b3", "4:bgK 6:pry 14:W"),
    ],
)
def test_booing_is_a_step_back_underneath_what_is_there(
    edition: int, track: str, tile: str, roll: str, expected: str
) -> None:
    assert after(edition, track, tile, roll) == expected


@pytest.mark.rule("tile-11")
def test_what_a_booed_move_tells() -> None:
    _, events = play("edition 1 | track 2:wbg 4:o 6:y | tiles 5-B | money 3 3", "roll b3")
    assert moves(events) == [("bg", 2, 5, False), ("bg", 5, 4, True)]
    _, events = play("edition 1 | track 2:wbg 3:o 6:y | tiles 5-B | money 3 3", "roll b3")
    assert moves(events) == [("bg", 2, 5, False), ("bg", 5, 4, False)]  # nobody is there to go underneath


@pytest.mark.rule("tile-12")
@pytest.mark.parametrize(
    CASE,
    [
        (1, "3:gb 6:owy", "4-", "b1", "3:bg 6:owy"),
        (1, "3:gbo 6:wy", "4-", "b1", "3:bog 6:wy"),
        (1, "3:gwbo 6:y", "4-", "o1", "3:ogwb 6:y"),
        (1, "3:bg 6:owy", "4-", "b1", "3:bg 6:owy"),
        (2, "3:bgp 11:yKr 14:W", "10-", "K1", "3:bgp 11:Kry 14:W"),
    ],
)
def test_booed_back_underneath_the_stack_it_just_left(
    edition: int, track: str, tile: str, roll: str, expected: str
) -> None:
    assert after(edition, track, tile, roll) == expected


@pytest.mark.rule("tile-13")
@pytest.mark.parametrize(
    CASE,
    [
        (2, "3:bgpry 12:K 16:W", "10+", "K2", "3:bgpry 9:K 16:W"),
        (2, "3:bgpr 9:y 12:K 16:W", "10+", "K2", "3:bgpr 9:yK 16:W"),
        (2, "3:bgpry 12:K 16:W", "10-", "K2", "3:bgpry 11:K 16:W"),
        (2, "3:bgpr 11:y 12:K 16:W", "10-", "K2", "3:bgpr 11:Ky 16:W"),
        (2, "1:g 4:K 5:bpry 16:W", "2+", "K2", "1:gK 5:bpry 16:W"),
    ],
)
def test_a_tile_sends_a_crazy_camel_the_other_way(
    edition: int, track: str, tile: str, roll: str, expected: str
) -> None:
    assert after(edition, track, tile, roll) == expected


@pytest.mark.rule("tile-14")
@pytest.mark.parametrize(
    CASE,
    [
        (2, "2:bgpy 6:rK 16:W", "8+", "r2", "2:bgpy 9:rK 16:W"),
        (2, "2:bgpy 6:rK 16:W", "8-", "r2", "2:bgpy 7:rK 16:W"),
        (2, "2:bgpy 10:Kr 16:W", "8+", "K2", "2:bgpy 7:Kr 16:W"),
        (2, "2:bgpy 10:Kr 16:W", "8-", "K2", "2:bgpy 9:Kr 16:W"),
    ],
)
def test_the_bottom_camel_decides_which_way_a_tile_sends_a_unit(
    edition: int, track: str, tile: str, roll: str, expected: str
) -> None:
    assert after(edition, track, tile, roll) == expected


@pytest.mark.rule("tile-15")
def test_an_extra_step_never_ends_on_another_tile() -> None:
    for space in range(2, SPACES + 1):
        camels = 12 if space < 9 else 5
        places = tile_places(f"edition 1 | track {camels}:bgowy | tiles {space}+B | money 3 3")
        assert places
        assert not {space - 1, space, space + 1} & set(places)


@pytest.mark.rule("tile-16", "leg-9")
@pytest.mark.parametrize(("edition", "last"), [(1, "w"), (2, "r")])
def test_a_tile_lies_until_the_leg_ends(edition: int, last: str) -> None:
    track = {1: "5:bgowy", 2: "3:K 5:bgpry 16:W"}[edition]
    rolls = [f"roll {camel}1" for camel in {1: "bgoy", 2: "bgpy"}[edition]]
    state, _ = play(f"edition {edition} | track {track} | tiles 12-A 14+B | money 3 3", *rolls)
    assert state.tiles == (Tile(12, Side.BOOING), Tile(14, Side.CHEERING))
    state, _ = play(state, f"roll {last}1")
    assert state.leg == 2
    assert state.tiles == (None, None)


@pytest.mark.rule("tile-17")
@pytest.mark.parametrize(
    ("edition", "track", "roll", "expected"),
    [
        (1, "2:gowy 15:b", "b1", "2:gowy 17:b"),
        (1, "2:owy 13:bg", "b3", "2:owy 17:bg"),
        (2, "2:gpry 14:bK 15:W", "b2", "2:gpry 15:W 17:bK"),
    ],
)
def test_cheered_over_the_line_from_16(edition: int, track: str, roll: str, expected: str) -> None:
    state, events = play(f"edition {edition} | track {track} | tiles 16+B | money 3 3", f"roll {roll}")
    assert state.track_text == expected
    assert only(events, RaceEnded) == RaceEnded(is_clockwise=True)
    assert state.money == (4, 4)  # a pyramid ticket for one, the tile for the other
    assert state.is_over


@pytest.mark.rule("tile-17")
def test_booed_back_from_16_the_race_goes_on() -> None:
    assert after(1, "2:owy 15:gb", "16-", "b1") == "2:owy 15:bg"


@pytest.mark.rule("tile-17")
def test_no_crazy_camel_can_land_on_16() -> None:
    """So none can be booed over the line; and there is no tile on 1 to cheer one over it."""
    landings = set()
    for space, number in product(range(1, SPACES + 1), NUMBERS):
        tracks = {True: f"{space}:K 8:bgpryW", False: f"8:bgpryW {space}:K"}
        track = "8:bgpryWK" if space == 8 else tracks[space < 8]
        _, events = play(f"edition 2 | track {track} | money 3 3", f"roll K{number}")
        [(unit, start, end, _)] = moves(events)
        assert (unit, start) == ("K", space)
        landings.add(end)
    assert landings == set(range(16))


@pytest.mark.rule("tile-17")
def test_a_crazy_camel_booed_on_16_would_step_over_the_line_clockwise() -> None:
    """No die can bring it about, so here the camel stands beyond the line to begin with."""
    track = race.put_on_top(race.EMPTY, BLACK, race.OVER_THE_LINE)
    assert race.space_of(race.move(track, BLACK, 1, cheering=0, booing=0), BLACK) == 16
    assert race.space_of(race.move(track, BLACK, 1, cheering=0, booing=1 << 16), BLACK) == race.OVER_THE_LINE
    assert race.space_of(race.move(track, BLACK, 1, cheering=1 << 16, booing=0), BLACK) == 15


@pytest.mark.rule("tile-18")
@pytest.mark.parametrize(
    CASE,
    [(1, "1:gb 6:owy", "2-", "b1", "1:bg 6:owy"), (2, "1:gpb 6:ry 9:K 16:W", "2-", "p1", "1:pbg 6:ry 9:K 16:W")],
)
def test_a_camel_may_be_sent_back_to_space_1(edition: int, track: str, tile: str, roll: str, expected: str) -> None:
    assert after(edition, track, tile, roll) == expected
