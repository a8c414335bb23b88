"""Odds as text: a table with bars, the best bets, and the value of each action."""

from collections.abc import Mapping, Sequence
from textwrap import wrap

from camelup.core.actions import SEATS
from camelup.core.edition import Words
from camelup.core.situation import Situation
from camelup.core.state import State
from camelup.drawing.charts import without_tiles
from camelup.formats.ansi import PLAIN, Ansi, fit
from camelup.formats.labels import PLACES
from camelup.formats.text_board import WIDTH, draw_board, draw_track
from camelup.odds import ActionValue, LegOdds, RaceOdds, Values

_BAR = 20
_WHY = 21
"""The column where the parts of a value start."""
_TIE = "\xa0"
"""A space at which no line is broken."""


def odds_page(
    position: State | Situation, leg: LegOdds, race: RaceOdds, values: Values | None = None, ansi: Ansi = PLAIN
) -> list[str]:
    """Draw the board, and below it the odds, the bets and, if given, the values of the actions."""
    if isinstance(position, State):
        names = SEATS[: position.players]
        board = draw_board(position, names, ansi)
    else:
        names, board = "", draw_track(position, ansi)
    lines = [*board, "", *odds_lines(leg, race, ansi), "", *bet_lines(leg)]
    return lines if values is None else [*lines, "", *value_lines(values, names)]


def odds_lines(leg: LegOdds, race: RaceOdds, ansi: Ansi = PLAIN) -> list[str]:
    """Write the odds of leg and race as a table."""
    camels = sorted(leg.ranks, key=lambda camel: leg.ranks[camel], reverse=True)
    head = fit("", 10) + "".join(f"{place:>7}" for place in PLACES) + "    race: wins   last"
    lines = [" This leg", head]
    for camel in camels:
        chances = "".join(f"{chance:7.1%}" for chance in leg.ranks[camel])
        bar = ansi.patch(camel, " " * round(_BAR * leg.ranks[camel][0]))
        if not ansi.is_coloured:
            bar = "#" * round(_BAR * leg.ranks[camel][0])
        name = ansi.patch(camel, f" {camel} ") + f" {camel.colour}"
        lines.append(f"{fit(name, 10)}{chances}   {race.winner[camel]:8.1%}{race.loser[camel]:7.1%}  {bar}".rstrip())
    lines.append("")
    if leg.tile_hits:
        hits = ", ".join(f"{space}: {hits:.2f}" for space, hits in leg.tile_hits.items())
        lines.append(f" Expected landings on {leg.situation.edition.words.tile}s: {hits}.")
    lines.append(f" The race ends in this leg {leg.race_ends:.1%} of the time.")
    how = "exact" if race.exact else f"sampled, standard error {race.error:.2%}"
    lines += [f" Leg: exact. Race: {how}.", f" {without_tiles(leg.situation.edition)}"]
    if not race.exact:
        lines.append(" `camelup odds build` makes the race exact too, in about 15 minutes.")
    return lines


def bet_lines(leg: LegOdds) -> list[str]:
    """List what tickets of each value are worth, the best first."""
    edition = leg.situation.edition
    values = sorted(set(edition.ticket_values), reverse=True)
    worths = {camel: [leg.ticket_worth(camel, value) for value in values] for camel in edition.racing}
    lines = [
        f" What a {edition.words.ticket} is worth",
        fit("", 10) + "".join(f"{f'for {value}':>9}" for value in values),
    ]
    for camel, worth in sorted(worths.items(), key=lambda entry: -entry[1][0]):
        lines.append(fit(f" {camel}  {camel.colour}", 10) + "".join(f"{amount:+9.2f}" for amount in worth))
    return lines


def value_lines(values: Values, names: Sequence[str], most: int = 12) -> list[str]:
    """List what actions are worth, the best first, and why."""
    lines = [" What each action is worth, in pounds"]
    parts = part_names(values.leg.situation.edition.words)
    for value in values.actions[:most]:
        first, *rest = wrap(_why(value, parts, names), WIDTH - _WHY, break_on_hyphens=False) or [""]
        lines.append(f"{value.own:+8.2f}  {fit(str(value.action), _WHY - 10)}{first}".rstrip())
        lines += [" " * _WHY + line for line in rest]
    left = len(values.actions) - most
    if left > 0:
        lines.append(f"          and {left} more, none better")
    return [line.replace(_TIE, " ") for line in lines]


def _why(value: ActionValue, called: Mapping[str, str], names: Sequence[str]) -> str:
    """List the parts, if there is more than one, and what the others get; a figure stays beside its name."""
    parts = [f"{called[name]} {part:+.2f}" for name, part in value.parts.items() if len(value.parts) > 1]
    others = [f"{names[seat]} {gain:+.2f}" for seat, gain in value.others.items()]
    if others:
        others[0] = f"others: {others[0]}"
    return "; ".join(", ".join(entry.replace(" ", _TIE) for entry in group) for group in (parts, others) if group)


def part_names(words: Words) -> dict[str, str]:
    """Return the parts of a value in the words of an edition; in the data, both editions have the same names."""
    return {
        "pyramid ticket": words.pyramid_ticket,
        "ticket": words.ticket,
        "partner": "partner",
        "card": words.card,
        "tile income": f"{words.tile} income",
        "tile given up": f"{words.tile} given up",
        "held tickets": f"held {words.ticket}s",
        "held cards": f"held {words.card}s",
        "floor at 0": "floor at 0",
    }
