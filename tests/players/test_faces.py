"""The faces of the players: drawings that stand alone and may stand together."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from camelup.drawing.raster import png
from camelup.players import ENTRIES, find_player
from camelup.players.faces import OWN, face_of, title_of
from camelup.players.registry import Entry

FILES = sorted((Path(__file__).parents[2] / "src" / "camelup" / "players" / "faces").glob("*.svg"))
SVG = "{http://www.w3.org/2000/svg}"


def test_there_is_a_face_for_every_player() -> None:
    assert {file.stem for file in FILES} == {*ENTRIES, OWN}
    titles = {file.stem: ET.fromstring(file.read_text())[0].text for file in FILES}  # noqa: S314 - our own
    assert len(set(titles.values())) == len(titles)
    for name, entry in ENTRIES.items():
        assert (entry.title, entry.face) == (titles[name], face_of(name))
    assert [titles[name] for name in ("random", "champion")] == ["Tumble", "Sekhet"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_face_is_a_picture_that_needs_nothing_else(file: Path) -> None:
    root = ET.fromstring(file.read_text())  # noqa: S314 - our own
    assert (root.tag, root.get("viewBox"), root.get("role")) == (f"{SVG}svg", "0 0 120 120", "img")
    assert root[0].tag == f"{SVG}title"
    assert root.get("aria-labelledby") == root[0].get("id")
    assert not [
        part for part in root.iter() if part.tag in {f"{SVG}image", f"{SVG}style", f"{SVG}script", f"{SVG}text"}
    ]
    assert not re.findall(r"href|@import|url\((?!#)", file.read_text())
    bare = re.sub(r"(?s)(<g clip-path[^>]*>).*(</g>)", r"\1\2", file.read_text())
    assert png(file.read_text(), 44) != png(bare, 44)


def test_no_two_faces_share_an_id_and_every_id_used_is_there() -> None:
    ids = [name for file in FILES for name in re.findall(r'\bid="([^"]+)"', file.read_text())]
    assert len(ids) == len(set(ids))
    assert {name for file in FILES for name in re.findall(r"url\(#([^)]+)\)", file.read_text())} <= set(ids)


def test_players_of_ones_own_share_a_face_and_are_called_by_their_class_or_command() -> None:
    assert title_of("../faces/random") is None
    own = Entry("bots.mine:Clever", "A class of your own.", "bots.mine:Clever")
    program = find_player("exec:sh -c 'exit 0:1'")
    assert own.face == program.face == face_of(OWN)
    assert (own.title, program.title) == ("Clever", "sh -c 'exit 0:1'")
