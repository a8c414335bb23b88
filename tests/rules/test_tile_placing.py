import pytest

from camelup.core.actions import PlaceTile
from camelup.core.edition import Side
from camelup.core.events import TilePlaced
from camelup.core.rules import legal
from camelup.core.state import Tile
from camelup.formats.notation import parse_position
from tests.rules.helpers import only, play, refusal, tile_places

# The camels stand on 2, 3, 14 and 16, the other player's tile lies on 7.
POSITION = "edition 2 | track 2:gy 3:rbp 14:K 16:W | tiles 7+B | money 3 3"


@pytest.mark.rule("tile-1")
@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize("side", list(Side))
def test_a_tile_is_placed_with_either_side_up(edition: int, side: Side) -> None:
    track = {1: "1:bgowy", 2: "1:bgpry 14:K 16:W"}[edition]
    state, events = play(f"edition {edition} | track {track} | money 3 3", f"tile 5{side}")
    assert state.tiles == (Tile(5, side), None)
    assert events == [TilePlaced(0, 5, side, moved_from=None)]
    assert state.track_text == track
    assert state.money == (3, 3)


@pytest.mark.rule("tile-1", "tile-2", "tile-3", "tile-4", "tile-5")
def test_worked_example_of_where_a_tile_may_go() -> None:
    """Anywhere that is empty, not space 1 and not next to another tile."""
    state = parse_position(POSITION)
    assert tile_places(state) == [4, 5, 9, 10, 11, 12, 13, 15]
    tiles = [action for action in legal(state) if isinstance(action, PlaceTile)]
    assert sorted((tile.space, tile.side) for tile in tiles) == sorted(
        (space, side) for space in (4, 5, 9, 10, 11, 12, 13, 15) for side in Side
    )


@pytest.mark.rule("tile-2")
@pytest.mark.parametrize("action", ["tile 2+", "tile 3-", "tile 14+", "tile 16-"])
def test_never_on_a_camel_not_even_a_crazy_one(action: str) -> None:
    assert refusal(POSITION, action) == "tile_on_camel"


@pytest.mark.rule("tile-3")
@pytest.mark.parametrize("action", ["tile 7+", "tile 7-"])
def test_never_on_another_tile(action: str) -> None:
    assert refusal(POSITION, action) == "tile_on_tile"


@pytest.mark.rule("tile-4")
@pytest.mark.parametrize(
    "position",
    [POSITION, "edition 1 | track 4:bgowy | money 3 3", "edition 1 | track 4:bgowy | money 3 3 | tiles 9+A"],
)
def test_never_on_space_1(position: str) -> None:
    assert refusal(position, "tile 1+") == "tile_on_space_1"
    assert refusal(position, "tile 1-") == "tile_on_space_1"


@pytest.mark.rule("tile-5")
@pytest.mark.parametrize("action", ["tile 6+", "tile 6-", "tile 8+", "tile 8-"])
def test_never_next_to_another_players_tile(action: str) -> None:
    assert refusal(POSITION, action) == "tile_next_to_tile"


@pytest.mark.rule("tile-5")
def test_space_1_parts_the_tiles_on_2_and_16() -> None:
    state, _ = play("edition 1 | track 5:bgowy | money 3 3", "tile 16+")
    assert 2 in tile_places(state)
    assert 15 not in tile_places(state)
    state, _ = play(state, "tile 2-")
    assert state.tiles == (Tile(16, Side.CHEERING), Tile(2, Side.BOOING))


@pytest.mark.rule("tile-6")
@pytest.mark.parametrize(
    ("tiles", "expected"),
    [
        ("7+A", [4, 5, 6, 8, 9, 10, 11, 12, 13, 15]),
        ("7+A 10-B", [4, 5, 6, 8, 12, 13, 15]),
        ("7+A 9-B", [4, 5, 6, 11, 12, 13, 15]),
    ],
)
def test_ones_own_tile_is_lifted_before_it_is_moved(tiles: str, expected: list[int]) -> None:
    assert tile_places(f"edition 2 | track 2:gy 3:rbp 14:K 16:W | tiles {tiles} | money 3 3") == expected


@pytest.mark.rule("tile-6")
def test_a_moved_tile_leaves_its_old_space_free() -> None:
    before = "edition 2 | track 2:gy 3:rbp 14:K 16:W | tiles 7+A | money 3 3"
    assert tile_places(f"{before} | turn B") == [4, 5, 9, 10, 11, 12, 13, 15]
    state, events = play(before, "tile 8-")
    assert only(events, TilePlaced) == TilePlaced(0, 8, Side.BOOING, moved_from=7)
    assert state.tiles == (Tile(8, Side.BOOING), None)
    assert tile_places(state) == [4, 5, 6, 10, 11, 12, 13, 15]


@pytest.mark.rule("tile-6")
def test_a_tile_may_be_moved_again_and_again() -> None:
    state, _ = play(POSITION, "tile 9+", "ticket g", "tile 10-", "ticket g", "tile 9-")
    assert state.tiles == (Tile(9, Side.BOOING), Tile(7, Side.CHEERING))


@pytest.mark.rule("tile-7")
@pytest.mark.parametrize("action", ["tile 9+", "tile 9-"])
def test_a_tile_is_not_turned_over_in_place(action: str) -> None:
    assert refusal(f"{POSITION.replace('7+B', '7+B 9+A')}", action) == "tile_not_moved"


@pytest.mark.rule("tile-8")
@pytest.mark.parametrize(
    ("edition", "track", "expected"),
    [
        (1, "1:bgowy", ["roll", "ticket", "card"]),
        (2, "1:bgpryKW", ["roll", "ticket", "card", "partner"]),
    ],
)
def test_without_a_free_space_the_other_actions_remain(edition: int, track: str, expected: list[str]) -> None:
    state = parse_position(f"edition {edition} | track {track} | tiles 3+B 6-C 9+D 12-E 15+F | money 3 3 3 3 3 3")
    assert tile_places(state) == []
    assert list(dict.fromkeys(action.kind for action in legal(state))) == expected
