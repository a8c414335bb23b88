"""What a connected client asks for: each message is checked against the seats that its own secret holds, then done."""

from collections.abc import Callable
from functools import lru_cache

import msgspec

from camelup.core.actions import Action
from camelup.core.errors import CamelUpError, RequestError
from camelup.fair_dice import new_secret
from camelup.formats.json_codec import VERSION, from_json
from camelup.server import deciding, log
from camelup.server.connection import Connection
from camelup.server.hall import Hall
from camelup.server.protocol import (
    Act,
    AddComputer,
    ClientMessage,
    Done,
    GiveSeed,
    Hello,
    Leave,
    Mute,
    React,
    Refused,
    Rematch,
    Remove,
    Say,
    Seated,
    Sit,
    Start,
)
from camelup.server.room import Room
from camelup.server.table import LiveTable
from camelup.server.wording import clean_name


async def handle(hall: Hall, table: LiveTable, connection: Connection, message: ClientMessage) -> str | None:
    """Do what a client asks for, and answer it; give the code of what was refused."""
    try:
        if isinstance(message, Sit):
            await _sit(table, connection, message)
        else:
            await _do(hall, table, connection, message)
            if message.id is not None:
                connection.tell(Done(message.id, len(table.room.plies)))
    except CamelUpError as error:
        refuse(connection, error, message.id, len(table.room.plies))
        return error.code
    return None


def refuse(connection: Connection, error: CamelUpError, number: int | None = None, ply: int | None = None) -> None:
    """Tell a client what is wrong."""
    connection.tell(Refused(error.code, error.message, ply, number))


async def _do(hall: Hall, table: LiveTable, connection: Connection, message: ClientMessage) -> None:
    match message:
        case Act(seat):
            _check_seat(connection, seat)
            action = read_action(bytes(message.action))
            await table.act(seat, message.ply, action, "owner", is_due=lambda: seat in connection.seats)
        case Say(text):
            if not table.may_speak(_speaker(connection, message.seat)):
                raise RequestError("too_fast", "Wait a moment before you write again.")
            await table.change(lambda room: deciding.say(room, _speaker(connection, message.seat), text))
        case React(reaction):
            seat = _speaker(connection, message.seat)
            deciding.check_unmuted(table.room, seat)
            if not table.may_speak(seat):
                raise RequestError("too_fast", "Wait a moment before you react again.")
            hall.react(table.room.table, seat, reaction)
        case GiveSeed(seat, seed):
            await table.change(_as_owner(connection, seat, lambda room: deciding.give_seed(room, seat, seed)))
        case Leave(seat):
            await table.change(_as_owner(connection, seat, lambda room: deciding.leave(room, seat)))
        case Rematch():
            _speaker(connection, None)
            await _rematch(hall, table)
        case Hello():
            raise RequestError("message", "A connection says hello once.")
        case _:
            await table.change(_as_host(connection, message))


def _as_owner(
    connection: Connection, seat: int, decide: Callable[[Room], log.Happening]
) -> Callable[[Room], log.Happening]:
    """Give what a seat's owner decides; whose it is, is asked when it is decided: it may just have changed hands."""

    def decide_as_owner(room: Room) -> log.Happening:
        _check_seat(connection, seat)
        return decide(room)

    return decide_as_owner


def _as_host(connection: Connection, message: ClientMessage) -> Callable[[Room], log.Happening]:
    """Give what the host decides; whether it is the host is asked when it is decided."""

    def decide(room: Room) -> log.Happening:
        if room.host is None or room.host not in connection.seats:
            raise RequestError("not_host", "Only the host may do that.")
        match message:
            case AddComputer(level, seat):
                return deciding.add_computer(room, level, seat)
            case Remove(seat):
                return deciding.remove(room, seat)
            case Mute(seat, is_muted):
                return deciding.mute(room, seat, is_muted=is_muted)
            case Start():
                return deciding.start(room)
            case _:
                raise RequestError("message", "There is no such message.")

    return decide


async def _sit(table: LiveTable, connection: Connection, message: Sit) -> None:
    token = connection.token
    if token is None:
        raise RequestError("token", "Who wants to sit says hello with a token of his own.")
    name = clean_name(message.name)

    def decide(room: Room) -> log.Happening:
        return deciding.sit(room, token, name, message.seed, message.seat, is_program=message.is_program)

    seat = _find_own(table.room, token, name)
    if seat is None:
        try:
            await table.change(decide)
        except RequestError:
            if _find_own(table.room, token, name) is None:  # it may just have sat down in another tab
                raise
        seat = _find_own(table.room, token, name)
    connection.tell(Seated(-1 if seat is None else seat, list(connection.seats), message.id))


def _find_own(room: Room, token: str, name: str) -> int | None:
    """The seat that a token has under a name: to sit down twice is to sit down."""
    for seat in room.find_seats(token):
        holder = room.seats[seat]
        if holder is not None and holder.name == name:
            return seat
    return None


async def _rematch(hall: Hall, table: LiveTable) -> None:
    """Set up a rematch: one, however many ask for it at once, at however many processes."""
    code = await hall.store_rematch(table.room, deciding.rematch(table.room, new_secret()))

    def decide(room: Room) -> log.Happening:
        if room.rematch is not None:
            raise RequestError("rematched", "There is a rematch already.")
        return log.Rematched(code)

    await table.change(decide)


def read_action(form: bytes) -> Action:
    """Read the form of an action; people send the same few things again and again."""
    return _read_known(form) if len(form) <= _SHORT else _read(form)


def _read(form: bytes) -> Action:
    value = msgspec.json.decode(form)
    value = from_json({**value, "version": VERSION} if isinstance(value, dict) else value)
    if not isinstance(value, Action):
        raise RequestError("message", "This is no action.")
    return value


_SHORT = 80
"""No action that is written without blanks is longer; what strangers send is not to fill the memory."""
_read_known = lru_cache(maxsize=4096)(_read)


def _check_seat(connection: Connection, seat: int) -> None:
    if seat not in connection.seats:
        raise RequestError("not_your_seat", "This seat is not yours.")


def _speaker(connection: Connection, seat: int | None) -> int:
    """The seat that a client speaks for: the one that it names, or its first."""
    if seat is not None:
        _check_seat(connection, seat)
        return seat
    if not connection.seats:
        raise RequestError("not_your_seat", "Watchers have no say.")
    return connection.seats[0]
