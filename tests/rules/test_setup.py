from fractions import Fraction
from functools import cache

import pytest

from camelup.chance import draw_starting_track
from camelup.core.actions import Roll
from camelup.core.edition import FIRST, SECOND, Edition
from camelup.core.errors import CamelUpError, ImpossiblePositionError
from camelup.core.rules import chances, start
from camelup.core.state import State
from camelup.formats.notation import parse_track, position_text
from camelup.game import Game
from tests.rules.helpers import START, distribution

EDITIONS = pytest.mark.parametrize("edition", [FIRST, SECOND])

# A start draws the racing camels' order and spaces first, then the same for the crazy camels.
RACING_DRAWS = range(10)
CRAZY_DRAWS = range(10, 14)


def started(edition: Edition, players: int = 3, first: int = 0) -> State:
    return start(edition, players, parse_track(edition, START[edition.number]), first)


@cache
def starts(edition: Edition, draws: range) -> dict[str, Fraction]:
    """Give every way in which the camels may stand at the start, with its probability."""
    tracks = distribution(lambda rng: draw_starting_track(edition, rng), draws)
    table = started(edition)
    return {table.replace(track=track).track_text: chance for track, chance in tracks.items()}


@pytest.mark.rule("setup-1")
@EDITIONS
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7, 8])
def test_two_to_eight_may_play(edition: Edition, players: int) -> None:
    assert started(edition, players).players == players
    assert Game(players=players, edition=edition).position.players == players


@pytest.mark.rule("setup-1")
@EDITIONS
@pytest.mark.parametrize("players", [0, 1, 9])
def test_fewer_than_two_and_more_than_eight_may_not(edition: Edition, players: int) -> None:
    with pytest.raises(ImpossiblePositionError) as refused:
        started(edition, players)
    assert refused.value.code == "players"


@pytest.mark.rule("setup-2")
@EDITIONS
def test_everybody_starts_with_three_pounds(edition: Edition) -> None:
    assert started(edition, 8).money == (3, 3, 3, 3, 3, 3, 3, 3)


@pytest.mark.rule("setup-3")
@pytest.mark.parametrize(("edition", "hand"), [(FIRST, "bgowy"), (SECOND, "bgpry")])
def test_everybody_starts_with_a_card_of_each_colour_and_a_tile(edition: Edition, hand: str) -> None:
    state = started(edition)
    assert ["".join(cards) for cards in state.hands] == [hand, hand, hand]
    assert state.tiles == (None, None, None)  # in front of its owner, not on the track


@pytest.mark.rule("setup-4", "setup-14")
def test_the_first_edition_on_the_table() -> None:
    assert position_text(started(FIRST, 2)) == (
        "edition 1 | track 1:gyo 3:bw | dice bgowy | tiles - | money 3 3 | tickets - - | pyramid 0 0 | winner - "
        "| loser - | hands bgowy bgowy | partners - | turn A | leg 1"
    )


@pytest.mark.rule("setup-5", "setup-14")
def test_the_second_edition_on_the_table() -> None:
    assert position_text(started(SECOND, 2)) == (
        "edition 2 | track 1:gyr 3:bp 15:K 16:W | dice bgpryx | tiles - | money 3 3 | tickets - - | pyramid 0 0 "
        "| winner - | loser - | hands bgpry bgpry | partners - | turn A | leg 1"
    )


@pytest.mark.rule("setup-4", "setup-5")
@pytest.mark.parametrize(
    ("edition", "track"),
    [(FIRST, "1:gyo 3:b"), (FIRST, "1:gyo 3:bwr"), (SECOND, "1:gyr 3:bp 15:K"), (SECOND, "1:gyrw 3:bp 15:K 16:W")],
)
def test_a_race_has_exactly_its_editions_camels(edition: Edition, track: str) -> None:
    with pytest.raises(CamelUpError) as refused:
        start(edition, 2, parse_track(edition, track))
    assert refused.value.code in {"camels", "notation"}  # one is missing, or its letter stands for none


@pytest.mark.rule("setup-6")
@pytest.mark.parametrize(
    ("edition", "die", "faces"),
    [
        (FIRST, "o", {"o1": Fraction(1, 3), "o2": Fraction(1, 3), "o3": Fraction(1, 3)}),
        (SECOND, "r", {"r1": Fraction(1, 3), "r2": Fraction(1, 3), "r3": Fraction(1, 3)}),
        (SECOND, "x", {f"{colour}{number}": Fraction(1, 6) for colour in "KW" for number in (1, 2, 3)}),
    ],
)
def test_the_faces_of_a_die(edition: Edition, die: str, faces: dict[str, Fraction]) -> None:
    state = started(edition)
    share = Fraction(1, len(edition.dice))
    outcomes = {str(face): chance / share for face, chance in chances(state, Roll()) if face and face.die == die}
    assert outcomes == faces


@pytest.mark.rule("setup-7")
def test_the_first_editions_tickets_lie_in_stacks_of_three() -> None:
    assert started(FIRST).tents == ((5, 3, 2),) * 5


@pytest.mark.rule("setup-8")
def test_the_second_editions_tickets_lie_in_stacks_of_four() -> None:
    assert started(SECOND).tents == ((5, 3, 2, 2),) * 5


@pytest.mark.rule("setup-9")
@EDITIONS
def test_five_pyramid_tickets_lie_ready(edition: Edition) -> None:
    assert started(edition).pyramid_tickets_left == 5
    assert started(edition).pyramid_tickets == (0, 0, 0)


@pytest.mark.rule("setup-10", "setup-11")
@pytest.mark.parametrize(
    ("edition", "crazy"),
    [(FIRST, ""), (SECOND, " 16:KW")],  # the crazy camels' draws are all 0: black first, both on 16
)
def test_worked_example_of_the_starting_dice(edition: Edition, crazy: str) -> None:
    """Three camels roll a 1 and two roll a 3: twelve ways to stack them, all as likely."""
    low, high = {1: ("goy", "bw"), 2: ("gry", "bp")}[edition.number]
    found = {}
    for text, chance in starts(edition, RACING_DRAWS).items():
        stacks = text.removesuffix(crazy).split()
        if [f"{stack[:2]}{''.join(sorted(stack[2:]))}" for stack in stacks] == [f"1:{low}", f"3:{high}"]:
            found[text] = chance
    assert START[edition.number].removesuffix(" 15:K 16:W") + crazy in found
    assert len(found) == 12
    assert set(found.values()) == {Fraction(1, 3**5) / 12}


@pytest.mark.rule("setup-10")
def test_every_racing_camel_starts_on_1_2_or_3_as_likely() -> None:
    where = dict.fromkeys([(camel, space) for camel in "bgowy" for space in "123"], Fraction(0))
    for text, chance in starts(FIRST, RACING_DRAWS).items():
        for stack in text.split():
            for camel in stack[2:]:
                where[camel, stack[0]] += chance
    assert set(where.values()) == {Fraction(1, 3)}


@pytest.mark.rule("setup-11")
def test_all_five_on_one_space_are_stacked_in_each_order_as_often() -> None:
    piles = {text: chance for text, chance in starts(FIRST, RACING_DRAWS).items() if len(text) == len("2:bgowy")}
    piles = {text: chance for text, chance in piles.items() if text.startswith("2:")}
    assert len(piles) == 120
    assert set(piles.values()) == {Fraction(1, 3**5) / 120}


@pytest.mark.rule("setup-12", "setup-13")
def test_the_crazy_camels_start_on_14_15_or_16_the_second_on_top() -> None:
    """Two rolls of the grey die; on one space either camel is as likely to be the upper one."""
    crazy = {text.removeprefix("1:bgpry "): chance for text, chance in starts(SECOND, CRAZY_DRAWS).items()}
    both_rolls = Fraction(1, 9)
    assert crazy == {
        "14:K 15:W": both_rolls,
        "14:K 16:W": both_rolls,
        "14:W 15:K": both_rolls,
        "14:W 16:K": both_rolls,
        "15:K 16:W": both_rolls,
        "15:W 16:K": both_rolls,
        "14:KW": both_rolls / 2,
        "14:WK": both_rolls / 2,
        "15:KW": both_rolls / 2,
        "15:WK": both_rolls / 2,
        "16:KW": both_rolls / 2,
        "16:WK": both_rolls / 2,
    }


@pytest.mark.rule("setup-12")
@pytest.mark.parametrize(("rolls", "expected"), [((2, 1), "15:K 16:W"), ((3, 3), "14:KW"), ((1, 3), "14:W 16:K")])
def test_worked_example_of_the_crazy_camels_start(rolls: tuple[int, int], expected: str) -> None:
    """The rulebook's rolls are a 2, which is space 15, and then a 1, which is space 16."""
    draws = iter([0] * 10 + [0, 0] + [number - 1 for number in rolls])
    game = Game(players=2, rng=lambda _: next(draws))
    assert game.position.track_text == f"1:bgpry {expected}"


@pytest.mark.rule("setup-10", "setup-12")
@pytest.mark.parametrize(
    ("edition", "track"),
    [(FIRST, "1:gyo 4:bw"), (SECOND, "1:gyr 3:b 4:p 15:K 16:W"), (SECOND, "1:gyr 3:bp 13:K 16:W")],
)
def test_no_camel_starts_anywhere_else(edition: Edition, track: str) -> None:
    with pytest.raises(ImpossiblePositionError) as refused:
        start(edition, 2, parse_track(edition, track))
    assert refused.value.code == "camels"


@pytest.mark.rule("setup-15")
@EDITIONS
@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_table_names_the_starting_player(edition: Edition, first: int) -> None:
    assert started(edition, first=first).turn == first
    assert Game(players=3, edition=edition, first=first).position.turn == first


@pytest.mark.rule("setup-15")
def test_the_starting_player_may_be_drawn() -> None:
    turns = distribution(lambda rng: Game(players=3, rng=rng, first=None).position.turn, range(14, 15))
    assert turns == {0: Fraction(1, 3), 1: Fraction(1, 3), 2: Fraction(1, 3)}
