"""The odds of the whole race: known answers, samples within their error, and honest labels."""

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from camelup.core import race as track_race
from camelup.core.actions import Roll
from camelup.core.edition import FIRST, SECOND, Camel, Edition
from camelup.core.errors import CamelUpError
from camelup.core.rules import chances
from camelup.formats.notation import parse_track
from camelup.odds import RaceOdds, Situation, parse_situation, race, race_odds
from camelup.odds.numbering import position_count, position_number
from camelup.odds.race_odds import sampled, table_of
from camelup.odds.rounding import STEPS
from camelup.odds.table import RaceTable, as_table, table_path
from tests.odds.helpers import asked, leg_ends, random_situation, reference, relabelled
from tests.odds.test_leg_odds import state_of

SAMPLES = 2_000_000


def figures(odds: RaceOdds) -> list[float]:
    """All figures of an answer, those of the winner first."""
    return [*odds.winner.values(), *odds.loser.values()]


def expected_figures(position: Mapping[str, Any]) -> list[float]:
    racing = asked(position).edition.racing
    return [position[side][camel] for side in ("winner", "loser") for camel in racing]


# --- Known answers --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("position", reference("race_odds_first.json"), ids=lambda position: position["track"])
def test_the_reference_positions_of_the_first_edition(position: dict[str, Any]) -> None:
    odds = race(asked(position))
    assert (odds.exact, odds.error) == (True, 0)
    assert figures(odds) == pytest.approx(expected_figures(position), abs=1e-9)


def test_the_start_of_the_first_edition() -> None:
    odds = race(parse_situation(FIRST, "1:bg 2:ow 3:y"))
    expected = (0.18407419, 0.20283067, 0.19813506, 0.20990301, 0.20505708)
    assert tuple(odds.winner.values()) == pytest.approx(expected, abs=6e-9)


@pytest.mark.parametrize("position", reference("race_odds_second.json"), ids=lambda position: position["track"])
def test_samples_of_the_second_edition_are_within_their_error(position: dict[str, Any]) -> None:
    odds = sampled(asked(position), SAMPLES)
    assert not odds.exact
    for found, expected in zip(figures(odds), expected_figures(position), strict=True):
        error = (expected * (1 - expected) / SAMPLES) ** 0.5
        assert found == pytest.approx(expected, abs=5 * error + 2e-6)
        assert error < odds.error + 1e-6


@pytest.mark.parametrize("position", reference("race_odds_second.json"), ids=lambda position: position["track"])
def test_the_reference_positions_of_the_second_edition(position: dict[str, Any]) -> None:
    if table_of(SECOND) is None:
        pytest.skip("the second edition's table is not built: it takes minutes and 1.5 GB (camelup odds build)")
    odds = race(asked(position))
    assert odds.exact
    assert 0 < odds.error < 2e-5
    assert figures(odds) == pytest.approx(expected_figures(position), abs=2e-5)


# --- Walks to the end of the leg ------------------------------------------------------------------------------


def after_one_roll(parse_request: Situation) -> list[float]:
    """The average of the odds after each face that the next die may show."""
    edition = parse_request.edition
    average = np.zeros(10)
    for face, probability in chances(state_of(parse_request), Roll()):
        assert face is not None
        camel = edition.camels.index(face.camel)
        track = track_race.move(parse_request.track, camel, face.number, parse_request.cheering, parse_request.booing)
        after = Situation(edition, track, parse_request.dice.replace(face.die, ""), parse_request.tiles)
        if track_race.is_over(track):
            ranking = track_race.ranking(track)
            average[[ranking[0], 5 + ranking[-1]]] += float(probability)
            continue
        if after.draws == 0:
            after = Situation(edition, track, edition.dice)
        average += float(probability) * np.array(figures(race(after)))
    return [float(figure) for figure in average]


def test_odds_are_the_average_of_the_odds_after_the_next_roll() -> None:
    generator = random.Random(1)
    for number in range(200):
        parse_request = random_situation(FIRST, 1 + number % 5, generator, is_tiled=number % 4 < 2)
        assert figures(race(parse_request)) == pytest.approx(after_one_roll(parse_request), abs=1e-12), parse_request


def test_other_names_for_the_camels_only_rename_the_answer() -> None:
    generator = random.Random(2)
    for number in range(100):
        parse_request = random_situation(FIRST, 1 + number % 5, generator)
        names = dict(zip(FIRST.racing, generator.sample(FIRST.racing, 5), strict=True))
        odds, renamed = race(parse_request), race(relabelled(parse_request, names))
        for camel in FIRST.racing:
            assert renamed.winner[names[camel]] == pytest.approx(odds.winner[camel], abs=1e-13)
            assert renamed.loser[names[camel]] == pytest.approx(odds.loser[camel], abs=1e-13)


def test_no_probability_is_what_rounding_left_of_nothing() -> None:
    generator = random.Random(12)
    nothing = 0
    for number in range(600):
        odds = race(random_situation(FIRST, 1 + number % 4, generator))
        assert all(figure == 0 or 1e-14 < figure < 1 + 1e-14 for figure in figures(odds))
        nothing += figures(odds).count(0)
    assert nothing > 100


def test_probabilities_add_up_to_one() -> None:
    generator = random.Random(3)
    for number in range(200):
        odds = race(random_situation(FIRST, 1 + number % 5, generator))
        assert sum(odds.winner.values()) == pytest.approx(1, abs=1e-12)
        assert sum(odds.loser.values()) == pytest.approx(1, abs=1e-12)
        assert all(-1e-15 <= figure <= 1 + 1e-12 for figure in figures(odds))


@pytest.fixture(scope="module")
def made_up() -> RaceTable:
    """A table for the second edition with figures from nowhere: the walk to it can be checked without solving."""
    values = np.random.default_rng(4).integers(0, STEPS // 4, (position_count(7), 8), np.uint16)
    values.flags.writeable = False
    return as_table(values)


def looked_up(track: int, edition: Edition, table: RaceTable) -> np.ndarray:
    """Read a made-up table: four figures from the rear, the front camel has the rest."""
    row = table.values[position_number(track, 7, 1)].astype(np.float64) * table.unit
    rear_to_front = [edition.racing[camel] for camel in reversed(track_race.ranking(track))]
    shown = {}
    for side in range(2):
        shares = [*row[4 * side : 4 * side + 4], 1 - row[4 * side : 4 * side + 4].sum()]
        shown.update({(side, camel): share for camel, share in zip(rear_to_front, shares, strict=True)})
    return np.array([shown[side, camel] for side in range(2) for camel in edition.racing])


@pytest.mark.parametrize(("draws", "count"), [(1, 100), (2, 20), (3, 3), (5, 1)])
def test_the_walk_to_a_second_edition_table(
    made_up: RaceTable, monkeypatch: pytest.MonkeyPatch, draws: int, count: int
) -> None:
    monkeypatch.setattr(race_odds, "table_of", lambda _: made_up)
    generator = random.Random(draws)
    for _ in range(count):
        parse_request = random_situation(SECOND, draws, generator)
        while not parse_request.tiles:
            parse_request = random_situation(SECOND, draws, generator)
        expected = np.zeros(10)
        for end, probability in leg_ends(parse_request):
            ranking = [SECOND.racing.index(Camel(camel)) for camel in end.ranking()]
            if end.race_is_over():
                expected[[ranking[0], 5 + ranking[-1]]] += float(probability)
            else:
                text = " ".join(f"{space}:{''.join(end.board[space])}" for space in sorted(end.board))
                expected += float(probability) * looked_up(parse_track(SECOND, text), SECOND, made_up)
        odds = race(parse_request)
        assert odds.exact
        assert figures(odds) == pytest.approx(expected, abs=1e-12), parse_request


def test_a_fresh_leg_is_read_from_the_table(made_up: RaceTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(race_odds, "table_of", lambda _: made_up)
    generator = random.Random(5)
    for _ in range(300):
        parse_request = random_situation(SECOND, 5, generator, is_tiled=False)
        odds = race(parse_request)
        assert (odds.exact, odds.error) == (True, 1 / STEPS)
        assert figures(odds) == pytest.approx(looked_up(parse_request.track, SECOND, made_up), abs=1e-12)


# --- Samples --------------------------------------------------------------------------------------------------


def test_samples_agree_with_what_is_solved_and_vary_as_they_should() -> None:
    generator = random.Random(6)
    samples = 50_000
    squares: list[float] = []
    for number in range(60):
        parse_request = random_situation(FIRST, 1 + number % 5, generator)
        exact = np.clip(figures(race(parse_request)), 0, 1)
        deviation = np.array(figures(sampled(parse_request, samples, seed=number))) - exact
        error = np.sqrt(exact * (1 - exact) / samples)
        usual = exact * (1 - exact) * samples > 10
        assert (np.abs(deviation[~usual]) * samples < 40).all()
        squares += ((deviation[usual] / error[usual]) ** 2).tolist()
    assert max(squares) < 5**2
    assert 0.8 < float(np.mean(squares)) < 1.2


def test_samples_are_the_same_for_a_seed_and_others_for_another() -> None:
    parse_request = parse_situation(SECOND, "1:gy 2:rb 3:p 14:K 16:W", dice="gybx", tiles="5+ 8-")
    first, again, other = (sampled(parse_request, 10_000, seed) for seed in (1, 1, 2))
    assert first == again
    assert first.winner != other.winner
    assert sum(first.winner.values()) == pytest.approx(1)
    assert sum(first.loser.values()) == pytest.approx(1)


def test_more_samples_have_a_smaller_error() -> None:
    parse_request = parse_situation(SECOND, "1:gy 2:rb 3:p 14:K 16:W")
    few, many = sampled(parse_request, 1_000), sampled(parse_request, 100_000)
    assert few.error == pytest.approx(10 * many.error, rel=0.1)


def test_the_label_says_how_it_was_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    parse_request = parse_situation(SECOND, "1:gy 2:rb 3:p 14:K 16:W")
    monkeypatch.setattr(race_odds, "table_of", lambda _: None)
    odds = race(parse_request, samples=1_000, seed=3)
    assert odds == sampled(parse_request, 1_000, 3)
    assert not odds.exact
    assert odds.error == max((figure * (1 - figure) / 1_000) ** 0.5 for figure in figures(odds))


# --- Tables that are not there, and races that are over -------------------------------------------------------


def test_without_a_good_table_there_are_samples_or_a_new_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMELUP_CACHE", str(tmp_path))
    find = table_of.__wrapped__
    assert find(SECOND) is None
    made = find(FIRST)
    assert made is not None
    good = table_path(FIRST).read_bytes()
    for edition in (FIRST, SECOND):
        table_path(edition).write_bytes(good[:-1])
    assert find(SECOND) is None
    again = find(FIRST)
    assert again is not None
    assert (again.values == made.values).all()
    assert table_path(FIRST).read_bytes() == good
    assert table_path(SECOND).read_bytes() == good[:-1]  # not ours to remove; a build replaces it


def test_a_race_that_is_over_has_no_odds() -> None:
    over = Situation(FIRST, parse_track(FIRST, "2:b 3:g 4:o 5:w 17:y"), "bgow")
    with pytest.raises(CamelUpError) as refused:
        race(over)
    assert refused.value.code == "game_over"
