"""Which positions a game can have: what comes in as text or JSON is held against this before anything uses it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from camelup import race
from camelup.actions import SEATS
from camelup.edition import DICE_PER_LEG, MAX_PLAYERS, MIN_PLAYERS, SPACES, Camel, Edition
from camelup.errors import ImpossiblePositionError
from camelup.state import Card, Table, Ticket, Tile


def _impossible(code: str, reason: str) -> ImpossiblePositionError:
    return ImpossiblePositionError(code, reason)


def check_camels(edition: Edition, places: Sequence[tuple[int, Camel]]) -> None:
    """Refuse a track that has not every camel of the edition exactly once on spaces that exist."""
    counts = Counter(camel for _, camel in places)
    for space, camel in places:
        if camel not in edition.camels:
            raise _impossible("camels", f"There is no camel {camel} in {edition.title}.")
        if not race.BEHIND_THE_LINE <= space <= race.OVER_THE_LINE:
            raise _impossible("camels", f"There is no space {space}: the track has 1 to {SPACES}.")
        if counts[camel] > 1:
            raise _impossible("camels", f"The {_name(camel)} is on the track {counts[camel]} times.")
    for camel in edition.camels:
        if camel not in counts:
            raise _impossible("camels", f"The {_name(camel)} is missing from the track.")
    over = {space for space, _ in places} & {race.BEHIND_THE_LINE, race.OVER_THE_LINE}
    if len(over) > 1:
        raise _impossible(
            "camels", "Camels cannot be over the finish line in both directions: the first unit ends the race."
        )


def _name(camel: Camel) -> str:
    return f"{camel.colour} {'crazy ' if camel.is_crazy else ''}camel"


def check_dice(edition: Edition, dice: str, *, is_over: bool = False) -> None:
    """Refuse dice that cannot be in the pyramid while a leg is on (or when the race has just ended)."""
    for die in dice:
        if die not in edition.dice:
            raise _impossible("dice", f"There is no die {die} in {edition.title}: its dice are {edition.dice}.")
        if dice.count(die) > 1:
            raise _impossible("dice", f"The die {die} is in the pyramid {dice.count(die)} times.")
    out = len(edition.dice) - len(dice)
    if out > DICE_PER_LEG or (out == DICE_PER_LEG and not is_over):
        raise _impossible(
            "dice", f"A leg ends when {DICE_PER_LEG} dice are out, so {dice or 'no die'} cannot be all that is left."
        )


def check_tiles(edition: Edition, track: int, tiles: Iterable[Tile]) -> None:
    """Refuse tiles on space 1, on a camel, on each other or next to each other."""
    spaces = sorted(tile.space for tile in tiles)
    word = edition.words.tile
    for space in spaces:
        if not 1 <= space <= SPACES:
            raise _impossible("tiles", f"There is no space {space}: the track has 1 to {SPACES}.")
        if space == 1:
            raise _impossible("tiles", f"A {word} may never lie on space 1.")
        if race.occupied(track) >> space & 1:
            raise _impossible("tiles", f"A {word} and a camel cannot both be on space {space}.")
    for first, second in pairwise(spaces):
        if first == second:
            raise _impossible("tiles", f"There are two {word}s on space {first}.")
        if second - first == 1:
            raise _impossible("tiles", f"There are {word}s next to each other on {first} and {second}.")
    if len(spaces) > MAX_PLAYERS:
        raise _impossible("tiles", f"There are {len(spaces)} {word}s, but at most {MAX_PLAYERS} players.")


def check_players(players: int) -> None:
    """Refuse a number of players that the game is not made for."""
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise _impossible("players", f"Camel Up is played by {MIN_PLAYERS} to {MAX_PLAYERS}, not by {players}.")


def check_seat(seat: int, players: int) -> None:
    """Refuse a seat that is not at the table."""
    if not 0 <= seat < players:
        name = SEATS[seat] if 0 <= seat < len(SEATS) else str(seat)
        raise _impossible("seat", f"There is no seat {name} at a table of {players}.")


def tents_left(edition: Edition, tickets: Iterable[Iterable[Ticket]]) -> tuple[tuple[int, ...], ...]:
    """Tell what is left of each colour's tickets; players can only hold what lay on top."""
    taken: dict[Camel, list[int]] = {camel: [] for camel in edition.racing}
    for held in tickets:
        for ticket in held:
            if ticket.camel not in taken:
                raise _impossible(
                    "tickets", f"There is no {edition.words.ticket} for camel {ticket.camel} in this race."
                )
            taken[ticket.camel].append(ticket.value)
    values = edition.ticket_values
    for camel, held_values in taken.items():
        if sorted(held_values, reverse=True) != list(values[: len(held_values)]):
            held_text = ", ".join(map(str, sorted(held_values, reverse=True)))
            stack = ", ".join(map(str, values))
            raise _impossible(
                "tickets",
                f"The {camel.colour} {edition.words.ticket}s held are {held_text}, but they lie in the order {stack}.",
            )
    return tuple(values[len(taken[camel]) :] for camel in edition.racing)


def hands_left(edition: Edition, players: int, decks: Iterable[Card]) -> tuple[tuple[Camel, ...], ...]:
    """Tell what each player still holds: every card of his that is not on a deck."""
    played = list(decks)
    return tuple(tuple(camel for camel in edition.racing if (seat, camel) not in played) for seat in range(players))


def check_cards(edition: Edition, hands: Sequence[Sequence[Camel | None]], decks: Sequence[Card]) -> None:
    """Refuse finish cards of which a player has not each once, in hand or on a deck; unknown ones count too."""
    word = edition.words.card
    for card in decks:
        check_seat(card.seat, len(hands))
    for seat, hand in enumerate(hands):
        cards = [*hand, *(card.camel for card in decks if card.seat == seat)]
        for camel in cards:
            if camel is not None and camel not in edition.racing:
                raise _impossible("cards", f"There is no {word} for camel {camel} in this race.")
            if camel is not None and cards.count(camel) > 1:
                raise _impossible(
                    "cards", f"Seat {SEATS[seat]} has the {camel.colour} {word} {cards.count(camel)} times."
                )
        if len(cards) != len(edition.racing):
            raise _impossible(
                "cards",
                f"Seat {SEATS[seat]} has {len(cards)} {word}s in hand and on the decks, not {len(edition.racing)}.",
            )


def check_table(table: Table) -> None:
    """Refuse what does not fit together on the whole table; cards are left to `check_cards`."""
    players = table.players
    check_players(players)
    check_seat(table.turn, players)
    check_dice(table.edition, table.dice, is_over=table.is_over)
    check_tiles(table.edition, table.track, [tile for tile in table.tiles if tile])
    tents_left(table.edition, table.tickets)
    out = len(table.edition.dice) - len(table.dice)
    if sum(table.pyramid_tickets) != out:
        word = table.edition.words.pyramid_ticket
        raise _impossible("pyramid", f"{out} dice are out, but {sum(table.pyramid_tickets)} {word}s are taken.")
    if table.leg < 1:
        raise _impossible("leg", f"Legs are counted from 1, so there is no leg {table.leg}.")
    _check_partners(table)


def _check_partners(table: Table) -> None:
    pairs = {seat: partner for seat, partner in enumerate(table.partners) if partner is not None}
    if pairs and not table.edition.has_partnerships(table.players):
        raise _impossible("partners", "There are no betting partnerships in this game.")
    for seat, partner in pairs.items():
        check_seat(partner, table.players)
        if partner == seat or pairs.get(partner) != seat:
            raise _impossible(
                "partners", f"Seat {SEATS[seat]} has a betting partner who is not the partner of {SEATS[seat]}."
            )
