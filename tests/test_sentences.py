"""Events and actions in words: a table of cases, and properties that hold for every event of random games."""

import random
import re
from collections.abc import Sequence
from typing import get_args

import pytest

from camelup import FIRST, SECOND, Camel, Edition, Face, Side, events_for
from camelup.core.actions import Action, JoinPartner, PlaceTile, PlayCard, Roll, TakeTicket
from camelup.core.edition import Deck
from camelup.core.events import (
    CamelMoved,
    CardPlayed,
    CardScored,
    DieRevealed,
    Event,
    GameEnded,
    GreyReason,
    LegReward,
    LegScored,
    LegStarted,
    PartnersJoined,
    RaceEnded,
    TicketReward,
    TicketTaken,
    TileHit,
    TilePlaced,
)
from camelup.core.rules import apply
from camelup.core.state import Ticket
from camelup.formats.prose import Stacks, describe, describe_action, describe_all
from tests.randomplay import random_action, random_start

BLUE, GREEN, ORANGE, PURPLE = Camel.BLUE, Camel.GREEN, Camel.ORANGE, Camel.PURPLE
RED, WHITE, YELLOW = Camel.RED, Camel.WHITE, Camel.YELLOW
BLACK_CRAZY, WHITE_CRAZY = Camel.CRAZY_BLACK, Camel.CRAZY_WHITE
NAMES = ["You", "Anna", "Bo"]
COLOURS = re.compile(r"\b(blue|green|orange|purple|red|white|yellow)\b")


def moved(unit: tuple[Camel, ...], start: int, end: int, *, is_under: bool = False) -> CamelMoved:
    return CamelMoved(unit, start, end, is_under)


TURNS: list[tuple[Event, Edition, str]] = [
    (TicketTaken(0, Ticket(GREEN, 5)), SECOND, "You take the green betting ticket worth 5."),
    (TicketTaken(1, Ticket(ORANGE, 3)), FIRST, "Anna takes the orange leg betting tile worth 3."),
    (TilePlaced(0, 5, Side.CHEERING, None), SECOND, "You place your spectator tile on 5, cheering side up."),
    (TilePlaced(1, 5, Side.BOOING, None), SECOND, "Anna places their spectator tile on 5, booing side up."),
    (TilePlaced(1, 5, Side.CHEERING, None), FIRST, "Anna places their desert tile on 5, oasis side up."),
    (TilePlaced(0, 8, Side.BOOING, 5), FIRST, "You move your desert tile from 5 to 8, mirage side up."),
    (TilePlaced(2, 8, Side.BOOING, 5), SECOND, "Bo moves their spectator tile from 5 to 8, booing side up."),
    (CardPlayed(0, Deck.WINNER, BLUE), SECOND, "You lay your blue finish card on the winner deck."),
    (CardPlayed(1, Deck.LOSER, BLUE), SECOND, "Anna lays their blue finish card on the loser deck."),
    (CardPlayed(1, Deck.WINNER, None), SECOND, "Anna lays a finish card on the winner deck."),
    (CardPlayed(2, Deck.LOSER, None), FIRST, "Bo lays a race betting card on the loser deck."),
    (PartnersJoined(0, 1), SECOND, "You and Anna become betting partners for this leg."),
    (PartnersJoined(1, 0), SECOND, "Anna and you become betting partners for this leg."),
    (DieRevealed(0, Face(RED, 3)), SECOND, "You take a pyramid ticket: red 3."),
    (DieRevealed(1, Face(WHITE, 1)), FIRST, "Anna takes a pyramid tile: white 1."),
    (DieRevealed(1, Face(BLACK_CRAZY, 2)), SECOND, "Anna takes a pyramid ticket: grey die, black 2."),
    (moved((GREEN,), 3, 5), SECOND, "Green moves from 3 to 5."),
    (moved((GREEN, YELLOW), 3, 5), SECOND, "Green moves from 3 to 5, carrying yellow."),
    (
        moved((GREEN, WHITE_CRAZY, YELLOW, BLUE), 3, 5),
        SECOND,
        "Green moves from 3 to 5, carrying the white crazy camel, yellow and blue.",
    ),
    (moved((BLACK_CRAZY, RED), 14, 12), SECOND, "The black crazy camel moves from 14 to 12, carrying red."),
    (moved((WHITE, BLUE), 16, 17), FIRST, "White moves from 16 over the finish line, carrying blue."),
    (
        moved((WHITE_CRAZY, BLUE), 1, 0),
        SECOND,
        "The white crazy camel moves from 1 over the finish line backwards, carrying blue.",
    ),
    (
        moved((WHITE_CRAZY,), 16, 17, is_under=True),
        SECOND,
        "The white crazy camel moves from 16 over the finish line.",
    ),
    (moved((RED,), 7, 6, is_under=True), SECOND, "Red goes back to 6, underneath the camels there."),
    (
        moved((BLACK_CRAZY, RED), 7, 8, is_under=True),
        SECOND,
        "The black crazy camel goes back to 8, carrying red, underneath the camels there.",
    ),
    (
        TileHit(0, 7, Side.CHEERING, 4),
        SECOND,
        "On 7 lies your spectator tile, cheering side up: you gain 1 EP and have 4.",
    ),
    (TileHit(1, 7, Side.BOOING, 4), FIRST, "On 7 lies Anna's desert tile, mirage side up: Anna gains 1 EP and has 4."),
    (TileHit(1, 7, Side.BOOING, None), SECOND, "On 7 lies Anna's spectator tile, booing side up: Anna gains 1 EP."),
    (RaceEnded(is_clockwise=True), FIRST, "The race is over."),
    (
        RaceEnded(is_clockwise=False),
        SECOND,
        "The race is over, run backwards: racing camels carried over the line this way come last.",
    ),
    (LegStarted(3, 0), SECOND, "Leg 3 begins: all dice are in the pyramid, and you have the turn."),
    (LegStarted(2, 1), FIRST, "Leg 2 begins: all dice are in the pyramid, and Anna has the turn."),
    (
        CardScored(Deck.WINNER, 0, GREEN, 8, 15),
        SECOND,
        "Winner deck, your green finish card: you gain 8 EP and have 15.",
    ),
    (CardScored(Deck.LOSER, 1, RED, -1, 2), SECOND, "Loser deck, Anna's red finish card: Anna loses 1 EP and has 2."),
    (
        CardScored(Deck.LOSER, 1, WHITE, -1, 0),
        FIRST,
        "Loser deck, Anna's white race betting card: Anna loses 1 EP, stopping at 0.",
    ),
]


@pytest.mark.parametrize(("event", "edition", "sentence"), TURNS)
def test_an_event_is_a_sentence(event: Event, edition: Edition, sentence: str) -> None:
    assert describe(event, edition, NAMES) == [sentence]


def leg_reward(
    seat: int, *tickets: tuple[Camel, int, int], pyramid: int = 0, copied: int = 0, money: int | None
) -> LegReward:
    parts = tuple(TicketReward(Ticket(camel, value), reward) for camel, value, reward in tickets)
    return LegReward(seat, parts, pyramid, copied, sum(part.reward for part in parts) + pyramid + copied, money)


LEG = [
    (
        leg_reward(0, (GREEN, 5, 5), (YELLOW, 3, 1), pyramid=2, copied=3, money=12),
        "You gain 11 EP and have 12: green 5 +5, yellow 3 +1, 2 pyramid tickets +2, copied from your partner +3.",
    ),
    (
        leg_reward(1, (GREEN, 2, 2), pyramid=1, copied=1, money=9),
        "Anna gains 4 EP and has 9: green 2 +2, 1 pyramid ticket +1, copied from their partner +1.",
    ),
    (leg_reward(1, (RED, 5, -1), money=2), "Anna loses 1 EP and has 2: red 5 -1."),
    (leg_reward(1, (RED, 5, -1), (RED, 3, -1), money=0), "Anna loses 2 EP, stopping at 0: red 5 -1, red 3 -1."),
    (
        leg_reward(0, (RED, 5, -1), pyramid=1, money=3),
        "You gain nothing in all and have 3: red 5 -1, 1 pyramid ticket +1.",
    ),
    (leg_reward(0, money=3), "You gain nothing and have 3."),
    (leg_reward(1, money=0), "Anna gains nothing and has 0."),
    (leg_reward(1, money=None), "Anna gains nothing."),
    (leg_reward(1, (GREEN, 5, 5), money=None), "Anna gains 5 EP: green 5 +5."),
    (leg_reward(1, (RED, 5, -1), money=None), "Anna loses 1 EP: red 5 -1."),
]


@pytest.mark.parametrize(("reward", "sentence"), LEG)
def test_a_leg_is_itemised_for_each_player(reward: LegReward, sentence: str) -> None:
    scored = LegScored(2, (GREEN, YELLOW, RED, BLUE, PURPLE), (reward,))
    assert describe(scored, SECOND, NAMES) == ["Leg 2 ends: green leads, then yellow, red, blue and purple.", sentence]


def test_a_leg_speaks_the_words_of_the_edition() -> None:
    scored = LegScored(1, (GREEN, YELLOW, WHITE, BLUE, ORANGE), (leg_reward(1, pyramid=2, money=5),))
    assert describe(scored, FIRST, NAMES)[1] == "Anna gains 2 EP and has 5: 2 pyramid tiles +2."


@pytest.mark.parametrize(
    ("had", "reward", "sentence"),
    [
        (2, leg_reward(1, (RED, 5, -1), (RED, 3, -1), money=0), "Anna loses 2 EP and has 0: red 5 -1, red 3 -1."),
        (
            1,
            leg_reward(1, (RED, 5, -1), (RED, 3, -1), money=0),
            "Anna loses 2 EP, but had only 1 and has 0: red 5 -1, red 3 -1.",
        ),
        (0, leg_reward(1, (RED, 5, -1), money=0), "Anna loses 1 EP, but had nothing: red 5 -1."),
        (0, leg_reward(0, (RED, 5, -1), money=0), "You lose 1 EP, but had nothing: red 5 -1."),
        (None, leg_reward(1, (RED, 5, -1), money=0), "Anna loses 1 EP, stopping at 0: red 5 -1."),
    ],
)
def test_a_loss_that_stops_at_0_says_so(had: int | None, reward: LegReward, sentence: str) -> None:
    scored = LegScored(2, (GREEN, YELLOW, RED, BLUE, PURPLE), (reward,))
    assert describe(scored, SECOND, NAMES, [had] * 3)[1] == sentence


def test_money_is_followed_from_event_to_event() -> None:
    leg = LegScored(
        1, (GREEN, YELLOW, RED, BLUE, PURPLE), tuple(leg_reward(seat, money=money) for seat, money in enumerate((3, 1)))
    )
    cards = [CardScored(Deck.WINNER, 1, RED, -1, 0), CardScored(Deck.LOSER, 1, RED, -1, 0)]
    told = describe_all([leg, *cards], SECOND, NAMES[:2])
    assert told[1] == ["Winner deck, Anna's red finish card: Anna loses 1 EP and has 0."]
    assert told[2] == ["Loser deck, Anna's red finish card: Anna loses 1 EP, but had nothing."]
    hit = TileHit(1, 7, Side.CHEERING, 1)
    assert describe_all([hit, cards[0]], SECOND, NAMES[:2])[1] == told[1]


@pytest.mark.parametrize(
    ("victors", "last"),
    [
        ((0,), "You win with 9 EP."),
        ((1,), "Anna wins with 9 EP."),
        ((0, 2), "You and Bo share the victory with 9 EP."),
        ((0, 1, 2), "You, Anna and Bo share the victory with 9 EP."),
    ],
)
def test_the_end_names_the_winners(victors: tuple[int, ...], last: str) -> None:
    money = tuple(9 if seat in victors else 4 for seat in range(3))
    assert describe(GameEnded(GREEN, RED, money, victors), SECOND, NAMES) == [
        "Green has won the race, and red is last.",
        f"The money: You {money[0]}, Anna {money[1]}, Bo {money[2]}.",
        last,
    ]


def test_you_may_sit_at_any_seat() -> None:
    ended = GameEnded(GREEN, RED, (9, 9), (0, 1))
    assert describe(ended, SECOND, ["Anna", "You"])[-1] == "Anna and you share the victory with 9 EP."


@pytest.mark.parametrize(
    ("shown", "reason", "unit", "sentence"),
    [
        *(
            (BLACK_CRAZY, reason, (BLACK_CRAZY,), "The black crazy camel moves from 14 to 12.")
            for reason in (None, *GreyReason)
        ),
        (
            BLACK_CRAZY,
            GreyReason.ON_TOP,
            (WHITE_CRAZY,),
            "The white crazy camel, sitting on the black one, moves in its place from 14 to 12.",
        ),
        (
            BLACK_CRAZY,
            GreyReason.ON_TOP,
            (WHITE_CRAZY, RED),
            "The white crazy camel, sitting on the black one, moves in its place from 14 to 12, carrying red.",
        ),
        (
            WHITE_CRAZY,
            GreyReason.ONLY_CARRIER,
            (BLACK_CRAZY, GREEN),
            (
                "The black crazy camel, the only one carrying racing camels, moves in its place from 14 to 12, "
                "carrying green."
            ),
        ),
        (WHITE_CRAZY, None, (BLACK_CRAZY,), "The black crazy camel moves in its place from 14 to 12."),
    ],
)
def test_the_grey_die_tells_when_it_moves_the_other_camel_and_why(
    shown: Camel, reason: GreyReason | None, unit: tuple[Camel, ...], sentence: str
) -> None:
    told = describe_all([DieRevealed(1, Face(shown, 2), reason), moved(unit, 14, 12)], SECOND, NAMES)
    assert told[1] == [sentence]


def test_the_step_after_a_tile_does_not_blame_the_die_again() -> None:
    events: list[Event] = [
        DieRevealed(1, Face(WHITE_CRAZY, 2), GreyReason.ONLY_CARRIER),
        moved((BLACK_CRAZY, GREEN), 14, 12),
        TileHit(2, 12, Side.CHEERING, 4),
        moved((BLACK_CRAZY, GREEN), 12, 11),
    ]
    told = describe_all(events, SECOND, NAMES)
    assert "the only one carrying racing camels, moves in its place" in told[1][0]
    assert told[3] == ["The black crazy camel moves from 12 to 11, carrying green."]


STACKS = {3: (RED, GREEN, YELLOW), 5: (PURPLE, BLUE), 7: (WHITE_CRAZY,)}


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (moved((YELLOW,), 3, 5), "Yellow moves from 3 to 5, onto blue."),
        (moved((GREEN, YELLOW), 3, 5), "Green moves from 3 to 5, carrying yellow, onto blue."),
        (moved((GREEN, YELLOW), 3, 4), "Green moves from 3 to 4, carrying yellow."),
        (moved((BLUE,), 5, 7), "Blue moves from 5 to 7, onto the white crazy camel."),
        (moved((YELLOW,), 3, 5, is_under=True), "Yellow goes back to 5, underneath purple."),
    ],
)
def test_a_move_tells_onto_whom_it_leads(move: CamelMoved, sentence: str) -> None:
    assert describe_all([move], SECOND, NAMES, stacks=STACKS) == [[sentence]]


def test_the_step_after_a_tile_starts_where_the_first_one_ended() -> None:
    events: list[Event] = [
        moved((GREEN, YELLOW), 3, 6),
        TileHit(1, 6, Side.BOOING, 4),
        moved((GREEN, YELLOW), 6, 5, is_under=True),
        moved((BLUE,), 5, 7),
    ]
    told = describe_all(events, SECOND, NAMES, stacks=STACKS)
    assert told[0] == ["Green moves from 3 to 6, carrying yellow."]
    assert told[2] == ["Green goes back to 5, carrying yellow, underneath purple."]
    assert STACKS[3] == (RED, GREEN, YELLOW)


ACTIONS: list[tuple[Action, Edition, str]] = [
    (Roll(), SECOND, "Take a pyramid ticket and reveal a die"),
    (Roll(), FIRST, "Take a pyramid tile and reveal a die"),
    (TakeTicket(GREEN), SECOND, "Take the top green betting ticket"),
    (TakeTicket(GREEN), FIRST, "Take the top green leg betting tile"),
    (PlaceTile(5, Side.CHEERING), SECOND, "Place your spectator tile on 5, cheering side up"),
    (PlaceTile(5, Side.BOOING), FIRST, "Place your desert tile on 5, mirage side up"),
    (PlayCard(Deck.WINNER, BLUE), SECOND, "Lay your blue finish card on the winner deck"),
    (PlayCard(Deck.LOSER, None), FIRST, "Lay a race betting card on the loser deck"),
    (JoinPartner(2), SECOND, "Become betting partners with Bo"),
    (JoinPartner(0), SECOND, "Become betting partners with you"),
]


@pytest.mark.parametrize(("action", "edition", "text"), ACTIONS)
def test_an_action_is_an_item_of_a_menu(action: Action, edition: Edition, text: str) -> None:
    assert describe_action(action, edition, NAMES) == text


def test_the_tables_have_every_kind() -> None:
    assert {type(event) for event, _, _ in TURNS} | {LegScored, GameEnded} == set(get_args(Event))
    assert {type(action) for action, _, _ in ACTIONS} == set(get_args(Action))


def check_grammar(sentences: list[str]) -> None:
    assert sentences
    for sentence in sentences:
        assert sentence[0].isupper(), sentence
        assert sentence.endswith("."), sentence
        assert not re.search(r"None|\?|  |\byou (has|gains|loses|takes)\b|\bYou \w+s\b", sentence), sentence


def check_landing(events: Sequence[Event], told: list[list[str]], after: Stacks) -> None:
    """What a unit is said to have come onto or under is what the table then has directly beneath or above it."""
    moves = [(event, said[0]) for event, said in zip(events, told, strict=True) if isinstance(event, CamelMoved)]
    if moves:
        event, sentence = moves[-1]
        stack = after[event.end]
        place = stack.index(event.unit[0]) + (len(event.unit) if event.is_under else -1)
        beside = stack[place : place + 1] if place >= 0 else ()
        landing = re.search(r"(?:onto|underneath) (?:the )?(\w+)", sentence)
        is_named = bool(beside) and 0 < event.end < 17
        assert (landing[1] if landing else None) == (beside[0].colour if is_named else None), sentence


def test_every_event_of_random_games_is_told_and_tells_no_secret() -> None:
    generator = random.Random(11)
    seen: set[type] = set()
    for _ in range(80):
        state = random_start(generator)
        names = ["You", "Anna", "Bo", "Cem", "Dora", "Emil", "Fay", "Gus"][: state.players]
        while not state.is_over:
            owner, money, stacks = state.turn, state.money, state.stacks
            state, events = apply(state, *random_action(state, generator))
            seen |= {type(event) for event in events}
            for seat in (owner, (owner + 1) % state.players, None):
                shown = events_for(events, seat, hide_money=seat is None)
                told = describe_all(shown, state.edition, names, money if seat is not None else None, stacks)
                check_landing(shown, told, state.stacks)
                for event, sentences in zip(shown, told, strict=True):
                    check_grammar(sentences)
                    check_grammar(describe(event, state.edition, names))
                    if isinstance(event, CardPlayed):
                        assert bool(COLOURS.search(sentences[0])) == (seat == owner), sentences
    assert seen == set(get_args(Event))
