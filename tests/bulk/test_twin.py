"""Bulk play against the interpreted engine, step by step: the same choices, the same table, the same money."""

import pytest

from camelup.bulk import Batch
from camelup.core.actions import Face, Roll
from camelup.core.edition import EDITIONS, SECOND, Camel
from camelup.core.rules import apply, start
from camelup.core.state import Card
from camelup.formats.notation import parse_track
from tests.bulk.support import START
from tests.bulk.twin import assert_same_records, play_side_by_side, table_of_chunk
from tests.randomplay import compared_games

CHUNKS = 40
"""Parts of the whole that may run beside each other."""


def test_all_tables_are_among_the_chunks() -> None:
    tables = {table_of_chunk(chunk) for chunk in range(CHUNKS)}
    assert tables == {(edition, players) for edition in EDITIONS.values() for players in range(2, 9)}


def test_every_right_card_of_a_long_deck_is_paid() -> None:
    """Eight right cards hardly ever meet by chance."""
    blue, green, yellow = (
        tuple(Card(seat, camel) for seat in range(8)) for camel in (Camel.BLUE, Camel.GREEN, Camel.YELLOW)
    )
    state = start(SECOND, 8, parse_track(SECOND, START[SECOND])).replace(
        track=parse_track(SECOND, "1:K 2:W 3:y 5:g 6:rp 16:b"),
        hands=((Camel.PURPLE, Camel.RED),) * 8,
        winner_deck=blue + green,
        loser_deck=yellow,
    )
    batch = Batch.from_positions([state])
    face = Face(Camel.BLUE, 1)
    batch.apply([Roll()], [face])
    after, _ = apply(state, Roll(), face)
    assert after.is_over
    assert sum(after.money) == 3 * 8 + 1 + 2 * (8 + 5 + 3 + 2 + 4 * 1) - 8
    assert_same_records(batch.games, [after])


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_compiled_games_are_the_same_games(chunk: int) -> None:
    games = compared_games() // CHUNKS
    assert play_side_by_side(chunk, games) >= games
