"""The odds as a picture: the board, and below it what may come of it."""

from camelup.core.edition import Camel, Edition
from camelup.core.errors import ArgumentError, quoted
from camelup.drawing import art
from camelup.drawing.board import draw_board
from camelup.drawing.lettering import width_of
from camelup.drawing.position import describe_position
from camelup.drawing.sheet import (
    BODY,
    FAINT,
    INK,
    LEFT,
    RIGHT,
    SAND,
    SMALL,
    Caption,
    Drawn,
    box,
    finished,
    flow,
    moved,
    rule,
    text,
)
from camelup.formats.labels import PLACES
from camelup.odds.results import LegOdds, RaceOdds

_FIRST_COLUMN = LEFT + 96
_BETWEEN = 12
_GAP = 24
"""The gap between the odds of the leg and those of the race."""
_ROW = 72
_CAMEL_SCALE = 0.8
_NOTE = 36
_LANDINGS = 130
"""The width of a tile's space and figure."""
_LEAST_ERROR = 0.0001
_LANDING = "Landings to expect on"


def odds_svg(leg: LegOdds, race: RaceOdds | None = None) -> str:
    """Draw a situation with the odds of its leg and, where they are known, of the whole race."""
    if not isinstance(leg, LegOdds):
        raise _no_odds(leg)
    if not isinstance(race, RaceOdds | None):
        raise _no_odds(race)
    board = draw_board(leg.situation)
    chart = _chart(leg, race, board.bottom)
    notes = _notes(leg, race, chart.bottom)
    parts = (art.defs(leg.situation.edition), board.markup, chart.markup, notes.markup)
    caption = Caption("Camel Up, odds", f"{describe_position(leg.situation)} {_describe(leg, race)}")
    return finished(parts, notes.bottom + LEFT, caption)


def _no_odds(given: object) -> ArgumentError:
    return ArgumentError("picture", f"Odds are drawn as `leg` and `race` return them, not {quoted(given)}.")


def percent(probability: float) -> str:
    """Write a probability in whole percents, without calling the possible impossible or certain.

    >>> percent(0), percent(0.001), percent(0.384), percent(0.999), percent(1)
    ('0%', '<1%', '38%', '>99%', '100%')
    """
    figure = f"{probability:.0%}"
    if figure == "0%" and probability > 0:
        return "<1%"
    return ">99%" if figure == "100%" and probability < 1 else figure


def hundredths(expected: float) -> str:
    """Write how many landings are to be expected, in the same manner.

    >>> hundredths(0), hundredths(0.001), hundredths(0.896)
    ('0.00', '<0.01', '0.90')
    """
    figure = f"{expected:.2f}"
    return "<0.01" if figure == "0.00" and expected > 0 else figure


def without_tiles(edition: Edition) -> str:
    """Say what the odds of a race leave out."""
    return f"Later legs are computed without {edition.words.tile}s."


def certainty(race: RaceOdds) -> str:
    """Say how sure the odds of a race are."""
    if race.exact:
        return "exact"
    error = max(race.error, _LEAST_ERROR)
    return f"\N{PLUS-MINUS SIGN} {error:.{1 if error >= 10 * _LEAST_ERROR else 2}%}"


def _by_chance(leg: LegOdds) -> list[Camel]:
    """List the camels by their chance to lead after this leg."""
    return sorted(leg.situation.edition.racing, key=lambda camel: -leg.ranks[camel][0])


def _describe(leg: LegOdds, race: RaceOdds | None) -> str:
    sentences = []
    for camel in _by_chance(leg):
        places = ", ".join(f"{name} {percent(odds)}" for name, odds in zip(PLACES, leg.ranks[camel], strict=True))
        sentence = f"{camel.colour.capitalize()} in this leg: {places}"
        if race is not None:
            sentence += f"; wins the race {percent(race.winner[camel])}, comes last {percent(race.loser[camel])}"
        sentences.append(f"{sentence}.")
    sentences.append(f"{_ending(leg)}.")
    if leg.situation.tiles:
        hits = ", ".join(f"space {space} {hundredths(hits)}" for space, hits in sorted(leg.tile_hits.items()))
        sentences.append(f"{_LANDING}: {hits}.")
    if race is not None:
        sentences.append(f"The odds of the race: {certainty(race)}. {without_tiles(leg.situation.edition)}")
    return " ".join(sentences)


def _ending(leg: LegOdds) -> str:
    return f"The race ends in this leg: {percent(leg.race_ends)}"


# --- The chart ------------------------------------------------------------------------------------------------


def _columns(count: int) -> list[tuple[float, float]]:
    """Divide the width: where each column begins, and how wide it is."""
    has_race = count > len(PLACES)
    width = (RIGHT + _BETWEEN - _FIRST_COLUMN - (_GAP if has_race else 0)) / count
    return [(_FIRST_COLUMN + place * width + (_GAP if place >= len(PLACES) else 0), width) for place in range(count)]


def _chart(leg: LegOdds, race: RaceOdds | None, top: float) -> Drawn:
    heads = PLACES + (("first", "last") if race is not None else ())
    columns = _columns(len(heads))
    y = top + 48
    parts = [text(_FIRST_COLUMN, y, "This leg", is_bold=True)]
    if race is not None:
        parts.append(text(columns[len(PLACES)][0], y, f"Race, {certainty(race)}", is_bold=True))
    y += 30
    parts += [text(x, y, head, size=SMALL, fill=FAINT) for (x, _), head in zip(columns, heads, strict=True)]
    y += 10
    ranks = leg.ranks
    for camel in _by_chance(leg):
        odds = ranks[camel] + ((race.winner[camel], race.loser[camel]) if race is not None else ())
        parts.append(rule(y))
        drawn = moved(LEFT, y + 8, art.camel_standing(camel, is_to_the_right=True), scale=_CAMEL_SCALE)
        bars = "".join(
            _bar(camel, probability, x, y, width - _BETWEEN)
            for (x, width), probability in zip(columns, odds, strict=True)
        )
        parts.append(f'<g data-odds="{camel}">{drawn}{bars}</g>')
        y += _ROW
    parts.append(rule(y))
    return Drawn("".join(parts), y)


def _bar(camel: Camel, probability: float, x: float, top: float, width: float) -> str:
    figure = text(x, top + 34, percent(probability))
    parts = [figure, box(x, top + 44, width, 14, f'rx="4" fill="{SAND}"')]
    if probability > 0:
        length = max(4, width * min(probability, 1))
        parts.append(box(x, top + 44, length, 14, f'rx="4" {art.fill(camel)} stroke="{INK}" stroke-width="1.5"'))
    return "".join(parts)


# --- Below it -------------------------------------------------------------------------------------------------


def _notes(leg: LegOdds, race: RaceOdds | None, top: float) -> Drawn:
    """Say what no bar says: whether the race ends, who lands on tiles, and what was left out."""
    y = top + 42
    parts = [text(LEFT, y, _ending(leg))]
    if leg.situation.tiles:
        y += _NOTE
        parts.append(text(LEFT, y, _LANDING))
        start = LEFT + 1.1 * width_of(_LANDING, BODY)
        tiles = sorted(leg.situation.tiles)
        for tile, (x, line) in zip(tiles, flow([_LANDINGS] * len(tiles), start, RIGHT), strict=True):
            if line and x == start:
                y += _NOTE
            sign = tile.side.replace("-", "\N{MINUS SIGN}")
            parts.append(text(x + 48, y, f"{tile.space}{sign}", anchor="end", is_bold=True))
            parts.append(text(x + 58, y, hundredths(leg.tile_hits.get(tile.space, 0))))
    if race is not None:
        y += _NOTE
        parts.append(text(LEFT, y, without_tiles(leg.situation.edition), size=SMALL, fill=FAINT))
    return Drawn("".join(parts), y)
