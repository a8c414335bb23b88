"""All tables: found by their code, loaded when somebody comes, unloaded when everybody has gone."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import count

import msgspec

from camelup.core.errors import CamelUpError
from camelup.fair_dice import new_secret
from camelup.protocol.fields import Reaction
from camelup.protocol.http import ListedTable, NewTable
from camelup.protocol.messages import Reacted
from camelup.server.clock import SYSTEM_CLOCK, Clock, PastTimes
from camelup.server.configuration import Configuration
from camelup.server.error_log import report
from camelup.server.metrics import Metrics
from camelup.server.store.base import ANY_TABLE, EVERY_TABLE, Entry, Listed, Store
from camelup.server.tables import commands, events
from camelup.server.tables.bounds import SEATINGS_OF_ADDRESS
from camelup.server.tables.codes import draw_code, is_code, rematch_code
from camelup.server.tables.listing import read_listed
from camelup.server.tables.loading import check_loaded, reading_log
from camelup.server.tables.log_reading import no_table, read_log
from camelup.server.tables.missed_turns import MissedTurns
from camelup.server.tables.pacing import Pacer
from camelup.server.tables.people_count import PeopleCount
from camelup.server.tables.presence import Presence
from camelup.server.tables.scheduler import TableScheduler
from camelup.server.tables.seat_index import index_rows
from camelup.server.tables.session import TableSession
from camelup.server.tables.state import TableState
from camelup.server.thinking.workers import Workers
from camelup.server.token_bucket import TokenBuckets

_HEARTBEAT = 1.0
_LONGEST_SWEEP = 60.0
_SWEEPS = 4
"""How many times tables are looked at within the time after which an empty one ends."""
_SWEPT_AT_ONCE = 200
_MOST_GAMES = 50
"""How many finished games are listed."""
_EVERYBODY = "*"
"""Stands for no table in a message to all processes; one of an older version ignores it."""


class _Notice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What processes send each other about a table."""

    presence: Presence | None = None
    reacted: Reacted | None = None
    asks_all: bool = False
    """Whether the others are to say who is at each of their tables."""
    is_rewritten: bool = False
    """Entries of its log were changed: whoever has read them must forget them."""


@dataclass
class _Open:
    session: TableSession
    scheduler: TableScheduler
    users: int = 0
    empty_since: float = 0.0


class TableManager:
    """The tables of a server."""

    def __init__(
        self,
        store: Store,
        workers: Workers,
        metrics: Metrics,
        configuration: Configuration,
        clock: Clock = SYSTEM_CLOCK,
    ) -> None:
        self._store = store
        self._clock = clock
        self._workers = workers
        self._metrics = metrics
        self._configuration = configuration
        self._open: dict[str, _Open] = {}
        self._opening: dict[str, asyncio.Future[_Open]] = {}
        self._living: frozenset[str] = frozenset()
        self._chores: list[asyncio.Task[None]] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._past = PastTimes(clock, configuration.empty)
        self._missed = MissedTurns()
        self.on_rewriting: list[Callable[[str | None], None]] = [self._missed.forget]
        """Called with a table whose log was changed, None if it may be any: what was made of it is out of date."""
        self.seatings: TokenBuckets[tuple[str, str]] = TokenBuckets(SEATINGS_OF_ADDRESS)
        """By table and address. They outlive the session: nobody gets more by waiting until a table is put away."""
        self._people = PeopleCount(self._count_people, clock)
        self._occupied: dict[str, float] = {}
        """When somebody last came to a table or left it, at any process; the log shows only when something was done."""

    async def start(self) -> None:
        """Begin with what is to be done all the time."""
        await self._store.open(self._grown, self._heard)
        self._past = PastTimes(self._clock, self._configuration.empty)
        sweep = max(_HEARTBEAT, min(_LONGEST_SWEEP, self._configuration.empty / _SWEEPS))
        self._chores = [
            asyncio.create_task(self._repeat(_HEARTBEAT, self._beat)),
            asyncio.create_task(self._repeat(sweep, self._sweep)),
        ]

    async def close(self) -> None:
        """Put all tables away, once what is being written has been written."""
        for chore in self._chores:
            chore.cancel()
        for opened in self._open.values():
            opened.scheduler.stop()
        await self._workers.close()  # also for those who wait until they are warm
        await asyncio.gather(*self._chores, *self._tasks, return_exceptions=True)
        await self._store.close()

    @property
    def sessions(self) -> list[TableSession]:
        """Those at hand."""
        return [opened.session for opened in self._open.values()]

    # --- Making and finding -----------------------------------------------------------------------------------

    async def make(self, wanted: NewTable) -> str:
        """Make a table; give its code."""
        version = await self.find_version()
        made = commands.create(wanted.settings, new_secret(), title=wanted.title, version=version)
        history: list[events.TableEvent] = [made]
        table = _begin_table("", history)
        claim = wanted.token and commands.claim(table, commands.hash_token(wanted.token))
        for computer in wanted.computers:
            event = commands.add_computer(table, computer.level, computer.seat)
            table.apply_entry(Entry(table.number + 1, 0.0, events.write_event(event)))
            history.append(event)
        if claim and None in table.seats:
            history.insert(1, claim)
        if None not in table.seats:
            history.append(commands.start(table))  # nobody can sit down who would: it goes on when somebody watches
        if wanted.computers or wanted.settings.odds != "off":
            self.warm()  # people take a moment to sit down
        return await self.store_new(history)

    async def find_version(self) -> int:
        """Give the version of a new table: the newest one that all processes know, older ones included."""
        return events.readable_version(await self._store.oldest_version())

    def warm(self) -> None:
        """Start what thinks, before anybody needs it: the first start takes long."""
        self._begin(self._workers.warm())

    async def store_new(self, history: list[events.TableEvent]) -> str:
        """Store a table that begins with all of this; give its code."""
        while True:
            code = draw_code()
            if await self._add(code, history):
                return code

    async def store_rematch(self, before: TableState, history: list[events.TableEvent]) -> str:
        """Store the one rematch of a table, unless it is there already; give its code.

        The code follows from the game before it: two players who ask at the same moment, here or at another process,
        get the same table, and so does one who asks again because the server has died in between.
        """
        for number in count():
            code = rematch_code(before, number)
            if await self._add(code, history) or (await self.read_table(code)).before == before.code:
                return code
        raise AssertionError("there is always another number")

    async def _add(self, code: str, history: list[events.TableEvent]) -> bool:
        now = self._clock.wall()
        entries = [Entry(number, now, events.write_event(event)) for number, event in enumerate(history, 1)]
        table = _begin_table(code, history)
        listed = Listed(code, now, now, table.summarize())
        is_new = await self._store.add_table(listed, entries, sorted(index_rows(table)))
        if is_new:
            self._metrics.count("camelup_tables_made_total")
        return is_new

    async def list_open(self) -> list[ListedTable]:
        """List open tables that are waiting or playing."""
        return self._describe(await self._store.list_tables(status=("waiting", "playing"), is_open=True))

    async def list_finished(self) -> list[ListedTable]:
        """List the latest finished games of open tables."""
        return self._describe(await self._store.list_open_games(_MOST_GAMES))

    def count_people(self) -> int:
        """Count the people at all tables, at all processes; at most a second late at this one."""
        return self._people.everywhere()

    def _count_people(self) -> dict[str, int]:
        return {code: opened.session.presence.count_people() for code, opened in self._open.items()}

    def _describe(self, listed: list[Listed]) -> list[ListedTable]:
        found = [read_listed(entry, self._people.at(entry.table)) for entry in listed]
        return [table for table in found if table is not None]

    def find_open(self, code: str) -> TableSession | None:
        """Give a table if it is open."""
        opened = self._open.get(code)
        return None if opened is None else opened.session

    async def find_listed(self, code: str) -> Listed:
        """Give what is stored beside a table's log, its status above all; RequestError if there is no such table."""
        with reading_log(code):
            listed = await self._store.find_table(code) if is_code(code) else None
        if listed is None:
            raise no_table()
        return listed

    async def read_log(self, code: str) -> list[Entry]:
        """Give the whole log of a table; RequestError if there is none."""
        with reading_log(code):
            return [entry async for entry in read_log(self._store, code)] if is_code(code) else []

    async def read_table(self, code: str) -> TableState:
        """Give a table as it stands, without opening it; RequestError if there is none."""
        if code in self._open:
            return self._open[code].session.table
        return await self._read_stored(code)

    async def _read_stored(self, code: str) -> TableState:
        table = TableState(code)
        with reading_log(code):
            if is_code(code):
                table.rewrites = await self._store.people.count_rewrites(code)  # before it is read, so never too late
                pacer = Pacer()
                async for entry in read_log(self._store, code):
                    table.apply_entry(entry)
                    await pacer.rest()
            if not table.number:
                raise no_table()
            check_loaded(table)
        table.turns.clear()  # few clients need these, and they can be replayed
        return table

    @asynccontextmanager
    async def visit(self, code: str) -> AsyncIterator[TableSession]:
        """Open a table, or find it open, and keep it so."""
        opened = await self._find(code)
        opened.users += 1
        try:
            yield opened.session
        finally:
            opened.users -= 1
            opened.empty_since = self._clock.monotonic()

    async def _find(self, code: str) -> _Open:
        if code in self._opening:  # also when it is among the open ones already: it may yet fail
            return await asyncio.shield(self._opening[code])
        if code in self._open:
            return self._open[code]

        def forget(opening: asyncio.Future[_Open]) -> None:
            del self._opening[code]
            if not opening.cancelled():
                opening.exception()  # nobody may be waiting any more

        self._opening[code] = asyncio.ensure_future(self._load(code))
        self._opening[code].add_done_callback(forget)
        return await asyncio.shield(self._opening[code])

    async def _load(self, code: str) -> _Open:
        table = await self.read_table(code)
        session = TableSession(
            table,
            self._store,
            self._metrics,
            self._configuration.away_timeout,
            missed=self._missed,
            spread=lambda: self._spread(code),
            read_again=lambda: self._read_stored(code),
            clock=self._clock,
        )
        scheduler = TableScheduler(session, self._store, self._workers, self._metrics, self._configuration)
        opened = _Open(session, scheduler, empty_since=self._clock.monotonic())
        self._open[code] = opened
        try:
            scheduler.has_claim = await self._store.claim(code)
            await session.catch_up()  # entries that were added since it was read
        except BaseException:
            del self._open[code]
            raise
        opened.empty_since = self._clock.monotonic()  # the visitor who opened it is not counted yet
        scheduler.plan()  # it may have to be closed
        self._ask_who_is_there(code)
        if not scheduler.has_claim:
            self._begin(self._workers.warm())  # to be ready at once if the process dies that thinks for this table
        return opened

    # --- Between processes ------------------------------------------------------------------------------------

    def _grown(self, code: str, _number: int) -> None:
        if code in self._open:
            self._begin(self._open[code].session.catch_up())
        elif code == ANY_TABLE:  # the database was away
            for opened in self._open:
                self._begin(self._open[opened].session.catch_up())
                self._begin(self._open[opened].session.reload_if_rewritten())
                self._ask_who_is_there(opened)
            self._people.forget_others()
            self._ask_all()
            self._forget(None)

    def _heard(self, code: str, message: str) -> None:
        notice = msgspec.json.decode(message, type=_Notice)
        if notice.asks_all:
            for occupied in [code for code, opened in self._open.items() if opened.session.presence.connections]:
                self._spread(occupied)
            return
        self._occupied[code] = self._clock.monotonic()
        if notice.is_rewritten:
            self._forget(code)
        if notice.presence is not None:
            self._people.hear(code, notice.presence)
        opened = self._open.get(code)
        if opened is None:
            return
        if notice.is_rewritten:
            self._begin(opened.session.reload_if_rewritten())
        if notice.presence is not None:
            opened.session.hear(notice.presence)
            if notice.presence.wants_answer:
                self._notify(code, _Notice(presence=opened.session.presence.describe()))
        if notice.reacted is not None:
            opened.session.send_all(notice.reacted)

    async def spread_rewriting(self, code: str) -> None:
        """Let everything be forgotten that was known of a table's log, here and at other processes: it has changed."""
        self._forget(code)
        if self._has_others:
            await self._store.notify(code, msgspec.json.encode(_Notice(is_rewritten=True)).decode())
        if code in self._open:
            await self._open[code].session.reload_if_rewritten()

    def _forget(self, code: str | None) -> None:
        for forget in self.on_rewriting:
            forget(code)

    def _ask_who_is_there(self, code: str) -> None:
        """Tell other processes who is at a table here, and ask them the same."""
        self._notify(code, _Notice(presence=self._open[code].session.presence.describe(wants_answer=True)))

    def _ask_all(self) -> None:
        """Ask the other processes who is at their tables, also at those that are not open here."""
        self._notify(_EVERYBODY, _Notice(asks_all=True))

    def _spread(self, code: str) -> None:
        """Tell other processes who is at a table here."""
        self._occupied[code] = self._clock.monotonic()
        if code in self._open and self._has_others:  # to describe it takes a look at every connection
            self._notify(code, _Notice(presence=self._open[code].session.presence.describe()))

    def react(self, code: str, seat: int, reaction: Reaction) -> None:
        """Show a reaction at this process and at others; it is not kept."""
        reacted = Reacted(seat, reaction)
        self._open[code].session.send_all(reacted)
        self._notify(code, _Notice(reacted=reacted))

    @property
    def _has_others(self) -> bool:
        return len(self._store.living) > 1

    def _notify(self, code: str, notice: _Notice) -> None:
        if self._has_others:
            self._begin(self._store.notify(code, msgspec.json.encode(notice).decode()))

    # --- Chores -----------------------------------------------------------------------------------------------

    async def _repeat(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except CamelUpError:
                pass  # the database is away: the next time, then
            except Exception as fault:  # noqa: BLE001 - a chore that ended for good would leave every table open
                report(fault)
                self._metrics.count("camelup_faults_total")

    async def _beat(self) -> None:
        """Take over what dead processes did, and put away what nobody needs."""
        known, self._living = self._living, self._store.living
        if self._living - known:  # somebody may be at a process that is new, or was taken for dead
            for code in self._open:
                self._ask_who_is_there(code)
            self._ask_all()
        self._people.forget_dead(self._living)
        for code, opened in list(self._open.items()):
            opened.session.forget_dead()
            # Asked again and again: a process that was taken for dead for a while has lost its claims.
            had_claim, opened.scheduler.has_claim = opened.scheduler.has_claim, await self._store.claim(code)
            if opened.scheduler.has_claim != had_claim:
                opened.scheduler.plan()
            if opened.users == 0 and self._clock.monotonic() - opened.empty_since > self._configuration.unload_delay:
                await self._put_away(code)

    async def _put_away(self, code: str) -> None:
        """Let a table go, unless somebody comes to it meanwhile, or is about to: opening it may take long."""
        opened = self._open.get(code)
        if opened is None or opened.users or code in self._opening:
            return
        opened.scheduler.stop()
        if opened.scheduler.has_claim:
            # A client that comes meanwhile finds the table without a claim, and the next beat claims it again.
            opened.scheduler.has_claim = False
            await self._store.release(code)
        if opened.users == 0 and self._open.get(code) is opened:
            del self._open[code]

    async def _sweep(self) -> None:
        """End tables that nobody has been at for long.

        Who was there before this process began is not known, so that everything counts as occupied until then.
        """
        vacant = self._clock.monotonic() - self._configuration.empty
        self._occupied = {code: at for code, at in self._occupied.items() if at > vacant}
        before = self._past.before()
        if before is None:
            return
        listed = await self._store.list_tables(status=("waiting", "playing"), before=before, limit=EVERY_TABLE)
        stale = [entry.table for entry in listed if entry.table not in self._occupied]
        for code in stale[:_SWEPT_AT_ONCE]:
            with suppress(CamelUpError):  # one that cannot be ended does not keep the others
                await self._end(code)

    async def _end(self, code: str) -> None:
        opened = self._open.get(code)
        if (opened is not None and opened.users) or not await self._store.claim(code):
            return
        async with self.visit(code) as session:
            await session.change(lambda table: commands.close(table, is_empty=session.presence.is_empty))
        await self._put_away(code)

    def _begin(self, work: Awaitable[None]) -> None:
        async def do() -> None:
            with suppress(CamelUpError):  # what matters is stored; who missed something catches up
                await work

        task = asyncio.get_running_loop().create_task(do())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _begin_table(code: str, history: list[events.TableEvent]) -> TableState:
    table = TableState(code)
    for number, event in enumerate(history, 1):
        table.apply_entry(Entry(number, 0.0, events.write_event(event)))
    return table
