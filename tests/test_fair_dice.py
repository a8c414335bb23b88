"""Dice that can be checked: docs/fair-dice.md has the algorithm as a program, and both must draw the same."""

import hashlib
import json
import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camelup.card_commitments import commit_card
from camelup.core.actions import Face, PlayCard, Roll
from camelup.core.edition import MAX_PLAYERS, MIN_PLAYERS, Camel, Edition
from camelup.core.errors import ArgumentError, CamelUpError, DiceError, NotationError
from camelup.core.rules import apply
from camelup.fair_dice import FairDice, Proof, check_seed, commitment, new_secret
from camelup.formats.finished_game import FinishedGame, Published
from camelup.formats.json_codec import Json, from_json, to_json
from camelup.formats.record import Ply, Record
from camelup.verification import verify_game
from tests.randomplay import random_action
from tests.strategies import EDITIONS_OF_THE_GAME, SEEDS, with_wrong_parts

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "fair-dice.md").read_text(encoding="utf-8")
NOTATION = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
EXAMPLE = json.loads(NOTATION.split("### Finished game")[1].split("```json\n")[1].split("```")[0])
SECRETS = st.binary(min_size=32, max_size=32)
OWN_SEEDS = st.text("0123456789abcdef", min_size=16, max_size=64)
BY_SEAT = st.lists(OWN_SEEDS | st.just(""), min_size=MIN_PLAYERS, max_size=MAX_PLAYERS)


def documented() -> dict[str, Any]:
    """The functions of the program in the document, which knows nothing of camelup."""
    [program] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, Any] = {}
    exec(program, names)  # noqa: S102 - our own document
    return names


THEIRS = documented()


def played(
    generator: random.Random, edition: Edition, *, is_first_random: bool = True, table: str | None = None
) -> FinishedGame:
    """A whole game with fair dice, by players who choose at random; with committed cards if it is given a table."""
    players = generator.randint(MIN_PLAYERS, MAX_PLAYERS)
    seeds = [generator.choice(("", generator.randbytes(16).hex())) for _ in range(players)]
    dice = FairDice(generator.randbytes(32), seeds)
    start = state = dice.start(edition, None if is_first_random else generator.randrange(players))
    plies: list[Ply] = []
    while not state.is_over:
        action, _ = random_action(state, generator)
        outcome = dice.outcome(state, action, len(plies) + 1)
        plies.append(Ply(state.turn, action, outcome))
        state, _ = apply(state, action, outcome)
    names = tuple(f"Player {seat}" for seat in range(players))
    proof = dice.proof(is_first_random=is_first_random)
    published = None
    if table is not None:
        cards = tuple(
            commit_card(bytes.fromhex(proof.secret), table, number, ply.seat, ply.action)
            for number, ply in enumerate(plies, 1)
            if isinstance(ply.action, PlayCard)
        )
        published = Published(table, None if is_first_random else start.turn, (), cards)
    return FinishedGame(Record(names, start, tuple(plies), state.money), proof, published)


# --- The algorithm --------------------------------------------------------------------------------------------


@given(
    SECRETS,
    BY_SEAT,
    st.integers(min_value=0, max_value=10**6),
    st.lists(st.integers(min_value=1, max_value=8) | st.sampled_from((2**32, 2**31 + 1, 3 * 10**9)), max_size=20),
)
def test_the_document_draws_the_same(secret: bytes, seeds: list[str], ply: int, limits: list[int]) -> None:
    ours, theirs = FairDice(secret, seeds).rng(ply), THEIRS["source"](secret.hex(), seeds, ply)
    for limit in limits:  # the large ones pass over up to half of the numbers
        assert ours(limit) == theirs(limit) < limit


@given(SECRETS, BY_SEAT, EDITIONS_OF_THE_GAME, st.booleans())
def test_the_document_sets_up_the_same(secret: bytes, seeds: list[str], edition: Edition, is_random: bool) -> None:  # noqa: FBT001
    start = FairDice(secret, seeds).start(edition, None if is_random else 1)
    draw = THEIRS["source"](secret.hex(), seeds, 0)
    stacks = THEIRS["setup"](edition.number, draw)
    assert start.stacks == {space: tuple(map(Camel, stack)) for space, stack in stacks.items()}
    assert start.turn == (draw(len(seeds)) if is_random else 1)


@given(SEEDS, EDITIONS_OF_THE_GAME)
def test_the_document_rolls_the_same(seed: int, edition: Edition) -> None:
    game = played(random.Random(seed), edition)
    dice = edition.dice
    for number, ply in enumerate(game.record.plies, 1):
        if ply.outcome is not None:
            theirs = THEIRS["source"](game.dice.secret, game.dice.seeds, number)
            assert str(ply.outcome) == THEIRS["roll"](dice, theirs)
            dice = dice.replace(ply.outcome.die, "")
            dice = edition.dice if len(edition.dice) - len(dice) == 5 else dice


def test_the_worked_example() -> None:
    block = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)[0]
    given_ = dict(re.split(r" {2,}| (?=[0-9a-f]{64}$)", line, maxsplit=1) for line in block.splitlines())
    secret = bytes.fromhex(given_["secret"])
    proof = EXAMPLE["dice"]
    assert (given_["secret"], given_["commitment"]) == (proof["secret"], proof["commitment"])
    assert [given_["seed of A"], given_["seed of B"], ""] == proof["seeds"]
    assert given_["commitment"] == hashlib.sha256(secret).hexdigest() == commitment(secret)
    rows = [[cell.strip(" `") for cell in row.split("|")[1:-1]] for row in re.findall(r"^\| \d.*", PAGE, re.MULTILINE)]
    assert given_["HMAC-SHA256"].startswith(rows[0][2])
    for ply, number, first, value, limit, result, _ in rows:
        message = f"camelup dice 1:{','.join(proof['seeds'])}:{ply}:{number}"
        if (ply, number) == ("0", "0"):
            assert message == given_["message"]
        digest = _hmac(secret, message.encode())
        assert digest.startswith(first)
        assert (int(first, 16), int(first, 16) % int(limit)) == (int(value), int(result))
    assert {row[0] for row in rows} == {"0", "1", "3"}


def _hmac(key: bytes, message: bytes) -> str:
    """HMAC as its standard defines it."""
    block = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in block) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in block) + inner).hexdigest()


def test_every_part_of_the_message_matters() -> None:
    secret, seeds = bytes(32), ["0" * 16, "1" * 16, ""]
    sources = [
        FairDice(secret, seeds).rng(1),
        FairDice(secret, seeds).rng(2),
        FairDice(secret, [seeds[1], seeds[0], ""]).rng(1),
        FairDice(secret, ["", *seeds[:2]]).rng(1),
        FairDice(secret, [*seeds, ""]).rng(1),
        FairDice(secret, ["0" * 17, *seeds[1:]]).rng(1),
        FairDice(bytes([*secret[:31], 1]), seeds).rng(1),
    ]
    drawn = [tuple(draw(2**32) for _ in range(4)) for draw in sources]
    assert len({number for numbers in drawn for number in numbers}) == 4 * len(sources)


def test_draws_are_even() -> None:
    dice = FairDice(bytes(32), ["", ""])
    counts = Counter(draw(6) for draw in map(dice.rng, range(2000)) for _ in range(3))
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20  # chi square, 5 degrees: fixed numbers


def test_secrets_differ_and_are_not_shown() -> None:
    one, other = new_secret(), new_secret()
    assert len(one) == len(other) == 32
    assert one != other
    dice = FairDice(one, ["", ""])
    assert repr(dice) == f"<FairDice {commitment(one)}>"


@pytest.mark.parametrize(
    "seed", ["0" * 15, "0" * 65, "g" * 16, "0" * 15 + " ", "0" * 16 + "\n", "", None, 7, "\u0660" * 16]
)
def test_what_is_no_seed(seed: Any) -> None:  # noqa: ANN401 - that is the point
    with pytest.raises(ArgumentError) as error:
        check_seed(seed)
    assert error.value.code == "seed"


@pytest.mark.parametrize("secret", [b"", bytes(31), bytes(33), "0" * 32])
def test_what_is_no_secret(secret: Any) -> None:  # noqa: ANN401
    with pytest.raises(ArgumentError) as error:
        FairDice(secret, ["", ""])
    assert error.value.code == "secret"


def test_capitals_in_a_seed_make_no_difference() -> None:
    small, large = (FairDice(bytes(32), [seed, None]) for seed in ("ab" * 8, "AB" * 8))
    assert small.seeds == large.seeds == ("ab" * 8, "")
    assert small.rng(3)(2**32) == large.rng(3)(2**32)


# --- Verifying ------------------------------------------------------------------------------------------------


@given(SEEDS, EDITIONS_OF_THE_GAME, st.booleans())
def test_an_honest_game_is_verified(seed: int, edition: Edition, is_random: bool) -> None:  # noqa: FBT001
    game = played(random.Random(seed), edition, is_first_random=is_random)
    assert from_json(json.loads(json.dumps(to_json(game)))) == game
    verified = verify_game(game.dice, game.record)
    assert verified.rolls == sum(isinstance(ply.action, Roll) for ply in game.record.plies)
    assert len(verified.steps) == len(game.record.plies) + 1


def refused(proof: Proof, record: Record) -> CamelUpError:
    with pytest.raises(CamelUpError) as error:
        verify_game(proof, record)
    return error.value


EXAMPLE_GAME: FinishedGame = from_json(EXAMPLE)


def with_ply(number: int, face: str) -> Record:
    """The example, broken off after an action with another outcome."""
    record = EXAMPLE_GAME.record
    changed = replace(record.plies[number - 1], outcome=Face(Camel(face[0]), int(face[1])))
    return replace(record, plies=(*record.plies[: number - 1], changed), result=None)


def test_one_die_that_was_changed_is_found() -> None:
    assert refused(EXAMPLE_GAME.dice, with_ply(3, "y2")).message == (
        "Action 3 of the record, 'A roll y2': the dice give y1."
    )
    assert refused(EXAMPLE_GAME.dice, with_ply(6, "g3")).code == "roll"


STARTS: dict[str, tuple[Callable[[FinishedGame], FinishedGame], str, str]] = {
    "secret": (
        lambda game: replace(game, dice=replace(game.dice, secret="0" * 64)),
        "commitment",
        "The secret does not match the commitment: its SHA-256 is 66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3",
    ),
    "commitment": (
        lambda game: replace(game, dice=replace(game.dice, commitment="0" * 64)),
        "commitment",
        f"The secret does not match the commitment: its SHA-256 is {EXAMPLE_GAME.dice.commitment}.",
    ),
    "seed": (
        lambda game: replace(game, dice=replace(game.dice, seeds=("0" * 16, *game.dice.seeds[1:]))),
        "start",
        "The camels start on 1:g 2:r 3:pyb 14:K 15:W, but the dice give ",
    ),
    "seats": (
        lambda game: replace(game, dice=replace(game.dice, seeds=game.dice.seeds[:2])),
        "start",
        "There are seeds for 2 seats, but 3 players.",
    ),
}


@pytest.mark.parametrize(("change", "code", "message"), STARTS.values(), ids=STARTS)
def test_a_proof_that_does_not_fit(change: Callable[[FinishedGame], FinishedGame], code: str, message: str) -> None:
    game = change(EXAMPLE_GAME)
    error = refused(game.dice, game.record)
    assert (type(error), error.code) == (DiceError, code)
    assert error.message.startswith(message)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"turn": 2}, "Seat C goes first, but the dice give seat B."),
        ({"money": (4, 3, 3)}, "The record does not start with the setup of a game."),
    ],
)
def test_another_start_is_found(changes: dict[str, Any], message: str) -> None:
    start = EXAMPLE_GAME.record.start
    record = Record(EXAMPLE_GAME.record.names, start.replace(**changes))
    error = refused(EXAMPLE_GAME.dice, record)
    assert (error.code, error.message) == ("start", message)
    if "turn" in changes:  # settled by somebody, it may be any
        settled = replace(EXAMPLE_GAME.dice, is_first_random=False)
        assert verify_game(settled, record).rolls == 0


def test_a_record_against_the_rules_is_no_question_of_dice() -> None:
    record = EXAMPLE_GAME.record
    error = refused(EXAMPLE_GAME.dice, replace(record, plies=record.plies[1:]))
    assert (type(error), error.code) == (NotationError, "record")


# --- The form of a finished game ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "part", "message"),
    [
        ("record.type", "view", "At $.record.type: expected 'record'."),
        ("record.type", None, "At $.record.type: expected 'record'."),
        ("record.version", 1, "At $.record: there is no field 'version' here."),
        ("record.result", None, "At $.record.result: expected 3 entries, one for each seat."),
        ("dice.seeds", ["", ""], "At $.dice.seeds: expected 3 entries, one for each seat."),
        ("dice.seeds", ["", "", "A" * 16], "At $.dice.seeds[2]: expected 16 to 64 hexadecimal digits in small letter"),
        ("dice.seeds", ["", "", None], "At $.dice.seeds[2]: expected a text."),
        ("dice.secret", "0" * 63, "At $.dice.secret: expected 64 hexadecimal digits in small letters."),
        ("dice.secret", "0" * 64 + "\n", "At $.dice.secret: expected 64 hexadecimal digits in small letters."),
        ("dice.commitment", "A" * 64, "At $.dice.commitment: expected 64 hexadecimal digits in small letters."),
        ("dice.is_first_random", 1, "At $.dice.is_first_random: expected true or false."),
        ("dice.type", "dice", "At $.dice: there is no field 'type' here."),
        ("dice.nonce", 1, "At $.dice: there is no field 'nonce' here."),
        ("proof", {}, "At $: there is no field 'proof' here."),
        ("dice", [], "At $.dice: expected an object."),
        ("published.table", "a b", "At $.published.table: expected the code of a table, in small letters and digits."),
        ("published.first", 8, "At $.published.first: expected a whole number from 0 to 7."),
        ("published.left_out", [-1], "At $.published.left_out[0]: expected a whole number from 0 to 7."),
        ("published.cards", [{}], "At $.published.cards[0]: the field 'ply' is missing."),
        ("published.salt", "", "At $.published: there is no field 'salt' here."),
    ],
)
def test_a_finished_game_that_cannot_be_read(path: str, part: object, message: str) -> None:
    form = json.loads(json.dumps(EXAMPLE))
    *way, last = path.split(".")
    holder = form
    for step in way:
        holder = holder[step]
    holder[last] = part
    with pytest.raises(NotationError) as error:
        from_json(form)
    assert error.value.code == "json"
    assert error.value.message.startswith(message)


def test_what_one_seat_saw_is_no_finished_game() -> None:
    form = json.loads(json.dumps(EXAMPLE))
    record = EXAMPLE_GAME.record
    form["record"]["start"] = to_json(record.view(verify_game(EXAMPLE_GAME.dice, record).steps[0].state, 0))
    del form["record"]["start"]["version"]
    with pytest.raises(NotationError, match=r"At \$\.record\.start: expected a state, since nothing is hidden"):
        from_json(form)


@given(with_wrong_parts(st.just(EXAMPLE)))
def test_a_finished_game_with_wrong_parts_is_read_or_refused(form: Json) -> None:
    try:
        game = from_json(form)
        assert from_json(json.loads(json.dumps(to_json(game)))) == game
        verify_game(game.dice, game.record)
    except CamelUpError:
        pass
    else:
        assert game.record.start == EXAMPLE_GAME.record.start
        assert game.dice.secret == EXAMPLE_GAME.dice.secret
