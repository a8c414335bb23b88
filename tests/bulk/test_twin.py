"""Bulk play against the interpreted engine, step by step: the same choices, the same table, the same money."""

import pytest

from camelup.edition import EDITIONS
from tests.bulk.twin import play_side_by_side, table_of_chunk

GAMES = 20_000
CHUNKS = 40
"""Parts of the whole that may run beside each other."""


def test_all_tables_are_among_the_chunks() -> None:
    tables = {table_of_chunk(chunk) for chunk in range(CHUNKS)}
    assert tables == {(edition, players) for edition in EDITIONS.values() for players in range(2, 9)}


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_compiled_games_are_the_same_games(chunk: int) -> None:
    games = GAMES // CHUNKS
    assert play_side_by_side(chunk, games) >= games
