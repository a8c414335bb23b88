"""What the server answers over HTTP: tables, finished games, odds, and how it is."""

import asyncio
import zlib
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from camelup import __version__
from camelup.core.errors import CamelUpError, RequestError, StoreError
from camelup.players import ENTRIES
from camelup.protocol.messages import (
    MESSAGE_BYTES,
    PROTOCOL,
    RECORD_BYTES,
    ErrorForm,
    MadeTable,
    NewTable,
    PlayerForm,
    RecordForm,
    ServerForm,
    TableList,
    TableState,
)
from camelup.protocol.reviews import ReviewAnswer
from camelup.protocol.schema import describe_protocol
from camelup.server.configuration import Configuration
from camelup.server.error_log import INTERNAL, report
from camelup.server.http.fallback_page import STYLE, show_page, show_refusal
from camelup.server.http.limits import AddressLimiter
from camelup.server.http.network import find_network
from camelup.server.http.openapi import describe_api
from camelup.server.http.origin import OTHER_PAGE, is_own_page
from camelup.server.http.static_files import StaticFiles
from camelup.server.metrics import Metrics
from camelup.server.store.base import Store
from camelup.server.tables.game_summary import check_finished, describe_game, summarize_game
from camelup.server.tables.manager import TableManager
from camelup.server.tables.replays import check_record, replay_game, replay_record
from camelup.server.tables.view_serializer import view_form
from camelup.server.thinking.reviews import Reviewed, Reviews
from camelup.server.thinking.workers import Workers

_T = TypeVar("_T")
_CODES = {
    "origin": 403,
    "no_table": 404,
    "no_page": 404,
    "no_review": 404,
    "method": 405,
    "silent": 408,
    "not_finished": 409,
    "too_large": 413,
    "too_many": 429,
    "too_fast": 429,
    "internal": 500,
    "busy": 503,
    "closing": 503,
    "no_answer": 503,
}

_GZIP = 31
"""What zlib calls the window of a gzip file."""
_ANY = "*"
"""Stands for every method."""

Answer = Callable[[Request], Awaitable[Response]]


class Api:
    """The answers; each is a method that `routes` names."""

    def __init__(  # noqa: PLR0913 - it is made at one place
        self,
        manager: TableManager,
        store: Store,
        workers: Workers,
        metrics: Metrics,
        *,
        configuration: Configuration,
        reviews: Reviews,
        limiter: AddressLimiter,
        static_files: StaticFiles,
    ) -> None:
        self._manager = manager
        self._store = store
        self._workers = workers
        self._metrics = metrics
        self._configuration = configuration
        self._reviews = reviews
        self._limiter = limiter
        self._static_files = static_files
        self.is_closing = False

    @property
    def routes(self) -> list[Route]:
        """What is found where; openapi.py describes the same list."""
        found: dict[str, dict[str, Answer]] = {
            "/": {"GET": self.show_start},
            "/style.css": {"GET": self.show_style},
            "/api/tables": {"GET": self.list_tables, "POST": self.make_table},
            "/api/tables/{table}": {"GET": self.show_table},
            "/api/games/{table}": {"GET": self.show_game},
            "/api/games/{table}/summary": {"GET": self.summarize_game},
            "/api/games/{table}/replay": {"GET": self.replay_game},
            "/api/games/{table}/review": {"GET": self.review_game},
            "/api/replay": {"POST": self.replay_record},
            "/api/review": {"POST": self.review_record},
            "/api/review/{id}": {"GET": self.show_review},
            "/api/odds": {"POST": self.compute_odds},
            "/api/players": {"GET": self.list_players},
            "/api/server": {"GET": self.show_server},
            "/api/openapi.json": {"GET": self.show_openapi},
            "/api/protocol.json": {"GET": self.show_protocol},
            "/health": {"GET": self.show_health},
            "/ready": {"GET": self.show_ready},
            "/metrics": {"GET": self.show_metrics},
            "/{path:path}": {_ANY: self.miss},
        }
        # A route takes every method, so that what it does not know is refused here, like everything else.
        return [Route(path, _Answering(self, answers)) for path, answers in found.items()]

    async def answer(self, request: Request, answers: Mapping[str, Answer]) -> Response:
        """Answer, or say what is wrong."""
        try:
            self._limiter.ask(_address(request))
            return await self._choose(request, answers)(request)
        except CamelUpError as error:
            return self._refuse(request, error, answers)
        except ClientDisconnect:
            return Response(status_code=400)  # nobody is there to read it
        except Exception as fault:  # noqa: BLE001 - whatever it is, a client is told nothing of it
            report(fault)
            self._metrics.count("camelup_faults_total")
            return self._refuse(request, RequestError("internal", INTERNAL), answers)

    def _choose(self, request: Request, answers: Mapping[str, Answer]) -> Answer:
        answer = answers.get("GET" if request.method == "HEAD" else request.method) or answers.get(_ANY)
        if answer is None:
            raise RequestError("method", f"This takes {_name_methods(answers)}, not {request.method[:20]}.")
        if request.method == "POST" and not is_own_page(request.scope, self._configuration.origins):
            raise RequestError("origin", OTHER_PAGE)
        return answer

    def _refuse(self, request: Request, error: CamelUpError, answers: Mapping[str, Answer]) -> Response:
        self._metrics.count("camelup_refusals_total", "code", error.code)
        status = 503 if isinstance(error, StoreError) else _CODES.get(error.code, 400)
        headers = {"Allow": _name_methods(answers)} if error.code == "method" else {}
        if error.code == "silent":
            headers["Connection"] = "close"
        if not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", ""):
            if error.code == "no_page" and self._static_files.is_built:
                return self._static_files.show_lost(request)
            return HTMLResponse(show_refusal(error.message), status, headers)
        return _json(ErrorForm(error.code, error.message), status, headers)

    async def miss(self, _request: Request) -> Response:
        """Say that there is nothing here."""
        raise RequestError("no_page", "There is nothing at this address.")

    # --- Tables -----------------------------------------------------------------------------------------------

    async def show_start(self, _request: Request) -> Response:
        """One small page that says what this is, with the open tables."""
        return HTMLResponse(show_page(await self._manager.list_open()))

    async def show_style(self, _request: Request) -> Response:
        """How that page looks."""
        return Response(STYLE, media_type="text/css")

    async def list_tables(self, _request: Request) -> Response:
        """List the open tables."""
        return _json(TableList(await self._manager.list_open()))

    async def make_table(self, request: Request) -> Response:
        """Make a table."""
        wanted = _read(await self._body(request), NewTable)
        self._limiter.make_table(_address(request))
        code = await self._manager.make(wanted)
        return _json(MadeTable(code, f"/table/{code}"), 201)

    async def show_table(self, request: Request) -> Response:
        """Show a table as a watcher sees it."""
        async with self._manager.visit(request.path_params["table"]) as session:
            table = session.table
            view = None if table.state is None else view_form(table.view(None))
            return _json(TableState(session.describe(), view))  # type: ignore[arg-type]  # written already

    async def show_game(self, request: Request) -> Response:
        """Give the record of a finished game, with all that is needed to check its dice."""
        table = await self._manager.read_table(request.path_params["table"])
        return Response(describe_game(table), media_type="application/json")

    async def summarize_game(self, request: Request) -> Response:
        """Sum a finished game up for people."""
        table = await self._manager.read_table(request.path_params["table"])
        return Response(summarize_game(table), media_type="application/json")

    async def replay_game(self, request: Request) -> Response:
        """Show a finished game step by step."""
        table = await self._manager.read_table(request.path_params["table"])
        return Response(await asyncio.to_thread(replay_game, table), media_type="application/json")

    async def replay_record(self, request: Request) -> Response:
        """Show a game step by step whose record somebody brings along."""
        brought = _read(await self._body(request, RECORD_BYTES), RecordForm)
        return Response(await asyncio.to_thread(replay_record, brought.record), media_type="application/json")

    # --- Reviews ----------------------------------------------------------------------------------------------

    async def review_game(self, request: Request) -> Response:
        """Tell how far the review of a finished game is; whoever asks first begins it."""
        code = request.path_params["table"]
        reviewed = await self._reviews.find_game(code)
        if reviewed is None:
            table = await self._manager.read_table(code)
            check_finished(table)
            reviewed = self._reviews.begin_game(code, table.record, self._allow(request))
        return await _tell(request, reviewed)

    async def review_record(self, request: Request) -> Response:
        """Begin with the review of a game whose record somebody brings along."""
        brought = _read(await self._body(request, RECORD_BYTES), RecordForm)
        record = await asyncio.to_thread(check_record, brought.record)
        return await _tell(request, self._reviews.begin_record(record, self._allow(request)))

    def _allow(self, request: Request) -> Callable[[], None]:
        return lambda: self._limiter.review(_address(request))

    async def show_review(self, request: Request) -> Response:
        """Tell how far that is."""
        reviewed = self._reviews.find(request.path_params["id"])
        if reviewed is None:
            raise RequestError("no_review", "This review is not here any more: send the record again.")
        return await _tell(request, reviewed)

    # --- Odds -------------------------------------------------------------------------------------------------

    async def compute_odds(self, request: Request) -> Response:
        """Compute the odds of any position, and what actions are worth."""
        body = await self._body(request)
        return Response(await self._workers.compute_position(body), media_type="application/json")

    async def list_players(self, _request: Request) -> Response:
        """List the computer players, from the weakest to the strongest."""
        return _json([PlayerForm(entry.name, entry.title, entry.description, entry.face) for entry in ENTRIES.values()])

    # --- The server -------------------------------------------------------------------------------------------

    async def show_server(self, request: Request) -> Response:
        """Tell the versions, and a page that knows only this machine's own name, where others come in."""
        return _json(ServerForm(__version__, PROTOCOL, find_network(self._configuration.host, request.url)))

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
            raise RequestError("closing", "The server is stopping.")
        await self._store.check()
        return PlainTextResponse("ok\n")

    async def show_metrics(self, _request: Request) -> Response:
        """Give the figures for Prometheus."""
        return PlainTextResponse(self._metrics.write(), media_type="text/plain; version=0.0.4")

    async def _body(self, request: Request, limit: int = MESSAGE_BYTES) -> bytes:
        """Read what was sent; RequestError if it is too long, or does not come."""
        body = bytearray()
        try:
            async with asyncio.timeout(self._configuration.patience / 2):  # before the connection guard ends it
                async for part in request.stream():
                    body += part
                    if len(body) > limit:
                        raise RequestError("too_large", f"A request has at most {limit} bytes.")
        except TimeoutError:
            raise RequestError("silent", "The request did not come to its end.") from None
        return bytes(body)


class _Answering:
    """Answers at one address, by method; an object rather than a function, so that its route takes all methods."""

    def __init__(self, api: Api, answers: Mapping[str, Answer]) -> None:
        self._api = api
        self._answers = answers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self._api.answer(Request(scope, receive), self._answers)
        await response(scope, receive, send)


def _name_methods(answers: Mapping[str, Answer]) -> str:
    return ", ".join(["HEAD"] * ("GET" in answers) + sorted(answers))


def _json(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:  # noqa: ANN401
    return Response(msgspec.json.encode(value), status, headers, media_type="application/json")


async def _tell(request: Request, reviewed: Reviewed) -> Response:
    """Tell a review, unless who asks has it already; compressed for browsers, since it is long."""
    after = request.query_params.get("after", "")
    is_known = after.isdecimal() and after.isascii() and int(after[:9]) >= reviewed.playouts
    review = None if is_known or reviewed.review is None else msgspec.Raw(reviewed.review)
    answer = msgspec.json.encode(
        ReviewAnswer(reviewed.key, reviewed.progress, reviewed.is_done, reviewed.playouts, review)  # type: ignore[arg-type]  # written already
    )
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    if review is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        answer = await asyncio.to_thread(zlib.compress, answer, 5, _GZIP)
    return Response(answer, headers=headers, media_type="application/json")


def _read(body: bytes, kind: type[_T]) -> _T:
    try:
        return msgspec.json.decode(body or b"{}", type=kind)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise RequestError("message", f"This request cannot be read: {str(error)[:200]}.") from None


def _address(request: Request) -> str:
    return request.client.host if request.client else "?"
