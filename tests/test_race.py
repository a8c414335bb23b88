"""Movement and ranking on any track there can be: against the slow model, and by their properties."""

import random

from hypothesis import given
from hypothesis import strategies as st

from camelup.core import race
from camelup.core.actions import Face, Roll
from camelup.core.edition import FIRST, SECOND, Edition, Side
from camelup.core.events import DieRevealed, GreyReason
from camelup.core.rules import apply, grey_reason, start
from camelup.game import Game
from tests import naive
from tests.randomplay import random_track

Case = tuple[Edition, int, dict[int, Side]]


@st.composite
def races(draw: st.DrawFn) -> Case:
    """A track with camels anywhere and tiles anywhere that they may lie."""
    edition = draw(st.sampled_from((FIRST, SECOND, SECOND)))
    order = draw(st.permutations(range(len(edition.camels))))
    lowest = draw(st.integers(1, 16))
    spaces = draw(st.lists(st.integers(lowest, 16), min_size=len(order), max_size=len(order)))
    track = race.EMPTY
    for camel, space in zip(order, spaces, strict=True):
        track = race.put_on_top(track, camel, space)
    tiles: dict[int, Side] = {}
    for space in draw(st.sets(st.integers(2, 16), max_size=8)):
        if space not in spaces and space - 1 not in tiles and space + 1 not in tiles:
            tiles[space] = draw(st.sampled_from(list(Side)))
    return edition, track, tiles


def bits(tiles: dict[int, Side]) -> tuple[int, int]:
    cheering, booing = (sum(1 << space for space, up in tiles.items() if up is side) for side in Side)
    return cheering, booing


def slow(case: Case) -> naive.NaiveRace:
    edition, track, tiles = case
    board: dict[int, list[str]] = {}
    for space, camel in race.running_order(track):
        board.setdefault(space, []).append(str(edition.camels[camel]))
    return naive.NaiveRace(edition.number, board, set(), {space: (0, str(side)) for space, side in tiles.items()})


def board_of(edition: Edition, track: int) -> dict[int, list[str]]:
    return slow((edition, track, {})).board


@given(races(), st.data(), st.integers(1, 3))
def test_a_move_is_the_slow_models_move(case: Case, data: st.DataObject, number: int) -> None:
    edition, track, tiles = case
    camel = data.draw(st.integers(0, len(edition.camels) - 1))
    model = slow(case)
    model.carry(str(edition.camels[camel]), number)
    after = race.move(track, camel, number, *bits(tiles))
    assert board_of(edition, after) == model.board
    assert [edition.camels[number] for number in race.ranking(after)] == model.ranking()
    assert race.is_over(after) == model.race_is_over()


def test_a_track_may_begin_behind_space_1() -> None:
    track = race.put_on_top(race.EMPTY, race.GREY, 8)
    after = {first: race.space_of(race.move(track, race.GREY, 3, 0, 0, first), race.GREY) for first in (4, 5, 6, 7)}
    assert after == {4: 5, 5: 5, 6: race.BEHIND_THE_LINE, 7: race.BEHIND_THE_LINE}
    assert race.space_of(race.move(track, race.GREY, 7, 0, 0), race.GREY) == 1
    on_a_tile = {side: race.move(track, race.GREY, 3, *bits({5: side}), 5) for side in Side}
    assert {side: race.space_of(after, race.GREY) for side, after in on_a_tile.items()} == {
        Side.CHEERING: race.BEHIND_THE_LINE,
        Side.BOOING: 6,
    }


@given(races(), st.sampled_from((5, 6)))
def test_the_crazy_camel_to_move_is_the_slow_models(case: Case, shown: int) -> None:
    edition, track, _ = case
    if edition.crazy:
        expected = slow(case).crazy_to_move(str(edition.camels[shown]))
        assert edition.camels[race.crazy_to_move(track, shown)] == expected


@given(races(), st.data(), st.integers(1, 3))
def test_a_move_takes_what_is_above_and_leaves_the_rest(case: Case, data: st.DataObject, number: int) -> None:
    edition, track, tiles = case
    camel = data.draw(st.integers(0, len(edition.camels) - 1))
    before = race.running_order(track)
    place = [number for _, number in before].index(camel)
    unit = [(space, other) for space, other in before[place:] if space == before[place][0]]
    after = race.running_order(race.move(track, camel, number, *bits(tiles)))
    others = [entry for entry in before if entry not in unit]
    moved = [number for _, number in unit]
    assert [entry for entry in after if entry[1] not in moved] == others
    end = {space for space, number in after if number in moved}
    assert len(end) == 1
    assert [number for _, number in after if number in moved] == moved


@given(races())
def test_places_spaces_and_order_agree(case: Case) -> None:
    edition, track, _ = case
    ranking = race.ranking(track)
    assert sorted(ranking) == list(range(len(edition.racing)))
    for place, camel in enumerate(ranking):
        assert race.place_of(track, camel) == place
        assert race.camel_in_place(track, place) == camel
    for space, camel in race.running_order(track):
        assert race.space_of(track, camel) == space
        assert race.occupied(track) >> space & 1
    assert race.occupied(track).bit_count() == len({space for space, _ in race.running_order(track)})


@given(races(), st.data())
def test_a_camel_taken_off_is_the_only_one_missing(case: Case, data: st.DataObject) -> None:
    edition, track, _ = case
    camel = data.draw(st.integers(0, len(edition.camels) - 1))
    rest = race.without(track, camel)
    assert race.running_order(rest) == [entry for entry in race.running_order(track) if entry[1] != camel]
    assert len(race.running_order(race.put_on_top(rest, camel, 17))) == len(edition.camels)


def test_every_camel_has_its_die_and_every_space_its_side_of_the_line() -> None:
    assert [race.die_of(camel) for camel in range(7)] == [0, 1, 2, 3, 4, 5, 5]
    assert [space for space in range(-2, 20) if not race.is_beyond(space)] == list(range(1, 17))


@given(races())
def test_a_track_is_what_its_running_order_says(case: Case) -> None:
    _, track, _ = case
    rebuilt = race.EMPTY
    for space, camel in race.running_order(track):
        rebuilt = race.put_on_top(rebuilt, camel, space)
    assert rebuilt == track


def test_the_reason_of_the_grey_die_is_why_that_camel_moves() -> None:
    """Where the reason lies in the stacks, they pick the camel, and the colour shown changes nothing."""
    generator = random.Random(6)
    seen = dict.fromkeys(GreyReason, 0)
    for _ in range(6_000):
        track = random_track(SECOND, generator)
        stacks = board_of(SECOND, track).values()
        above = {camel: stack[stack.index(camel) + 1 :] for stack in stacks for camel in stack if camel.isupper()}
        reason = grey_reason(track)
        seen[reason] += 1
        moved = [SECOND.camels[race.crazy_to_move(track, shown)] for shown in (5, 6)]
        match reason:
            case GreyReason.ONLY_CARRIER:
                carriers = [camel for camel, load in above.items() if any(map(str.islower, load))]
                assert moved == 2 * carriers
            case GreyReason.ON_TOP:
                assert moved == 2 * [load[0] for load in above.values() if load[:1] in (["K"], ["W"])]
            case GreyReason.SHOWN:
                assert moved == list(SECOND.crazy)
    assert min(seen.values()) > 300


def test_the_event_of_the_grey_die_tells_the_reason_before_the_move() -> None:
    generator = random.Random(7)
    state = start(SECOND, 3, Game(players=3, seed=7).position.track)
    for _ in range(300):
        track = random_track(SECOND, generator)
        for camel in SECOND.camels:
            face = Face(camel, generator.randint(1, 3))
            _, (die, *_) = apply(state.replace(track=track), Roll(), face)
            assert die == DieRevealed(0, face, grey_reason(track) if camel.is_crazy else None)
