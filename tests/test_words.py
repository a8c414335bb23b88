"""Each edition is spoken of in the words of its own rulebook, wherever people read."""

import io
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from camelup.bulk import layout
from camelup.bulk.stats import statistics
from camelup.cli import main
from camelup.core.actions import SEATS, Action, JoinPartner, PlaceTile, PlayCard, TakeTicket
from camelup.core.edition import EDITIONS, FIRST, MAX_PLAYERS, SPACES, Camel, Deck, Edition, Side
from camelup.core.errors import CamelUpError
from camelup.core.rules import check, legal
from camelup.core.state import State, Ticket, Tile
from camelup.core.validity import check_position
from camelup.core.view import view_of
from camelup.drawing import board_svg, odds_svg, stats_svg
from camelup.formats.notation import parse_position
from camelup.odds import leg, values
from camelup.odds.race_odds import sampled
from camelup.odds.results import RaceOdds
from camelup.terminal import odds_page
from camelup.terminal.stats_page import stats_lines
from tests.randomplay import random_position

BOTH = pytest.mark.parametrize("edition", EDITIONS.values(), ids=["first", "second"])
POSITIONS = {
    1: "edition 1 | track 1:bg 2:ow 3:y | tiles 5+A 8-C | tickets g5 w5w3 y5 | winner Bw Ab Cy | loser Ag "
    "| money 3 1 0 | turn B",
    2: "edition 2 | track 1:gy 2:rb 3:p 14:K 16:W | tiles 5+A 8-C | tickets g5 r5r3 y5 - - - | winner Br Ab Cy "
    "| loser Ag | money 3 1 0 3 3 3 | turn B",
}


def foreign(edition: Edition) -> re.Pattern[str]:
    """What only the other edition's rulebook says, in any part of a word or sentence."""
    [other] = [other for other in EDITIONS.values() if other is not edition]
    terms = {*asdict(other.words).values(), *([] if edition is FIRST else ["desert", "oasis", "mirage"])}
    return re.compile("|".join(re.escape(term) for term in sorted(terms)), re.IGNORECASE)


def without_commands(text: str) -> str:
    """A text without what is to be typed, and the names of things in pictures: these are the same in both editions."""
    return re.sub(
        r'\bticket (?=[a-z]\d?\b|is the command)|data-\w+="[^"]*"|^ ticket +1?\d\)', "", text, flags=re.MULTILINE
    )


def check_words(text: str, edition: Edition, *own: str) -> None:
    """Refuse the other edition's words; the own ones must be there, or nothing was looked at."""
    text = without_commands(text)
    found = foreign(edition).search(text)
    assert found is None, text[max(0, found.start() - 60) : found.end() + 20]
    for word in own:
        assert word in text


@pytest.fixture(autouse=True)
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sample races less than usual, table or not: what matters here is the words."""

    def quick(state: State) -> RaceOdds:
        return sampled(leg(state).situation, 100)

    monkeypatch.setattr("camelup.odds.race", quick)


@BOTH
@pytest.mark.parametrize("more", [(), ("--values",)], ids=["odds", "values"])
def test_odds(edition: Edition, more: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    words = edition.words
    assert main(["odds", POSITIONS[edition.number], *more]) == 0
    page = capsys.readouterr().out
    check_words(page, edition, f"Expected landings on {words.tile}s", f"without {words.tile}s", words.ticket)
    assert max(map(len, page.splitlines())) <= 79
    if more:
        check_words(page, edition, f"{words.ticket} +0.", ", floor at 0 ")


@BOTH
def test_every_part_of_a_worth_has_a_name(edition: Edition) -> None:
    names = odds_page.part_names(edition.words)
    check_words(
        "; ".join(names.values()), edition, *(asdict(edition.words)[name] for name in ("ticket", "tile", "card"))
    )
    state = parse_position(POSITIONS[edition.number])
    lines = odds_page.value_lines(values(view_of(state, state.turn)), SEATS, most=99)
    check_words("\n".join(lines), edition, f"{edition.words.tile} income +", f"held {edition.words.ticket}s ")
    assert max(map(len, lines)) <= 79
    documented = (Path(__file__).parent.parent / "docs" / "odds.md").read_text()
    assert all(f"`{name}`" in documented for name in names)


@BOTH
@pytest.mark.parametrize("policy", ["sensible", "random"])
def test_statistics(edition: Edition, policy: str) -> None:
    stats = statistics(200, edition, 6, policy)
    check_words("\n".join(stats_lines(stats)), edition, edition.words.ticket, edition.words.tile)
    check_words(stats_svg(stats), edition, edition.words.ticket)


@BOTH
def test_pictures(edition: Edition) -> None:
    words = edition.words
    state = parse_position(POSITIONS[edition.number])
    odds = leg(state)
    sides = f"space 5 {words.cheering}, space 8 {words.booing}"
    check_words(odds_svg(odds, sampled(odds.situation, 100)), edition, f"computed without {words.tile}s", sides)
    check_words(board_svg(state), edition, f"Money and {words.ticket}s by seat", sides)


@BOTH
def test_playing(edition: Edition, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed = [
        "?",
        "m",
        "ticket",
        "tile",
        "tile 1+",
        "tile 9+",
        "winner",
        "winner b",
        "winner b",
        "ticket b",
        *["roll"] * 9,
    ]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed)))
    assert main(["play", "--plain", "--edition", str(edition.number), "--players", "3", "--seed", "4"]) == 0
    told = re.sub(r"^> .*|\bGive ticket\b", "", capsys.readouterr().out, flags=re.MULTILINE)
    check_words(told, edition, *asdict(edition.words).values())


# --- What is refused ------------------------------------------------------------------------------------------


def bad_actions() -> Iterator[Action]:
    anything: list[Any] = [*Camel, "x", None]
    yield from map(TakeTicket, anything)
    yield from (PlaceTile(space, side) for space in range(SPACES + 2) for side in (*Side, "x"))
    yield from (PlayCard(deck, camel) for deck in (*Deck, "x") for camel in anything)
    yield from map(JoinPartner, range(MAX_PLAYERS + 1))


def broken(state: State) -> Iterator[State]:
    """Positions that no game can have, each wrong in its own way."""
    racing = state.edition.racing
    yield state.replace(tickets=((Ticket(Camel.CRAZY_BLACK, 5),), *state.tickets[1:]))
    yield state.replace(tickets=((Ticket(racing[0], 4),), *state.tickets[1:]))
    yield state.replace(tickets=((Ticket(racing[0], 3), Ticket(racing[0], 5)), *[()] * (state.players - 1)))
    yield state.replace(tents=((5,),) * 5)
    yield state.replace(pyramid_tickets=(-1, *state.pyramid_tickets[1:]))
    yield state.replace(pyramid_tickets=(9, *state.pyramid_tickets[1:]))
    for spaces in ((0, 5), (1, 5), (5, 5), (5, 6), (max(state.stacks), 2)):
        tiles = tuple(Tile(space, Side.BOOING) for space in spaces)
        yield state.replace(tiles=(*tiles, *[None] * (state.players - 2)))
    for name in ("tickets", "pyramid_tickets", "tiles", "partners", "money", "hands"):
        yield state.replace(**{name: getattr(state, name)[1:]})
    yield state.replace(hands=((Camel.CRAZY_BLACK,), *state.hands[1:]))
    yield state.replace(hands=((racing[0], racing[0]), *state.hands[1:]))
    if state.hands[0]:
        yield state.replace(hands=((), *state.hands[1:]))


def refused(function: Callable[..., object], *arguments: object) -> str:
    with pytest.raises(CamelUpError) as error:
        function(*arguments)
    return error.value.message


@BOTH
def test_refusals(edition: Edition) -> None:
    generator = random.Random(1)
    told = set()
    for state in (random_position(generator) for _ in range(60)):
        if state.edition is edition:
            allowed = legal(state)
            told |= {refused(check, state, action) for action in bad_actions() if action not in allowed}
            told |= {refused(check_position, position) for position in broken(state)}
            told.add(refused(layout.pack, [view_of(state, 0)]))
    assert len(told) > 50
    words = edition.words
    check_words("\n".join(told), edition, words.ticket, words.pyramid_ticket, words.tile, words.card)
