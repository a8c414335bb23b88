"""The page of a match: its progress and its standings."""

import sys
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from camelup.arena import Match, Result
from camelup.arena.standings import Running, Standings
from camelup.formats.ansi import fit
from camelup.formats.labels import ORDINALS
from camelup.terminal.text import printable

if TYPE_CHECKING:  # most pages are without it
    from camelup.arena.compare import Comparison
    from camelup.arena.luck import ShareWithoutLuck
    from camelup.arena.workers import Slow

_NAME = 14
_SHOW_EVERY = 0.2
_TELL_EVERY = 30.0
"""Seconds between updates of the progress, on a terminal and elsewhere."""
_BAR = 20
_MINUTE = 60
_LINE = 78


class Progress:
    """Shows the progress of a match and who leads, or of other work on its games and what that is."""

    def __init__(self, match: Match, games: int, work: str = "") -> None:
        self.played = 0
        self._work = work
        self._games = games
        self._running = Running(match)
        self._is_terminal = sys.stderr.isatty()
        self._began = self._told = time.monotonic()
        self._show(f"{work}..." if work else "Warming up: players load what they need...")

    def add(self, result: Result) -> None:
        """Count a result, and show the progress and who leads now and then."""
        self._running.add(result)
        self.count()

    def count(self, _: Result | None = None) -> None:
        """Count a game, and show the progress now and then."""
        self.played += 1
        now = time.monotonic()
        if self.played == 1:  # what was compiled or loaded before says nothing about the games that are left
            self._began = now
        if now - self._told < (_SHOW_EVERY if self._is_terminal else _TELL_EVERY):
            return
        self._told = now
        shares = (f"{fit(name, _NAME).rstrip()} {share:.1%}" for name, share in self._running.shares)
        doing = self._work or "  ".join(shares)
        if self._is_terminal:
            bar = ("#" * round(_BAR * self.played / self._games)).ljust(_BAR)
            self._show(f"[{bar}] {self.played:,}/{self._games:,}{self._left(now)}  {doing}")
        else:
            print(f"{self.played:,} of {self._games:,} games: {doing}", file=sys.stderr, flush=True)

    def tell_slow(self, slow: "Slow") -> None:
        """Say who keeps everybody waiting, and for how long that may go on."""
        self.clear()
        if slow.is_warming_up:
            limit = f"Before the first game it has {slow.limit:g} s for a move, to load what it needs"
        else:
            limit = f"It forfeits a move after {slow.limit:g} s (--limit)"
        name, seconds = printable(slow.name), f"{slow.seconds:.0f} s"
        print(f"camelup: {name} has not answered for {seconds}. {limit}.", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Erase the progress from a terminal."""
        self._show("")

    def _left(self, now: float) -> str:
        if self.played == 1:
            return ""
        seconds = (now - self._began) / (self.played - 1) * (self._games - self.played)
        return f", {seconds:.0f} s left" if seconds < 2 * _MINUTE else f", {seconds / _MINUTE:.0f} min left"

    def _show(self, text: str) -> None:
        if self._is_terminal:
            print(f"\r{fit(printable(text), _LINE)}\r", end="", file=sys.stderr, flush=True)


def comparison_lines(comparison: "Comparison") -> list[str]:
    """Write a comparison as a page."""
    dealt = "1 deal" if comparison.deals == 1 else f"{comparison.deals:,} deals"
    lines = [f" The same {dealt} from all of {comparison.seats} seats, in both matches", ""]
    for each in comparison.differences:
        lines.append(f" {printable(each.before)} -> {printable(each.after)}")
        lines.append(
            f"   wins {each.share_before:.1%} -> {each.share_after:.1%}: {_signed(each.difference, each.error)}"
        )
        if each.fair is not None:
            lines.append(f"   without the luck of the dice: {_signed(each.fair, each.fair_error)}")
    lines += [
        "",
        " Differences are of win shares per seat, in percentage points, with 95%",
        " intervals; a deal counts as one sample.",
    ]
    if any(each.fair is None for each in comparison.differences):
        lines.append(" Without records, the luck of the dice cannot be taken out.")
    return lines


def _signed(value: float, error: float | None) -> str:
    return f"{100 * value:+.1f}" + ("" if error is None else f" +- {100 * error:.1f}")


def standings_lines(standings: Standings, fair: "Mapping[str, ShareWithoutLuck] | None" = None) -> list[str]:
    """Write the standings as a page, with shares without luck if there are any."""
    match = standings.match
    best = sorted(standings.players, key=lambda player: -player.win_share.value)
    deals = standings.games // match.seats
    dealt = "1 deal" if deals == 1 else f"{deals:,} deals"
    lines = [
        f" {match.edition.title}: {standings.games:,} games, {dealt} from all of {match.seats} seats",
        "",
        f" {'':<{_NAME}} seats   wins  (95%)         coins     ms  forfeits       rating",
    ]
    for player in best:
        share = player.win_share
        interval = f"{100 * share.low:.1f} to {100 * share.high:.1f}"
        rating = f"{player.rating.value:.1f} +- {player.rating.error:.1f}"
        lines.append(
            f" {fit(printable(player.name), _NAME)} {player.seats:>5} {share.value:>6.1%}  {interval:<13}"
            f"{player.coins:>6.1f} {player.median_ms:>6.3g} {player.forfeits:>9,} {rating:>12}"
        )
    if fair is not None:
        lines += ["", " Without the luck of the dice:"]
        for player in best:
            if (without := fair.get(player.name)) is not None:
                off = "" if without.error is None else f" +- {100 * without.error:.1f}"
                lines.append(f"   {fit(printable(player.name), _NAME + 4)} {without.value:>6.1%}{off}")
    lines += ["", " By turn order:"]
    for place, share in zip(ORDINALS, standings.turn_order, strict=False):
        interval = f"{100 * share.low:.1f} to {100 * share.high:.1f}"
        lines.append(f"   {place:<{_NAME + 4}} {share.value:>6.1%}  {interval}")
    if warnings := [
        f" Warning: {printable(player.name)} forfeited every move, so its figures are those of rolling."
        for player in best
        if player.forfeits_all
    ]:
        lines += ["", *warnings]
    if reasons := [f" {printable(player.name)}: {player.reason}" for player in best if player.reason is not None]:
        lines += ["", " The first forfeit of each player (--debug shows where it failed):", *reasons]
    return [
        *lines,
        "",
        " Wins are per seat, with ties split; intervals count a deal as one sample.",
        " ms: median time of a move. rating: OpenSkill, starting at 25; +- is its",
        " standard error.",
    ]
