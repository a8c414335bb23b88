"""The parts that both sizes of the table have: head, players, strip, ribbon, keys, and the desert behind it."""

import math
from collections.abc import Sequence
from functools import cache

from camelup.core.actions import SEATS
from camelup.core.edition import DICE_PER_LEG, Side
from camelup.core.state import Card
from camelup.formats.ansi import fit, width
from camelup.tui.grid import Grid
from camelup.tui.lines import Word, draw_words, word_width
from camelup.tui.pieces import SIGNS, draw_patch, draw_seat, tile_colours
from camelup.tui.scene import Scene

HIDDEN_MONEY = "?"
_ROOMY, _CLOSE = 4, 6
"""Up to how many players have three rows each, and two."""


def draw_head(grid: Grid, scene: Scene, leg: int) -> None:
    """Draw the top row: what is played, the leg, the clock; `leg` is the column of the middle part."""
    palette, table = grid.palette, scene.table
    grid.fill(0, 0, grid.columns, 1, palette.brand)
    x = grid.put(1, 0, "camelup", palette.on_brand, bold=True)
    grid.put(x + 2, 0, fit(scene.title, max(0, leg - x - 3)), palette.on_brand)
    x = grid.put(leg, 0, f"Leg {table.leg}", palette.on_brand, bold=True)
    rolled = DICE_PER_LEG - table.pyramid_tickets_left
    told = "race over" if table.is_over else f"{rolled} of {DICE_PER_LEG} rolled"
    grid.put(x + 2, 0, told, palette.on_brand)
    if scene.clock:
        grid.put(grid.columns - width(scene.clock) - 3, 0, f"◔ {scene.clock}", palette.sun, bold=True)


def keep_keys(keys: Sequence[tuple[str, str]], columns: int, spare: str) -> list[tuple[str, str]]:
    """Leave out as many of the spare keys as it takes for the others to fit in a row, the first of them first.

    >>> keep_keys([("r", "roll"), ("c", "carry"), ("v", "values"), ("q", "leave")], 26, "cv")
    [('r', 'roll'), ('v', 'values'), ('q', 'leave')]
    """
    kept = list(keys)
    for key in spare:
        if sum(width(f"{key} {label}") + 2 for key, label in kept) - 1 <= columns:
            break
        kept = [one for one in kept if one[0] != key]
    return kept


def draw_keys(grid: Grid, keys: Sequence[tuple[str, str]]) -> None:
    """Draw the bottom row: keys and what they do; what does not fit is left out."""
    palette, y = grid.palette, grid.rows - 1
    grid.fill(0, y, grid.columns, 1, palette.brand)
    x = 1
    for key, label in keys:
        if x + width(f"{key} {label}") > grid.columns:
            break
        start = x
        x = grid.put(x, y, key, palette.sun, bold=True)
        x = grid.put(x + 1, y, label, palette.on_brand)
        grid.spot(start, y, x - start, 1, f"label {key}")
        x += 2


def draw_dunes(grid: Grid, x: int, y: int, columns: int, *, is_large: bool) -> None:
    """Draw the line of the desert behind the board."""
    grid.put(x, y, _dunes(columns, is_large), grid.palette.dune)


@cache
def _dunes(columns: int, is_large: bool) -> str:  # noqa: FBT001 - positional for the cache
    if is_large:
        heights = [3.4 + 2.6 * math.sin(at / 8.3 + 0.6) + 1.4 * math.sin(at / 3.7) for at in range(columns)]
    else:
        heights = [1.6 + 1.5 * math.sin(at / 6.1 + 1) + 0.9 * math.sin(at / 2.9) for at in range(columns)]
    return "".join(" ▁▂▃▄▅▆▇"[max(0, min(7, round(height)))] for height in heights)


# --- Players ------------------------------------------------------------------------------------------------------


def draw_players(grid: Grid, x: int, y: int, columns: int, scene: Scene, rows: int = 1) -> int:
    """Draw everybody with what they hold, each in this many rows at least; give the row below."""
    players = scene.table.players
    step = max(rows, 3 if players <= _ROOMY else 2 if players <= _CLOSE else 1)
    for seat in range(players):
        _draw_player(grid, x, y, columns, scene, seat, step)
        y += step
    return y


def _draw_player(grid: Grid, x: int, y: int, columns: int, scene: Scene, seat: int, step: int) -> None:
    palette, table = grid.palette, scene.table
    is_next = seat == table.turn and not table.is_over
    rows = min(step, 2)
    grid.fill(x, y, columns, rows, palette.own if is_next else palette.panel)
    grid.spot(x, y, columns, rows, f"seat {seat}")
    if is_next:
        grid.put(x - 1, y, "▶", palette.key, bold=True)
    draw_seat(grid, x + 1, y, seat, is_computer=seat in scene.kinds)
    money = table.money[seat]
    purse = f"{HIDDEN_MONEY if money is None else money}"
    grid.put(x + columns - 1, y, "●", palette.coin, bold=True)
    grid.put(x + columns - 1 - len(purse), y, purse, bold=True)
    if rows == 1:
        held_at = x + 5 + min(width(scene.names[seat]), columns - 16) + 1
        grid.put(x + 5, y, fit(scene.names[seat], min(width(scene.names[seat]), columns - 16)), bold=True)
        _draw_held(grid, held_at, y, x + columns - 4, scene, seat, is_brief=True)
        return
    kind = "away" if seat in scene.away else scene.kinds.get(seat, "")
    room = columns - 6 - len(purse) - 2
    name = scene.names[seat]
    name = fit(name, min(width(name), room))
    end = grid.put(x + 5, y, name, bold=True)
    if kind and end + 1 + width(kind) <= x + columns - len(purse) - 2:
        grid.put(end + 1, y, kind, palette.dim)
    cards = len(table.hands[seat])
    told = f"{cards} card{'' if cards == 1 else 's'}"
    grid.put(x + columns - len(told) - 1, y + 1, told, palette.dim)
    _draw_held(grid, x + 5, y + 1, x + columns - len(told) - 2, scene, seat, is_brief=False)


def _draw_held(grid: Grid, x: int, y: int, end: int, scene: Scene, seat: int, *, is_brief: bool) -> None:
    """Draw tickets, rolls and partner of a seat, as large as there is room."""
    table = scene.table
    tickets, rolls, partner = table.tickets[seat], table.pyramid_tickets[seat], table.partners[seat]
    tail = ([f"▲{rolls}"] if rolls else []) + ([f"&{SEATS[partner]}"] if partner is not None else [])
    room = end - x - sum(len(part) + 1 for part in tail)
    is_brief = is_brief or 5 * len(tickets) > room
    for number, ticket in enumerate(tickets):
        if is_brief and 3 * (len(tickets) - number) > max(3, end - x - sum(len(part) + 1 for part in tail)):
            x = grid.put(x, y, f"+{len(tickets) - number}", grid.palette.dim) + 1
            break
        if is_brief:
            ground, letters = grid.palette.patch(ticket.camel)
            x = grid.put(x, y, f"{ticket.camel}{ticket.value}", letters, ground, bold=True) + 1
        else:
            x = draw_patch(grid, x, y, ticket.camel, ticket.value) + 1
    for part in tail:
        x = grid.put(x, y, part, grid.palette.key, bold=True) + 1


def draw_deck(grid: Grid, x: int, y: int, deck: Sequence[Card], scene: Scene, most: int) -> int:
    """Draw who laid cards on a deck, the oldest first; of one's own, and after the game of all, the colour."""
    shown = deck[-most:] if most else ()
    if len(deck) > len(shown):
        x = grid.put(x, y, f"+{len(deck) - len(shown)} ", grid.palette.dim)
    for card in shown:
        if card.camel is not None:
            ground, letters = grid.palette.patch(card.camel)
            x = grid.put(x, y, f"{SEATS[card.seat]}{card.camel} ", letters, ground, bold=True)
        else:
            x = draw_seat(grid, x, y, card.seat, is_computer=card.seat in scene.kinds)
    return x


# --- Strip, ribbon and actions ----------------------------------------------------------------------------------------


def draw_since(grid: Grid, y: int, columns: int, scene: Scene) -> None:
    """Draw what the others did since one's last turn, the oldest left out where there is no room."""
    palette = grid.palette
    grid.fill(0, y, columns, 1, palette.panel)
    if scene.since:
        lines = list(scene.since)
        label = "Since your turn"
        again = "a show again"
        room = columns - len(again) - 3 - len(label) - 3
        while len(lines) > 1 and sum(_brief_width(line.brief) for line in lines) > room:
            del lines[0]
        x = grid.put(1, y, label, palette.dim) + 1
        for number, line in enumerate(lines):
            if number:
                x = grid.put(x, y, " · ", palette.dim)
            if line.seat is not None:
                x = draw_seat(grid, x, y, line.seat, is_computer=line.seat in scene.kinds) + 1
            x = draw_words(grid, x, y, line.brief)
        x = grid.put(columns - len(again) - 1, y, "a", palette.key, bold=True)
        grid.put(x + 1, y, "show again")
        grid.spot(x - 1, y, len(again), 1, "a")


def _brief_width(brief: Sequence[Word]) -> int:
    return 6 + sum(1 + word_width(word) for word in brief)


def draw_ribbon(grid: Grid, y: int, columns: int, scene: Scene) -> None:
    """Draw what is happening: on one's own turn in the colour of the sun."""
    palette = grid.palette
    ground, letters = (palette.sun, palette.on_sun) if scene.is_own_turn else (palette.panel, palette.text)
    grid.fill(0, y, columns, 1, ground)
    x = grid.put(1, y, scene.heading, letters, bold=True)
    x = grid.put(x + 2, y, fit(scene.message, max(0, columns - x - 3)).rstrip(), letters)
    if scene.note and x + 2 + width(scene.note) < columns:  # the message comes first
        grid.put(columns - width(scene.note) - 1, y, scene.note, letters)


def draw_sides(grid: Grid, x: int, y: int, scene: Scene) -> int:
    """Draw both sides of one's tile; the chosen one is marked."""
    turn = scene.turn
    for side in (Side.CHEERING, Side.BOOING):
        ground, letters = tile_colours(grid, side)
        is_chosen = turn is not None and turn.side is side
        left, right = ("▸", "◂") if is_chosen else (" ", " ")
        grid.spot(x, y, 3, 1, side.value)
        x = grid.put(x, y, f"{left}{SIGNS[side]}{right}", letters, ground, bold=True) + 1
    return x
