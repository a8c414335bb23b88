"""What bets pay and cost, in plain integers, so that these same functions, compiled, serve in bulk play and in odds."""

from camelup.core.edition import FINISH_REWARDS, LATER_FINISH_REWARD, SECOND_PLACE_REWARD, WRONG_BET


def pay(money: int, change: int) -> int:
    """Add a gain or loss to a player's money, which never drops below 0."""
    return max(0, money + change)


def ticket_reward(value: int, place: int) -> int:
    """Return what a betting ticket brings: its value for the leader, 1 for the second, a loss of 1 for any other.

    `place` is how many racing camels are ahead of the ticket's own.

    >>> [ticket_reward(5, place) for place in range(5)]
    [5, 1, -1, -1, -1]
    """
    if place == 0:
        return value
    return SECOND_PLACE_REWARD if place == 1 else WRONG_BET


def card_reward(is_right: int, right_before: int) -> int:
    """Return what a card of a deck earns: 8, 5, 3, 2, then 1 for each right one, a loss of 1 for a wrong one.

    `right_before` is how many right ones lie below it.

    >>> [card_reward(1, right_before) for right_before in range(6)], card_reward(0, 3)
    ([8, 5, 3, 2, 1, 1], -1)
    """
    if not is_right:
        return WRONG_BET
    return FINISH_REWARDS[right_before] if right_before < len(FINISH_REWARDS) else LATER_FINISH_REWARD
