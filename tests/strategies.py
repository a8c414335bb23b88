"""What Hypothesis tries on everything that reads or writes: positions of every kind, and texts with mistakes."""

import json
import random
from collections.abc import Callable
from copy import deepcopy

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from camelup.core import race
from camelup.core.actions import Action, Face, JoinPartner, PlaceTile, PlayCard, Roll, TakeTicket
from camelup.core.edition import DICE_PER_LEG, EDITIONS, MAX_PLAYERS, SPACES, Camel, Deck, Edition, Side
from camelup.core.errors import CamelUpError, ImpossiblePositionError, NotationError
from camelup.core.events import Event
from camelup.core.rules import NUMBERS, apply, start
from camelup.core.state import Card, State, Ticket, Tile, sort_tickets
from camelup.core.validity import LARGEST, tents_left
from camelup.core.view import View, events_for, view_of
from camelup.formats.json_codec import Json
from camelup.formats.record import Record
from camelup.game import Game
from tests.randomplay import random_action, random_position, random_start

THOROUGH = settings(max_examples=3 * settings().max_examples)
"""For tests that are worth more examples than others."""
SEEDS = st.integers(min_value=0, max_value=2**32 - 1)
HUGE = LARGEST - 10**4
"""About as large as a number may be, with room for what a game still brings."""
ALPHABET = "bgoprwyxKWABCDEFGHI0123456789:+-?|# \n"
"""The characters of the notation, and a few that it has no use for."""


# --- Positions, records and events ----------------------------------------------------------------------------


def made_track(edition: Edition, generator: random.Random) -> int:
    """Camels anywhere that they can be, over the line too."""
    camels = list(edition.camels)
    generator.shuffle(camels)
    spaces = sorted(generator.choices(range(1, SPACES + 1), k=len(camels)))
    end = generator.choice((None, None, race.OVER_THE_LINE, race.BEHIND_THE_LINE))
    if end == race.OVER_THE_LINE:
        bottom = generator.choice([index for index, camel in enumerate(camels) if not camel.is_crazy])
        spaces[bottom:] = [end] * (len(camels) - bottom)
    elif end == race.BEHIND_THE_LINE and camels[0].is_crazy:
        height = generator.randint(1, len(camels))
        spaces[:height] = [end] * height
    track = race.EMPTY
    for camel, space in zip(camels, spaces, strict=True):
        track = race.put_on_top(track, edition.camels.index(camel), space)
    return track


def made_dice(edition: Edition, track: int, generator: random.Random) -> str:
    """Dice left in the pyramid; the die of the camel that ended the race is out."""
    dice = list(edition.dice)
    generator.shuffle(dice)
    out = generator.randint(0, DICE_PER_LEG - 1)
    finishers = [edition.camels[camel] for space, camel in race.running_order(track) if not 1 <= space <= SPACES]
    if finishers:
        die = Face(finishers[0], 1).die
        dice.remove(die)
        dice.insert(0, die)
        out += 1
    return "".join(die for die in edition.dice if die in dice[out:])


def made_tiles(track: int, players: int, generator: random.Random) -> tuple[Tile | None, ...]:
    """Tiles of some of the players, as near to each other and to the camels as they may be."""
    free = {space for space in range(2, SPACES + 1) if not race.occupied(track) >> space & 1}
    tiles: list[Tile | None] = [None] * players
    for seat in generator.sample(range(players), generator.randint(0, players)):
        if free:
            space = generator.choice(sorted(free))
            free -= {space - 1, space, space + 1}
            tiles[seat] = Tile(space, generator.choice(list(Side)))
    return tuple(tiles)


def made_tickets(edition: Edition, players: int, generator: random.Random) -> tuple[tuple[Ticket, ...], ...]:
    """Betting tickets taken from the top by anybody."""
    held: list[list[Ticket]] = [[] for _ in range(players)]
    left = {camel: list(edition.ticket_values) for camel in edition.racing}
    for _ in range(generator.randint(0, 20)):
        camel = generator.choice(edition.racing)
        if left[camel]:
            generator.choice(held).append(Ticket(camel, left[camel].pop(0)))
    return tuple(sort_tickets(edition, tickets) for tickets in held)


def made_position(generator: random.Random) -> State:
    """A position that fits together, whether or not a game could lead to it."""
    edition = EDITIONS[generator.choice((1, 2))]
    players = generator.randint(2, MAX_PLAYERS)
    track = made_track(edition, generator)
    dice = made_dice(edition, track, generator)
    rollers = generator.choices(range(players), k=len(edition.dice) - len(dice))
    tickets = made_tickets(edition, players, generator)
    cards = [Card(seat, camel) for seat in range(players) for camel in edition.racing]
    generator.shuffle(cards)
    first, second = sorted(generator.choices(range(len(cards) + 1), k=2))
    hands = [{card.camel for card in cards[second:] if card.seat == seat} for seat in range(players)]
    partners: list[int | None] = [None] * players
    if edition.has_partnerships(players):
        seats = generator.sample(range(players), 2 * generator.randint(0, players // 2))
        for one, other in zip(seats[::2], seats[1::2], strict=True):
            partners[one], partners[other] = other, one
    return State(
        edition=edition,
        track=track,
        dice=dice,
        tents=tents_left(edition, tickets),
        tickets=tickets,
        pyramid_tickets=tuple(rollers.count(seat) for seat in range(players)),
        tiles=made_tiles(track, players, generator),
        partners=tuple(partners),
        turn=generator.randrange(players),
        leg=generator.choice((1, 2, 9, 10**9 - 1, HUGE)),
        winner_deck=tuple(cards[:first]),
        loser_deck=tuple(cards[first:second]),
        money=tuple(generator.choice((0, 1, 3, 10, 10**9 - 1, HUGE)) for _ in range(players)),
        hands=tuple(tuple(camel for camel in edition.racing if camel in hand) for hand in hands),
    )


def played_game(generator: random.Random, most_actions: int = 150) -> Game:
    """A game in its middle or over, set up by the rules or started from a position."""
    opening = generator.choice((lambda: random_start(generator), lambda: made_position(generator)))()
    names = [generator.choice(("Ann", "Bo the 2nd", "#", "-", "?", "żółw", "x" * 40)) for _ in opening.hands]
    hide_money = generator.random() < 0.5
    game = Game.from_position(opening, rng=generator.randrange, names=names, hide_money=hide_money)
    for _ in range(generator.randint(0, most_actions)):
        if game.is_over:
            break
        action, outcome = random_action(game.position, generator)
        game.play(action, outcome=outcome)
    return game


def random_view(position: State, generator: random.Random) -> View:
    """What one of the seats, or a spectator, sees."""
    seat = generator.choice((None, *range(position.players)))
    return view_of(position, seat, hide_money=generator.random() < 0.5)


def random_record(generator: random.Random) -> Record:
    """The record of a game that is over or not, whole or as one seat sees it."""
    record = played_game(generator).record
    seat = generator.choice((None, *range(len(record.names))))
    return generator.choice((record, record.for_seat(seat)))


def events_of_a_game(generator: random.Random) -> list[Event]:
    """Everything that happened in a game, as a seat saw it that did not always know everything."""
    edition = EDITIONS[generator.choice((1, 2))]
    state = start(edition, 6, Game(edition=edition, seed=generator.getrandbits(32)).position.track)
    seen: list[Event] = []
    while not state.is_over:
        state, events = apply(state, *random_action(state, generator))
        seen += events_for(events, generator.choice((None, 0, 1)), hide_money=generator.random() < 0.5)
    return seen


POSITIONS = SEEDS.map(lambda seed: random_position(random.Random(seed))) | SEEDS.map(
    lambda seed: made_position(random.Random(seed))
)
GAMES = SEEDS.map(lambda seed: played_game(random.Random(seed)))
RECORDS = SEEDS.map(lambda seed: random_record(random.Random(seed)))
VIEWS = st.builds(lambda position, seed: random_view(position, random.Random(seed)), POSITIONS, SEEDS)
EVENTS = SEEDS.map(lambda seed: events_of_a_game(random.Random(seed)))
EDITIONS_OF_THE_GAME = st.sampled_from(list(EDITIONS.values()))


def faces(edition: Edition) -> SearchStrategy[Face]:
    """Every face of every die."""
    return st.builds(Face, st.sampled_from(edition.camels), st.sampled_from(NUMBERS))


def actions(edition: Edition) -> SearchStrategy[Action]:
    """Every action that can be written, legal or not."""
    racing: SearchStrategy[Camel] = st.sampled_from(edition.racing)
    return st.one_of(
        st.just(Roll()),
        st.builds(TakeTicket, racing),
        st.builds(PlaceTile, st.integers(min_value=1, max_value=SPACES), st.sampled_from(Side)),
        st.builds(PlayCard, st.sampled_from(Deck), racing | st.none()),
        st.builds(JoinPartner, st.integers(min_value=0, max_value=MAX_PLAYERS - 1)),
    )


# --- Mistakes -------------------------------------------------------------------------------------------------


@st.composite
def with_mistakes(draw: st.DrawFn, texts: SearchStrategy[str]) -> str:
    """A text in which some characters or words were left out, put in or exchanged."""
    text = draw(texts)
    for _ in range(draw(st.integers(min_value=1, max_value=3))):
        at = draw(st.integers(min_value=0, max_value=len(text)))
        letter = draw(st.sampled_from(ALPHABET) | st.characters())
        words = text.split(" ")
        word = draw(st.integers(min_value=0, max_value=len(words) - 1))
        other = draw(st.integers(min_value=0, max_value=len(words) - 1))
        match draw(st.sampled_from(("delete", "replace", "insert", "word"))):
            case "delete":
                text = text[:at] + text[at + 1 :]
            case "replace":
                text = text[:at] + letter + text[at + 1 :]
            case "insert":
                text = text[:at] + letter + text[at:]
            case _:
                words[word] = words[other]
                text = " ".join(words)
    return text


WRONG: SearchStrategy[Json] = st.sampled_from(
    (
        None,
        True,
        False,
        0,
        1,
        -1,
        7,
        8,
        17,
        LARGEST + 1,
        10**5000,
        1.0,
        1.5,
        float("nan"),
        "",
        "x",
        "g",
        "K",
        "r3",
        "?",
        [],
        {},
    )
) | st.text(max_size=3)
"""What a field of a JSON form may hold by mistake."""


def places_in(form: Json) -> list[tuple[Json, Json]]:
    """Every part of a form: what holds it, and under which key or index."""
    places: list[tuple[Json, Json]] = []
    if isinstance(form, dict | list):
        for key, part in form.items() if isinstance(form, dict) else enumerate(form):
            places += [(form, key), *places_in(part)]
    return places


@st.composite
def with_wrong_parts(draw: st.DrawFn, forms: SearchStrategy[Json]) -> Json:
    """A JSON form in which parts were left out, added, or replaced by something wrong or by another part."""
    form = json.loads(json.dumps(draw(forms)))
    for _ in range(draw(st.integers(min_value=1, max_value=2))):
        places = places_in(form)
        holder, key = draw(st.sampled_from(places))
        other, other_key = draw(st.sampled_from(places))
        part = draw(WRONG | st.just(deepcopy(other[other_key])))
        match draw(st.sampled_from(("replace", "delete", "add"))):
            case "replace":
                holder[key] = part
            case "delete":
                del holder[key]
            case _ if isinstance(holder, list):
                holder.insert(key, part)
            case _:
                holder[draw(st.text(max_size=3) | st.sampled_from(("0", "17", "01", "type", "seat")))] = part
    return form


def refusal(read: Callable[[], object]) -> CamelUpError | None:
    """The error with which something is refused, None if it is read; any other exception is a bug."""
    error: CamelUpError | None = None
    try:
        read()
    except (NotationError, ImpossiblePositionError) as raised:
        error = raised
    if error is not None:
        assert error.code
        assert error.message.endswith(".")
        assert len(error.message) < 400
    return error
