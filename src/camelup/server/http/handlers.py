"""What the server answers over HTTP. routes.py says where each handler is found, and describes it."""

from collections.abc import Callable
from functools import cache

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from camelup import __version__
from camelup.core.errors import RequestError
from camelup.players import ENTRIES
from camelup.protocol.fields import MESSAGE_BYTES, PROTOCOL, RECORD_BYTES
from camelup.protocol.http import GameList, MadeTable, NewTable, PlayerForm, ServerForm, TableList, WatchedTable
from camelup.protocol.request_body import read_request
from camelup.protocol.reviews import ReviewAnswer
from camelup.protocol.schema import describe_protocol
from camelup.protocol.transfers import TRANSFER_BYTES, NewTransfer, RedeemTransfer
from camelup.server.configuration import Configuration
from camelup.server.games.game_pages import GamePages
from camelup.server.games.jobs import Wanted
from camelup.server.http.bodies import json_response, packed_response, read_body
from camelup.server.http.fallback_page import STYLE, show_page
from camelup.server.http.limits import AddressLimiter, address_of
from camelup.server.http.me import PersonalHandlers
from camelup.server.http.network import find_network
from camelup.server.http.readiness import Readiness
from camelup.server.http.transfers import Transfers
from camelup.server.metrics import Metrics
from camelup.server.store.base import Store
from camelup.server.tables.manager import TableManager
from camelup.server.tables.view_serializer import view_form
from camelup.server.thinking.reviews import Reviewed, Reviews
from camelup.server.thinking.workers import Workers

_NEVER_KEPT = {"Cache-Control": "no-store"}


class Handlers:
    """One method an endpoint; its docstring is the endpoint's summary in the OpenAPI description."""

    def __init__(  # noqa: PLR0913 - it is made at one place
        self,
        manager: TableManager,
        store: Store,
        workers: Workers,
        metrics: Metrics,
        *,
        configuration: Configuration,
        reviews: Reviews,
        games: GamePages,
        limiter: AddressLimiter,
        transfers: Transfers,
        me: PersonalHandlers,
    ) -> None:
        self._manager = manager
        self._readiness = Readiness(store.check)
        self._workers = workers
        self._metrics = metrics
        self._configuration = configuration
        self._reviews = reviews
        self._games = games
        self._limiter = limiter
        self._transfers = transfers
        self.me = me
        self.is_closing = False

    # --- Tables -----------------------------------------------------------------------------------------------

    async def show_start(self, _request: Request) -> Response:
        """Show a plain page with the open tables, where the client is not built."""
        return HTMLResponse(show_page(await self._manager.list_open()))

    async def show_style(self, _request: Request) -> Response:
        """Style that page."""
        return Response(STYLE, media_type="text/css")

    async def list_tables(self, _request: Request) -> Response:
        """List the open tables, and count the people who are here."""
        return json_response(TableList(await self._manager.list_open(), self._manager.count_people()))

    async def make_table(self, request: Request) -> Response:
        """Create a table."""
        wanted = read_request(await self._body(request), NewTable)
        self._limiter.make_table(address_of(request.scope))
        code = await self._manager.make(wanted)
        return json_response(MadeTable(code, f"/table/{code}"), 201)

    async def show_table(self, request: Request) -> Response:
        """Show a table as a spectator sees it."""
        async with self._manager.visit(request.path_params["table"]) as session:
            table = session.table
            view = None if table.state is None else view_form(table.view(None))
            return json_response(WatchedTable(session.describe(), view))

    async def list_games(self, _request: Request) -> Response:
        """List the latest finished games of open tables."""
        return json_response(GameList(await self._manager.list_finished()))

    async def show_game(self, request: Request) -> Response:
        """Give the record of a finished game, with the proof of its dice."""
        return await self._show(request, "record")

    async def summarize_game(self, request: Request) -> Response:
        """Summarize a finished game."""
        return await self._show(request, "summary")

    async def replay_game(self, request: Request) -> Response:
        """Replay a finished game step by step."""
        return await self._show(request, "replay")

    async def _show(self, request: Request, wanted: Wanted) -> Response:
        code, address = request.path_params["table"], address_of(request.scope)
        return packed_response(request, await self._games.show_game(code, wanted, address, self._allow_replay(request)))

    async def replay_record(self, request: Request) -> Response:
        """Replay the game of a record step by step."""
        page = await self._games.replay_record(await self._record_body(request), address_of(request.scope))
        return packed_response(request, page)

    # --- Reviews ----------------------------------------------------------------------------------------------

    async def review_game(self, request: Request) -> Response:
        """Show the review of a finished game as far as it has got; the first request starts it."""
        code = request.path_params["table"]
        return await self._review_response(request, await self.me.review(code, request))

    async def review_record(self, request: Request) -> Response:
        """Start a review of the game of a record."""
        address = address_of(request.scope)
        record = await self._games.check_record(await self._record_body(request), address)
        reviewed = self._reviews.begin_record(record, self._allow_review(request), address)
        return await self._review_response(request, reviewed)

    async def _record_body(self, request: Request) -> bytes:
        """Read a request with a record, which is long: so whether it may come is asked first."""
        self._limiter.replay(address_of(request.scope))
        return await self._body(request, RECORD_BYTES)

    def _allow_replay(self, request: Request) -> Callable[[], None]:
        return lambda: self._limiter.replay(address_of(request.scope))

    def _allow_review(self, request: Request) -> Callable[[], None]:
        return lambda: self._limiter.review(address_of(request.scope))

    async def show_review(self, request: Request) -> Response:
        """Show a review that was started from a record, as far as it has got."""
        reviewed = self._reviews.find(request.path_params["id"])
        if reviewed is None:
            raise RequestError("no_review", "This review is gone. Send the record again.")
        return await self._review_response(request, reviewed)

    async def _review_response(self, request: Request, reviewed: Reviewed) -> Response:
        """Answer with a review, or with how far it is if the client already has what there is."""
        headers = {"Cache-Control": "no-store"}
        after = request.query_params.get("after", "")
        is_known = after.isdecimal() and after.isascii() and int(after[:9]) >= reviewed.playouts
        if is_known or reviewed.packed is None:
            answer = ReviewAnswer(reviewed.key, reviewed.progress, reviewed.is_done, reviewed.playouts, None)
            return json_response(answer, headers=headers | {"Vary": "Accept-Encoding"})
        return packed_response(request, await self._games.show_review(reviewed, address_of(request.scope)), headers)

    # --- Odds -------------------------------------------------------------------------------------------------

    async def compute_odds(self, request: Request) -> Response:
        """Compute the odds of any position, and the value of each action."""
        address = address_of(request.scope)
        self._limiter.compute_odds(address)
        body = await self._body(request)
        return Response(await self._workers.compute_position(body, address), media_type="application/json")

    async def list_players(self, _request: Request) -> Response:
        """List the computer players, weakest first."""
        return Response(_write_players(), media_type="application/json")

    # --- Other devices ----------------------------------------------------------------------------------------

    async def make_transfer(self, request: Request) -> Response:
        """Keep an encrypted bundle for another device."""
        self._limiter.make_transfer(address_of(request.scope))
        wanted = read_request(await self._body(request, TRANSFER_BYTES), NewTransfer)
        return json_response(await self._transfers.make(wanted.bundle), 201, _NEVER_KEPT)

    async def redeem_transfer(self, request: Request) -> Response:
        """Fetch such a bundle, which works once."""
        wanted = read_request(await self._body(request), RedeemTransfer)
        self._limiter.redeem_transfer(address_of(request.scope))
        return json_response(await self._transfers.redeem(wanted.code), headers=_NEVER_KEPT)

    # --- The server -------------------------------------------------------------------------------------------

    async def show_server(self, request: Request) -> Response:
        """Show the versions, and to this machine the address for other devices."""
        network = find_network(self._configuration.host, request.url, address_of(request.scope))
        return json_response(ServerForm(__version__, PROTOCOL, network))

    async def show_protocol(self, _request: Request) -> Response:
        """Describe the messages of live tables as JSON Schema."""
        return Response(_write_protocol(), media_type="application/json")

    async def show_health(self, _request: Request) -> Response:
        """Check that the process is alive."""
        return PlainTextResponse("ok\n")

    async def show_ready(self, _request: Request) -> Response:
        """Check that tables can be served: the database takes entries, and the server is not stopping."""
        if self.is_closing:
            raise RequestError("closing", "The server is stopping.")
        await self._readiness.check()
        return PlainTextResponse("ok\n")

    async def show_metrics(self, _request: Request) -> Response:
        """Give the metrics for Prometheus."""
        return PlainTextResponse(self._metrics.write(), media_type="text/plain; version=0.0.4")

    async def miss(self, _request: Request) -> Response:
        """Refuse an address where nothing is."""
        raise RequestError("no_page", "There is nothing at this address.")

    async def _body(self, request: Request, limit: int = MESSAGE_BYTES) -> bytes:
        seconds = self._configuration.idle_timeout / 2  # so that the answer leaves before the connection is closed
        return await read_body(request, seconds, limit)


@cache
def _write_players() -> bytes:
    return msgspec.json.encode(
        [PlayerForm(entry.name, entry.title, entry.description, entry.face) for entry in ENTRIES.values()]
    )


@cache
def _write_protocol() -> bytes:
    return msgspec.json.encode(describe_protocol())
