"""HTTP beside the sockets: held to its own description by schemathesis, and strict with everybody."""

import asyncio
import json
import urllib.error
import urllib.request
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from starlette.requests import Request

from camelup.server.configuration import Configuration
from camelup.server.http.app import App
from camelup.server.http.headers import HEADERS
from tests.server.live import LiveServer
from tests.server.raw import RawClient


async def test_every_answer_is_as_described(server: LiveServer) -> None:
    # Imported here: it takes a second, and every process of a run imports all files.
    import schemathesis  # noqa: PLC0415
    from schemathesis import GenerationMode  # noqa: PLC0415
    from schemathesis.core.result import Ok  # noqa: PLC0415
    from schemathesis.specs.openapi.checks import positive_data_acceptance  # noqa: PLC0415

    schema = schemathesis.openapi.from_url(f"http://127.0.0.1:{server.port}/api/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) > 10
    # The first odds start a process, which may have to compile.
    assert ask(server, "/api/odds", "POST", b'{"position": "edition 1 | track 1:bg 2:ow 3:y | money 3 3"}')[0] == 200
    for operation in operations:
        for mode in GenerationMode:

            @given(case=operation.as_strategy(generation_mode=mode))
            @settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck), database=None)
            def check(case: Any) -> None:  # noqa: ANN401 - of schemathesis
                # What a table may be is more than a schema can say: a seat for every computer, a level for each.
                case.call_and_validate(excluded_checks=[positive_data_acceptance])

            with suppress(Unsatisfiable):  # there is nothing to be wrong about what takes nothing
                check()


def ask(server: LiveServer, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Any:  # noqa: ANN401
    """Ask; give status, headers and text."""
    more = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(f"http://127.0.0.1:{server.port}{path}", body, more, method=method)
    try:
        with urllib.request.urlopen(request, timeout=600) as answer:  # noqa: S310
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read().decode()


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/api/nothing", None, 404, "no_page"),
        ("GET", "/api/tables/", None, 404, "no_page"),
        ("GET", "/nothing", None, 404, "no_page"),
        ("GET", "//evil.example/", None, 404, "no_page"),
        ("GET", "/api/tables/zzzzzzzz", None, 404, "no_table"),
        ("GET", "/api/tables/zzzzzzzz/socket", None, 404, "no_page"),
        ("GET", "/api/games/zzzzzzzz", None, 404, "no_table"),
        ("GET", "/api/games/zzzzzzzz/summary", None, 404, "no_table"),
        ("GET", "/api/games/zzzzzzzz/replay", None, 404, "no_table"),
        ("POST", "/api/replay", b'{"record": 7}', 400, "message"),
        ("POST", "/api/replay", b'{"record": "camelup record 9"}', 400, "notation"),
        ("POST", "/api/replay", b'{"record": "{"}', 400, "json"),
        ("POST", "/api/replay", b'{"record": {"type": "roll", "version": 1}}', 400, "json"),
        ("GET", "/api/tables/%00%ff%2e%2e", None, 404, "no_table"),
        ("GET", "/api/odds", None, 405, "method"),
        ("DELETE", "/api/tables", None, 405, "method"),
        ("PUT", "/", b"{}", 405, "method"),
        ("OPTIONS", "/nothing", None, 404, "no_page"),
        ("NONSENSE", "/health", None, 405, "method"),
        ("POST", "/health", b"", 405, "method"),
        ("POST", "/nothing", b"", 404, "no_page"),
        ("POST", "/api/tables", b"{", 400, "message"),
        ("POST", "/api/tables", b"\xff", 400, "message"),
        ("POST", "/api/tables", b"[" * 10_000, 400, "message"),
        ("POST", "/api/tables", b'{"settings": {"seats": 1}}', 400, "settings"),
        ("POST", "/api/tables", b'{"settings": {"seats": 99999999999999999999999}}', 400, "settings"),
        ("POST", "/api/tables", b'{"settings": {"clock": 1}}', 400, "settings"),
        ("POST", "/api/tables", b'{"settings": {"seats": 2, "first": 2}}', 400, "settings"),
        ("POST", "/api/tables", b'{"settings": {"edition": 3}}', 400, "message"),
        ("POST", "/api/tables", b'{"computers": [{"level": "nobody"}]}', 400, "level"),
        (
            "POST",
            "/api/tables",
            b'{"settings": {"seats": 2}, "computers": [' + b'{"level": "random"},' * 2,
            400,
            "message",
        ),
        ("POST", "/api/tables", b"x" * 20_000, 413, "too_large"),
    ],
)
async def test_what_is_refused_has_a_code_and_all_headers(  # noqa: PLR0913, PLR0917 - a table of cases
    server: LiveServer, method: str, path: str, body: bytes | None, status: int, code: str
) -> None:
    given, headers, text = ask(server, path, method, body)
    assert given == status
    assert headers["Content-Type"] == "application/json"
    assert json.loads(text)["code"] == code
    assert json.loads(text)["message"].endswith(".")
    check_headers(dict(headers.items()))
    if status == 405:
        assert {"GET", "HEAD", "POST"} >= set(headers["Allow"].split(", ")) > set()
        assert method not in headers["Allow"]


@pytest.mark.parametrize("path", ["/", "/style.css", "/health", "/ready", "/metrics", "/api/tables", "/api/players"])
async def test_every_answer_has_the_headers_of_a_strict_browser(server: LiveServer, path: str) -> None:
    for method in ("GET", "HEAD"):
        status, headers, text = ask(server, path, method)
        assert status == 200
        assert bool(text) is (method == "GET")
        check_headers(dict(headers.items()))
        assert "server" not in {name.lower() for name in headers}


def check_headers(headers: dict[str, str]) -> None:
    found = {name.lower(): value for name, value in headers.items()}
    for name, value in HEADERS:
        assert found[name.decode()] == value.decode()
    policy = found["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


async def test_a_person_who_is_lost_sees_a_page(server: LiveServer) -> None:
    status, headers, text = ask(server, "/zzzzzzzz<script>", Accept="text/html,*/*")
    assert (status, headers["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert "</html>" in text
    assert "zzzzzzzz" not in text
    check_headers(dict(headers.items()))


async def test_a_page_of_somebody_else_cannot_make_a_table(server: LiveServer) -> None:
    status, _, text = ask(
        server, "/api/tables", "POST", b"{}", Origin="https://evil.example", Content_Type="text/plain"
    )
    assert (status, json.loads(text)["code"]) == (403, "origin")
    assert ask(server, "/api/tables", "POST", b"{}", Origin=f"http://127.0.0.1:{server.port}")[0] == 201


UPGRADE = b"GET /api/tables/x/socket HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: upgrade\r\n"


@pytest.mark.parametrize(
    "data",
    [
        b"nonsense\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET / HTTP/1.1\r\nno header\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"x" * 1_000_000,
        b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        UPGRADE + b"\r\n",
        UPGRADE + b"Sec-WebSocket-Key: short\r\nSec-WebSocket-Version: 99\r\n\r\n",
    ],
)
async def test_what_is_no_http_is_refused_in_the_same_form(server: LiveServer, data: bytes) -> None:
    client = RawClient(server.port)
    await client.send(data)
    heard = await client.hear_end()
    client.close()
    head, _, body = heard.decode().partition("\r\n\r\n")
    assert head.startswith(("HTTP/1.1 400 ", "HTTP/1.1 426 "))
    assert json.loads(body)["code"] == "http"
    check_headers(dict(line.split(": ", 1) for line in head.split("\r\n")[1:]))


async def test_a_request_that_breaks_while_it_is_refused_leaves_no_trace(server: LiveServer) -> None:
    """A wrong name is refused while the body turns out to be none: two answers, of which one is sent."""
    for _ in range(40):
        client = RawClient(server.port)
        await client.send(b"POST /api/tables HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        await client.send(b"zz\r\n")
        assert (await client.hear_end()).startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 403 "))
        client.close()


@pytest.mark.parametrize("target", ["x", "?x", "*", "evil.example:80", "http://localhost/health"])
async def test_a_target_without_a_path_is_refused_like_any_other(server: LiveServer, target: str) -> None:
    for host, status in (("localhost", b"404"), ("evil.example", b"403")):
        client = RawClient(server.port)
        await client.send(f"GET {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        head, _, body = (await client.hear_end()).partition(b"\r\n\r\n")
        assert head.split()[1] == status
        assert json.loads(body)["code"] in {"no_page", "host"}
        client.close()


async def test_who_goes_in_the_middle_of_a_request_leaves_no_trace(server: LiveServer) -> None:
    for _ in range(5):
        client = RawClient(server.port)
        await client.send(b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{")
        await asyncio.sleep(0.05)
        client.close()


async def test_a_fault_of_the_server_tells_a_client_nothing(
    tmp_path_factory: pytest.TempPathFactory, caplog: pytest.LogCaptureFixture
) -> None:
    """A fault that nobody has thought of, with a secret in its words."""
    app = App(Configuration(data=tmp_path_factory.mktemp("fault")))

    async def fail(_request: Request) -> Any:  # noqa: ANN401
        raise KeyError("the red card")

    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "path": "/health",
        "headers": [],
        "query_string": b"",
        "client": ("198.51.100.1", 1),
        "server": ("127.0.0.1", 80),
    }
    response = await app.dispatcher.answer(Request(scope), {"GET": fail})
    assert response.status_code == 500
    assert json.loads(bytes(response.body))["code"] == "internal"
    assert b"red" not in bytes(response.body)
    assert "KeyError" in caplog.text
    assert "test_http_api.py" in caplog.text
    assert "red" not in caplog.text
    assert "camelup_faults_total 1" in app.metrics.write()
