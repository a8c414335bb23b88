"""What programs give by mistake where something else is needed: an error of camelup's says what to give instead."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np
import pytest

from camelup import (
    SECOND,
    Camel,
    CamelUpError,
    Face,
    Game,
    Roll,
    draw_text,
    position_text,
    replay,
    sample_state,
    to_json,
    view_of,
)
from camelup.arena import Match, play_match, read_results
from camelup.bulk import Batch, VectorGame, decode_action, statistics, statistics_of
from camelup.bulk.observations import ODDS, Encoder, action_number, numbered_action
from camelup.core.rules import apply, chances, check, legal, start
from camelup.data import MatchGames, ResultGames, StatisticsGames, export, records_of, tables_of
from camelup.drawing import board_svg, draw, odds_svg, png, stats_svg
from camelup.nets import PolicyNet, load_net, save_net
from camelup.nets.built_in import learned_net
from camelup.odds import leg, race, values
from camelup.players import find_player, split_players
from camelup.puzzles import puzzle_of
from camelup.review import review_game, turning_points

TWO = ("random", "random")
GAME: Any = Game(players=3, seed=7)
VIEW: Any = GAME.view(0)
WEIGHTS = dict.fromkeys(("first", "first_bias", "second", "second_bias", "head", "head_bias", "alpha"), np.zeros(3))
ABOUT = np.array(json.dumps({"layout": ODDS.name, "version": ODDS.version}))


def given(value: object) -> Any:  # noqa: ANN401 - that is the point
    return value


def saved(*arrays: object, **named: object) -> Path:
    """Write arrays to a file of NumPy's: one alone, or several by name."""
    path = Path(mkdtemp()) / "arrays"
    with path.open("wb") as file:
        np.save(file, given(arrays[0])) if arrays else np.savez(file, **given(named))
    return path


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
    "load_net(text file)": (lambda: load_net(__file__), "ArgumentError net", "There is no net in '"),
    "load_net(array)": (lambda: load_net(saved(np.zeros(3))), "ArgumentError net", "There is no net in '"),
    "load_net(other arrays)": (lambda: load_net(saved(about=np.array("5"))), "ArgumentError net", "no net in '"),
    "load_net(wrong shapes)": (
        lambda: load_net(saved(**WEIGHTS, about=ABOUT)),
        "ArgumentError net",
        "These are not the weights of a net: first does not fit.",
    ),
    "load_net(5)": (lambda: load_net(given(5)), "FileError file", "A file is named by its path, such as"),
    "save_net(5, path)": (lambda: save_net(given(5), "net.npz"), "ArgumentError net", "`load_net` returns, not 5."),
    "save_net(net, no folder)": (
        lambda: save_net(learned_net(), "/nowhere/net.npz"),
        "FileError file",
        "Cannot write /nowhere/net.npz: No such file or directory.",
    ),
    "PolicyNet(1, ...)": (lambda: PolicyNet(*[given(1)] * 7), "ArgumentError net", "first does not fit."),
    "Match(5)": (
        lambda: Match(given(5)),
        "ArgumentError match",
        "Name the players in a tuple, such as ('greedy', 'random'), not as 5.",
    ),
    "Match(text)": (lambda: Match("greedy"), "ArgumentError match", "not as 'greedy'."),
    "Match(dict)": (lambda: Match(given({"random": 2})), "ArgumentError match", "not as {'random': 2}."),
    "Match(budget=5)": (lambda: Match(TWO, budget=given(5)), "ArgumentError budget", "camelup.players.Budget, not 5."),
    "Match.from_json(5)": (lambda: Match.from_json(given(5)), "ArgumentError match", "from an object, as `as_json`"),
    "match.seating(text)": (lambda: Match(TWO).seating(given("a")), "ArgumentError match", "numbered from 0, and 'a'"),
    "match.deal_of(-1)": (lambda: Match(TWO).deal_of(-1), "ArgumentError match", "numbered from 0, and -1 is no"),
    "match.choices(0, 2)": (
        lambda: Match(TWO).choices(0, 2),
        "ArgumentError match",
        "of this match are 0 to 1, not 2.",
    ),
    "play_match(5, 2)": (
        lambda: play_match(given(5), 2),
        "ArgumentError match",
        "A Match is needed, such as Match(('greedy', 'random')), not 5.",
    ),
    "play_match(players, 2)": (lambda: play_match(given(TWO), 2), "ArgumentError match", ", not ('random', 'random')."),
    "play_match(out=5)": (lambda: play_match(Match(TWO), 2, out=given(5)), "FileError file", "path, such as"),
    "read_results(5)": (lambda: read_results(given(5)), "FileError file", "path, such as 'folder/file', not 5."),
    "Game(names=text)": (
        lambda: Game(players=2, names="ab"),
        "NotationError name",
        "Names must be a list of strings, not 'ab'.",
    ),
    "Game(names=dict)": (lambda: Game(players=2, names=given({"a": 1, "b": 2})), "NotationError name", "not {'a': 1"),
    "Game(names=set)": (lambda: Game(players=2, names=given({"a"})), "NotationError name", "not {'a'}."),
    "Game(hide_money=text)": (
        lambda: Game(hide_money=given("no")),
        "ArgumentError flag",
        "hide_money is True or False, not 'no'.",
    ),
    "game.events_for(5)": (
        lambda: GAME.events_for(5, 0),
        "ArgumentError events",
        "such as `game.play` returns, not 5.",
    ),
    "game.events_for([5])": (lambda: GAME.events_for([5], 0), "ArgumentError events", "returns, not 5."),
    "apply(game, ...)": (
        lambda: apply(GAME, Roll(), Face(Camel.RED, 1)),
        "ImpossiblePositionError position",
        "A State is needed, such as `game.position`, not <Game ",
    ),
    "apply(view, ...)": (lambda: apply(VIEW, Roll()), "ImpossiblePositionError position", ", not <View "),
    "check(5, ...)": (lambda: check(given(5), Roll()), "ImpossiblePositionError position", "or a View is needed"),
    "chances(game, ...)": (lambda: chances(GAME, Roll()), "ImpossiblePositionError position", "or a View is needed"),
    "chances(position, text)": (
        lambda: chances(GAME.position, given("roll")),
        "InvalidActionError no_such_action",
        "'roll' is not an action.",
    ),
    "statistics_of([])": (
        lambda: statistics_of(given([])),
        "ArgumentError games",
        "Statistics are made of a Batch, such as Batch.start(1000), not [].",
    ),
    "action_number(game, ...)": (
        lambda: action_number(GAME, Roll()),
        "ImpossiblePositionError position",
        "A State or a View is needed",
    ),
    "numbered_action(game, 0)": (lambda: numbered_action(GAME, 0), "ImpossiblePositionError position", "not <Game "),
    "split_players(5)": (
        lambda: split_players(given(5)),
        "PlayerError no_such_player",
        "Players are listed as text, such as 'greedy, random', not 5.",
    ),
    "review_game(game)": (
        lambda: review_game(GAME),
        "NotationError record",
        "A Record is needed, such as `game.record`",
    ),
    "review_game(budget=5)": (lambda: review_game(GAME.record, given(5)), "ArgumentError budget", "Budget, not 5."),
    "turning_points(record)": (
        lambda: turning_points(GAME.record),
        "ArgumentError review",
        "A Review is needed, such as `review_game` returns, not <Record ",
    ),
    "board_svg(game)": (
        lambda: board_svg(GAME),
        "ImpossiblePositionError position",
        "A position is needed to draw it, such as `game.position`, not <Game ",
    ),
    "odds_svg(position)": (
        lambda: odds_svg(GAME.position),
        "ArgumentError picture",
        "Odds are drawn as `leg` and `race` return them, not <State ",
    ),
    "odds_svg(odds, 5)": (lambda: odds_svg(leg(VIEW), given(5)), "ArgumentError picture", "return them, not 5."),
    "stats_svg(5)": (lambda: stats_svg(given(5)), "ArgumentError picture", "as `statistics` returns them, not 5."),
    "png(text)": (
        lambda: png("board.svg"),
        "ArgumentError picture",
        "SVG as the functions of camelup.drawing return it, not 'board.svg'.",
    ),
    "png(5)": (lambda: png(given(5)), "ArgumentError picture", "return it, not 5."),
    "draw(5)": (lambda: draw(5), "ArgumentError picture", "positions, games, odds and statistics, not of 5."),
    "puzzle_of(text)": (
        lambda: puzzle_of(given("2026-01-01")),
        "ArgumentError day",
        "A puzzle has a date, such as date(2026, 1, 1), not '2026-01-01'.",
    ),
    "export(5, path)": (
        lambda: export(given(5), "games.parquet"),
        "ArgumentError export",
        "Exports are made of games such as StatisticsGames, not 5.",
    ),
    "export(games, 5)": (
        lambda: export(StatisticsGames(2, SECOND, 2, "random"), given(5)),
        "FileError file",
        "A file is named by its path",
    ),
    "MatchGames(5, 5)": (lambda: MatchGames(given(5), 5), "ArgumentError match", "A Match is needed"),
    "MatchGames(match, text)": (lambda: MatchGames(Match(TWO), given("a")), "ArgumentError games", ", not 'a'."),
    "ResultGames(match, 5)": (lambda: ResultGames(Match(TWO), given(5)), "ArgumentError export", "not 5."),
    "tables_of(records)": (
        lambda: tables_of(given([GAME.record])),
        "ArgumentError export",
        "games that were recorded: `play_out(record=True)`, not [<Record ",
    ),
    "records_of(5)": (lambda: records_of(given(5)), "FileError export", "A table of positions is needed"),
    "tables_of(tables=5)": (
        lambda: tables_of(Batch.start(2, seed=1).play_out(record=True), tables=given(5)),
        "ArgumentError export",
        "Name the tables in a list, such as ['games'], not as 5.",
    ),
    "StatisticsGames(seed=text)": (
        lambda: StatisticsGames(2, SECOND, 2, "random", given("a")),
        "ArgumentError seed",
        "must be a whole number, not 'a'.",
    ),
    "decode_action(SECOND, text)": (
        lambda: decode_action(SECOND, given("a")),
        "InvalidActionError no_such_action",
        "Actions are numbered from 0 to 53, not 'a'.",
    ),
    "Batch.concatenate(5)": (
        lambda: Batch.concatenate(given(5)),
        "ArgumentError shape",
        "Only batches can be concatenated, and at least one.",
    ),
    "VectorGame(10**18)": (
        lambda: VectorGame(10**18),
        "ArgumentError games",
        "There is not enough memory for 1000000000000000000 games.",
    ),
    "VectorGame(ragged seats)": (
        lambda: VectorGame(2, opponents=["sensible"], seats=[[-1, 0, 0, 0], [0]]),
        "ArgumentError shape",
        "Seats must be whole numbers, 4 for each game.",
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
