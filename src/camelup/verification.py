"""Whether the dice of a finished game are those that its secret and its players' seeds give."""

from dataclasses import dataclass

from camelup.core.actions import SEATS, Roll
from camelup.core.errors import DiceError
from camelup.core.state import State
from camelup.fair_dice import FairDice, Proof
from camelup.formats.record import Ply, Record, Step, replay


@dataclass(frozen=True)
class Verified:
    """What was checked and found to be right."""

    steps: tuple[Step, ...]
    """The game played again: the start, and a step for each action."""

    @property
    def rolls(self) -> int:
        """How many dice came out."""
        return sum(step.ply is not None and isinstance(step.ply.action, Roll) for step in self.steps)


def verify_game(proof: Proof, record: Record) -> Verified:
    """Play a game again and refuse it with a `DiceError` where it is not what the dice give.

    The commitment must fit the secret; start, starting seat if it was random, and every roll must follow from secret
    and seeds. A record that the rules do not allow is refused as `replay` does. That the commitment is the one that was
    shown before the game, and that a seed is one's own, only those who were there know.
    """
    dice = proof.dice
    if dice.commitment != proof.commitment:
        raise DiceError("commitment", f"The secret does not match the commitment: its SHA-256 is {dice.commitment}.")
    steps: list[Step] = []
    for step in replay(record):  # one by one: the first thing that is wrong is reported, be it a die or a rule
        if step.ply is None:
            _check_start(dice, step.state, is_first_random=proof.is_first_random)
        else:
            _check_roll(dice, steps[-1].state, step.ply, len(steps))
        steps.append(step)
    return Verified(tuple(steps))


def _check_start(dice: FairDice, start: State, *, is_first_random: bool) -> None:
    if len(dice.seeds) != start.players:
        raise DiceError("start", f"There are seeds for {len(dice.seeds)} seats, but {start.players} players.")
    expected = dice.start(start.edition, None if is_first_random else start.turn)
    if expected.track != start.track:
        raise DiceError("start", f"The camels start on {start.track_text}, but the dice give {expected.track_text}.")
    if expected.turn != start.turn:
        raise DiceError("start", f"Seat {SEATS[start.turn]} goes first, but the dice give seat {SEATS[expected.turn]}.")
    if expected != start:
        raise DiceError("start", "The record does not start with the setup of a game.")


def _check_roll(dice: FairDice, before: State, ply: Ply, number: int) -> None:
    outcome = dice.outcome(before, ply.action, number)
    if outcome != ply.outcome:
        raise DiceError("roll", f"Action {number} of the record, '{ply}': the dice give {outcome}.")
