"""`camelup stats`: what very many games show, for people, for scripts, and as a picture."""

import argparse
import json
import os
import sys
from typing import TYPE_CHECKING

from camelup.core.edition import MAX_PLAYERS, MIN_PLAYERS, SPACES
from camelup.core.variants import check_official, vary
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
    from camelup.bulk.threads import Spread

DESCRIPTION = "Play many games and print how long races are, who wins them, and what pays."
EXAMPLE = "camelup stats --games 1000000 --edition 2 --seats 4 --plot stats.svg"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "--games",
        type=read_count,
        default=200_000,
        metavar="N",
        help="number of games, such as 1000000 or 1e6 (default: 200,000)",
    )
    add_edition(parser)
    parser.set_defaults(edition=DEFAULT_EDITION)
    parser.add_argument("--no-crazy-camels", action="store_true", help="leave the crazy camels out, as an experiment")
    parser.add_argument("--no-tiles", action="store_true", help="leave the tiles out, as an experiment")
    parser.add_argument(
        "--ticket-values", type=_read_values, metavar="LIST", help="other values of tickets, such as 6,4,2"
    )
    parser.add_argument("--spaces", type=int, default=SPACES, metavar="N", help="a shorter track, of 6 spaces or more")
    parser.add_argument(
        "--seats",
        "--players",
        type=int,
        default=DEFAULT_PLAYERS,
        metavar="N",
        help=f"number of players: {MIN_PLAYERS} to {MAX_PLAYERS} (default: {DEFAULT_PLAYERS})",
    )
    parser.add_argument(
        "--policy",
        default="sensible",
        help="how everybody plays: random, sensible (default; no tiles), plain or miser (by odds, all actions)",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the games (default: 0)")
    parser.add_argument("--threads", type=int, metavar="N", help="number of cores to use (default: all)")
    parser.add_argument("--plot", type=read_file, metavar="FILE", help="draw charts as .svg or .png")
    add_export(parser)
    add_cluster(parser)
    add_json(parser, "print JSON, with full precision")


def run(arguments: argparse.Namespace) -> int:
    """Play the games and print the statistics."""
    if arguments.plot is not None:
        check_plot(arguments.plot)
    check_export(arguments)
    arguments.edition = vary(
        arguments.edition,
        crazy_camels=not arguments.no_crazy_camels,
        tiles=not arguments.no_tiles,
        ticket_values=arguments.ticket_values,
        spaces=arguments.spaces,
    )
    if arguments.export is not None:
        check_official(arguments.edition)
    with cluster_of(arguments.cluster, arguments.threads) as cluster:
        if cluster is not None:
            return _run(arguments, cluster.spread)
    with require_extra("Statistics", "odds"):
        from camelup.bulk.threads import in_order
    return _run(arguments, in_order((os.cpu_count() or 1) if arguments.threads is None else arguments.threads))


def _read_values(text: str) -> tuple[int, ...]:
    values = [value.strip() for value in text.split(",")]
    if not all(value.isdecimal() and len(value) < 3 for value in values):  # noqa: PLR2004 - digits
        raise argparse.ArgumentTypeError(f"{text!r:.40} is not a list of values such as 6,4,2")
    return tuple(map(int, values))


def _run(arguments: argparse.Namespace, spread: "Spread") -> int:
    with require_extra("Statistics", "odds"):
        from camelup.bulk import statistics
        from camelup.terminal.stats_page import PLUS_MINUS, stats_lines
    with progress_of(arguments.games, "played") as on_progress:
        stats = statistics(
            arguments.games,
            arguments.edition,
            arguments.seats,
            arguments.policy,
            seed=arguments.seed,
            spread=spread,
            on_progress=on_progress,
        )
    if arguments.export is not None:
        _export(arguments, spread)
    print(json.dumps(stats.as_json()) if arguments.json else _encodable("\n".join(stats_lines(stats)), PLUS_MINUS))
    if arguments.plot is not None:
        from camelup.drawing import stats_svg

        write_plot(arguments.plot, stats_svg(stats))
    return 0


def _export(arguments: argparse.Namespace, spread: "Spread") -> None:
    from camelup.data import StatisticsGames, export

    source = StatisticsGames(arguments.games, arguments.edition, arguments.seats, arguments.policy, seed=arguments.seed)
    with progress_of(arguments.games, "exported") as on_progress:
        export(source, arguments.export, arguments.tables, spread=spread, on_progress=on_progress)


def _encodable(page: str, sign: str) -> str:
    """Replace a sign that the terminal cannot show."""
    try:
        page.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return page.replace(sign, "+-")
    return page
