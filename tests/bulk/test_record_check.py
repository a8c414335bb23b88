"""Records from outside: compiled code refuses what the readable code refuses, and writes the rest as it does."""

import random
from collections import Counter

import numpy as np
import pytest

from camelup.bulk import Batch
from camelup.bulk.layout import GAME, MOST_CARDS, Games, pack, pack_card, repack
from camelup.bulk.record_check import find_impossible
from camelup.core import race
from camelup.core.edition import EDITIONS
from camelup.core.errors import CamelUpError
from tests.randomplay import random_position, random_track

CHANGED = (-128, -100, -17, -9, -8, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 32, 40, 63, 64, 127)
BYTES = [(name, place) for name in GAME.names or () for place in range(GAME[name].itemsize)]


def change_a_byte(record: Games, generator: random.Random) -> str:
    name, place = generator.choice(BYTES)
    assert GAME.fields is not None
    record.view(np.int8)[GAME.fields[name][1] + place] = generator.choice(CHANGED)
    return name


def change_a_number(record: Games, generator: random.Random) -> str:
    """A field that most often still fits the rest."""
    name = generator.choice([name for name in GAME.names or () if name != "track"])
    field = record[name].reshape(-1)
    large = (-1, 0, 1, 2_000_000_000, 2_000_000_001, 2**31 - 1)
    field[generator.randrange(len(field))] = generator.choice(large if field.dtype == np.int32 else CHANGED)
    return name


def change_the_track(record: Games, generator: random.Random) -> str:
    """Camels anywhere, also over the line, twice, or in the wrong order."""
    edition = EDITIONS.get(int(record["edition"][0]), EDITIONS[2])
    track = random_track(edition, generator)
    bytes_ = bytearray(track.to_bytes(7, "little"))
    for _ in range(generator.choice((0, 1, 1, 2))):
        bytes_[generator.randrange(7)] = generator.choice((0, 5, 6, 0x88, 0x8D, 0x8E, 0xFF, generator.randrange(256)))
    record["track"] = int.from_bytes(bytes_, "little")
    return "track"


def cross_the_line(record: Games, generator: random.Random) -> str:
    """Some unit at either end, with its die in the pyramid or not."""
    edition = EDITIONS.get(int(record["edition"][0]), EDITIONS[2])
    track = random_track(edition, generator)
    camel = generator.randrange(len(edition.camels))
    left, unit, height, _ = race.lift(track, camel)
    record["track"] = race.set_down(left, unit, height, generator.choice((0, 17)), 0)
    return "over"


def move_a_card(record: Games, generator: random.Random) -> str:
    """From a hand to a deck, by somebody who has it or not; the count of cards may be one from the end."""
    deck, seat, camel = generator.choice(("winner", "loser")), generator.randrange(8), generator.randrange(5)
    cards = int(record[f"{deck}_cards"][0])
    if not 0 <= cards < MOST_CARDS:
        return "cards"
    record["hands"][0, seat] &= ~(1 << camel)
    record[f"{deck}_deck"][0, cards] = pack_card(seat, camel)
    record[f"{deck}_cards"] = cards + 1 if generator.random() < 0.8 else cards + 1 - MOST_CARDS
    return "cards"


def take_a_ticket(record: Games, generator: random.Random) -> str:
    """By a seat that may be none, or counted from the end."""
    camel = generator.randrange(5)
    depth = int(record["taken"][0, camel])
    if not 0 <= depth < 4:
        return "tickets"
    record["taken"][0, camel] += 1
    record["takers"][0, 4 * camel + depth] = generator.randrange(-9, 9)
    return "tickets"


def marry(record: Games, generator: random.Random) -> str:
    one, two = generator.sample(range(8), 2)
    record["partners"][0, one], record["partners"][0, two] = two, one
    return "partners"


CHANGES = (
    change_a_byte,
    change_a_number,
    change_a_number,
    change_the_track,
    cross_the_line,
    move_a_card,
    take_a_ticket,
    marry,
)


def all_cards_out() -> Games:
    """A deck with all 40 cards, and none in hand."""
    record = Batch.start(1, players=8, seed=1).games.copy()
    record["hands"] = 0
    record["winner_deck"] = [pack_card(seat, camel) for seat in range(8) for camel in range(5)]
    record["winner_cards"] = MOST_CARDS
    return record


@pytest.mark.parametrize("chunk", range(2))
def test_compiled_and_readable_code_refuse_the_same_records(chunk: int) -> None:
    generator = random.Random(chunk)
    refused: Counter[str] = Counter()
    accepted: Counter[str] = Counter()
    for number in range(500):
        start = all_cards_out() if number % 100 == 0 else pack([random_position(generator, 60)])
        for _ in range(8):
            record = start.copy()
            names = {generator.choice(CHANGES)(record, generator) for _ in range(generator.choice((1, 1, 2)))}
            try:
                expected = repack(record)
            except CamelUpError:
                refused.update(names)
                assert find_impossible(record.copy().view(np.recarray)) == 0, record
                with pytest.raises(CamelUpError):
                    Batch(record)
                continue
            accepted.update(names)
            found = record.copy().view(np.recarray)
            assert find_impossible(found) == -1, record
            for name in GAME.names or ():
                assert (found[name] == expected[name]).all(), (name, record)
    for counts in (refused, accepted):
        assert {
            "track",
            "over",
            "cards",
            "tickets",
            "partners",
            "tiles",
            "money",
            "leg",
            "hands",
            "dice",
        } <= counts.keys()


def test_the_first_record_that_is_no_position_is_named_by_the_readable_code() -> None:
    games = Batch.start(1000, seed=1).games.copy()
    games["leg"][700] = 0
    with pytest.raises(CamelUpError, match="There is no leg 0") as error:
        Batch(games)
    assert error.value.code == "leg"


def test_records_in_any_memory_are_read() -> None:
    """From a file, out of line, every other one."""
    batch = Batch.start(50, seed=2)
    data = b"x" + batch.games.tobytes()
    for games in (np.frombuffer(data, GAME, offset=1), np.repeat(batch.games, 2)[::2], batch.games.view(np.ndarray)):
        again = Batch(games)
        assert [again.state(number) for number in range(50)] == [batch.state(number) for number in range(50)]
