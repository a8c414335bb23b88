"""Compiled policies in a match: many games at once among themselves, one at a time with others."""

from pathlib import Path

import pytest

from camelup.arena import Match, play_match, read_results
from camelup.arena.policies import PolicyPlayer, policy_of
from camelup.arena.standings import compute_standings
from camelup.chance import seeded
from camelup.core.edition import EDITIONS, Edition
from camelup.core.errors import PlayerError
from camelup.game import Game

MATCH = Match(("policy:sensible", "policy:random", "policy:random"), seed=3)


def test_policies_play_in_bulk_the_same_on_any_threads_and_in_any_parts(tmp_path: Path) -> None:
    whole = play_match(MATCH, 9000, processes=1)
    file = tmp_path / "match.jsonl"
    play_match(MATCH, 3000, processes=2, out=file)
    assert play_match(MATCH, 9000, processes=2, out=file) == whole == read_results(file).results
    sensible, rest = compute_standings(MATCH, whole).players
    assert 0.85 < sensible.win_share.low < sensible.win_share.high < 1
    assert sensible.win_share.value + 2 * rest.win_share.value == pytest.approx(1)
    assert (sensible.forfeits, sensible.median_ms) == (0, 0)


def test_a_pool_of_policies() -> None:
    match = Match(("policy:random", "policy:sensible", "policy:random"), pool_seats=2, seed=1)
    results = play_match(match, 2000, processes=1)
    assert [result.players for result in results] == [match.seating(game) for game in range(2000)]


@pytest.mark.parametrize("edition", EDITIONS.values())
@pytest.mark.parametrize("name", ["policy:random", "policy:sensible"])
def test_a_policy_plays_a_seat_by_the_rules(edition: Edition, name: str) -> None:
    game, player = Game(6, edition, seed=4), PolicyPlayer(policy_of(name), seeded(5))
    while not game.is_over:
        game.play(player.choose(game.view(game.position.turn)))


def test_policies_meet_players() -> None:
    results = play_match(Match(("policy:sensible", "random"), seed=1), 4, processes=1)
    assert sum(sum(result.forfeits) for result in results) == 0
    assert all(result.record for result in results)


def test_a_policy_that_is_not_there() -> None:
    with pytest.raises(PlayerError, match="There is no player 'policy:bold'"):
        play_match(Match(("policy:sensible", "policy:bold")), 4, processes=1)
