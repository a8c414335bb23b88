"""The rules with their pictures: every example of docs/rules.md is drawn, before the roll and after it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from camelup import Situation, State, parse_position
from camelup.core.actions import Roll
from camelup.core.rules import apply
from camelup.drawing import board_svg
from camelup.formats.notation import parse_face

PAGE = "rules.md"
_EXAMPLE = re.compile(
    r"^<!-- example (?P<rules>.*) -->\n```text\n"
    r"(?P<caption>(?:.*\n)*?)(?P<position>(?:edition|track) .*)\n(?P<more>(?:.*\n)*?)```$",
    re.MULTILINE,
)
_RESULTS = {
    "order": "The ranking, first to last",
    "may": "Spaces open to a tile",
    "pays": "The leg pays, by seat",
    "money": "Money afterwards, by seat",
    "cards": "Cards pay, winner and then loser",
}
_DEFAULT_EDITION = 2
"""In which an example for both is drawn."""


@dataclass
class IllustratedRules:
    """The page with pictures, and the pictures by their names."""

    text: str
    pictures: dict[str, str] = field(default_factory=dict)


def illustrate(text: str) -> IllustratedRules:
    """Draw the examples of the rules, each in the place of its block."""
    drawn = IllustratedRules("")
    drawn.text = _EXAMPLE.sub(lambda found: "\n".join(_figure(found, drawn.pictures)), text)
    return drawn


def _figure(found: re.Match[str], pictures: dict[str, str]) -> Iterator[str]:
    told = dict(line.split(" ", 1) for line in found["more"].splitlines())
    position = found["position"]
    if not position.startswith("edition"):
        position = f"edition {_DEFAULT_EDITION} | {position}"
    before = parse_position(position)
    caption = " ".join(found["caption"].split())
    yield f"**Example.** {caption}\n"
    yield _picture(before, told, found["rules"].split()[0], caption, pictures)
    if "roll" in told:
        after, _ = apply(before, Roll(), parse_face(before.edition, told["roll"]))
        yield f"\nAfter the roll `{told['roll']}`:\n"
        yield _picture(after, told, found["rules"].split()[0], f"The same after the roll {told['roll']}", pictures)
    results = [f"{name}: `{told[word]}`." for word, name in _RESULTS.items() if word in told]
    if results:
        yield "\n" + " ".join(results)
    yield f"\nIn [notation](notation.md): `{position}`"


def _picture(state: State, told: dict[str, str], rule: str, caption: str, pictures: dict[str, str]) -> str:
    name = f"{rule}-{len(pictures) + 1}.svg"
    pictures[name] = board_svg(state if _shows_seats(told) else _race_of(state))
    return f"![{caption.replace('[', '(').replace(']', ')')}](pictures/rules/{name})"


def _shows_seats(told: dict[str, str]) -> bool:
    """Whether what lies in front of the players belongs to the example."""
    return bool({"pays", "money", "cards"} & set(told)) or told.get("show", "board") != "board"


def _race_of(state: State) -> Situation:
    """Leave the players aside, also once the race is over."""
    tiles = tuple(tile for tile in state.tiles if tile is not None)
    return Situation(state.edition, state.track, state.dice, tiles)
