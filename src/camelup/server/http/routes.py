"""The endpoints: one table from which both the routes and their OpenAPI description are made."""

from collections.abc import Awaitable, Callable
from functools import cache, partial, wraps
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from camelup.protocol.http import (
    GameList,
    GameSummary,
    MadeTable,
    NewTable,
    PlayerForm,
    RecordForm,
    Replay,
    ServerForm,
    TableList,
    WatchedTable,
)
from camelup.protocol.me import ChosenSeat, Deleted, MyGames, MySummary, StartedReviews, WantedReviews
from camelup.protocol.reviews import ReviewAnswer
from camelup.protocol.transfers import MadeTransfer, NewTransfer, RedeemTransfer, Transfer
from camelup.server.http.dispatch import ANY_METHOD, Dispatcher, Handler
from camelup.server.http.handlers import Handlers
from camelup.server.http.me import PersonalHandlers
from camelup.server.http.openapi import Endpoint, describe_endpoints


async def show_openapi(_handlers: Handlers, _request: Request) -> Response:
    """Describe these endpoints as OpenAPI."""
    return Response(_write_api(), media_type="application/json")


def _personal(
    handler: Callable[[PersonalHandlers, Request], Awaitable[Response]],
) -> Callable[..., Awaitable[Response]]:
    """Take a handler for what is about a person."""

    @wraps(handler)
    async def answer(handlers: Handlers, request: Request) -> Response:
        return await handler(handlers.me, request)

    return answer


_ABOUT_A_GAME = (404, 409, 410, 503)
ENDPOINTS = (
    Endpoint("GET", "/api/tables", Handlers.list_tables, TableList, refusals=(503,)),
    Endpoint("POST", "/api/tables", Handlers.make_table, MadeTable, takes=NewTable, status=201, refusals=(400, 503)),
    Endpoint("GET", "/api/tables/{table}", Handlers.show_table, WatchedTable, refusals=(404, 410, 503)),
    Endpoint("GET", "/api/games", Handlers.list_games, GameList, refusals=(503,)),
    Endpoint("GET", "/api/games/{table}", Handlers.show_game, "FinishedGame", refusals=_ABOUT_A_GAME),
    Endpoint("GET", "/api/games/{table}/summary", Handlers.summarize_game, GameSummary, refusals=_ABOUT_A_GAME),
    Endpoint("GET", "/api/games/{table}/replay", Handlers.replay_game, Replay, refusals=_ABOUT_A_GAME),
    Endpoint("GET", "/api/games/{table}/review", Handlers.review_game, ReviewAnswer, refusals=(400, *_ABOUT_A_GAME)),
    Endpoint("POST", "/api/replay", Handlers.replay_record, Replay, takes=RecordForm, refusals=(400, 503)),
    Endpoint("POST", "/api/review", Handlers.review_record, ReviewAnswer, takes=RecordForm, refusals=(400, 503)),
    Endpoint("GET", "/api/review/{id}", Handlers.show_review, ReviewAnswer, refusals=(404, 503)),
    Endpoint("GET", "/api/me/games", _personal(PersonalHandlers.list_games), MyGames, refusals=(400, 503)),
    Endpoint("GET", "/api/me/summary", _personal(PersonalHandlers.sum_up), MySummary, refusals=(400, 503)),
    Endpoint(
        "POST",
        "/api/me/reviews",
        _personal(PersonalHandlers.start_reviews),
        StartedReviews,
        takes=WantedReviews,
        refusals=(400, *_ABOUT_A_GAME),
    ),
    Endpoint(
        "POST",
        "/api/me/counts",
        _personal(PersonalHandlers.choose_seat),
        ChosenSeat,
        takes=ChosenSeat,
        refusals=(400, 503),
    ),
    Endpoint("GET", "/api/me/export", _personal(PersonalHandlers.export), "PersonalExport", refusals=(400, 503)),
    Endpoint("DELETE", "/api/me", _personal(PersonalHandlers.forget), Deleted, refusals=(400, 503)),
    Endpoint("POST", "/api/odds", Handlers.compute_odds, "Odds", takes="OddsRequest", refusals=(400, 503)),
    Endpoint(
        "POST",
        "/api/transfers",
        Handlers.make_transfer,
        MadeTransfer,
        takes=NewTransfer,
        status=201,
        refusals=(400, 503),
    ),
    Endpoint(
        "POST",
        "/api/transfers/redeem",
        Handlers.redeem_transfer,
        Transfer,
        takes=RedeemTransfer,
        refusals=(400, 404, 503),
    ),
    Endpoint("GET", "/api/players", Handlers.list_players, [PlayerForm]),
    Endpoint("GET", "/api/server", Handlers.show_server, ServerForm),
    Endpoint("GET", "/api/protocol.json", Handlers.show_protocol, "Schema"),
    Endpoint("GET", "/health", Handlers.show_health, "text/plain"),
    Endpoint("GET", "/ready", Handlers.show_ready, "text/plain", refusals=(503,)),
    Endpoint("GET", "/metrics", Handlers.show_metrics, "text/plain"),
    # Pages, and the description itself: not described.
    Endpoint("GET", "/", Handlers.show_start),
    Endpoint("GET", "/style.css", Handlers.show_style),
    Endpoint("GET", "/api/openapi.json", show_openapi),
    Endpoint(ANY_METHOD, "/{path:path}", Handlers.miss),
)
"""Order matters to Starlette: the last one takes everything."""


def make_routes(handlers: Handlers, dispatcher: Dispatcher) -> list[Route]:
    """Make the routes of all endpoints."""
    by_path: dict[str, dict[str, Handler]] = {}
    for endpoint in ENDPOINTS:
        by_path.setdefault(endpoint.path, {})[endpoint.method] = partial(endpoint.handler, handlers)
    return [dispatcher.route(path, by_method) for path, by_method in by_path.items()]


@cache
def _write_api() -> bytes:
    return msgspec.json.encode(describe_api())


@cache
def describe_api() -> dict[str, Any]:
    """Describe the endpoints as OpenAPI."""
    return describe_endpoints(ENDPOINTS)
