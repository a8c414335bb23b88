"""Clusters: the same results on any workers, whatever happens to them, and sentences for what cannot go on."""

import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path

import pytest

from camelup.arena import Match, Result, play_match, read_results
from camelup.bulk import statistics
from camelup.bulk.stats import CHUNK
from camelup.cluster import Cluster, connection, games_on, matches
from camelup.cluster.identity import identity
from camelup.core.edition import SECOND
from camelup.core.errors import ClusterError
from camelup.data import StatisticsGames, export, sources
from camelup.terminal.commands import arena
from tests.children import Process, call, started
from tests.cluster.work import always_killed, double, double_late, double_once_killed

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}"}
PARTS = range(12)
DOUBLED = [2 * part for part in PARTS]
MATCH = Match(("random", "policy:sensible"), seed=3)
POLICIES = Match(("policy:random", "policy:sensible"), seed=3)


@contextmanager
def scheduler(folder: Path) -> Iterator[tuple[str, Process]]:
    """A scheduler in a process of its own; what it prints is in a file."""
    file = folder / "scheduler.json"
    command = (sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0")
    with (
        (folder / "scheduler.log").open("w") as log,
        started(*command, "--no-dashboard", "--scheduler-file", str(file), env=ENVIRONMENT, stderr=log) as process,
    ):
        while not file.exists() or not file.read_text().strip().endswith("}"):
            assert process.poll() is None, (folder / "scheduler.log").read_text()
        yield json.loads(file.read_text())["address"], process


@contextmanager
def worker(address: str, folder: Path, **environment: str) -> Iterator[Process]:
    """A worker in a process of its own, with nobody to start it again."""
    command = (sys.executable, "-m", "distributed.cli.dask_worker", address, "--no-nanny", "--nthreads", "1")
    with (
        (folder / "worker.log").open("a") as log,
        started(
            *command, "--no-dashboard", "--local-directory", str(folder), env={**ENVIRONMENT, **environment}, stderr=log
        ) as process,
    ):
        yield process


@pytest.fixture(scope="module")
def local() -> Iterator[Cluster]:
    with Cluster("local", workers=2) as cluster:
        yield cluster


def test_parts_come_in_their_order_or_as_they_are_done(local: Cluster) -> None:
    assert list(local.spread(double, PARTS)) == DOUBLED
    assert list(local.spread(double_late, PARTS)) == DOUBLED, "a slow worker is waited for"
    assert sorted(local.unordered(double_late, PARTS)) == DOUBLED
    assert list(local.spread(double, [])) == []


def test_statistics_matches_and_exports_are_those_of_one_process(local: Cluster, tmp_path: Path) -> None:
    games = 2 * CHUNK + 10
    assert statistics(games, players=3, seed=5, spread=local.spread) == statistics(games, players=3, seed=5)
    here, there = play_match(POLICIES, 40), play_match(POLICIES, 40, elsewhere=games_on(local))
    assert there == here
    file = tmp_path / "match.jsonl"
    shown: list[Result] = []
    there = play_match(MATCH, 6, elsewhere=games_on(local), out=file, on_result=shown.append)
    here = play_match(MATCH, 6, processes=1)
    facts = [(result.game, result.players, result.money, result.record) for result in here]
    assert [(result.game, result.players, result.money, result.record) for result in there] == facts
    assert sorted(result.game for result in shown) == list(range(6))
    assert read_results(file).results == there
    again = play_match(MATCH, 8, elsewhere=games_on(local), out=file)
    assert [result.record for result in again[:6]] == [result.record for result in here], "it went on"
    source = StatisticsGames(sources._SLICE + 5, SECOND, 2, "random", seed=2)  # noqa: SLF001 - so that there are two parts
    one = export(source, tmp_path / "one.parquet", ["games", "plies"])
    two = export(source, tmp_path / "two.parquet", ["games", "plies"], spread=local.spread)
    assert all(one[name].read_bytes() == two[name].read_bytes() for name in one)


def test_the_example_of_the_page_runs(local: Cluster, capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "scale.md").read_text(encoding="utf-8"), re.DOTALL)
    there = example.replace('Cluster("local", workers=2)', "nullcontext(local)")
    assert there != example
    names = {"__name__": "__main__", "local": local, "nullcontext": nullcontext}
    exec(there.replace("100_000", "1_000"), names)  # noqa: S102 - our own document
    assert capsys.readouterr().out == "4 1000\n"


def test_a_killed_worker_loses_nothing(local: Cluster, tmp_path: Path) -> None:
    assert list(local.spread(partial(double_once_killed, str(tmp_path)), PARTS)) == DOUBLED
    assert (tmp_path / "killed").exists()


def test_what_kills_every_worker_is_given_up() -> None:
    with Cluster("local", workers=1) as cluster, pytest.raises(ClusterError) as caught:
        list(cluster.spread(always_killed, [1]))
    assert caught.value.code == "workers"


@pytest.mark.parametrize("workers", [1, 3])
def test_any_number_of_workers_gives_the_same(workers: int, tmp_path: Path) -> None:
    with scheduler(tmp_path) as (address, _), worker(address, tmp_path):
        others = [worker(address, tmp_path) for _ in range(workers - 1)]
        for other in others:
            other.__enter__()
        try:
            with Cluster(address) as cluster:
                assert play_match(POLICIES, 40, elsewhere=games_on(cluster)) == play_match(POLICIES, 40)
        finally:
            for other in others:
                other.__exit__(None, None, None)


def test_a_lost_scheduler_loses_nothing_that_was_written(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    with scheduler(tmp_path) as (address, process), worker(address, tmp_path), Cluster(address) as cluster:

        def stop_after_two(*_: object) -> None:
            if file.exists() and file.read_text().count("\n") > 2:
                process.kill()

        with pytest.raises(ClusterError, match="was lost") as caught:
            play_match(MATCH, 2000, elsewhere=games_on(cluster), out=file, on_result=stop_after_two)
    assert caught.value.code == "lost"
    written = read_results(file).results
    assert len(written) >= 2
    finished = play_match(MATCH, len(written) + 2, processes=1, out=file)
    assert [result.record for result in finished] == [
        result.record for result in play_match(MATCH, len(written) + 2, processes=1)
    ]


def test_a_worker_of_another_version_is_refused_also_when_it_comes_late(tmp_path: Path) -> None:
    other = tmp_path / "camelup"
    for module in ("__init__", "cluster/__init__", "cluster/identity"):
        path = other / f"{module}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("def identity():\n    return '0.0.9 (00000000)'\n" if "identity" in module else "")
    with (
        scheduler(tmp_path) as (address, _),
        worker(address, tmp_path, PYTHONPATH=str(tmp_path)),
        pytest.raises(ClusterError) as caught,
    ):
        Cluster(address)
    assert caught.value.code == "version"
    assert f"has camelup 0.0.9 (00000000), not camelup {identity()}: all machines need the same." in str(caught.value)
    with pytest.raises(ClusterError, match="all machines need the same"):
        connection.do_parts("0.0.9 (00000000)", double, [1])


def test_a_worker_that_is_wrong_is_not_believed() -> None:
    good = play_match(MATCH, 2, processes=1)
    games = tuple(result.game for result in good)
    assert matches._checked(MATCH, games, good) == good  # noqa: SLF001
    rich = [
        type(result)(result.game, result.players, (99, 0), result.forfeits, record=result.record) for result in good
    ]
    loaded = [
        type(result)(result.game, result.players, result.money, result.forfeits,
                     record=str(result.record).replace(" roll ", " roll ", 1).replace("A ticket", "A tickets", 1))
        for result in good
    ]  # fmt: skip
    for wrong in (good[::-1], good[:1], rich, loaded):
        with pytest.raises(ClusterError) as caught:
            matches._checked(MATCH, games, wrong)  # noqa: SLF001
        assert caught.value.code == "wrong"


def test_the_command_takes_a_cluster_and_refuses_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_CONNECT", 0.5)
    done = call("stats", "--games", "100", "--cluster", "tcp://127.0.0.1:9")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "camelup: There is no cluster at tcp://127.0.0.1:9.\n"
    for address in ("nowhere", "http://"):
        assert call("arena", "random", "random", "--cluster", address).returncode == 2
    assert "--debug shows" in call("arena", "random", "random", "--cluster", "local", "--debug").stderr
    assert "cluster" in arena._OPTIONS  # noqa: SLF001 - `report` refuses it
    file = tmp_path / "games.parquet"
    command = ("stats", "--games", "200", "--seed", "3", "--json")
    monkeypatch.undo()
    done = call(*command, "--cluster", "local", "--threads", "1", "--export", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == call(*command, "--threads", "1").stdout
    assert file.exists()
