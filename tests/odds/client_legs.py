"""Positions that test the leg calculator of the client: `python -m tests.odds.client_legs` writes them anew.

Each is a line: edition, track, dice, tiles, and the engine's answer in whole numbers of base 36. These are all ways,
those that end the race, the landings on each tile, and the ways of the first four camels to the first four places; the
fifth follow from them.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path

from camelup.core import race
from camelup.core.edition import EDITIONS, SPACES, Edition, Side
from camelup.core.situation import Situation, situation_of
from camelup.core.state import Tile
from camelup.formats.notation import parse_situation
from camelup.odds import leg
from tests.randomplay import random_position, random_track

FILE = Path(__file__).parent.parent.parent / "web" / "tests" / "legs.json"
POSITIONS = 2400
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_GIVEN = 4
"""So many places of so many camels are told."""


def write_line(situation: Situation) -> str:
    """A position with its odds."""
    odds = leg(situation)
    tiles = sorted(situation.tiles, key=lambda tile: tile.space)
    ranks = [odds.rank_ways[camel][place] for camel in situation.edition.racing[:_GIVEN] for place in range(_GIVEN)]
    numbers = [odds.total, odds.endings, *(odds.landings[tile.space] for tile in tiles), *ranks]
    track = " ".join(f"{space}:{''.join(stack)}" for space, stack in situation.stacks.items())
    placed = " ".join(f"{tile.space}{tile.side}" for tile in tiles)
    return "|".join([str(situation.edition.number), track, situation.dice, placed, " ".join(map(_base_36, numbers))])


def read_situation(line: str) -> Situation:
    """The position of a line."""
    edition, track, dice, tiles, _ = line.split("|")
    return parse_situation(EDITIONS[int(edition)], track, dice, tiles)


def _base_36(number: int) -> str:
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return digits


def _random_tiles(track: int, generator: random.Random) -> tuple[Tile, ...]:
    taken = race.occupied(track)
    tiles: dict[int, Tile] = {}
    for _ in range(generator.choice((0, 0, 1, 2, 4, 8))):
        space = generator.randint(2, SPACES)
        if not (taken >> space & 1 or tiles.keys() & {space - 1, space, space + 1}):
            tiles[space] = Tile(space, generator.choice(list(Side)))
    return tuple(tiles.values())


def _random_situation(edition: Edition, generator: random.Random) -> Situation:
    """Camels, dice and tiles anywhere."""
    track = random_track(edition, generator)
    out = generator.choices(range(5), (4, 3, 2, 2, 2))[0]
    dice = set(generator.sample(edition.dice, len(edition.dice) - out))
    inside = "".join(die for die in edition.dice if die in dice)
    return Situation(edition, track, inside, _random_tiles(track, generator))


def _situations(generator: random.Random) -> Iterator[Situation]:
    """A third from random games, the others anywhere, two in three of the second edition."""
    while True:
        state = random_position(generator, 60)
        if not state.is_over:
            yield situation_of(state)
        for number in (1, 2, 2):
            yield _random_situation(EDITIONS[number], generator)


def main() -> None:
    """Write the file."""
    lines: dict[str, None] = {}
    for situation in _situations(random.Random(12)):
        lines[write_line(situation)] = None
        if len(lines) == POSITIONS:
            break
    FILE.write_text("[\n" + ",\n".join(f"  {json.dumps(line)}" for line in lines) + "\n]\n")


if __name__ == "__main__":
    main()
