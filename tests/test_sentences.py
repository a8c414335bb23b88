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
from camelup.formats.sentences import Stacks, describe_action, describe_events, name_action
from tests.randomplay import random_action, random_start

BLUE, GREEN, ORANGE, PURPLE = Camel.BLUE, Camel.GREEN, Camel.ORANGE, Camel.PURPLE
RED, WHITE, YELLOW = Camel.RED, Camel.WHITE, Camel.YELLOW
BLACK_CRAZY, WHITE_CRAZY = Camel.CRAZY_BLACK, Camel.CRAZY_WHITE
NAMES = ["Mia", "Anna", "Bo"]
COLOURS = re.compile(r"\b(blue|green|orange|purple|red|white|yellow)\b")


def moved(unit: tuple[Camel, ...], start: int, end: int, *, is_under: bool = False) -> CamelMoved:
    return CamelMoved(unit, start, end, is_under)


TURNS: list[tuple[Event, Edition, str]] = [
    (TicketTaken(0, Ticket(GREEN, 5)), SECOND, "You took green 5."),
    (TicketTaken(1, Ticket(ORANGE, 3)), FIRST, "Anna took orange 3."),
    (TilePlaced(0, 5, Side.CHEERING, None), SECOND, "You placed a cheering tile on 5."),
    (TilePlaced(1, 5, Side.BOOING, None), SECOND, "Anna placed a booing tile on 5."),
    (TilePlaced(1, 5, Side.CHEERING, None), FIRST, "Anna placed an oasis on 5."),
    (TilePlaced(1, 5, Side.BOOING, None), FIRST, "Anna placed a mirage on 5."),
    (TilePlaced(0, 8, Side.BOOING, 5), FIRST, "You moved your tile from 5 to 8, mirage side up."),
    (TilePlaced(2, 8, Side.BOOING, 5), SECOND, "Bo moved their tile from 5 to 8, booing side up."),
    (CardPlayed(0, Deck.WINNER, BLUE), SECOND, "You bet blue to win."),
    (CardPlayed(1, Deck.LOSER, BLUE), SECOND, "Anna bet blue to lose."),
    (CardPlayed(1, Deck.WINNER, None), SECOND, "Anna bet on the winner."),
    (CardPlayed(2, Deck.LOSER, None), FIRST, "Bo bet on the loser."),
    (PartnersJoined(0, 1), SECOND, "You partnered with Anna for this leg."),
    (PartnersJoined(1, 0), SECOND, "Anna partnered with you for this leg."),
    (PartnersJoined(1, 2), SECOND, "Anna partnered with Bo for this leg."),
    (DieRevealed(0, Face(RED, 3)), SECOND, "You rolled red 3."),
    (DieRevealed(1, Face(WHITE, 1)), FIRST, "Anna rolled white 1."),
    (DieRevealed(1, Face(BLACK_CRAZY, 2)), SECOND, "Anna rolled black 2."),
    (moved((GREEN,), 3, 5), SECOND, "Green moved to 5."),
    (moved((GREEN, YELLOW), 3, 5), SECOND, "Green carried yellow to 5."),
    (moved((GREEN, WHITE_CRAZY, YELLOW, BLUE), 3, 5), SECOND, "Green carried white, yellow and blue to 5."),
    (moved((BLACK_CRAZY, RED), 14, 12), SECOND, "Black carried red to 12."),
    (moved((WHITE,), 16, 17), FIRST, "White crossed the finish line."),
    (moved((WHITE, BLUE), 16, 17), FIRST, "White carried blue across the finish line."),
    (moved((WHITE_CRAZY, BLUE), 1, 0), SECOND, "White carried blue across the finish line backwards."),
    (moved((WHITE_CRAZY,), 1, 0), SECOND, "White crossed the finish line."),
    (moved((WHITE_CRAZY,), 16, 17, is_under=True), SECOND, "White crossed the finish line."),
    (moved((RED,), 7, 6), SECOND, "Red stepped back to 6."),
    (moved((RED,), 7, 6, is_under=True), SECOND, "Red stepped back to 6, under the camels there."),
    (moved((BLACK_CRAZY, RED), 7, 8, is_under=True), SECOND, "Black stepped back to 8, under the camels there."),
    (TileHit(0, 7, Side.CHEERING, 4), SECOND, "It hit your cheering tile: you got 1."),
    (TileHit(1, 7, Side.BOOING, 4), FIRST, "It hit Anna's mirage: Anna +1."),
    (TileHit(1, 7, Side.BOOING, None), SECOND, "It hit Anna's booing tile: Anna +1."),
    (RaceEnded(is_clockwise=True), FIRST, "The race is over."),
    (
        RaceEnded(is_clockwise=False),
        SECOND,
        "The race is over. Racers carried backwards over the line come last.",
    ),
    (LegStarted(3, 0), SECOND, "Leg 3. You start."),
    (LegStarted(2, 1), FIRST, "Leg 2. Anna starts."),
    (CardScored(Deck.WINNER, 0, GREEN, 8, 15), SECOND, "You bet green to win and got 8 pounds."),
    (CardScored(Deck.LOSER, 1, RED, -1, 2), SECOND, "Anna bet red to lose and lost 1 pound."),
    (CardScored(Deck.LOSER, 1, WHITE, -1, 0), FIRST, "Anna bet white to lose and lost 1 pound, down to 0."),
]


def describe(
    event: Event, edition: Edition, names: Sequence[str] = NAMES, money_before: Sequence[int | None] | None = None
) -> list[str]:
    """The sentences of one event, for the first seat."""
    return describe_events([event], edition, names, 0, money_before=money_before)[0]


@pytest.mark.parametrize(("event", "edition", "sentence"), TURNS)
def test_an_event_is_a_sentence(event: Event, edition: Edition, sentence: str) -> None:
    assert describe(event, edition) == [sentence]


@pytest.mark.parametrize(("event", "edition", "sentence"), TURNS)
def test_somebody_called_you_is_the_reader(event: Event, edition: Edition, sentence: str) -> None:
    """So are people in the records of games at the terminal."""
    assert describe_events([event], edition, ["You", *NAMES[1:]]) == [[sentence]]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (TicketTaken(0, Ticket(GREEN, 5)), "Mia took green 5."),
        (TilePlaced(0, 8, Side.BOOING, 5), "Mia moved their tile from 5 to 8, booing side up."),
        (PartnersJoined(1, 0), "Anna partnered with Mia for this leg."),
        (TileHit(0, 7, Side.CHEERING, 4), "It hit Mia's cheering tile: Mia +1."),
        (LegStarted(3, 0), "Leg 3. Mia starts."),
        (CardScored(Deck.WINNER, 0, GREEN, 8, 15), "Mia bet green to win and got 8 pounds."),
    ],
)
def test_watchers_read_names(event: Event, sentence: str) -> None:
    assert describe_events([event], SECOND, NAMES) == [[sentence]]


def leg_reward(
    seat: int, *tickets: tuple[Camel, int, int], pyramid: int = 0, copied: int = 0, money: int | None
) -> LegReward:
    parts = tuple(TicketReward(Ticket(camel, value), reward) for camel, value, reward in tickets)
    return LegReward(seat, parts, pyramid, copied, sum(part.reward for part in parts) + pyramid + copied, money)


LEG = [
    (
        leg_reward(0, (GREEN, 5, 5), (YELLOW, 3, 1), pyramid=2, copied=3, money=12),
        "You got 11 pounds: green 5 +5, yellow 3 +1, 2 rolls +2, partner +3.",
    ),
    (
        leg_reward(1, (GREEN, 2, 2), pyramid=1, copied=1, money=9),
        "Anna got 4 pounds: green 2 +2, 1 roll +1, partner +1.",
    ),
    (leg_reward(1, (RED, 5, -1), money=2), "Anna lost 1 pound: red 5 -1."),
    (leg_reward(0, (RED, 5, -1), money=2), "You lost 1 pound: red 5 -1."),
    (leg_reward(1, (RED, 5, -1), (RED, 3, -1), money=0), "Anna lost 2 pounds, down to 0: red 5 -1, red 3 -1."),
    (leg_reward(0, (RED, 5, -1), pyramid=1, money=3), "You broke even: red 5 -1, 1 roll +1."),
    (leg_reward(1, (RED, 5, -1), pyramid=1, money=3), "Anna broke even: red 5 -1, 1 roll +1."),
    (leg_reward(0, money=3), "You got nothing."),
    (leg_reward(1, money=0), "Anna got nothing."),
    (leg_reward(1, money=None), "Anna got nothing."),
    (leg_reward(1, (GREEN, 5, 5), money=None), "Anna got 5 pounds: green 5 +5."),
    (leg_reward(1, (RED, 5, -1), money=None), "Anna lost 1 pound: red 5 -1."),
]


@pytest.mark.parametrize(("reward", "sentence"), LEG)
def test_a_leg_is_itemised_for_each_player(reward: LegReward, sentence: str) -> None:
    scored = LegScored(2, (GREEN, YELLOW, RED, BLUE, PURPLE), (reward,))
    assert describe(scored, SECOND) == ["Leg 2 is over. Green leads, then yellow, red, blue and purple.", sentence]


@pytest.mark.parametrize(
    ("had", "reward", "sentence"),
    [
        (2, leg_reward(1, (RED, 5, -1), (RED, 3, -1), money=0), "Anna lost 2 pounds: red 5 -1, red 3 -1."),
        (
            1,
            leg_reward(1, (RED, 5, -1), (RED, 3, -1), money=0),
            "Anna lost 2 pounds but had only 1: red 5 -1, red 3 -1.",
        ),
        (0, leg_reward(1, (RED, 5, -1), money=0), "Anna lost 1 pound but had none: red 5 -1."),
        (0, leg_reward(0, (RED, 5, -1), money=0), "You lost 1 pound but had none: red 5 -1."),
        (None, leg_reward(1, (RED, 5, -1), money=0), "Anna lost 1 pound, down to 0: red 5 -1."),
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
    told = describe_events([leg, *cards], SECOND, NAMES[:2])
    assert told[1] == ["Anna bet red to win and lost 1 pound."]
    assert told[2] == ["Anna bet red to lose and lost 1 pound but had none."]
    hit = TileHit(1, 7, Side.CHEERING, 1)
    assert describe_events([hit, cards[0]], SECOND, NAMES[:2])[1] == told[1]


@pytest.mark.parametrize(
    ("victors", "last"),
    [
        ((0,), "You won with 9 pounds."),
        ((1,), "Anna won with 9 pounds."),
        ((0, 2), "You and Bo shared the win with 9 pounds."),
        ((0, 1, 2), "You, Anna and Bo shared the win with 9 pounds."),
    ],
)
def test_the_end_names_the_winners(victors: tuple[int, ...], last: str) -> None:
    money = tuple(9 if seat in victors else 4 for seat in range(3))
    assert describe(GameEnded(GREEN, RED, money, victors), SECOND) == [
        "Green won the race, and red came last.",
        f"Final money: You {money[0]}, Anna {money[1]}, Bo {money[2]}.",
        last,
    ]


def test_the_reader_may_sit_at_any_seat() -> None:
    ended = GameEnded(GREEN, RED, (9, 9), (0, 1))
    last = "Anna and you shared the win with 9 pounds."
    assert describe_events([ended], SECOND, ["Anna", "Bo"], 1)[0][-1] == last
    assert describe_events([ended], SECOND, ["Anna", "You"])[0][-1] == last


@pytest.mark.parametrize(
    ("shown", "reason", "unit", "sentence"),
    [
        *((BLACK_CRAZY, reason, (BLACK_CRAZY,), "Black moved to 12.") for reason in (None, *GreyReason)),
        (
            BLACK_CRAZY,
            GreyReason.ON_TOP,
            (WHITE_CRAZY,),
            "White moved instead: it sat on black. It went to 12.",
        ),
        (
            BLACK_CRAZY,
            GreyReason.ON_TOP,
            (WHITE_CRAZY, RED),
            "White moved instead: it sat on black. It carried red to 12.",
        ),
        (
            WHITE_CRAZY,
            GreyReason.ONLY_CARRIER,
            (BLACK_CRAZY, GREEN),
            "Black moved instead: it carried racers. It carried green to 12.",
        ),
        (WHITE_CRAZY, None, (BLACK_CRAZY,), "Black moved instead. It went to 12."),
    ],
)
def test_the_grey_die_tells_when_it_moves_the_other_camel_and_why(
    shown: Camel, reason: GreyReason | None, unit: tuple[Camel, ...], sentence: str
) -> None:
    told = describe_events([DieRevealed(1, Face(shown, 2), reason), moved(unit, 14, 12)], SECOND, NAMES)
    assert told[1] == [sentence]


def test_the_step_after_a_tile_names_neither_the_die_nor_the_load_again() -> None:
    events: list[Event] = [
        DieRevealed(1, Face(WHITE_CRAZY, 2), GreyReason.ONLY_CARRIER),
        moved((BLACK_CRAZY, GREEN), 14, 12),
        TileHit(2, 12, Side.CHEERING, 4),
        moved((BLACK_CRAZY, GREEN), 12, 11),
    ]
    told = describe_events(events, SECOND, NAMES)
    assert told[1] == ["Black moved instead: it carried racers. It carried green to 12."]
    assert told[3] == ["Black stepped forward to 11."]


STACKS = {3: (RED, GREEN, YELLOW), 5: (PURPLE, BLUE), 7: (WHITE_CRAZY,)}


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (moved((YELLOW,), 3, 5), "Yellow moved to 5, onto blue."),
        (moved((GREEN, YELLOW), 3, 5), "Green carried yellow to 5, onto blue."),
        (moved((GREEN, YELLOW), 3, 4), "Green carried yellow to 4."),
        (moved((BLUE,), 5, 7), "Blue moved to 7, onto white."),
        (moved((BLUE,), 5, 3, is_under=True), "Blue stepped back to 3, under red."),
    ],
)
def test_a_move_tells_onto_whom_it_leads(move: CamelMoved, sentence: str) -> None:
    assert describe_events([move], SECOND, NAMES, stacks=STACKS) == [[sentence]]


def test_the_step_after_a_tile_starts_where_the_first_one_ended() -> None:
    events: list[Event] = [
        moved((GREEN, YELLOW), 3, 6),
        TileHit(1, 6, Side.BOOING, 4),
        moved((GREEN, YELLOW), 6, 5, is_under=True),
        moved((BLUE,), 5, 7),
    ]
    told = describe_events(events, SECOND, NAMES, stacks=STACKS)
    assert told[0] == ["Green carried yellow to 6."]
    assert told[2] == ["Green stepped back to 5, under purple."]
    assert STACKS[3] == (RED, GREEN, YELLOW)


ACTIONS: list[tuple[Action, Edition, str, str]] = [
    (Roll(), SECOND, "Roll a die", "roll"),
    (TakeTicket(GREEN), SECOND, "Take the top green ticket", "take green"),
    (PlaceTile(5, Side.CHEERING), SECOND, "Place a cheering tile on 5", "cheer on 5"),
    (PlaceTile(5, Side.BOOING), SECOND, "Place a booing tile on 5", "boo on 5"),
    (PlaceTile(5, Side.CHEERING), FIRST, "Place an oasis on 5", "oasis on 5"),
    (PlaceTile(5, Side.BOOING), FIRST, "Place a mirage on 5", "mirage on 5"),
    (PlayCard(Deck.WINNER, BLUE), SECOND, "Bet blue to win", "bet blue to win"),
    (PlayCard(Deck.LOSER, None), FIRST, "Bet on the loser", "bet on the loser"),
    (JoinPartner(2), SECOND, "Partner with Bo", "partner with Bo"),
]


@pytest.mark.parametrize(("action", "edition", "text", "name"), ACTIONS)
def test_an_action_is_an_item_of_a_menu_and_has_a_short_name(
    action: Action, edition: Edition, text: str, name: str
) -> None:
    assert describe_action(action, edition, NAMES) == text
    assert name_action(action, edition, NAMES) == name


@pytest.mark.parametrize(
    ("unit", "end", "note"),
    [
        ((WHITE_CRAZY,), 0, ""),
        ((WHITE_CRAZY, BLACK_CRAZY), 0, ""),
        ((WHITE_CRAZY, BLUE), 0, " Racers carried backwards over the line come last."),
        ((BLUE, WHITE_CRAZY), 17, ""),
    ],
)
def test_only_racers_that_are_carried_backwards_come_last(unit: tuple[Camel, ...], end: int, note: str) -> None:
    start, is_clockwise = (16, True) if end else (1, False)
    told = describe_events([moved(unit, start, end), RaceEnded(is_clockwise)], SECOND, NAMES)
    assert told[-1] == [f"The race is over.{note}"]


def test_the_tables_have_every_kind() -> None:
    assert {type(event) for event, _, _ in TURNS} | {LegScored, GameEnded} == set(get_args(Event))
    assert {type(action) for action, *_ in ACTIONS} == set(get_args(Action))


def check_grammar(sentences: list[str]) -> None:
    assert sentences
    for sentence in sentences:
        assert sentence[0].isupper(), sentence
        assert sentence.endswith("."), sentence
        assert not re.search(
            r"None|\?|  |\b[Yy]ou (has|\w+s)\b|\b(Mia|Anna|Bo) (get|lose|break|have|start|win)\b", sentence
        ), sentence


def check_landing(events: Sequence[Event], told: list[list[str]], after: Stacks) -> None:
    """What a unit is said to have come onto or under is what the table then has directly beneath or above it."""
    moves = [(event, said[0]) for event, said in zip(events, told, strict=True) if isinstance(event, CamelMoved)]
    if moves:
        event, sentence = moves[-1]
        stack = after[event.end]
        place = stack.index(event.unit[0]) + (len(event.unit) if event.is_under else -1)
        beside = stack[place : place + 1] if place >= 0 else ()
        landing = re.search(r"(?:onto|under) (\w+)", sentence)
        is_named = bool(beside) and 0 < event.end < 17
        assert (landing[1] if landing else None) == (beside[0].colour if is_named else None), sentence


def test_every_event_of_random_games_is_told_and_tells_no_secret() -> None:
    generator = random.Random(11)
    seen: set[type] = set()
    for _ in range(80):
        state = random_start(generator)
        names = ["Mia", "Anna", "Bo", "Cem", "Dora", "Emil", "Fay", "Gus"][: state.players]
        while not state.is_over:
            owner, money, stacks = state.turn, state.money, state.stacks
            state, events = apply(state, *random_action(state, generator))
            seen |= {type(event) for event in events}
            for seat in (owner, (owner + 1) % state.players, None):
                shown = events_for(events, seat, hide_money=seat is None)
                known = money if seat is not None else None
                told = describe_events(shown, state.edition, names, seat, money_before=known, stacks=stacks)
                check_landing(shown, told, state.stacks)
                for event, sentences in zip(shown, told, strict=True):
                    check_grammar(sentences)
                    check_grammar(describe(event, state.edition, names))
                    assert seat is not None or not re.search(r"\b[Yy]ou", " ".join(sentences))
                    if isinstance(event, CardPlayed):
                        assert bool(COLOURS.search(sentences[0])) == (seat == owner), sentences
    assert seen == set(get_args(Event))
