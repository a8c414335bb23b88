"""Statistics of many games, as a page of questions and answers."""

from textwrap import wrap

from camelup.bulk.estimates import Mean, Share
from camelup.bulk.stats import Stats
from camelup.formats import labels
from camelup.formats.ansi import fit

PLUS_MINUS = "\N{PLUS-MINUS SIGN}"
_WIDE = 79
_BAR = 30
_SMALL = 0.001
"""Shares closer than this to 0 or 1 are shown with more digits."""
_SHOWN = 0.5
_NAME = 21
_FIGURE = 18


def stats_lines(stats: Stats) -> list[str]:
    """Write a page of questions and answers."""
    edition = stats.edition
    lines = [f" {edition.title}: {stats.games:,} games of {stats.players} players"]
    how = f"Everybody plays the policy '{stats.policy}'" + (f": {stats.about}" if stats.about else ".")
    lines += [*_paragraph(how), ""]
    sections = [_length(stats), _leaders(stats), _starts(stats), _pay(stats), _victories(stats)]
    if edition.crazy:
        sections.insert(3, _endings(stats))
    for section in sections:
        lines += [*section, ""]
    notes = "is a 95% interval. Legs that fewer than 1 race in 1,000 reaches are left out."
    return [*lines, *_paragraph(f"{PLUS_MINUS} {notes}")]


def _paragraph(text: str) -> list[str]:
    return wrap(text, _WIDE, initial_indent=" ", subsequent_indent=" ")


def _share(share: Share) -> str:
    low, high = share.interval
    if share.hits == 0:
        return f"0% (up to {_short(high)})"
    if share.hits == share.of:
        return f"100% (from {_short(low)})"
    digits = _digits(100 * share.error)
    return f"{share.value:.{digits}%} {PLUS_MINUS} {share.error:.{digits}%}"


def _short(share: float) -> str:
    return f"{share:.{1 if _SMALL <= share <= 1 - _SMALL else 3}%}"


def _mean(mean: Mean) -> str:
    digits = _digits(mean.error)
    return f"{mean.value:.{digits}f} {PLUS_MINUS} {mean.error:.{digits}f}"


def _digits(error: float) -> int:
    """Return how many decimals show an error as more than 0."""
    return next((digits for digits in (2, 3, 4) if error * 10**digits >= _SHOWN), 2 if error == 0 else 5)


def _row(name: str, *figures: str) -> str:
    return f"   {fit(name, _NAME)}" + "".join(f"{figure:>{_FIGURE}}" for figure in figures)


def _length(stats: Stats) -> list[str]:
    lines = [
        f" {labels.LENGTH}",
        f"   On average {_mean(stats.mean_legs)} legs and {_mean(stats.mean_rolls)} rolls.",
        f"   {_usual(stats.legs)} legs, and {_usual(stats.rolls)} rolls.",
    ]
    most = max(share.value for share in stats.leg_shares.values())
    for legs, share in stats.common_legs.items():
        bar = "#" * round(_BAR * share.value / most)
        lines.append(f"{_row(f'{legs} legs', _share(share))}  {bar}".rstrip())
    return lines


def _usual(counts: dict[int, int]) -> str:
    """Describe the range without the shortest and the longest twentieth, and its share of races."""
    numbers, total = sorted(counts), sum(counts.values())
    below = 0
    inside = []
    for number in numbers:
        if below + counts[number] > total * 0.05 and below < total * 0.95:
            inside.append(number)
        below += counts[number]
    share = sum(counts[number] for number in inside) / total
    return f"{share:.0%} have {inside[0]} to {inside[-1]}"


def _leaders(stats: Stats) -> list[str]:
    lines = [f" {labels.LEADERS}", _row("", *labels.LEADER_SERIES, "races continue")]
    for leg, wins, last in stats.after_legs:
        lines.append(_row(f"after leg {leg}", _share(wins), _share(last), f"{wins.of / stats.games:.1%}"))
    return lines


def _starts(stats: Stats) -> list[str]:
    lines = [f" {labels.STARTS}", _row("", *labels.START_SERIES)]
    starts = list(zip(labels.STARTING_PLACES, stats.start_wins, stats.start_comes_last, strict=True))
    return lines + [_row(place, _share(wins), _share(last)) for place, wins, last in reversed(starts)]


def _endings(stats: Stats) -> list[str]:
    return [
        f" {labels.ENDINGS}",
        *(
            f"   {fit(labels.ENDING_NAMES[name], 2 * _NAME)}{_share(share):>{_FIGURE - 2}}"
            for name, share in stats.endings.items()
        ),
    ]


def _pay(stats: Stats) -> list[str]:
    names = labels.kind_names(stats.edition)
    lines = [f" {labels.PAY}", _row("each player, a game", "each time", "in all", "times")]
    for kind, each in stats.paying:
        pay = stats.pay[kind]
        times = pay.actions / stats.games / stats.players
        paid = f"{each.value:.2f}" if kind == "roll" else _mean(each)
        lines.append(_row(names[kind], paid, _mean(pay.a_game), f"{times:.2f}"))
    never = [names[kind].removesuffix(" (to both)") for kind, pay in stats.pay.items() if pay.each is None]
    return [*lines, f"   Never chosen: {', '.join(never)}."] if never else lines


def _victories(stats: Stats) -> list[str]:
    lines = [f" {labels.VICTORIES}"]
    for seat, part in zip(("starting player", *labels.ORDINALS[1:]), stats.victories, strict=False):
        lines.append(_row(seat, _share(part)))
    lines.append(f"   Players end with {_mean(stats.money)} pounds, winners with {_mean(stats.winner_money)} pounds.")
    return [*lines, f"   {_share(stats.shared)} of the wins are shared."]
