"""The names by which a server may be called: a page whose name was turned to this machine learns nothing."""

import json
import socket
from typing import Any

import pytest

from camelup.core.errors import RequestError
from camelup.server.configuration import Configuration
from camelup.server.http.host import HostCheck
from tests.server.live import LiveServer
from tests.server.raw import RawClient

OWN = socket.gethostname()


def scope_of(*hosts: str, peer: str = "192.0.2.1") -> dict[str, Any]:
    headers = [(b"host", host.encode()) for host in hosts]
    return {"type": "http", "scheme": "http", "headers": headers, "camelup.peer": peer}


@pytest.fixture
def check(monkeypatch: pytest.MonkeyPatch) -> HostCheck:
    monkeypatch.setattr(socket, "getfqdn", lambda: "machine.lan.example")
    return HostCheck(Configuration(origins=("https://friends.example:8443",), proxies=("198.51.100.0/24",)))


@pytest.mark.parametrize(
    "host",
    [
        *(
            "localhost",
            "LOCALHOST:8000",
            "localhost.",
            "camel.localhost:1",
            "127.0.0.1:8000",
            "192.0.2.7",
            "[::1]:8000",
        ),
        *(OWN, f"{OWN.upper()}:8000", f"{OWN.partition('.')[0]}.local:8000", "machine.lan.example:8000"),
        *("friends.example", "friends.example:8443", "friends.example:1"),
    ],
)
async def test_names_of_this_server(check: HostCheck, host: str) -> None:
    await check.check(scope_of(host))


async def test_a_program_needs_no_name_and_a_proxy_may_pass_on_any(check: HostCheck) -> None:
    await check.check(scope_of())
    await check.check(scope_of("camelup.example", peer="198.51.100.7"))
    await check.check(scope_of("camelup.example", peer="::ffff:198.51.100.7"))


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "evil.example:8000", "localhost.evil.example", "127.0.0.1.evil.example", "xlocalhost"),
        *("", "a@localhost", "localhost@evil.example", "[::1", "localhost:x", "localhost/", f"{OWN}.evil.example"),
        *("friends.example.evil", "evil.friends.example", "0x7f.1", "lan.example", "machine.lan"),
    ],
)
async def test_other_names(check: HostCheck, host: str) -> None:
    with pytest.raises(RequestError) as refused:
        await check.check(scope_of(host))
    assert refused.value.code == "host"
    with pytest.raises(RequestError):
        await check.check(scope_of("localhost", host))


async def test_nobody_is_let_in_by_another_name(server: LiveServer) -> None:
    code = server.make_table()
    for request in ("GET /api/server", "GET /api/tables", "GET /", "GET /metrics", "GET /nowhere", "POST /api/tables"):
        client = RawClient(server.port)
        await client.send(f"{request} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n".encode())
        head, _, body = (await client.hear_end()).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 403 "), request
        refusal = json.loads(body)
        assert refusal["code"] == "host"
        assert "--origins http://evil.example" in refusal["message"]
        assert "--proxies" in refusal["message"]
    client = RawClient(server.port)
    await client.upgrade(f"/api/tables/{code}/socket", host="evil.example:8000")
    heard = await client.hear_end()
    assert heard.startswith(b"HTTP/1.1 403 ")
    assert b'"host"' in heard
    RawClient.close_all()
