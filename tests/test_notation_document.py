"""What docs/notation.md says is what the program does: every example on it is run, and every list is complete."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given

import camelup
from camelup.core.actions import SEATS, Action
from camelup.core.edition import EDITIONS, FIRST, SECOND, Camel, Edition
from camelup.core.events import Event
from camelup.core.state import State, Tile
from camelup.core.view import View
from camelup.formats.finished_game import FinishedGame, NotedGame
from camelup.formats.json_codec import from_json, to_json
from camelup.formats.notation import (
    parse_action,
    parse_dice,
    parse_face,
    parse_position,
    parse_tiles,
    parse_track,
    parse_view,
    position_text,
)
from camelup.formats.record import parse_record
from camelup.game import Game
from tests.strategies import POSITIONS, VIEWS, refusal

PAGE = (Path(__file__).parent.parent / "docs" / "notation.md").read_text(encoding="utf-8")
SOURCE = Path(camelup.__file__).parent

_FENCE = re.compile(r"^(?:<!-- (\w+) ?(.*) -->\n)?```(\w+)\n((?:.*\n)*?)```$", re.MULTILINE)
FENCES = [(kind or language, argument, text) for kind, argument, language, text in _FENCE.findall(PAGE)]
"""Kind, argument and text of each example. A comment above an example names its kind, unless its language does."""


def examples(kind: str) -> list[tuple[str, str]]:
    """Argument and text of the examples of a kind."""
    return [(argument, text) for found, argument, text in FENCES if found == kind]


def lines(kind: str) -> list[tuple[Edition, str]]:
    """Each line of the examples of a kind whose argument is an edition."""
    return [(EDITIONS[int(number)], line) for number, text in examples(kind) for line in text.splitlines()]


def track_text(edition: Edition, track: int) -> str:
    """A packed track as text; only positions have their text ready."""
    return parse_position(STARTS[edition]).replace(track=track).track_text


def tiles_text(tiles: tuple[tuple[Tile, int | None], ...]) -> str:
    return " ".join(f"{tile.space}{tile.side}{'' if seat is None else SEATS[seat]}" for tile, seat in tiles)


STARTS = {
    FIRST: "edition 1 | track 1:bgowy | money 3 3",
    SECOND: "edition 2 | track 1:bgpry 16:KW | money 3 3",
}


def test_no_example_is_of_a_kind_that_is_not_run() -> None:
    assert {kind for kind, _, _ in FENCES} == {
        *("track", "dice", "tiles", "face", "action", "position", "short", "view", "record", "patterns"),
        *("json", "jsonl", "refused"),
    }
    assert len(FENCES) == PAGE.count("```") / 2


@pytest.mark.parametrize(("edition", "text"), lines("track"))
def test_tracks(edition: Edition, text: str) -> None:
    assert track_text(edition, parse_track(edition, text)) == text


@pytest.mark.parametrize(("edition", "text"), lines("dice"))
def test_dice(edition: Edition, text: str) -> None:
    assert parse_dice(edition, text) == text
    assert parse_dice(edition, text[::-1]) == text


@pytest.mark.parametrize(("edition", "text"), lines("tiles"))
def test_tiles(edition: Edition, text: str) -> None:
    track = parse_position(STARTS[edition]).track
    assert tiles_text(parse_tiles(edition, track, text)) == text


@pytest.mark.parametrize(("edition", "text"), lines("face"))
def test_faces(edition: Edition, text: str) -> None:
    assert str(parse_face(edition, text)) == text


@pytest.mark.parametrize(("edition", "text"), lines("action"))
def test_actions(edition: Edition, text: str) -> None:
    assert str(parse_action(edition, text)) == text


@pytest.mark.parametrize("text", [line for _, text in examples("position") for line in text.splitlines()])
def test_positions(text: str) -> None:
    assert position_text(parse_position(text)) == text


@pytest.mark.parametrize("text", [text for _, text in examples("short")])
def test_short_positions_and_what_they_stand_for(text: str) -> None:
    short, whole = text.splitlines()
    assert position_text(parse_position(short)) == whole


@pytest.mark.parametrize("text", [line for _, text in examples("view") for line in text.splitlines()])
def test_views(text: str) -> None:
    assert position_text(parse_view(text)) == text


@pytest.mark.parametrize("text", [text for _, text in examples("record")])
def test_records(text: str) -> None:
    record = parse_record(text)
    assert str(record) == text
    if isinstance(record.start, State):
        assert str(Game.load(text).record) == text


@pytest.mark.parametrize(
    "text",
    [text for _, text in examples("json")] + [line for _, text in examples("jsonl") for line in text.splitlines()],
)
def test_json_forms(text: str) -> None:
    form = json.loads(text)
    written = to_json(from_json(form))
    assert written == form
    assert list(written) == list(form)


def test_the_same_in_text_and_in_json() -> None:
    state, view, record, finished, noted = (from_json(json.loads(text)) for _, text in examples("json"))
    texts = [text.strip() for kind in ("position", "record") for _, text in examples(kind)]
    assert position_text(state) == texts[0]
    assert isinstance(view, View)
    assert str(record).strip() in texts
    assert isinstance(finished, FinishedGame)
    assert isinstance(noted, NotedGame)
    assert finished.published is not None
    assert noted.cards == finished.published.cards


def test_there_is_a_form_of_every_action_and_event() -> None:
    shown = [from_json(json.loads(line)) for _, text in examples("jsonl") for line in text.splitlines()]
    assert list(dict.fromkeys(map(type, shown))) == [*get_args(Action), *get_args(Event)]


READERS: dict[str, Callable[[str], object]] = {
    "position": parse_position,
    "view": parse_view,
    "action 1": lambda text: parse_action(FIRST, text),
    "action 2": lambda text: parse_action(SECOND, text),
    "record": parse_record,
    "game": Game.load,
    "json": lambda text: from_json(json.loads(text)),
}


@pytest.mark.parametrize(("kind", "text"), examples("refused"))
def test_what_is_refused_and_how(kind: str, text: str) -> None:
    *refused, last = text.splitlines()
    error = refusal(lambda: READERS[kind]("\n".join(refused)))
    assert error is not None
    assert f"{type(error).__name__} {error.code}: {error}" == last


def patterns() -> dict[str, str]:
    [(_, text)] = examples("patterns")
    return dict(line.split(maxsplit=1) for line in text.splitlines())


@given(POSITIONS | VIEWS)
def test_sections_are_written_as_their_patterns_say(position: State | View) -> None:
    sections = dict(section.split(maxsplit=1) for section in position_text(position).split(" | "))
    expected = patterns()
    assert [*sections, "seat"][: len(expected)] == list(expected)
    for label, content in sections.items():
        assert re.fullmatch(expected[label], content), (label, content)


def rows(heading: str) -> list[list[str]]:
    """The cells of the table whose first heading is this, without their marks for code."""
    table = PAGE.split(f"\n| {heading} |")[1].split("\n\n")[0]
    return [[cell.strip().strip("`") for cell in row.strip("|").split("|")] for row in table.splitlines()[2:]]


def test_the_table_of_camels_is_complete() -> None:
    assert rows("Letter") == [
        [
            camel.value,
            camel.colour,
            *(
                "races" if camel in edition.racing else "crazy" if camel in edition.crazy else ""
                for edition in EDITIONS.values()
            ),
        ]
        for camel in Camel
    ]
    for edition in EDITIONS.values():
        assert f"`{''.join(edition.racing)}`" in PAGE
        assert f"`{edition.dice}`" in PAGE


def test_the_table_of_sections_is_complete() -> None:
    [first, *_] = [text for _, text in examples("position")]
    labels = [section.split()[0] for section in first.split(" | ")]
    assert [row[0] for row in rows("Section")] == labels
    assert list(patterns()) == [*labels, "seat"]
