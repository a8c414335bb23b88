"""Hashes of face-down cards: docs/fair-dice.md has their format as a program, and no card can be exchanged later."""

import hashlib
import random
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from camelup.card_commitments import CardHash, card_hash, card_salt, commit_card
from camelup.core.actions import PlayCard
from camelup.core.edition import FIRST, Camel, Deck, Edition
from camelup.core.errors import CamelUpError, DiceError
from camelup.formats.finished_game import FinishedGame, NotedGame, Published
from camelup.formats.record import Ply, Record, replay
from camelup.verification import verify_game
from tests.strategies import EDITIONS_OF_THE_GAME, SEEDS
from tests.test_fair_dice import EXAMPLE, PAGE, SECRETS, THEIRS, played

A_FEW = settings(max_examples=15)  # each is a whole game
TABLES = st.text("abcdefghijkmnpqrstuvwxyz23456789", min_size=1, max_size=12)


@given(SECRETS, TABLES, st.integers(1, 10**4), st.integers(0, 7), st.sampled_from(Deck), st.sampled_from(Camel))
def test_the_document_makes_the_same(  # noqa: PLR0913, PLR0917 - all that a hash binds
    secret: bytes, table: str, ply: int, seat: int, deck: Deck, camel: Camel
) -> None:
    salt, digits = THEIRS["card"](secret.hex(), table, ply, seat, deck.value, camel.value)
    assert card_salt(secret, table, ply, seat) == salt
    assert card_hash(table, ply, seat, PlayCard(deck, camel), salt) == digits
    assert commit_card(secret, table, ply, seat, PlayCard(deck, camel)) == CardHash(ply, seat, deck, digits)


def test_the_worked_example() -> None:
    lines = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)[1].splitlines()
    first, salt, second, digits = (line.split(None, 1)[1] for line in lines)
    secret = bytes.fromhex(EXAMPLE["dice"]["secret"])
    [card] = EXAMPLE["published"]["cards"]
    assert first == f"camelup card 1:{EXAMPLE['published']['table']}:5:C"
    assert salt == card_salt(secret, "sandy234", 5, 2)
    assert second == f"{first}:winner:p:{salt}"
    assert digits == hashlib.sha256(second.encode()).hexdigest() == card["hash"]


def test_every_part_matters() -> None:
    secret, card = bytes(32), PlayCard(Deck.WINNER, Camel.RED)
    hashes = [
        commit_card(secret, "a", 1, 0, card),
        commit_card(bytes([*secret[:31], 1]), "a", 1, 0, card),
        commit_card(secret, "b", 1, 0, card),
        commit_card(secret, "a", 2, 0, card),
        commit_card(secret, "a", 1, 1, card),
        commit_card(secret, "a", 1, 0, PlayCard(Deck.LOSER, Camel.RED)),
        commit_card(secret, "a", 1, 0, PlayCard(Deck.WINNER, Camel.BLUE)),
    ]
    assert len({shown.hash for shown in hashes}) == len(hashes)


# --- A card that was rewritten --------------------------------------------------------------------------------


def with_result(record: Record) -> Record:
    """The record with the result that its actions have: what somebody does who rewrites a game carefully."""
    *_, last = islice(replay(record), len(record.plies) + 1)  # the old result would be refused after them
    return replace(record, result=last.state.money)


def with_ply(record: Record, number: int, ply: Ply) -> Record:
    return replace(record, plies=(*record.plies[: number - 1], ply, *record.plies[number:]))


def rewritten(game: FinishedGame, number: int, generator: random.Random) -> FinishedGame:
    """The game with another camel on one card, exchanged with that of a later card of the same seat if it has it."""
    ply = game.record.plies[number - 1]
    assert isinstance(ply.action, PlayCard)
    camel = generator.choice([camel for camel in game.record.start.edition.racing if camel is not ply.action.camel])
    record = game.record
    for other, later in enumerate(record.plies, 1):
        if later.seat == ply.seat and isinstance(later.action, PlayCard) and later.action.camel is camel:
            record = with_ply(record, other, replace(later, action=replace(later.action, camel=ply.action.camel)))
    record = with_ply(record, number, replace(ply, action=replace(ply.action, camel=camel)))
    return replace(game, record=with_result(record))


def cards_of(game: FinishedGame) -> list[int]:
    return [number for number, ply in enumerate(game.record.plies, 1) if isinstance(ply.action, PlayCard)]


@A_FEW
@given(SEEDS, EDITIONS_OF_THE_GAME)
def test_a_rewritten_card_with_its_result_is_refused(seed: int, edition: Edition) -> None:
    generator = random.Random(seed)
    game = played(generator, edition, table="sandy234")
    verified = verify_game(game.dice, game.record, game.published)
    assert (verified.are_cards_committed, verified.cards) == (True, len(cards_of(game)))
    if not cards_of(game):
        return
    number = generator.choice(cards_of(game))
    forged = rewritten(game, number, generator)
    verify_game(forged.dice, forged.record)  # the dice alone do not notice it
    with pytest.raises(DiceError, match=r"this is not the card that seat [A-H] played") as error:
        verify_game(forged.dice, forged.record, forged.published)
    assert error.value.code == "card"
    found = re.match(r"Action (\d+) of the record, '([A-H]) ", error.value.message)
    assert found is not None
    place, seat = int(found[1]), found[2]
    assert forged.record.plies[place - 1] != game.record.plies[place - 1]
    assert "ABCDEFGH"[forged.record.plies[place - 1].seat] == seat


CHANGES: dict[str, Callable[[CardHash], CardHash]] = {
    "ply": lambda card: replace(card, ply=card.ply + 1),
    "seat": lambda card: replace(card, seat=card.seat ^ 1),
    "deck": lambda card: replace(card, deck=Deck.LOSER if card.deck is Deck.WINNER else Deck.WINNER),
    "hash": lambda card: replace(card, hash=card.hash[::-1]),
}


@A_FEW
@given(SEEDS, EDITIONS_OF_THE_GAME, st.sampled_from([*CHANGES, "table", "missing", "twice"]))
def test_whatever_else_is_changed_is_refused(seed: int, edition: Edition, what: str) -> None:
    generator = random.Random(seed)
    game = played(generator, edition, table="sandy234")
    published = game.published
    assert published is not None
    if not published.cards:
        return
    place = generator.randrange(len(published.cards))
    cards = list(published.cards)
    if what == "missing":
        del cards[place]
    elif what == "twice":
        cards.append(cards[place])
    elif what in CHANGES:
        cards[place] = CHANGES[what](cards[place])
    changed = Published("other234" if what == "table" else "sandy234", None, (), tuple(cards))
    with pytest.raises(DiceError) as error:
        verify_game(game.dice, game.record, changed)
    assert error.value.code == "card"


def test_notes_catch_hashes_that_were_made_again() -> None:
    """Once the secret is known, anybody can make hashes for other cards; what was noted cannot be changed."""
    generator = random.Random(7)
    game = played(generator, FIRST, table="sandy234")
    published = game.published
    assert published is not None
    noted = NotedGame(published.table, game.dice.commitment, game.dice.seeds, None, True, published.cards[1:])  # noqa: FBT003
    assert verify_game(game.dice, game.record, published, noted).noted_cards == len(published.cards) - 1

    number = published.cards[-1].ply
    forged = rewritten(game, number, generator)
    secret = bytes.fromhex(game.dice.secret)
    cards = tuple(
        commit_card(secret, "sandy234", number, ply.seat, ply.action)
        for number, ply in enumerate(forged.record.plies, 1)
        if isinstance(ply.action, PlayCard)
    )
    again = replace(published, cards=cards)
    verify_game(forged.dice, forged.record, again)  # consistent with itself
    for shown in (again, None):
        with pytest.raises(DiceError, match="was noted as"):
            verify_game(forged.dice, forged.record, shown, noted)


@pytest.mark.parametrize(
    ("first", "left_out", "seat"),
    [(None, (), None), (2, (), 2), (2, (0,), 1), (2, (0, 1, 3), 0), (2, (2,), None), (2, (1, 2), None)],
)
def test_the_setting_for_who_goes_first(first: int | None, left_out: tuple[int, ...], seat: int | None) -> None:
    assert Published("sandy234", first, left_out, ()).first_seat == seat


@A_FEW
@given(SEEDS, EDITIONS_OF_THE_GAME, st.booleans())
def test_who_went_first_cannot_be_rewritten(seed: int, edition: Edition, is_random: bool) -> None:  # noqa: FBT001
    game = played(random.Random(seed), edition, is_first_random=is_random, table="sandy234")
    verify_game(game.dice, game.record, game.published)
    with pytest.raises(CamelUpError):
        verify_game(replace(game.dice, is_first_random=not is_random), game.record, game.published)
