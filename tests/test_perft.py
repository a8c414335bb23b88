"""Counts of everything that a leg can become, depth by depth, against text files: one wrong move changes them.

A file of tests/perft has blocks like this one; `nodes` are the different (track, dice left) after so many dice,
`sequences` the ways to get there (a racing die has three faces, the grey one six), and `ended` the sequences
whose last die ended the race. Counted by the engine and by the slow model alike.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path

import pytest

from camelup.core import race
from camelup.core.edition import DICE_PER_LEG, EDITIONS, Edition, Side
from camelup.core.rules import faces
from camelup.formats.notation import parse_dice, parse_tiles, parse_track
from tests import naive

FILES = sorted(Path(__file__).parent.glob("perft/*.txt"))

Row = tuple[int, int, int, int]
"""Depth, nodes, sequences, ended."""
Moves = Iterator[tuple[Hashable, str, bool]]
"""The positions after each face of each die: key, dice left, whether the race has ended."""


def blocks() -> Iterator[tuple[str, str, str, str, list[Row]]]:
    for file in FILES:
        for block in file.read_text().strip().split("\n\n"):
            title, *lines = block.splitlines()
            edition, track, dice, tiles = (part.split(" ", 1)[1] for part in title.split(" | "))
            rows = [tuple(map(int, line.split())) for line in lines if line[0].isdigit()]
            yield edition, track, dice, tiles, [(row[0], row[1], row[2], row[3]) for row in rows]


CASES = [pytest.param(*block, id=f"{block[0]}-{block[1]}-{block[2]}-{block[3]}") for block in blocks()]


def count(start: Hashable, dice: str, draws: int, moves: Callable[[Hashable, str], Moves]) -> list[Row]:
    level: Counter[tuple[Hashable, str]] = Counter({(start, dice): 1})
    rows = [(0, 1, 1, 0)]
    for depth in range(1, draws + 1):
        deeper: Counter[tuple[Hashable, str]] = Counter()
        ended = 0
        for (node, left), ways in level.items():
            for after, rest, is_over in moves(node, left):
                if is_over:
                    ended += ways
                else:
                    deeper[after, rest] += ways
        rows.append((depth, len(deeper), sum(deeper.values()), ended))
        level = deeper
    return rows


def engine_rows(edition: Edition, track: str, dice: str, tiles: str) -> list[Row]:
    start = parse_track(edition, track)
    signs = [tile for tile, _ in parse_tiles(edition, start, tiles)]
    cheering, booing = (sum(1 << tile.space for tile in signs if tile.side is side) for side in Side)

    def moves(node: Hashable, left: str) -> Moves:
        assert isinstance(node, int)
        for die in left:
            for face in dict.fromkeys(faces(edition, die)):
                camel = edition.camels.index(face.camel)
                if face.camel.is_crazy:
                    camel = race.crazy_to_move(node, camel)
                after = race.move(node, camel, face.number, cheering, booing)
                yield after, left.replace(die, ""), race.is_over(after)

    return count(start, parse_dice(edition, dice), draws_left(edition, dice), moves)


def naive_rows(edition: Edition, track: str, dice: str, tiles: str) -> list[Row]:
    signs = {
        int(tile[:-1]): (0, tile[-1])
        for tile in tiles.replace("- ", "-;").replace("+ ", "+;").split(";")
        if tile != "-"
    }
    start = tuple((int(space), stack) for space, stack in (word.split(":") for word in track.split()))

    def moves(node: Hashable, left: str) -> Moves:
        assert isinstance(node, tuple)
        board = {space: list(stack) for space, stack in node}
        for die in left:
            for face in naive.faces_of(die):
                after = naive.NaiveRace(edition.number, board, set(left), signs)
                after.roll(face)
                key = tuple(sorted((space, "".join(stack)) for space, stack in after.board.items()))
                yield key, left.replace(die, ""), after.race_is_over()

    return count(start, dice, draws_left(edition, dice), moves)


def draws_left(edition: Edition, dice: str) -> int:
    return DICE_PER_LEG - (len(edition.dice) - len(dice))


@pytest.mark.parametrize("rows_of", [engine_rows, naive_rows])
@pytest.mark.parametrize(("edition", "track", "dice", "tiles", "rows"), CASES)
def test_counts(  # noqa: PLR0913, PLR0917 - a case has five parts
    edition: str,
    track: str,
    dice: str,
    tiles: str,
    rows: list[Row],
    rows_of: Callable[[Edition, str, str, str], list[Row]],
) -> None:
    assert rows_of(EDITIONS[int(edition)], track, dice, tiles) == rows


def test_the_known_totals_before_the_last_draw() -> None:
    totals = {(edition, track): sum(nodes for _, nodes, _, _ in rows[:-1]) for edition, track, _, _, rows in blocks()}
    assert totals["2", "1:gy 2:rb 3:p 14:K 16:W"] == 8_013
    assert totals["1", "1:bg 2:ow 3:y"] == 3_081
