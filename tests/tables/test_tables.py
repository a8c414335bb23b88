"""Recorded games as Arrow tables: what is in them is what was played, and positions can be read back."""

from fractions import Fraction

import numpy as np
import pyarrow as pa
import pytest

from camelup.bulk import Batch, RecordedGames, statistics
from camelup.bulk.history import recorded_games
from camelup.bulk.tables import KINDS, SCHEMA, TABLES, records_of, tables_of
from camelup.core.actions import JoinPartner, PlaceTile, PlayCard, TakeTicket
from camelup.core.edition import EDITIONS, FIRST, SECOND, Edition
from camelup.core.errors import ArgumentError, FileError
from camelup.formats.record import parse_record, replay
from camelup.odds import leg, race

GAMES = 12


@pytest.fixture(scope="module", params=[(FIRST, 3), (SECOND, 4), (SECOND, 7)], ids=["first", "second", "partners"])
def played(request: pytest.FixtureRequest) -> RecordedGames:
    edition, players = request.param
    return Batch.start(GAMES, edition, players, seed=11).play_out(record=True)


def test_a_row_of_games_says_how_a_game_went(played: RecordedGames) -> None:
    rows = played.to_frame().to_pylist()
    assert len(rows) == GAMES
    for game, row in enumerate(rows):
        record = played[game]
        last = list(replay(record))[-1].state
        assert (row["game"], row["deal"], row["edition"]) == (game, game, last.edition.number)
        assert (row["seats"], row["first"]) == (last.players, record.start.turn)
        assert (row["plies"], row["legs"]) == (len(record.plies), last.leg)
        assert row["rolls"] == sum(ply.outcome is not None for ply in record.plies)
        assert (row["winner"], row["loser"]) == (last.ranking[0], last.ranking[-1])
        assert tuple(row["money"]) == last.money
        assert [seat for seat, share in enumerate(row["shares"]) if share] == list(last.victors)
        assert sum(row["shares"]) == pytest.approx(1)


def test_a_row_of_plies_is_an_action_with_its_die(played: RecordedGames) -> None:
    rows = iter(played.to_frame("plies").to_pylist())
    for game, record in enumerate(played):
        for number, (step, ply) in enumerate(zip(replay(record), record.plies, strict=False)):
            row = next(rows)
            action, face = ply.action, ply.outcome
            assert (row["game"], row["ply"], row["leg"], row["seat"]) == (game, number, step.state.leg, ply.seat)
            kind = str(action.deck) if isinstance(action, PlayCard) else action.kind
            assert row["kind"] == kind
            camel = action.camel if isinstance(action, TakeTicket | PlayCard) else None
            assert row["camel"] == camel
            assert (row["space"], row["side"]) == (
                (action.space, action.side) if isinstance(action, PlaceTile) else (None, None)
            )
            assert row["partner"] == (action.seat if isinstance(action, JoinPartner) else None)
            assert (row["die"], row["number"]) == ((None, None) if face is None else (face.camel, face.number))
    assert next(rows, None) is None


def test_positions_are_read_back_as_they_were(played: RecordedGames) -> None:
    table = played.to_frame("positions")
    batch = Batch(records_of(table))
    states = [step.state for record in played for step in replay(record)]
    assert [batch.state(number) for number in range(len(batch))] == states
    camels = states[0].edition.camels
    for row, state in zip(table.to_pylist(), states, strict=True):
        stacks = {camel: (space, height) for space, stack in state.stacks.items() for height, camel in enumerate(stack)}
        assert dict(zip(camels, zip(row["spaces"], row["heights"], strict=True), strict=True)) == stacks
        assert row["over"] == state.is_over


def test_quick_odds_are_near_the_exact_ones() -> None:
    played = Batch.start(40, FIRST, 3, seed=5).play_out("plain", record=True)
    batch = Batch(records_of(played.to_frame("positions")))
    positions = {(row["game"], row["ply"]): number for number, row in enumerate(_keys(played, "positions"))}
    errors = []
    for row in played.to_frame("odds").to_pylist()[::29]:
        state = batch.state(positions[row["game"], row["ply"]])
        exact, whole = leg(state), race(state)
        for at, camel in enumerate(state.edition.racing):
            errors += [row["leg_first"][at] - exact.ranks[camel][0], row["wins"][at] - whole.winner[camel]]
        errors.append(row["race_ends"] - exact.race_ends)
        assert sum(row["leg_first"]) == pytest.approx(1, abs=0.03)
    assert len(errors) > 500
    assert np.abs(errors).mean() < 0.02
    assert np.sqrt(np.mean(np.square(errors))) < 0.05


def _keys(played: RecordedGames, table: str) -> list[dict[str, int]]:
    rows: list[dict[str, int]] = played.to_frame(table).select(["game", "ply"]).to_pylist()
    return rows


def test_tables_join_and_have_the_version_of_the_schema(played: RecordedGames) -> None:
    tables = tables_of(played)
    assert tuple(tables) == TABLES
    for name, table in tables.items():
        assert table.schema.metadata[b"camelup_schema"] == str(SCHEMA).encode()
        assert table.schema.metadata[b"camelup_table"] == name.encode()
    plies, odds = _keys(played, "plies"), _keys(played, "odds")
    assert plies == odds
    assert tables["positions"].num_rows == len(plies) + GAMES
    assert tables["plies"]["kind"].combine_chunks().dictionary.to_pylist() == list(KINDS)


@pytest.mark.parametrize("edition", EDITIONS.values())
def test_records_become_the_arrays_that_they_came_from(edition: Edition) -> None:
    batch = Batch.start(5, edition, 3, seed=2).play_out(record=True)
    again = recorded_games([parse_record(str(record)) for record in batch])
    for name in ("actions", "seats", "camels", "numbers", "offsets", "money", "tracks"):
        assert (getattr(again, name) == getattr(batch, name)).all()
    assert tables_of(again) == tables_of(batch)


def test_records_that_break_the_rules_are_refused() -> None:
    record = next(iter(Batch.start(1, FIRST, 2, seed=2).play_out(record=True)))
    good = str(record)
    lines = good.splitlines()
    roll = next(number for number, line in enumerate(lines) if " roll " in line)
    twice = "\n".join(
        [*lines[: roll + 1], lines[roll].replace("A", "?").replace("B", "A").replace("?", "B"), *lines[roll + 1 :]]
    )
    with pytest.raises(ArgumentError, match="game 0 has an action that the rules do not allow"):
        recorded_games([parse_record(twice)])
    rich = good.replace("result ", "result 9")
    with pytest.raises(ArgumentError, match="does not end with its result"):
        recorded_games([parse_record(rich)])
    unfinished = parse_record("\n".join(lines[:-1]))
    with pytest.raises(ArgumentError, match="is not over"):
        recorded_games([unfinished])
    other = next(iter(Batch.start(1, SECOND, 2, seed=2).play_out(record=True)))
    with pytest.raises(ArgumentError, match="same edition"):
        recorded_games([record, other])


def test_what_is_no_table_of_positions_is_refused(played: RecordedGames) -> None:
    with pytest.raises(ArgumentError, match="no table 'moves', only games, plies"):
        played.to_frame("moves")
    with pytest.raises(FileError, match="not a table of positions"):
        records_of(played.to_frame("plies"))
    with pytest.raises(FileError, match="not a table of positions"):
        records_of(pa.table({"game": [1]}))
    positions = played.to_frame("positions")
    newer = positions.replace_schema_metadata({**positions.schema.metadata, b"camelup_schema": b"9"})
    with pytest.raises(FileError, match="another version"):
        records_of(newer)


def test_games_of_a_seed_can_be_set_up_in_parts() -> None:
    whole = Batch.start(10, seed=3)
    parts = Batch.concatenate([Batch.start(4, seed=3), Batch.start(6, seed=3, begin=4)])
    assert parts.games.tobytes() == whole.games.tobytes()
    assert (parts.streams == whole.streams).all()
    with pytest.raises(ArgumentError):
        Batch.start(4, begin=-1)


def test_statistics_and_odds_are_tables_too() -> None:
    stats = statistics(2000, players=3, seed=7)
    rows = {(row["figure"], row["key"]): row for row in stats.to_frame().to_pylist()}
    assert rows["money", None]["value"] == stats.money.value
    assert (rows["start_wins", "1"]["hits"], rows["start_wins", "1"]["of"]) == (stats.start_wins[0].hits, 2000)
    assert rows["pay", "ticket"]["low"] < rows["pay", "ticket"]["value"] < rows["pay", "ticket"]["high"]
    state = Batch.start(1, FIRST, seed=3).state(0)
    odds = leg(state)
    first = odds.to_frame().to_pylist()[0]
    camel = state.edition.racing[0]
    assert (first["camel"], first["place"]) == (camel, 1)
    assert Fraction(first["ways"], first["total"]) == odds.rank_fractions[camel][0]
    assert sum(race(state).to_frame()["wins"].to_pylist()) == pytest.approx(1)
