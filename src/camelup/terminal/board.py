"""A table drawn as text, at most 79 columns wide.

The spaces stand in a row from the start to the finish line, with stacks upright on them. A label and the spaces begin
in the same columns everywhere, so that a menu below the board can name spaces by standing under them.
"""

from collections.abc import Sequence

from camelup import race
from camelup.actions import HIDDEN, SEATS
from camelup.edition import SPACES, Camel
from camelup.state import Card, State, Table, Ticket
from camelup.terminal.ink import PLAIN, Ink, fit
from camelup.view import View

WIDTH = 79
MARGIN = 10
"""The columns left of the track, for labels."""
CELL = 4
"""The columns of one space."""

_NAME = 9
_TICKETS = 29
_LEAST_HEIGHT = 2
_CARDS_IN_A_ROW = 17
_LINE = "#"
_FINISH = "finish"


def draw(table: State | View, names: Sequence[str], ink: Ink = PLAIN, *, is_airy: bool = True) -> list[str]:
    """Draw everything that this position shows, with blank lines between its parts or without.

    A view's secrets are not in it, so they are not in its drawing.
    """
    gap = [""] if is_airy else []
    return [
        _heading(table, ink),
        *draw_track(table, ink),
        *gap,
        *_supplies(table, ink),
        *gap,
        *_players(table, names, ink),
        *gap,
        *_deck("winner", table.winner_deck, ink),
        *_deck("loser", table.loser_deck, ink),
    ]


def label(text: str) -> str:
    """Give what stands left of a row."""
    return fit(f" {text}", MARGIN)


def _heading(table: Table, ink: Ink) -> str:
    places = "  ".join(ink.patch(camel, f" {camel} ") for camel in table.ranking)
    left = table.pyramid_tickets_left
    ending = "race over" if table.is_over else f"{left} roll{'s' if left > 1 else ''} to go"
    text = f"{ink.bold(label(f'Leg {table.leg}'))}first  {places}  last    {ending}"
    return fit(text, MARGIN + CELL * SPACES - len(_FINISH) + 1) + _FINISH


# --- The track ------------------------------------------------------------------------------------------------


def draw_track(table: Table, ink: Ink = PLAIN) -> list[str]:
    """Draw the spaces with their stacks and tiles; camels over the line stand beyond it, on either side."""
    stacks = table.stacks
    tiles = {tile.space: f"{tile.side}{SEATS[seat]}" for seat, tile in enumerate(table.tiles) if tile}
    height = max(_LEAST_HEIGHT, *(len(stack) for stack in stacks.values()))
    rows = []
    for level in reversed(range(height)):
        cells = []
        for space in range(race.BEHIND_THE_LINE, race.OVER_THE_LINE + 1):
            stack = stacks.get(space, ())
            if level < len(stack):
                cells.append(_standing(stack[level], ink))
            else:
                cells.append(ink.bold(tiles[space]) if level == 0 and space in tiles else "")
        rows.append(_row(cells[0], cells[1:-1], cells[-1]))
    rows.append(_row("", ["-" * (CELL - 1)] * SPACES, ""))
    rows.append(_row("", [f"{space:>2}" for space in range(1, SPACES + 1)], ""))
    return rows


def _standing(camel: Camel, ink: Ink) -> str:
    return ink.patch(camel, f"{'<' if camel.is_crazy else ' '}{camel} ")


def _row(behind: str, cells: Sequence[str], ahead: str) -> str:
    track = "".join(fit(cell, CELL) for cell in cells)
    return " " * (MARGIN - CELL - 1) + fit(behind, CELL) + _LINE + track + _LINE + ahead.rstrip()


# --- What lies beside it --------------------------------------------------------------------------------------


def _supplies(table: Table, ink: Ink) -> list[str]:
    edition = table.edition
    tents = [
        ink.patch(camel, f" {camel} ") + f" {' '.join(map(str, tent)) or '-':<{2 * len(edition.ticket_values)}} "
        for camel, tent in zip(edition.racing, table.tents, strict=True)
    ]
    dice = [" ".join(ink.patch(die, f" {die} ") for die in dice) or "-" for dice in (table.dice, table.dice_out)]
    return [
        (label("betting") + "".join(tents)).rstrip(),
        (label("pyramid") + dice[0] + f"{'':4}out  {dice[1]}").rstrip(),
    ]


def _players(table: State | View, names: Sequence[str], ink: Ink) -> list[str]:
    """Draw a row for each seat, the one in turn marked."""
    partners = table.edition.has_partnerships(table.players)
    money = ["?" if amount is None else str(amount) for amount in table.money]
    # Nobody has thousands in a real game; if a position says so, the names give way.
    purse = max(3, *(len(amount) for amount in money))
    name_size = _NAME + 3 - purse
    heading = f"{'':5}{fit('', name_size)} {'EP':>{purse}}  {fit(table.edition.words.ticket + 's', _TICKETS)}"
    rows = [ink.faint(f"{heading} pyramid  tile  cards{'  partner' if partners else ''}")]
    for seat in range(table.players):
        tile = table.tiles[seat]
        partner = table.partners[seat]
        name = fit("" if names[seat] == SEATS[seat] else names[seat], name_size)
        is_next = seat == table.turn and not table.is_over
        row = " ".join(
            [
                f" {'>' if is_next else ' '}",
                SEATS[seat],
                ink.bold(name) if is_next else name,
                f"{money[seat]:>{purse}}",
                "",
                fit(_held(table.tickets[seat], ink), _TICKETS),
                f"{table.pyramid_tickets[seat] or '-':>7} ",
                f"{f'{tile.space}{tile.side}' if tile else '-':>4} ",
                f"{_hand(table.hands[seat]):<5} ",
                f"{'-' if partner is None else SEATS[partner]}" if partners else "",
            ]
        )
        rows.append(row.rstrip())
    return rows


def _held(tickets: Sequence[Ticket], ink: Ink) -> str:
    """Write the tickets in front of a player, by colour: b53 g2."""
    values: dict[Camel, str] = {}
    for camel, value in tickets:
        values[camel] = values.get(camel, "") + str(value)
    return " ".join(ink.patch(camel, camel) + values[camel] for camel in values) or "-"


def _hand(hand: Sequence[Camel | None]) -> str:
    """Write the cards in a hand: their letters if they are known, else how many there are."""
    return "".join(camel for camel in hand if camel) or str(len(hand))


def _deck(name: str, deck: Sequence[Card], ink: Ink) -> list[str]:
    """Write who laid cards on a deck, oldest first, with the colour where it is known."""
    cards = [SEATS[seat] + (ink.patch(camel, camel) if camel else HIDDEN) for seat, camel in deck] or ["-"]
    rows = [cards[start : start + _CARDS_IN_A_ROW] for start in range(0, len(cards), _CARDS_IN_A_ROW)]
    return [label(name if number == 0 else "") + "  ".join(row) for number, row in enumerate(rows)]
