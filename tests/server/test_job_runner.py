"""What real workers think and compute: legal choices from what a seat may see, and the odds of camelup.odds."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from camelup.core.actions import Action, JoinPartner, PlayCard
from camelup.core.edition import EDITIONS, Deck, Edition
from camelup.core.errors import CamelUpError, IllegalActionError, ImpossiblePositionError, NotationError, PlayerError
from camelup.core.events import CardPlayed
from camelup.core.state import Card, State, sort_hand
from camelup.core.validity import check_position
from camelup.core.view import View, view_of
from camelup.formats.json_codec import to_json
from camelup.formats.notation import parse_position, position_text
from camelup.formats.record import Record
from camelup.game import Game
from camelup.odds import leg, race, values
from camelup.odds.answers import leg_to_json, odds_to_json, values_to_json
from camelup.odds.hints import best_first, hints
from camelup.players import ENTRIES, Seating
from camelup.players.random_player import RandomPlayer
from camelup.server.thinking import job_runner as job_runner_module
from camelup.server.thinking.job_runner import SAMPLES, JobRunner, position_odds, seen_by_all
from camelup.server.thinking.jobs import ChooseJob, Detail
from camelup.server.thinking.workers import Workers

NO_TIME = 1e-9
"""The champion then makes the same few playouts on any machine."""
DETAILS: tuple[Detail, ...] = ("hints", "leg", "full")
BOTH = pytest.mark.parametrize("edition", EDITIONS.values(), ids=["first", "second"])


class Table:
    """Real workers in a loop of their own."""

    def __init__(self) -> None:
        self._runner = asyncio.Runner()
        self._workers = Workers(1, seconds=NO_TIME, seed=3)

    def choose(self, table: str, seat: int, level: str, record: Record) -> Action:
        return self._runner.run(self._workers.choose(table, seat, level, record))

    def odds(self, view: View, detail: Detail) -> bytes:
        return self._runner.run(self._workers.compute_odds(view, detail))

    def position(self, request: object) -> object:
        return json.loads(self._runner.run(self._workers.compute_position(json.dumps(request).encode())))

    def close(self) -> None:
        self._runner.run(self._workers.close())
        self._runner.close()


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    table = Table()
    yield table
    table.close()


@BOTH
@pytest.mark.parametrize("players", [5, 8])
def test_every_level_plays_legally_and_alike_whether_it_is_remembered_or_not(
    table: Table, edition: Edition, players: int
) -> None:
    game = Game(players, edition, seed=players + edition.number, hide_money=players == 8)
    levels = list(ENTRIES)
    number = 0
    while not game.is_over:
        number += 1
        seat = game.position.turn
        # Any level may be asked for a seat at any time: a stand-in comes and goes.
        level = levels[(seat + number // 3) % len(levels)]
        action = table.choose("one table", seat, level, game.record)
        assert table.choose(f"table {players} {edition.number} {number}", seat, level, game.record) == action
        game.play(action)
    kinds = {ply.action.kind for ply in game.record.plies}
    assert ("partner" in kinds) == (edition.crazy != () and players == 8)
    # A table of the same name with another game is another table.
    other = Game(players, edition, seed=99)
    for level in levels:
        assert table.choose("one table", 0, level, other.record) == table.choose("new", 0, level, other.record)


def test_a_player_sees_what_its_seat_sees_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[object] = []
    game = Game(3, seed=5, hide_money=True)
    for action in ("winner b", "loser g"):
        game.play(action)
    monkeypatch.setattr(RandomPlayer, "start", lambda _, seating: seen.append(seating))
    monkeypatch.setattr(RandomPlayer, "observe", lambda _, events: seen.append(events))
    JobRunner().choose(ChooseJob("t", 2, "random", str(game.record), NO_TIME))
    start = game.record.start
    assert isinstance(start, State)
    own = [Seating(2, game.names, view_of(start, 2, hide_money=True))]
    assert seen == [*own, (CardPlayed(0, Deck.WINNER, None),), (CardPlayed(1, Deck.LOSER, None),)]


def test_a_remembered_player_is_shown_only_what_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    started, observed = [], []
    monkeypatch.setattr(RandomPlayer, "start", lambda _, seating: started.append(seating))
    monkeypatch.setattr(RandomPlayer, "observe", lambda _, events: observed.append(events))
    game, runner = Game(2, seed=5), JobRunner()
    for _ in range(6):
        game.play(runner.choose(ChooseJob("t", game.position.turn, "random", str(game.record), NO_TIME, 1)))
    assert len(started) == 2
    assert len(observed) == 4 + 5


def test_so_many_players_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[str] = []
    monkeypatch.setattr(RandomPlayer, "close", lambda _: closed.append("one"))
    monkeypatch.setattr(job_runner_module, "MOST_SEATED", 3)
    record, runner = str(Game(seed=1).record), JobRunner()
    for table in (*"abc", "a", "d"):
        runner.choose(ChooseJob(table, 0, "random", record, NO_TIME))
    assert closed == ["one"]
    assert [name for name, _, _ in runner._seated] == ["c", "a", "d"]  # noqa: SLF001 - the oldest is gone


@pytest.mark.parametrize(
    ("seat", "level", "kind", "code"),
    [
        (0, "grandmaster", PlayerError, "no_such_player"),
        (0, "tests.arena.players:Cheat", PlayerError, "no_such_player"),
        (0, "exec:true", PlayerError, "no_such_player"),
        (1, "random", IllegalActionError, "not_your_turn"),
        (7, "random", ImpossiblePositionError, "seat"),
    ],
)
def test_who_cannot_choose_is_refused(table: Table, seat: int, level: str, kind: type[CamelUpError], code: str) -> None:
    with pytest.raises(kind) as refused:
        table.choose("t", seat, level, Game(seed=1).record)
    assert refused.value.code == code


def test_a_game_that_is_over_or_half_hidden_is_refused(table: Table) -> None:
    game = Game(2, seed=2)
    with pytest.raises(NotationError) as hidden:
        table.choose("t", 0, "random", game.record.for_seat(0))
    assert hidden.value.code == "hidden"
    table.choose("t", 0, "random", game.record)
    while not game.is_over:
        game.play("roll")
    with pytest.raises(IllegalActionError) as over:
        table.choose("t", game.position.turn, "random", game.record)
    assert over.value.code == "game_over"


def test_a_player_that_fails_or_cheats_is_told_without_its_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    record, runner = str(Game(seed=1).record), JobRunner()

    def fail(*_: object) -> Action:
        raise RuntimeError("my green card")

    for choose, code in ((fail, "failed"), (lambda *_: JoinPartner(1), "illegal")):
        with monkeypatch.context() as patched:
            patched.setattr(RandomPlayer, "choose", choose)
            with pytest.raises(PlayerError) as failed:
                runner.choose(ChooseJob("t", 0, "random", record, NO_TIME))
        assert failed.value.code == code
        assert "green" not in failed.value.message
    assert runner.choose(ChooseJob("t", 0, "random", record, NO_TIME)).kind


# --- Odds -----------------------------------------------------------------------------------------------------

FIRST_EDITION = (
    "edition 1 | track 1:bg 2:ow 3:y | tiles 5+B | tickets g5 w5 y5 | winner Bw Ab | loser Cg | money 3 5 7 | turn A"
)
SECOND_EDITION = "edition 2 | track 4:g 5:y 7:K 8:Wp 9:rb | dice bgryx | pyramid 1 0 | winner Ar Bb | money 5 4"


@pytest.mark.parametrize("text", [FIRST_EDITION, SECOND_EDITION], ids=["first", "second"])
def test_odds_are_those_of_the_package(table: Table, text: str) -> None:
    state = parse_position(text)
    view = view_of(state, None)
    nothing = {"edition": state.edition.number, "hints": None, "leg": None, "race": None, "values": None}
    valued = values(seen_by_all(view), samples=SAMPLES)
    assert json.loads(table.odds(view, "leg")) == nothing | leg_to_json(leg(view))
    assert json.loads(table.odds(view, "hints")) == nothing | {"hints": hints(valued), "best": best_first(valued)}
    full = json.loads(table.odds(view, "full"))
    assert full["values"]["seat"] == state.turn
    assert full.pop("values") == values_to_json(valued)
    assert full == {"hints": None, **odds_to_json(leg(view), race(view, samples=SAMPLES))}


@pytest.mark.parametrize("text", [FIRST_EDITION, SECOND_EDITION], ids=["first", "second"])
def test_nobodys_cards_and_no_hidden_money_change_what_everybody_is_told(table: Table, text: str) -> None:
    state = parse_position(text)
    colours = state.edition.racing
    turned = {camel: colours[(index + 2) % len(colours)] for index, camel in enumerate(colours)}
    other = state.replace(
        winner_deck=tuple(Card(card.seat, turned[card.camel]) for card in state.winner_deck if card.camel),
        loser_deck=tuple(Card(card.seat, turned[card.camel]) for card in state.loser_deck if card.camel),
        hands=tuple(sort_hand(state.edition, [turned[camel] for camel in hand]) for hand in state.hands),
    )
    check_position(other)
    assert other != state
    views = [view_of(one, seat) for one in (state, other) for seat in (None, 0, 1)]
    for detail in DETAILS:
        assert len({table.odds(view, detail) for view in views}) == 1
    richer = state.replace(money=tuple(money * 2 for money in state.money))
    hidden = [view_of(one, seat, hide_money=True) for one in (state, richer) for seat in (None, 0, 1)]
    for detail in DETAILS:
        assert len({table.odds(view, detail) for view in hidden}) == 1


def test_everybody_is_told_what_a_card_of_each_colour_is_worth_until_none_is_left() -> None:
    state = parse_position(FIRST_EDITION)
    told = seen_by_all(view_of(state, None)).legal
    assert len([action for action in told if isinstance(action, PlayCard)]) == 2 * len(state.edition.racing)
    played = tuple(Card(0, camel) for camel in state.edition.racing)
    none_left = state.replace(winner_deck=played, loser_deck=(), hands=((), *state.hands[1:]))
    assert not any(isinstance(action, PlayCard) for action in seen_by_all(view_of(none_left, None)).legal)
    # With no card on a deck the seat itself knows no more than everybody, and its own values are among these.
    fresh = state.replace(winner_deck=(), loser_deck=(), hands=(state.edition.racing,) * 3)
    assert values(seen_by_all(view_of(fresh, None))) == values(view_of(fresh, 0))


def test_a_race_that_is_over_has_no_odds(table: Table) -> None:
    over = parse_position("edition 1 | track 2:bg 3:ow 17:y | dice bgow | pyramid 1 0 | money 3 3")
    for detail in DETAILS:
        with pytest.raises(CamelUpError) as refused:
            table.odds(view_of(over, None), detail)
        assert refused.value.code == "game_over"


# --- Any position ---------------------------------------------------------------------------------------------


def test_a_position_may_be_asked_for_in_every_form(table: Table) -> None:
    state = parse_position(FIRST_EDITION)
    own, foreign = view_of(state, 0), view_of(state, 1)
    plain = odds_to_json(leg(state), race(state))
    assert table.position({"position": FIRST_EDITION}) == plain
    assert table.position({"position": to_json(state), "values": False}) == plain
    assert table.position({"position": position_text(foreign)}) == plain
    assert table.position({"edition": 1, "track": "1:bg 2:ow 3:y", "tiles": "5+"}) == plain
    valued = {**plain, "values": values_to_json(values(own))}
    assert table.position({"position": FIRST_EDITION, "values": True}) == valued
    assert table.position({"position": to_json(own), "values": True}) == valued
    told = {**plain, "values": values_to_json(values(seen_by_all(foreign)))}
    assert table.position({"position": to_json(foreign), "values": True}) == told
    assert told != valued


def test_a_quick_answer_is_sampled_from_few_races(table: Table) -> None:
    request = {"edition": 2, "track": "1:gy 2:rb 3:p 14:K 16:W", "samples": 1000}
    answer: Any = table.position(request)
    assert answer["race"]["exact"] or 0.005 < answer["race"]["error"] < 0.02


BAD: list[tuple[object, str]] = [
    (None, "json"),
    ([], "json"),
    ({}, "json"),
    ({"position": FIRST_EDITION, "edition": 1}, "json"),
    ({"position": FIRST_EDITION, "values": 1}, "json"),
    ({"position": FIRST_EDITION, "value": True}, "json"),
    ({"position": FIRST_EDITION, "samples": 0}, "json"),
    ({"position": FIRST_EDITION, "samples": 1_000_001}, "json"),
    ({"position": FIRST_EDITION, "samples": True}, "json"),
    ({"position": None}, "json"),
    ({"position": 7}, "json"),
    ({"position": {"version": 1, "type": "roll"}}, "json"),
    ({"position": ""}, "notation"),
    ({"position": "\ud800"}, "notation"),
    ({"position": FIRST_EDITION.replace("3:y", "3:yy")}, "camels"),
    ({"edition": 1, "track": "1:bg 2:ow 3:y", "values": True}, "json"),
    ({"edition": 1, "track": "1:bg 2:ow"}, "camels"),
    ({"edition": 1, "track": "1:bg 2:ow 17:y"}, "game_over"),
]


@pytest.mark.parametrize(("request_form", "code"), BAD, ids=lambda value: repr(value)[:40])
def test_a_bad_request_is_refused_with_a_reason(table: Table, request_form: object, code: str) -> None:
    with pytest.raises(CamelUpError) as refused:
        table.position(request_form)
    assert refused.value.code == code
    assert refused.value.message.endswith(".")
    assert len(refused.value.message) < 400


@pytest.mark.parametrize(
    "request_bytes",
    [b"", b"{", b"\xff\xfe\xfd", b"[" * 100_000, b"1" * 5_000, b"\x00"],
    ids=lambda text: repr(text[:9]),
)
def test_what_is_not_json_is_told_so(request_bytes: bytes) -> None:
    with pytest.raises(NotationError) as refused:
        position_odds(request_bytes)
    assert refused.value.code == "json"
