"""Write what the client's lessons take from the engine: `.venv/bin/python tools/lessons.py`, after a change of them.

This is what happens in the guided first leg, in sentences, and the figures of the questions. A question asks what the
odds can answer. What a choice stands for is written as a query, which is also how the answer's sentences name a figure:

    first y, second y       how likely a camel has this place when the leg ends
    wins y, loses y         how likely it wins the race, or comes last in it
    worth ACTION            what an action is worth to the seat in turn, in EP

The right choice is the one with the highest figure: no file says which it is. Figures of the race are told for the
first edition only, where they are exact everywhere; the second edition's need a table that not every machine has.
"""

import json
import re
from pathlib import Path
from typing import Any

from camelup import parse_action, parse_position
from camelup.core.actions import Roll
from camelup.core.edition import EDITIONS
from camelup.core.rules import apply
from camelup.core.state import State
from camelup.core.view import events_for, view_of
from camelup.formats.notation import parse_face
from camelup.formats.sentences import describe_events
from camelup.odds import Values, values

FOLDER = Path(__file__).parent.parent / "web" / "src" / "pages" / "learn"
LESSONS = FOLDER / "lessons.json"
FIGURES = FOLDER / "figures.json"
LEG = FOLDER / "leg.json"
SAID = FOLDER / "said.json"
_DIGITS = 4
_PLACES = ("first", "second")
_NAMED = re.compile(r"\{([^}]+)\}")

Figures = dict[str, dict[str, float]]
"""By the lesson and the number of its question, then by query."""


def read_lessons() -> list[dict[str, Any]]:
    """The lessons as they are written."""
    lessons: list[dict[str, Any]] = json.loads(LESSONS.read_text())["lessons"]
    return lessons


def read_leg() -> dict[str, Any]:
    """The guided first leg as it is written."""
    leg: dict[str, Any] = json.loads(LEG.read_text())
    return leg


def read_figures() -> Figures:
    """The figures that the client has."""
    figures: Figures = json.loads(FIGURES.read_text())
    return figures


def queries_of(question: dict[str, Any]) -> list[str]:
    """All that a question asks the odds for: its choices, and what its answer names."""
    return list(dict.fromkeys([*question["choices"], *_NAMED.findall(question["why"])]))


def compute() -> Figures:
    """Ask the odds for all lessons."""
    return {
        f"{lesson['id']}.{number}": _answer(question)
        for lesson in read_lessons()
        for number, question in enumerate(lesson["questions"])
    }


def _answer(question: dict[str, Any]) -> dict[str, float]:
    state = parse_position(question["position"])
    valued = values(view_of(state, state.turn))
    return {query: round(_figure(valued, query), _DIGITS) for query in queries_of(question)}


def _figure(valued: Values, query: str) -> float:
    kind, _, what = query.partition(" ")
    if kind == "worth":
        (worth,) = (value.own for value in valued.actions if str(value.action) == what)
        is_card = what.startswith(("winner", "loser"))
    elif kind in _PLACES:
        (worth,) = (chances[_PLACES.index(kind)] for camel, chances in valued.leg.ranks.items() if str(camel) == what)
        is_card = False
    else:
        chances = {"wins": valued.race.winner, "loses": valued.race.loser}[kind]
        (worth,) = (chance for camel, chance in chances.items() if str(camel) == what)
        is_card = True
    if is_card and valued.leg.situation.edition.crazy:
        raise ValueError(f"{query}: the race of this edition is not exact everywhere")
    return worth


def play() -> tuple[list[list[list[str]]], State]:
    """Play the guided leg by the rules: say what each action did, event by event, and give where it ends."""
    leg = read_leg()
    edition = EDITIONS[leg["edition"]]
    track = " ".join(f"{space}:{stack}" for space, stack in leg["track"].items())
    money = " ".join("3" for _ in leg["players"])
    state = parse_position(f"edition {edition.number} | track {track} | money {money}")
    said = []
    for ply in leg["plies"]:
        kind, _, what = ply.partition(" ")
        face = parse_face(edition, what) if kind == "roll" else None
        after, events = apply(state, Roll() if face else parse_action(edition, ply), face)
        seen = events_for(events, 0)
        said.append(describe_events(seen, edition, leg["players"], 0, money_before=state.money, stacks=state.stacks))
        state = after
    return said, state


if __name__ == "__main__":
    FIGURES.write_text(json.dumps(compute(), indent=2) + "\n")
    SAID.write_text(json.dumps(play()[0], indent=2, ensure_ascii=False) + "\n")
