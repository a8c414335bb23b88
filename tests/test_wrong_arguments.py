"""What programs give by mistake where something else is needed: an error of camelup's says what to give instead."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from camelup import (
    SECOND,
    Camel,
    CamelUpError,
    Face,
    Game,
    draw_text,
    position_text,
    replay,
    sample_state,
    to_json,
    view_of,
)
from camelup.bulk import Batch, statistics
from camelup.bulk.observations import Encoder
from camelup.core.rules import legal, start
from camelup.odds import race, values
from camelup.players import find_player

GAME: Any = Game(players=3, seed=7)
VIEW: Any = GAME.view(0)


def given(value: object) -> Any:  # noqa: ANN401 - that is the point
    return value


WRONG: dict[str, tuple[Callable[[], object], str, str]] = {
    "position_text(game)": (
        lambda: position_text(GAME),
        "ImpossiblePositionError position",
        "A State or a View is needed, such as `game.position`, not <Game ",
    ),
    "draw_text(game)": (
        lambda: draw_text(GAME),
        "ImpossiblePositionError position",
        "such as `game.position`, not <Game ",
    ),
    "replay(game)": (
        lambda: replay(GAME),
        "NotationError record",
        "A Record is needed, such as `game.record` or `parse_record(text)`, not <Game ",
    ),
    "replay(text)": (
        lambda: replay(given(str(GAME.record))),
        "NotationError record",
        "`parse_record(text)`, not 'camel",
    ),
    "Batch.from_positions(position)": (
        lambda: Batch.from_positions(GAME.position),
        "ImpossiblePositionError position",
        "A list of positions is needed, not <State ",
    ),
    "Batch.from_positions(None)": (
        lambda: Batch.from_positions(given(None)),
        "ImpossiblePositionError position",
        "A list of positions is needed, not None.",
    ),
    "legal(view)": (
        lambda: legal(VIEW),
        "ImpossiblePositionError position",
        "A State is needed, such as `game.position` (a view has its own `legal`), not <View ",
    ),
    "view_of(game, seat)": (
        lambda: view_of(GAME, 0),
        "ImpossiblePositionError position",
        "A State is needed, such as `game.position`, not <Game ",
    ),
    "start(..., text)": (
        lambda: start(SECOND, 4, given("1:g")),
        "ImpossiblePositionError camels",
        "A track is a number: `parse_track` makes it of text, unlike '1:g'.",
    ),
    "start(text, ...)": (lambda: start(given("2"), 4, 0), "ArgumentError edition", "An edition is 1 or 2"),
    "to_json(5)": (lambda: to_json(given(5)), "NotationError json", "are written as JSON, not 5."),
    "to_json(game)": (lambda: to_json(GAME), "NotationError json", "are written as JSON, not <Game "),
    "to_json(face)": (
        lambda: to_json(given(Face(Camel.RED, 1))),
        "NotationError json",
        "Only positions, views, actions, events, records and finished games are written as JSON, not Face(",
    ),
    "values(samples=text)": (
        lambda: values(VIEW, samples=given("a")),
        "ArgumentError samples",
        "The number of samples is a whole number from 1 to 1,000,000,000, not 'a'.",
    ),
    "values(samples=0)": (lambda: values(VIEW, samples=0), "ArgumentError samples", "from 1 to 1,000,000,000, not 0."),
    "race(samples=1.5)": (lambda: race(VIEW, samples=given(1.5)), "ArgumentError samples", ", not 1.5."),
    "race(samples=10**18)": (lambda: race(VIEW, samples=10**18), "ArgumentError samples", ", not 1000000000000000000."),
    "Batch.from_view(view, 10**18)": (
        lambda: Batch.from_view(VIEW, 10**18),
        "ArgumentError games",
        "There is not enough memory for 1000000000000000000 games.",
    ),
    "statistics(10**18)": (
        lambda: statistics(10**18),
        "ArgumentError games",
        "Statistics are made of up to 10,000,000,000 games, not 1000000000000000000.",
    ),
    "sample_state(view, Random)": (
        lambda: sample_state(VIEW, given(random.Random(1))),
        "ArgumentError rng",
        "is a function that draws below a limit, such as seeded(1) or random.Random(1).randrange, not <random.Random ",
    ),
    "sample_state(position, ...)": (
        lambda: sample_state(GAME.position, random.Random(1).randrange),
        "ImpossiblePositionError view",
        "A View is needed, such as `game.view(0)`, not <State ",
    ),
    "Entry.create(1)": (lambda: find_player("random").create(given(1)), "ArgumentError rng", "seeded(1)"),
    "Game(rng=1)": (lambda: Game(rng=given(1)), "ArgumentError rng", "such as seeded(1) or "),
    "encoder.follow(text)": (
        lambda: Encoder(VIEW).follow(given("x")),
        "ArgumentError events",
        "An encoder follows events, such as `game.play` returns, not 'x'.",
    ),
    "encoder.follow(5)": (lambda: Encoder(VIEW).follow(given(5)), "ArgumentError events", "returns, not 5."),
}


@pytest.mark.parametrize("call", WRONG)
def test_a_wrong_argument_is_refused_in_words(call: str) -> None:
    function, kind, words = WRONG[call]
    with pytest.raises(CamelUpError) as refused:
        function()
    error = refused.value
    assert f"{type(error).__name__} {error.code}" == kind
    assert words in error.message
