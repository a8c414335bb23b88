"""A position drawn as text, at most 79 columns wide, for terminals and for people who think in Python.

The spaces stand in a row from the start to the finish line, with stacks upright on them.
"""

from collections.abc import Sequence

from camelup.core import race
from camelup.core.actions import HIDDEN, SEATS
from camelup.core.edition import SPACES, Camel
from camelup.core.situation import Situation
from camelup.core.state import Card, State, Table, Ticket
from camelup.core.validity import check_is_position
from camelup.core.view import View
from camelup.formats.ansi import PLAIN, Ansi, fit, width

WIDTH = 79
_MARGIN = 10
"""The columns left of the track, for labels."""
_CELL = 4
"""The columns of one space."""

_LEAST_NAME = 6
"""The columns that a long name keeps however many tickets there are."""
_ROW = 34
"""The columns of a player's row besides name and tickets, with money of up to five digits."""
_TICKETS = 20
"""The columns of the tickets as long as nobody has more of them."""
_PARTNER = 9
_PURSE = 5
_LEAST_HEIGHT = 2
_CARDS_IN_A_ROW = 17
_LINE = "#"
_FINISH = "finish"
_PLACES = range(race.BEHIND_THE_LINE, race.OVER_THE_LINE + 1)
"""Where a camel can be: on a space, or over the line on either side."""
_BETWEEN = "    "


def draw_text(position: State | View | Situation, names: Sequence[str] = SEATS) -> str:
    """Draw a position as text: the whole table, or the track alone where there are no players.

    >>> from camelup.core.edition import FIRST
    >>> from camelup.formats.notation import parse_situation
    >>> print(draw_text(parse_situation(FIRST, "1:bg 2:ow 3:y", tiles="5+")))
             # g   w                                                          #
             # b   o   y      +                                               #
             # 1   2   3   4   5   6   7   8   9  10  11  12  13  14  15  16  #
    """
    if isinstance(position, Situation):
        lines = draw_track(position, is_grounded=False)
    else:
        check_is_position(position)
        lines = draw_board(position, names, is_airy=False)
    return "\n".join(line.rstrip() for line in lines)


def draw_board(table: State | View, names: Sequence[str], ansi: Ansi = PLAIN, *, is_airy: bool = True) -> list[str]:
    """Draw everything that this position shows, with blank lines between its parts, or as low as it can be.

    A view's secrets are not in it, so they are not in its drawing.
    """
    betting, dice = _supplies(table, ansi)
    winner, loser = _deck("winner", table.winner_deck, ansi), _deck("loser", table.loser_deck, ansi)
    top = [_heading(table, ansi), *draw_track(table, ansi, is_grounded=is_airy)]
    players = _players(table, names, ansi)
    if is_airy:
        return [*top, "", betting, dice, "", *players, "", *winner, *loser]
    return [*top, betting, *_side_by_side([[dice], winner, loser]), *players]


def _side_by_side(parts: Sequence[Sequence[str]]) -> list[str]:
    """Put parts into one row as long as they are rows themselves and there is room."""
    rows: list[str] = []
    for part in parts:
        if rows and len(part) == 1 and width(rows[-1] + part[0]) <= WIDTH - len(_BETWEEN):
            rows[-1] += _BETWEEN + " ".join(part[0].split())
        else:
            rows += part
    return rows


def _label(text: str) -> str:
    return fit(f" {text}", _MARGIN)


def _heading(table: Table, ansi: Ansi) -> str:
    places = "  ".join(ansi.patch(camel, f" {camel} ") for camel in table.ranking)
    left = table.pyramid_tickets_left
    ending = "race over" if table.is_over else f"{left} roll{'s' if left > 1 else ''} to go"
    text = f"{ansi.bold(_label(f'Leg {table.leg}'))}first  {places}  last    {ending}"
    return fit(text, _MARGIN + _CELL * SPACES - len(_FINISH) + 1) + _FINISH


# --- The track ------------------------------------------------------------------------------------------------


def draw_track(table: Table | Situation, ansi: Ansi = PLAIN, *, is_grounded: bool = True) -> list[str]:
    """Draw the spaces with their stacks and tiles; camels over the line stand beyond it, on either side."""
    stacks = table.stacks
    owners = SEATS if isinstance(table, Table) else " " * len(SEATS)
    tiles = {tile.space: f"{tile.side}{owner}" for tile, owner in zip(table.tiles, owners, strict=False) if tile}
    height = max(_LEAST_HEIGHT, *(len(stack) for stack in stacks.values()))
    rows = []
    for level in reversed(range(height)):
        cells = []
        for space in _PLACES:
            stack = stacks.get(space, ())
            if level < len(stack):
                cells.append(_standing(stack[level], ansi))
            else:
                cells.append(ansi.bold(tiles[space]) if level == 0 and space in tiles else "")
        rows.append(_row(cells[0], cells[1:-1], cells[-1]))
    if is_grounded:
        rows.append(_row("", ["-" * (_CELL - 1)] * SPACES, ""))
    rows.append(_row("", [f"{space:>2}" for space in range(1, SPACES + 1)], ""))
    return rows


def _standing(camel: Camel, ansi: Ansi) -> str:
    return ansi.patch(camel, f"{'<' if camel.is_crazy else ' '}{camel} ")


def _row(behind: str, cells: Sequence[str], ahead: str) -> str:
    track = "".join(fit(cell, _CELL) for cell in cells)
    return " " * (_MARGIN - _CELL - 1) + fit(behind, _CELL) + _LINE + track + _LINE + ahead.rstrip()


# --- What lies beside it --------------------------------------------------------------------------------------


def _supplies(table: Table, ansi: Ansi) -> list[str]:
    edition = table.edition
    tents = [
        ansi.patch(camel, f" {camel} ") + f" {' '.join(map(str, tent)) or '-':<{2 * len(edition.ticket_values)}} "
        for camel, tent in zip(edition.racing, table.tents, strict=True)
    ]
    dice = [" ".join(ansi.patch(die, f" {die} ") for die in dice) or "-" for dice in (table.dice, table.dice_out)]
    return [
        (_label("betting") + "".join(tents)).rstrip(),
        (_label("dice in") + dice[0] + f"{'':4}out  {dice[1]}").rstrip(),
    ]


def _players(table: State | View, names: Sequence[str], ansi: Ansi) -> list[str]:
    """Draw a row for each seat, the one in turn marked; names get what room the tickets leave."""
    has_partners = table.edition.has_partnerships(table.players)
    names = ["" if name == seat else name for name, seat in zip(names, SEATS, strict=False)]
    money = ["?" if amount is None else str(amount) for amount in table.money]
    purse = max(_PURSE, *map(len, money))
    room = WIDTH - _ROW - (purse - _PURSE) - (_PARTNER if has_partners else 0)
    longest = max(map(width, names))
    held_size = max(_TICKETS, min(max(3 * len(held) - 1 for held in table.tickets), room - min(longest, _LEAST_NAME)))
    name_size = min(longest, room - held_size)
    heading = f"{'':5}{'':{name_size}} {'money':>{purse}}  {'tickets':<{held_size}}   rolls  tile  cards"
    rows = [ansi.faint(f"{heading}{'  partner' if has_partners else ''}")]
    for seat in range(table.players):
        tile = table.tiles[seat]
        partner = table.partners[seat]
        name = fit(names[seat], name_size)
        is_next = seat == table.turn and not table.is_over
        held, *more = _held(table.tickets[seat], held_size, ansi)
        row = " ".join(
            [
                f" {'>' if is_next else ' '}",
                SEATS[seat],
                ansi.bold(name) if is_next else name,
                f"{money[seat]:>{purse}}",
                "",
                fit(held, held_size),
                f"{table.pyramid_tickets[seat] or '-':>7} ",
                f"{f'{tile.space}{tile.side}' if tile else '-':>4} ",
                f"{_hand(table.hands[seat]):<5} ",
                f"{'-' if partner is None else SEATS[partner]}" if has_partners else "",
            ]
        )
        rows.append(row.rstrip())
        rows += [" " * (8 + name_size + purse) + line for line in more]
    return rows


def _held(tickets: Sequence[Ticket], size: int, ansi: Ansi) -> list[str]:
    """Write the tickets in front of a player, by colour, in lines of this size: b5 b3 g2."""
    written = [f"{ansi.patch(camel, camel)}{value}" for camel, value in tickets]
    in_a_row = (size + 1) // 3
    return [" ".join(written[start : start + in_a_row]) for start in range(0, len(written), in_a_row)] or ["-"]


def _hand(hand: Sequence[Camel | None]) -> str:
    """Write the cards in a hand: their letters if they are known, else how many there are."""
    return "".join(camel for camel in hand if camel) or str(len(hand))


def _deck(name: str, deck: Sequence[Card], ansi: Ansi) -> list[str]:
    """Write who laid cards on a deck, oldest first, with the colour where it is known."""
    cards = [SEATS[seat] + (ansi.patch(camel, camel) if camel else HIDDEN) for seat, camel in deck] or ["-"]
    rows = [cards[start : start + _CARDS_IN_A_ROW] for start in range(0, len(cards), _CARDS_IN_A_ROW)]
    return [_label(name if number == 0 else "") + "  ".join(row) for number, row in enumerate(rows)]
