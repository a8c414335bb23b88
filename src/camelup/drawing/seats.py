"""What lies in front of the players, as a table below the board."""

from collections.abc import Iterator, Sequence

from camelup.core.actions import HIDDEN, SEATS
from camelup.core.edition import Camel
from camelup.core.state import Card, State, Table, Ticket
from camelup.core.view import View
from camelup.drawing import art
from camelup.drawing.lettering import fitting, width_of
from camelup.drawing.sheet import (
    BODY,
    CLOTH,
    FAINT,
    INK,
    LEFT,
    RIGHT,
    SHADE,
    SMALL,
    Drawn,
    box,
    flow,
    number,
    path,
    rule,
    text,
)

_SEAT, _MONEY, _TICKETS, _PYRAMID, _CARDS, _PARTNER = LEFT + 33, 130, 160, 584, 664, 738
"""The middle of each column, of the money its right edge and of the tickets their left one."""
_MONEY_ROOM = 60
_NAME, _NAME_ROOM, _NAME_LENGTH = 76, 128, 16
"""Where names begin, if there are any, and how far they move money and tickets to the right."""
_ROW, _LINE = 46, 38
_CHIP = 32
_CARD_WIDTH = 64


def draw_seats(table: Table, top: float, names: Sequence[str] = ()) -> Drawn:
    """Draw a row for each seat, with its name if seats have names, and below them the decks of finish cards."""
    shift = _NAME_ROOM if names else 0
    has_partners = table.edition.has_partnerships(table.players)
    y = top + 44
    heads = [(_PYRAMID, "rolls"), (_CARDS, "cards")] + [(_PARTNER, "partner")] * has_partners
    parts = [text(LEFT, y, "seat", size=SMALL, fill=FAINT)]
    parts += [text(_MONEY + shift, y, "money", size=SMALL, anchor="end", fill=FAINT)]
    parts += [text(_TICKETS + shift, y, f"{table.edition.words.ticket}s", size=SMALL, fill=FAINT)]
    parts += [text(x, y, head, size=SMALL, anchor="middle", fill=FAINT) for x, head in heads]
    y += 12
    for seat in range(table.players):
        parts.append(rule(y))
        row = _seat(table, seat, y, names[seat] if names else None, has_partners=has_partners)
        parts.append(row.markup)
        y = row.bottom
    parts.append(rule(y))
    y += 14
    for name, deck in (("winner", table.winner_deck), ("loser", table.loser_deck)):
        drawn = _deck(name, deck, y)
        parts.append(drawn.markup)
        y = drawn.bottom
    return Drawn("".join(parts), y)


def describe_seats(table: Table, names: Sequence[str] = ()) -> str:
    """Describe what everybody has, for those who cannot see it."""
    described = []
    for seat in range(table.players):
        has = [f"{camel.colour} {value}" for camel, value in table.tickets[seat]]
        if isinstance(table, State | View) and table.money[seat] is not None:
            has.insert(0, "1 pound" if table.money[seat] == 1 else f"{table.money[seat]} pounds")
        who = f"{SEATS[seat]}, {names[seat]}" if names else SEATS[seat]
        described.append(f"{who}{' (to act)' if seat == table.turn and not table.is_over else ''}: {', '.join(has)}")
    return f"Money and {table.edition.words.ticket}s by seat: {'; '.join(described)}."


def _seat(table: Table, seat: int, top: float, name: str | None, *, has_partners: bool) -> Drawn:
    shift = 0 if name is None else _NAME_ROOM
    tickets = _tickets(table.tickets[seat], _TICKETS + shift, top)
    line = top + 31
    parts = [*_mark(table, seat, line), art.seal(_SEAT, line - 8, SEATS[seat]), tickets.markup]
    if name:
        short = name if len(name) <= _NAME_LENGTH else f"{name[: _NAME_LENGTH - 3]}..."
        parts.append(text(_NAME, line, short, size=fitting(short, BODY, _NAME_ROOM)))
    if isinstance(table, State | View):
        hand = table.hands[seat]
        money = HIDDEN if table.money[seat] is None else str(table.money[seat])
        parts.append(text(_MONEY + shift, line, money, size=fitting(money, BODY, _MONEY_ROOM), anchor="end"))
        known = "".join(camel for camel in hand if camel)
        parts.append(text(_CARDS, line, known or str(len(hand)), anchor="middle"))
    rolls = table.pyramid_tickets[seat]
    parts.append(text(_PYRAMID, line, str(rolls) if rolls else "\N{EN DASH}", anchor="middle"))
    if has_partners:
        partner = table.partners[seat]
        parts.append(text(_PARTNER, line, "\N{EN DASH}" if partner is None else SEATS[partner], anchor="middle"))
    return Drawn(f'<g data-seat="{SEATS[seat]}">{"".join(parts)}</g>', tickets.bottom)


def _mark(table: Table, seat: int, line: float) -> Iterator[str]:
    """Point at the seat to act, or put a star to those that have won."""
    if not table.is_over:
        if seat == table.turn:
            yield path(f"M{LEFT} {number(line - 16)}l14 8l-14 8z", f'fill="{INK}"')
    elif isinstance(table, State | View) and seat in table.victors:
        star = f"M{LEFT + 8} {number(line - 19)}l3 8h8l-6 5l2 8l-7-5l-7 5l2-8l-6-5h8z"
        yield path(star, f'fill="#E69F00" stroke="{INK}" stroke-width="1.5" stroke-linejoin="round"')


def _tickets(tickets: Sequence[Ticket], left: float, top: float) -> Drawn:
    """Draw the tickets of a seat by colour: the colour, then the values."""
    values: dict[Camel, str] = {}
    for camel, value in tickets:
        values[camel] = f"{values[camel]} {value}" if camel in values else str(value)
    widths = [_CHIP + 6 + width_of(held, BODY) + 12 for held in values.values()]
    places = flow(widths, left, _PYRAMID - 36)
    parts = []
    for (camel, held), (x, line) in zip(values.items(), places, strict=True):
        y = top + 7 + line * _LINE
        parts.append(art.badge(x, y, camel, _CHIP))
        parts.append(text(x + _CHIP + 6, y + 24, held))
    if not values:
        parts.append(text(left, top + 31, "\N{EN DASH}"))
    return Drawn("".join(parts), top + _ROW + _LINE * (places[-1][1] if places else 0))


def _deck(name: str, deck: Sequence[Card], top: float) -> Drawn:
    """Draw who laid cards on a deck, oldest first, and their colours where these are known."""
    places = flow([_CARD_WIDTH] * len(deck), LEFT + 118, RIGHT)
    parts = [text(LEFT, top + 27, name)]
    for (seat, camel), (x, line) in zip(deck, places, strict=True):
        y = top + line * (_LINE + 4)
        card = box(x, y, _CARD_WIDTH - 6, _LINE, f'rx="6" fill="{CLOTH}" stroke="{SHADE}" stroke-width="1.5"')
        owner = art.seal(x + 13, y + 19, SEATS[seat], 10)
        colour = (
            art.badge(x + 26, y + 5, camel, 28) if camel else text(x + 40, y + 27, HIDDEN, anchor="middle", fill=FAINT)
        )
        parts.append(f'<g data-card="{name} {SEATS[seat]}{camel or HIDDEN}">{card}{owner}{colour}</g>')
    if not deck:
        parts.append(text(LEFT + 118, top + 27, "\N{EN DASH}"))
    return Drawn("".join(parts), top + (_LINE + 4) * (places[-1][1] + 1 if places else 1))
