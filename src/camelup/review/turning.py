"""The turning points of a game, in words: the turns with the costliest choices and with the dice that changed most."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from camelup.core import race
from camelup.core.actions import Action, PlaceTile, PlayCard, TakeTicket
from camelup.core.errors import ArgumentError, quoted
from camelup.core.events import CamelMoved, CardScored, DieRevealed, LegScored, RaceEnded, TileHit, TilePlaced
from camelup.core.state import Ticket
from camelup.formats.notation import position_text
from camelup.formats.record import Ply, Step
from camelup.formats.review_types import TurningChoice, TurningDice, TurningPoint
from camelup.formats.sentences import describe_events, name_action
from camelup.review.results import PlyReview, Review

MOST_POINTS = 4
"""How many turns are listed at most for their choices, and how many for their dice."""
LEAST_LOST = 0.02
LEAST_LUCK = 0.04
WORTH_A_WORD = 0.02
"""The smallest luck of a die that is mentioned."""
_MOST_NAMED = 3
"""How many actions that are equally good are named at most."""


def turning_points(review: Review) -> tuple[TurningPoint, ...]:
    """Find the turns with the costliest choices and the most important dice, in the order of the game."""
    if not isinstance(review, Review):
        raise ArgumentError("review", f"A Review is needed, such as `review_game` returns, not {quoted(review)}.")
    choices = [ply for ply in review.plies if ply.lost.wins >= LEAST_LOST]
    dice = [ply for ply in review.plies if greatest_luck(ply) >= LEAST_LUCK]
    choices = sorted(choices, key=lambda ply: -ply.lost.wins)[:MOST_POINTS]
    dice = sorted(dice, key=lambda ply: -greatest_luck(ply))[:MOST_POINTS]
    found = {ply.number: ply for ply in (*choices, *dice)}
    return tuple(_describe_turn(review, found[number]) for number in sorted(found))


def greatest_luck(ply: PlyReview) -> float:
    """Return how much a die changed for the seat for which it changed most."""
    return max(abs(luck.wins) for luck in ply.luck)


def _describe_turn(review: Review, ply: PlyReview) -> TurningPoint:
    changes = [cost + luck.wins for cost, luck in zip(ply.cost, ply.luck, strict=True)]
    is_choice = ply.lost.wins > greatest_luck(ply)
    seats = range(len(changes))
    seat = review.played(ply.number).seat if is_choice else max(seats, key=lambda seat: abs(changes[seat]))
    choice = dice = None
    if ply.lost.wins > 0:
        choice = TurningChoice(-ply.lost.wins, ply.lost_error.wins, str(ply.best), describe_choice(review, ply))
    if greatest_luck(ply) >= WORTH_A_WORD:
        dice = TurningDice(ply.luck[seat].wins, describe_luck(review, ply))
    if choice and dice:
        text = f"{describe_roll(review, ply)} {describe_cost(review, ply)} {_list_luck(review, ply)}"
    else:
        text = choice.text if choice else describe_luck(review, ply)
    position = position_text(review.steps[ply.number - 1].state)
    return TurningPoint(
        ply.number, "choice" if is_choice else "die", seat, changes[seat], text, position, choice, dice, changes
    )


def describe_choice(review: Review, ply: PlyReview) -> str:
    """Say what was chosen, what came of it, what it cost, and what was best."""
    chosen, *_ = _sentences(review, ply)
    came = _what_came(review.played(ply.number), review.steps[ply.number :])
    return " ".join([*chosen, *([came] if came else []), describe_cost(review, ply)])


def describe_cost(review: Review, ply: PlyReview) -> str:
    """Say what a choice cost, in points of winning chance, and what was best."""
    points = max(1, round(100 * ply.lost.wins))
    return f"Cost {points} point{'' if points == 1 else 's'}. Best: {_name_best(review, (ply.best, *ply.level))}."


def _name_best(review: Review, actions: Sequence[Action]) -> str:
    """Name the best action with those that are as good."""
    names = [name_action(action, review.record.start.edition, review.names) for action in actions[:_MOST_NAMED]]
    return f"{', '.join(names[:-1])} or {names[-1]}" if len(names) > 1 else names[0]


def describe_luck(review: Review, ply: PlyReview) -> str:
    """Say what a die did, and for whom that was lucky."""
    return f"{describe_roll(review, ply)} {_list_luck(review, ply)}"


def describe_roll(review: Review, ply: PlyReview) -> str:
    """Say what a die did."""
    events = review.steps[ply.number].events
    return " ".join(
        sentence
        for event, sentences in zip(events, _sentences(review, ply), strict=True)
        if isinstance(event, DieRevealed | CamelMoved | TileHit | RaceEnded)
        for sentence in sentences
    )


def _list_luck(review: Review, ply: PlyReview) -> str:
    ordered = sorted(range(len(review.names)), key=lambda seat: -ply.luck[seat].wins)
    lucky = [
        f"{100 * ply.luck[seat].wins:+.0f} for {review.names[seat]}"
        for seat in ordered
        if abs(ply.luck[seat].wins) >= WORTH_A_WORD
    ]
    return f"Dice luck in points: {', '.join(lucky) or 'none'}."


def _sentences(review: Review, ply: PlyReview) -> list[list[str]]:
    """Return the sentences of what happened, event by event."""
    before, step = review.steps[ply.number - 1 : ply.number + 1]
    state = before.state
    return describe_events(step.events, state.edition, review.names, money_before=state.money, stacks=state.stacks)


def _what_came(played: Ply, steps: Sequence[Step]) -> str:
    """Say what came of a choice later in the game; the first of these steps is the one that it led to."""
    match played.action:
        case TakeTicket():
            ticket = next(event.ticket for event in steps[0].events if hasattr(event, "ticket"))
            return _paid(_ticket_reward(played.seat, ticket, steps))
        case PlayCard(deck, camel):
            scored = (event for event in steps[-1].events if isinstance(event, CardScored))
            return _paid(
                next(
                    (
                        card.reward
                        for card in scored
                        if (card.deck, card.seat, card.camel) == (deck, played.seat, camel)
                    ),
                    0,
                )
            )
        case PlaceTile():
            return next(_hits(played.seat, steps), "No camel landed on it.")
        case _:
            return ""


def _ticket_reward(seat: int, ticket: Ticket, steps: Sequence[Step]) -> int:
    for step in steps:
        for event in step.events:
            if isinstance(event, LegScored):
                rewards = event.rewards[seat].tickets
                return next((reward for held, reward in rewards if held == ticket), 0)
    return 0


def _paid(reward: int) -> str:
    amount = f"{abs(reward)} pound{'' if abs(reward) == 1 else 's'}"
    return f"It {'paid' if reward > 0 else 'lost'} {amount}."


def _hits(seat: int, steps: Sequence[Step]) -> Iterator[str]:
    """Say what a tile did each time that somebody landed on it, until it was moved or the leg ended."""
    for before, step in pairwise(steps):
        for number, event in enumerate(step.events):
            match event:
                case TileHit(owner, space) if owner == seat:
                    yield _slide(before, step, number, space)
                case TilePlaced(owner) if owner == seat:
                    return
                case LegScored():
                    return
                case _:
                    pass


def _slide(before: Step, step: Step, number: int, space: int) -> str:
    moved = step.events[number + 1]
    if not isinstance(moved, CamelMoved):
        return ""
    camel = moved.unit[0]
    there = before.state.stacks.get(moved.end, ())
    there = tuple(other for other in there if other not in moved.unit)
    if moved.end in {race.OVER_THE_LINE, race.BEHIND_THE_LINE}:
        return f"The tile sent {camel.colour} across the finish line."
    if moved.is_under and there:
        return f"The tile put {camel.colour} under {there[0].colour}."
    onto = f", onto {there[-1].colour}" if there else ""
    is_back = (moved.end > space) == camel.is_crazy
    return f"The tile sent {camel.colour} {'back' if is_back else 'forward'} to {moved.end}{onto}."
