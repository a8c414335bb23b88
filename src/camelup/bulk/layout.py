"""Games as records of some 200 bytes: the table of state.py packed for compiled play, and the way there and back."""

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import from_dtype

from camelup.bulk.edition_arrays import TICKET_DEPTH
from camelup.bulk.rules_word import edition_of_record, record_fields
from camelup.compiled import inlined
from camelup.core.edition import MAX_PLAYERS, Camel, Edition, Side
from camelup.core.errors import ImpossiblePositionError, quoted
from camelup.core.race import RACERS
from camelup.core.state import Card, State, Ticket, Tile
from camelup.core.validity import check_position, tents_left
from camelup.core.view import View

NOBODY = -1
"""The seat of nobody: a ticket that is left, a seat without a partner."""
MOST_CARDS = RACERS * MAX_PLAYERS

GAME = np.dtype(
    [
        ("track", np.int64),
        ("edition", np.int8),
        ("players", np.int8),
        ("turn", np.int8),
        ("dice", np.int8),
        ("leg", np.int32),
        ("over", np.int8),
        ("winner_cards", np.int8),
        ("loser_cards", np.int8),
        ("taken", np.int8, RACERS),  # how many tickets of each colour are taken
        (
            "takers",
            np.int8,
            RACERS * TICKET_DEPTH,
        ),  # who has the first to last of each, equal ones in the order of seats
        ("pyramid_tickets", np.int8, MAX_PLAYERS),
        ("tiles", np.int8, MAX_PLAYERS),  # the space of each seat's tile, 0 without one, negative if booing
        ("partners", np.int8, MAX_PLAYERS),
        ("hands", np.int8, MAX_PLAYERS),  # the cards left, as bits
        ("money", np.int32, MAX_PLAYERS),
        ("winner_deck", np.int8, MOST_CARDS),  # as pack_card makes them, oldest first
        ("loser_deck", np.int8, MOST_CARDS),
        ("variant", np.int32),  # the rules of a variant, as `rules_word` packs them; 0 in official games
    ],
    align=True,
)
"""The record of a game, with these fields."""

_OLD_NAMES = [name for name in GAME.names or () if name != "variant"]
OLD_GAME = np.dtype([(name, GAME[name]) for name in _OLD_NAMES], align=True)
"""A record before there were variants, which files may still hold."""

LARGEST = 2_000_000_000
"""The largest amount of money, and the last leg, to begin with: what a game brings must still fit the 32 bits."""
Games = npt.NDArray[np.void]
GAMES = from_dtype(GAME)[::1]
"""The same in the signature of a kernel."""


@inlined
def pack_card(seat: int, camel: int) -> int:
    """Return a finish card as a deck keeps it."""
    return seat << 3 | camel


@inlined
def card_seat(card: int) -> int:
    """Return the owner of a card."""
    return card >> 3


@inlined
def card_camel(card: int) -> int:
    """Return the camel that a card shows."""
    return card & 0x07


def pack(states: list[State]) -> Games:
    """Pack states into records; a state that cannot be is refused before compiled code meets it."""
    for state in states:
        if isinstance(state, View):
            word = state.edition.words.card
            raise ImpossiblePositionError(
                "cards", f"A view does not show every {word}: use `sample_state` to fill in the rest."
            )
        if not isinstance(state, State):
            raise ImpossiblePositionError("position", f"Games start from positions (State), not from {quoted(state)}.")
        check_position(state)
        _check_size(state)
    games = np.zeros(len(states), GAME)
    for game, state in zip(games, states, strict=True):
        _pack(game, state)
    return games


def _check_size(state: State) -> None:
    for code, what, number in (("money", "money", max(state.money)), ("leg", "legs", state.leg)):
        if number > LARGEST:
            raise ImpossiblePositionError(code, f"Bulk play counts {what} up to {LARGEST:,}, not {number:,}.")


def _pack(game: np.void, state: State) -> None:
    edition = state.edition
    game["track"] = state.track
    game["edition"], game["variant"] = record_fields(edition)
    game["players"] = state.players
    game["turn"] = state.turn
    game["dice"] = edition.dice_bits(state.dice)
    game["leg"] = state.leg
    game["over"] = state.is_over
    game["partners"] = NOBODY
    game["takers"] = NOBODY
    depth = len(edition.ticket_values)
    game["taken"] = [depth - len(tent) for tent in state.tents]
    held = [(ticket, seat) for seat, tickets in enumerate(state.tickets) for ticket in tickets]
    for camel, colour in enumerate(edition.racing):
        # Equal values (both 2s) cannot be distinguished, so they go by seats, as the kernels keep them too.
        seats = [seat for _, seat in sorted((-ticket.value, seat) for ticket, seat in held if ticket.camel == colour)]
        game["takers"][TICKET_DEPTH * camel : TICKET_DEPTH * camel + len(seats)] = seats
    for seat in range(state.players):
        tile = state.tiles[seat]
        partner = state.partners[seat]
        game["pyramid_tickets"][seat] = state.pyramid_tickets[seat]
        game["tiles"][seat] = 0 if tile is None else tile.space if tile.side is Side.CHEERING else -tile.space
        game["partners"][seat] = NOBODY if partner is None else partner
        game["hands"][seat] = sum(1 << edition.racing.index(camel) for camel in state.hands[seat])
        game["money"][seat] = state.money[seat]
    for name, deck in (("winner", state.winner_deck), ("loser", state.loser_deck)):
        game[f"{name}_cards"] = len(deck)
        for place, card in enumerate(deck):
            game[f"{name}_deck"][place] = pack_card(card.seat, _index(edition, card.camel))


def _index(edition: Edition, camel: Camel | None) -> int:
    if camel is None:
        word = edition.words.card
        raise ImpossiblePositionError("cards", f"Bulk play needs every {word}: fill in the face-down ones.")
    return edition.racing.index(camel)


def edition_of(game: np.void) -> Edition:
    """Return the edition of a record, or the variant."""
    return edition_of_record(int(game["edition"]), int(game["variant"]))


def unpack(game: np.void) -> State:
    """Return the state of a record."""
    edition = edition_of(game)
    players = int(game["players"])
    tickets: list[list[Ticket]] = [[] for _ in range(players)]
    for camel, colour in enumerate(edition.racing):
        for depth in range(int(game["taken"][camel])):
            seat = int(game["takers"][TICKET_DEPTH * camel + depth])
            tickets[seat].append(Ticket(colour, edition.ticket_values[depth]))
    held = tuple(map(tuple, tickets))
    decks = [
        tuple(
            Card(card_seat(int(card)), edition.racing[card_camel(int(card))])
            for card in game[f"{name}_deck"][: int(game[f"{name}_cards"])]
        )
        for name in ("winner", "loser")
    ]
    return State(
        edition=edition,
        track=int(game["track"]),
        dice="".join(die for bit, die in enumerate(edition.dice) if int(game["dice"]) >> bit & 1),
        tents=tents_left(edition, held),
        tickets=held,
        pyramid_tickets=tuple(int(count) for count in game["pyramid_tickets"][:players]),
        tiles=tuple(_tile(int(space)) for space in game["tiles"][:players]),
        partners=tuple(None if seat == NOBODY else int(seat) for seat in game["partners"][:players]),
        turn=int(game["turn"]),
        leg=int(game["leg"]),
        winner_deck=decks[0],
        loser_deck=decks[1],
        money=tuple(int(amount) for amount in game["money"][:players]),
        hands=tuple(
            tuple(camel for bit, camel in enumerate(edition.racing) if int(hand) >> bit & 1)
            for hand in game["hands"][:players]
        ),
    )


def repack(games: Games) -> Games:
    """Read records as positions and pack them again, so that nothing else reaches compiled code."""
    numbers: dict[bytes, int] = {}
    index = [numbers.setdefault(record, len(numbers)) for record in games.view(f"V{GAME.itemsize}").tolist()]
    states = []
    for record in numbers:
        game = np.frombuffer(record, GAME)[0]
        try:
            states.append(unpack(game))
        except (LookupError, ValueError) as error:
            raise ImpossiblePositionError("record", f"A record is not a valid position: {error}") from error
    return pack(states)[index]


def from_old(games: Games) -> Games:
    """Return records from before there were variants as records of now."""
    new = np.zeros(len(games), GAME)
    for name in _OLD_NAMES:
        new[name] = games[name]
    return new


def _tile(space: int) -> Tile | None:
    return None if space == 0 else Tile(abs(space), Side.CHEERING if space > 0 else Side.BOOING)


def as_bytes(records: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """Show records as bytes, which are copied five times as fast as field by field."""
    return records.view(np.uint8)


def read_only(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Show an array that nobody can make writable again."""
    return np.frombuffer(array.view(np.uint8).data.toreadonly(), array.dtype).view(type(array))
