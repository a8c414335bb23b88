"""Every example in docs/rules.md is what the rules say: each is set up and played, in every edition that it is for."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from camelup import Game, parse_position
from camelup.core.actions import PlaceTile, Roll
from camelup.core.edition import EDITIONS
from camelup.core.events import CardScored, Event, LegScored
from camelup.core.rules import apply, legal
from camelup.core.state import State
from camelup.formats.notation import parse_face
from tests.test_rules_document import rules_of

DOCUMENT = (Path(__file__).parent.parent / "docs" / "rules.md").read_text(encoding="utf-8")
_BLOCK = re.compile(
    r"^<!-- example (?P<rules>.*) -->\n```text\n"
    r"(?P<caption>(?:.*\n)*?)(?P<position>(?:edition|track) .*)\n(?P<more>(?:.*\n)*?)```$",
    re.MULTILINE,
)
_ONLY_IN = {1: ("orange", "white"), 2: ("purple", "red", "black", "crazy", "grey")}
"""Words that an example for both editions cannot use."""
SHOWS = {"board", "actions", "dice", "tickets", "decks", "decks A"}


class Example(NamedTuple):
    rules: tuple[str, ...]
    caption: str
    position: str
    told: dict[str, str]
    """What is rolled and what comes of it, by the first word of the line."""

    @property
    def editions(self) -> tuple[int, ...]:
        found = re.match(r"edition (\d)", self.position)
        return (int(found[1]),) if found else (1, 2)


EXAMPLES = [
    Example(
        tuple(found["rules"].split()),
        " ".join(found["caption"].split()),
        found["position"],
        dict(line.split(" ", 1) for line in found["more"].splitlines()),
    )
    for found in _BLOCK.finditer(DOCUMENT)
]
CASES = [
    pytest.param(example, edition, id=f"{example.rules[0]}, edition {edition}")
    for example in EXAMPLES
    for edition in example.editions
]


def to_first(text: str) -> str:
    """Letters of the second edition as the first has them: no crazy camels, and other colours."""
    return re.sub("[KWx]", "", text).translate(str.maketrans("pr", "ow"))


def track_in(edition: int, track: str) -> str:
    if edition == 2:
        return track
    stacks = [(space, to_first(stack)) for space, stack in (word.split(":") for word in track.split())]
    return " ".join(f"{space}:{stack}" for space, stack in stacks if stack)


def position_in(edition: int, position: str) -> str:
    """A position that holds for both editions, in one of them."""
    if position.startswith("edition"):
        return position
    sections = dict(section.split(" ", 1) for section in position.split(" | "))
    if edition == 1:
        lettered = ("dice", "tickets", "winner", "loser")
        changed = {label: to_first(text) for label, text in sections.items() if label in lettered}
        sections |= {**changed, "track": track_in(1, sections["track"])}
    return " | ".join([f"edition {edition}", *(f"{label} {text}" for label, text in sections.items())])


def play(example: Example, edition: int) -> tuple[State, State, tuple[Event, ...]]:
    before = parse_position(position_in(edition, example.position))
    if "roll" not in example.told:
        return before, before, ()
    face = parse_face(before.edition, example.told["roll"])
    return before, *apply(before, Roll(), face)


def signed(amount: int) -> str:
    return f"{amount:+d}" if amount else "0"


def outcomes(before: State, after: State, events: tuple[Event, ...]) -> Iterator[tuple[str, str]]:
    """All that an example may tell, as it is."""
    yield "track", after.track_text
    yield "order", " ".join(after.ranking)
    yield "may", " ".join(str(n) for n in sorted({act.space for act in legal(before) if isinstance(act, PlaceTile)}))
    money = [str(amount) for amount in after.money]
    scored = [event for event in events if isinstance(event, LegScored)]
    if scored:
        yield "pays", " ".join(signed(reward.total) for reward in scored[0].rewards)
    yield "money", " ".join(money)
    cards = [event for event in events if isinstance(event, CardScored)]
    decks = (" ".join(signed(card.reward) for card in cards if card.deck == deck) for deck in ("winner", "loser"))
    yield "cards", " / ".join(decks)


@pytest.mark.parametrize(("example", "edition"), CASES)
def test_an_example_is_what_the_rules_say(example: Example, edition: int) -> None:
    before, after, events = play(example, edition)
    true = dict(outcomes(before, after, events))
    told = {word: text for word, text in example.told.items() if word not in {"roll", "show"}}
    if edition == 1:
        changed = {"track": lambda text: track_in(1, text), "order": to_first}
        told = {word: changed.get(word, str)(text) for word, text in told.items()}
    assert told == {word: true.get(word, "nothing") for word in told}
    assert told or example.told["show"] in SHOWS
    assert ("roll" in example.told) <= bool(told), "what comes of a roll has to be told"


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.rules[0])
def test_an_example_shows_rules_of_its_editions_in_their_words(example: Example) -> None:
    rules = {rule.id: rule.editions for rule in rules_of(DOCUMENT)}
    names = {1: "first edition", 2: "second edition"}
    for rule in example.rules:
        fits = {"both editions", *(names[edition] for edition in example.editions[:1])}
        # One for both editions shows what both have.
        assert rules[rule] in (fits if len(example.editions) == 1 else {"both editions"}), rule
    if len(example.editions) > 1:
        words = set(re.findall("[a-z]+", example.caption.lower()))
        assert not words & {word for only in _ONLY_IN.values() for word in only}
    assert example.caption.endswith(".")


def test_every_chapter_of_either_edition_has_an_example() -> None:
    for edition, name in ((1, "first edition"), (2, "second edition")):
        topics = {rule.id.split("-")[0] for rule in rules_of(DOCUMENT) if rule.editions in {name, "both editions"}}
        shown = {rule.split("-")[0] for example in EXAMPLES if edition in example.editions for rule in example.rules}
        assert topics == shown


def test_what_moves_camels_or_pays_is_shown() -> None:
    """At least these rules have a picture of their own."""
    shown = {rule for example in EXAMPLES for rule in example.rules}
    assert len(EXAMPLES) > 25
    assert shown >= {*(f"move-{n}" for n in range(1, 7)), *(f"crazy-{n}" for n in (1, 2, 3, 4, 6))}
    assert shown >= {*(f"tile-{n}" for n in (9, 10, 11, 12, 13, 17)), *(f"leg-{n}" for n in range(3, 9))}
    assert shown >= {"end-1", "end-2", "end-5", "end-6", "end-7", "partner-5", "rank-1", "rank-2", "rank-3", "rank-4"}


def test_no_block_goes_unread() -> None:
    assert DOCUMENT.count("```") == 2 * DOCUMENT.count("<!-- example ") == 2 * len(EXAMPLES)


def test_the_kinds_of_action_that_are_drawn_are_all_there_are() -> None:
    example = next(example for example in EXAMPLES if example.told.get("show") == "actions")
    for edition in example.editions:
        game = Game.from_position(parse_position(position_in(edition, example.position)))
        assert {str(action).split()[0] for action in game.legal()} == {"roll", "ticket", "tile", "winner", "loser"}
    assert set(EDITIONS) == {1, 2}
