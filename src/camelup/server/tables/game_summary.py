"""A finished game summed up for people: who won, what every kind of bet brought, and all of it in sentences."""

import msgspec

from camelup.core.events import CardScored, GameEnded
from camelup.formats.earnings import sum_up
from camelup.formats.finished_game import FinishedGame, Published
from camelup.formats.json_codec import to_json, to_json_value, write_stacks
from camelup.formats.record import Step, replay
from camelup.formats.sentences import describe_events
from camelup.protocol.http import GameSummary, LoggedPly
from camelup.protocol.messages import SeatForm
from camelup.server.tables.secrecy import check_finished
from camelup.server.tables.state import Holder, TableState


def describe_game(table: TableState) -> bytes:
    """Give a finished game as docs/notation.md has it; RequestError while it is going on."""
    return msgspec.json.encode(to_json(finish_game(table)))


def finish_game(table: TableState) -> FinishedGame:
    """Give a finished game with all that proves it; RequestError while it is going on."""
    check_finished(table.status)
    published = None
    if table.commits_cards:
        published = Published(table.code, table.settings.first, table.left_out, tuple(table.cards.values()))
    return FinishedGame(table.record, table.dice.proof(is_first_random=table.is_first_random), published)


def summarize_game(table: TableState) -> bytes:
    """Sum a finished game up; RequestError while it is going on."""
    check_finished(table.status)
    steps = list(replay(table.record))
    last = steps[-1]
    ended = next(event for event in last.events if isinstance(event, GameEnded))
    summary = GameSummary(
        edition=table.settings.edition,
        names=list(table.names),
        seats=[describe_seat(holder) for holder in table.seats],
        ended_at=table.changed_at,
        money=list(ended.money),
        victors=list(ended.victors),
        winner=ended.winner.value,
        loser=ended.loser.value,
        legs=last.state.leg,
        track=write_stacks(last.state.stacks),
        earnings=list(sum_up(steps)),
        cards=[to_json_value(event) for event in last.events if isinstance(event, CardScored)],
        log=_log(table, steps),
        rematch=table.rematch,
        title=table.title,
    )
    return msgspec.json.encode(summary)


def describe_seat(holder: Holder | None) -> SeatForm:
    """Tell who sat on a seat; nothing of whether they are still here, which changes while summaries are kept."""
    if holder is None:
        return SeatForm("free")
    return SeatForm(holder.kind, holder.name, holder.level, has_left=holder.has_left)


def _log(table: TableState, steps: list[Step]) -> list[LoggedPly]:
    plies = []
    for number, step in enumerate(steps):
        if step.ply is not None:
            before = steps[number - 1].state
            described = describe_events(
                step.events, before.edition, table.names, money_before=before.money, stacks=before.stacks
            )
            sentences = [sentence for sentences in described for sentence in sentences]
            plies.append(LoggedPly(number, step.ply.seat, before.leg, table.players_of_plies[number - 1], sentences))
    return plies
