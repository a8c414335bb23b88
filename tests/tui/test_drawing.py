"""The table as cells: snapshots that a person has looked at, and that it shows nobody's secrets.

`.venv/bin/python -m tests.tui.test_drawing` writes the snapshots again.
"""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from camelup import Game
from camelup.core.edition import EDITIONS, Camel, Deck
from camelup.core.events import CardScored, Event, GameEnded, LegScored
from camelup.core.view import View
from camelup.tui.desk import add_faces
from camelup.tui.grid import Grid
from camelup.tui.lines import Line, tell
from camelup.tui.palette import CREAM, DARK, LIGHT, PATCHES, SEAT_GROUNDS, Palette
from camelup.tui.panels import draw_leg_scoring, draw_result
from camelup.tui.picture import draw_scene
from camelup.tui.scene import Scene, Shares
from camelup.tui.turn import HELD, Turn
from tests.tui.tables import NAMES, SIZES

SNAPSHOTS = Path(__file__).parent / "snapshots"
CASES = [(4, 2), (2, 1), (8, 2), (6, 1)]


def scene_of(players: int, edition: int, plies: int = 30, seed: int = 7) -> Scene:
    """A game after some random actions, at the first turn of seat A."""
    game = Game(players, EDITIONS[edition], seed=seed, names=NAMES[:players])
    generator = random.Random(seed)
    log: list[Line] = []
    faces: dict[str, str] = {}
    while len(game.record.plies) < plies or game.position.turn != 0:
        before = game.view(0)
        action = generator.choice(game.legal())
        if len(game.record.plies) >= plies:
            action = next(legal for legal in game.legal() if legal.kind != "roll")
        events = game.events_for(game.play(action), 0)
        faces = add_faces(faces, events)
        log += tell(events, before, game.names, 0)
    view = game.view(0)
    return Scene(
        table=view,
        names=game.names,
        title="Second edition",
        kinds=dict.fromkeys(range(1, players), "shark"),
        own_seat=0,
        faces=faces,
        log=log,
        since=[line for line in log[-3:] if line.brief],
        heading="Your turn",
        message="Choose one action.",
        note="1st and 2nd in this leg",
        is_own_turn=True,
        turn=Turn(view),
        shares=Shares(dict.fromkeys(view.edition.racing, (0.25, 0.1))),
        clock="0:42",
        keys=[("r", "roll"), ("q", "leave")],
        can_chat=True,
    )


def scoring() -> tuple[LegScored, list[CardScored], GameEnded]:
    """What the first leg and the end of a random game pay."""
    game, generator = Game(6, seed=3, names=NAMES[:6]), random.Random(2)
    events: list[Event] = []
    while not game.is_over:
        events += game.play(generator.choice(game.legal()) if generator.random() < 0.7 else "roll")
    legs = [event for event in events if isinstance(event, LegScored)]
    cards = [event for event in events if isinstance(event, CardScored)]
    return legs[0], cards, next(event for event in events if isinstance(event, GameEnded))


def snapshots() -> Iterator[tuple[Path, str]]:
    for players, edition in CASES:
        for columns, rows in SIZES:
            name = f"table-{players}-{edition}-{columns}x{rows}.txt"
            yield SNAPSHOTS / name, draw_scene(scene_of(players, edition), columns, rows, DARK).text
    scored, cards, ended = scoring()
    for columns, rows in SIZES:
        grid = draw_scene(scene_of(6, 2), columns, rows, DARK)
        draw_leg_scoring(grid, scored, NAMES[:6], frozenset(range(1, 6)))
        yield SNAPSHOTS / f"leg-{columns}x{rows}.txt", grid.text
        grid = draw_scene(scene_of(6, 2), columns, rows, DARK)
        draw_result(grid, ended, cards, NAMES[:6], 0, frozenset(range(1, 6)), "n  rematch")
        yield SNAPSHOTS / f"result-{columns}x{rows}.txt", grid.text


@pytest.mark.parametrize(("file", "text"), list(snapshots()), ids=lambda value: getattr(value, "stem", ""))
def test_a_table_looks_as_it_did(file: Path, text: str) -> None:
    assert text == file.read_text()


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (200, 60)])
@pytest.mark.parametrize(("players", "edition"), CASES)
def test_a_table_fits_and_loses_nothing(players: int, edition: int, size: tuple[int, int]) -> None:
    scene = scene_of(players, edition)
    grid = draw_scene(scene, *size, DARK)
    assert [len("".join(character for character, *_ in line)) for line in grid.lines] == [size[0]] * size[1]
    text = grid.text
    assert all(name in text for name in scene.names)
    assert all(f" {space} " in text.replace("\n", " ") or f" {space}" in text for space in range(1, 17))
    stacked = [camel for stack in scene.table.stacks.values() for camel in stack]
    assert all(any(f"camel {camel}" == spot.key for spot in grid.spots) for camel in stacked)


def test_a_window_that_is_too_small_says_so() -> None:
    assert "needs 80x24" in draw_scene(scene_of(2, 2), 60, 20, DARK).text


@pytest.mark.parametrize("height", range(1, 8))
@pytest.mark.parametrize("space", [1, 7, 8, 9, 10, 16, 0, 17])
def test_every_stack_shows_all_its_letters(height: int, space: int) -> None:
    scene = scene_of(2, 2, plies=0)
    stack = (*scene.table.edition.camels,)[:height]
    shown = Scene(scene.table, scene.names, "", stacks={space: stack})
    for columns, rows in SIZES:
        grid = draw_scene(shown, columns, rows, DARK)
        found = [spot.key.removeprefix("camel ") for spot in grid.spots if spot.key.startswith("camel")]
        assert found == list(stack)
        for spot in grid.spots:
            if spot.key.startswith("camel"):
                area = [
                    grid.lines[y][x][0]
                    for y in range(spot.y, spot.y + spot.rows)
                    for x in range(spot.x, spot.x + spot.columns)
                ]
                assert spot.key[-1] in area


@pytest.mark.parametrize("size", SIZES)
def test_every_card_of_a_full_table_is_in_the_result(size: tuple[int, int]) -> None:
    ended = GameEnded(Camel.RED, Camel.BLUE, tuple(range(20, 12, -1)), (0,))
    cards = [
        CardScored(Deck.LOSER if seat else Deck.WINNER, seat, camel, -1, 9)
        for camel in EDITIONS[2].racing
        for seat in range(8)
    ]
    grid = Grid(*size, DARK)
    draw_result(grid, ended, cards, NAMES, 0, frozenset(), "")
    assert grid.text.count("-1") == len(cards) == 40
    assert all(name in grid.text for name in NAMES)


@pytest.mark.parametrize("size", SIZES)
def test_the_word_finish_makes_room_for_camels_that_have_finished(size: tuple[int, int]) -> None:
    table = scene_of(2, 2, plies=0).table
    over = Scene(table, NAMES, "", stacks={17: (Camel.RED,)})
    assert "fin" not in draw_scene(over, *size, DARK).text
    assert "finish" in draw_scene(Scene(table, NAMES, ""), *size, DARK).text


@pytest.mark.parametrize("size", SIZES)
def test_a_long_message_comes_before_the_note(size: tuple[int, int]) -> None:
    table = scene_of(2, 2, plies=0).table
    scene = Scene(table, NAMES, "", heading="Placing a cheering tile on 16...", message=HELD, note="1st and 2nd")
    assert HELD in draw_scene(scene, *size, DARK).text


def test_a_picture_does_not_depend_on_the_cards_of_others() -> None:
    game = Game(3, seed=4)
    game.play("roll")
    pictures = set()
    for camel in ("b", "g", "y"):
        other = Game.load(game.record)
        other.play(f"winner {camel}")
        view = other.view(0)
        pictures.add(draw_scene(Scene(view, other.names, ""), 120, 40, DARK).text)
    assert len(pictures) == 1


def test_names_from_elsewhere_cannot_move_the_cursor() -> None:
    grid = Grid(20, 1, DARK)
    grid.put(0, 0, "a\x1b[2Jb\r\n駱c\u202e")
    assert grid.text == "a[2Jb駱c\n"


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("palette", [DARK, LIGHT], ids=lambda palette: palette.name)
def test_letters_can_be_read(palette: Palette) -> None:
    pairs = [palette.patch(letter) for letter in (*PATCHES, Camel.CRAZY_BLACK)]
    pairs += [(ground, CREAM) for ground in SEAT_GROUNDS]
    pairs += [(palette.ground, palette.text), (palette.panel, palette.text), (palette.panel, palette.dim)]
    pairs += [(palette.brand, palette.on_brand), (palette.sun, palette.on_sun), (palette.own, palette.text)]
    pairs += [(palette.space, palette.may), (palette.other_space, palette.may), (palette.court, palette.dim)]
    pairs += [(palette.panel, palette.good), (palette.panel, palette.bad), (palette.ground, palette.key)]
    assert [pair for pair in pairs if contrast(*pair) < 4.5] == []


def test_a_view_is_all_that_is_drawn() -> None:
    assert isinstance(scene_of(4, 2).table, View)


if __name__ == "__main__":
    SNAPSHOTS.mkdir(exist_ok=True)
    for snapshot, drawn in snapshots():
        snapshot.write_text(drawn)
