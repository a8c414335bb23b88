"""Reading what a request carries, and writing JSON."""

import asyncio
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from camelup.core.errors import RequestError
from camelup.protocol.fields import MESSAGE_BYTES, UNREADABLE

_T = TypeVar("_T")


async def read_body(request: Request, seconds: float, limit: int = MESSAGE_BYTES) -> bytes:
    """Read the body of a request; RequestError if it is too long, or has not arrived in time."""
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                body += part
                if len(body) > limit:
                    raise RequestError("too_large", f"A request can have at most {limit} bytes.")
    except TimeoutError:
        raise RequestError("silent", "The request was incomplete.") from None
    return bytes(body)


def parse(body: bytes, kind: type[_T]) -> _T:
    """Read JSON as a message; RequestError if it is none."""
    try:
        return msgspec.json.decode(body or b"{}", type=kind)
    except UNREADABLE as error:
        raise RequestError("message", f"This request cannot be read: {str(error)[:200]}.") from None


def json_response(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:  # noqa: ANN401
    """Answer with a value as JSON."""
    return Response(msgspec.json.encode(value), status, headers, media_type="application/json")
