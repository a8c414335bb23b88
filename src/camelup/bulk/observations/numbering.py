"""Two numberings of the same 54 actions: by colour, as `bulk.action_space` has them, and by rank, for learning.

By rank, the camel with the number k is the one in place k now (0 leads), and the partner with the number k is the k-th
seat after the one in turn. All else is as in the numbering by colour. Nothing that a net learns then depends on
colours, or on where somebody sits.
"""

from typing import Literal

import numpy as np
import numpy.typing as npt

from camelup.bulk.action_space import (
    ACTIONS,
    LOSERS,
    PARTNER_BITS,
    PARTNERS,
    ROLL,
    TICKETS,
    TILE_BITS,
    TILES,
    WINNERS,
    decode_action,
    encode_action,
)
from camelup.bulk.kernels import Game
from camelup.compiled import inlined
from camelup.core.actions import Action
from camelup.core.errors import ArgumentError, InvalidActionError, quoted
from camelup.core.race import RACERS, camel_in_place, place_of
from camelup.core.validity import check_is_position
from camelup.core.view import View, check_is_view

Numbering = Literal["rank", "colour"]
NUMBERINGS: tuple[Numbering, ...] = ("rank", "colour")

_SAME_BITS = TILE_BITS | (1 << ROLL)
"""What both numberings number alike."""


@inlined
def camel_group(number: int) -> int:
    """Return where the five actions begin of which this is one, -1 if it is about no camel."""
    if TICKETS <= number < TILES:
        return TICKETS
    if WINNERS <= number < LOSERS:
        return WINNERS
    if LOSERS <= number < PARTNERS:
        return LOSERS
    return -1


@inlined
def rank_number(track: int, turn: int, players: int, number: int) -> int:
    """Return the number by rank of an action that is given by colour."""
    group = camel_group(number)
    if group >= 0:
        return group + place_of(track, number - group)
    seat = number - PARTNERS
    if 0 <= seat < players:
        return PARTNERS + (seat - turn if seat >= turn else seat - turn + players)
    return number


@inlined
def colour_number(track: int, turn: int, players: int, number: int) -> int:
    """Return the number by colour of an action that is given by rank."""
    group = camel_group(number)
    if group >= 0:
        return group + camel_in_place(track, number - group)
    after = number - PARTNERS
    if 0 <= after < players:
        return PARTNERS + (turn + after if turn + after < players else turn + after - players)
    return number


@inlined
def rank_bits(game: Game, legal: int) -> int:
    """Return a set of actions by rank that is given by colour, both as bits."""
    track = int(game.track)
    bits = legal & _SAME_BITS
    place = RACERS - 1
    for shift in range(0, 56, 8):
        camel = (track >> shift) & 0x07
        if camel < RACERS:
            bits |= ((legal >> (TICKETS + camel)) & 1) << (TICKETS + place)
            bits |= ((legal >> (WINNERS + camel)) & 1) << (WINNERS + place)
            bits |= ((legal >> (LOSERS + camel)) & 1) << (LOSERS + place)
            place -= 1
    partners = (legal & PARTNER_BITS) >> PARTNERS
    if partners:
        turn = int(game.turn)
        players = int(game.players)
        turned = (partners >> turn) | (partners << (players - turn))
        bits |= (turned & ((1 << players) - 1)) << PARTNERS
    return bits


def check_numbering(numbering: object) -> None:
    """Refuse what is no numbering."""
    if numbering not in NUMBERINGS:
        raise ArgumentError("numbering", f"Actions are numbered by rank or by colour, not by {quoted(numbering)}.")


def action_number(view: View, action: Action, numbering: Numbering = "rank") -> int:
    """Return the number of an action of the seat in turn.

    >>> from camelup import Game, TakeTicket
    >>> view = Game(seed=7).view(0)
    >>> leader = view.ranking[0]
    >>> action_number(view, TakeTicket(leader))
    1
    """
    check_is_position(view)
    check_numbering(numbering)
    number = encode_action(view.edition, action)
    return rank_number(view.track, view.turn, view.players, number) if numbering == "rank" else number


def numbered_action(view: View, number: int, numbering: Numbering = "rank") -> Action:
    """Return the action of the seat in turn that has a number.

    >>> from camelup import Game, TakeTicket
    >>> view = Game(seed=7).view(0)
    >>> numbered_action(view, 1) == TakeTicket(view.ranking[0])
    True
    """
    check_is_position(view)
    check_numbering(numbering)
    given = read_number(number)
    colour = colour_number(view.track, view.turn, view.players, given) if numbering == "rank" else given
    return decode_action(view.edition, colour)


def read_number(number: object) -> int:
    """Return the number of an action as a plain int; a net may give it as an array without dimensions."""
    given = number[()] if isinstance(number, np.ndarray) and number.ndim == 0 else number
    if not isinstance(given, int | np.integer) or isinstance(given, bool) or not 0 <= given < ACTIONS:
        raise InvalidActionError(
            "no_such_action", f"Actions are numbered from 0 to {ACTIONS - 1}, not {quoted(number)}."
        )
    return int(given)


def legal_mask(view: View, numbering: Numbering = "rank") -> npt.NDArray[np.bool_]:
    """Return which actions the view's seat may choose, as a mask over the action space."""
    check_numbering(numbering)
    check_is_view(view)
    mask = np.zeros(ACTIONS, np.bool_)
    mask[[action_number(view, action, numbering) for action in view.legal]] = True
    return mask
