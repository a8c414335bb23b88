"""Whether a finished game is what its secret, its players' seeds and the hashes of its cards say."""

from collections.abc import Iterable
from dataclasses import dataclass

from camelup.card_commitments import CardHash, commit_card
from camelup.core.actions import SEATS, PlayCard, Roll
from camelup.core.errors import DiceError
from camelup.core.state import State
from camelup.fair_dice import FairDice, Proof
from camelup.formats.finished_game import NotedGame, Published
from camelup.formats.record import Ply, Record, Step, replay


@dataclass(frozen=True)
class Verified:
    """What was checked and found to be right."""

    steps: tuple[Step, ...]
    """The game played again: the start, and a step for each action."""
    are_cards_committed: bool
    """Whether the game comes with the hashes of its cards."""
    noted_cards: int
    """How many cards match the hashes that somebody noted."""

    @property
    def rolls(self) -> int:
        """How many dice came out."""
        return self._count(Roll)

    @property
    def cards(self) -> int:
        """How many cards were played."""
        return self._count(PlayCard)

    def __repr__(self) -> str:
        """Return what was counted."""
        cards = "committed" if self.are_cards_committed else "not committed"
        return f"<Verified {len(self.steps) - 1} actions: {self.rolls} rolls, {self.cards} cards ({cards})>"

    def _count(self, kind: type[Roll | PlayCard]) -> int:
        return sum(step.ply is not None and isinstance(step.ply.action, kind) for step in self.steps)


def verify_game(
    proof: Proof, record: Record, published: Published | None = None, noted: NotedGame | None = None
) -> Verified:
    """Play a game again and refuse it with a `DiceError` where it is not what was committed to.

    The commitment must fit the secret; start, starting seat if it was random, and every roll must follow from secret
    and seeds; every card must have the hash that was published. A record that the rules do not allow is refused as
    `replay` does. That all this is what was shown during the game only those know who were there: what one of
    them noted is compared, too.
    """
    dice = proof.dice
    if dice.commitment != proof.commitment:
        raise DiceError("commitment", f"The secret does not match the commitment: its SHA-256 is {dice.commitment}.")
    if noted is not None:
        _check_noted(proof, published, noted)
    steps: list[Step] = []
    for step in replay(record):  # one by one: the first thing that is wrong is reported, be it a die or a rule
        if step.ply is None:
            _check_start(dice, step.state, is_first_random=proof.is_first_random)
            _check_first(proof, step.state, published)
        else:
            _check_roll(dice, steps[-1].state, step.ply, len(steps))
        steps.append(step)
    if published is not None:
        _check_all_have_hashes(record, published.cards)
        _check_cards(proof, record, published.table, published.cards, "shown")
    if noted is not None:
        _check_cards(proof, record, noted.table, noted.cards, "noted")
    return Verified(tuple(steps), published is not None, 0 if noted is None else len(noted.cards))


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


def _check_first(proof: Proof, start: State, published: Published | None) -> None:
    """Hold who began against the settings of the table."""
    if published is None:
        return
    chosen = published.first_seat
    if chosen is None and not proof.is_first_random:
        raise DiceError("start", "The table's settings let the dice choose who goes first, but they did not.")
    if chosen is not None and (proof.is_first_random or chosen != start.turn):
        raise DiceError("start", f"The table's settings let seat {SEATS[chosen]} go first, but that did not happen.")


def _check_roll(dice: FairDice, before: State, ply: Ply, number: int) -> None:
    outcome = dice.outcome(before, ply.action, number)
    if outcome != ply.outcome:
        raise DiceError("roll", f"Action {number} of the record, '{ply}': the dice give {outcome}.")


def _check_cards(proof: Proof, record: Record, table: str, shown: Iterable[CardHash], verb: str) -> None:
    """Compute each hash again, from the secret and the card in the record."""
    secret = bytes.fromhex(proof.secret)
    for card in shown:
        ply = record.plies[card.ply - 1] if card.ply <= len(record.plies) else None
        if ply is None or not isinstance(ply.action, PlayCard):
            raise DiceError(
                "card", f"Action {card.ply}: a card of seat {SEATS[card.seat]} was {verb}, but there is none."
            )
        if commit_card(secret, table, card.ply, ply.seat, ply.action) != card:
            raise DiceError(
                "card",
                f"Action {card.ply} of the record, '{ply}': this is not the card that seat {SEATS[card.seat]} played, "
                f"whose hash was {verb} as {card.hash}.",
            )


def _check_all_have_hashes(record: Record, shown: tuple[CardHash, ...]) -> None:
    played = [number for number, ply in enumerate(record.plies, 1) if isinstance(ply.action, PlayCard)]
    known = [card.ply for card in shown]
    for number in played:
        if number not in known:
            ply = record.plies[number - 1]
            raise DiceError("card", f"Action {number} of the record, '{ply}': no hash of the card was shown.")
    if len(known) > len(played):
        raise DiceError("card", f"The record has {len(played)} cards, but hashes of {len(known)} were shown.")


def _check_noted(proof: Proof, published: Published | None, noted: NotedGame) -> None:
    """Compare what somebody noted before anything was revealed."""
    if published is not None and published.table != noted.table:
        raise DiceError("noted", f"The notes are from table {noted.table}, but the game from table {published.table}.")
    if noted.commitment != proof.commitment:
        raise DiceError("noted", f"The commitment was noted as {noted.commitment}.")
    if noted.seeds and noted.seeds != proof.seeds:
        raise DiceError("noted", f"The seeds were noted as {', '.join(seed or 'none' for seed in noted.seeds)}.")
    if noted.is_first_random is None:
        is_wrong = noted.first is None and not proof.is_first_random
    else:
        is_wrong = noted.is_first_random != proof.is_first_random
    if is_wrong or (published is not None and published.first != noted.first):
        raise DiceError("noted", "Who was to go first is not what was noted.")
