"""What all environments let their users choose, checked in one place."""

from collections.abc import Mapping, Sequence
from typing import Any

from camelup.bulk.arguments import check_flag
from camelup.core.edition import Edition
from camelup.core.errors import ArgumentError, quoted
from camelup.core.validity import check_players, find_edition

REWARDS = ("win", "money")
"""The share of the victory at the end of the game; or the pounds that each step brings or costs."""
ILLEGAL = ("raise", "roll")
"""What an action that is not legal does: it is refused with an error, or the seat rolls instead."""
MOST_ACTIONS = 2000
"""Where a game is truncated unless told otherwise. Random games have some 90 actions, but tiles can move for ever."""


def as_edition(edition: Edition | int) -> Edition:
    """Return an edition, which may be given by its number, or as a copy that a library has made."""
    return find_edition(edition.number if isinstance(edition, Edition) else edition)


def check_options(players: int, max_actions: object, reward: object, illegal: object, *, hide_money: object) -> None:
    """Refuse what no environment for one game can be made with."""
    check_players(players)
    check_max_actions(max_actions, players)
    check_reward(reward)
    check_illegal(illegal)
    check_flag("hide_money", hide_money)


def check_reset_options(options: object, known: str) -> Mapping[str, Any]:
    """Return what was given to `reset` as options; refuse all but the known one: others are misspelt."""
    given = {} if options is None else options
    if not isinstance(given, Mapping) or set(given) - {known}:
        raise ArgumentError("options", f"`reset` takes the option {known} alone, not {quoted(options)}.")
    return given


def check_reward(reward: object) -> None:
    """Refuse what is no reward."""
    if reward not in REWARDS:
        raise ArgumentError("reward", f"A reward is win or money, not {quoted(reward)}.")


def check_illegal(illegal: object) -> None:
    """Refuse what cannot be done about an illegal action."""
    if illegal not in ILLEGAL:
        raise ArgumentError("illegal", f"An illegal action can raise or roll, not {quoted(illegal)}.")


def check_max_actions(number: object, players: int) -> None:
    """Refuse a limit within which a seat might not have its first turn."""
    if not isinstance(number, int) or isinstance(number, bool) or number < players:
        raise ArgumentError("max_actions", f"max_actions must be {players} or more here, not {quoted(number)}.")


def victory_shares(money: Sequence[int]) -> list[float]:
    """Return what part of the victory each seat has: those with the most money share it.

    >>> victory_shares((7, 9, 9))
    [0.0, 0.5, 0.5]
    """
    most = max(money)
    share = 1 / list(money).count(most)
    return [share if amount == most else 0.0 for amount in money]
