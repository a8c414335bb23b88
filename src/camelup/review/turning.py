"""The turning points of a game, in words: the costliest choices and the dice that changed the most."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from camelup.core.actions import PlaceTile, PlayCard, TakeTicket
from camelup.core.events import CamelMoved, CardScored, DieRevealed, LegScored, RaceEnded, TileHit, TilePlaced
from camelup.core.state import Ticket
from camelup.formats.notation import position_text
from camelup.formats.record import Ply, Step
from camelup.formats.review_types import TurningPoint
from camelup.formats.sentences import describe_events, name_action
from camelup.review.results import PlyReview, Review

MOST_POINTS = 4
"""How many of each kind are listed at most."""
LEAST_LOST = 0.02
LEAST_LUCK = 0.04
_WORTH_A_WORD = 0.02
"""The smallest share of a die's luck that is mentioned."""


def turning_points(review: Review) -> tuple[TurningPoint, ...]:
    """Find the costliest choices and the most important dice, in the order of the game."""
    choices, dice = [], []
    for ply, (before, step) in zip(review.plies, pairwise(review.steps), strict=True):
        if step.ply is None:
            continue
        position = position_text(before.state)
        if ply.lost.wins >= LEAST_LOST:
            text = describe_choice(review, ply)
            choices.append(TurningPoint(ply.number, "choice", step.ply.seat, -ply.lost.wins, text, position))
        seat = max(range(len(ply.luck)), key=lambda seat: abs(ply.luck[seat].wins))
        if abs(ply.luck[seat].wins) >= LEAST_LUCK:
            text = describe_luck(review, ply)
            dice.append(TurningPoint(ply.number, "die", seat, ply.luck[seat].wins, text, position))
    found = [
        point for kind in (choices, dice) for point in sorted(kind, key=lambda point: -abs(point.change))[:MOST_POINTS]
    ]
    return tuple(sorted(found, key=lambda point: (point.ply, point.kind)))


def describe_choice(review: Review, ply: PlyReview) -> str:
    """Say what was chosen, what came of it, what it cost, and what was best."""
    step = review.steps[ply.number]
    chosen, *_ = _sentences(review, ply)
    came = _what_came(_ply(step), review.steps[ply.number :])
    return " ".join([*chosen, *([came] if came else []), describe_cost(review, ply)])


def describe_cost(review: Review, ply: PlyReview) -> str:
    """Say what a choice cost, in points of winning chance, and what was best."""
    points = round(100 * ply.lost.wins)
    best = name_action(ply.best, review.record.start.edition, review.names)
    return f"Cost {points} point{'' if points == 1 else 's'}. Best: {best}."


def describe_luck(review: Review, ply: PlyReview) -> str:
    """Say what a die did, and for whom that was lucky."""
    step = review.steps[ply.number]
    rolled = [
        sentence
        for event, sentences in zip(step.events, _sentences(review, ply), strict=True)
        if isinstance(event, DieRevealed | CamelMoved | TileHit | RaceEnded)
        for sentence in sentences
    ]
    ordered = sorted(range(len(review.names)), key=lambda seat: -ply.luck[seat].wins)
    lucky = [
        f"{100 * ply.luck[seat].wins:+.0f} for {review.names[seat]}"
        for seat in ordered
        if abs(ply.luck[seat].wins) >= _WORTH_A_WORD
    ]
    return f"{' '.join(rolled)} Dice luck in points: {', '.join(lucky) or 'none'}."


def _sentences(review: Review, ply: PlyReview) -> list[list[str]]:
    """Return the sentences of what happened, event by event."""
    before, step = review.steps[ply.number - 1 : ply.number + 1]
    state = before.state
    return describe_events(step.events, state.edition, review.names, money_before=state.money, stacks=state.stacks)


def _ply(step: Step) -> Ply:
    if step.ply is None:
        raise LookupError("nobody acted at the start")
    return step.ply


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
    camel = moved.unit[0].colour
    there = before.state.stacks.get(moved.end, ())
    there = tuple(other for other in there if other not in moved.unit)
    if moved.is_under and there:
        return f"It put {camel} under {there[0].colour}."
    onto = f", onto {there[-1].colour}" if there else ""
    is_back = (moved.end > space) == moved.unit[0].is_crazy
    return f"It sent {camel} {'back' if is_back else 'forward'} to {moved.end}{onto}."
