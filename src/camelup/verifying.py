"""Whether the dice of a finished game are those that its secret and its players' seeds give."""

from dataclasses import dataclass
from itertools import pairwise

from camelup.core.actions import SEATS, Roll
from camelup.core.errors import DiceError
from camelup.core.state import State
from camelup.fair_dice import FairDice, Proof
from camelup.formats.record import Record, Step, replay


@dataclass(frozen=True)
class Verified:
    """What was checked and found to be right."""

    steps: tuple[Step, ...]
    """The game played again: the start, and a step for each action."""
    rolls: int


def verify_game(proof: Proof, record: Record) -> Verified:
    """Play a game again and refuse it with a `DiceError` where it is not what the dice give.

    The commitment must fit the secret; start, starting seat if it was random, and every roll must follow from secret
    and seeds. A record that the rules do not allow is refused as `replay` does. That the commitment is the one that was
    shown before the game, and a seed one's own, only those who were there can tell.
    """
    steps = tuple(replay(record))
    dice = proof.dice
    if dice.commitment != proof.commitment:
        raise DiceError("commitment", f"The secret is not the one of the commitment: its SHA-256 is {dice.commitment}.")
    _check_start(dice, steps[0].state, is_first_random=proof.is_first_random)
    rolls = 0
    for number, (before, after) in enumerate(pairwise(steps), 1):
        ply = after.ply
        assert ply is not None, "only the start has none"  # noqa: S101 - narrows the type
        outcome = dice.outcome(before.state, ply.action, number)
        if outcome != ply.outcome:
            raise DiceError("roll", f"Action {number} of the record, '{ply}': the dice give {outcome}.")
        rolls += isinstance(ply.action, Roll)
    return Verified(steps, rolls)


def _check_start(dice: FairDice, start: State, *, is_first_random: bool) -> None:
    if len(dice.seeds) != start.players:
        raise DiceError("start", f"There are seeds for {len(dice.seeds)} seats, but {start.players} play.")
    expected = dice.start(start.edition, None if is_first_random else start.turn)
    if expected.track != start.track:
        raise DiceError("start", f"The camels start on {start.track_text}, but the dice give {expected.track_text}.")
    if expected.turn != start.turn:
        raise DiceError("start", f"Seat {SEATS[start.turn]} begins, but the dice give seat {SEATS[expected.turn]}.")
    if expected != start:
        raise DiceError("start", "The record does not begin with the setup of a game.")
