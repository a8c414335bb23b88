"""What tiles and crazy camels change, at a glance: held to exact walks of the leg."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from camelup.bulk.action_space import TILES, WINNERS
from camelup.bulk.layout import Games, pack
from camelup.bulk.styles import GUESSED, LOOKED, ODDS, STYLES, TILE_WORTHS, choose_by_style
from camelup.bulk.tile_effects import ALL_SPACES, see_tiles, weigh_tiles
from camelup.core.edition import FIRST, Edition
from camelup.odds.leg_table import ENDS, WINS, leg_table, look_up_leg
from camelup.search.candidates import legal_set
from camelup.search.odds_cache import OddsCache, find_stakes, packed_situation_of
from tests.bulk.support import BOTH
from tests.randomplay import random_position

STAKES = ODDS - 10


def tiled_games(edition: Edition, count: int, draws: int | None = None) -> Iterator[Games]:
    """Give positions with a tile somewhere, with so many dice to come in the leg."""
    generator = random.Random(17)
    while count:
        state = random_position(generator)
        is_wanted = state.edition == edition and any(state.tiles) and not state.is_over
        if is_wanted and draws in {None, edition.draws_left(len(state.dice))}:
            count -= 1
            yield pack([state])


def odds_at_a_glance(games: Games, edition: Edition) -> tuple[np.ndarray, np.ndarray]:
    """Give the odds of the small table, and as they are corrected."""
    blind = np.zeros(ODDS)
    look_up_leg(int(games[0]["track"]), int(games[0]["dice"]), leg_table(edition), blind)
    seen = blind.copy()
    see_tiles(games.view(np.recarray)[0], leg_table(edition), seen)
    return blind, seen


@BOTH
def test_with_one_die_to_come_the_leg_is_seen_exactly(edition: Edition) -> None:
    known = OddsCache(is_sampling=True)
    for games in tiled_games(edition, 25, draws=1):
        leg = known.leg(packed_situation_of(games[0]))
        _, seen = odds_at_a_glance(games, edition)
        assert seen[:WINS] == pytest.approx(leg.ranks, abs=0.01)
        assert seen[ENDS] == pytest.approx(leg.ends, abs=0.01)


@BOTH
def test_a_glance_is_much_nearer_to_the_truth_than_blindness(edition: Edition) -> None:
    known = OddsCache(is_sampling=True)
    errors = np.zeros(2)
    for games in tiled_games(edition, 80):
        ranks = known.leg(packed_situation_of(games[0])).ranks
        errors += [((odds[:WINS] - ranks) ** 2).sum() for odds in odds_at_a_glance(games, edition)]
    assert errors[1] < errors[0] / 2


def test_without_tiles_and_crazy_camels_nothing_is_corrected() -> None:
    generator = random.Random(3)
    states = [state for state in (random_position(generator) for _ in range(200)) if not state.is_over]
    games = [pack([state]) for state in states if state.edition == FIRST and not any(state.tiles)]
    assert games
    for one in games:
        blind, seen = odds_at_a_glance(one, FIRST)
        assert (blind == seen).all()


@pytest.mark.parametrize("others", [0.0, 0.3])
def test_with_one_die_to_come_tiles_are_weighed_exactly(others: float) -> None:
    known = OddsCache(is_sampling=True)
    compared = 0
    for games in tiled_games(FIRST, 40, draws=1):
        game, legal = games[0], int(legal_set(games))
        seat = int(game["turn"])
        if game["tiles"][seat]:
            continue
        exact, seen = np.zeros(ODDS), np.zeros(ODDS)
        stakes = find_stakes(game)
        stakes[:, -1] = np.arange(len(stakes)) == seat  # what others' tiles earn is not looked at
        stakes[np.arange(len(stakes)) != seat] *= -others
        known.add_tile_worths(game, legal, exact, stakes)
        weigh_tiles(games.view(np.recarray)[0], seat, others, ALL_SPACES, leg_table(FIRST), seen, TILE_WORTHS, STAKES)
        for number in range(TILES, WINNERS):
            worth = exact[TILE_WORTHS + number - TILES]
            if legal >> number & 1 and worth > -9:
                assert seen[TILE_WORTHS + number - TILES] == pytest.approx(worth, abs=0.1)
                compared += 1
    assert compared > 20


@BOTH
def test_a_style_that_looks_chooses_what_is_legal(edition: Edition) -> None:
    for games in tiled_games(edition, 60):
        legal = int(legal_set(games))
        game = games.view(np.recarray)[0]
        for name, sight in (("plain", LOOKED), ("miser", LOOKED), ("miser", GUESSED)):
            _, odds = odds_at_a_glance(games, edition)
            chosen = choose_by_style(game, legal, 1, STYLES[name], odds, sight, leg_table(edition))
            assert legal >> chosen & 1
