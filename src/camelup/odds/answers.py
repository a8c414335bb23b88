"""Odds as JSON, for scripts and spreadsheets: a request in, an answer out.

>>> answer({"edition": 1, "track": "1:bg 2:ow 3:y", "dice": "b"})["leg"]["race_ends"]
0.0
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from camelup.core.edition import EDITIONS
from camelup.core.errors import CamelUpError, NotationError
from camelup.core.situation import Situation
from camelup.formats.notation import parse_situation
from camelup.odds import LegOdds, RaceOdds, Values, leg, race

FIELDS = ("edition", "track", "dice", "tiles")


def answer(request: object) -> dict[str, Any]:
    """Answer one request, an object with edition and track, and dice and tiles where they matter."""
    asked = parse_request(request)
    return odds_to_json(leg(asked), race(asked))


def parse_request(request: object) -> Situation:
    """Read a request."""
    if not isinstance(request, Mapping):
        raise NotationError("json", "A request must be an object with edition, track, dice and tiles.")
    for name in request:
        if name not in FIELDS:
            raise NotationError("json", f"A request has the fields {', '.join(FIELDS)}, not {str(name)[:40]!r}.")
    edition, track, dice, tiles = (request.get(name) for name in FIELDS)
    if type(edition) is not int or edition not in EDITIONS:
        raise NotationError("json", "A request needs an edition, 1 or 2.")
    if not isinstance(track, str):
        raise NotationError("json", "A request needs a track, such as '1:gy 2:rb 3:p 14:K 16:W'.")
    if not isinstance(dice, str | None) or not isinstance(tiles, str | None):
        raise NotationError("json", "Dice and tiles must be strings, such as 'gyrbpx' and '5+ 8-'.")
    return parse_situation(EDITIONS[edition], track, dice, tiles or "")


def odds_to_json(leg_odds: LegOdds, race_odds: RaceOdds, valued: Values | None = None) -> dict[str, Any]:
    """Return odds, and the values of a seat's actions if there are any, as a tree of dicts, with full precision."""
    form: dict[str, Any] = {
        **leg_to_json(leg_odds),
        "race": {
            "winner": {str(camel): chance for camel, chance in race_odds.winner.items()},
            "loser": {str(camel): chance for camel, chance in race_odds.loser.items()},
            "exact": race_odds.exact,
            "error": race_odds.error,
        },
    }
    return form if valued is None else {**form, "values": values_to_json(valued)}


def leg_to_json(leg_odds: LegOdds) -> dict[str, Any]:
    """Return the odds of a leg alone."""
    return {
        "edition": leg_odds.situation.edition.number,
        "leg": {
            "ranks": {str(camel): list(chances) for camel, chances in leg_odds.ranks.items()},
            "tile_hits": {str(space): hits for space, hits in leg_odds.tile_hits.items()},
            "race_ends": leg_odds.race_ends,
        },
    }


def values_to_json(valued: Values) -> dict[str, Any]:
    """Return the values of a seat's actions, the best first; seats are numbered from 0."""
    return {
        "seat": valued.seat,
        "actions": [
            {
                "action": str(value.action),
                "own": value.own,
                "parts": dict(value.parts),
                "others": {str(seat): gain for seat, gain in value.others.items()},
            }
            for value in valued.actions
        ],
    }


def answer_lines(lines: Iterable[str]) -> Iterator[str]:
    """Answer a request on each line, in order; a bad one gets an error and does not stop the others."""
    for line in lines:
        if line.strip():
            try:
                form = answer(json.loads(line))
            except CamelUpError as error:
                form = {"error": {"code": error.code, "message": error.message}}
            except (ValueError, RecursionError) as error:
                form = {"error": {"code": "json", "message": f"This line is not JSON: {str(error)[:200]}."}}
            yield json.dumps(form)
