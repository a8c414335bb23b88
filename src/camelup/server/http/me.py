"""What a person asks about himself over HTTP: his games, their sum, an export, and to be forgotten.

A request with a token comes from its owner. The token is in a header, never in an address, which logs keep.
"""

import re
from collections.abc import AsyncIterator

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from camelup.core.errors import CamelUpError, RequestError
from camelup.protocol.fields import TOKEN_PATTERN
from camelup.protocol.me import (
    MAX_GAMES,
    MAX_TOKENS,
    TOKEN_HEADER,
    ChosenSeat,
    Deleted,
    StartedReview,
    StartedReviews,
    WantedReviews,
)
from camelup.protocol.request_body import read_request
from camelup.server.games.erasure import Erasure
from camelup.server.games.game_pages import GamePages
from camelup.server.games.game_worker import GameWorker
from camelup.server.games.jobs import ExportJob
from camelup.server.games.my_games import PersonalGames
from camelup.server.http.bodies import json_response, read_body
from camelup.server.http.limits import AddressLimiter, address_of
from camelup.server.metrics import Metrics
from camelup.server.store.base import Store
from camelup.server.store.people import KeptFigures
from camelup.server.tables.commands import hash_token
from camelup.server.tables.manager import TableManager
from camelup.server.thinking.figures import SeatFigures, read_figures
from camelup.server.thinking.reviews import Reviewed, Reviews

_token = re.compile(f"{TOKEN_PATTERN[1:-1]}")
_PRIVATE = {"Cache-Control": "no-store", "Vary": TOKEN_HEADER}
"""What is about one person is not kept for another, by no browser and no proxy."""


class _Seats(msgspec.Struct):
    """What is needed of an exported log."""

    seats: list[int]


class PersonalHandlers:
    """One method an endpoint; its docstring is the endpoint's summary in the OpenAPI description."""

    def __init__(  # noqa: PLR0913 - it is made at one place
        self,
        store: Store,
        manager: TableManager,
        metrics: Metrics,
        *,
        reviews: Reviews,
        games: GamePages,
        worker: GameWorker,
        erasure: Erasure,
        limiter: AddressLimiter,
        body_seconds: float,
    ) -> None:
        """Put it together; `body_seconds` is how long the body of a request may take."""
        self._store = store
        self._manager = manager
        self._metrics = metrics
        self._reviews = reviews
        self._games = games
        self._worker = worker
        self._erasure = erasure
        self._limiter = limiter
        self._body_seconds = body_seconds
        self._own = PersonalGames(store, manager)

    async def list_games(self, request: Request) -> Response:
        """List a person's games."""
        tokens = self._recognize(request)
        limit = _read_limit(request.query_params.get("limit", "50"))
        before = request.query_params.get("before") or None
        return json_response(await self._own.list_games(tokens, before, limit), headers=_PRIVATE)

    async def sum_up(self, request: Request) -> Response:
        """Sum up a person's finished games."""
        return json_response(await self._own.sum_up(self._recognize(request)), headers=_PRIVATE)

    async def start_reviews(self, request: Request) -> Response:
        """Start the reviews of own games that have none."""
        tokens = self._recognize(request)
        wanted = read_request(await read_body(request, self._body_seconds), WantedReviews)
        started: list[StartedReview] = []
        for table in await self._own.find_own(tokens, wanted.tables):
            try:
                reviewed = await self.review(table, request)
            except CamelUpError as error:
                if not started or error.code not in {"busy", "too_many", "too_fast"}:
                    raise
                break  # the others have to wait until there is room again
            started.append(StartedReview(table, round(reviewed.progress, 3), reviewed.is_done))
        return json_response(StartedReviews(started), headers=_PRIVATE)

    async def review(self, code: str, request: Request) -> Reviewed:
        """Find the review of a finished game, or begin with it."""
        reviewed = await self._reviews.find_game(code)
        if reviewed is not None:
            return reviewed
        address = address_of(request.scope)
        rewrites = await self._store.people.count_rewrites(code)  # before its log is read
        record = await self._games.check_game(code, address, lambda: self._limiter.replay(address))
        return self._reviews.begin_game(code, record, lambda: self._limiter.review(address), rewrites)

    async def choose_seat(self, request: Request) -> Response:
        """Choose which of several seats on one device counts for this person."""
        tokens = self._recognize(request)
        chosen = read_request(await read_body(request, self._body_seconds), ChosenSeat)
        if not await self._store.people.choose_seat(tokens, chosen.table, chosen.seat):
            raise RequestError("not_your_seat", "This seat is not yours.")
        return json_response(chosen, headers=_PRIVATE)

    async def export(self, request: Request) -> Response:
        """Export everything that the server knows about a person."""
        address = address_of(request.scope)
        tokens = self._recognize(request)
        self._limiter.change_person(address)
        tables = await self._store.people.find_known(tokens)
        headers = {**_PRIVATE, "Content-Disposition": 'attachment; filename="camelup-games.json"'}
        return StreamingResponse(self._write(tokens, tables, address), headers=headers, media_type="application/json")

    async def _write(self, tokens: tuple[str, ...], tables: list[str], address: str) -> AsyncIterator[bytes]:
        """Write an export table by table, as fast as it is read."""
        yield b'{"type":"person","version":1,"tables":['
        is_first = True
        for table in tables:

            async def prepare(table: str = table) -> ExportJob:
                return ExportJob(table, await self._manager.read_log(table), tokens)

            try:
                log = msgspec.Raw(await self._worker.ask(address, prepare))
                kept = await self._store.people.find_figures(table)
                written = msgspec.json.encode({"table": table, "log": log, "figures": _own_figures(log, kept)})
            except CamelUpError as error:
                written = msgspec.json.encode({"table": table, "error": error.code})
            yield written if is_first else b"," + written
            is_first = False
        yield b"]}"

    async def forget(self, request: Request) -> Response:
        """Delete everything that the server knows about a person."""
        tokens = self._recognize(request)
        self._limiter.change_person(address_of(request.scope))
        deleted: Deleted = await self._erasure.forget(tokens, address_of(request.scope))
        self._metrics.count("camelup_people_deleted_total")
        return json_response(deleted, headers=_PRIVATE)

    def _recognize(self, request: Request) -> tuple[str, ...]:
        """Give the hashes of the tokens that a request brings; RequestError if they are none."""
        self._limiter.look_up(address_of(request.scope))
        lines = request.headers.getlist(TOKEN_HEADER)
        tokens = [token.strip() for line in lines for token in line.split(",")]
        if not 1 <= len(tokens) <= MAX_TOKENS or not all(map(_token.fullmatch, tokens)):
            raise RequestError("token", f"Send 1 to {MAX_TOKENS} tokens in the header {TOKEN_HEADER}, with commas.")
        return tuple(dict.fromkeys(map(hash_token, tokens)))


def _own_figures(log: bytes, kept: KeptFigures | None) -> dict[int, SeatFigures]:
    """Give what a review says about a person's own seats."""
    seats, figures = msgspec.json.decode(log, type=_Seats).seats, read_figures(kept)
    return {} if figures is None else {seat: figures.seats[seat] for seat in seats if seat < len(figures.seats)}


def _read_limit(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:4]) <= MAX_GAMES):
        raise RequestError("message", f"`limit` is a number from 1 to {MAX_GAMES}.")
    return int(text)
