"""The table on 120 columns and 40 rows, with larger camels, a pyramid and bars; more room goes to the log."""

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
from camelup.tui.palette import SHADES
from camelup.tui.pieces import draw_patch
from camelup.tui.ring import Ring, draw_ring
from camelup.tui.scene import Scene

COLUMNS, ROWS = 120, 40
_LEFT = 79
"""The columns of board and actions; players and log are right of them."""
_PYRAMID = 8
_BAR = 12
_DECK_ROWS = 4


def draw_large_table(grid: Grid, scene: Scene) -> None:
    """Draw everything."""
    draw_head(grid, scene, 60)
    _draw_sky(grid)
    ring = Ring(1, 7, is_large=True)
    draw_ring(grid, ring, scene)
    _draw_dice(grid, ring, scene)
    _draw_pyramid(grid, ring, scene)
    _draw_decks(grid, ring, scene)
    right, columns = _LEFT + 2, grid.columns - _LEFT - 3
    y = draw_players(grid, right, 3, columns, scene, rows=2)
    y += scene.table.players > 4
    grid.put(right, y, "Race log", bold=True)
    grid.dashes(right + 9, y, columns - 10)
    bottom = grid.rows - (4 if scene.can_chat else 2)
    draw_log(grid, right, y + 1, columns, bottom - y - 1, scene.log, scene.computers)
    if scene.can_chat:
        grid.fill(right, grid.rows - 3, columns, 1, grid.palette.panel)
        grid.put(right + 1, grid.rows - 3, "Say something", grid.palette.dim)
        grid.spot(right, grid.rows - 3, columns, 1, "tab")
    draw_since(grid, 28, _LEFT, scene)
    draw_ribbon(grid, 29, _LEFT, scene)
    _draw_tickets(grid, 31, scene)
    grid.dashes(1, 36, _LEFT - 2)
    if scene.can_act:
        _draw_actions(grid, 37, scene)
    draw_keys(grid, scene.keys)


def _draw_sky(grid: Grid) -> None:
    palette = grid.palette
    grid.put(0, 1, "▜██▛" * (grid.columns // 4), palette.brand)
    for row, disc in enumerate(("▗▄████▄▖", "▟████████▙", "██████████", "▜████████▛")):
        grid.put(12 - len(disc) // 2, 3 + row, disc, palette.disc)
    draw_dunes(grid, 1, 6, 6, is_large=True)
    draw_dunes(grid, 17, 6, 61, is_large=True)


def _draw_dice(grid: Grid, ring: Ring, scene: Scene) -> None:
    palette, table = grid.palette, scene.table
    x, y = ring.court.x + 2, ring.court.y + 1
    left = table.pyramid_tickets_left
    grid.put(x, y, "Dice out", bold=True)
    grid.put(x + 12, y, f"{left} to go", palette.dim)
    faces = list(scene.faces.values())
    for number in range(DICE_PER_LEG):
        grid.put(x + 5 * number, y + 1, "▟██▙", palette.other_tent if number % 2 else palette.tent)
        if number < len(faces):
            face = faces[number]
            draw_patch(grid, x + 5 * number, y + 2, face[0], face[1:] or " ")
        else:
            grid.put(x + 5 * number, y + 2, "╌╌╌╌", palette.line)
    grid.put(x, y + 5, "Order now", bold=True)
    for place, camel in enumerate(table.ranking):
        draw_patch(grid, x + 4 * place, y + 6, camel)
        grid.put(x + 4 * place + 1, y + 7, str(place + 1), palette.dim)


def _draw_pyramid(grid: Grid, ring: Ring, scene: Scene) -> None:
    """Draw the pyramid with the dice that are still inside."""
    palette = grid.palette
    x, y = ring.court.x + 31, ring.court.y + 1
    for row in range(_PYRAMID):
        is_cap = row < 2
        grid.put(x - row - 1, y + row, "▟" + "█" * (2 * row) + "▙", palette.cap if is_cap else palette.sand)
        shade = 0 if is_cap else 1 + row // 2
        grid.put(x + row - shade, y + row, "█" * shade + "▙", palette.cap_shade if is_cap else palette.sand_shade)
    dice = scene.table.dice
    rows = [dice[3:], dice[:3]] if len(dice) <= 5 else [dice[5:], dice[3:5], dice[:3]]
    for row, inside in enumerate(reversed(rows)):
        at = x - 2 * len(inside)
        for die in inside:
            at = draw_patch(grid, at, y + 6 - 2 * row, die) + 1
    grid.spot(x - _PYRAMID, y, 2 * _PYRAMID, _PYRAMID, "r")


def _draw_decks(grid: Grid, ring: Ring, scene: Scene) -> None:
    palette, table = grid.palette, scene.table
    x, y = ring.court.x + 42, ring.court.y + 1
    grid.put(x, y, "Race bets", bold=True)
    for number, (name, deck) in enumerate((("Winner", table.winner_deck), ("Loser", table.loser_deck))):
        at = x + 7 * number
        grid.put(at, y + 1, "▄▄▄▄▄", palette.cap)
        grid.put(at, y + 2, f"{len(deck) or '✶':^5}", palette.sun, palette.cap, bold=True)
        grid.put(at, y + 3, "▀▀▀▀▀", palette.cap)
        grid.put(at, y + 4, name, bold=True)
        grid.spot(at, y + 1, 6, 4, name[0].lower())
        columns = 2 if len(deck) > _DECK_ROWS else 1
        shown = deck[-_DECK_ROWS * columns :]
        for place, card in enumerate(shown):
            draw_deck(grid, at + 3 * (place // _DECK_ROWS), y + 5 + place % _DECK_ROWS, [card], scene, 1)


def _draw_tickets(grid: Grid, y: int, scene: Scene) -> None:
    """Draw the tents as swatches, with the odds as bars below them."""
    palette, table = grid.palette, scene.table
    for number, (camel, tent) in enumerate(zip(table.edition.racing, table.tents, strict=True), 1):
        x = 1 + 16 * (number - 1)
        ground, letters = palette.patch(camel)
        grid.put(x, y, str(number), palette.key, bold=True)
        grid.put(x + 2, y, "▟▙▟▙▟▙▟▙", ground)
        grid.put(x + 2, y + 1, f" {camel}      ", letters, ground, bold=True)
        grid.put(x + 5, y + 1, f" {tent[0] if tent else '-'} ", palette.ink, palette.cream, bold=True)
        grid.put(x + 2, y + 2, "▜▛▜▛▜▛▜▛", ground)
        grid.put(x + 11, y + 1, " ".join(map(str, tent[1:]))[:5], palette.dim)
        grid.spot(x, y, 15, 5, str(number))
        if scene.shares is not None:
            first, second = scene.shares.chances[camel]
            ends = round(first * _BAR), round((first + second) * _BAR)
            grid.put(x + 2, y + 3, "▄" * _BAR, palette.other_space)
            grid.put(x + 2, y + 3, "▄" * ends[0], ground)
            grid.put(x + 2 + ends[0], y + 3, "▄" * (ends[1] - ends[0]), SHADES[camel])
            grid.put(x + 2, y + 4, f"{first:.0%}", bold=True)
            grid.put(x + 7, y + 4, f"{second:.0%}", palette.dim)


def _draw_actions(grid: Grid, y: int, scene: Scene) -> None:
    palette, turn = grid.palette, scene.turn
    x = grid.put(1, y, "R", palette.key, bold=True)
    grid.spot(1, y, 13, 1, "r")
    x = grid.put(x + 1, y, " ▲ Roll +1 ", palette.on_brand, palette.brand, bold=True) + 2
    for key, word in (("w", "winner"), ("l", "loser")):
        is_chosen = turn is not None and turn.deck == word
        start = x
        x = grid.put(x, y, key.upper(), palette.key, bold=True)
        x = grid.put(x + 1, y, f"bet on {word}", bold=is_chosen)
        grid.spot(start, y, x - start, 1, key)
        x += 2
    own = scene.own_seat
    for camel in () if own is None else scene.table.hands[own]:
        if camel is not None:
            grid.spot(x, y, 3, 1, f"card {camel}")
            x = draw_patch(grid, x, y, camel)
    x += 2
    start = x
    x = grid.put(x, y, "T", palette.key, bold=True)
    x = grid.put(x + 1, y, "tile ")
    grid.spot(start, y, x - start, 1, "t")
    draw_sides(grid, x, y, scene)
