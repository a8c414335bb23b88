"""Statistics of games in bulk: against the events of the interpreted engine, against exact odds, and as a command."""

import json
import os
import pty
import random
import signal
import subprocess
from collections import Counter
from functools import lru_cache
from math import sqrt
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from camelup.bulk import RANDOM, SENSIBLE, Batch, Policy
from camelup.bulk.action_space import ROLL, decode_action
from camelup.bulk.estimates import Mean, Share
from camelup.bulk.kernels import Game
from camelup.bulk.policies import choose_at_random
from camelup.bulk.stats import Stats, statistics, statistics_of
from camelup.bulk.tally import ENDINGS, KINDS
from camelup.compiled import inlined
from camelup.compiled.random_stream import draw_face, next_state, split
from camelup.core import race as track_of_camels
from camelup.core.actions import Face, Roll
from camelup.core.edition import FIRST, SECOND, Camel, Deck, Edition
from camelup.core.errors import CamelUpError
from camelup.core.events import (
    CamelMoved,
    CardPlayed,
    CardScored,
    DieRevealed,
    Event,
    GameEnded,
    LegScored,
    PartnersJoined,
    TicketTaken,
    TileHit,
    TilePlaced,
)
from camelup.core.race import OVER_THE_LINE, ranking
from camelup.core.rules import apply, start
from camelup.core.state import State
from camelup.drawing import statistics as pictures
from camelup.formats.notation import parse_track
from camelup.odds import leg, parse_situation, race
from tests.bulk.support import BOTH, POLICIES, START, copies, image
from tests.children import CAMELUP, call, run, started
from tests.test_drawing import SVG, check_form, check_sheet, read


@inlined
def choose_to_roll(_game: Game, _legal: int, _state: int) -> int:
    return ROLL


ROLLING = Policy("rolling", choose_to_roll)
MANY = 200_000


def from_track(edition: Edition, track: str, games: int, seed: int = 3) -> Batch:
    """Give games that all start from this track."""
    state = start(edition, 2, parse_track(edition, START[edition])).replace(track=parse_track(edition, track))
    return copies(state, games, seed)


def is_near(seen: Share, expected: float, error: float = 0) -> bool:
    return abs(seen.value - expected) <= 5 * sqrt(expected * (1 - expected) / seen.of + error**2)


# --- Against the events of the interpreted engine -------------------------------------------------------------


def replayed(batch: Batch, number: int) -> tuple[State, list[Event]]:
    """Play a game of a batch by the random policy in the interpreted engine."""
    state, stream = batch.state(number), int(batch.streams[number])
    legal = Batch.from_positions([state])
    events: list[Event] = []
    while not state.is_over:
        action = decode_action(batch.edition, choose_at_random(None, int(legal.legal_sets()[0]), split(stream)))
        face = None
        if isinstance(action, Roll):
            dice = sum(1 << batch.edition.dice.index(die) for die in state.dice)
            drawn = draw_face(dice, stream)
            face = Face(batch.edition.camels[(drawn & 7) + (drawn >> 5 if drawn & 7 == 5 else 0)], (drawn >> 3) & 3)
        state, happened = apply(state, action, face)
        events += happened
        legal = Batch.from_positions([state])
        stream = next_state(stream)
    return state, events


def add_events(events: list[Event], done: Counter[str], paid: Counter[str]) -> None:
    kinds = {TicketTaken: "ticket", DieRevealed: "roll", TilePlaced: "tile", PartnersJoined: "partnership"}
    for event in events:
        if type(event) in kinds:
            done[kinds[type(event)]] += 1
        match event:
            case CardPlayed(deck=deck):
                done["winner_card" if deck is Deck.WINNER else "loser_card"] += 1
            case TileHit():
                paid["tile"] += 1
            case CardScored(deck=deck, reward=reward):
                paid["winner_card" if deck is Deck.WINNER else "loser_card"] += reward
            case LegScored(rewards=rewards):
                for gain in rewards:
                    paid["ticket"] += sum(ticket.reward for ticket in gain.tickets)
                    paid["roll"] += gain.pyramid_tickets
                    paid["partnership"] += gain.copied


def ending(events: list[Event]) -> str:
    unit, end = next((event.unit, event.end) for event in reversed(events) if isinstance(event, CamelMoved))
    if end == OVER_THE_LINE:
        return "clockwise_with_crazy" if any(camel.is_crazy for camel in unit) else "clockwise"
    return "backwards_crazy_alone" if all(camel.is_crazy for camel in unit) else "backwards_with_racing"


BACKWARDS = "1:W 2:Kb 9:gpry"


@pytest.mark.parametrize(
    "batch",
    [
        Batch.start(60, FIRST, 3, seed=11),
        Batch.start(60, SECOND, 4, seed=12),
        Batch.start(60, SECOND, 7, seed=13),
        from_track(SECOND, BACKWARDS, 60),
    ],
    ids=["first", "second", "partners", "backwards"],
)
def test_everything_is_counted_as_the_events_tell_it(batch: Batch, request: pytest.FixtureRequest) -> None:
    games, edition, players = len(batch), batch.edition, batch.players
    done, paid, endings, legs, rolls = Counter[str](), Counter[str](), Counter[str](), Counter[int](), Counter[int]()
    leads, lasts = Counter[int](), Counter[int]()
    starts, victories, money, most, shared = Counter[int](), [0.0] * players, list[int](), list[int](), 0
    for number in range(games):
        state, events = replayed(batch, number)
        scored = [event for event in events if isinstance(event, LegScored)]
        final = events[-1]
        assert isinstance(final, GameEnded)
        add_events(events, done, paid)
        endings[ending(events)] += 1
        legs[len(scored)] += 1
        rolls[sum(isinstance(event, DieRevealed) for event in events)] += 1
        for event in scored[:-1]:
            leads[event.leg] += event.ranking[0] == final.winner
            lasts[event.leg] += event.ranking[-1] == final.loser
        order = ranking(int(batch.games["track"][number]))
        starts[4 - order.index(edition.camels.index(final.winner))] += 1
        for seat in final.victors:
            victories[(seat - int(batch.games["turn"][number])) % players] += 1 / len(final.victors)
        money.append(sum(state.money))
        most.append(max(state.money))
        shared += len(final.victors) > 1
    if "backwards" in request.node.name:
        assert set(ENDINGS[2:]) <= set(endings)
    stats = statistics_of(batch, RANDOM)
    assert {kind: pay.actions for kind, pay in stats.pay.items() if pay.actions} == {k: n for k, n in done.items() if n}
    assert {kind: pay.total for kind, pay in stats.pay.items() if pay.total} == {k: n for k, n in paid.items() if n}
    assert {name: share.hits for name, share in stats.endings.items() if share.hits} == dict(endings)
    assert (stats.legs, stats.rolls) == (dict(sorted(legs.items())), dict(sorted(rolls.items())))
    assert [share.hits for share in stats.leader_wins] == [leads[at + 1] for at in range(len(stats.leader_wins))]
    assert [share.hits for share in stats.last_stays_last] == [lasts[at + 1] for at in range(len(stats.leader_wins))]
    assert [share.hits for share in stats.start_wins] == [starts[place] for place in range(5)]
    assert [part.value * games for part in stats.victories] == pytest.approx(victories)
    assert stats.shared.hits == shared
    for mean, values in ((stats.money, np.array(money) / players), (stats.winner_money, np.array(most))):
        assert mean.value == pytest.approx(values.mean())
        assert mean.error == pytest.approx(1.959964 * values.std(ddof=1) / sqrt(games))


# --- Sums and seeds -------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def seen(edition: Edition, policy: Policy) -> Stats:
    return statistics(50_000, edition, 6, policy, seed=5, threads=2)


@pytest.mark.parametrize("policy", [RANDOM, SENSIBLE], ids=lambda policy: policy.name)
@pytest.mark.parametrize("edition", [FIRST, SECOND], ids=["first", "second"])
def test_counts_add_up(edition: Edition, policy: Policy) -> None:
    stats = seen(edition, policy)
    games = stats.games
    assert games == 50_000
    counted = [stats.legs.values(), stats.rolls.values(), (share.hits for share in stats.endings.values())]
    counted += [(share.hits for share in shares) for shares in (stats.start_wins, stats.start_comes_last)]
    assert [sum(counts) for counts in counted] == [games] * 5
    assert sum(part.value for part in stats.victories) == pytest.approx(1)
    for number, share in enumerate(stats.leader_wins, start=1):
        assert share.of == sum(count for legs, count in stats.legs.items() if legs > number)
    assert stats.pay["roll"].actions == stats.pay["roll"].total == sum(n * count for n, count in stats.rolls.items())
    assert set(stats.endings) == (set(ENDINGS) if edition.crazy else {"clockwise"})
    assert set(stats.pay) == set(KINDS if edition.crazy else KINDS[:-1])
    earned = 3 + sum(pay.a_game.value for pay in stats.pay.values())
    assert earned <= stats.money.value + 1e-9, "what nobody could pay was forgiven"
    assert earned == pytest.approx(stats.money.value, rel=0.1)


def test_threads_change_nothing_and_a_seed_does() -> None:
    one, three = (statistics(100_001, SECOND, 3, seed=9, threads=threads) for threads in (1, 3))
    assert one == three
    assert json.loads(json.dumps(one.as_json())) == json.loads(json.dumps(three.as_json()))
    assert statistics(1000, SECOND, 3, seed=1) != statistics(1000, SECOND, 3, seed=2)


@BOTH
@POLICIES
def test_what_is_counted_is_what_is_played(edition: Edition, policy: Policy) -> None:
    one, two = Batch.start(500, edition, 6, seed=9), Batch.start(500, edition, 6, seed=9)
    actions = one.play_out(policy)
    stats = statistics_of(two, policy)
    assert image(one) == image(two)
    assert sum(pay.actions for pay in stats.pay.values()) == actions


def test_no_games_are_counted_twice() -> None:
    chunk = 1 << 15
    one, two = statistics(chunk, seed=3), statistics(2 * chunk, seed=3)
    assert {rolls: 2 * count for rolls, count in one.rolls.items()} != two.rolls


def test_games_under_way_are_refused() -> None:
    begun, over = Batch.start(10, seed=1), Batch.start(10, seed=1)
    begun.apply([0] * 10)
    over.play_out()
    for batch in (begun, over):
        before = image(batch)
        with pytest.raises(CamelUpError, match="whole games"):
            statistics_of(batch)
        assert image(batch) == before


def test_intervals() -> None:
    assert Share(5, 10).interval == pytest.approx((0.2366, 0.7634), abs=1e-4)  # Wilson's, from tables
    assert Share(10, 10).interval == pytest.approx((0.7225, 1), abs=1e-4)
    assert Mean.of(10, 30, 5).error == pytest.approx(1.96 * sqrt(2 / 4), abs=1e-3)


@pytest.mark.parametrize("figure", [Share(3, 10), Share(0, 5), Mean(2.5, 0.5)])
def test_a_figure_has_in_python_what_it_has_in_json(figure: Share | Mean) -> None:
    form = figure.as_json()
    assert {"value", "low", "high"} <= form.keys()
    assert {name: getattr(figure, name) for name in form} == form


def test_intervals_hold_as_often_as_they_say() -> None:
    truth = seen(SECOND, SENSIBLE).pay["ticket"].each
    assert truth is not None
    held = 0
    for seed in range(200):
        each = statistics(100, SECOND, 6, SENSIBLE, seed=100 + seed).pay["ticket"].each
        held += each is not None and abs(each.value - truth.value) <= each.error
    assert 178 <= held <= 199


@pytest.mark.parametrize(
    ("games", "players", "policy", "threads"),
    [(1, 4, "random", 1), (9, 9, "random", 1), (9, 4, "x", 1), (9, 4, "random", 0)],
)
def test_what_makes_no_sense_is_refused(games: int, players: int, policy: str, threads: int) -> None:
    with pytest.raises(CamelUpError):
        statistics(games, SECOND, players, policy, threads=threads)


# --- Against exact odds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "track"), [(FIRST, "1:bg 2:ow 3:y"), (SECOND, "1:gy 2:rb 3:p 14:K 16:W")], ids=["first", "second"]
)
def test_winners_and_losers_against_the_odds(edition: Edition, track: str) -> None:
    """The second edition's odds are exact where its table has been built, and sampled by another loop elsewhere."""
    odds = race(parse_situation(edition, track))
    assert odds.exact or edition is SECOND
    stats = statistics_of(from_track(edition, track, MANY), ROLLING)
    racing = [camel for camel in track if camel in edition.racing]  # from the rear
    for place, camel in enumerate(map(Camel, racing)):
        assert is_near(stats.start_wins[place], odds.winner[camel], odds.error)
        assert is_near(stats.start_comes_last[place], odds.loser[camel], odds.error)
    assert stats.money.value == pytest.approx(3 + stats.mean_rolls.value / 2)


@pytest.mark.parametrize(
    ("edition", "track"),
    [(FIRST, "9:bg 11:ow 12:y"), (SECOND, "10:by 12:rg 13:p 14:K 15:W"), (SECOND, "1:K 2:W 9:bgpry")],
)
def test_the_end_in_the_first_leg_against_exact_odds(edition: Edition, track: str) -> None:
    exact = leg(parse_situation(edition, track))
    stats = statistics_of(from_track(edition, track, MANY), ROLLING)
    assert 0.05 < exact.race_ends < 0.95
    assert is_near(stats.leg_shares[1], exact.race_ends)


def rolls_of_a_race(generator: random.Random) -> int:
    track, dice, rolls = parse_situation(SECOND, "1:bg 2:pr 3:y 14:K 16:W").track, list(range(6)), 0
    while not track_of_camels.is_over(track):
        if len(dice) == 1:
            dice = list(range(6))
        die = dice.pop(generator.randrange(len(dice)))
        camel = die if die < 5 else track_of_camels.crazy_to_move(track, generator.choice((5, 6)))
        track = track_of_camels.move(track, camel, generator.randint(1, 3), 0, 0)
        rolls += 1
    return rolls


def test_the_length_of_races_against_plain_play() -> None:
    generator = random.Random(8)
    plain = Counter(rolls_of_a_race(generator) for _ in range(5000))
    stats = statistics_of(from_track(SECOND, "1:bg 2:pr 3:y 14:K 16:W", MANY), ROLLING)
    for rolls, count in stats.rolls.items():
        expected = count / MANY
        if expected > 0.005:
            assert abs(plain[rolls] / 5000 - expected) < 5 * sqrt(expected * (1 - expected) * (1 / 5000 + 1 / MANY))


# --- The picture ----------------------------------------------------------------------------------------------


@BOTH
def test_any_number_of_charts_has_room_on_the_sheet(edition: Edition, monkeypatch: pytest.MonkeyPatch) -> None:
    stats = seen(edition, SENSIBLE)
    charts = pictures.charts_of(edition)
    for number in range(1, 10):
        drawn = (2 * charts)[:number]
        monkeypatch.setattr(pictures, "charts_of", lambda _, drawn=drawn: drawn)
        root = read(pictures.stats_svg(stats))
        check_form(root)
        check_sheet(root)
        bold = [text for text in root.iter(f"{SVG}text") if text.attrib.get("font-weight") == "700"]
        places = {(text.attrib["x"], text.attrib["y"]) for text in bold}
        assert len(places) == len(bold) == 1 + number, "the heading and a title for each chart, none upon another"
        heights = {text.text or "": float(text.attrib["y"]) for text in root.iter(f"{SVG}text")}
        assert max(heights, key=lambda text: heights[text]).startswith("Thin lines"), "the note is below all of them"


# --- The command ----------------------------------------------------------------------------------------------


def camelup(*arguments: str) -> subprocess.CompletedProcess[str]:
    return call("stats", *arguments)


@pytest.mark.parametrize("few", [("--games", "2"), ("--games", "3000", "--seats", "8", "--policy", "random")])
def test_a_page_for_people(few: tuple[str, ...]) -> None:
    answer = camelup(*few)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert max(map(len, answer.stdout.splitlines())) <= 80
    assert answer.stdout.count("?\n") == 6
    assert ("partnership" in answer.stdout) == ("8" in few)
    assert ("Never chosen: spectator tile" in answer.stdout) == ("random" not in few)


def test_numbers_as_people_write_them() -> None:
    pages = [camelup("--games", games, "--players", "3").stdout for games in ("2000", "2,000", "2e3")]
    assert "2,000 games of 3 players" in pages[0]
    assert pages[1:] == pages[:1] * 2


def test_a_page_in_plain_letters() -> None:
    page = run(*CAMELUP, "stats", "--games", "100", env={**os.environ, "PYTHONIOENCODING": "ascii"}).stdout
    assert "+-" in page
    assert "?" not in page.replace("?\n", "")


def test_an_interrupt_ends_the_longest_run() -> None:
    """Even one that would take half a day: what has begun is finished, nothing else is."""
    terminal, shown = pty.openpty()
    with started(*CAMELUP, "stats", "--games", "1e10", stdout=subprocess.PIPE, stderr=shown) as running:
        os.close(shown)
        told = b""
        while b"0% of the games played" not in told:
            told += os.read(terminal, 4096)  # fails if it has ended by itself
        running.send_signal(signal.SIGINT)
        output, _ = running.communicate(timeout=120)
    os.close(terminal)
    assert (running.returncode, output) == (130, "")


def test_json_and_a_plot(tmp_path: Path) -> None:
    answer = camelup("--games", "500", "--edition", "1", "--json", "--plot", str(tmp_path / "a.svg"), "--threads", "2")
    form = json.loads(answer.stdout)
    found = tuple(form[name] for name in ("edition", "players", "policy", "games", "seed"))
    assert found == (1, 4, "sensible", 500, 0)
    assert form["legs"]["mean"]["low"] < form["legs"]["mean"]["value"] < form["legs"]["mean"]["high"]
    assert form["pay"]["tile"] == {**form["pay"]["tile"], "actions": 0, "total": 0, "each": None}
    root = ET.fromstring((tmp_path / "a.svg").read_text())  # noqa: S314 - our own picture
    assert root.tag.endswith("svg")
    assert camelup("--games", "20", "--plot", str(tmp_path / "a.png")).returncode == 0
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--games", "1"),
        ("--games", "-5"),
        ("--seats", "9"),
        ("--threads", "0"),
        ("--policy", "wild"),
        ("--plot", "picture.gif"),
        ("--games", "1e15", "--plot", "no/such/folder/picture.svg"),
    ],
)
def test_bad_arguments_are_refused_in_one_line(arguments: tuple[str, ...]) -> None:
    answer = camelup(*arguments)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.startswith("camelup: ")
    assert answer.stderr.count("\n") == 1


@pytest.mark.parametrize("games", ["1.5", "inf", "many", ""])
def test_what_is_not_a_whole_number(games: str) -> None:
    answer = camelup("--games", games)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.endswith(f"argument --games: {games!r} is not a whole number\n")
