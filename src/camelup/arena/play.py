"""A match from its first game to its last, with what was played before."""

import os
from collections.abc import Callable, Generator
from contextlib import ExitStack, closing
from pathlib import Path

from camelup.arena.match import Match
from camelup.arena.results import ResultsFile
from camelup.arena.table import Result
from camelup.arena.workers import play_games
from camelup.players import Entry, find_player


def play_match(
    match: Match,
    games: int,
    *,
    processes: int | None = None,
    out: Path | None = None,
    on_result: Callable[[Result], None] = lambda _: None,
) -> list[Result]:
    """Play a match to so many games, in whole deals, and give all results in the order of the games.

    With a file to keep them, a match that was interrupted goes on where it stopped. The same match gives the same
    results on any number of processes, as far as its players do not look at the clock.
    """
    wanted = match.count_games(games)
    entries = {name: find_player(name) for name in match.players}
    kept = None if out is None else ResultsFile(out, match)
    results = [] if kept is None else [result for result in kept.results if result.game < wanted]
    played = {result.game for result in results}
    for result in results:
        on_result(result)
    missing = [game for game in range(wanted) if game not in played]
    with closing(_played(match, entries, missing, processes, kept)) as fresh:
        for result in fresh:
            results.append(result)
            on_result(result)
    return sorted(results, key=lambda result: result.game)


def _played(
    match: Match, entries: dict[str, Entry], missing: list[int], processes: int | None, kept: ResultsFile | None
) -> Generator[Result]:
    with ExitStack() as stack:

        def open_file() -> None:
            if kept is not None:
                stack.enter_context(kept)

        processes = (os.cpu_count() or 1) if processes is None else processes
        fresh = stack.enter_context(closing(play_games(match, entries, missing, processes, open_file)))
        for result in fresh:
            if kept is not None:
                kept.add([result])
            yield result
