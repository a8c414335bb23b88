"""`camelup arena`: a match, and what it shows, for people, for scripts, and as a picture."""

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from camelup.core.edition import MAX_PLAYERS, MIN_PLAYERS
from camelup.core.errors import ArgumentError
from camelup.extras import require_extra
from camelup.terminal.clusters import add_cluster, cluster_of
from camelup.terminal.options import (
    DEFAULT_EDITION,
    DEFAULT_PLAYERS,
    add_edition,
    add_export,
    add_json,
    read_count,
    read_file,
)
from camelup.terminal.output_files import check_export, check_plot, progress_of, write_plot

if TYPE_CHECKING:  # help needs none of it
    from collections.abc import Sequence

    from camelup.arena import Match, Result
    from camelup.arena.luck import ShareWithoutLuck
    from camelup.arena.standings import Standings
    from camelup.cluster import Cluster

DESCRIPTION = "Play a match between players, each deal from every seat with the same dice, and rate them."
EXAMPLE = "camelup arena random random --games 200 --edition 2 --seed 1 --out match.jsonl"

REPORT, COMPARE = "report", "compare"
_LUCK = "Taking out the luck of the dice"
_DEFAULT_GAMES = 1000
_OPTIONS = (
    "games",
    "edition",
    "seed",
    "seconds",
    "playouts",
    "limit",
    "pool",
    "seats",
    "processes",
    "out",
    "debug",
    "cluster",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "players",
        nargs="+",
        metavar="PLAYER",
        help=f"{MIN_PLAYERS} to {MAX_PLAYERS} players, one for each seat, from `camelup players`,"
        " module:Class, exec:COMMAND or policy:NAME; or 'report' and a file of results; or 'compare' and two",
    )
    parser.add_argument(
        "--games",
        type=read_count,
        metavar="N",
        help="number of games, rounded up to whole deals (default: 1,000)",
    )
    add_edition(parser)
    parser.add_argument("--seed", type=int, metavar="N", help="seed of the deals (default: 0)")
    parser.add_argument("--seconds", type=float, metavar="S", help="thinking time for each move, in seconds")
    parser.add_argument("--playouts", type=int, metavar="N", help="number of imagined games for each move")
    parser.add_argument(
        "--limit", type=float, metavar="S", help="seconds after which a move is forfeited (default: 10)"
    )
    parser.add_argument("--pool", action="store_true", help="draw the players of each deal at random from those named")
    parser.add_argument(
        "--seats",
        type=int,
        metavar="N",
        help=f"how many players of a --pool sit at a table (default: {DEFAULT_PLAYERS})",
    )
    parser.add_argument(
        "--processes", type=int, metavar="N", help="number of games to play at once (default: one per core)"
    )
    parser.add_argument(
        "--out",
        type=read_file,
        metavar="FILE",
        help="write results and games as JSON lines; a match that was stopped continues",
    )
    parser.add_argument(
        "--debug",
        action="store_true",
        help="show on standard error what players print, and where in their code they fail",
    )
    parser.add_argument(
        "--without-luck",
        action="store_true",
        help="also print win shares without the luck of the dice: half the interval, some tenths of a second a game",
    )
    add_export(parser)
    add_cluster(parser)
    parser.add_argument("--plot", type=read_file, metavar="FILE", help="draw the standings as .svg or .png")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play a match, or report on an earlier one."""
    if arguments.plot is not None:
        check_plot(arguments.plot)
    check_export(arguments)
    with require_extra("Matches", "arena"):
        from camelup.arena import read_results
        from camelup.arena.standings import compute_standings
        from camelup.terminal.arena_page import standings_lines
    if arguments.players[0] == COMPARE:
        return _compare(arguments)
    if arguments.players[0] == REPORT:
        kept = read_results(_file_of(arguments))
        match, results = kept.match, kept.results
    else:
        match = _match_of(arguments)
        if arguments.cluster is not None and arguments.debug:
            raise ArgumentError("arguments", "--debug shows what players print here, not on a cluster.")
        with cluster_of(arguments.cluster, arguments.processes) as cluster:
            results = _played(match, arguments, cluster)
    standings = compute_standings(match, results)
    fair = _take_out_luck(match, results, standings.games) if arguments.without_luck else None
    print(json.dumps(_form_of(standings, fair)) if arguments.json else "\n".join(standings_lines(standings, fair)))
    if arguments.export is not None:
        _export(match, results, arguments)
    if arguments.plot is not None:
        from camelup.arena.picture import standings_svg

        write_plot(arguments.plot, standings_svg(standings))
    return 0


def _compare(arguments: argparse.Namespace) -> int:
    """Compare two matches on the same deals."""
    from camelup.arena import read_results
    from camelup.arena.compare import compare, shared_games
    from camelup.terminal.arena_page import Progress, comparison_lines

    if len(arguments.players) != 3:  # noqa: PLR2004 - the word and two files
        raise ArgumentError("arguments", "Name two files: camelup arena compare BEFORE AFTER.")
    _check_unused(arguments, COMPARE, (*_OPTIONS, "plot", "export", "without_luck"))
    before, after = (read_results(Path(name)) for name in arguments.players[1:])
    progress = Progress(before.match, sum(map(len, shared_games(before, after))), _LUCK)
    try:
        comparison = compare(before, after, progress.count)
    finally:
        progress.clear()
    print(json.dumps(comparison.as_json()) if arguments.json else "\n".join(comparison_lines(comparison)))
    return 0


def _check_unused(arguments: argparse.Namespace, word: str, names: "Sequence[str]") -> None:
    """Refuse options that would have no effect."""
    for name in names:
        if getattr(arguments, name) not in {None, False}:
            option = name.replace("_", "-")
            raise ArgumentError("arguments", f"--{option} cannot be used with {word}: the match is over.")


def _export(match: "Match", results: "Sequence[Result]", arguments: argparse.Namespace) -> None:
    """Write the games: those of policies are played again, which is quicker than to read what was played."""
    from camelup.arena.match import POLICY
    from camelup.bulk.threads import in_order
    from camelup.data import MatchGames, ResultGames, export

    is_bulk = all(name.startswith(POLICY) for name in match.names)
    if is_bulk and [result.game for result in results] != list(range(len(results))):
        raise ArgumentError("export", "Some games of this match are missing: let it continue, then export it.")
    source = MatchGames(match, len(results)) if is_bulk else ResultGames(match, results)
    spread = in_order((os.cpu_count() or 1) if arguments.processes is None else arguments.processes)
    with progress_of(len(results), "exported") as on_progress:
        export(source, arguments.export, arguments.tables, spread=spread, on_progress=on_progress)


def _take_out_luck(match: "Match", results: "Sequence[Result]", games: int) -> "dict[str, ShareWithoutLuck]":
    from camelup.arena.luck import take_out_luck
    from camelup.terminal.arena_page import Progress

    progress = Progress(match, games, _LUCK)
    try:
        return take_out_luck(match, results, progress.count)
    finally:
        progress.clear()


def _form_of(standings: "Standings", fair: "dict[str, ShareWithoutLuck] | None") -> dict[str, Any]:
    form = standings.as_json()
    if fair is not None:
        for player in form["players"]:
            share = fair.get(player["name"])
            player["without_luck"] = None if share is None else share.value
            player["without_luck_error"] = None if share is None else share.error
    return form


def _file_of(arguments: argparse.Namespace) -> Path:
    """Return the file to report on."""
    if len(arguments.players) != 2:  # noqa: PLR2004 - the word and the file
        raise ArgumentError("arguments", "Name one file: camelup arena report FILE.")
    _check_unused(arguments, REPORT, _OPTIONS)
    return Path(arguments.players[1])


def _match_of(arguments: argparse.Namespace) -> "Match":
    """Read the players and the terms of the match."""
    from camelup.arena.match import DEFAULT_LIMIT, Match
    from camelup.players import Budget

    if arguments.seats is not None and not arguments.pool:
        raise ArgumentError("arguments", "--seats needs --pool: without it, every named player has a seat.")
    return Match(
        tuple(arguments.players),
        arguments.edition or DEFAULT_EDITION,
        arguments.seed or 0,
        (DEFAULT_PLAYERS if arguments.seats is None else arguments.seats) if arguments.pool else None,
        Budget(arguments.playouts, arguments.seconds),
        DEFAULT_LIMIT if arguments.limit is None else arguments.limit,
    )


def _played(match: "Match", arguments: argparse.Namespace, cluster: "Cluster | None") -> "list[Result]":
    from camelup.arena import play_match
    from camelup.terminal.arena_page import Progress

    games = match.count_games(_DEFAULT_GAMES if arguments.games is None else arguments.games)
    if arguments.games not in {None, games}:
        print(
            f"camelup: playing {games:,} games instead of {arguments.games:,}: each deal is played from all of "
            f"{match.seats} seats.",
            file=sys.stderr,
        )
    elsewhere = None
    if cluster is not None:
        from camelup.cluster import games_on

        elsewhere = games_on(cluster)
    progress = Progress(match, games)
    try:
        return play_match(
            match,
            games,
            processes=arguments.processes,
            out=arguments.out,
            on_result=progress.add,
            debug=arguments.debug,
            elsewhere=elsewhere,
            on_slow=progress.tell_slow,
        )
    except KeyboardInterrupt:
        progress.clear()
        print(f"camelup: {_interrupted(progress.played, games, arguments.out)}", file=sys.stderr)
        raise
    finally:
        progress.clear()


def _interrupted(played: int, games: int, out: Path | None) -> str:
    if out is None:
        return f"interrupted after {played:,} of {games:,} games; with --out FILE they would have been kept."
    return f"interrupted after {played:,} of {games:,} games; the same command goes on from {out}."
