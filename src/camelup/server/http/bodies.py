"""Reading what a request carries, and writing JSON."""

import asyncio
import re
import zlib
from collections.abc import AsyncIterator, Mapping
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from camelup.core.errors import RequestError
from camelup.protocol.fields import MESSAGE_BYTES

_CHUNK = 65_536
_GZIP = 31
"""What zlib calls the window of a gzip file."""
_NO_WEIGHT = re.compile(r"q\s*=\s*0(\.0{0,3})?", re.IGNORECASE)


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


def json_response(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:  # noqa: ANN401
    """Answer with a value as JSON."""
    return Response(msgspec.json.encode(value), status, headers, media_type="application/json")


def accepted_encodings(request: Request) -> set[str]:
    """Give the encodings that a client takes; one with a weight of zero is one that it does not take."""
    accepted = set()
    for part in request.headers.get("accept-encoding", "").split(","):
        name, _, weight = part.partition(";")
        if not _NO_WEIGHT.fullmatch(weight.strip()):
            accepted.add(name.strip().lower())
    return accepted


def packed_response(request: Request, packed: bytes, headers: Mapping[str, str] | None = None) -> Response:
    """Answer with JSON in the format of gzip, as it is to clients that take it.

    Others get it unpacked piece by piece, as fast as they read: a client that does not read holds no memory.
    """
    own = {**(headers or {}), "Vary": "Accept-Encoding"}
    if "gzip" in accepted_encodings(request):
        return Response(packed, headers=own | {"Content-Encoding": "gzip"}, media_type="application/json")
    length = int.from_bytes(packed[-4:], "little")  # where the format has it
    own["Content-Length"] = str(length)
    return StreamingResponse(_unpack(packed), headers=own, media_type="application/json")


async def _unpack(packed: bytes) -> AsyncIterator[bytes]:
    unpacking = zlib.decompressobj(_GZIP)
    while piece := unpacking.decompress(packed, _CHUNK):
        yield piece
        packed = unpacking.unconsumed_tail
