"""What kind of player sits on each other seat, judged by what it has done in this game.

At every decision of a rival, each kind of player is asked what it would have done there. Who does what the styles would
do plays well; who does what somebody does that goes by feel, or what nobody would do, is a weak player. That is known
after a few turns. Which of the styles a player has is another matter: no player is as regular as a style, and all of
them together predict better than the likeliest one. So likelihoods count by a power: the square root between good play
and the weak kinds, the twelfth root among the styles.
"""

from collections.abc import Iterable

import numpy as np
from numba import types

from camelup.bulk.action_space import (
    CARD_BITS,
    LOSERS,
    PARTNER_BITS,
    ROLL,
    TICKET_BITS,
    TILE_BITS,
    WINNERS,
    encode_action,
)
from camelup.bulk.kernels import apply_action, legal_bits
from camelup.bulk.layout import GAMES, MOST_CARDS, Games, card_seat, edition_of
from camelup.bulk.styles import ODDS
from camelup.bulk.tile_effects import see_tiles
from camelup.compiled import inlined, kernel
from camelup.compiled.arrays import BYTES_3D, FLOATS_2D, FLOATS_3D, INT, FloatArray, IntArray
from camelup.compiled.random_stream import split, start_stream
from camelup.core.actions import Action, Face, JoinPartner, PlaceTile, PlayCard, Roll, TakeTicket
from camelup.core.edition import EDITIONS, MAX_PLAYERS, Deck
from camelup.core.events import CardPlayed, DieRevealed, Event, PartnersJoined, TicketTaken, TilePlaced
from camelup.core.race import RACERS, die_of
from camelup.odds.leg_table import LegTable, leg_table, read_row
from camelup.search.opponents import BY_FEEL, CLUELESS, KINDS, MIXTURE, STYLE_WEIGHTS
from camelup.search.rollouts import choose_by_kind, deal_hidden

_POWER, _POWER_OF_STYLES = 1 / 2, 1 / 12
"""Likelihoods count by these powers: of the weak kinds and all styles together, and of single styles."""
_SAME_KIND, _ANY = 0.1, 0.15
"""How often a player does something else of the kind that its style would do now, and how often anything at all."""
_LEAST = 1e-4
_DEALS = 4
"""How many times a rival's hidden cards are dealt, to see what it would do with them."""
_ENTRIES = 64
"""The length of a seat's row in the mixture, in which each kind is as often as it is likely."""
_WINNER_BITS = ((1 << RACERS) - 1) << WINNERS
_LOSER_BITS = ((1 << RACERS) - 1) << LOSERS
_STYLES = np.bincount(MIXTURE, minlength=BY_FEEL) / len(MIXTURE)
"""How often each style is met."""
_SORTS = np.array([0.88, 0.06, 0.06])
"""How often one meets a style, somebody who goes by feel, and somebody without a clue."""


@inlined
def kind_bits(action: int) -> int:
    """Return all actions of the same kind as one, as bits."""
    bit = 1 << action
    for group in (TICKET_BITS, TILE_BITS, CARD_BITS, PARTNER_BITS):
        if bit & group:
            return group
    return 1 << ROLL


@inlined
def count_kinds(legal: int) -> int:
    """Count the kinds of actions that are legal; a roll always is."""
    kinds = 1
    for group in (TICKET_BITS, TILE_BITS, CARD_BITS, PARTNER_BITS):
        kinds += legal & group != 0
    return kinds


@kernel(types.void(GAMES, INT, FLOATS_3D, INT, INT, INT, FLOATS_2D, BYTES_3D, FLOATS_2D))
def compare_kinds(
    games: Games,
    seat: int,
    beliefs: FloatArray,
    action: int,
    done: int,
    seed: int,
    styles: FloatArray,
    table: LegTable,
    found: FloatArray,
) -> None:
    """Write how often each kind of player would have done this in the first game, whose hidden cards it deals.

    What was `done` are bits, since the colour of a card is hidden. The first row has the chance of just that, the
    second that of anything of the same kind; for the clueless it is that of what was done among all of its kind.
    """
    odds = np.zeros(ODDS, np.float64)
    game = games[0]
    found[:] = 0.0
    group = kind_bits(action)
    for deal in range(_DEALS):
        read_row(int(game.track), int(game.dice), table, odds)
        see_tiles(game, table, odds)
        state = start_stream(seed, deal)
        deal_hidden(game, seat, beliefs, state)
        for kind in range(CLUELESS):  # who goes by feel is the last, and overwrites the odds
            choice = 1 << choose_by_kind(game, kind, split(state), styles, table, odds)
            found[0, kind] += (choice & done != 0) / _DEALS
            found[1, kind] += (choice & group != 0) / _DEALS
    legal = legal_bits(game)
    found[1, CLUELESS] = (legal & done).bit_count() / (legal & group).bit_count()
    found[0, CLUELESS] = found[1, CLUELESS] / count_kinds(legal)


@kernel(INT(GAMES, INT, INT, INT))
def perform(games: Games, action: int, shown: int, number: int) -> int:
    """Let the seat in turn of the first game act, with the die that a roll has shown; return 0 if that cannot be."""
    game = games[0]
    if not (legal_bits(game) >> action) & 1 or (action == ROLL and not (game.dice >> die_of(shown)) & 1):
        return 0
    apply_action(game, action, shown, number, np.zeros(2 * MAX_PLAYERS, np.int64))
    return 1


class Rivals:
    """Follows a game by its events as one seat sees it, and weighs what kind of player sits on each other seat."""

    def __init__(self, games: Games, seat: int) -> None:
        """Follow the one game there is, which is not over, and in which others' hidden cards may have any colours."""
        self.games, self._seat = games.copy(), seat
        self._edition = edition_of(games[0])
        self._table = leg_table(EDITIONS[int(games[0]["edition"])])
        self._is_lost = False
        self._seen = 0
        self._log_styles = np.zeros((MAX_PLAYERS, BY_FEEL))
        self._log_sorts = np.zeros((MAX_PLAYERS, len(_SORTS)))
        # Kernels are loaded here: later, a player's time may be running.
        self._ask_kinds(games.copy(), ROLL, 1 << ROLL, np.ones((2, MOST_CARDS, RACERS)))
        perform(games.copy(), ROLL, 0, 1)

    def follow(self, events: Iterable[Event], beliefs: FloatArray) -> None:
        """Hear what happened in a turn; `beliefs` are about cards that were laid before."""
        for event in events:
            done = self._read(event)
            if done is not None and not self._is_lost:
                self._note(*done, beliefs)

    @property
    def weights(self) -> FloatArray:
        """How likely each kind of player sits on each seat."""
        styles = _weigh(_STYLES, _POWER_OF_STYLES * self._log_styles)
        sorts = _weigh(_SORTS, _POWER * self._log_sorts)
        return np.hstack([sorts[:, :1] * styles, sorts[:, 1:]])

    @property
    def mixture(self) -> IntArray:
        """The kinds on each seat as an `Evaluator` takes them: in each row as often as they are likely."""
        steps = (np.arange(_ENTRIES) + 0.5) / _ENTRIES
        return np.array([np.searchsorted(row.cumsum()[:-1], steps) for row in self.weights], np.int64)

    def doubt(self, shares: FloatArray) -> FloatArray:
        """Return what cards are believed to show, by deck, place and camel, if some were laid without a clue."""
        game, clueless = self.games[0], self.weights[:, CLUELESS]
        doubted = shares.copy()
        for deck, name in enumerate(("winner", "loser")):
            cards = game[f"{name}_deck"][: int(game[f"{name}_cards"])]
            doubts = clueless[card_seat(cards), None]
            doubted[deck, : len(cards)] += doubts * (1 / RACERS - doubted[deck, : len(cards)])
        return doubted

    def _read(self, event: Event) -> tuple[int, int, int, Face | None] | None:
        """Return who did what: the seat, the action's number, all actions that look the same as bits, and the die."""
        face: Face | None = None
        match event:
            case TicketTaken(seat, ticket):
                action: Action = TakeTicket(ticket.camel)
            case TilePlaced(seat, space, side, _):
                action = PlaceTile(space, side)
            case PartnersJoined(seat, partner):
                action = JoinPartner(partner)
            case DieRevealed(seat, face, _):
                action = Roll()
            case CardPlayed(seat, deck, None):
                begin, bits = (WINNERS, _WINNER_BITS) if deck is Deck.WINNER else (LOSERS, _LOSER_BITS)
                hand = int(self.games[0]["hands"][seat])  # any of its cards: what it shows is not known
                return seat, begin + max(0, hand.bit_length() - 1), bits, None
            case CardPlayed(seat, deck, camel):
                action = PlayCard(deck, camel)
            case _:
                return None
        number = encode_action(self._edition, action)
        return seat, number, 1 << number, face

    def _note(self, seat: int, action: int, done: int, face: Face | None, beliefs: FloatArray) -> None:
        before = self.games.copy()
        shown, number = (0, 0) if face is None else (self._edition.camels.index(face.camel), face.number)
        if seat != int(before[0]["turn"]) or not perform(self.games, action, shown, number):
            self._is_lost = True
        elif seat != self._seat:
            self._seen += 1
            self._learn(seat, self._ask_kinds(before, action, done, beliefs) + _LEAST)

    def _ask_kinds(self, games: Games, action: int, done: int, beliefs: FloatArray) -> FloatArray:
        """Return how likely each kind of player does what was done."""
        found = np.empty((2, KINDS))
        compare_kinds(games, self._seat, beliefs, action, done, self._seen, STYLE_WEIGHTS, self._table, found)
        clueless, among_its_kind = found[:, CLUELESS]
        likely = (1 - _SAME_KIND - _ANY) * found[0] + _SAME_KIND * among_its_kind * found[1] + _ANY * clueless
        likely[CLUELESS] = clueless
        return np.asarray(likely)

    def _learn(self, seat: int, likely: FloatArray) -> None:
        styles, weak = likely[:BY_FEEL], likely[BY_FEEL:]
        together = _weigh(_STYLES, _POWER_OF_STYLES * self._log_styles[seat]) @ styles
        self._log_sorts[seat] += np.log([together, *weak])
        self._log_styles[seat] += np.log(styles)


def _weigh(usual: FloatArray, logs: FloatArray) -> FloatArray:
    """Return how likely each of several things is, by how usual it is and the logarithm of what speaks for it."""
    weights = usual * np.exp(logs - logs.max(axis=-1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True))
