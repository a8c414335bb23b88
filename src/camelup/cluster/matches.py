"""Games of a match on a cluster: each worker keeps the processes in which players think from one game to the next."""

import json
import multiprocessing
import threading
from collections.abc import Collection, Generator
from functools import partial

from camelup.arena.match import POLICY, Match
from camelup.arena.play import Elsewhere, entry_of
from camelup.arena.policies import CHUNK, chunks_of, play_chunk
from camelup.arena.results import check_result
from camelup.arena.table import Result
from camelup.arena.workers import Crew
from camelup.bulk.history import recorded_games
from camelup.cluster.connection import Cluster
from camelup.core.errors import CamelUpError, ClusterError
from camelup.formats.record import parse_record

Games = tuple[int, ...]
_CREWS: dict[tuple[int, str], Crew] = {}
"""In a worker: the processes of each of its threads, and for which match."""


def games_on(cluster: Cluster) -> Elsewhere:
    """Return what plays the games of a match on a cluster, for `play_match(elsewhere=...)`."""
    return partial(_play, cluster)


def _play(cluster: Cluster, match: Match, missing: list[int]) -> Generator[list[Result]]:
    if not missing:
        return
    if all(name.startswith(POLICY) for name in match.players):
        size = CHUNK * match.seats
        parts = [
            tuple(game for game in missing if game // size * CHUNK == begin) for begin in chunks_of(match, missing)
        ]
        work = partial(play_policies, match)
    else:
        parts = [tuple(missing[at : at + match.seats]) for at in range(0, len(missing), match.seats)]
        work = partial(play_players, match)
    try:
        for results in cluster.unordered(partial(_answer, work), parts):
            yield _checked(match, *results)
    finally:
        cluster.on_every_worker(stop_crews)


def _answer(work: "partial[list[Result]]", games: Games) -> tuple[Games, list[Result]]:
    return games, work(games)


def _checked(match: Match, games: Games, results: list[Result]) -> list[Result]:
    """Refuse what cannot be results of these games: a broken worker must not be believed."""
    if [result.game for result in results] != list(games):
        raise ClusterError("wrong", "A worker has played other games than it was asked for.")
    try:
        for result in results:
            check_result(match, result)
        recorded = [parse_record(result.record) for result in results if result.record is not None]
        if recorded:
            recorded_games(recorded)
    except CamelUpError as error:
        raise ClusterError("wrong", f"A worker gave a result that cannot be: {error.message}") from error
    return results


# --- In a worker ----------------------------------------------------------------------------------------------


def play_policies(match: Match, games: Collection[int]) -> list[Result]:
    """Play games of a match of policies, all of one chunk."""
    (begin,) = chunks_of(match, games)
    wanted = set(games)
    played = [result for part in play_chunk(match, wanted, begin) for result in part]
    return sorted(played, key=lambda result: result.game)


def play_players(match: Match, games: Collection[int]) -> list[Result]:
    """Play games of a match in a process of its own, which stays for the next ones."""
    key = threading.get_ident(), json.dumps(match.as_json())
    crew = _CREWS.get(key) or _start_crew(match)
    _CREWS[key] = crew
    results: list[Result] = []
    try:
        crew.add(games)
        while crew.is_busy:
            results += crew.look(lambda: None)
    except BaseException:
        del _CREWS[key]
        crew.stop()
        raise
    return sorted(results, key=lambda result: result.game)


def _start_crew(match: Match) -> Crew:
    # Workers that a nanny watches over are daemons, which Python does not let have children. Ours end when the pipe
    # to their parent breaks, so nothing is left behind if it is killed.
    config = multiprocessing.current_process()._config  # type: ignore[attr-defined]  # noqa: SLF001
    is_daemon, config["daemon"] = config.get("daemon"), False
    try:
        return Crew(match, {name: entry_of(name) for name in match.players}, 1, debug=False)
    finally:
        config["daemon"] = is_daemon


def stop_crews() -> None:
    """End the processes in which players think."""
    while _CREWS:
        _CREWS.popitem()[1].stop()
