"""Games played side by side in a batch and in the interpreted engine, with the same actions and the same dice."""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from camelup.bulk import Batch
from camelup.bulk.action_space import encode_action
from camelup.bulk.edition_arrays import TICKET_DEPTH
from camelup.bulk.layout import NOBODY
from camelup.chance import draw_face, draw_starting_track
from camelup.core.actions import Action, Face, Roll
from camelup.core.edition import FIRST, SECOND, Camel, Edition, Side
from camelup.core.rules import apply, flatten, legal_by_kind, start
from camelup.core.state import Card, State, Tile
from tests.randomplay import random_track

REPACKED = 0.02
"""In this share of rounds the batch is made anew from the interpreted states, in the middle of their games."""
UNPACKED = 5
"""So many games of each round are compared as whole states too."""

Row = Sequence[int]


def table_of_chunk(chunk: int) -> tuple[Edition, int]:
    """Edition and players: any 21 chunks in a row have every pair of them, the second edition twice."""
    return (FIRST if chunk % 3 == 0 else SECOND), 2 + chunk % 7


def first_states(edition: Edition, players: int, games: int, generator: random.Random) -> list[State]:
    """Starts, every other one with camels anywhere."""
    states = []
    for game in range(games):
        state = start(edition, players, draw_starting_track(edition, generator.randrange), generator.randrange(players))
        states.append(state.replace(track=random_track(edition, generator)) if game % 2 else state)
    return states


class Numbers:
    """Sets of actions as bits. Most actions are the same objects again and again, so they are known by identity."""

    def __init__(self, edition: Edition) -> None:
        self._edition = edition
        self._bits: dict[int, int] = {}
        self._kept: list[Action] = []

    def bit(self, action: Action) -> int:
        bit = self._bits.get(id(action))
        if bit is None:
            bit = self._bits[id(action)] = 1 << encode_action(self._edition, action)
            self._kept.append(action)
        return bit

    def set_of(self, actions: Sequence[Action]) -> int:
        try:
            return sum(map(self._bits.__getitem__, map(id, actions)))
        except KeyError:
            return sum(map(self.bit, actions))


def takers(state: State) -> list[int]:
    """Who holds the tickets of each colour, by falling value; the holders of two equal ones in order of seats."""
    row = [NOBODY] * (TICKET_DEPTH * len(state.edition.racing))
    held = [(-ticket.value, seat, ticket.camel) for seat, mine in enumerate(state.tickets) for ticket in mine]
    held.sort()
    depths = dict.fromkeys(state.edition.racing, 0)
    for _, seat, camel in held:
        row[TICKET_DEPTH * state.edition.racing.index(camel) + depths[camel]] = seat
        depths[camel] += 1
    return row


def tile_number(tile: Tile | None) -> int:
    return 0 if tile is None else tile.space if tile.side is Side.CHEERING else -tile.space


def deck_row(deck: tuple[Card, ...], indices: dict[Camel, int]) -> list[int]:
    row = [8 * seat + indices[camel] for seat, camel in deck if camel is not None]
    return row + [NOBODY] * (40 - len(row))


def deck_in(records: np.ndarray, name: str) -> np.ndarray:
    deck = records[f"{name}_deck"].copy()
    deck[np.arange(deck.shape[1]) >= records[f"{name}_cards"][:, None]] = NOBODY
    return deck


def expected_fields(states: Sequence[State]) -> dict[str, list[Any]]:
    """All that the records of these states must say."""
    edition = states[0].edition
    dice = {die: 1 << place for place, die in enumerate(edition.dice)}
    indices = {camel: place for place, camel in enumerate(edition.racing)}
    bits = {camel: 1 << place for camel, place in indices.items()}
    depth = len(edition.ticket_values)
    return {
        "track": [state.track for state in states],
        "turn": [state.turn for state in states],
        "dice": [sum([dice[die] for die in state.dice]) for state in states],
        "leg": [state.leg for state in states],
        "over": [state.is_over for state in states],
        "taken": [[depth - len(tent) for tent in state.tents] for state in states],
        "takers": [takers(state) for state in states],
        "pyramid_tickets": [state.pyramid_tickets for state in states],
        "tiles": [[tile_number(tile) for tile in state.tiles] for state in states],
        "partners": [[NOBODY if seat is None else seat for seat in state.partners] for state in states],
        "hands": [[sum([bits[camel] for camel in hand]) for hand in state.hands] for state in states],
        "money": [state.money for state in states],
        "winner_cards": [len(state.winner_deck) for state in states],
        "loser_cards": [len(state.loser_deck) for state in states],
        "winner_deck": [deck_row(state.winner_deck, indices) for state in states],
        "loser_deck": [deck_row(state.loser_deck, indices) for state in states],
    }


def assert_same_records(records: np.ndarray, states: Sequence[State]) -> None:
    """Compare field by field, without the packing under test."""
    edition, players = states[0].edition, states[0].players
    assert set(records["edition"].tolist()) == {edition.number or (SECOND if edition.crazy else FIRST).number}
    assert set(records["players"].tolist()) == {players}
    for name, rows in expected_fields(states).items():
        found = deck_in(records, name.removesuffix("_deck")) if name.endswith("_deck") else records[name]
        if name in {"pyramid_tickets", "tiles", "partners", "hands", "money"}:
            found = found[:, :players]
        wrong = np.flatnonzero((found != np.array(rows)).reshape(len(states), -1).any(axis=1)).tolist()
        assert not wrong, (name, rows[wrong[0]], found[wrong[0]], states[wrong[0]])


def play_side_by_side(chunk: int, games: int, seed: object = "twin", variant: Edition | None = None) -> int:
    """Play games of one table in both engines; give the number of actions compared."""
    generator = random.Random(f"{seed} {chunk}")
    edition, players = table_of_chunk(chunk)
    edition = variant or edition
    states = first_states(edition, players, games, generator)
    batch = Batch.from_positions(states, seed=chunk)
    known = Numbers(edition)
    left = list(range(games))
    compared = 0
    assert_same_records(batch.games, states)
    while left:
        sets = batch.legal_sets().tolist()
        actions = [0] * games
        outcomes: list[Face | None] = [None] * games
        for game in left:
            state = states[game]
            groups = legal_by_kind(state, state.hands[state.turn])
            assert sets[game] == known.set_of(flatten(groups)), (state, sets[game])
            action = generator.choice(generator.choice(groups))
            face = draw_face(edition, state.dice, generator.randrange) if isinstance(action, Roll) else None
            actions[game] = known.bit(action).bit_length() - 1
            outcomes[game] = face
            states[game], _ = apply(state, action, face)
        batch.apply(actions, outcomes)
        compared += len(left)
        assert_same_records(batch.games[left], [states[game] for game in left])
        for game in generator.sample(left, min(UNPACKED, len(left))):
            assert batch.state(game) == states[game]
        if generator.random() < REPACKED:
            batch = Batch.from_positions(states, seed=chunk)
        left = [game for game in left if not states[game].is_over]
    assert_same_records(batch.games, states)
    assert batch.is_over.all()
    assert not batch.legal_sets().any()
    for state, winners in zip(states, batch.winners, strict=True):
        assert tuple(np.flatnonzero(winners).tolist()) == state.victors
    return compared
