"""What the server answers over HTTP: tables, finished games, odds, and how it is."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from camelup import __version__
from camelup.core.errors import CamelUpError, RequestError, StoreError
from camelup.formats.finished import FinishedGame
from camelup.formats.jsonform import to_json
from camelup.players import ENTRIES
from camelup.server.hall import Hall
from camelup.server.limits import Addresses, Allowance
from camelup.server.metrics import Metrics
from camelup.server.openapi import describe_api
from camelup.server.page import STYLE, show_page
from camelup.server.protocol import (
    MESSAGE_BYTES,
    PROTOCOL,
    ErrorForm,
    MadeTable,
    NewTable,
    PlayerForm,
    ServerForm,
    TableList,
    TableState,
)
from camelup.server.room import Room
from camelup.server.schema import describe_protocol
from camelup.server.seeing import view_form
from camelup.server.store.base import Store
from camelup.server.workers import Workers

_T = TypeVar("_T")
_CODES = {"no_table": 404, "not_finished": 409, "too_many": 429, "too_fast": 429, "busy": 503, "too_large": 413}
_ODDS_RATE, _ODDS_AT_ONCE = 20.0, 60.0
_MOST_ASKERS = 10_000

Answer = Callable[[Request], Awaitable[Response]]


class Api:
    """The answers; each is a method that `routes` names."""

    def __init__(self, hall: Hall, store: Store, workers: Workers, metrics: Metrics, addresses: Addresses) -> None:
        self._hall = hall
        self._store = store
        self._workers = workers
        self._metrics = metrics
        self._addresses = addresses
        self._askers: dict[str, Allowance] = {}
        self.is_closing = False

    @property
    def routes(self) -> list[Route]:
        """What is found where; openapi.py describes the same list."""
        return [
            Route("/", self._answering(self.show_start)),
            Route("/style.css", self._answering(self.show_style)),
            Route("/api/tables", self._answering(self.list_tables)),
            Route("/api/tables", self._answering(self.make_table), methods=["POST"]),
            Route("/api/tables/{table}", self._answering(self.show_table)),
            Route("/api/games/{table}", self._answering(self.show_game)),
            Route("/api/odds", self._answering(self.compute_odds), methods=["POST"]),
            Route("/api/players", self._answering(self.list_players)),
            Route("/api/server", self._answering(self.show_server)),
            Route("/api/openapi.json", self._answering(self.show_openapi)),
            Route("/api/protocol.json", self._answering(self.show_protocol)),
            Route("/health", self._answering(self.show_health)),
            Route("/ready", self._answering(self.show_ready)),
            Route("/metrics", self._answering(self.show_metrics)),
        ]

    def _answering(self, answer: Answer) -> Answer:
        async def answer_or_refuse(request: Request) -> Response:
            try:
                return await answer(request)
            except CamelUpError as error:
                self._metrics.count("camelup_refusals_total", "code", error.code)
                status = 503 if isinstance(error, StoreError) else _CODES.get(error.code, 400)
                return _json(ErrorForm(error.code, error.message), status)

        return answer_or_refuse

    # --- Tables -----------------------------------------------------------------------------------------------

    async def show_start(self, _request: Request) -> Response:
        """One small page that says what this is, with the open tables."""
        return HTMLResponse(show_page(await self._hall.list_open()))

    async def show_style(self, _request: Request) -> Response:
        """How that page looks."""
        return Response(STYLE, media_type="text/css")

    async def list_tables(self, _request: Request) -> Response:
        """List the open tables."""
        return _json(TableList(await self._hall.list_open()))

    async def make_table(self, request: Request) -> Response:
        """Make a table."""
        wanted = _read(await _body(request), NewTable)
        self._addresses.make_table(_address(request))
        code = await self._hall.make(wanted)
        return _json(MadeTable(code, f"/table/{code}"), 201)

    async def show_table(self, request: Request) -> Response:
        """Show a table as a watcher sees it."""
        async with self._hall.visit(request.path_params["table"]) as table:
            room = table.room
            view = None if room.state is None else view_form(room.view(None))
            return _json(TableState(table.describe(), view))  # type: ignore[arg-type]  # written already

    async def show_game(self, request: Request) -> Response:
        """Give the record of a finished game, with all that is needed to check its dice."""
        room = await self._hall.read_room(request.path_params["table"])
        return Response(describe_game(room), media_type="application/json")

    # --- Odds -------------------------------------------------------------------------------------------------

    async def compute_odds(self, request: Request) -> Response:
        """Compute the odds of any position, and what actions are worth."""
        body = await _body(request)
        if len(self._askers) >= _MOST_ASKERS:
            self._askers.clear()
        asker = self._askers.setdefault(_address(request), Allowance(_ODDS_RATE, _ODDS_AT_ONCE))
        if not asker.take():
            raise RequestError("too_fast", "You ask for too many odds; wait a moment.")
        return Response(await self._workers.compute_position(body), media_type="application/json")

    async def list_players(self, _request: Request) -> Response:
        """List the computer players, from the weakest to the strongest."""
        return _json([PlayerForm(entry.name, entry.title, entry.description, entry.face) for entry in ENTRIES.values()])

    # --- The server -------------------------------------------------------------------------------------------

    async def show_server(self, _request: Request) -> Response:
        """Tell the versions."""
        return _json(ServerForm(__version__, PROTOCOL))

    async def show_openapi(self, _request: Request) -> Response:
        """Describe all of this, as OpenAPI."""
        return _json(describe_api())

    async def show_protocol(self, _request: Request) -> Response:
        """Describe the messages of live tables, as JSON Schema."""
        return _json(describe_protocol())

    async def show_health(self, _request: Request) -> Response:
        """Say that the process is alive."""
        return PlainTextResponse("ok\n")

    async def show_ready(self, _request: Request) -> Response:
        """Say whether tables can be served: the database takes entries, and the server is not stopping."""
        if self.is_closing:
            raise RequestError("busy", "The server is stopping.")
        await self._store.check()
        return PlainTextResponse("ok\n")

    async def show_metrics(self, _request: Request) -> Response:
        """Give the figures for Prometheus."""
        return PlainTextResponse(self._metrics.write(), media_type="text/plain; version=0.0.4")


def describe_game(room: Room) -> bytes:
    """Give a finished game as docs/notation.md has it; RequestError while it is going on."""
    if room.status != "finished":
        raise RequestError("not_finished", "This game is not over; its record is secret until then.")
    game = FinishedGame(room.record, room.dice.proof(is_first_random=room.is_first_random))
    return msgspec.json.encode(to_json(game))


def _json(value: Any, status: int = 200) -> Response:  # noqa: ANN401
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def _read(body: bytes, kind: type[_T]) -> _T:
    try:
        return msgspec.json.decode(body or b"{}", type=kind)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise RequestError("message", f"This request cannot be read: {str(error)[:200]}.") from None


async def _body(request: Request) -> bytes:
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MESSAGE_BYTES:
            raise RequestError("too_large", f"A request has at most {MESSAGE_BYTES} bytes.")
    return bytes(body)


def _address(request: Request) -> str:
    return request.client.host if request.client else "?"
