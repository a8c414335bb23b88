"""What the tests of the odds share: situations of every kind, the slow model's answer to them, and runs apart."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import camelup
from camelup.core import race
from camelup.core.edition import DICE_PER_LEG, EDITIONS, Camel, Edition
from camelup.core.situation import Situation
from camelup.formats.notation import parse_dice, parse_tiles, parse_track
from camelup.odds.results import LegOdds
from tests import naive
from tests.children import run
from tests.randomplay import random_track
from tests.strategies import made_tiles

DATA = Path(__file__).parent.parent / "data"
SOURCES = Path(camelup.__file__).parent.parent


def reference(name: str) -> list[dict[str, Any]]:
    """The positions of a reference file."""
    positions: list[dict[str, Any]] = json.loads((DATA / name).read_text(encoding="utf-8"))
    assert positions
    return positions


def asked(position: Mapping[str, Any]) -> Situation:
    """The situation of a reference position."""
    edition = EDITIONS[position["edition"]]
    track = parse_track(edition, position["track"])
    tiles = tuple(tile for tile, _ in parse_tiles(edition, track, position["tiles"]))
    return Situation(edition, track, parse_dice(edition, position["dice"]), tiles)


def random_situation(edition: Edition, draws: int, generator: random.Random, *, is_tiled: bool = True) -> Situation:
    """Camels and tiles anywhere they may be, with so many draws to come in this leg."""
    track = random_track(edition, generator)
    dice = set(generator.sample(edition.dice, len(edition.dice) - DICE_PER_LEG + draws))
    tiles = tuple(tile for tile in made_tiles(track, 8, generator) if tile) if is_tiled else ()
    return Situation(edition, track, "".join(die for die in edition.dice if die in dice), tiles)


def board_of(situation: Situation) -> naive.Board:
    """The camels as the slow model has them."""
    return {space: [str(camel) for camel in stack] for space, stack in situation.stacks.items()}


def slow_tiles(situation: Situation) -> naive.Tiles:
    """The tiles as the slow model has them; it does not matter here who owns them."""
    return {tile.space: (seat, str(tile.side)) for seat, tile in enumerate(situation.tiles)}


@dataclass
class Answer:
    """How a leg can end: what the odds say and what they should say, in the same form."""

    orders: dict[tuple[str, ...], Fraction] = field(default_factory=dict)
    landings: dict[int, Fraction] = field(default_factory=dict)
    race_ends: Fraction = Fraction(0)

    def add_order(self, order: tuple[str, ...], probability: Fraction) -> None:
        self.orders[order] = self.orders.get(order, Fraction(0)) + probability

    def add(self, other: "Answer", probability: Fraction) -> None:
        for order, chance in other.orders.items():
            self.add_order(order, probability * chance)
        for space, landings in other.landings.items():
            self.landings[space] += probability * landings
        self.race_ends += probability * other.race_ends


def answer_of(odds: LegOdds) -> Answer:
    """The exact answer of the odds."""
    return Answer(
        {tuple(map(str, order)): Fraction(ways, odds.total) for order, ways in odds.orders.items()},
        {space: Fraction(ways, odds.total) for space, ways in odds.landings.items()},
        Fraction(odds.endings, odds.total),
    )


def slow_answer(situation: Situation) -> Answer:
    """The slow model's answer, from every single way that the leg can go."""
    answer = Answer(landings={tile.space: Fraction(0) for tile in situation.tiles})
    outcomes = naive.leg_outcomes(
        situation.edition.number, board_of(situation), set(situation.dice), slow_tiles(situation)
    )
    for probability, ranking, landings, is_over in outcomes:
        answer.add_order(tuple(ranking), probability)
        for space, count in landings.items():
            answer.landings[space] += probability * count
        answer.race_ends += probability * is_over
    return answer


def merged_answer(situation: Situation) -> Answer:
    """The slow model's answer with equal boards taken together, for legs too long to be spelled out."""
    landings = {tile.space: Fraction(0) for tile in situation.tiles}
    answer = Answer(landings=landings)
    for end, probability in leg_ends(situation, landings):
        answer.add_order(tuple(end.ranking()), probability)
        answer.race_ends += probability * end.race_is_over()
    return answer


def leg_ends(
    situation: Situation, landings: dict[int, Fraction] | None = None
) -> Iterator[tuple[naive.NaiveRace, Fraction]]:
    """The slow model's races at the end of the leg, equal ones taken together; landings on tiles are added up."""
    begin = naive.NaiveRace(situation.edition.number, board_of(situation), set(situation.dice), slow_tiles(situation))
    layer = {_key(begin): (begin, Fraction(1))}
    while layer:
        following: dict[object, tuple[naive.NaiveRace, Fraction]] = {}
        for here, probability in layer.values():
            if here.race_is_over() or here.leg_is_over():
                yield here, probability
                continue
            for die in here.dice:
                faces = naive.faces_of(die)
                share = probability / (len(here.dice) * len(faces))
                for face in faces:
                    after = here.copy_race()
                    tile = after.roll(face)
                    if tile is not None and landings is not None:
                        landings[tile] += share
                    _, before = following.get(_key(after), (after, Fraction(0)))
                    following[_key(after)] = (after, before + share)
        layer = following


def _key(here: naive.NaiveRace) -> object:
    return tuple((space, *here.board[space]) for space in sorted(here.board)), frozenset(here.dice)


def relabelled(situation: Situation, names: Mapping[Camel, Camel]) -> Situation:
    """The same situation with other camels in the places of some."""
    edition = situation.edition
    numbers = [edition.camels.index(names.get(camel, camel)) for camel in edition.camels]
    track = race.EMPTY
    for space, camel in race.running_order(situation.track):
        track = race.put_on_top(track, numbers[camel], space)
    dice = {str(names.get(Camel(die), die)) if die != "x" else die for die in situation.dice}
    return Situation(edition, track, "".join(die for die in edition.dice if die in dice), situation.tiles)


def run_apart(
    script: str, *arguments: str, sources: Path = SOURCES, check: bool = True, **settings: str
) -> subprocess.CompletedProcess[str]:
    """Run a script in a Python of its own, with warnings as errors and these settings in its environment."""
    environment = {**os.environ, "PYTHONPATH": str(sources), **settings}
    command = [sys.executable, "-W", "error", "-c", script, *arguments]
    done = run(*command, env=environment)
    assert not check or done.returncode == 0, done.stderr
    return done
