"""docs/operations.md and the examples that it names say what is true of this server."""

import argparse
import configparser
import os
import re
import shlex
from dataclasses import fields
from pathlib import Path
from typing import Any

from starlette.requests import Request

from camelup.cli import make_parser
from camelup.protocol.fields import CHAT_LENGTH, MESSAGE_BYTES, RECORD_BYTES
from camelup.protocol.transfers import TRANSFER_BYTES
from camelup.server.configuration import Configuration
from camelup.server.http.app import _PING_SECONDS, App
from camelup.server.http.routes import ENDPOINTS
from camelup.server.thinking.workers import MOST_REQUESTS
from camelup.terminal.commands import serve
from camelup.terminal.race_table_cost import build_cost
from tests.children import CAMELUP, run

_ROOT = Path(__file__).parents[2]
_TEXT = (_ROOT / "docs" / "operations.md").read_text()
_NGINX = (_ROOT / "examples" / "proxy" / "nginx.conf").read_text()
_CADDY = (_ROOT / "examples" / "proxy" / "Caddyfile").read_text()
_UNIT = (_ROOT / "examples" / "systemd" / "camelup.service").read_text()
_ENVIRONMENT = (_ROOT / "examples" / "systemd" / "camelup.env").read_text()
_NO_FLAG = {"CAMELUP_CACHE"}
"""Variables that are no settings of the server alone."""


def _actions() -> list[argparse.Action]:
    parser = argparse.ArgumentParser(add_help=False)
    serve.add_arguments(parser)
    actions = parser._actions  # noqa: SLF001 - there is no other way to ask
    return [action for action in actions if action.help != argparse.SUPPRESS]  # without old names


def _rows(section: str) -> list[list[str]]:
    """Give the rows of the tables in a section, without their heads."""
    part = _TEXT.split(f"\n## {section}\n")[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def _setting(flag: str) -> str:
    return flag.strip("`").removeprefix("--").replace("-", "_")


def _variables_of_help() -> dict[str, str]:
    """Give the variable of each flag, as the help says it."""
    found = {action.option_strings[0]: re.findall(r"; or (CAMELUP_\w+)", action.help or "") for action in _actions()}
    return {flag: names[0] for flag, names in found.items() if names}


def test_every_setting_is_in_the_table_with_its_variable() -> None:
    documented = {row[0].strip("`"): row[1].strip("`") for row in _rows("Settings")}
    assert documented == {action.option_strings[0]: "" for action in _actions()} | _variables_of_help()


def test_every_setting_has_a_variable_and_a_field() -> None:
    flags = set(_variables_of_help())
    assert {_setting(flag) for flag in flags} == {field.name for field in fields(Configuration)}
    assert {action.option_strings[0] for action in _actions()} - flags == {"--local", "--open"}


def test_defaults_are_those_of_the_server() -> None:
    words: dict[str, Any] = {"data": "your data folder", "workers": "cores less one"}
    default = Configuration()
    for flag, variable, documented, _ in _rows("Settings"):
        if variable:
            value = getattr(default, _setting(flag))
            word = words.get(_setting(flag)) or (f"`{value:g}`" if isinstance(value, float) else f"`{value}`")
            assert documented == ("none" if value in (None, ()) else word), flag


def test_help_tells_the_same_defaults() -> None:
    default = Configuration()
    for action in _actions():
        told = re.search(r"\(default: ([\d.]+|[a-z]+)\)", action.help or "")
        if told is not None:
            value = getattr(default, _setting(action.option_strings[0]))
            assert told[1] == (f"{value:g}" if isinstance(value, float) else str(value)), action.option_strings[0]


def test_a_folder_with_a_percent_sign_does_not_break_the_help() -> None:
    environment = {**os.environ, "CAMELUP_DATA": "50%s"}
    assert "50%s" in run(*CAMELUP, "serve", "--help", env=environment).stdout


def test_every_figure_is_in_the_table() -> None:
    sources = (_ROOT / "src" / "camelup" / "server").rglob("*.py")
    figures = {name for source in sources for name in re.findall(r'"(camelup_\w+)"', source.read_text())}
    assert {row[0].strip("`") for row in _rows("Health and metrics") if "camelup" in row[0]} == figures


async def test_figures_that_only_grow_are_counters(tmp_path: Path) -> None:
    handlers = App(Configuration(data=tmp_path)).handlers
    written = bytes((await handlers.show_metrics(Request({"type": "http"}))).body).decode()
    kinds = dict(re.findall(r"# TYPE (\w+) (\w+)", written))
    assert set(kinds.values()) == {"counter", "gauge"}
    assert all((kind == "counter") == name.endswith("_total") for name, kind in kinds.items())


def test_addresses_in_the_documents_are_those_of_the_server() -> None:
    paths = {endpoint.path for endpoint in ENDPOINTS}
    documented = {row[0].strip("`") for row in _rows("Health and metrics") if row[0].startswith("`/")}
    private = set(re.findall(r"location = (/\w+)", _NGINX))
    assert documented == {"/health", "/ready", "/metrics"} <= paths
    assert private == set(re.findall(r"(/\w+)", _line(_CADDY, "@private path"))) == {"/metrics", "/ready"}
    asked = set(re.findall(r"http://localhost:(?:\d+|\$port)(/[a-z/]*)", _TEXT))
    assert asked
    assert asked <= paths


def _line(text: str, start: str) -> str:
    return next(line.strip().removeprefix(start) for line in text.splitlines() if line.strip().startswith(start))


def test_proxies_find_the_server_and_outlast_its_silence() -> None:
    port = Configuration().port
    assert f"server 127.0.0.1:{port} " in _NGINX
    assert f"reverse_proxy 127.0.0.1:{port} " in _CADDY
    assert float(_line(_NGINX, "proxy_read_timeout").split("s;")[0]) > 2 * _PING_SECONDS
    assert float(_line(_NGINX, "proxy_send_timeout").split("s;")[0]) > 2 * _PING_SECONDS
    # The largest body that the server takes, and hardly more.
    largest = int(_line(_NGINX, "client_max_body_size").split("k;")[0]) * 1024
    assert max(MESSAGE_BYTES, RECORD_BYTES, TRANSFER_BYTES) <= largest < 210_000
    assert f"{_PING_SECONDS:g} s" in _line(_NGINX, "proxy_read_timeout")
    for header in ("Upgrade $http_upgrade", "Host $http_host", "X-Forwarded-For $remote_addr"):
        assert f"proxy_set_header {header};" in _NGINX


def test_a_service_in_a_clone_has_the_client() -> None:
    """`make setup` does not build it, and the server would show its page for servers without a client."""
    installed = re.findall(r"^cd /opt/camelup-[\d.]+ && sudo make (\w+)$", _TEXT, re.MULTILINE)
    assert installed == ["web", "web"]
    makefile = (_ROOT / "Makefile").read_text()
    assert re.search(r"^web: setup .*\n\t@\$\(BIN\)/python hatch_build.py$", makefile, re.MULTILINE)


def test_the_race_table_costs_what_building_it_says() -> None:
    memory = build_cost().partition(" and ")[2].partition(" of ")[0]
    for document in ("README.md", "docs/operations.md", "docs/odds.md"):
        assert f"{memory} of memory" in re.sub(r"\s+", " ", (_ROOT / document).read_text()), document


def test_the_unit_and_its_environment_name_only_settings() -> None:
    settings = set(_variables_of_help().values()) | _NO_FLAG
    assert set(re.findall(r"CAMELUP_\w+", _UNIT)) <= settings
    named = set(re.findall(r"^#?(CAMELUP_\w+)=", _ENVIRONMENT, re.MULTILINE))
    assert named
    assert named <= settings
    assert set(re.findall(r"CAMELUP_[A-Z_]+[A-Z]", _TEXT)) <= settings


def test_the_unit_has_room_for_all_connections_and_a_place_for_what_it_keeps() -> None:
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]  # as the type describes it, it cannot be set
    unit.read_string(_UNIT)
    service = unit["Service"]
    assert int(service["LimitNOFILE"]) > Configuration().connections + 1000
    assert f"CAMELUP_DATA=/var/lib/{service['StateDirectory']} " in _UNIT
    assert f"CAMELUP_CACHE=/var/cache/{service['CacheDirectory']}\n" in _UNIT
    assert shlex.split(service["ExecStart"])[0] == "/opt/camelup/.venv/bin/camelup"


def _commands() -> list[list[str]]:
    blocks = re.findall(r"^```\n(.*?)^```", _TEXT, re.DOTALL | re.MULTILINE)
    lines = [line for block in blocks for line in block.splitlines()]
    found = [re.search(r"(?:^|bin/)camelup (.*)", line) for line in lines]
    return [shlex.split(command[1]) for command in found if command is not None]


def test_every_command_in_the_documents_can_be_given() -> None:
    commands = _commands()
    assert {words[0] for words in commands} >= {"serve", "db", "odds"}
    for words in commands:
        make_parser(words[0]).parse_args(words)


def test_limits_in_the_documents_are_those_of_the_server() -> None:
    part = " ".join(_TEXT.split("\n## Strangers\n")[1].split("\n## ")[0].split())
    assert f"{MESSAGE_BYTES:,} bytes" in part
    assert f"up to {CHAT_LENGTH} characters" in part
    assert f"{MOST_REQUESTS} positions" in part
