"""The turning points of a game, in words: the costliest choices, and the dice that changed most."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from camelup.core.actions import PlaceTile, PlayCard, Roll, TakeTicket
from camelup.core.events import CamelMoved, CardScored, LegScored, RaceEnded, TileHit, TilePlaced
from camelup.core.state import Ticket
from camelup.formats.prose import describe_all, name_action
from camelup.formats.record import Ply, Step
from camelup.review.results import PlyReview, Review

_MOST = 4
"""So many of each kind are told."""
_LEAST_LOST = 0.02
_LEAST_LUCK = 0.04
_WORTH_A_WORD = 0.02
"""Smaller shares of a die's luck are left out."""


@dataclass(frozen=True)
class TurningPoint:
    """A moment that changed much: which action, whose chances, by how much, and the sentence for it."""

    ply: int
    """The number of the action, from 1."""
    kind: Literal["choice", "die"]
    """A choice that lost something, or a die."""
    seat: int
    """Who lost by the choice, or whose chances the die changed most."""
    change: float
    """By how much of the victory."""
    text: str


def turning_points(review: Review) -> tuple[TurningPoint, ...]:
    """Find the costliest choices and the most important dice, in the order of the game."""
    choices, dice = [], []
    for ply, (_, step) in zip(review.plies, pairwise(review.steps), strict=True):
        if step.ply is None:
            continue
        if ply.lost.wins >= _LEAST_LOST:
            text = describe_choice(review, ply)
            choices.append(TurningPoint(ply.number, "choice", step.ply.seat, -ply.lost.wins, text))
        seat = max(range(len(ply.luck)), key=lambda seat: abs(ply.luck[seat].wins))
        if abs(ply.luck[seat].wins) >= _LEAST_LUCK:
            text = describe_luck(review, ply)
            dice.append(TurningPoint(ply.number, "die", seat, ply.luck[seat].wins, text))
    found = [point for kind in (choices, dice) for point in sorted(kind, key=lambda point: -abs(point.change))[:_MOST]]
    return tuple(sorted(found, key=lambda point: (point.ply, point.kind)))


def describe_choice(review: Review, ply: PlyReview) -> str:
    """Say what was chosen, what came of it, what it lost, and what was best."""
    played = _ply(review.steps[ply.number])
    edition = review.record.start.edition
    chosen = name_action(played.action, edition, review.names, review.names[played.seat])
    best = name_action(ply.best, edition, review.names)
    came = _what_came(played, review.steps[ply.number :])
    return f"{chosen[0].upper()}{chosen[1:]}{came and f' {came}'}: {ply.lost.wins:.0%} lost; {best} was best."


def describe_luck(review: Review, ply: PlyReview) -> str:
    """Say what a die did, and for whom that was lucky."""
    before, step = review.steps[ply.number - 1 : ply.number + 1]
    played = _ply(step)
    sentences = describe_all(
        step.events, before.state.edition, review.names, before.state.money, stacks=before.state.stacks
    )
    moves = [
        sentence
        for event, told in zip(step.events, sentences, strict=True)
        if isinstance(event, CamelMoved | RaceEnded)
        for sentence in told
    ]
    ordered = sorted(range(len(review.names)), key=lambda seat: -ply.luck[seat].wins)
    lucky = [
        f"{ply.luck[seat].wins:+.0%} for {review.names[seat]}"
        for seat in ordered
        if abs(ply.luck[seat].wins) >= _WORTH_A_WORD
    ]
    face = played.outcome
    shown = f"{face.camel.colour} {face.number}" if face else ""
    return f"{review.names[played.seat]} rolled {shown}. {' '.join(moves)} Luck: {', '.join(lucky) or 'nobody'}."


def _ply(step: Step) -> Ply:
    if step.ply is None:
        raise LookupError("nobody acted at the start")
    return step.ply


def _what_came(played: Ply, steps: Sequence[Step]) -> str:
    """Tell what came of a choice in the game as it went on; the first of these steps is the one that it led to."""
    match played.action:
        case Roll():
            face = played.outcome
            return f"showed {face.camel.colour} {face.number}" if face else ""
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
            return next(_hits(played.seat, steps), "met no camel")
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
    return f"brought {reward} EP" if reward > 0 else f"lost {-reward} EP"


def _hits(seat: int, steps: Sequence[Step]) -> Iterator[str]:
    """Tell what a tile did each time that somebody landed on it, until it was moved or the leg was over."""
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
    camel = moved.unit[0].colour if not moved.unit[0].is_crazy else f"the {moved.unit[0].colour} crazy camel"
    there = before.state.stacks.get(moved.end, ())
    there = tuple(other for other in there if other not in moved.unit)
    if moved.is_under and there:
        return f"put {camel} under {there[0].colour}"
    onto = f", onto {there[-1].colour}" if there else ""
    return f"sent {camel} {'back' if abs(moved.end) < space else 'on'} to {moved.end}{onto}"
