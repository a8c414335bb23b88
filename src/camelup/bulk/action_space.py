"""The fixed action space of bulk play: 54 numbers, the same in both editions, and back to `camelup.core.actions`.

| numbers | action |
|---|---|
| 0 | roll |
| 1 to 5 | take the top ticket of the edition's first to fifth racing camel |
| 6 to 35 | place the tile: space 2 cheering, space 2 booing, space 3 cheering, ..., space 16 booing |
| 36 to 40 | the finish card of the first to fifth racing camel on the winner deck |
| 41 to 45 | the same on the loser deck |
| 46 to 53 | partnership with seat 0 to 7 |

A set of actions is a 64-bit word with a bit for each.
"""

from camelup.compiled import inlined
from camelup.core.actions import Action, JoinPartner, PlaceTile, PlayCard, Roll, TakeTicket
from camelup.core.edition import MAX_PLAYERS, SPACES, Camel, Deck, Edition, Side
from camelup.core.errors import InvalidActionError, quoted
from camelup.core.race import RACERS
from camelup.core.tiles import FIRST_TILE_SPACE
from camelup.core.validity import find_edition

ROLL = 0
"""The number of a roll."""
TICKETS = ROLL + 1
"""The number of the first racing camel's ticket; the others follow."""
TILES = TICKETS + RACERS
"""The number of a cheering tile on space 2; booing on 2 and the other spaces follow."""
WINNERS = TILES + 2 * (SPACES + 1 - FIRST_TILE_SPACE)
"""The number of the first racing camel's card on the winner; the others follow."""
LOSERS = WINNERS + RACERS
"""The number of the first racing camel's card on the loser; the others follow."""
PARTNERS = LOSERS + RACERS
"""The number of a partnership with seat 0; the other seats follow."""
ACTIONS = PARTNERS + MAX_PLAYERS
"""How many numbers there are."""

TICKET_BITS = ((1 << RACERS) - 1) << TICKETS
TILE_BITS = ((1 << (WINNERS - TILES)) - 1) << TILES
CARD_BITS = ((1 << (PARTNERS - WINNERS)) - 1) << WINNERS
PARTNER_BITS = ((1 << MAX_PLAYERS) - 1) << PARTNERS

_SIDES = (Side.CHEERING, Side.BOOING)


@inlined
def tile_space(number: int) -> int:
    """Return the space of the action that places a tile."""
    return FIRST_TILE_SPACE + ((number - TILES) >> 1)


@inlined
def is_booing(number: int) -> int:
    """Return 1 if the action that places a tile puts the booing side up, otherwise 0: its place in the sides."""
    return (number - TILES) & 1


def encode_action(edition: Edition | int, action: Action) -> int:
    """Return the number of an action.

    >>> from camelup.core.edition import SECOND
    >>> encode_action(SECOND, PlaceTile(5, Side.BOOING))
    13
    """
    edition = find_edition(edition, allow_variant=True)
    match action:
        case Roll():
            return ROLL
        case TakeTicket(Camel() as camel) if camel in edition.racing:
            return TICKETS + edition.racing.index(camel)
        case PlaceTile(int() as space, Side() as side) if FIRST_TILE_SPACE <= space <= SPACES:
            return TILES + 2 * (space - FIRST_TILE_SPACE) + _SIDES.index(side)
        case PlayCard(Deck() as deck, Camel() as camel) if camel in edition.racing:
            return (WINNERS if deck is Deck.WINNER else LOSERS) + edition.racing.index(camel)
        case JoinPartner(int() as seat) if 0 <= seat < MAX_PLAYERS:
            return PARTNERS + seat
        case _:
            raise InvalidActionError("no_such_action", f"{quoted(action)} has no number in bulk play.")


def decode_action(edition: Edition | int, number: int) -> Action:
    """Return the action with a number.

    >>> from camelup.core.edition import FIRST
    >>> str(decode_action(FIRST, 38)), str(decode_action(FIRST, 6))
    ('winner o', 'tile 2+')
    """
    edition = find_edition(edition, allow_variant=True)
    try:
        given = int(number)  # a number out of an array is of a type that actions do not take
    except (TypeError, ValueError, OverflowError):
        given = -1
    if not 0 <= given < ACTIONS:
        raise InvalidActionError(
            "no_such_action", f"Actions are numbered from 0 to {ACTIONS - 1}, not {quoted(number)}."
        )
    number = given
    if number >= PARTNERS:
        return JoinPartner(number - PARTNERS)
    if number >= WINNERS:
        deck = Deck.LOSER if number >= LOSERS else Deck.WINNER
        return PlayCard(deck, edition.racing[(number - WINNERS) % RACERS])
    if number >= TILES:
        return PlaceTile(tile_space(number), _SIDES[is_booing(number)])
    return TakeTicket(edition.racing[number - TICKETS]) if number >= TICKETS else Roll()
