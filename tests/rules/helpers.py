"""Short ways to say what the tests of the rules say most often."""

import itertools
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from math import prod
from typing import TypeVar

import pytest

from camelup.chance import RandBelow
from camelup.core.actions import PlaceTile
from camelup.core.errors import IllegalActionError
from camelup.core.events import CamelMoved, Event
from camelup.core.rules import apply, check, legal
from camelup.core.state import State
from camelup.formats.notation import parse_action, parse_face, parse_position

T = TypeVar("T")
H = TypeVar("H", bound=Hashable)

# The positions at the end of the rulebooks' examples of setting up, with one of the orders that they allow.
START = {1: "1:gyo 3:bw", 2: "1:gyr 3:bp 15:K 16:W"}


def play(position: str | State, *plies: str) -> tuple[State, list[Event]]:
    """Play actions such as `ticket g` or `roll r3` one after another; give the last state and all that happened."""
    state = parse_position(position) if isinstance(position, str) else position
    happened: list[Event] = []
    for ply in plies:
        action, _, face = ply.partition("roll ")
        outcome = parse_face(state.edition, face) if face else None
        state, events = apply(state, parse_action(state.edition, action or "roll"), outcome)
        happened += events
    return state, happened


def only(events: Sequence[Event], kind: type[T]) -> T:
    """Give the one event of a kind."""
    [event] = all_of(events, kind)
    return event


def all_of(events: Sequence[Event], kind: type[T]) -> list[T]:
    """Give all events of a kind, in order."""
    return [event for event in events if isinstance(event, kind)]


def moves(events: Sequence[Event]) -> list[tuple[str, int, int, bool]]:
    """Give what moved: the unit from bottom to top, from where, to where, and whether it went underneath."""
    return [("".join(move.unit), move.start, move.end, move.is_under) for move in all_of(events, CamelMoved)]


def refusal(position: str | State, action: str) -> str:
    """Give the code with which the rules refuse an action, having made sure that they do so everywhere."""
    state = parse_position(position) if isinstance(position, str) else position
    wanted = parse_action(state.edition, action)
    assert wanted not in legal(state)
    with pytest.raises(IllegalActionError) as refused:
        check(state, wanted)
    with pytest.raises(IllegalActionError) as refused_again:
        apply(state, wanted)
    assert refused.value.code == refused_again.value.code
    return refused.value.code


def kinds(state: State) -> list[str]:
    """Give the kinds of action that are legal, each once."""
    return list(dict.fromkeys(action.kind for action in legal(state)))


def tile_places(position: str | State) -> list[int]:
    """Give the spaces on which the seat in turn may place its tile."""
    state = parse_position(position) if isinstance(position, str) else position
    return sorted({action.space for action in legal(state) if isinstance(action, PlaceTile)})


def distribution(make: Callable[[RandBelow], H], draws: range) -> dict[H, Fraction]:
    """Give everything that can be made by drawing, with its probability; all draws but these are 0."""
    weights: dict[H, Fraction] = {}
    script: list[int] | None = []
    while script is not None:
        rng, limits = _scripted(script, draws)
        made = make(rng)
        weights[made] = weights.get(made, Fraction(0)) + Fraction(1, prod(limits))
        script = _next(script, limits)
    return weights


def _scripted(script: list[int], draws: range) -> tuple[RandBelow, list[int]]:
    """Give a source that draws as a script says, with the list that it will fill with its limits."""
    numbers = iter(script)
    limits: list[int] = []
    count = itertools.count()

    def rng(limit: int) -> int:
        if next(count) not in draws:
            return 0
        limits.append(limit)
        return next(numbers, 0)

    return rng, limits


def _next(script: list[int], limits: list[int]) -> list[int] | None:
    """Count a script on by one, as an odometer does; None after the last."""
    full = script + [0] * (len(limits) - len(script))
    while full and full[-1] == limits[len(full) - 1] - 1:
        full.pop()
    return [*full[:-1], full[-1] + 1] if full else None


# A leg with one more roll to come, and a roll that leaves the ranking as it is: green, yellow, blue, then the others.
LAST_OF_LEG = {
    1: ("track 1:w 3:o 4:b 6:y 9:g | dice w", "roll w1"),
    2: ("track 2:r 3:p 4:b 6:y 9:g 14:K 16:W | dice bx", "roll K1"),
}


def end_leg(edition: int, rest: str) -> tuple[State, list[Event]]:
    """Play the last roll of a leg; the rest of the position needs four pyramid tickets and the money."""
    track_and_dice, roll = LAST_OF_LEG[edition]
    return play(f"edition {edition} | {track_and_dice} | {rest}", roll)


# One roll from the end of the race: green wins, yellow is second, white or purple loses.
LAST_OF_RACE = {1: "track 2:w 3:o 4:b 6:y 15:g", 2: "track 2:p 3:r 4:b 6:y 9:K 12:W 15:g"}
LOSER = {1: "w", 2: "p"}


def end_race(edition: int, rest: str) -> tuple[State, list[Event]]:
    """Play the roll that takes green over the line."""
    return play(f"edition {edition} | {LAST_OF_RACE[edition]} | {rest}", "roll g2")
