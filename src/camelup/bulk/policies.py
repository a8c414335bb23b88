"""How games in bulk are played: compiled functions that choose an action.

A policy is a function of a game (a record whose fields can be read as attributes), the set of legal actions as bits
and a random state; it gives the number of a legal action. It is written in the part of Python that Numba compiles.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from inspect import signature
from textwrap import shorten

from numba import from_dtype, njit, types
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError

from camelup.bulk.action_space import CARD_BITS, LOSERS, PARTNER_BITS, ROLL, TICKET_BITS, TICKETS, TILE_BITS, WINNERS
from camelup.bulk.edition_arrays import DRAWS_LEFT
from camelup.bulk.kernels import Game
from camelup.bulk.layout import GAME
from camelup.bulk.rules_word import rules_of, ticket_value, tickets_each
from camelup.compiled import inlined
from camelup.compiled.random_stream import draw_below, draw_bit, next_state
from camelup.core.errors import CamelUpError, PolicyError, quoted
from camelup.core.payouts import ticket_reward
from camelup.core.race import RACERS, camel_in_place, space_of

Choose = Callable[..., int]
"""Takes a game, the legal actions as bits and a random state; an informed policy's takes the odds too."""


@dataclass(frozen=True)
class Policy:
    """A way to play, by name."""

    name: str
    choose: Choose
    about: str = ""
    """What it does, in a sentence or so for people."""
    is_informed: bool = False
    """Whether `choose` also takes the odds of leg and race, as odds/leg_table.py defines them."""

    def __repr__(self) -> str:
        """Return its name, and what it does."""
        return f"<Policy {self.name[:60]}{': ' * bool(self.about)}{shorten(self.about, 200)}>"

    def __post_init__(self) -> None:
        """Let compiled loops call the function."""
        if not callable(self.choose):
            raise PolicyError("policy", f"The policy {self.name} needs a function, not {quoted(self.choose)}.")
        try:
            taken = [None] * (4 if self.is_informed else 3)
            signature(getattr(self.choose, "py_func", self.choose)).bind(*taken)
        except TypeError:
            more = "game, legal, state and odds" if self.is_informed else "game, legal and state"
            raise PolicyError("policy", f"The policy {self.name} must take a {more}.") from None
        inlined(self.choose)


def is_built_in(choose: Choose) -> bool:
    """Return whether a policy is part of this package, so that a change in it would be noticed."""
    return (choose.__module__ or "").startswith("camelup.")


@inlined
def choose_at_random(_: Game, legal: int, state: int) -> int:
    """Choose uniformly among the kinds of action that are legal, then uniformly within the kind."""
    groups = (legal & TICKET_BITS, legal & TILE_BITS, legal & CARD_BITS, legal & PARTNER_BITS)
    kinds = 1
    for group in groups:
        kinds += group != 0
    kind = draw_below(state, kinds)
    chosen = 1 << ROLL
    for group in groups:
        if group != 0:
            kind -= 1
            if kind == 0:
                chosen = group
    return draw_bit(chosen, next_state(state))


# What the sensible player counts with, in hundredths: how often the first and the second of the moment lead at the
# end of the leg, by the number of dice still to come, and how often they are second (exact odds, averaged over the
# positions of 400 random games).
_LEADS = ((100, 0), (78, 9), (64, 14), (53, 19), (48, 21), (46, 23))
_SECOND = ((0, 100), (14, 68), (19, 52), (22, 44), (23, 40), (24, 38))
_WORTH_A_TICKET = 110
_LATE = 12
"""From this space of the leader on, winner and loser are clear enough to bet."""
_FAR_BEHIND = 3


@inlined
def choose_sensibly(game: Game, legal: int, _: int) -> int:
    """Take a ticket of the first or second camel if it is worth more than a roll, bet late on the race, else roll."""
    track = int(game.track)
    rules = rules_of(game)
    first = camel_in_place(track, 0)
    last = camel_in_place(track, RACERS - 1)
    to_come = DRAWS_LEFT[int(game.edition), int(game.dice).bit_count()]
    best = ROLL
    best_worth = _WORTH_A_TICKET
    for rank in range(2):
        camel = camel_in_place(track, rank)
        if game.taken[camel] < tickets_each(rules):
            leads = _LEADS[to_come][rank]
            seconds = _SECOND[to_come][rank]
            value = ticket_value(rules, int(game.taken[camel]))
            worth = leads * ticket_reward(value, 0) + seconds * ticket_reward(value, 1)
            worth += (100 - leads - seconds) * ticket_reward(value, 2)
            if worth > best_worth:
                best = TICKETS + camel
                best_worth = worth
    if best != ROLL:
        return best
    if space_of(track, first) >= _LATE:
        if (legal >> (WINNERS + first)) & 1:
            return WINNERS + first
        before_last = camel_in_place(track, RACERS - 2)
        if (legal >> (LOSERS + last)) & 1 and space_of(track, before_last) - space_of(track, last) >= _FAR_BEHIND:
            return LOSERS + last
    return ROLL


RANDOM = Policy("random", choose_at_random, "any kind of action that is allowed, then any of that kind.")
"""The policy that chooses at random."""
SENSIBLE = Policy(
    "sensible",
    choose_sensibly,
    "bets on the leg and on the race by simple estimates, otherwise a roll; no tiles on the track, no partners.",
)
"""The policy of simple estimates."""


def check_result(policy: Policy) -> None:
    """Refuse a policy that does not give a whole number, always."""
    if is_built_in(policy.choose):
        return
    kind = _result_type(policy.choose, is_informed=policy.is_informed)
    if kind is not None and not isinstance(kind, types.Integer | types.Boolean):
        raise PolicyError("policy", f"The policy {policy.name} failed: it must always return a whole number.")


@lru_cache(maxsize=64)
def _result_type(choose: Choose, *, is_informed: bool) -> types.Type | None:
    """Compile a policy by itself and return the type of its result; None where nothing is compiled."""
    compiled = choose if isinstance(choose, Dispatcher) else njit(choose)
    if not isinstance(compiled, Dispatcher):
        return None
    odds = (types.float64[::1],) if is_informed else ()
    taken = (from_dtype(GAME), types.int64, types.int64, *odds)
    compiled.compile(taken)
    result: types.Type = compiled.overloads[taken].signature.return_type  # type: ignore[attr-defined]
    return result


@contextmanager
def naming_failures(policies: Iterable[Policy]) -> Iterator[None]:
    """Turn whatever goes wrong where policies are compiled and called into an error that names them."""
    try:
        yield
    except (CamelUpError, MemoryError):
        raise
    except Exception as error:
        names = " or ".join(policy.name for policy in policies)
        raise PolicyError("policy", f"The policy {names} failed: {describe_failure(error)}") from error


def describe_failure(error: Exception) -> str:
    """Say what is wrong with a policy in a few words; what Numba writes goes on for pages."""
    text = str(error)
    if not isinstance(error, NumbaError):
        return f"{type(error).__name__}: {text}"
    lines = [line.strip() for line in text.splitlines()]
    telling = [line for line in lines if re.search(r"\w+Error: |Untyped|Unknown|Unsupported|not supported", line)]
    hint = " Functions that it calls need camelup.compiled.inlined." if "Untyped global name" in text else ""
    return f"it cannot be compiled: {shorten(telling[-1] if telling else lines[0], 200)}{hint}"
