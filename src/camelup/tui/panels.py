"""Panels over the table: scoring, help, values and questions."""

from collections.abc import Mapping, Sequence
from textwrap import wrap

from camelup.core.edition import Deck, Edition
from camelup.core.events import CardScored, GameEnded, LegReward, LegScored
from camelup.core.state import richest
from camelup.formats.ansi import fit, width
from camelup.formats.notation import parse_action
from camelup.formats.sentences import name_action
from camelup.tui.desk import Worth
from camelup.tui.grid import Grid
from camelup.tui.pieces import draw_patch, draw_patches, draw_seat
from camelup.tui.ring import Box

_MARGIN = 2
_ACTION = 20
"""The columns for the name of an action."""
_PARTS = {
    "pyramid ticket": "roll",
    "tile income": "tile hits",
    "tile given up": "old tile",
    "held tickets": "own tickets",
    "held cards": "own cards",
    "floor at 0": "money stops at 0",
}
"""What players call the parts of a value, where the data have another name; as in the browser."""
_CARD = 9
"""The columns for a card and what it paid."""
_RESULT, _TOLD = 76, 18
"""The columns of the result, and those before its cards."""


def draw_frame(grid: Grid, columns: int, rows: int, title: str, foot: str) -> Box:
    """Draw an empty panel in the middle; give the area inside."""
    palette = grid.palette
    columns, rows = min(columns, grid.columns - 2), min(rows, grid.rows - 2)
    x, y = (grid.columns - columns) // 2, (grid.rows - rows) // 2
    grid.spots.clear()
    grid.fill(x, y, columns, rows, palette.panel)
    grid.fill(x, y, columns, 1, palette.sun)
    grid.put(x + _MARGIN, y, fit(title, columns - 2 * _MARGIN), palette.on_sun, bold=True)
    grid.fill(x, y + rows - 1, columns, 1, palette.brand)
    grid.put(x + _MARGIN, y + rows - 1, fit(foot, columns - 2 * _MARGIN), palette.on_brand)
    grid.spot(0, 0, grid.columns, grid.rows, "enter")
    return Box(x + _MARGIN, y + 2, columns - 2 * _MARGIN, rows - 4)


def draw_text_panel(grid: Grid, title: str, paragraphs: Sequence[str], foot: str, start: int = 0) -> int:
    """Draw paragraphs, from a line on; give how many lines there are below."""
    columns = min(76, grid.columns - 4)
    lines = [line for text in paragraphs for line in (wrap(text, columns - 2 * _MARGIN) or [""])]
    box = draw_frame(grid, columns, len(lines) + 4, title, foot)
    shown = lines[start : start + box.rows]
    for number, line in enumerate(shown):
        grid.put(box.x, box.y + number, line)
    return max(0, len(lines) - start - box.rows)


# --- Scoring ------------------------------------------------------------------------------------------------------


def draw_leg_scoring(grid: Grid, scored: LegScored, names: Sequence[str], computers: frozenset[int]) -> None:
    """Draw what a leg pays everybody, item by item."""
    step = 2 if 2 * len(scored.rewards) + 8 <= grid.rows - 2 else 1
    title = f"Leg {scored.leg} is over"
    box = draw_frame(grid, 76, 7 + step * len(scored.rewards), title, "Enter  continue")
    palette = grid.palette
    x = grid.put(box.x, box.y, "Order  ", palette.dim)
    draw_patches(grid, x, box.y, scored.ranking)
    y = box.y + 2
    name_size = min(14, max(width(name) for name in names))
    for reward in scored.rewards:
        x = draw_seat(grid, box.x, y, reward.seat, is_computer=reward.seat in computers) + 1
        grid.put(x, y, fit(names[reward.seat], name_size), bold=True)
        _draw_items(grid, x + name_size + 1, y, box.x + box.columns - 14, reward)
        _draw_sum(grid, box.x + box.columns, y, reward.total, reward.money)
        y += step


def _draw_items(grid: Grid, x: int, y: int, end: int, reward: LegReward) -> None:
    for ticket, amount in reward.tickets:
        if x + 8 > end:
            x = grid.put(x, y, "...", grid.palette.dim) + 1
            break
        x = draw_patch(grid, x, y, ticket.camel, ticket.value)
        x = grid.put(x, y, f"{amount:+}", _tint(grid, amount), bold=True) + 1
    if reward.pyramid_tickets and x + 4 <= end:
        x = grid.put(x, y, f"▲{reward.pyramid_tickets}", grid.palette.key, bold=True)
        x = grid.put(x, y, f"{reward.pyramid_tickets:+}", grid.palette.good, bold=True) + 1
    if reward.copied and x + 10 <= end:
        grid.put(x, y, f"partner {reward.copied:+}", grid.palette.good)
    if not (reward.tickets or reward.pyramid_tickets or reward.copied):
        grid.put(x, y, "nothing", grid.palette.dim)


def _draw_sum(grid: Grid, end: int, y: int, total: int, money: int | None) -> None:
    purse = "?" if money is None else str(money)
    grid.put(end - 1, y, "●", grid.palette.coin, bold=True)
    grid.put(end - 1 - len(purse), y, purse, bold=True)
    change = f"{total:+}" if total else "0"
    grid.put(end - 7 - len(change), y, change, _tint(grid, total), bold=True)


def _tint(grid: Grid, amount: int) -> str:
    return grid.palette.good if amount > 0 else grid.palette.bad if amount < 0 else grid.palette.dim


def draw_result(
    grid: Grid,
    ended: GameEnded,
    cards: Sequence[CardScored],
    names: Sequence[str],
    reader: int | None,
    computers: frozenset[int],
    foot: str,
) -> None:
    """Draw how the game ended: the cards of both decks, and everybody's money."""
    winners = [names[seat] for seat in ended.victors]
    verb = "share the win" if len(winners) > 1 else "win" if ended.victors == (reader,) else "wins"
    decks = [[card for card in cards if card.deck is deck] for deck in (Deck.WINNER, Deck.LOSER)]
    a_row = (_RESULT - 2 * _MARGIN - _TOLD) // _CARD
    players = len(ended.money)
    heights = [max(1, -(-len(deck) // a_row)) for deck in decks]
    box = draw_frame(grid, _RESULT, 6 + sum(heights) + players, f"{' and '.join(winners)} {verb}", foot)
    palette, y = grid.palette, box.y
    told = (("won the race", ended.winner), ("came last", ended.loser))
    for (what, camel), deck, height in zip(told, decks, heights, strict=True):
        x = draw_patch(grid, box.x, y, camel) + 1
        grid.put(x, y, what, bold=True)
        for number, card in enumerate(deck):
            row, column = divmod(number, a_row)
            x = draw_seat(grid, box.x + _TOLD + _CARD * column, y + row, card.seat, is_computer=card.seat in computers)
            x = draw_patch(grid, x, y + row, card.camel)
            grid.put(x, y + row, f"{card.reward:+}", _tint(grid, card.reward), bold=True)
        if not deck:
            grid.put(box.x + _TOLD, y, "no bets", palette.dim)
        y += height + 1
    by_money = sorted(range(players), key=lambda seat: -ended.money[seat])
    for seat in by_money[: box.y + box.rows - y]:
        place = 1 + sum(amount > ended.money[seat] for amount in ended.money)
        if seat == reader:
            grid.fill(box.x - 1, y, box.columns + 2, 1, palette.own)
        grid.put(box.x, y, f"{place}.", palette.dim)
        x = draw_seat(grid, box.x + 3, y, seat, is_computer=seat in computers) + 1
        grid.put(x, y, fit(names[seat], 30), bold=seat in richest(ended.money))
        purse = str(ended.money[seat])
        grid.put(box.x + box.columns - 1, y, "●", palette.coin, bold=True)
        grid.put(box.x + box.columns - 1 - len(purse), y, purse, bold=True)
        y += 1


# --- Values and keys ----------------------------------------------------------------------------------------------


def draw_values(
    grid: Grid,
    values: Sequence[Worth],
    edition: Edition,
    names: Sequence[str],
    note: str = "",
    foot: str = "Enter  continue",
) -> None:
    """List what actions are worth, the best first, and why; `note` says below what is counted."""
    most = min(len(values), grid.rows - (10 if note else 8))
    box = draw_frame(grid, 76, most + (7 if note else 5), "What each action is worth, in pounds", foot)
    for number, value in enumerate(values[:most]):
        y = box.y + number
        grid.put(box.x, y, f"{value.own:+.2f}", _tint(grid, round(value.own * 100)), bold=True)
        action = name_action(parse_action(edition, value.action), edition, names)
        grid.put(box.x + 8, y, fit(action, _ACTION), bold=number == 0)
        if len(value.parts) > 1:
            grid.put(box.x + 9 + _ACTION, y, _list_parts(value.parts, box.columns - 9 - _ACTION), grid.palette.dim)
    if len(values) > most:
        grid.put(box.x, box.y + most, f"and {len(values) - most} more", grid.palette.dim)
    if note:
        grid.put(box.x, box.y + box.rows - 1, fit(note, box.columns), grid.palette.dim)


def _list_parts(parts: Mapping[str, float], columns: int) -> str:
    """List the parts of a value; what there is no room for is left out whole, and dots say so.

    >>> _list_parts({"tile income": 1.25, "held tickets": -0.5}, 40)
    'tile hits +1.25, own tickets -0.50'
    >>> _list_parts({"tile income": 1.25, "held tickets": -0.5}, 30)
    'tile hits +1.25, ...'
    """
    listed = [f"{_PARTS.get(name, name)} {part:+.2f}" for name, part in parts.items()]
    for most in range(len(listed), 0, -1):
        text = ", ".join([*listed[:most], *(["..."] if most < len(listed) else [])])
        if width(text) <= columns:
            return text
    return ""


def draw_key_list(grid: Grid, keys: Sequence[tuple[str, str]], title: str, foot: str) -> None:
    """List keys and what they do."""
    box = draw_frame(grid, 72, len(keys) + 4, title, foot)
    size = max(width(key) for key, _ in keys) + 2
    for number, (key, label) in enumerate(keys[: box.rows]):
        grid.put(box.x, box.y + number, key, grid.palette.key, bold=True)
        grid.put(box.x + size, box.y + number, fit(label, box.columns - size))
