"""What one finish card is worth: its chance to be right, and what the right cards before it leave to earn.

The values of actions, styles, players and rollouts all ask here. They differ in what they know of the cards before: how
likely each of them is right (`expected_reward`), or only how many there are (`crowded_reward`).
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from camelup.compiled import inlined
from camelup.compiled.arrays import FloatArray
from camelup.core.edition import MAX_PLAYERS
from camelup.core.payouts import card_reward
from camelup.core.race import RACERS

Weights = tuple[float, ...]
WRONG_CARD = card_reward(0, 0)
"""What a wrong card costs, whatever its place."""
_CHANCES = 32


@inlined
def expected_card(chance: float, reward: float) -> float:
    """Return the value of a card that is right with this chance and earns this reward if it is."""
    return chance * reward + (1.0 - chance) * WRONG_CARD


def expected_reward(right_before: Iterable[float]) -> float:
    """Return what a right card may expect to earn if each of these cards before it is right with a probability.

    >>> expected_reward([]), expected_reward([1.0]), expected_reward([0.5])
    (8.0, 5.0, 6.5)
    """
    counts = [1.0]
    for chance in right_before:
        counts = add_card(counts, chance)
    return reward_after(counts)


def add_card(counts: list[float], chance: float) -> list[float]:
    """Add a card to the chances that 0, 1, 2, ... of the cards before are right."""
    more = [0.0, *(count * chance for count in counts)]
    return [count * (1 - chance) + one_more for count, one_more in zip([*counts, 0.0], more, strict=True)]


def reward_after(counts: Sequence[float]) -> float:
    """Return what a right card may expect to earn, by the chances that 0, 1, 2, ... cards before it are right."""
    return sum(chance * card_reward(1, right) for right, chance in enumerate(counts))


def _rewards() -> FloatArray:
    """Tabulate `expected_reward` for any number of cards before that are all right with one chance, in 32nds."""
    most = RACERS * MAX_PLAYERS + 1
    rewards = np.zeros((most, _CHANCES + 1))
    for step in range(_CHANCES + 1):
        chance = step / _CHANCES
        counts = [1.0]
        for cards in range(most):
            rewards[cards, step] = reward_after(counts)
            counts = add_card(counts, chance)
    return rewards


_REWARDS = _rewards()


@inlined
def crowded_reward(chance: float, cards: int, crowd: float) -> float:
    """Return what a right card may expect to earn after this many cards of others, who like it by `crowd` x chance."""
    return float(_REWARDS[cards, int(min(1.0, chance * crowd) * _CHANCES)])


@lru_cache(maxsize=4096)
def inclusion_chances(weights: Weights, draws: int) -> Weights:
    """Return the probability of each camel to be among this many draws without replacement.

    Camels without a chance are drawn only when no others are left, and then all are equally likely.

    >>> [round(chance, 3) for chance in inclusion_chances((0.5, 0.3, 0.2), 1)]
    [0.5, 0.3, 0.2]
    >>> [round(chance, 3) for chance in inclusion_chances((0.5, 0.3, 0.2), 3)]
    [1.0, 1.0, 1.0]
    """
    return _inclusion_chances(weights, (1 << len(weights)) - 1, draws)


@lru_cache(maxsize=4096)
def _inclusion_chances(weights: Weights, left: int, draws: int) -> Weights:
    """Draw from the camels left, given as bits."""
    chances = [0.0] * len(weights)
    camels = [camel for camel in range(len(weights)) if left >> camel & 1]
    if draws == 0 or not camels:
        return tuple(chances)
    total = sum(weights[camel] for camel in camels)
    for camel in camels:
        first = weights[camel] / total if total > 0 else 1 / len(camels)
        if first > 0:
            chances[camel] += first
            for other, chance in enumerate(_inclusion_chances(weights, left ^ (1 << camel), draws - 1)):
                chances[other] += first * chance
    return tuple(chances)
