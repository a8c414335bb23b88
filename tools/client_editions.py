"""Write web/src/game/editions.ts: what the client knows of editions, computer players and limits, from the package."""

import json
from pathlib import Path
from typing import Any

from camelup.core import edition as core
from camelup.core.edition import EDITIONS, Edition, Words
from camelup.formats.record import NAME_LENGTH
from camelup.players import ENTRIES
from camelup.protocol.settings import LONGEST_CLOCK, SHORTEST_CLOCK

TARGET = Path(__file__).parent.parent / "web" / "src" / "game" / "editions.ts"
_HEAD = """\
// Written by tools/client_editions.py from core/edition.py and players/registry.py (`make types`): do not edit.
// Ask an edition what it has (`EDITIONS[edition].crazy`), never which one it is.
import type { Edition } from "./protocol.ts";

export interface EditionData {
  readonly number: Edition;
  /** What people call it: "first". */
  readonly ordinal: string;
  /** Camels by their letters: small ones race, in the order of their tents; capitals are crazy. */
  readonly racing: string;
  readonly crazy: string;
  /** All of them. */
  readonly camels: string;
  /** The letters of all dice; "x" is the grey one. */
  readonly dice: string;
  /** The values of a colour's tickets, top first. */
  readonly ticketValues: readonly (2 | 3 | 5)[];
  /** From how many players on there are partnerships; null: never. */
  readonly partnershipsFrom: number | null;
  readonly words: EditionWords;
}

/** A computer player. */
export interface Level {
  readonly level: string;
  /** What people call it. */
  readonly name: string;
  /** How it plays, in a few words. */
  readonly summary: string;
}

/** What the edition's rulebook calls things. */
export interface EditionWords {
"""
_CONSTANTS = (
    "SPACES",
    "DICE_PER_LEG",
    "STARTING_MONEY",
    "MIN_PLAYERS",
    "MAX_PLAYERS",
    "FINISH_REWARDS",
    "LATER_FINISH_REWARD",
    "SECOND_PLACE_REWARD",
    "WRONG_BET",
    "PYRAMID_TICKET_REWARD",
    "TILE_REWARD",
    "GREY_DIE",
)


def write_editions() -> str:
    """Give the whole file."""
    words = "".join(f"  readonly {_camel_case(name)}: string;\n" for name in Words.__slots__)
    editions = {number: _describe(edition) for number, edition in EDITIONS.items()}
    levels = [{"level": entry.name, "name": entry.title, "summary": entry.summary} for entry in ENTRIES.values()]
    limits = {"NAME_LENGTH": NAME_LENGTH, "SHORTEST_CLOCK": SHORTEST_CLOCK, "LONGEST_CLOCK": LONGEST_CLOCK}
    constants = {name: getattr(core, name) for name in _CONSTANTS} | limits
    return (
        f"{_HEAD}{words}}}\n\n"
        + "".join(f"export const {name} = {json.dumps(value)};\n" for name, value in constants.items())
        + "\nexport const EDITIONS: { readonly [edition in Edition]: EditionData } = "
        + f"{json.dumps(editions, indent=2)};\n"
        + "\n/** The computer players, the weakest first. */\n"
        + f"export const LEVELS: readonly Level[] = {json.dumps(levels, indent=2)};\n"
    )


def _describe(edition: Edition) -> dict[str, Any]:
    return {
        "number": edition.number,
        "ordinal": edition.ordinal,
        "racing": "".join(edition.racing),
        "crazy": "".join(edition.crazy),
        "camels": "".join(edition.camels),
        "dice": edition.dice,
        "ticketValues": edition.ticket_values,
        "partnershipsFrom": edition.partnerships_from,
        "words": {_camel_case(name): getattr(edition.words, name) for name in Words.__slots__},
    }


def _camel_case(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.title() for word in rest)


if __name__ == "__main__":
    TARGET.write_text(write_editions())
