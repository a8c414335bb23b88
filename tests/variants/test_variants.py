"""Variants: the slow model plays the same games, bulk play does, and what has a closed form agrees with it."""

import copy
import pickle
import random
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from camelup import Game
from camelup.arena import Match
from camelup.bulk import Batch, VectorGame, statistics
from camelup.bulk.layout import GAME, OLD_GAME
from camelup.bulk.rules_word import WORDS, edition_of_record, record_fields, word_of
from camelup.core.edition import EDITIONS, FIRST, SECOND, Edition
from camelup.core.errors import ArgumentError, CamelUpError, ImpossiblePositionError
from camelup.core.rules import start
from camelup.core.variants import vary
from camelup.data import StatisticsGames
from camelup.formats.json_codec import to_json
from camelup.formats.notation import parse_track, position_text
from camelup.formats.record import Record
from camelup.odds import leg, parse_situation, race
from camelup.odds.race_odds import sampled
from tests import naive
from tests.bulk.twin import play_side_by_side
from tests.children import call
from tests.randomplay import random_start, random_track
from tests.test_differential import naive_copy, play_both
from tests.variants.editions import (
    OTHER_TICKETS,
    SHORT,
    SHORT_FIRST,
    VARIANTS,
    WITHOUT_CRAZY,
    WITHOUT_TILES,
    number_in_model,
)

EVERY = pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS.keys())
GAMES = 8


# --- The slow model -------------------------------------------------------------------------------------------


@EVERY
def test_the_engine_plays_the_games_of_the_slow_model(variant: Edition) -> None:
    generator = random.Random(1)
    for _ in range(GAMES):
        state = random_start(generator, edition=variant)
        play_both(state, naive_copy(state, number_in_model(variant)), generator)


@EVERY
def test_bulk_play_plays_the_games_of_the_engine(variant: Edition) -> None:
    for chunk in range(3, 7):
        assert play_side_by_side(chunk, GAMES, variant=variant) > GAMES


@pytest.mark.parametrize("variant", [WITHOUT_CRAZY, SHORT], ids=["without crazy camels", "short"])
def test_leg_odds_are_those_of_the_slow_model(variant: Edition) -> None:
    generator = random.Random(2)
    has_ended = False
    for _ in range(6):
        track, dice = random_track(variant, generator), set(generator.sample(variant.dice, len(variant.dice) - 3))
        state = start(variant, 2, Batch.start(1, variant, seed=1).state(0).track).replace(track=track)
        odds = leg(state.replace(dice="".join(die for die in variant.dice if die in dice)))
        expected: dict[tuple[str, ...], Fraction] = {}
        ends = Fraction(0)
        board = {space: [str(camel) for camel in stack] for space, stack in state.stacks.items()}
        for chance, ranking, _, is_over in naive.leg_outcomes(number_in_model(variant), board, dice, {}):
            order = tuple(ranking)
            expected[order] = expected.get(order, Fraction(0)) + chance
            ends += chance if is_over else 0
        assert {tuple(map(str, order)): Fraction(ways, odds.total) for order, ways in odds.orders.items()} == expected
        assert Fraction(odds.endings, odds.total) == ends
        has_ended |= 0 < ends < 1
    assert has_ended


# --- What must be equal, and closed forms ---------------------------------------------------------------------


def test_without_crazy_camels_the_race_is_that_of_the_first_edition() -> None:
    ours = race(parse_situation(WITHOUT_CRAZY, "1:bg 2:pr 3:y"))
    theirs = race(parse_situation(FIRST, "1:bg 2:ow 3:y"))
    assert list(ours.winner.values()) == list(theirs.winner.values())
    assert list(ours.loser.values()) == list(theirs.loser.values())
    assert ours.exact
    one, other = (statistics(3000, edition, 3, "random", seed=4) for edition in (WITHOUT_CRAZY, FIRST))
    assert one.legs.keys() == other.legs.keys()
    assert one.mean_rolls.low < other.mean_rolls.high
    assert other.mean_rolls.low < one.mean_rolls.high


def test_a_policy_that_places_no_tiles_does_not_notice_that_there_are_none() -> None:
    with_tiles = statistics(2000, SECOND, 4, "sensible", seed=3)
    without = statistics(2000, WITHOUT_TILES, 4, "sensible", seed=3)
    assert {**without.as_json(), "variant": None} == with_tiles.as_json()
    assert without.as_json()["variant"] == "Camel Up, second edition (2018), without tiles"
    placing = statistics(2000, WITHOUT_TILES, 4, "random", seed=3)
    assert placing.pay["tile"].actions == 0


def test_a_ticket_is_worth_its_value_times_the_chance_to_lead() -> None:
    """The closed form: value * P(first) + 1 * P(second) - 1 * P(other), so 2 more bring twice P(first)."""
    track = "1:bg 2:ow 3:y"
    odds = leg(parse_situation(OTHER_TICKETS, track))
    assert odds.orders == leg(parse_situation(FIRST, track)).orders
    for camel, (first, second, *others) in odds.rank_fractions.items():
        assert odds.ticket_worth(camel, 7) == pytest.approx(float(7 * first + second - sum(others)))


def test_a_race_goes_on_as_on_a_long_track_where_nobody_runs_backwards() -> None:
    track = "7:bg 8:ow 9:y"
    short, long = (race(parse_situation(edition, track)) for edition in (SHORT_FIRST, FIRST))
    assert (short.winner, short.loser) == (long.winner, long.loser)


def test_how_far_camels_must_run_bounds_the_rolls() -> None:
    """From the foremost start of a track of 6, two 3s are enough; each leg moves every camel of the first edition."""
    six = vary(FIRST, spaces=6)
    stats = statistics(4000, six, 2, "sensible", seed=1)
    assert max(stats.legs) <= 6
    assert min(stats.rolls) >= 1
    assert stats.mean_rolls.value < statistics(4000, FIRST, 2, "sensible", seed=1).mean_rolls.value / 2


def test_the_chance_of_one_roll_has_a_closed_form() -> None:
    """A crazy camel alone on the first space: the grey die is one of six, and then it leaves the track for sure."""
    situation = parse_situation(SHORT, "10:K 12:bgpry 16:W", dice="bgpryx")
    slow = naive.NaiveRace(number_in_model(SHORT), {10: ["K"], 12: list("bgpry"), 16: ["W"]}, set("bgpryx"), {})
    ends = Fraction(0)
    for die in slow.dice:
        faces = naive.faces_of(die)
        for face in faces:
            after = slow.copy_race()
            after.roll(face)
            ends += Fraction(int(after.race_is_over()), len(faces) * 6)
    assert ends == Fraction(1, 6) * Fraction(1, 2)
    last = leg(parse_situation(SHORT, "10:K 12:bgpry 16:W", dice="bx"))  # one of two dice comes out
    # Blue carries all from 12 and reaches 15 at most. The grey die shows black, at 1 of 2, and black leaves the track.
    assert Fraction(last.endings, last.total) == Fraction(1, 2) * Fraction(1, 2)
    known = race(situation, samples=20_000)
    assert not known.exact, "the solved table is that of the long track"


def test_sampled_races_know_the_short_track() -> None:
    situation = parse_situation(SHORT, "10:Kb 15:gpr 16:yW", dice="x" + "bgpry")
    ours = sampled(situation, 40_000)
    batch = Batch.from_positions([start(SHORT, 2, Batch.start(1, SHORT, seed=1).state(0).track)
                                  .replace(track=situation.track)] * 20_000, seed=3)  # fmt: skip
    batch.play_out("sensible")  # it never places a tile, so the dice alone decide
    won = (batch.places == 0).mean(axis=0)
    assert np.abs(won - list(ours.winner.values())).max() < 0.015


# --- One object, never a number, never kept -------------------------------------------------------------------


@EVERY
def test_a_variant_is_one_object_and_a_batch_knows_it(variant: Edition) -> None:
    assert pickle.loads(pickle.dumps(variant)) is variant  # noqa: S301 - our own
    assert copy.deepcopy(variant) is variant
    assert not variant.is_official
    assert edition_of_record(*record_fields(variant)) is variant
    batch = Batch.start(3, variant, 6, seed=1)
    assert batch.edition is variant
    assert all(batch.state(number).edition is variant for number in range(3))
    again = Batch(batch.games)
    assert again.games.tobytes() == batch.games.tobytes()
    batch.reset()
    assert batch.edition is variant
    assert [batch.state(number) for number in range(3)] != [again.state(number) for number in range(3)]


def test_nothing_switched_is_the_official_edition() -> None:
    assert vary(SECOND) is SECOND
    assert vary(FIRST, crazy_camels=False) is FIRST
    assert vary(SECOND, ticket_values=(5, 3, 2, 2), spaces=16) is SECOND
    assert vary(SECOND, tiles=False) is vary(SECOND, tiles=False)
    for number, edition in EDITIONS.items():
        assert record_fields(edition) == (number, 0)
        assert word_of(edition) == WORDS[number]


def test_a_variant_is_refused_wherever_something_is_kept_or_official() -> None:
    state = Batch.start(1, WITHOUT_CRAZY, 3, seed=1).state(0)
    played = Batch.start(2, WITHOUT_CRAZY, 3, seed=1).play_out(record=True)
    refused: list[Callable[[], object]] = [
        lambda: Game(edition=WITHOUT_CRAZY),
        lambda: Match(("random", "random"), WITHOUT_CRAZY),
        lambda: VectorGame(2, WITHOUT_CRAZY),
        lambda: Batch.start(2, WITHOUT_CRAZY).observe(),
        lambda: position_text(state),
        lambda: to_json(state),
        lambda: str(Record(("A", "B", "C"), state)),
        lambda: played[0],
        played.to_frame,
        lambda: StatisticsGames(10, WITHOUT_CRAZY, 3, "random"),
        lambda: vary(WITHOUT_CRAZY, tiles=False),
    ]
    for attempt in refused:
        with pytest.raises(ArgumentError) as caught:
            attempt()
        assert caught.value.code == "variant"
        assert caught.value.message.endswith(".")
    assert len(played.actions) > 0, "bulk play may record it for itself"


@pytest.mark.parametrize(
    ("switches", "why"),
    [
        ({"spaces": 5}, "6 to 16 spaces, not 5"),
        ({"spaces": 17}, "6 to 16 spaces, not 17"),
        ({"ticket_values": ()}, "1 to 4 numbers"),
        ({"ticket_values": (2, 3)}, "the highest first"),
        ({"ticket_values": (16,)}, "from 1 to 15"),
        ({"ticket_values": (5, 4, 3, 2, 1)}, "1 to 4 numbers"),
        ({"ticket_values": [5]}, "1 to 4 numbers"),
        ({"tiles": 0}, "tiles must be True or False"),
        ({"crazy_camels": None}, "crazy_camels must be True or False"),
    ],
)
def test_a_variant_that_cannot_be_is_refused(switches: dict[str, object], why: str) -> None:
    with pytest.raises(ArgumentError, match=why):
        vary(SECOND, **switches)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="official edition, not of 2"):
        vary(2)  # type: ignore[arg-type]


def test_records_of_no_variant_are_refused() -> None:
    games = Batch.start(2, SHORT, 3, seed=1).games.copy()
    for word in (1, -1, 0x7FFFFFFF, word_of(SHORT) ^ 1 << 27, word_of(SECOND)):
        games["variant"] = word
        with pytest.raises(ImpossiblePositionError):
            Batch(games)
    games["variant"] = word_of(SHORT)
    Batch(games)
    games["edition"] = 1
    with pytest.raises(CamelUpError):
        Batch(games)


def test_records_from_before_there_were_variants_are_read() -> None:
    batch = Batch.start(3, SECOND, 4, seed=5)
    old = np.zeros(3, OLD_GAME)
    for name in OLD_GAME.names or ():
        old[name] = batch.games[name]
    assert OLD_GAME.itemsize == GAME.itemsize == 192
    assert Batch(old).games.tobytes() == batch.games.tobytes()


def test_positions_of_a_variant_are_checked() -> None:
    with pytest.raises(ImpossiblePositionError, match="no space 9 for camels: the track has 10 to 16"):
        parse_track(SHORT, "9:bgpry 14:K 16:W")
    with pytest.raises(ImpossiblePositionError, match="may never lie on space 10"):
        parse_situation(SHORT, "12:bgpry 14:K 16:W", tiles="10+")
    with pytest.raises(ImpossiblePositionError, match="no spectator tile in this variant"):
        parse_situation(WITHOUT_TILES, "1:gy 2:rb 3:p 14:K 16:W", tiles="5+")
    with pytest.raises(CamelUpError, match="one of the camels b g p r y"):
        parse_track(WITHOUT_CRAZY, "1:gy 2:rb 3:p 14:K")


def test_the_command_counts_a_variant_and_exports_none() -> None:
    done = call(
        "stats", "--games", "100", "--threads", "1", "--no-crazy-camels", "--ticket-values", "6,4", "--spaces", "9"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "without crazy camels, tickets 6 4, 9 spaces: 100 games" in done.stdout
    done = call("stats", "--games", "100", "--no-tiles", "--export", "games.parquet")
    assert done.returncode == 2
    assert "a variant is for experiments" in done.stderr
    assert call("stats", "--games", "100", "--spaces", "99").returncode == 2
    assert call("stats", "--games", "100", "--ticket-values", "a,b").returncode == 2
