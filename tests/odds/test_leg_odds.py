"""The odds of a leg: known answers, the slow model, and what must hold for any odds at all."""

import random
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import prod

import pytest

from camelup.chance import draw_starting_track
from camelup.core import race
from camelup.core.actions import Roll
from camelup.core.edition import DICE_PER_LEG, EDITIONS, FIRST, SECOND, Camel, Edition
from camelup.core.errors import CamelUpError, ImpossiblePositionError
from camelup.core.rules import chances, start
from camelup.core.state import State
from camelup.formats.notation import parse_position, parse_track
from camelup.odds import Situation, leg, parse_situation
from camelup.odds import race as race_odds
from tests.odds.helpers import (
    Answer,
    answer_of,
    asked,
    merged_answer,
    random_situation,
    reference,
    relabelled,
    slow_answer,
)

BOTH = pytest.mark.parametrize("edition", [FIRST, SECOND], ids=("first", "second"))
START = "1:gy 2:rb 3:p 14:K 16:W"


# --- Known answers --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("position", reference("leg_odds.json"), ids=lambda position: position["track"])
def test_the_reference_positions(position: dict[str, object]) -> None:
    odds = leg(asked(position))
    assert odds.ranks.keys() == position["ranks"].keys()  # type: ignore[attr-defined]
    for camel, expected in position["ranks"].items():  # type: ignore[attr-defined]
        assert odds.ranks[camel] == pytest.approx(expected, abs=1e-11)
    assert {str(space): hits for space, hits in odds.tile_hits.items()} == pytest.approx(
        position["tile_hits"], abs=1e-11
    )
    assert odds.race_ends == pytest.approx(position["race_ends"], abs=1e-11)


def test_a_fresh_leg_of_the_first_edition() -> None:
    odds = leg(parse_situation(FIRST, "1:bg 2:ow 3:y"))
    assert {str(camel): fractions[0] for camel, fractions in odds.rank_fractions.items()} == {
        "b": Fraction(1157, 9720),
        "g": Fraction(8413, 29160),
        "o": Fraction(53, 405),
        "w": Fraction(8569, 29160),
        "y": Fraction(4891, 29160),
    }


def test_a_fresh_leg_of_the_second_edition() -> None:
    odds = leg(parse_situation(SECOND, START))
    assert {str(camel): chances[0] for camel, chances in odds.ranks.items()} == pytest.approx(
        {"b": 0.306435757, "y": 0.283081847, "p": 0.215883631, "r": 0.108401920, "g": 0.086196845}, abs=5e-10
    )


@pytest.mark.parametrize(
    ("tiles", "expected"),
    [("", {"p": 144, "b": 48, "r": 24, "g": 0, "y": 0}), ("3-", {"p": 108, "b": 48, "r": 36, "g": 24, "y": 0})],
)
def test_a_tower_with_three_dice(tiles: str, expected: dict[str, int]) -> None:
    odds = leg(parse_situation(SECOND, "2:ygrbp 14:KW", dice="prb", tiles=tiles))
    assert {str(camel): fractions[0] * 216 for camel, fractions in odds.rank_fractions.items()} == expected


def test_a_crazy_camel_alone_may_end_the_race() -> None:
    # Of the two dice one is drawn. Black on 1 always crosses; white on 9 never does.
    odds = leg(parse_situation(SECOND, "1:K 2:b 3:g 4:p 5:r 6:y 9:W", dice="bx"))
    assert Fraction(odds.endings, odds.total) == Fraction(1, 4)
    assert odds.rank_fractions[Camel.YELLOW][0] == 1


def test_racing_camels_carried_back_over_the_line_are_last() -> None:
    odds = leg(parse_situation(SECOND, "1:Ky 2:b 3:g 4:p 5:r 9:W", dice="bx"))
    assert Fraction(odds.endings, odds.total) == Fraction(1, 2)  # black moves, whichever colour the die shows
    assert list(map(int, odds.rank_fractions[Camel.YELLOW])) == [0, 0, 0, 0, 1]


def test_the_extra_step_of_a_tile_may_end_the_race() -> None:
    odds = leg(parse_situation(FIRST, "2:b 3:g 4:o 5:w 15:y", dice="y", tiles="16+"))
    assert odds.endings == odds.total
    assert odds.landings == {16: odds.total // 3}


def test_a_state_is_asked_like_its_situation() -> None:
    state = parse_position("edition 2 | track 2:ygrbp 14:KW | dice prb | tiles 3-B | money 3 3 | pyramid 2 1")
    odds = leg(state)
    assert odds.situation == parse_situation(SECOND, "2:ygrbp 14:KW", dice="prb", tiles="3-")
    assert odds.rank_fractions[Camel.GREEN][0] == Fraction(24, 216)


@pytest.mark.parametrize("track", ["2:b 3:g 4:p 5:r 9:KW 17:y", "0:Ky 2:b 3:g 4:p 5:r 9:W"])
def test_a_race_that_is_over_has_no_odds(track: str) -> None:
    with pytest.raises(CamelUpError) as refused:
        parse_situation(SECOND, track, dice="bg")
    assert refused.value.code == "game_over"
    over = parse_track(SECOND, track)
    with pytest.raises(CamelUpError) as refused:
        leg(Situation(SECOND, over, "bg"))
    assert refused.value.code == "game_over"


# --- The slow model -------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(("draws", "count"), [(1, 1500), (2, 250), (3, 25)])
def test_the_slow_model_says_the_same(edition: Edition, draws: int, count: int) -> None:
    generator = random.Random(draws)
    for _ in range(count):
        parse_request = random_situation(edition, draws, generator)
        assert answer_of(leg(parse_request)) == slow_answer(parse_request), parse_request


@BOTH
def test_the_slow_model_says_the_same_of_longer_legs(edition: Edition) -> None:
    generator = random.Random(4)
    for draws in (4, 4, 4, 4):
        parse_request = random_situation(edition, draws, generator)
        assert answer_of(leg(parse_request)) == merged_answer(parse_request), parse_request


@pytest.mark.parametrize("tiles", ["", "5+ 7- 10+ 12-"])
def test_the_slow_model_says_the_same_of_a_whole_leg(tiles: str) -> None:
    parse_request = parse_situation(SECOND, "1:gy 2:rb 3:Kp 6:W", tiles=tiles)
    assert answer_of(leg(parse_request)) == merged_answer(parse_request)


def test_taking_equal_boards_together_changes_nothing() -> None:
    generator = random.Random(5)
    for edition in (FIRST, SECOND):
        parse_request = random_situation(edition, 3, generator)
        assert merged_answer(parse_request) == slow_answer(parse_request)


# --- What must hold for any odds ------------------------------------------------------------------------------


def some_situations(edition: Edition, count: int, seed: int) -> list[Situation]:
    """Situations with one to five draws to come, half of them without tiles."""
    generator = random.Random(seed)
    return [
        random_situation(edition, 1 + number % DICE_PER_LEG, generator, is_tiled=number % 2 == 0)
        for number in range(count)
    ]


@BOTH
def test_every_place_is_filled_and_every_camel_placed(edition: Edition) -> None:
    for parse_request in some_situations(edition, 500, 6):
        odds = leg(parse_request)
        dice = len(parse_request.dice)
        assert odds.total == prod(6 * (dice - draw) for draw in range(parse_request.draws))
        assert sum(odds.orders.values()) == odds.total
        assert all(sorted(order) == sorted(edition.racing) for order in odds.orders)
        for fractions in odds.rank_fractions.values():
            assert sum(fractions) == 1
        for place in range(len(edition.racing)):
            assert sum(fractions[place] for fractions in odds.rank_fractions.values()) == 1
        assert 0 <= odds.endings <= odds.total
        assert odds.landings.keys() == {tile.space for tile in parse_request.tiles}
        assert all(0 <= ways <= odds.total * parse_request.draws for ways in odds.landings.values())


def after_one_roll(parse_request: Situation) -> Answer:
    """The average of the odds after each face that the next die may show."""
    edition = parse_request.edition
    answer = Answer(landings={tile.space: Fraction(0) for tile in parse_request.tiles})
    for face, probability in chances(state_of(parse_request), Roll()):
        assert face is not None
        camel = edition.camels.index(face.camel)
        if camel >= race.FIRST_CRAZY:
            camel = race.crazy_to_move(parse_request.track, camel)
        landed = race.landing(race.space_of(parse_request.track, camel), camel, face.number)
        if landed in answer.landings:
            answer.landings[landed] += probability
        track = race.move(parse_request.track, camel, face.number, parse_request.cheering, parse_request.booing)
        after = Situation(edition, track, parse_request.dice.replace(face.die, ""), parse_request.tiles)
        if race.is_over(track) or after.draws == 0:
            answer.add_order(tuple(str(edition.racing[number]) for number in race.ranking(track)), probability)
            answer.race_ends += probability * race.is_over(track)
        else:
            answer.add(answer_of(leg(after)), probability)
    return answer


def state_of(parse_request: Situation) -> State:
    """Two players around a situation."""
    state = start(parse_request.edition, 2, draw_starting_track(parse_request.edition, lambda _: 0))
    return state.replace(track=parse_request.track, dice=parse_request.dice)


@BOTH
def test_odds_are_the_average_of_the_odds_after_the_next_roll(edition: Edition) -> None:
    for parse_request in some_situations(edition, 150, 7):
        assert answer_of(leg(parse_request)) == after_one_roll(parse_request), parse_request


@BOTH
def test_other_names_for_the_camels_only_rename_the_answer(edition: Edition) -> None:
    generator = random.Random(8)
    for parse_request in some_situations(edition, 150, 9):
        names = dict(zip(edition.racing, generator.sample(edition.racing, len(edition.racing)), strict=True))
        odds, renamed = leg(parse_request), leg(relabelled(parse_request, names))
        assert {tuple(names[camel] for camel in order): ways for order, ways in odds.orders.items()} == renamed.orders
        assert (odds.landings, odds.endings, odds.total) == (renamed.landings, renamed.endings, renamed.total)


def test_the_crazy_camels_are_alike() -> None:
    black, white = SECOND.crazy
    for parse_request in some_situations(SECOND, 300, 10):
        odds, swapped = leg(parse_request), leg(relabelled(parse_request, {black: white, white: black}))
        assert answer_of(odds) == answer_of(swapped), parse_request


def test_asking_changes_nothing_for_the_next_question() -> None:
    every = [parse_request for edition in EDITIONS.values() for parse_request in some_situations(edition, 60, 11)]
    first = [answer_of(leg(parse_request)) for parse_request in every]
    random.Random(12).shuffle(every)
    again = {parse_request: answer_of(leg(parse_request)) for parse_request in every}
    assert sorted(map(repr, first)) == sorted(map(repr, again.values()))


def test_threads_do_not_disturb_each_other() -> None:
    every = [parse_request for edition in EDITIONS.values() for parse_request in some_situations(edition, 150, 13)]
    expected = [answer_of(leg(parse_request)) for parse_request in every]
    with ThreadPoolExecutor(4) as pool:
        assert [answer_of(odds) for odds in pool.map(leg, every)] == expected


@pytest.mark.parametrize("given", [None, "1:gy 2:rb 3:p 14:K 16:W", Camel.BLUE], ids=repr)
def test_what_is_not_a_position_is_refused_in_words(given: object) -> None:
    for function in (leg, race_odds):
        with pytest.raises(ImpossiblePositionError, match=r"such as `game\.position`, not "):
            function(given)  # type: ignore[arg-type]
