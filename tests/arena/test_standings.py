"""What a match proves: shares, intervals, ratings, the page and the JSON."""

import random
from math import sqrt
from statistics import fmean

import pytest

from camelup.arena.match import Match
from camelup.arena.picture import standings_svg
from camelup.arena.standings import Running, compute_standings
from camelup.arena.table import Result
from camelup.bulk.estimates import GroupedShare
from camelup.core.errors import ArgumentError
from camelup.terminal.arena_page import standings_lines
from tests.test_drawing import check_form, check_sheet, read

KEYS = ["name", "seats", "win_share", "low", "high", "coins", "ms_per_move", "forfeits", "rating", "rating_error"]


def results_of(match: Match, games: int, seed: int = 1) -> list[Result]:
    """Games in which a player's money is drawn, more for names that come later in the alphabet."""
    generator = random.Random(seed)
    results = []
    for game in range(games):
        players = match.seating(game)
        money = tuple(generator.randrange(8) + 3 * "abcdefgh".index(name) for name in players)
        times = tuple((1000 * seat + 1000, 1000 * seat + 3000) for seat in range(match.seats))
        results.append(Result(game, players, money, (0,) * match.seats, (None,) * match.seats, times))
    return results


def test_the_json_has_this_shape() -> None:
    match = Match(("b", "a", "a"), seed=2)
    form = compute_standings(match, results_of(match, 60)).as_json()
    assert list(form) == ["edition", "seats", "games", "players"]
    assert (form["edition"], form["seats"], form["games"]) == (2, 3, 60)
    assert [list(player) for player in form["players"]] == [KEYS, KEYS]
    assert [(player["name"], player["seats"]) for player in form["players"]] == [("b", 1), ("a", 2)]
    assert form["players"][0]["win_share"] + 2 * form["players"][1]["win_share"] == pytest.approx(1, abs=1e-5)
    for player in form["players"]:
        assert 0 <= player["low"] < player["win_share"] < player["high"] <= 1
        assert player["ms_per_move"] == 3


def test_ties_count_in_part_and_forfeits_are_told_with_the_first_reason() -> None:
    match = Match(("a", "b"))
    results = [
        Result(0, ("a", "b"), (5, 5), (0, 2), (None, "it slept")),
        Result(1, ("b", "a"), (7, 5), (1, 0), ("it ate", None)),
    ]
    standings = compute_standings(match, reversed(results))
    first, second = standings.players
    assert (first.win_share.value, second.win_share.value) == (0.25, 0.75)
    assert (first.coins, second.coins) == (5, 6)
    assert (second.forfeits, second.reason) == (3, "game 0: it slept")
    assert [share.value for share in standings.turn_order] == [0.75, 0.25]
    assert any("b: game 0: it slept" in line for line in standings_lines(standings))


def test_a_player_that_never_chooses_is_named() -> None:
    match = Match(("a", "b"))
    games = ["camelup record 1\nA roll g1\nB ticket b\nA roll y2\n", "camelup record 1\nA roll g1\nB ticket b\n"]
    results = [
        Result(0, ("a", "b"), (5, 5), (2, 1), ("it slept", "it ate"), record=games[0]),
        Result(1, ("b", "a"), (7, 5), (0, 1), (None, "it slept"), record=games[1]),
    ]
    standings = compute_standings(match, results)
    assert [(player.moves, player.forfeits_all) for player in standings.players] == [(3, True), (2, False)]
    warnings = [line for line in standings_lines(standings) if "Warning" in line]
    assert warnings == [" Warning: a forfeited every move, so its figures are those of rolling."]


def test_only_whole_deals_count() -> None:
    match = Match(("a", "b", "c"))
    results = results_of(match, 60)
    whole = compute_standings(match, results)
    assert compute_standings(match, [*results, results_of(match, 62)[-1]]) == whole
    assert compute_standings(match, results[:-1]).games == 57
    with pytest.raises(ArgumentError, match="No deal is complete yet"):
        compute_standings(match, results[:2])


def test_a_better_player_has_a_better_rating() -> None:
    match = Match(tuple("abcdef"), pool_seats=3)
    standings = compute_standings(match, results_of(match, 900))
    ratings = [player.rating.value for player in standings.players]
    assert ratings == sorted(ratings)
    assert all(0 < player.rating.error < 25 / 3 / 2 for player in standings.players)
    shares = [player.win_share.value for player in standings.players]
    assert shares == sorted(shares)


def test_running_results_are_those_of_the_end() -> None:
    match = Match(("a", "b", "b"))
    running = Running(match)
    results = results_of(match, 30)
    for result in results:
        running.add(result)
    final = {player.name: player.win_share.value for player in compute_standings(match, results).players}
    assert dict(running.shares) == pytest.approx(final)


def test_one_player_on_all_seats_wins_its_share_for_sure() -> None:
    match = Match(("a",) * 4)
    (player,) = compute_standings(match, results_of(match, 8)).players
    assert (player.win_share.low, player.win_share.value, player.win_share.high) == (0.25, 0.25, 0.25)


# --- The interval ---------------------------------------------------------------------------------------------


def clustered(generator: random.Random, chance: float, groups: int, size: int, alike: float) -> list[float]:
    """Shares of groups, in which a thing is, so often, like the first of its group."""
    shares = []
    for _ in range(groups):
        first = generator.random() < chance
        rest = [first if generator.random() < alike else generator.random() < chance for _ in range(size - 1)]
        shares.append(fmean([first, *rest]))
    return shares


@pytest.mark.parametrize("alike", [0.0, 0.5, 1.0])
@pytest.mark.parametrize(("chance", "groups"), [(0.25, 60), (0.6, 20), (0.03, 80)])
def test_an_interval_of_95_percent_holds_the_truth_about_so_often(alike: float, chance: float, groups: int) -> None:
    generator = random.Random(7)
    tries = 1500
    held = 0
    for _ in range(tries):
        share = GroupedShare.of(clustered(generator, chance, groups, 4, alike))
        held += share.low <= chance <= share.high
    assert held / tries >= 0.92, "too narrow"
    assert held / tries <= 0.985, "too wide"


def test_games_that_hang_together_tell_less() -> None:
    generator = random.Random(8)
    loose, tight = (GroupedShare.of(clustered(generator, 0.4, 400, 4, alike)) for alike in (0.0, 1.0))
    assert 1.8 < (tight.high - tight.low) / (loose.high - loose.low) < 2.2
    assert loose.high - loose.low == pytest.approx(2 * 1.96 * sqrt(0.24 / 1600), rel=0.1)


def test_what_never_happened_may_yet_happen() -> None:
    never, always = GroupedShare.of([0.0] * 25), GroupedShare.of([1.0] * 25)
    assert (never.low, always.high) == (0, 1)
    assert 0.1 < never.high < 0.2
    assert always.low == pytest.approx(1 - never.high)
    once = GroupedShare.of([0.25] + [0.0] * 24)
    assert never.high / 2 < once.high < 2 * never.high
    single = GroupedShare.of([0.25])
    assert single.high - single.low > 0.5


# --- The picture ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("names", "seats"), [("ab", None), ("baaaaaaa", None), ("abcdefgh", 3)])
def test_the_picture_tells_what_the_page_tells(names: str, seats: int | None) -> None:
    match = Match(tuple(names), pool_seats=seats)
    standings = compute_standings(match, results_of(match, 240))
    svg = standings_svg(standings)
    root = read(svg)
    check_form(root)
    check_sheet(root)
    for player in standings.players:
        assert f"{player.win_share.value:.1%} (" in svg
        assert f"{player.coins:.1f}" in svg
