"""The server put together: tables, sockets and HTTP, from start to stop."""

import asyncio
import contextlib
import errno
import gc
import re
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterator

import uvicorn
from starlette.applications import Starlette
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.config import LOGGING_CONFIG
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from camelup.core.errors import RequestError, ServerError
from camelup.protocol.fields import MESSAGE_BYTES
from camelup.server.clock import SYSTEM_CLOCK, Clock
from camelup.server.configuration import Configuration
from camelup.server.error_log import count_broken
from camelup.server.games.erasure import Erasure
from camelup.server.games.game_pages import GamePages
from camelup.server.games.game_worker import GameWorker
from camelup.server.games.indexer import Indexer
from camelup.server.http.connection_guard import ConnectionGuard, make_protocols
from camelup.server.http.dispatch import ANY_METHOD, Dispatcher
from camelup.server.http.handlers import Handlers
from camelup.server.http.headers import HEADERS
from camelup.server.http.host import HostCheck, PeerNoter
from camelup.server.http.limits import AddressLimiter, address_of
from camelup.server.http.me import PersonalHandlers
from camelup.server.http.routes import make_routes
from camelup.server.http.socket import Sockets, refuse_socket
from camelup.server.http.static_files import StaticFiles
from camelup.server.http.transfers import Transfers
from camelup.server.metrics import Metrics
from camelup.server.store import make_store
from camelup.server.store.sqlite import SqliteStore
from camelup.server.tables.manager import TableManager
from camelup.server.thinking.reviews import Reviews
from camelup.server.thinking.workers import Workers
from camelup.server.time_slice import SHORTEST, set_time_slice

_PING_SECONDS, _PONG_SECONDS = 10.0, 8.0
"""A dead connection is found within their sum."""
_STOP_SECONDS = 5
_REQUEST_SECONDS = 1.0
"""Seconds that a request may still take when the server stops; then it is refused."""
_SOCKET = re.compile("/api/tables/([^/]+)/socket")
_BACKLOG = 2048
_UNREAD = 131_072
"""Bytes that the system may hold for a client who does not read: by itself it would hold megabytes for each."""


class App:
    """A server that is not running yet."""

    def __init__(self, configuration: Configuration, clock: Clock = SYSTEM_CLOCK) -> None:
        self.metrics = Metrics()
        self._store = make_store(configuration.database, configuration.data, clock=clock)
        self._workers = Workers(configuration.workers, seconds=configuration.think)
        self.manager = TableManager(self._store, self._workers, self.metrics, configuration, clock)
        limiter = AddressLimiter(configuration)
        self.reviews = Reviews(self._store, self._workers, self.metrics, configuration.review_playouts)
        self._game_worker = GameWorker()
        self.sockets = Sockets(self.manager, self.metrics, configuration, limiter)
        static_files = StaticFiles()
        games = GamePages(self.manager, self._game_worker)
        self.manager.on_rewriting.append(self.reviews.forget)
        self.indexer = Indexer(self._store, self.manager, self._game_worker, self.metrics)
        me = PersonalHandlers(
            self._store,
            self.manager,
            self.metrics,
            reviews=self.reviews,
            games=games,
            worker=self._game_worker,
            erasure=Erasure(self._store, self.manager, self._game_worker, self.indexer),
            limiter=limiter,
            body_seconds=configuration.idle_timeout / 2,
        )
        self.handlers = Handlers(
            self.manager,
            self._store,
            self._workers,
            self.metrics,
            configuration=configuration,
            reviews=self.reviews,
            games=games,
            limiter=limiter,
            transfers=Transfers(self._store, self.metrics),
            me=me,
        )
        host_check = HostCheck(configuration)
        self.dispatcher = Dispatcher(limiter, host_check, self.metrics, static_files, configuration.origins)
        self._watch()
        files = [
            self.dispatcher.route(path, {"GET": handler}, is_file=True)
            for path, handler in static_files.handlers.items()
        ]
        starlette = Starlette(routes=[*files, *make_routes(self.handlers, self.dispatcher)], lifespan=self._live)
        starlette.router.redirect_slashes = False
        # A target that does not begin with a slash matches no route, and must be limited and refused like any other.
        starlette.router.default = self.dispatcher.endpoint({ANY_METHOD: self.handlers.miss})
        front = _Front(starlette, self.sockets, limiter, host_check)
        self.asgi: ASGIApp = PeerNoter(ProxyHeadersMiddleware(front, trusted_hosts=list(configuration.proxies)))  # type: ignore[arg-type]  # uvicorn's own types of the same

    @contextlib.asynccontextmanager
    async def _live(self, _app: Starlette) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await self.indexer.close()
            await self.reviews.close()
            await self._game_worker.close()
            await self.manager.close()

    async def open(self) -> None:
        """Open the database, before anybody is let in; StoreError if it cannot be used."""
        await self.manager.start()
        self.indexer.start()

    async def close_doors(self) -> None:
        """Tell all clients that the server is stopping; requests have a moment to end by themselves."""
        self.handlers.is_closing = True
        self.sockets.send_closing()
        asyncio.get_running_loop().call_later(_REQUEST_SECONDS, self.dispatcher.turn_away)
        await asyncio.sleep(0.05)  # a moment for the messages to leave

    def _watch(self) -> None:
        watch, manager, workers = self.metrics.watch, self.manager, self._workers
        watch("camelup_connections", "Sockets that are open.", lambda: len(self.sockets.connections))
        watch("camelup_tables", "Tables at hand.", lambda: len(manager.sessions))
        watch("camelup_broken_tables", "Stored tables that could not be read.", count_broken)
        watch("camelup_tasks", "Tasks of the server's process.", _count_tasks)
        if isinstance(self._store, SqliteStore):
            health = self._store.health
            watch("camelup_database_failing", "Whether the last write failed.", lambda: health.is_failing)
            watch("camelup_database_failures_total", "Writes that have failed.", lambda: health.failures)
        watch("camelup_reviews_waiting", "Reviews that are not done.", lambda: self.reviews.waiting)
        watch("camelup_workers_waiting", "Jobs that wait for a worker.", lambda: workers.waiting)
        watch("camelup_workers_busy", "Workers at a job.", lambda: workers.busy)
        watch("camelup_workers_replaced_total", "Workers that had to be replaced.", lambda: workers.restarts)
        watch("camelup_workers_jobs_total", "Jobs that workers have done.", lambda: workers.done)
        games = self._game_worker
        watch("camelup_game_worker_waiting", "Games that wait for being replayed.", lambda: games.waiting)
        watch("camelup_game_worker_replaced_total", "Times the game worker had to be replaced.", lambda: games.restarts)
        watch("camelup_game_worker_jobs_total", "Games that it has replayed, read or refused.", lambda: games.done)


def _count_tasks() -> int:
    try:
        return len(asyncio.all_tasks())
    except RuntimeError:  # nothing runs yet
        return 0


class _Front:
    """Tells sockets from the rest, and adds to every answer what a browser needs to be strict with it."""

    def __init__(self, app: ASGIApp, sockets: Sockets, limiter: AddressLimiter, host_check: HostCheck) -> None:
        self._app = app
        self._sockets = sockets
        self._limiter = limiter
        self._host_check = host_check

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._open_socket(scope, receive, send)
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        await self._app(scope, receive, send_with_headers)

    async def _open_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = _SOCKET.fullmatch(scope["path"])
        try:
            self._limiter.ask(address_of(scope))
            await self._host_check.check(scope)
        except RequestError as error:
            await refuse_socket(scope, send, error)
            return
        if found is None:
            await send({"type": "websocket.close", "code": 1008, "reason": "no such socket"})
        else:
            await self._sockets.serve(found[1], scope, receive, send)


class _Server(uvicorn.Server):
    """uvicorn, but clients are told before their sockets close, and stopping by a signal is no failure."""

    def __init__(self, config: uvicorn.Config, app: App, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._ready = ready

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            try:
                loop.add_signal_handler(number, self.handle_exit, number, None)
            except NotImplementedError:  # the loop of Windows has none
                signal.signal(number, self.handle_exit)
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._app.close_doors()
        await super().shutdown(sockets)


def listen(host: str, port: int, others: int = 0) -> socket.socket:
    """Take a port before anything else is done, or one of the next `others`; ServerError if none is free."""
    for further in range(port, port + others):
        with contextlib.suppress(ServerError):
            return _listen(host, further)
    return _listen(host, port + others)


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, number, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, number)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _UNREAD)
            listening.bind(address)
            listening.listen(_BACKLOG)  # only now nobody else can have it
        except OSError:
            listening.close()
            raise
    except (OSError, UnicodeError) as error:  # a name too long for a host cannot even be asked for
        reason = (error.strerror if isinstance(error, OSError) else None) or "there is no such address"
        taken = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
        remedy = " Stop the program that listens there, or choose another port with --port." if taken else ""
        raise ServerError("port", f"Cannot listen on port {port} of {host[:100]}: {reason}.{remedy}") from error
    return listening


async def serve(
    configuration: Configuration, listening: socket.socket, ready: Callable[[], None], *, is_warm: bool = False
) -> None:
    """Serve until a signal says stop; `ready` is called once everything is there.

    `is_warm` starts what thinks at once, for somebody who wants to play in a moment: the first start takes long.
    """
    app = App(configuration)
    http, sockets = make_protocols(ConnectionGuard(configuration, app.metrics))
    config = uvicorn.Config(
        app.asgi,
        log_config=None,
        log_level="error",  # a warning is what a stranger can cause
        access_log=False,
        lifespan="on",
        http=http,
        ws=sockets,
        ws_max_size=MESSAGE_BYTES,
        ws_ping_interval=_PING_SECONDS,
        ws_ping_timeout=_PONG_SECONDS,
        ws_per_message_deflate=False,
        proxy_headers=False,  # the app reads them, and remembers who the proxy is
        server_header=False,
        timeout_graceful_shutdown=_STOP_SECONDS,
        backlog=_BACKLOG,
    )
    server = _Server(config, app, ready)
    with server.capture_signals():  # a signal while the database opens is no failure either
        await app.open()
        config.log_config = LOGGING_CONFIG  # only now: it closes all other handlers of this process
        config.configure_logging()
        if is_warm:
            app.manager.warm()
        _calm_collector()
        set_time_slice(SHORTEST)  # a worker on the same core hands it back at once
        await server.serve(sockets=[listening])


def _calm_collector() -> None:
    """Let Python look for garbage in circles less often: what a table makes and drops has none."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
