"""Where others find a server: told to pages that know only this machine's own name."""

import pytest
from starlette.datastructures import URL

from camelup.server.http import network

EVERYWHERE = "0.0.0.0"  # noqa: S104 - nothing is bound here


@pytest.mark.parametrize(
    ("listening", "page", "told"),
    [
        (EVERYWHERE, "http://localhost:8001/api/server?x=1", "http://198.51.100.7:8001"),
        (EVERYWHERE, "http://127.0.0.1:8000/api/server", "http://198.51.100.7:8000"),
        ("::", "http://[::1]:8000/api/server", "http://198.51.100.7:8000"),
        (EVERYWHERE, "http://198.51.100.7:8000/api/server", None),
        (EVERYWHERE, "https://camelup.example/api/server", None),
        ("127.0.0.1", "http://localhost:8000/api/server", None),
    ],
)
def test_who_is_told(monkeypatch: pytest.MonkeyPatch, listening: str, page: str, told: str | None) -> None:
    monkeypatch.setattr(network, "own_address", lambda: "198.51.100.7")
    assert network.find_network(listening, URL(page), "127.0.0.1") == told
    assert network.find_network(listening, URL(page), "198.51.100.9") is None


def test_a_machine_without_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "own_address", lambda: None)
    assert network.find_network(EVERYWHERE, URL("http://localhost:8000/"), "::1") is None
