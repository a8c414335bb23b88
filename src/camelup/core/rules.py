"""The rules of the game: how it starts, what is legal, what chance may bring, and what an action does.

Everything here is a pure function of a `State`. Chance comes from outside: `chances` lists what a die may show,
the caller draws one, and passes it to `apply`.
"""

from fractions import Fraction
from functools import lru_cache
from typing import Any

from camelup.core import race
from camelup.core.actions import Action, Face, JoinPartner, PlaceTile, PlayCard, Roll, TakeTicket, seat_name
from camelup.core.edition import (
    MAX_PLAYERS,
    SPACES,
    STARTING_MONEY,
    TILE_REWARD,
    Camel,
    Deck,
    Edition,
    Side,
)
from camelup.core.errors import IllegalActionError, ImpossiblePositionError, InvalidActionError, quoted
from camelup.core.events import (
    CamelMoved,
    CardPlayed,
    DieRevealed,
    Event,
    GameEnded,
    GreyReason,
    LegScored,
    LegStarted,
    PartnersJoined,
    RaceEnded,
    TicketTaken,
    TileHit,
    TilePlaced,
)
from camelup.core.payouts import pay
from camelup.core.scoring import leg_rewards, score_decks
from camelup.core.state import Card, State, Table, Ticket, Tile, replace_at, sort_tickets, tile_bits
from camelup.core.tiles import open_spaces
from camelup.core.validity import (
    check_is_position,
    check_is_state,
    check_players,
    check_seat,
    check_track,
    find_edition,
)

STARTING_SPACES = (1, 2, 3)
"""Where racing camels start, by the number on their die."""
CRAZY_STARTING_SPACES = (16, 15, 14)
"""Where crazy camels start, by the number on the grey die."""
NUMBERS = (1, 2, 3)
"""The numbers on a die, each on two of its faces."""
FACES = 2 * len(NUMBERS)
"""How many faces a die has."""

_FIRST_HALF = 0x1FE
_ROLL = (Roll(),)
_TICKETS = {camel: TakeTicket(camel) for camel in Camel}
_PARTNERS = tuple(JoinPartner(seat) for seat in range(MAX_PLAYERS))


# --- The start ------------------------------------------------------------------------------------------------


def start(edition: Edition | int, players: int, track: int, first: int = 0) -> State:
    """Set up a game with camels already placed on their starting spaces."""
    edition = find_edition(edition, allow_variant=True)
    check_players(players)
    check_seat(first, players)
    _check_start(edition, track)
    return State(
        edition=edition,
        track=track,
        **_new_leg(edition, players),
        turn=first,
        leg=1,
        winner_deck=(),
        loser_deck=(),
        money=(STARTING_MONEY,) * players,
        hands=(edition.racing,) * players,
    )


def starting_spaces(edition: Edition) -> tuple[int, ...]:
    """Return where racing camels start, by the number on their die."""
    return tuple(edition.first_space - 1 + number for number in STARTING_SPACES)


def _new_leg(edition: Edition, players: int) -> dict[str, Any]:
    """Return the parts of the table that are reset for every leg."""
    return {
        "dice": edition.dice,
        "tents": (edition.ticket_values,) * len(edition.racing),
        "tickets": ((),) * players,
        "pyramid_tickets": (0,) * players,
        "tiles": (None,) * players,
        "partners": (None,) * players,
    }


def _check_start(edition: Edition, track: int) -> None:
    check_track(edition, track)
    for space, camel in race.running_order(track):
        allowed = starting_spaces(edition) if camel < race.FIRST_CRAZY else CRAZY_STARTING_SPACES
        if space not in allowed:
            kind = "crazy camel" if edition.camels[camel].is_crazy else "camel"
            reason = f"cannot start on space {space}, only on {min(allowed)} to {max(allowed)}"
            raise ImpossiblePositionError("camels", f"The {edition.camels[camel].colour} {kind} {reason}.")


# --- What is legal --------------------------------------------------------------------------------------------


def tile_spaces(table: Table, seat: int) -> int:
    """Return the spaces on which a seat may place its tile now, as bits (bit 5 for space 5)."""
    cheering, booing = tile_bits(table.tiles)
    tile = table.tiles[seat]
    own = 0 if tile is None else 1 << tile.space
    spaces = open_spaces(race.occupied(table.track), (cheering | booing) ^ own, own)
    return spaces if table.edition.is_official else spaces & table.edition.tile_spaces


def legal_by_kind(table: Table, hand: tuple[Camel, ...]) -> list[tuple[Action, ...]]:
    """List what the seat in turn may do with its hand, in a group for each kind of action that is possible."""
    if table.is_over:
        return []
    seat = table.turn
    groups: list[tuple[Action, ...]] = [_ROLL]
    tickets = tuple([_TICKETS[camel] for camel, tent in zip(table.edition.racing, table.tents, strict=True) if tent])
    if tickets:
        groups.append(tickets)
    spaces = tile_spaces(table, seat)
    tiles = _tile_actions(spaces & _FIRST_HALF) + _tile_actions(spaces & ~_FIRST_HALF)
    if tiles:
        groups.append(tiles)
    if hand:
        groups.append(_card_actions(hand))
    if table.edition.has_partnerships(table.players) and table.partners[seat] is None:
        partners = tuple(
            [
                action
                for action, partner in zip(_PARTNERS, table.partners, strict=False)
                if partner is None and action.seat != seat
            ]
        )
        if partners:
            groups.append(partners)
    return groups


def legal(state: State) -> tuple[Action, ...]:
    """List everything that the seat in turn may do: empty once the game is over, never empty before."""
    if not isinstance(state, State):
        raise ImpossiblePositionError(
            "position",
            f"A State is needed, such as `game.position` (a view has its own `legal`), not {quoted(state)}.",
        )
    return flatten(legal_by_kind(state, state.hands[state.turn]))


def flatten(groups: list[tuple[Action, ...]]) -> tuple[Action, ...]:
    """Return the actions of all groups in one list."""
    return tuple([action for group in groups for action in group])


@lru_cache(maxsize=512)  # every set of spaces in either half of the track, so that nearly all are found
def _tile_actions(spaces: int) -> tuple[Action, ...]:
    return tuple(PlaceTile(space, side) for space in range(1, SPACES + 1) if spaces >> space & 1 for side in Side)


@lru_cache(maxsize=256)
def _card_actions(hand: tuple[Camel, ...]) -> tuple[Action, ...]:
    # A plain letter equals its camel, so the cache cannot know who asked first: all get camels.
    return tuple(PlayCard(deck, Camel(camel)) for deck in Deck for camel in hand)


# --- Why something is refused ---------------------------------------------------------------------------------


def check(state: Table, action: Action, seat: int | None = None) -> None:
    """Refuse an action that is malformed or illegal, with the reason; `seat` is who wants to act, if in doubt."""
    check_is_position(state)
    if state.is_over:
        raise IllegalActionError("game_over", "The game is over.")
    if seat is not None and seat != state.turn:
        raise IllegalActionError("not_your_turn", "It is not your turn.")
    match action:
        case Roll():
            pass
        case TakeTicket(camel):
            _check_camel(state.edition, camel)
            if state.ticket_on_top(camel) is None:
                word = state.edition.words.ticket
                raise IllegalActionError("no_ticket_left", f"There is no {camel.colour} {word} left in this leg.")
        case PlaceTile(space, side):
            _check_tile(state, space, side)
        case PlayCard(deck, camel):
            word = state.edition.words.card
            if not isinstance(deck, Deck):
                raise InvalidActionError(
                    "no_such_deck", f"A {word} goes on the winner deck or on the loser deck, not on {quoted(deck)}."
                )
            if camel is None:
                raise InvalidActionError(
                    "no_such_camel", f"A {word} can only be played by somebody who knows its colour."
                )
            _check_camel(state.edition, camel)
            if camel not in state.hands[state.turn]:
                raise IllegalActionError("card_played", f"You have already played your {camel.colour} {word}.")
        case JoinPartner(partner):
            _check_partner(state, partner)
        case _:
            raise InvalidActionError("no_such_action", f"{quoted(action)} is not an action.")


def _check_camel(edition: Edition, camel: Camel) -> None:
    if not isinstance(camel, Camel):
        raise InvalidActionError(
            "no_such_camel", f"A camel is written as Camel.BLUE, for example, not {quoted(camel)}."
        )
    if camel not in edition.racing:
        raise InvalidActionError("no_such_camel", f"There is no {camel.colour} camel to bet on in this race.")


def _check_tile(state: Table, space: int, side: Side) -> None:
    if type(space) is not int or not 1 <= space <= SPACES:
        raise InvalidActionError("no_such_space", f"The track has spaces 1 to {SPACES}, not {quoted(space)}.")
    word = state.edition.words.tile
    if not state.edition.has_tiles:
        raise IllegalActionError("no_tiles", f"There is no {word} in this variant.")
    if not isinstance(side, Side):
        raise InvalidActionError("no_such_side", f"The side of a {word} is a member of Side, not {quoted(side)}.")
    if tile_spaces(state, state.turn) >> space & 1:
        return
    own = state.tiles[state.turn]
    others = {tile.space for seat, tile in enumerate(state.tiles) if tile and seat != state.turn}
    if space <= state.edition.first_space:
        raise IllegalActionError(
            "tile_on_space_1",
            f"A {word} may never lie on space {state.edition.first_space}, or before it."
            if state.edition.first_space > 1
            else f"A {word} may never lie on space 1.",
        )
    if own is not None and own.space == space:
        raise IllegalActionError("tile_not_moved", f"Your {word} must move to a different space.")
    if space in others:
        raise IllegalActionError("tile_on_tile", f"There is already a {word} on space {space}.")
    if race.occupied(state.track) >> space & 1:
        raise IllegalActionError("tile_on_camel", f"There is a camel on space {space}.")
    raise IllegalActionError("tile_next_to_tile", f"Space {space} is next to another {word}.")


def _check_partner(state: Table, partner: int) -> None:
    if type(partner) is not int or not 0 <= partner < state.players:
        raise InvalidActionError("no_such_seat", f"There is no seat {seat_name(partner)} at this table.")
    if not state.edition.has_partnerships(state.players):
        raise IllegalActionError("no_partnerships", "There are no betting partnerships in this game.")
    if partner == state.turn:
        raise IllegalActionError("partner_self", "You cannot be your own betting partner.")
    if state.partners[state.turn] is not None:
        raise IllegalActionError("has_partner", "You already have a betting partner in this leg.")
    if state.partners[partner] is not None:
        raise IllegalActionError("partner_taken", "That player already has a betting partner in this leg.")


# --- Chance ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def faces(edition: Edition, die: str) -> tuple[Face, ...]:
    """List the six faces of a die.

    >>> from camelup.core.edition import SECOND
    >>> " ".join(map(str, faces(SECOND, "r"))), " ".join(map(str, faces(SECOND, "x")))
    ('r1 r2 r3 r1 r2 r3', 'K1 K2 K3 W1 W2 W3')
    """
    colours = tuple(camel for camel in edition.racing if camel == die) * 2 or edition.crazy
    return tuple(Face(camel, number) for camel in colours for number in NUMBERS)


def chances(table: Table, action: Action) -> tuple[tuple[Face | None, Fraction], ...]:
    """List the outcomes of an action with their exact probabilities; only a roll has more than one, None."""
    check_is_position(table)
    if not isinstance(action, Action):
        raise InvalidActionError("no_such_action", f"{quoted(action)} is not an action.")
    if not isinstance(action, Roll):
        return ((None, Fraction(1)),)
    weights: dict[Face, Fraction] = {}
    for die in table.dice:
        for face in faces(table.edition, die):
            weights[face] = weights.get(face, Fraction(0)) + Fraction(1, FACES * len(table.dice))
    return tuple(weights.items())


@lru_cache(maxsize=4)
def _all_faces(edition: Edition) -> frozenset[Face]:
    return frozenset(face for die in edition.dice for face in faces(edition, die))


def is_face(edition: Edition, face: object) -> bool:
    """Return whether something is a face of one of the edition's dice."""
    is_typed = type(face) is Face and type(face.camel) is Camel and type(face.number) is int
    return is_typed and face in _all_faces(edition)


def _check_outcome(state: State, action: Action, outcome: Face | None) -> None:
    if isinstance(action, Roll):
        if outcome is None:
            raise InvalidActionError("no_outcome", "A roll needs the face of the die that came out.")
        if not is_face(state.edition, outcome):
            raise InvalidActionError("no_such_face", f"No die of this game shows {outcome!s:.40}.")
        if outcome.die not in state.dice:
            raise InvalidActionError("die_is_out", f"The die with {outcome!s} is not in the pyramid any more.")
    elif outcome is not None:
        raise InvalidActionError("needless_outcome", "Only a roll has an outcome.")


# --- What an action does --------------------------------------------------------------------------------------


def apply(state: State, action: Action, outcome: Face | None = None) -> tuple[State, tuple[Event, ...]]:
    """Let the seat in turn perform an action; return the new state and what happened.

    A refused action raises an `ActionError`; the old state is never touched.
    """
    check_is_state(state)
    check(state, action)
    return apply_unchecked(state, action, outcome)


def apply_unchecked(state: State, action: Action, outcome: Face | None = None) -> tuple[State, tuple[Event, ...]]:
    """Do what `apply` does with an action that has already passed `check`."""
    _check_outcome(state, action, outcome)
    seat = state.turn
    next_seat = (seat + 1) % state.players
    match action:
        case Roll():
            assert outcome is not None  # noqa: S101 - narrows the type of what is checked above
            return _roll(state, outcome, next_seat)
        case TakeTicket(camel):
            index = state.edition.racing.index(camel)
            value, *left = state.tents[index]
            ticket = Ticket(camel, value)
            tents = replace_at(state.tents, index, tuple(left))
            tickets = replace_at(state.tickets, seat, sort_tickets(state.edition, (*state.tickets[seat], ticket)))
            return state.replace(tents=tents, tickets=tickets, turn=next_seat), (TicketTaken(seat, ticket),)
        case PlaceTile(space, side):
            old = state.tiles[seat]
            tiles = replace_at(state.tiles, seat, Tile(space, side))
            placed = TilePlaced(seat, space, side, old.space if old else None)
            return state.replace(tiles=tiles, turn=next_seat), (placed,)
        case PlayCard(deck, camel):
            hands = replace_at(state.hands, seat, tuple([card for card in state.hands[seat] if card != camel]))
            field = "winner_deck" if deck is Deck.WINNER else "loser_deck"
            cards = (*getattr(state, field), Card(seat, camel))
            return state.replace(hands=hands, turn=next_seat, **{field: cards}), (CardPlayed(seat, deck, camel),)
        case JoinPartner(partner):
            partners = replace_at(replace_at(state.partners, seat, partner), partner, seat)
            return state.replace(partners=partners, turn=next_seat), (PartnersJoined(seat, partner),)


def _roll(state: State, face: Face, next_seat: int) -> tuple[State, tuple[Event, ...]]:
    """Move the camel that the die names, then score if that ended the leg or the race."""
    seat = state.turn
    reason = grey_reason(state.track) if face.camel.is_crazy else None
    camel = race.camel_to_move(state.track, state.edition.camels.index(face.camel))
    track, money, moves = _move(state, camel, face.number)
    state = state.replace(
        track=track,
        money=money,
        dice=state.dice.replace(face.die, ""),
        pyramid_tickets=replace_at(state.pyramid_tickets, seat, state.pyramid_tickets[seat] + 1),
        turn=next_seat,
    )
    events: list[Event] = [DieRevealed(seat, face, reason), *moves]
    if race.is_over(track):
        events.append(RaceEnded(is_clockwise=race.running_order(track)[-1][0] == race.OVER_THE_LINE))
        state = _finish(_score_leg(state, events), events)
    elif state.pyramid_tickets_left == 0:
        state = _next_leg(_score_leg(state, events))
        events.append(LegStarted(state.leg, state.turn))
    return state, tuple(events)


def grey_reason(track: int) -> GreyReason:
    """Return why `race.crazy_to_move` picks the crazy camel that it picks, with the grey die still in hand."""
    one, other = race.FIRST_CRAZY, race.FIRST_CRAZY + 1
    if race.carries_racer(track, one) != race.carries_racer(track, other):
        return GreyReason.ONLY_CARRIER
    if race.sits_directly_on(track, one, other) or race.sits_directly_on(track, other, one):
        return GreyReason.ON_TOP
    return GreyReason.SHOWN


def _move(state: State, camel: int, number: int) -> tuple[int, tuple[int, ...], list[Event]]:
    """Move a unit; return the new track, the money after a tile was paid, and the events."""
    cheering, booing = tile_bits(state.tiles)
    begin = race.space_of(state.track, camel)
    landed = race.landing(begin, camel, number)
    step = race.tile_step(landed, camel, cheering, booing)
    track = race.move(state.track, camel, number, cheering, booing, state.edition.first_space)
    stack = state.stacks[begin]
    unit = stack[stack.index(state.edition.camels[camel]) :]
    if step == 0:
        return track, state.money, [CamelMoved(unit, begin, race.space_of(track, camel), is_under=False)]
    owner, tile = next((owner, tile) for owner, tile in enumerate(state.tiles) if tile and tile.space == landed)
    end = race.space_of(track, camel)
    is_alone = len(unit) == [space for space, _ in race.running_order(track)].count(end)
    money = replace_at(state.money, owner, state.money[owner] + TILE_REWARD)
    return (
        track,
        money,
        [
            CamelMoved(unit, begin, landed, is_under=False),
            TileHit(owner, landed, tile.side, money[owner]),
            CamelMoved(unit, landed, end, is_under=tile.side is Side.BOOING and not is_alone),
        ],
    )


# --- The end of a leg and of the game -------------------------------------------------------------------------


def _score_leg(state: State, events: list[Event]) -> State:
    rewards = leg_rewards(state)
    events.append(LegScored(state.leg, state.ranking, rewards))
    return state.replace(money=tuple(pay(state.money[reward.seat], reward.total) for reward in rewards))


def _next_leg(state: State) -> State:
    """Return tickets, tiles, partnership cards and dice; the seat after the last roller opens the new leg."""
    return state.replace(**_new_leg(state.edition, state.players), leg=state.leg + 1)


def _finish(state: State, events: list[Event]) -> State:
    """Score both decks and count the money. The table is left as it stood, for everybody to look at."""
    scored = score_decks(state)
    money = list(state.money)
    for card in scored:
        money[card.seat] = card.money
    state = state.replace(money=tuple(money))
    ranking = state.ranking
    events += scored
    events.append(GameEnded(ranking[0], ranking[-1], state.money, state.victors))
    return state
