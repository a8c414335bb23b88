"""Dockerfile and compose.yaml say what is true of this project; no image is built here."""

import json
import re
from fnmatch import fnmatch
from pathlib import Path

import yaml

from camelup.cli import make_parser
from camelup.server.configuration import Configuration
from camelup.server.setting import settings_of
from tests.smoke import extras

ROOT = Path(__file__).parent.parent
DOCKERFILE = (ROOT / "Dockerfile").read_text().replace("\\\n", "")
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())


def instructions(name: str) -> list[str]:
    return re.findall(rf"^{name} +(.*)$", DOCKERFILE, re.MULTILINE)


def test_the_image_runs_a_command_that_exists() -> None:
    (entry,), (command,) = (json.loads(found) for name in ("ENTRYPOINT", "CMD") for found in instructions(name))
    assert entry == "camelup"
    assert make_parser(command).parse_args([command]).run.__module__ == f"camelup.terminal.commands.{command}"


def test_every_variable_is_one_that_camelup_reads() -> None:
    known = {setting.variable for setting in settings_of(Configuration)} | {"CAMELUP_CACHE"}
    (variables,) = instructions("ENV")
    assert set(re.findall(r"(CAMELUP_\w+)=", variables)) <= known
    assert {name for name in COMPOSE["services"]["camelup"]["environment"] if name.startswith("CAMELUP_")} <= known


def test_what_is_kept_is_where_camelup_writes() -> None:
    (variables,), (volumes,) = instructions("ENV"), instructions("VOLUME")
    assert sorted(json.loads(volumes)) == sorted(re.findall(r"CAMELUP_\w+=(\S+)", variables))
    assert [place.partition(":")[2] for place in COMPOSE["services"]["camelup"]["volumes"]] == ["/var/cache/camelup"]


def test_the_image_has_the_extra_that_the_database_needs() -> None:
    (extra,) = re.findall(r"\.whl\)\[(\w+)\]", DOCKERFILE)
    assert extra == "postgresql"
    assert extra in extras()
    assert set(COMPOSE["services"]["camelup"]["depends_on"]) == {"database"}


def test_the_port_is_the_one_that_the_server_listens_on() -> None:
    (port,) = instructions("EXPOSE")
    assert int(port) == Configuration().port
    assert COMPOSE["services"]["camelup"]["ports"] == [f"${{CAMELUP_PORT:-{port}}}:{port}"]


def test_the_build_is_sent_what_it_needs() -> None:
    left_out = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and not line.startswith("#")]
    needed = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "requirements.lock", "src", "web", "docs")
    assert all((ROOT / name).exists() for name in needed)
    assert not [name for name in needed for pattern in left_out if fnmatch(name, pattern)]
