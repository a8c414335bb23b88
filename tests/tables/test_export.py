"""Parquet files: written whole or not at all, the same on any threads, with the games that were played."""

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from camelup.arena import Match, play_match, read_results
from camelup.arena.standings import compute_standings
from camelup.bulk import Batch, statistics
from camelup.bulk.tables import SCHEMA, TABLES, records_of
from camelup.bulk.threads import in_order
from camelup.core.edition import SECOND
from camelup.core.errors import ArgumentError
from camelup.data import MatchGames, ResultGames, StatisticsGames, export
from camelup.data import sources as sources_module
from tests.children import call


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources_module, "_SLICE", 64)


def test_exported_games_are_those_of_the_statistics(tmp_path: Path) -> None:
    stats = statistics(200, SECOND, 3, "random", seed=5)
    source = StatisticsGames(200, SECOND, 3, "random", seed=5)
    seen: list[int] = []
    files = export(source, tmp_path / "games.parquet", TABLES, on_progress=seen.append)
    assert seen == [64, 128, 192, 200]
    assert [file.name for file in files.values()] == [
        "games.parquet",
        "games.plies.parquet",
        "games.positions.parquet",
        "games.odds.parquet",
    ]
    games = pq.read_table(files["games"])
    assert games["game"].to_pylist() == list(range(200))
    assert sum(games["rolls"].to_pylist()) / 200 == pytest.approx(stats.mean_rolls.value)
    money = [amount for row in games["money"].to_pylist() for amount in row]
    assert sum(money) / 600 == pytest.approx(stats.money.value)
    about = pq.read_schema(files["plies"]).metadata
    assert about[b"camelup_schema"] == str(SCHEMA).encode()
    assert json.loads(about[b"source"]) == {"games": 200, "players": 3, "policy": "random", "seed": 5}
    positions = pq.read_table(files["positions"])
    batch = Batch(records_of(positions))
    ends = [number for number, over in enumerate(positions["over"].to_pylist()) if over]
    assert batch.money[ends].tolist() == games["money"].to_pylist()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(file.name for file in files.values())


def test_threads_change_nothing(tmp_path: Path) -> None:
    source = StatisticsGames(150, SECOND, 4, "sensible", seed=1)
    one = export(source, str(tmp_path / "one.parquet"), ["games", "plies"])  # a path may be text
    two = export(source, tmp_path / "two.parquet", ["games", "plies"], spread=in_order(3))
    for name in one:
        assert pq.read_table(one[name]) == pq.read_table(two[name])


def test_a_match_of_policies_is_exported_with_its_results(tmp_path: Path) -> None:
    match = Match(("policy:sensible", "policy:random"), seed=4)
    results = play_match(match, 6)
    games = pq.read_table(export(MatchGames(match, 6), tmp_path / "games.parquet")["games"]).to_pylist()
    games.sort(key=lambda row: row["game"])
    assert [(row["game"], row["deal"], tuple(row["players"]), tuple(row["money"])) for row in games] == [
        (result.game, match.deal_of(result.game), result.players, result.money) for result in results
    ]


def test_a_match_of_players_is_exported_from_its_records(tmp_path: Path) -> None:
    out, file = tmp_path / "match.jsonl", tmp_path / "games.parquet"
    done = call("arena", "random", "random", "--games", "4", "--seed", "2", "--processes", "1", "--out", str(out),
                "--export", str(file), "--tables", "plies")  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    kept = read_results(out)
    games, plies = pq.read_table(file).to_pylist(), pq.read_table(tmp_path / "games.plies.parquet")
    assert [(row["game"], tuple(row["money"])) for row in games] == [
        (result.game, result.money) for result in kept.results
    ]
    assert plies.num_rows == sum(row["plies"] for row in games)
    assert call("arena", "report", str(out), "--export", str(tmp_path / "again.parquet")).returncode == 0
    assert pq.read_table(tmp_path / "again.parquet") == pq.read_table(file)
    assert kept.to_frame().num_rows == 8
    assert compute_standings(kept.match, kept.results).to_frame()["name"].to_pylist() == ["random"]
    unrecorded = [type(result)(result.game, result.players, result.money, result.forfeits) for result in kept.results]
    with pytest.raises(ArgumentError, match="have no record"):
        ResultGames(kept.match, unrecorded)


def test_statistics_are_exported_by_the_command(tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    done = call("stats", "--games", "100", "--threads", "1", "--seed", "3", "--export", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    assert pq.read_table(file).num_rows == 100


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--export", "games.csv"], "must be a .parquet file"),
        (["--export", "{folder}/no/games.parquet"], "There is no folder"),
        (["--export", "{folder}/games.parquet", "--tables", "moves"], "There is no table 'moves'"),
        (["--export", "{folder}/games.parquet", "--tables", "plies,plies"], "once at most"),
        (["--tables", "plies"], "--tables needs --export"),
    ],
)
def test_what_cannot_be_exported_is_refused_before_any_game(tmp_path: Path, arguments: list[str], why: str) -> None:
    filled = [argument.format(folder=tmp_path) for argument in arguments]
    for command in (["stats"], ["arena", "random", "random"]):
        done = call(*command, "--games", "1000000", *filled)
        assert done.returncode == 2
        assert why in done.stderr
        assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_disk_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pq.ParquetWriter, "write_table", fail)
    with pytest.raises(Exception, match=r"Cannot write .*: No space left"):
        export(StatisticsGames(10, SECOND, 2, "random"), tmp_path / "games.parquet")
    assert not list(tmp_path.iterdir())
