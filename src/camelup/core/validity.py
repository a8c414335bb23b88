"""Which positions a game can have: what comes in as text or JSON is held against this before anything uses it.

Everything that lies on the table must be there, once, and where it may be. Whether some course of play leads to it is
not asked.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise

from camelup.core import race
from camelup.core.actions import SEATS, Face
from camelup.core.edition import DICE_PER_LEG, EDITIONS, MAX_PLAYERS, MIN_PLAYERS, SPACES, Camel, Edition
from camelup.core.errors import ArgumentError, ImpossiblePositionError, quoted
from camelup.core.state import Card, State, Table, Ticket, Tile
from camelup.core.variants import check_official

DIGITS = 15
"""The most digits of a number: more than any game can fill, and no more than every reader of JSON holds exactly."""
LARGEST = 10**DIGITS - 1
"""The largest amount of money, and the last leg, that can be written."""
_LISTED = 10


def _impossible(code: str, reason: str) -> ImpossiblePositionError:
    return ImpossiblePositionError(code, reason)


def _name(camel: Camel) -> str:
    return f"{camel.colour} {'crazy ' if camel.is_crazy else ''}camel"


def _list(values: Sequence[int]) -> str:
    """List the first of some values: no colour has as many tickets as are listed here."""
    return ", ".join([*map(str, values[:_LISTED]), *["..."] * (len(values) > _LISTED)])


def check_camels(edition: Edition, places: Sequence[tuple[int, Camel]]) -> None:
    """Refuse a track that has not every camel of the edition exactly once on spaces that exist.

    The places are in running order, as race.py has them: stacks from bottom to top.
    """
    counts = Counter(camel for _, camel in places)
    for space, camel in places:
        if camel not in edition.camels:
            raise _impossible("camels", f"There is no {_name(camel)} in {edition.title}.")
        if not race.BEHIND_THE_LINE <= space <= race.OVER_THE_LINE:
            raise _impossible("camels", f"There is no space {space} for camels: the track has {_track(edition)}.")
        if race.BEHIND_THE_LINE < space < edition.first_space:
            raise _impossible("camels", f"There is no space {space} for camels: the track has {_track(edition)}.")
        if counts[camel] > 1:
            raise _impossible("camels", f"The {_name(camel)} is on the track {counts[camel]} times.")
    for camel in edition.camels:
        if camel not in counts:
            raise _impossible("camels", f"The {_name(camel)} is missing from the track.")
    finishers = [(space, camel) for space, camel in places if not 1 <= space <= SPACES]
    if len({space for space, _ in finishers}) > 1:
        raise _impossible(
            "camels", "Camels cannot be over the finish line in both directions: the first unit ends the race."
        )
    # A tile never lies on space 1, and a crazy camel never lands on 16, so none is turned back over the line.
    for space, bottom in finishers[:1]:
        if bottom.is_crazy != (space == race.BEHIND_THE_LINE):
            way = "counter-clockwise" if space == race.BEHIND_THE_LINE else "clockwise"
            raise _impossible(
                "camels",
                f"The {_name(bottom)} cannot have crossed the finish line {way}, which space {space} means: "
                f"the track has {_track(edition)}.",
            )


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
            "dice", f"{out} dice are out of the pyramid, but a leg ends, and they go back, when {DICE_PER_LEG} are out."
        )


def check_tiles(edition: Edition, track: int, tiles: Iterable[Tile]) -> None:
    """Refuse tiles on space 1, on a camel, on each other or next to each other."""
    spaces = sorted(tile.space for tile in tiles)
    word = edition.words.tile
    for space in spaces:
        if not edition.has_tiles:
            raise _impossible("tiles", f"There is no {word} in this variant.")
        if not edition.first_space <= space <= SPACES:
            raise _impossible("tiles", f"There is no space {space} for a {word}: the track has {_track(edition)}.")
        if space == edition.first_space:
            raise _impossible("tiles", f"A {word} may never lie on space {space}.")
        if race.occupied(track) >> space & 1:
            raise _impossible("tiles", f"A {word} and a camel cannot both be on space {space}.")
    for first, second in pairwise(spaces):
        if first == second:
            raise _impossible("tiles", f"There are two {word}s on space {first}.")
        if second - first == 1:
            raise _impossible("tiles", f"There are {word}s next to each other on {first} and {second}.")


def _track(edition: Edition) -> str:
    return f"{edition.first_space} to {SPACES}"


def find_edition(edition: Edition | int, *, allow_variant: bool = False) -> Edition:
    """Return an edition, which may be given by its number; refuse anything else, and a variant unless it is allowed.

    >>> find_edition(2)
    <Camel Up, second edition (2018)>
    """
    if type(edition) is int:  # not a bool, which is an int too
        edition = EDITIONS.get(edition, edition)
    if not isinstance(edition, Edition):
        known = " or ".join(map(str, EDITIONS))
        raise ArgumentError(
            "edition", f"An edition is {known}, or camelup.FIRST or camelup.SECOND, not {quoted(edition)}."
        )
    return edition if allow_variant else check_official(edition)


def check_players(players: int) -> None:
    """Refuse a number of players that the game is not made for."""
    if type(players) is not int or not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise _impossible("players", f"Camel Up is played by {MIN_PLAYERS} to {MAX_PLAYERS}, not by {quoted(players)}.")


def check_seat(seat: int, players: int) -> None:
    """Refuse a seat that is not at the table."""
    if type(seat) is not int:
        raise _impossible("seat", f"A seat is a number from 0 to {players - 1}, not {quoted(seat)}.")
    if not 0 <= seat < players:
        name = SEATS[seat] if 0 <= seat < len(SEATS) else quoted(seat)
        raise _impossible("seat", f"There is no seat {name} at a table of {players}.")


def check_seat_number(seat: int, players: int) -> None:
    """Refuse a seat that is not at the table, where a program has given its number."""
    if type(seat) is not int or not 0 <= seat < players:
        raise _impossible("seat", f"A seat is a number from 0 to {players - 1}, not {quoted(seat)}.")


def tents_left(edition: Edition, tickets: Sequence[Sequence[Ticket]]) -> tuple[tuple[int, ...], ...]:
    """Return what is left of each colour's tickets; players can only hold what lay on top."""
    word = edition.words.ticket
    for ticket in chain.from_iterable(tickets):
        if ticket.camel not in edition.racing:
            raise _impossible("tickets", f"There is no {word} for the {_name(ticket.camel)} in this race.")
    values = edition.ticket_values
    tents = []
    for camel in edition.racing:
        taken = sorted([value for held in tickets for colour, value in held if colour == camel], reverse=True)
        if taken != list(values[: len(taken)]):
            raise _impossible(
                "tickets",
                f"The {camel.colour} {word}s held are {_list(taken)}, but they lie in the order {_list(values)}.",
            )
        tents.append(values[len(taken) :])
    return tuple(tents)


def hands_left(edition: Edition, players: int, decks: Iterable[Card]) -> tuple[tuple[Camel, ...], ...]:
    """Return what each player still holds: every card of his that is not on a deck."""
    played = list(decks)
    return tuple(tuple(camel for camel in edition.racing if (seat, camel) not in played) for seat in range(players))


def check_cards(edition: Edition, hands: Sequence[Sequence[Camel | None]], decks: Sequence[Card]) -> None:
    """Refuse finish cards of which a player has not each once, in hand or on a deck; unknown ones count too."""
    word = edition.words.card
    number = len(edition.racing)
    for card in decks:
        check_seat(card.seat, len(hands))
    for seat, hand in enumerate(hands):
        cards = [*hand, *(card.camel for card in decks if card.seat == seat)]
        for camel in cards:
            if camel is not None and camel not in edition.racing:
                raise _impossible("cards", f"There is no {word} for the {_name(camel)} in this race.")
            if camel is not None and cards.count(camel) > 1:
                raise _impossible(
                    "cards", f"Seat {SEATS[seat]} has the {camel.colour} {word} {cards.count(camel)} times."
                )
        if len(cards) != number:
            raise _impossible(
                "cards", f"Seat {SEATS[seat]} must have {number} {word}s in hand and on the decks, not {len(cards)}."
            )


def check_track(edition: Edition, track: int) -> None:
    """Refuse a number that is no packed track."""
    if not isinstance(track, int):
        raise _impossible("camels", f"A track is a number: `parse_track` makes it of text, unlike {quoted(track)}.")
    order = race.running_order(track)
    known = [(space, edition.camels[camel]) for space, camel in order if camel < len(edition.camels)]
    packed = race.EMPTY
    for space, camel in order:
        packed = race.put_on_top(packed, camel, space)
    if packed != track or len(known) < len(order):
        raise _impossible("camels", f"The number {quoted(track)} is no track.")
    check_camels(edition, known)


def check_table(table: Table) -> None:
    """Refuse what does not fit together on the whole table; cards are left to `check_cards`."""
    players = table.players
    check_players(players)
    check_track(table.edition, table.track)
    check_seat(table.turn, players)
    check_dice(table.edition, table.dice, is_over=table.is_over)
    check_tiles(table.edition, table.track, [tile for tile in table.tiles if tile])
    if table.tents != tents_left(table.edition, table.tickets):
        raise _impossible("tickets", f"The {table.edition.words.ticket}s left are not those that nobody holds.")
    _check_pyramid(table)
    if not 1 <= table.leg <= LARGEST:
        raise _impossible("leg", f"There is no leg {table.leg}: legs are counted from 1.")
    _check_partners(table)


def _check_pyramid(table: Table) -> None:
    word = table.edition.words.pyramid_ticket
    out, taken = table.dice_out, sum(table.pyramid_tickets)
    if min(table.pyramid_tickets) < 0:
        raise _impossible("pyramid", f"Nobody can have {min(table.pyramid_tickets)} {word}s.")
    if taken != len(out):
        raise _impossible("pyramid", f"There is a {word} for each die that is out, so {len(out)} in all, not {taken}.")
    for space, stack in table.stacks.items():
        if not 1 <= space <= SPACES and Face(stack[0], 1).die not in out:
            raise _impossible("dice", f"The {_name(stack[0])} has ended the race, so its die cannot be in the pyramid.")


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


def check_is_position(position: object) -> None:
    """Refuse what is neither a whole position nor what a seat sees of one, such as a game."""
    if not isinstance(position, Table):
        raise _impossible("position", f"A State or a View is needed, such as `game.position`, not {quoted(position)}.")


def check_is_state(state: object) -> None:
    """Refuse what is no whole position, such as what a seat sees of one."""
    if not isinstance(state, State):
        raise _impossible("position", f"A State is needed, such as `game.position`, not {quoted(state)}.")


def check_position(table: Table) -> None:
    """Refuse a position, or what a seat sees of one, that no game can have."""
    players = table.players
    words = table.edition.words
    for name, entries in (
        (f"{words.pyramid_ticket}s", table.pyramid_tickets),
        (f"{words.tile}s", table.tiles),
        ("partners", table.partners),
        ("money", table.money),
        ("hands", table.hands),
    ):
        if len(entries) != players:
            raise _impossible(
                "players", f"There are {words.ticket}s for {players} players, but {name} for {len(entries)}."
            )
    check_table(table)
    for seat in table.open_seats:
        check_seat(seat, players)
    decks = table.winner_deck + table.loser_deck
    check_cards(table.edition, table.hands, decks)
    for seat, amount in enumerate(table.money):
        if amount is not None and not 0 <= amount <= LARGEST:
            raise _impossible("money", f"Seat {SEATS[seat]} cannot have {amount} Egyptian pounds.")
        cards = [*table.hands[seat], *(card.camel for card in decks if card.seat == seat)]
        if seat in table.open_seats and (amount is None or None in cards):
            raise _impossible("view", f"The cards and the money of seat {SEATS[seat]} cannot be hidden here.")
        if seat not in table.open_seats and any(cards):
            raise _impossible("view", f"The cards of seat {SEATS[seat]} are hidden here until the game is over.")
