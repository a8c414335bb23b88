from itertools import permutations

import pytest

from camelup.core.actions import PlayCard, TakeTicket
from camelup.core.edition import Camel, Deck
from camelup.core.errors import InvalidActionError
from camelup.core.rules import check, legal
from camelup.formats.notation import parse_position
from tests.rules.helpers import moves, play

CASE = ("track", "roll", "expected")


def after(track: str, *rolls: str) -> str:
    """Give the track after some rolls by two players in turn."""
    state, _ = play(f"edition 2 | track {track} | money 3 3", *[f"roll {roll}" for roll in rolls])
    return state.track_text


@pytest.mark.rule("crazy-1")
@pytest.mark.parametrize(
    CASE,
    [
        ("1:bgpry 10:K 14:W", "K1", "1:bgpry 9:K 14:W"),
        ("1:bgpry 10:K 14:W", "K2", "1:bgpry 8:K 14:W"),
        ("1:bgpry 10:K 14:W", "K3", "1:bgpry 7:K 14:W"),
        ("1:bgpry 10:K 14:W", "W3", "1:bgpry 10:K 11:W"),
    ],
)
def test_a_crazy_camel_goes_counter_clockwise_by_the_grey_die(track: str, roll: str, expected: str) -> None:
    assert after(track, roll) == expected


@pytest.mark.rule("crazy-2")
@pytest.mark.parametrize(
    CASE,
    [
        # Neither carries a racing camel: alone, on a racing camel, or on one space with a racing camel below.
        ("1:bgpry 10:K 14:W", "K2", "1:bgpry 8:K 14:W"),
        ("1:bgpry 10:K 14:W", "W2", "1:bgpry 10:K 12:W"),
        ("1:bgp 10:rK 14:yW", "K2", "1:bgp 8:K 10:r 14:yW"),
        ("1:bgp 10:rK 14:yW", "W2", "1:bgp 10:rK 12:W 14:y"),
    ],
)
def test_the_colour_of_the_number_names_the_camel(track: str, roll: str, expected: str) -> None:
    assert after(track, roll) == expected


@pytest.mark.rule("crazy-3")
@pytest.mark.parametrize(
    ("track", "expected"),
    [
        ("1:bgpy 8:Kr 12:W", "1:bgpy 6:Kr 12:W"),
        ("1:bgpy 8:K 12:Wr", "1:bgpy 8:K 10:Wr"),
        ("1:bgp 8:Kry 12:W", "1:bgp 6:Kry 12:W"),
        # The racing camel may be anywhere above, and a racing camel below does not count.
        ("1:bgpy 8:KrW", "1:bgpy 6:KrW"),
        ("1:bgpy 8:WrK", "1:bgpy 6:WrK"),
        ("1:bgp 8:rK 12:Wy", "1:bgp 8:rK 10:Wy"),
        ("1:bgp 8:yKrW", "1:bgp 6:KrW 8:y"),
    ],
)
@pytest.mark.parametrize("roll", ["K2", "W2"])
def test_the_only_one_that_carries_a_racing_camel_moves(track: str, roll: str, expected: str) -> None:
    assert after(track, roll) == expected


@pytest.mark.rule("crazy-4")
@pytest.mark.parametrize(
    ("track", "expected"),
    [
        ("1:bgpry 8:KW", "1:bgpry 6:W 8:K"),
        ("1:bgpry 8:WK", "1:bgpry 6:K 8:W"),
        ("1:bgpy 8:rWK", "1:bgpy 6:K 8:rW"),
        ("1:bgpy 8:KWr", "1:bgpy 6:Wr 8:K"),
        ("1:bg 8:pWKry", "1:bg 6:Kry 8:pW"),
    ],
)
@pytest.mark.parametrize("roll", ["K2", "W2"])
def test_the_one_that_sits_directly_on_the_other_moves(track: str, roll: str, expected: str) -> None:
    assert after(track, roll) == expected


@pytest.mark.rule("crazy-5")
@pytest.mark.parametrize(
    CASE,
    [
        ("1:bgp 8:Kr 12:Wy", "K2", "1:bgp 6:Kr 12:Wy"),
        ("1:bgp 8:Kr 12:Wy", "W2", "1:bgp 8:Kr 10:Wy"),
        # In one stack, but with a racing camel between them.
        ("1:bgp 8:KrWy", "K2", "1:bgp 6:KrWy"),
        ("1:bgp 8:KrWy", "W2", "1:bgp 6:Wy 8:Kr"),
    ],
)
def test_if_both_carry_racing_camels_the_colour_decides_again(track: str, roll: str, expected: str) -> None:
    assert after(track, roll) == expected


@pytest.mark.rule("crazy-5")
@pytest.mark.parametrize("shown", ["K", "W"])
def test_the_order_of_the_exceptions_in_every_stack(shown: str) -> None:
    """All orders of one stack of four: exactly one carries, else one on the other, else the colour."""
    for order in permutations("KWry"):
        stack = "".join(order)
        carrying = [crazy for crazy in "KW" if {"r", "y"} & set(stack[stack.index(crazy) :])]
        if len(carrying) == 1:
            expected = carrying[0]
        elif "KW" in stack or "WK" in stack:
            expected = max("KW", key=stack.index)
        else:
            expected = shown
        _, events = play(f"edition 2 | track 1:bgp 8:{stack} | money 3 3", f"roll {shown}1")
        assert moves(events) == [(stack[stack.index(expected) :], 8, 7, False)], stack


@pytest.mark.rule("crazy-6")
@pytest.mark.parametrize(
    CASE,
    [
        ("1:bgp 6:y 8:Kr 14:W", "K2", "1:bgp 6:yKr 14:W"),
        ("1:bgp 6:W 8:Kry", "K2", "1:bgp 6:WKry"),
        ("1:bgp 8:yKr 14:W", "K1", "1:bgp 7:Kr 8:y 14:W"),
    ],
)
def test_a_crazy_camel_carries_and_jumps_like_any_other(track: str, roll: str, expected: str) -> None:
    assert after(track, roll) == expected


@pytest.mark.rule("crazy-7")
@pytest.mark.parametrize("camel", [Camel.CRAZY_BLACK, Camel.CRAZY_WHITE])
def test_nobody_bets_on_a_crazy_camel(camel: Camel) -> None:
    state = parse_position("edition 2 | track 1:bgpry 14:K 16:W | money 3 3")
    for action in (TakeTicket(camel), PlayCard(Deck.WINNER, camel), PlayCard(Deck.LOSER, camel)):
        with pytest.raises(InvalidActionError) as refused:
            check(state, action)
        assert refused.value.code == "no_such_camel"
        assert action not in legal(state)


@pytest.mark.rule("crazy-8")
def test_a_camel_that_was_carried_still_faces_its_own_way() -> None:
    assert after("3:rK 6:bgpy 14:W", "r2", "K1") == "4:K 5:r 6:bgpy 14:W"
    assert after("1:bgpy 9:Kr 14:W", "W2", "r1") == "1:bgpy 7:K 8:r 14:W"


@pytest.mark.rule("crazy-8")
@pytest.mark.parametrize(
    ("tiles", "first", "second", "expected"),
    [
        # Blue is booed back from 4 to 3, black from 11 to 12; in the next leg both go on as before.
        ("4-B", "b2", "b1", "4:b 7:yrpg 14:K 16:W"),
        ("11-B", "K3", "K1", "2:b 7:yrpg 11:K 16:W"),
    ],
)
def test_a_camel_that_was_sent_back_still_faces_its_own_way(tiles: str, first: str, second: str, expected: str) -> None:
    rolls = [f"roll {face}" for face in (first, "y1", "r1", "p1", "g1", second)]
    state, _ = play(f"edition 2 | track 2:b 6:gpry 14:K 16:W | tiles {tiles} | money 3 3", *rolls)
    assert state.leg == 2
    assert state.track_text == expected
