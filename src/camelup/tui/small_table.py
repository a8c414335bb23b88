"""The table on 80 columns and 24 rows; more rows go to the log, more columns to the players."""

from camelup.core.edition import DICE_PER_LEG
from camelup.tui.frame import (
    draw_deck,
    draw_dunes,
    draw_head,
    draw_keys,
    draw_players,
    draw_ribbon,
    draw_sides,
    draw_since,
)
from camelup.tui.grid import Grid
from camelup.tui.lines import draw_log
from camelup.tui.pieces import draw_patch, draw_patches
from camelup.tui.ring import Ring, draw_ring
from camelup.tui.scene import Scene

COLUMNS, ROWS = 80, 24


def draw_small_table(grid: Grid, scene: Scene) -> None:
    """Draw everything."""
    palette = grid.palette
    draw_head(grid, scene, 47)
    draw_dunes(grid, 1, 2, 49, is_large=False)
    grid.put(4, 1, "▗▄▄▖", palette.disc)
    grid.put(3, 2, "▟████▙", palette.disc)
    ring = Ring(1, 3, is_large=False)
    draw_players(grid, 53, 1, grid.columns - 54, scene)
    draw_ring(grid, ring, scene)
    _draw_court(grid, ring, scene)
    draw_since(grid, 14, grid.columns, scene)
    draw_ribbon(grid, 15, grid.columns, scene)
    _draw_tickets(grid, 16, scene)
    if scene.can_act:
        _draw_actions(grid, 18, scene)
    grid.dashes(1, 19, grid.columns - 2)
    draw_log(grid, 1, 20, grid.columns - 2, grid.rows - 21, scene.log, scene.computers)
    draw_keys(grid, scene.keys)


def _draw_court(grid: Grid, ring: Ring, scene: Scene) -> None:
    """Draw dice, order and decks inside the ring."""
    palette, table = grid.palette, scene.table
    x, y = ring.court.x + 1, ring.court.y
    label = 6
    grid.put(x, y, "in", palette.dim)
    draw_patches(grid, x + label, y, table.dice)
    grid.put(x, y + 1, "out", palette.dim)
    at = x + label
    for face in scene.faces.values():
        at = draw_patch(grid, at, y + 1, face[0], face[1:]) + 1
    for _ in range(DICE_PER_LEG - len(scene.faces)):
        at = grid.put(at, y + 1, "╌╌╌", palette.line) + 1
    grid.put(x, y + 2, "order", palette.dim)
    draw_patches(grid, x + label, y + 2, table.ranking)
    grid.put(x, y + 3, "win", palette.dim)
    winner, loser = len(table.winner_deck), len(table.loser_deck)
    room = (ring.court.columns - 1 - label - 6) // 3
    most = room if winner + loser <= room else max(room - loser, room // 2)
    end = draw_deck(grid, x + label, y + 3, table.winner_deck, scene, min(winner, most))
    start = grid.put(end + 1, y + 3, "lose ", palette.dim)
    draw_deck(grid, start, y + 3, table.loser_deck, scene, min(loser, (ring.court.x + ring.court.columns - start) // 3))


def _draw_tickets(grid: Grid, y: int, scene: Scene) -> None:
    """Draw the tents: the key, the top ticket, what lies below it, and the odds."""
    palette, table = grid.palette, scene.table
    for number, (camel, tent) in enumerate(zip(table.edition.racing, table.tents, strict=True), 1):
        x = 1 + 16 * (number - 1)
        ground, letters = palette.patch(camel)
        grid.put(x, y, str(number), palette.key, bold=True)
        grid.put(x + 2, y, f" {camel} {tent[0] if tent else '-'} ", letters, ground, bold=True)
        grid.put(x + 8, y, " ".join(map(str, tent[1:])), palette.dim)
        grid.spot(x, y, 15, 2, str(number))
        if scene.shares is not None:
            first, second = scene.shares.chances[camel]
            grid.put(x + 2, y + 1, f"{first:.0%}", bold=True)
            grid.put(x + 7, y + 1, f"{second:.0%}", palette.dim)


def _draw_actions(grid: Grid, y: int, scene: Scene) -> None:
    palette, turn = grid.palette, scene.turn
    x = 1
    for key, label in (("r", "roll, +1"), ("w", "bet to win"), ("l", "bet to lose")):
        start = x
        is_chosen = turn is not None and turn.deck is not None and turn.deck.startswith(key)
        x = grid.put(x, y, key.upper(), palette.key, bold=True)
        x = grid.put(x + 1, y, label, bold=is_chosen)
        grid.spot(start, y, x - start, 1, key)
        x += 3
    own = scene.own_seat
    hand = [] if own is None else [camel for camel in scene.table.hands[own] if camel is not None]
    if hand:
        x = grid.put(x - 1, y, "cards ", palette.dim)
        for camel in hand:
            ground, letters = palette.patch(camel)
            grid.spot(x, y, 3, 1, f"card {camel}")
            size = f" {camel} " if len(hand) <= 3 else f" {camel}"
            x = grid.put(x, y, size, letters, ground, bold=True) + (1 if len(hand) <= 3 else 0)
        x += 1
    start = x
    x = grid.put(x, y, "T", palette.key, bold=True)
    x = grid.put(x + 1, y, "tile ")
    grid.spot(start, y, x - start, 1, "t")
    draw_sides(grid, x, y, scene)
