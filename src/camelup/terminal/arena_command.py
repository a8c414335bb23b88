"""`camelup arena`: a match with its progress, and its standings for people, for scripts, and as a picture."""

import json
import sys
import time
from argparse import Namespace
from pathlib import Path

from camelup.arena import Match, play_match, read_results
from camelup.arena.match import DEFAULT_LIMIT
from camelup.arena.standings import Running, Standings, compute_standings
from camelup.arena.table import Result
from camelup.core.edition import EDITIONS
from camelup.core.errors import ArgumentError
from camelup.formats.labels import ORDINALS
from camelup.players import Budget
from camelup.terminal.ink import fit
from camelup.terminal.options import DEFAULT_EDITION, DEFAULT_PLAYERS
from camelup.terminal.plotting import check_plot, write_plot
from camelup.terminal.text import printable

REPORT = "report"
_DEFAULT_GAMES = 1000
_OPTIONS = ("games", "edition", "seed", "seconds", "playouts", "limit", "pool", "seats", "processes", "out")
_NAME = 20
_SHOW_EVERY = 0.2
_TELL_EVERY = 30.0
"""Seconds between two signs of progress, on a terminal and elsewhere."""
_BAR = 20
_MINUTE = 60
_LINE = 78


def run(arguments: Namespace) -> int:
    """Play a match, or report on one that was played."""
    if arguments.plot is not None:
        check_plot(arguments.plot)
    if arguments.players[0] == REPORT:
        kept = read_results(_file_of(arguments))
        match, results = kept.match, kept.results
    else:
        match = match_of(arguments)
        games = match.count_games(_DEFAULT_GAMES if arguments.games is None else arguments.games)
        progress = Progress(match, games)
        try:
            results = play_match(match, games, processes=arguments.processes, out=arguments.out, on_result=progress.add)
        except KeyboardInterrupt:
            progress.clear()
            print(f"camelup: {_interrupted(progress.played, games, arguments.out)}", file=sys.stderr)
            raise
        finally:
            progress.clear()
    standings = compute_standings(match, results)
    print(json.dumps(standings.as_json()) if arguments.json else "\n".join(standings_lines(standings)))
    if arguments.plot is not None:
        from camelup.arena.picture import standings_svg  # noqa: PLC0415 - most matches are not drawn

        write_plot(arguments.plot, standings_svg(standings))
    return 0


def match_of(arguments: Namespace) -> Match:
    """Read who plays, and on which terms."""
    if arguments.seats is not None and not arguments.pool:
        raise ArgumentError("arguments", "--seats is for a --pool: without it everybody who is named has a seat.")
    return Match(
        tuple(arguments.players),
        EDITIONS[arguments.edition or DEFAULT_EDITION],
        arguments.seed or 0,
        (DEFAULT_PLAYERS if arguments.seats is None else arguments.seats) if arguments.pool else None,
        Budget(arguments.playouts, arguments.seconds),
        DEFAULT_LIMIT if arguments.limit is None else arguments.limit,
    )


def _file_of(arguments: Namespace) -> Path:
    """Give the file to report on; refuse options that would be passed over in silence."""
    if len(arguments.players) != 2:  # noqa: PLR2004 - the word and the file
        raise ArgumentError("arguments", "Name one file: camelup arena report FILE.")
    for name in _OPTIONS:
        if getattr(arguments, name) not in {None, False}:
            raise ArgumentError("arguments", f"--{name} does not go with report: the match has been played.")
    return Path(arguments.players[1])


def _interrupted(played: int, games: int, out: Path | None) -> str:
    if out is None:
        return f"interrupted after {played:,} of {games:,} games; with --out FILE they would have been kept."
    return f"interrupted after {played:,} of {games:,} games; the same command goes on from {out}."


class Progress:
    """Tells those who wait how far a match is, and who leads."""

    def __init__(self, match: Match, games: int) -> None:
        self.played = 0
        self._games = games
        self._running = Running(match)
        self._is_terminal = sys.stderr.isatty()
        self._began = self._told = time.monotonic()
        self._show("Getting ready to play ...")

    def add(self, result: Result) -> None:
        """Count a result, and show it now and then."""
        self.played += 1
        self._running.add(result)
        now = time.monotonic()
        if now - self._told < (_SHOW_EVERY if self._is_terminal else _TELL_EVERY):
            return
        self._told = now
        leading = "  ".join(f"{fit(name, _NAME).rstrip()} {share:.1%}" for name, share in self._running.shares)
        if self._is_terminal:
            bar = ("#" * round(_BAR * self.played / self._games)).ljust(_BAR)
            self._show(f"[{bar}] {self.played:,}/{self._games:,}, {self._left(now)}  {leading}")
        else:
            print(f"{self.played:,} of {self._games:,} games: {leading}", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Leave no trace on a terminal."""
        self._show("")

    def _left(self, now: float) -> str:
        seconds = (now - self._began) / self.played * (self._games - self.played)
        return f"{seconds:.0f} s left" if seconds < 2 * _MINUTE else f"{seconds / _MINUTE:.0f} min left"

    def _show(self, text: str) -> None:
        if self._is_terminal:
            print(f"\r{fit(printable(text), _LINE)}\r", end="", file=sys.stderr, flush=True)


def standings_lines(standings: Standings) -> list[str]:
    """Write the standings as a page."""
    match = standings.match
    best = sorted(standings.players, key=lambda player: -player.win_share.value)
    deals = standings.games // match.seats
    lines = [
        f" {match.edition.title}: {standings.games:,} games, {deals:,} deals from all of {match.seats} seats",
        "",
        f" {'':<{_NAME}} seats    wins  (95%)           coins  ms a move  forfeits     rating",
    ]
    for player in best:
        share = player.win_share
        interval = f"{100 * share.low:.1f} to {100 * share.high:.1f}"
        rating = f"{player.rating.value:.1f} +- {player.rating.error:.1f}"
        lines.append(
            f" {fit(printable(player.name), _NAME)} {player.seats:>5} {share.value:>7.1%}  {interval:<14}"
            f"{player.coins:>7.1f} {player.median_ms:>10.3g} {player.forfeits:>9,} {rating:>12}"
        )
    lines += ["", " Seats in the order of turns:"]
    for place, share in zip(ORDINALS, standings.turn_order, strict=False):
        interval = f"{100 * share.low:.1f} to {100 * share.high:.1f}"
        lines.append(f"   {place:<{_NAME + 4}} {share.value:>7.1%}  {interval}")
    lines += [f" {printable(player.name)} forfeits: {player.reason}" for player in best if player.reason is not None]
    return [
        *lines,
        "",
        " Wins are those of one seat, ties split; intervals count a deal as one sample.",
        " ms a move: the median. rating: OpenSkill's, all begin with 25; +- is its standard error.",
    ]
