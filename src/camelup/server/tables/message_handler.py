"""Carries out the requests of connected clients, after checking them against the seats that the client holds."""

from collections.abc import Callable
from functools import lru_cache

import msgspec

from camelup.core.actions import Action
from camelup.core.errors import CamelUpError, RequestError
from camelup.fair_dice import new_secret
from camelup.formats.json_codec import VERSION, from_json
from camelup.protocol.fields import UNREADABLE
from camelup.protocol.messages import Done, Refused, Seated
from camelup.protocol.requests import (
    Act,
    AddComputer,
    ClientMessage,
    GiveSeed,
    Hello,
    Leave,
    Mute,
    React,
    Rematch,
    Remove,
    Reopen,
    Say,
    SetOpen,
    Sit,
    Start,
)
from camelup.server.address import address_group
from camelup.server.tables import commands, events
from camelup.server.tables.connection import Connection
from camelup.server.tables.manager import TableManager
from camelup.server.tables.sanitize import clean_name
from camelup.server.tables.session import TableSession
from camelup.server.tables.state import TableState


async def handle(
    manager: TableManager, session: TableSession, connection: Connection, message: ClientMessage
) -> str | None:
    """Do what a client asks for, and answer it; give the code of what was refused."""
    try:
        if isinstance(message, Sit):
            await _sit(manager, session, connection, message)
        else:
            await _do(manager, session, connection, message)
            if message.id is not None:
                connection.send(Done(message.id, len(session.table.plies)))
    except CamelUpError as error:
        refuse(connection, error, message.id, len(session.table.plies))
        return error.code
    return None


def refuse(connection: Connection, error: CamelUpError, number: int | None = None, ply: int | None = None) -> None:
    """Send a client the reason for a refusal."""
    connection.send(Refused(error.code, error.message, ply, number))


async def _do(manager: TableManager, session: TableSession, connection: Connection, message: ClientMessage) -> None:
    match message:
        case Act(seat):
            _check_seat(connection, seat)
            action = read_action(bytes(message.action))
            await session.act(seat, message.ply, action, "owner", is_due=lambda: seat in connection.seats)
        case Say():
            await _say(session, connection, message)
        case React():
            _react(manager, session, connection, message)
        case GiveSeed(seat, seed):
            await session.change(_as_owner(connection, seat, lambda table: commands.give_seed(table, seat, seed)))
        case Leave(seat):
            await session.change(_as_owner(connection, seat, lambda table: commands.leave(table, seat)))
        case Rematch():
            _speaker(connection, None)
            await _rematch(manager, session)
        case Hello():
            raise RequestError("message", "Say hello only once.")
        case _:
            await session.change(_as_host(connection, message))


async def _say(session: TableSession, connection: Connection, message: Say) -> None:
    if not session.may_speak(_speaker(connection, message.seat)):
        raise RequestError("too_fast", "Wait a moment before your next message.")
    await session.change(lambda table: commands.say(table, _speaker(connection, message.seat), message.text))


def _react(manager: TableManager, session: TableSession, connection: Connection, message: React) -> None:
    seat = _speaker(connection, message.seat)
    commands.check_unmuted(session.table, seat)
    if not session.may_speak(seat):
        raise RequestError("too_fast", "Wait a moment before your next reaction.")
    manager.react(session.table.code, seat, message.reaction)


def _as_owner(
    connection: Connection, seat: int, decide: Callable[[TableState], events.TableEvent]
) -> Callable[[TableState], events.TableEvent]:
    """Give what a seat's owner decides; whose it is, is asked when it is decided: it may just have changed hands."""

    def decide_as_owner(table: TableState) -> events.TableEvent:
        _check_seat(connection, seat)
        return decide(table)

    return decide_as_owner


def _as_host(connection: Connection, message: ClientMessage) -> Callable[[TableState], events.TableEvent | None]:
    """Give what the host decides; whether it is the host is asked when it is decided."""

    def decide(table: TableState) -> events.TableEvent | None:
        if table.host is None or table.host not in connection.seats:
            raise RequestError("not_host", "Only the host can do that.")
        match message:
            case AddComputer(level, seat):
                return commands.add_computer(table, level, seat)
            case Remove(seat):
                return commands.remove(table, seat)
            case Reopen(seat, lets_back):
                return commands.reopen(table, seat, lets_back=lets_back)
            case SetOpen(is_open):
                return commands.set_open(table, is_open=is_open)
            case Mute(seat, is_muted):
                return commands.mute(table, seat, is_muted=is_muted)
            case Start():
                return commands.start(table)
            case _:
                raise RequestError("message", "There is no such message.")

    return decide


async def _sit(manager: TableManager, session: TableSession, connection: Connection, message: Sit) -> None:
    token = connection.token
    if token is None:
        raise RequestError("token", "Say hello with a token before you sit down.")
    name = clean_name(message.name)

    def decide(table: TableState) -> events.TableEvent:
        event = commands.sit(table, token, name, message.seed, message.seat, is_program=message.is_program)
        if not manager.seatings.take((table.code, address_group(connection.address))):  # only what is granted counts
            raise RequestError(
                "too_fast", "People at your address have sat down here very often. Try again in five minutes."
            )
        return event

    seat = _find_own(session.table, token, name)
    if seat is None:
        try:
            await session.change(decide)
        except RequestError:
            if _find_own(session.table, token, name) is None:  # it may just have sat down in another tab
                raise
        seat = _find_own(session.table, token, name)
    connection.send(Seated(-1 if seat is None else seat, list(connection.seats), message.id))


def _find_own(table: TableState, token: str, name: str) -> int | None:
    """The seat that a token has under a name: to sit down twice is to sit down."""
    for seat in table.find_seats(token):
        holder = table.seats[seat]
        if holder is not None and holder.name == name:
            return seat
    return None


async def _rematch(manager: TableManager, session: TableSession) -> None:
    """Set up a rematch: one, however many ask for it at once, at however many processes."""
    history = commands.rematch(session.table, new_secret(), version=await manager.find_version())
    code = await manager.store_rematch(session.table, history)

    def decide(table: TableState) -> events.TableEvent:
        if table.rematch is not None:
            raise RequestError("rematched", "There is already a rematch.")
        return events.Rematched(code)

    await session.change(decide)


def read_action(form: bytes) -> Action:
    """Read the form of an action; people send the same few things again and again."""
    if len(form) > _LONGEST:  # before anything is read: whatever else has a form may take long to be refused
        raise RequestError("message", f"An action has at most {_LONGEST} bytes.")
    return _read_known(form) if len(form) <= _SHORT else _read(form)


def _read(form: bytes) -> Action:
    try:
        value = msgspec.json.decode(form)
    except UNREADABLE as error:  # only now are its numbers and texts looked at
        raise RequestError("message", f"This action cannot be read: {str(error)[:200]}.") from None
    value = from_json({**value, "version": VERSION} if isinstance(value, dict) else value)
    if not isinstance(value, Action):
        raise RequestError("message", "That is not an action.")
    return value


_SHORT, _LONGEST = 80, 500
"""Bytes. No action that is written without blanks is longer than the first; what strangers send is not to fill the
memory, nor to keep others waiting."""
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
        raise RequestError("not_your_seat", "Watchers cannot do that.")
    return connection.seats[0]
