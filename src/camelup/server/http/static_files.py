"""The client for browsers, as the build put it into the package: files that were compressed then, and one page."""

import hashlib
import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from camelup.server.http.bodies import accepted_encodings

FOLDER = Path(__file__).parent.parent / "static"
_PAGE = "index.html"
_ADDRESSES = "pages.json"
"""The addresses of pages, and the form of the page to send for each; the build writes it (web/build/pages.ts)."""
_ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""The best first."""
_KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_FOR_EVER, _ASK_FIRST = "public, max-age=31536000, immutable", "no-cache"


class _File(NamedTuple):
    kind: str
    tag: str
    caching: str
    bodies: Mapping[str, bytes]
    """By encoding; "" is the file as it is."""

    def answer(self, request: Request, status: int = 200) -> Response:
        """Send it in the best encoding that the browser takes, or say that what it has is still good."""
        headers = {"cache-control": self.caching, "etag": self.tag, "vary": "accept-encoding"}
        if status == 200 and self.tag in request.headers.get("if-none-match", ""):  # noqa: PLR2004 - a status
            return Response(status_code=304, headers=headers)
        accepted = accepted_encodings(request)
        encoding = next((name for name in self.bodies if name in accepted), "")
        if encoding:
            headers["content-encoding"] = encoding
        return Response(self.bodies[encoding], status, headers, self.kind)


class StaticFiles:
    """The files of a built client; it is not there in a checkout that was never built."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._files = {
            path.relative_to(folder).as_posix(): _read(path, folder)
            for path in sorted(folder.rglob("*"))
            if path.suffix in _KINDS and path.name != _ADDRESSES and path.is_file()
        }
        addresses = folder / _ADDRESSES
        self._addresses: dict[str, str] = json.loads(addresses.read_text()) if addresses.is_file() else {}

    @property
    def is_built(self) -> bool:
        """Whether there is a client."""
        return _PAGE in self._files and bool(self._addresses)

    @property
    def handlers(self) -> dict[str, Callable[[Request], Awaitable[Response]]]:
        """What is found where: the page at all of its own addresses, and its files."""
        if not self.is_built:
            return {}
        pages = {path: self._shower(form) for path, form in self._addresses.items()}
        return pages | {f"/{name}": self._show_file for name in self._files if not name.endswith(".html")}

    def _shower(self, form: str) -> Callable[[Request], Awaitable[Response]]:
        """The one page, in a form; which page it is to be, it finds out by itself."""
        page = self._files.get(form, self._files[_PAGE])

        async def show(request: Request) -> Response:
            return page.answer(request)

        return show

    def show_lost(self, request: Request) -> Response:
        """The same page where there is none: it says so in a friendly way."""
        return self._files[_PAGE].answer(request, 404)

    async def _show_file(self, request: Request) -> Response:
        return self._files[request.url.path.removeprefix("/")].answer(request)


def _read(path: Path, folder: Path) -> _File:
    whole = path.read_bytes()
    bodies = {}
    for encoding, ending in _ENCODINGS.items():
        packed = path.with_name(path.name + ending)
        if packed.is_file():
            bodies[encoding] = packed.read_bytes()
    bodies[""] = whole
    # The build names files in assets/ after what is in them, so what a browser has of them is good for ever.
    caching = _FOR_EVER if path.is_relative_to(folder / "assets") else _ASK_FIRST
    return _File(_KINDS[path.suffix], f'"{hashlib.sha256(whole).hexdigest()[:20]}"', caching, bodies)
