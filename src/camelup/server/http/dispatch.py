"""From a request to its handler: limits and checks on the way in, errors as answers on the way out."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from camelup.core.errors import CamelUpError, RequestError, StoreError
from camelup.protocol.http import ErrorForm
from camelup.server.error_log import INTERNAL, report
from camelup.server.http.bodies import json_response
from camelup.server.http.fallback_page import show_refusal
from camelup.server.http.host import HostCheck
from camelup.server.http.limits import AddressLimiter, address_of
from camelup.server.http.origin import OTHER_PAGE, is_own_page
from camelup.server.http.static_files import StaticFiles
from camelup.server.metrics import Metrics

ANY_METHOD = "*"
_STATUS_OF_CODE = {
    "origin": 403,
    "host": 403,
    "no_table": 404,
    "no_page": 404,
    "no_review": 404,
    "no_transfer": 404,
    "method": 405,
    "silent": 408,
    "not_finished": 409,
    "broken": 410,
    "too_large": 413,
    "too_many": 429,
    "too_fast": 429,
    "internal": 500,
    "busy": 503,
    "closing": 503,
    "newer": 503,
    "no_answer": 503,
}
"""Any other code is the client's mistake, 400."""

Handler = Callable[[Request], Awaitable[Response]]


class Dispatcher:
    """Calls handlers, and turns what they raise into answers."""

    def __init__(
        self,
        limiter: AddressLimiter,
        host_check: HostCheck,
        metrics: Metrics,
        static_files: StaticFiles,
        origins: tuple[str, ...],
    ) -> None:
        self._limiter = limiter
        self._host_check = host_check
        self._metrics = metrics
        self._static_files = static_files
        self._origins = origins
        self._waiting: set[asyncio.Task[object]] = set()
        """Requests that are being answered."""
        self._is_closing = False

    def route(self, path: str, handlers: Mapping[str, Handler], *, is_file: bool = False) -> Route:
        """Make the route of a path. It takes every method, so that unknown ones are refused here as well."""
        return Route(path, self.endpoint(handlers, is_file=is_file))

    def endpoint(self, handlers: Mapping[str, Handler], *, is_file: bool = False) -> "_Endpoint":
        """Make what answers by these handlers, whatever the path is."""
        return _Endpoint(self, handlers, is_file=is_file)

    async def answer(self, request: Request, handlers: Mapping[str, Handler], *, is_file: bool = False) -> Response:
        """Answer a request by the handler of its method, or with an error."""
        try:
            self._limiter.ask(address_of(request.scope), is_file=is_file)
        except RequestError as error:
            refusal = self._refuse(request, error, handlers)
            refusal.headers["Connection"] = "close"  # more of it comes at the cost of a new connection
            return refusal
        try:
            return await self._answer(request, handlers)
        except CamelUpError as error:
            return self._refuse(request, error, handlers)
        except ClientDisconnect:
            return Response(status_code=400)  # nobody is there to read it
        except Exception as fault:  # noqa: BLE001 - a client must learn nothing of a fault of ours
            report(fault)
            self._metrics.count("camelup_faults_total")
            return self._refuse(request, RequestError("internal", INTERNAL), handlers)

    def turn_away(self) -> None:
        """End all requests that still wait for something, with an answer: a server that stops cannot wait for them."""
        self._is_closing = True
        for waiting in self._waiting:
            waiting.cancel()

    async def _answer(self, request: Request, handlers: Mapping[str, Handler]) -> Response:
        task = asyncio.current_task()
        assert task is not None, "requests are answered in tasks"  # noqa: S101 - narrows the type
        self._waiting.add(task)
        try:
            await self._host_check.check(request.scope)
            return await self._choose(request, handlers)(request)
        except asyncio.CancelledError:
            if not self._is_closing:
                raise
            task.uncancel()
            raise RequestError("closing", "The server is stopping. Try again in a moment.") from None
        finally:
            self._waiting.discard(task)

    def _choose(self, request: Request, handlers: Mapping[str, Handler]) -> Handler:
        handler = handlers.get("GET" if request.method == "HEAD" else request.method) or handlers.get(ANY_METHOD)
        if handler is None:
            raise RequestError("method", f"This takes {_name_methods(handlers)}, not {request.method[:20]}.")
        if request.method in {"POST", "DELETE"} and not is_own_page(request.scope, self._origins):
            raise RequestError("origin", OTHER_PAGE)
        return handler

    def _refuse(self, request: Request, error: CamelUpError, handlers: Mapping[str, Handler]) -> Response:
        self._metrics.count("camelup_refusals_total", "code", error.code)
        status = 503 if isinstance(error, StoreError) else _STATUS_OF_CODE.get(error.code, 400)
        headers = {"Allow": _name_methods(handlers)} if error.code == "method" else {}
        if error.code == "silent":
            headers["Connection"] = "close"
        if not request.scope["path"].startswith("/api/") and "text/html" in request.headers.get("accept", ""):
            if error.code == "no_page" and self._static_files.is_built:
                return self._static_files.show_lost(request)
            return HTMLResponse(show_refusal(error.message), status, headers)
        return json_response(ErrorForm(error.code, error.message), status, headers)


class _Endpoint:
    """An ASGI app for one path: Starlette lets a route take all methods only for an object, not for a function."""

    def __init__(self, dispatcher: Dispatcher, handlers: Mapping[str, Handler], *, is_file: bool) -> None:
        self._dispatcher = dispatcher
        self._handlers = handlers
        self._is_file = is_file

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self._dispatcher.answer(Request(scope, receive), self._handlers, is_file=self._is_file)
        await response(scope, receive, send)


def _name_methods(handlers: Mapping[str, Handler]) -> str:
    return ", ".join(["HEAD"] * ("GET" in handlers) + sorted(handlers))
