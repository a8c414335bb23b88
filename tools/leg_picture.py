"""Draw docs/pictures/leg.svg, the README's picture: a leg that is run, die by die, in one animated picture.

.venv/bin/python tools/leg_picture.py
Where people have asked for less motion, and where nothing moves, it shows the leg's end.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from camelup import CamelMoved, Event, Situation, TileHit, parse_position
from camelup.core import race
from camelup.core.actions import Roll
from camelup.core.edition import Camel
from camelup.core.rules import apply
from camelup.core.situation import situation_of
from camelup.drawing import art, centre, ring
from camelup.drawing.lettering import fitting
from camelup.drawing.position import Stacks, tiles_of
from camelup.drawing.sheet import BODY, FAINT, LEFT, RIGHT, SMALL, Caption, finished, number, text
from camelup.formats.notation import parse_face

TARGET = Path(__file__).parent.parent / "docs" / "pictures" / "leg.svg"
START = "edition 2 | track 5:gy 6:rb 7:p 12:K 15:W | tiles 9+A | money 3 3"
ROLLS = ("r1", "K3", "p2", "b1", "g3")
_HEAD, _HEAD_LINE = 66, 45
_HOLD, _STEP, _AFTER, _END = 1.1, 0.32, 0.7, 3.0
"""Seconds: a die is read, a camel runs a space, the new order is seen, and the end stays."""


class Scene(NamedTuple):
    """A roll: the race before it, what the die shows, who runs where, and the race after it."""

    before: Situation
    after: Situation
    unit: tuple[Camel, ...]
    path: tuple[int, ...]
    """The spaces that the unit runs over, from where it stood to where it ends."""
    said: str


def scenes() -> list[Scene]:
    """Play the leg."""
    state = parse_position(START)
    found = []
    for roll in ROLLS:
        face = parse_face(state.edition, roll)
        following, events = apply(state, Roll(), face)
        moves = [event for event in events if isinstance(event, CamelMoved)]
        step = 1 if moves[0].end > moves[0].start else -1
        path = tuple(range(moves[0].start, moves[-1].end + step, step))
        # The last roll ends the leg, and its dice go back: the picture keeps them out.
        dice = state.dice.replace("x" if face.camel.is_crazy else face.camel, "")
        after = Situation(state.edition, following.track, dice, situation_of(state).tiles)
        found.append(Scene(situation_of(state), after, moves[0].unit, path, _sentence(moves[0], face.number, events)))
        state = following
    return found


def _sentence(moved: CamelMoved, rolled: int, events: tuple[Event, ...]) -> str:
    camel, *carried = moved.unit
    said = f"{camel.colour.capitalize()} {rolled}"
    if camel.is_crazy:
        said = f"Crazy {camel.colour} {rolled} runs backwards"
    if carried:
        said += f" carries {' and '.join(each.colour for each in carried)}"
    if any(isinstance(event, TileHit) for event in events):
        said += ", the tile adds 1"
    return f"{said}."


# --- The drawing ----------------------------------------------------------------------------------------------


def leg_svg() -> str:
    """Draw it."""
    played = scenes()
    situations = [*(scene.before for scene in played), played[-1].after]
    measures = ring.ring_for(_tallest(situations), _HEAD, centre.HEIGHT)
    times = _times(played)
    total = times[-1][2] + _END
    styles, parts = [], []
    for at, (scene, (start, runs, end)) in enumerate(zip(played, times, strict=True)):
        styles += [_shown(f"s{at}", start, end, total), _run(f"m{at}", measures, scene, runs, end, total)]
        parts.append(f'<g class="s s{at}">{"".join(_before(measures, scene, f"m{at}"))}</g>')
    styles.append(_shown("end", times[-1][2], total, total))
    parts.append(f'<g class="end">{"".join(_end(measures, played[-1]))}</g>')
    style = (
        f".s{{visibility:hidden}}.s,.end{{animation:{number(total)}s step-end infinite}}"
        f".m{{animation:{number(total)}s linear infinite}}{''.join(styles)}"
        "@media (prefers-reduced-motion:reduce){.s,.end,.m{animation:none}}"
    )
    ground = (
        *ring.draw_track(measures),
        *ring.draw_finish(measures, {}),
        *ring.draw_tiles(measures, tiles_of(played[0].before)),
    )
    described = " ".join(scene.said for scene in played)
    return finished(
        [art.defs(played[0].before.edition), f"<style>{style}</style>", *ground, *parts],
        measures.bottom + LEFT,
        Caption("A leg of Camel Up", f"Five dice come out, one after another. {described}"),
    )


def _tallest(situations: list[Situation]) -> Stacks:
    """Every space with the tallest stack that it ever has."""
    stacks: Stacks = {}
    for situation in situations:
        for space, stack in situation.stacks.items():
            stacks[space] = max(stacks.get(space, ()), stack, key=len)
    return stacks


def _times(played: list[Scene]) -> list[tuple[float, float, float]]:
    """When each scene begins, when its unit runs, and when it is over."""
    found, at = [], 0.0
    for scene in played:
        runs = at + _HOLD
        end = runs + _STEP * (len(scene.path) - 1) + _AFTER
        found.append((at, runs, end))
        at = end
    return found


def _percent(seconds: float, total: float) -> str:
    return f"{number(100 * seconds / total)}%"


def _shown(name: str, start: float, end: float, total: float) -> str:
    """Show a group for a while."""
    before = "0%{visibility:hidden}" if start else ""
    after = f"{_percent(end, total)}{{visibility:hidden}}" if end < total else ""
    frames = f"{before}{_percent(start, total)}{{visibility:visible}}{after}"
    return f".{name}{{animation-name:{name}}}@keyframes {name}{{{frames}}}"


def _run(name: str, measures: ring.Ring, scene: Scene, start: float, end: float, total: float) -> str:  # noqa: PLR0913, PLR0917
    """Let a unit run along its spaces, and land on those who are there."""
    from_x, from_y = _foot(measures, scene.path[0])
    frames = f"0%,{_percent(start, total)}{{transform:none}}"
    for step, space in enumerate(scene.path[1:], start=1):
        x, y = _foot(measures, space)
        shift = _shift(x - from_x, y - from_y - _rise(scene, space))
        frames += f"{_percent(start + step * _STEP, total)}{{transform:{shift}}}"
    x, y = _foot(measures, scene.path[-1])
    last = _shift(x - from_x, y - from_y - _rise(scene, scene.path[-1]))
    frames += f"{_percent(end, total)},100%{{transform:{last}}}"
    return f".{name}{{animation-name:{name}}}@keyframes {name}{{{frames}}}"


def _shift(x: float, y: float) -> str:
    return f"translate({number(x)}px,{number(y)}px)"


def _rise(scene: Scene, space: int) -> float:
    """How much higher than before the unit stands on a space: on top of those who are there."""
    here = len([camel for camel in scene.before.stacks.get(space, ()) if camel not in scene.unit])
    before = scene.before.stacks[scene.path[0]].index(scene.unit[0])
    return (here - before) * art.CAMEL_STEP


def _foot(measures: ring.Ring, space: int) -> tuple[float, float]:
    """Where a camel on the ground of a space stands."""
    slot = ring.slot_of(space)
    return slot.middle, measures.floors[slot.row]


def _before(measures: ring.Ring, scene: Scene, name: str) -> Iterator[str]:
    yield from _head(scene.before, scene.said)
    yield from _middle(measures, scene.after)
    yield from ring.draw_camels(measures, _without(scene.before.stacks, scene.unit))
    running = ring.draw_camels(measures, {scene.path[0]: scene.before.stacks[scene.path[0]]})
    kept = [drawn for drawn in running if any(f'data-camel="{camel}"' in drawn for camel in scene.unit)]
    yield f'<g class="m {name}">{"".join(kept)}</g>'


def _without(stacks: Stacks, unit: tuple[Camel, ...]) -> Stacks:
    """Leave out those who run, and spaces where nobody else stands."""
    others = {space: tuple(camel for camel in stack if camel not in unit) for space, stack in stacks.items()}
    return {space: stack for space, stack in others.items() if stack}


def _end(measures: ring.Ring, scene: Scene) -> Iterator[str]:
    leader = scene.after.edition.racing[race.camel_in_place(scene.after.track, 0)]
    yield from _head(scene.after, f"The leg is over: {leader.colour} leads.")
    yield from _middle(measures, scene.after)
    yield from ring.draw_camels(measures, scene.after.stacks)


def _middle(measures: ring.Ring, situation: Situation) -> Iterator[str]:
    spare = measures.clear - measures.inner_top - centre.HEIGHT
    yield from centre.draw_centre(situation, ring.left_of(1), measures.inner_top + spare / 2)


def _head(situation: Situation, said: str) -> Iterator[str]:
    camels = [situation.edition.racing[camel] for camel in race.ranking(situation.track)]
    first = RIGHT - 41 * len(camels)
    yield text(LEFT, _HEAD_LINE, said, size=fitting(said, BODY, (first - 70 - LEFT) / 1.15), is_bold=True)
    yield text(first - 10, _HEAD_LINE, "first", size=SMALL, anchor="end", fill=FAINT)
    for place, camel in enumerate(camels):
        yield art.badge(first + 41 * place, _HEAD_LINE - 25, camel, 36)


def main() -> None:
    TARGET.write_text(leg_svg(), encoding="utf-8")
    print(f"{TARGET.name}: {TARGET.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
