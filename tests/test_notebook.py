"""Every public result: a short line in text, and a picture or a table in a notebook."""

from dataclasses import is_dataclass
from functools import cache
from html.parser import HTMLParser
from importlib import import_module
from xml.etree import ElementTree as ET

import pytest

from camelup import SECOND, Edition, Game, Record, Step, parse_position, replay, view_of
from camelup.arena import Match, Result
from camelup.arena.ratings import Rating
from camelup.arena.results import Kept
from camelup.arena.standings import compute_standings
from camelup.bulk import SENSIBLE, Batch, Policy, Stats, VectorGame, VectorStep
from camelup.bulk.estimates import GroupedShare, Mean, Share
from camelup.bulk.stats import Pay
from camelup.bulk.tally import ENDINGS, KINDS
from camelup.core import actions, events
from camelup.core.rules import legal
from camelup.fair_dice import Proof
from camelup.formats.finished_game import FinishedGame
from camelup.formats.record import Ply
from camelup.formats.review_types import Cost, Estimate, TurningChoice
from camelup.notebook import html_table
from camelup.odds import leg, parse_situation, race, values
from camelup.odds.race_odds import sampled
from camelup.players import Budget, Entry, Seating, find_player
from camelup.review import Choice, Piece, PlyReview, Review, TurningPoint, Worth
from camelup.verification import Verified

LONGEST = 400
PACKAGES = ("camelup", "camelup.odds", "camelup.bulk", "camelup.review", "camelup.arena", "camelup.players")
LONG_NAMES = tuple(f"{seat}<b>{'x' * 36}" for seat in "ABCDEFGH")
"""As long as names may be, and not to be taken for HTML."""
PROGRAMS = tuple(f"exec:./<b>{seat} {'--flag ' * 40}" for seat in "ABCDEFGH")

# A line says all that there is to say of these. Actions, events and their parts are small, and come in tuples.
LINES = (
    *(Share, Mean, GroupedShare, Pay, Worth, Estimate, Cost, Choice, Ply, Rating, Policy, Budget, Edition, Verified),
    VectorStep,
    *(kind for module in (actions, events) for kind in vars(module).values() if isinstance(kind, type)),
)


@cache
def finished_game() -> Game:
    """A game of eight, with every kind of bet before all roll to the end."""
    game = Game(players=8, edition=2, seed=4, names=LONG_NAMES)
    for action in ("ticket b", "tile 9+", "winner b", "loser g", "partner F", "tile 6-", "ticket g", "ticket y"):
        game.play(action)
    while not game.is_over:
        game.play(game.legal()[0])
    return game


def made_stats() -> Stats:
    """Statistics with the longest texts and the largest figures; counting them would take compiling."""
    share, mean = Share(123_456_789.125, 999_999_999), Mean(-1234.5678, 0.0123)
    return Stats(
        edition=SECOND,
        players=8,
        policy="n" * 300,
        about="a" * 1000,
        games=999_999_999,
        seed=None,
        legs=dict.fromkeys(range(1, 12), 90_909_090),
        rolls=dict.fromkeys(range(3, 60), 17_543_859),
        leader_wins=(share,) * 11,
        last_stays_last=(share,) * 11,
        start_wins=(share,) * 5,
        start_comes_last=(share,) * 5,
        endings=dict.fromkeys(ENDINGS, share),
        pay=dict.fromkeys(KINDS, Pay(10**12, -(10**12), mean, mean)),
        money=mean,
        winner_money=mean,
        victories=(share,) * 8,
        shared=share,
    )


def made_review(record: Record, steps: tuple[Step, ...]) -> Review:
    """A review of the largest figures; evaluating a game would take seconds."""
    worth = Worth(-0.98765, -123.456)
    worths, errors = (worth,) * 8, (0.12345,) * 8
    plies = []
    for number, step in enumerate(steps[1:], 1):
        choices = tuple(Choice(action, worth, 0.12345, 10_000) for action in legal(steps[number - 1].state))
        luck = unseen = chosen = worths
        loss = Estimate(0.98765, 0.12345)
        plies.append(
            PlyReview(
                number,
                step.state.leg,
                worths,
                worths,
                errors,
                luck,
                unseen,
                chosen,
                choices,
                worth,
                worth,
                tuple(choice.action for choice in choices),
                loss,
                errors,
            )
        )
    return Review(record, steps, worths, errors, tuple(plies), worths, worths, 10_000)


@cache
def examples() -> dict[type, object]:
    """The largest that there may be of everything."""
    game = finished_game()
    record, steps = game.record, list(replay(game.record))
    under_way = steps[20].state
    view = record.view(under_way, under_way.turn)
    situation = parse_situation(2, "1:gy 2:rb 3:p 14:K 16:W", tiles="4+ 6- 8+ 10- 12+")
    stats = made_stats()
    batch = Batch.start(100, 2, 8)
    batch.play_out()
    match = Match(PROGRAMS, edition=2, seed=1)
    results = [
        Result(game, match.seating(game), (1_000_000,) * 8, (0,) * 8, ("why" * 50,) * 8, ((7,) * 90,) * 8, str(record))
        for game in range(match.seats)
    ]
    standings = compute_standings(match, results)
    review = made_review(record, tuple(steps))
    valued = values(view_of(parse_position("edition 1 | track 1:bg 2:ow 3:y | money 3 3"), 0))
    scored = max((event for step in steps for event in step.events), key=lambda event: len(repr(event)))
    point = TurningPoint(
        1, "choice", 0, -0.5, "<b>words " * 100, str(record), TurningChoice(-0.5, 0.1, "roll", "w"), None, [0.1] * 8
    )
    made = [
        *(game, game.view(0), game.position, record, record.plies[0], max(steps, key=lambda step: len(repr(step)))),
        *(scored, SECOND, FinishedGame(record, Proof("c" * 64, "s" * 64, ("d" * 64,) * 8, is_first_random=True))),
        *(Verified(tuple(steps), are_cards_committed=True, noted_cards=3), find_player("champion"), Budget(seconds=1)),
        *(Seating(3, LONG_NAMES, view), Entry(PROGRAMS[0], "A program of your own.", PROGRAMS[0])),
        *(situation, leg(situation), race(situation, samples=50), valued, valued[0]),
        VectorGame(100, layout=None).reset(),
        *(stats, batch, stats.shared, stats.money, GroupedShare(0.5, 0.25, 0.75), next(iter(stats.pay.values()))),
        *(Policy("n" * 300, SENSIBLE.choose, "a" * 1000), match, results[0], Kept(match, results, 7)),
        *(standings, standings.players[0], standings.players[0].rating),
        *(review, review.plies[3], review.plies[3].choices[0], review.players[0], review.start[0], point),
        *(Piece(0.5, review), Estimate(1 / 3, 1 / 7), Cost("late_ticket", 12, 1 / 3, 1 / 7)),
        *(event for step in steps for event in step.events),
        *(actions.Roll(), record.plies[0].outcome or actions.Face(SECOND.camels[0], 1)),
        *(ply.action for ply in record.plies),
        *(reward for step in steps for event in step.events for reward in getattr(event, "rewards", ())),
    ]
    tickets = [reward.tickets[0] for reward in made if isinstance(reward, events.LegReward) and reward.tickets]
    return {type(value): value for value in sorted([*made, *tickets], key=lambda value: len(repr(value)))}


def public_results() -> list[type]:
    """Every public class that is made of fields."""
    found = set()
    for package in PACKAGES:
        module = import_module(package)
        for name in module.__all__:
            kind = getattr(module, name)
            if isinstance(kind, type) and (is_dataclass(kind) or hasattr(kind, "_fields")):
                found.add(kind)
    return sorted(found, key=lambda kind: kind.__name__)


@pytest.mark.parametrize("kind", public_results(), ids=lambda kind: kind.__name__)
def test_there_is_an_example_of_every_public_class(kind: type) -> None:
    assert kind in examples(), "add one, with a short __repr__ and, unless a line says it all, a table or a picture"


def test_a_line_says_what_it_is() -> None:
    for kind, value in examples().items():
        line = repr(value)
        assert len(line) <= LONGEST, f"{len(line)}: {line}"
        assert "\n" not in line
        assert kind.__name__ in line or kind is Edition, line


class _Checked(HTMLParser):
    """Refuses what is not closed, and any element that no table has."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.rows: list[int] = []

    def handle_starttag(self, tag: str, _: list[tuple[str, str | None]]) -> None:
        assert tag in {"table", "caption", "thead", "tbody", "tr", "th", "td"}, tag
        self.open.append(tag)
        if tag == "tr":
            self.rows.append(0)
        elif tag in {"th", "td"}:
            self.rows[-1] += 1

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_notebooks_show_a_picture_or_a_table() -> None:
    pictures = tables = 0
    for kind, value in examples().items():
        if kind in LINES:
            continue
        if draw := getattr(value, "_repr_svg_", None):
            picture = ET.fromstring(draw())  # noqa: S314 - our own
            assert picture.tag.endswith("svg")
            pictures += 1
        else:
            table = _Checked()
            table.feed(value._repr_html_())  # type: ignore[attr-defined]
            assert not table.open
            assert len(table.rows) > 1, kind
            assert len(set(table.rows)) == 1, f"{kind}: the rows have {table.rows} cells"
            tables += 1
    assert pictures >= 8
    assert tables >= 8


def test_what_people_wrote_is_text_in_a_table() -> None:
    assert html_table("<b>", ["<i>"], [["<script>"]]) == (
        "<table><caption>&lt;b&gt;</caption><thead><tr><th>&lt;i&gt;</th></tr></thead>"
        '<tbody><tr><th scope="row">&lt;script&gt;</th></tr></tbody></table>'
    )


def test_a_leg_is_a_line() -> None:
    asked = parse_situation(2, "1:gy 2:rb 3:p 14:K 16:W", dice="gyx")
    assert repr(asked) == "<Situation edition 2 track 1:gy 2:rb 3:p 14:K 16:W dice gyx tiles ->"
    assert repr(sampled(asked, 1_000_000)).endswith("sampled, standard error 0.04%>")
    assert repr(leg(asked)) == "<LegOdds: first y 66.7%, p 24.1%, g 9.3%, b 0.0%, r 0.0%; exact>"
