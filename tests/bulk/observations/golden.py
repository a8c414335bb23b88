"""Layouts as they were frozen; `python -m tests.bulk.observations.golden` writes them and the tables of docs/envs.md.

Nets that people have trained depend on every number, so a layout that has been released never changes: give the
changed one a new version.
"""

import json
from pathlib import Path
from typing import Any

from camelup.bulk.observations import LAYOUTS, Encoder, Layout
from camelup.core.edition import FIRST, SECOND
from camelup.game import Game

GOLDEN = Path(__file__).parent / "layouts.json"
DOCUMENT = Path(__file__).parents[3] / "docs" / "envs.md"
GAMES: list[dict[str, Any]] = [
    {"edition": SECOND, "players": 4, "seed": 1, "hide_money": False},
    {"edition": SECOND, "players": 7, "seed": 2, "hide_money": True},
    {"edition": FIRST, "players": 3, "seed": 3, "hide_money": False},
]
SHOWN = (0, 23, 61)
"""After this many plies, positions are encoded."""
_END = "<!-- end -->"


def describe(layout: Layout) -> dict[str, Any]:
    """Everything about a layout that must stay."""
    return {
        "version": layout.version,
        "dtype": str(layout.dtype),
        "size": layout.size,
        "features": [
            [feature.name, feature.begin, list(feature.shape), feature.low, feature.high] for feature in layout.features
        ],
    }


def encode_games(layout: Layout) -> list[list[float]]:
    """The observations of some games, every action chosen by its number alone."""
    rows = []
    for setting in GAMES:
        game = Game(**setting)
        encoders = [Encoder(game.view(seat), layout) for seat in range(game.position.players)]
        for ply in range(max(SHOWN) + 1):
            if game.is_over:
                break
            seat = game.position.turn
            if ply in SHOWN:
                rows.append([round(float(value), 4) for value in encoders[seat].encode(game.view(seat))])
            legal = game.legal()
            events = game.play(legal[(7 * ply + setting["seed"]) % len(legal)])
            for watching, encoder in enumerate(encoders):
                encoder.follow(game.events_for(events, watching))
    return rows


def table(layout: Layout) -> str:
    """The features of a layout as the document shows them."""
    lines = ["| Feature | Numbers | Shape | Range | Meaning |", "|---|---|---|---|---|"]
    for feature in layout.features:
        last = feature.begin + feature.size - 1
        numbers = str(feature.begin) if feature.size == 1 else f"{feature.begin} to {last}"
        shape = " by ".join(map(str, feature.shape))
        lines.append(
            f"| `{feature.name}` | {numbers} | {shape} | {feature.low:.4g} to {feature.high:.4g} | {feature.about} |"
        )
    return "\n".join(lines)


def with_tables(document: str) -> str:
    """A document with the tables of all layouts, each after a comment that names it."""
    for name, layout in LAYOUTS.items():
        before, mark, rest = document.partition(f"<!-- layout {name} -->\n")
        document = f"{before}{mark}{table(layout)}\n{_END}{rest.partition(_END)[2]}"
    return document


if __name__ == "__main__":
    GOLDEN.write_text(
        json.dumps({name: {**describe(layout), "games": encode_games(layout)} for name, layout in LAYOUTS.items()})
        + "\n"
    )
    DOCUMENT.write_text(with_tables(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
