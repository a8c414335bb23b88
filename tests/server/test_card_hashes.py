"""Hashes of face-down cards at a table: for everybody who plays one, and for tables that are new enough."""

import json
from itertools import cycle

import pytest

from camelup.card_commitments import commit_card
from camelup.client.notes import Notes
from camelup.core.actions import PlayCard
from camelup.core.edition import Camel, Deck
from camelup.core.events import CardPlayed
from camelup.protocol.settings import By, Settings
from camelup.server.tables import commands
from camelup.server.tables.game_summary import describe_game, finish_game
from camelup.server.tables.state import TableState
from camelup.verification import verify_game
from tests.server.stories import SECRET, Story

BY: tuple[By, ...] = ("owner", "computer", "stand_in")


def tell(version: int, settings: Settings | None = None) -> Story:
    """A finished game in which the first action of everybody, whoever acts for them, is a card."""
    story = Story(settings or Settings(seats=3), version)
    for name, seat in (("Ann", 1), ("Bo", 2)):
        story.sit(name, seat)
    story.happen(commands.start(story.table))
    play_cards(story)
    story.play_to_the_end()
    return story


def play_cards(story: Story) -> None:
    for by, deck, camel in zip(BY * 2, cycle(Deck), "bggbyy", strict=False):
        state = story.table.state
        assert state is not None
        turn = commands.play(story.table, state.turn, PlayCard(deck, Camel(camel)), by)
        story.happen(commands.describe_turn(story.table, turn), turn)


def test_every_card_has_its_hash_whoever_plays_it() -> None:
    table = tell(2).table
    assert table.players_of_plies[: len(BY)] == [*BY]
    assert len(table.cards) == 2 * len(BY)
    for number, ply in enumerate(table.plies, 1):
        expected = None
        if isinstance(ply.action, PlayCard):
            expected = commit_card(SECRET, table.code, number, ply.seat, ply.action)
        assert table.cards.get(number) == expected


def test_the_log_has_the_hashes_and_nothing_else_is_longer() -> None:
    story = tell(2)
    again = TableState(story.table.code)
    for entry in story.entries:
        again.apply_entry(entry)
    assert again.cards == story.table.cards
    stored = [json.loads(entry.text) for entry in story.entries]
    assert sum("card" in entry for entry in stored) == len(again.cards)


@pytest.mark.parametrize(
    ("settings", "first", "left_out"),
    [
        (Settings(seats=5), None, (0, 3, 4)),
        (Settings(seats=3, first=2), 2, (0,)),
        (Settings(seats=3, first=0), 0, (0,)),  # nobody sits there, so the dice choose
    ],
)
def test_a_finished_game_says_what_was_published(
    settings: Settings, first: int | None, left_out: tuple[int, ...]
) -> None:
    table = tell(2, settings).table
    game = finish_game(table)
    assert game.published is not None
    assert (game.published.table, game.published.first, game.published.left_out) == (table.code, first, left_out)
    assert (game.published.first_seat is None) == game.dice.is_first_random == (first != 2)
    verified = verify_game(game.dice, game.record, game.published)
    assert (verified.are_cards_committed, verified.cards) == (True, 2 * len(BY))


def test_a_table_of_before_commits_to_no_card() -> None:
    story = tell(1)
    assert story.table.cards == {}
    assert all('"card"' not in entry.text for entry in story.entries)
    assert "published" not in json.loads(describe_game(story.table))
    game = finish_game(story.table)
    assert not verify_game(game.dice, game.record, game.published).are_cards_committed


def test_the_owner_of_a_card_notices_a_wrong_hash() -> None:
    card = commit_card(SECRET, "table", 3, 1, PlayCard(Deck.LOSER, Camel.RED))
    table = TableState("table")
    table.apply_entry(tell(2).entries[0])
    form = {"ply": 3, "seat": 1, "deck": "loser", "hash": card.hash, "salt": table.find_salt(card)}
    notes = Notes("table")
    assert notes.is_right(form, [CardPlayed(1, Deck.LOSER, Camel.RED)]) is True
    assert notes.is_right(form, [CardPlayed(1, Deck.LOSER, Camel.BLUE)]) is False
    assert notes.is_right({**form, "hash": "0" * 64}, [CardPlayed(1, Deck.LOSER, Camel.RED)]) is False
    assert notes.is_right({**form, "salt": None}, [CardPlayed(1, Deck.LOSER, None)]) is None
