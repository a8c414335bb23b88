"""A seat at a live table, and a place to watch from.

async with sit_down("http://localhost:8000/table/abcd2345", "Ann's bot") as seat:
    async for view in seat.turns():
        await seat.act(view.legal[0])
"""

import asyncio
import re
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any

from camelup.client.address import TableAddress, read_link
from camelup.client.following import Following, Message
from camelup.client.news import News, Played
from camelup.client.reconnecting_socket import PATIENCE, LostError, ReconnectingSocket
from camelup.client.waiting import announcing, log_waiting
from camelup.core.actions import Action
from camelup.core.errors import RequestError
from camelup.core.state import replace_at
from camelup.core.view import View
from camelup.formats.finished_game import NotedGame
from camelup.formats.json_codec import to_json_value
from camelup.formats.record import NAME_LENGTH
from camelup.protocol.fields import PROTOCOL, TOKEN_PATTERN
from camelup.protocol.messages import ChatLine, TableForm

_SEED_BYTES = 16
_AGAIN = {"busy", "unavailable"}
"""Refusals that are over in a moment: the server is busy, or its database is away."""
_AGAIN_SECONDS = 0.5
_AGAIN_TIMES = 60


class Watcher:
    """Somebody at a table: it knows how everything stands, and hears the news."""

    def __init__(self, address: TableAddress, token: str | None, patience: float) -> None:
        self._address = address
        self._token = token
        self._following = Following(address)
        self._socket = ReconnectingSocket(address, self._greet, self._take, patience)
        self._changed = asyncio.Event()
        self._failure: BaseException | None = None
        self._asked: dict[int, asyncio.Future[Message]] = {}
        self._ids = 0

    @property
    def link(self) -> str:
        """The link of the table, as people share it."""
        return self._address.link

    @property
    def table(self) -> TableForm:
        """The table without its game: who sits where, how far it is."""
        return self._following.table

    @property
    def view(self) -> View | None:
        """The game as it is seen from here, None before it has begun."""
        return self._following.view

    @property
    def ply(self) -> int:
        """How many actions have been played."""
        return self._following.ply

    @property
    def chat(self) -> tuple[ChatLine, ...]:
        """What people wrote, the oldest first."""
        return tuple(self._following.chat)

    @property
    def noted(self) -> NotedGame:
        """What was noted so far: after the game, `camelup verify --noted` compares it with what is revealed."""
        return self._following.notes.noted

    @property
    def is_connected(self) -> bool:
        """Whether the server is there now; if not, it is being looked for."""
        return self._socket.is_open

    async def news(self) -> AsyncIterator[News]:
        """Give everything that has happened since this client came, then everything that happens, as it does.

        It ends with the table, once the game is over and a rematch has been agreed on, or when you stop reading.
        """
        number = 0
        while True:
            while number < len(self._following.news):
                number += 1
                yield self._following.news[number - 1]
            if self.table.status == "closed" or (self.table.is_over and self.table.rematch):
                return
            await self._wait()

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so; it is asked whenever something has happened."""
        while not is_so():
            await self._wait()

    # --- Connecting -------------------------------------------------------------------------------------------

    async def _open(self) -> None:
        await self._socket.open()

    async def _listen(self) -> None:
        try:
            await self._socket.listen(self._lose)
        except Exception as error:  # noqa: BLE001 - those who wait get the error
            self._failure = error
            self._lose()

    def _greet(self) -> dict[str, Any]:
        return {"type": "hello", "protocol": PROTOCOL, "token": self._token, "since": self._following.since}

    def _take(self, message: Message) -> None:
        self._following.take(message)
        number = message.get("id")
        if message["type"] == "error" and message["code"] == "message" and number is None:
            number = min(self._asked, default=None)  # it could not even be read; requests are answered in their order
        waiting = None if number is None else self._asked.pop(number, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(message)
        self._notify()

    def _lose(self) -> None:
        """Tell those who wait for an answer that there will be none."""
        for waiting in self._asked.values():
            if not waiting.done():
                waiting.set_exception(LostError())
        self._asked.clear()
        self._notify()

    def _notify(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def _wait(self) -> None:
        """Wait for something to happen; what has made an end of everything is raised."""
        if self._failure is None:
            await self._changed.wait()
        if self._failure is not None:
            raise self._failure


class Seat(Watcher):
    """A seat that is one's own."""

    def __init__(self, address: TableAddress, token: str, patience: float) -> None:
        super().__init__(address, token, patience)
        self._chosen_at: int | None = None
        self._seed: str | None = None

    @property
    def noted(self) -> NotedGame:
        """What was noted so far, with the seed that was drawn here, whatever the server says about it."""
        noted = super().noted
        if self._seed is None or not noted.seeds:
            return noted
        return replace(noted, seeds=replace_at(noted.seeds, self.number, self._seed))

    @property
    def token(self) -> str:
        """The secret that the seat belongs to: with it the seat can be taken again."""
        assert self._token is not None, "seats are taken with one"  # noqa: S101 - narrows the type
        return self._token

    @property
    def number(self) -> int:
        """The number of the seat; when the game begins, free seats go, and it may be another."""
        assert self._following.seat is not None, "somebody sits there"  # noqa: S101 - narrows the type
        return self._following.seat

    @property
    def name(self) -> str:
        """The name under which one sits."""
        return self._following.name or ""

    @property
    def has_place(self) -> bool:
        """Whether the seat is still one's own: before the start a host can remove a player."""
        return self._following.is_at_the_table

    @property
    def _has_ended(self) -> bool:
        return self.table.is_over or (self.view is not None and not self._following.is_at_the_table)

    @property
    def is_in_turn(self) -> bool:
        """Whether this seat is to act now."""
        return self._following.is_at_the_table and self.view is not None and bool(self.view.legal)

    async def turns(self) -> AsyncIterator[View]:
        """Give the view whenever it is this seat's turn, until the game is over; `act` then acts on that view."""
        seen = -1
        while not self._has_ended:
            if self.is_in_turn and self.view is not None and self.ply != seen:
                seen = self._chosen_at = self.ply
                yield self.view
            else:
                await self._wait()

    async def act(self, action: Action, ply: int | None = None) -> Played:
        """Perform an action that was chosen at a ply: by default that of the last of `turns`, or the current one.

        Gives what was then played: the action, or, if it came too late, what a stand-in (`played.by`) has played. When
        the connection is lost on the way it is sent again only if the server says that nothing was played.
        """
        if ply is None:
            ply = self.ply if self._chosen_at is None else self._chosen_at
        for _ in range(_AGAIN_TIMES):
            if (played := self._following.find_played(ply + 1)) is not None:
                return played
            try:
                await self._ask("act", seat=self.number, ply=ply, action=to_json_value(action))
                await self.until(lambda: self.ply > ply)
            except LostError:
                await self.until(lambda: self.is_connected)  # its welcome has what was played
            except RequestError as error:
                if error.code in _AGAIN:
                    await asyncio.sleep(_AGAIN_SECONDS)
                elif error.code != "stale" or self._following.find_played(ply + 1) is None:
                    raise
        raise RequestError("busy", "The server cannot store the action.")

    async def say(self, text: str) -> None:
        """Write to the table."""
        await self.ask("say", text=text, seat=self.number)

    async def react(self, reaction: str) -> None:
        """Show a reaction: camel, clap, laugh, cry, wow or sand."""
        await self.ask("react", reaction=reaction, seat=self.number)

    async def start(self) -> None:
        """Begin the game, as its host."""
        await self.ask("start")

    async def leave(self) -> None:
        """Leave the seat: before the start it is free again, after it a computer player has it for good."""
        await self.ask("leave", seat=self.number)

    async def rematch(self) -> str:
        """Play again, or go where somebody has set that up already; give the link of the new table."""
        with suppress(LostError):
            try:
                await self._ask("rematch")
            except RequestError as error:
                if error.code != "rematched":
                    raise
        return await self.moved()

    async def moved(self) -> str:
        """Wait until there is a rematch; give the link of the new table. The token is good there too."""
        await self.until(lambda: self.table.rematch is not None)
        assert self.table.rematch is not None, "just waited for"  # noqa: S101 - narrows the type
        return TableAddress(self._address.server, self.table.rematch).link

    async def ask(self, kind: str, **fields: Any) -> Message:  # noqa: ANN401 - JSON
        """Ask for anything of docs/protocol.md and give the answer; RequestError with the server's code if it refuses.

        It is asked for once: if the connection is lost before the answer comes, nobody knows whether it was done.
        """
        try:
            return await self._ask(kind, **fields)
        except LostError:
            raise RequestError("lost", "The connection was lost, so the result is unknown.") from None

    async def _ask(self, kind: str, **fields: Any) -> Message:  # noqa: ANN401 - JSON
        if self._failure is not None:
            raise self._failure
        self._ids += 1
        waiting = asyncio.get_running_loop().create_future()
        number, self._asked[self._ids] = self._ids, waiting
        try:
            await self._socket.send({"type": kind, "id": number, **fields})
            answer: Message = await waiting
        finally:
            self._asked.pop(number, None)
            if waiting.done() and not waiting.cancelled():
                waiting.exception()  # lost while it was being sent: asked for here, or asyncio complains
        if answer["type"] == "error":
            code, message = str(answer["code"]), str(answer["message"])
            raise RequestError(code, message)
        return answer

    # --- Sitting down -----------------------------------------------------------------------------------------

    async def take(self, name: str, *, is_program: bool) -> None:
        """Take the seat that one has already, or a free one."""
        seed = secrets.token_hex(_SEED_BYTES)
        self._look_from_own(name)
        while self._following.seat is None:
            try:
                await self._ask("sit", name=name, seed=seed, is_program=is_program)
                self._seed = seed
                if self._following.seat is None:
                    raise _removed()
            except LostError:
                await self.until(lambda: self.is_connected)
                self._look_from_own(name)
        if self.table.status == "waiting" and not self.table.dice.seeds[self.number]:
            await self._give_seed(seed)

    def _look_from_own(self, name: str) -> None:
        own = self._find_own(name)
        if own is not None:
            self._following.look_from(own)

    def _find_own(self, name: str) -> int | None:
        seats, held = self.table.seats, self._following.seats
        named = [seat for seat in held if seats[seat].name == name]
        if named or self.table.status == "waiting":
            return named[0] if named else None
        return held[0] if held else None

    async def _give_seed(self, seed: str) -> None:
        """Give one's part of the dice where one sits already, as after a rematch; the host may begin without it."""
        with suppress(LostError, RequestError):
            await self._ask("seed", seat=self.number, seed=seed)
            self._seed = seed

    async def _wait(self) -> None:
        self._check_seat()
        await super()._wait()
        self._check_seat()

    def _check_seat(self) -> None:
        if self.table.status == "waiting" and not self._following.is_at_the_table:
            raise _removed()


def _removed() -> RequestError:
    return RequestError("removed", "You no longer have a seat at this table.")


@asynccontextmanager
async def sit_down(  # noqa: PLR0913 - each is a choice that a program makes
    url: str,
    name: str,
    token: str | None = None,
    *,
    is_program: bool = True,
    patience: float = PATIENCE,
    on_waiting: Callable[[str], None] = log_waiting,
) -> AsyncIterator[Seat]:
    """Take a seat at the table of a link, or come back to one's own with its token; without one it is drawn.

    Leaving this does not give up the seat. `patience` is how many seconds a server that is gone is waited for. Until
    the game starts, `on_waiting` gets a sentence that says what is missing, after a few seconds and when it changes.
    """
    address = read_link(url)
    if not 0 < len(name) <= NAME_LENGTH:
        raise RequestError("name", f"A name needs 1 to {NAME_LENGTH} characters.")
    if token is not None and not re.fullmatch(TOKEN_PATTERN, token):
        raise RequestError("token", "A token needs 32 to 100 letters, digits, hyphens or underscores.")
    seat = Seat(address, token or secrets.token_urlsafe(32), patience)
    async with _connected(seat):
        await seat.take(name, is_program=is_program)
        async with announcing(seat, on_waiting):
            yield seat


@asynccontextmanager
async def watch(url: str, *, patience: float = PATIENCE) -> AsyncIterator[Watcher]:
    """Watch the table of a link."""
    watcher = Watcher(read_link(url), None, patience)
    async with _connected(watcher):
        yield watcher


@asynccontextmanager
async def _connected(watcher: Watcher) -> AsyncIterator[None]:
    """Keep a connection for as long as it is needed."""
    await watcher._open()  # noqa: SLF001 - the life of a watcher is kept here, out of sight of those who use it
    listening = asyncio.create_task(watcher._listen())  # noqa: SLF001
    try:
        yield
    finally:
        listening.cancel()
        with suppress(asyncio.CancelledError):
            await listening
        await watcher._socket.close()  # noqa: SLF001
