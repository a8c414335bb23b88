"""A match from its first game to its last, with what was played before."""

import os
from collections.abc import Callable, Generator
from contextlib import ExitStack, closing
from pathlib import Path

from camelup.arena.match import POLICY, Match, check_match
from camelup.arena.results import ResultsFile
from camelup.arena.table import Result
from camelup.arena.workers import OnSlow, play_games
from camelup.core.errors import ArgumentError, quoted
from camelup.files import as_path
from camelup.players import Entry, find_player

Elsewhere = Callable[[Match, list[int]], Generator[list[Result]]]
"""Plays the games with these numbers, in any order."""


def play_match(  # noqa: PLR0913 - each is a choice of its own
    match: Match,
    games: int,
    *,
    processes: int | None = None,
    out: str | Path | None = None,
    on_result: Callable[[Result], None] = lambda _: None,
    debug: bool = False,
    elsewhere: "Elsewhere | None" = None,
    on_slow: OnSlow = lambda _: None,
) -> list[Result]:
    """Play a match to this many games, in whole deals, and return all results in the order of the games.

    With a file to keep them, a match that was interrupted goes on where it stopped. The same match gives the same
    results on any number of processes, as far as its players do not look at the clock. With `debug`, what players print
    and the tracebacks of their errors go to standard error; otherwise they are discarded. Games may also be played
    `elsewhere`, such as on a cluster. `on_slow` hears of players that keep everybody waiting, if they play here.
    """
    check_match(match)
    wanted = match.count_games(games)
    processes = (os.cpu_count() or 1) if processes is None else processes
    if type(processes) is not int or processes < 1:
        raise ArgumentError("match", f"The number of processes must be 1 or more, not {quoted(processes)}.")
    entries = {name: entry_of(name) for name in match.players}
    kept = None if out is None else ResultsFile(as_path(out), match)
    results = [] if kept is None else [result for result in kept.results if result.game < wanted]
    played = {result.game for result in results}
    for result in results:
        on_result(result)
    missing = [game for game in range(wanted) if game not in played]
    with ExitStack() as stack:

        def open_file() -> None:
            if kept is not None:
                stack.enter_context(kept)

        if elsewhere is None:
            parts = _parts(match, entries, missing, processes, open_file, debug=debug, on_slow=on_slow)
        else:
            parts = _parts_from(elsewhere(match, missing), open_file)
        for part in stack.enter_context(closing(parts)):
            if kept is not None:
                kept.add(part)
            results += part
            for result in part:
                on_result(result)
    return sorted(results, key=lambda result: result.game)


def _parts_from(parts: Generator[list[Result]], on_ready: Callable[[], None]) -> Generator[list[Result]]:
    """Pass on what was played elsewhere; who cannot play is refused there, before there is a first result."""
    is_ready = False
    with closing(parts):
        for part in parts:
            if not is_ready:
                on_ready()
                is_ready = True
            yield part


def entry_of(name: str) -> Entry:
    """Return the player of a name, which may be that of a policy."""
    if not name.startswith(POLICY):
        return find_player(name)
    from camelup.arena.policies import PolicyEntry, policy_of  # noqa: PLC0415 - loads Numba, which others may not need

    return PolicyEntry(name, policy_of(name).about, "")


def _parts(  # noqa: PLR0913 - as above
    match: Match,
    entries: dict[str, Entry],
    missing: list[int],
    processes: int,
    on_ready: Callable[[], None],
    *,
    debug: bool,
    on_slow: OnSlow,
) -> Generator[list[Result]]:
    """Play games, one after the other on processes or, where all are policies, very many at a time."""
    if missing and all(name.startswith(POLICY) for name in entries):
        from camelup.arena.policies import play_in_bulk  # noqa: PLC0415

        on_ready()
        yield from play_in_bulk(match, missing, processes)
        return
    with closing(play_games(match, entries, missing, processes, on_ready, debug=debug, on_slow=on_slow)) as results:
        for result in results:
            yield [result]
