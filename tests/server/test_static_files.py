"""The built client, as a browser gets it from a server."""

import asyncio
import gzip
import json
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from camelup.server.configuration import Configuration
from camelup.server.http.dispatch import Dispatcher
from camelup.server.http.host import HostCheck
from camelup.server.http.limits import AddressLimiter
from camelup.server.http.static_files import StaticFiles
from camelup.server.metrics import Metrics

PAGES = {
    "/": "index.html",
    "/rules": "index.html",
    "/table/{code}": "table.html",
    "/learn": "index.html",
    "/learn/{name}": "index.html",
}
SCRIPT = b"export const camel = 'up';\n" * 50


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>camelup</title>")
    (tmp_path / "pages.json").write_text(json.dumps(PAGES))
    (tmp_path / "assets" / "index-abc.js").write_bytes(SCRIPT)
    (tmp_path / "assets" / "index-abc.js.gz").write_bytes(gzip.compress(SCRIPT))
    (tmp_path / "built-from").write_text("not for everybody")
    return tmp_path


def serve(files: StaticFiles, address_connections: int = 100) -> Starlette:
    configuration = Configuration(address_connections=address_connections)
    dispatcher = Dispatcher(AddressLimiter(configuration), HostCheck(configuration), Metrics(), files, ())
    return Starlette(
        routes=[dispatcher.route(path, {"GET": show}, is_file=True) for path, show in files.handlers.items()]
    )


def ask(files: StaticFiles, path: str, **headers: str) -> httpx.Response:
    async def fetch() -> httpx.Response:
        transport = httpx.ASGITransport(serve(files))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as browser:
            browser.headers.pop("accept-encoding")
            return await browser.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    return asyncio.run(fetch())


@pytest.mark.parametrize("path", ["/", "/rules", "/table/ABC", "/learn", "/learn/stacks"])
def test_every_page_is_the_same_file_and_asked_for_again(folder: Path, path: str) -> None:
    page = ask(StaticFiles(folder), path)
    assert (page.status_code, page.headers["cache-control"]) == (200, "no-cache")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    again = ask(StaticFiles(folder), path, if_none_match=page.headers["etag"])
    assert (again.status_code, again.content) == (304, b"")


def test_a_table_gets_the_form_that_names_its_files(folder: Path) -> None:
    (folder / "table.html").write_text("<!doctype html><title>a table</title>")
    files = StaticFiles(folder)
    assert "a table" in ask(files, "/table/ABC").text
    assert "a table" not in ask(files, "/").text
    assert ask(files, "/table.html").status_code == 404


def test_what_is_named_after_its_contents_is_kept_for_ever(folder: Path) -> None:
    script = ask(StaticFiles(folder), "/assets/index-abc.js")
    assert script.content == SCRIPT
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "content-encoding" not in script.headers


def test_a_browser_gets_the_packed_file_that_it_can_read(folder: Path) -> None:
    packed = ask(StaticFiles(folder), "/assets/index-abc.js", accept_encoding="br;q=1, gzip")
    assert packed.headers["content-encoding"] == "gzip", "there is no .br here"
    assert packed.headers["vary"] == "accept-encoding"
    refused = ask(StaticFiles(folder), "/assets/index-abc.js", accept_encoding="br, gzip;q=0, identity")
    assert "content-encoding" not in refused.headers
    assert packed.content == SCRIPT
    assert int(packed.headers["content-length"]) < len(SCRIPT) / 4


@pytest.mark.parametrize(
    "path", ["/built-from", "/pages.json", "/make", "/assets/index-abc.js.gz", "/assets/../built-from", "/assets/"]
)
def test_nothing_else_is_given_away(folder: Path, path: str) -> None:
    assert ask(StaticFiles(folder), path).status_code == 404


def test_without_a_build_there_is_no_client(tmp_path: Path) -> None:
    files = StaticFiles(tmp_path / "static")
    assert not files.is_built
    assert files.handlers == {}


def test_a_build_without_addresses_is_none(folder: Path) -> None:
    (folder / "pages.json").unlink()
    assert not StaticFiles(folder).is_built


async def test_an_address_loads_pages_for_many_browsers_but_not_for_ever(folder: Path) -> None:
    """With the usual limits, ten browsers behind one address load a hundred files each, and then some more."""
    transport = httpx.ASGITransport(serve(StaticFiles(folder), address_connections=5))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as browser:
        loaded = [await browser.get("/assets/index-abc.js") for _ in range(100)]
        assert {answer.status_code for answer in loaded} == {200}
        refused = loaded[-1]
        for _ in range(100_000):
            refused = await browser.get("/assets/index-abc.js")
            if refused.status_code != 200:
                break
    assert (refused.status_code, refused.json()["code"]) == (429, "too_fast")
    assert refused.headers["connection"] == "close"
