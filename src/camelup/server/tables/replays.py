"""A game looked at again, step by step: one that is over here, or one whose record somebody brings along.

This takes a moment, so it is done in a process of its own: see camelup.server.games.
"""

from typing import Any

import msgspec

from camelup.core.errors import NotationError, RequestError
from camelup.core.view import View
from camelup.formats.json_codec import to_json_value
from camelup.formats.reading import count_plies, load_form, read_form
from camelup.formats.record import Record, Step, replay
from camelup.formats.sentences import describe_events
from camelup.protocol.http import Replay, ReplayStep
from camelup.protocol.messages import SeatForm
from camelup.server.tables.bounds import MAX_PLIES, MAX_REVIEWED_PLIES
from camelup.server.tables.game_summary import describe_seat
from camelup.server.tables.secrecy import check_finished
from camelup.server.tables.state import TableState


def replay_game(table: TableState) -> bytes:
    """Show a finished game; RequestError while it is going on."""
    check_finished(table.status)
    return _show(table.record, [describe_seat(holder) for holder in table.seats])


def replay_record(brought: str | dict[str, Any]) -> bytes:
    """Show a game by its record.

    NotationError if it cannot be read, or breaks the rules; RequestError, before anything is replayed, if it is too
    long.
    """
    return _show(_read(brought, MAX_PLIES, f"A record can have at most {MAX_PLIES:,} actions."))


def check_reviewable_record(brought: str | dict[str, Any]) -> str:
    """Read a record and play it through; give its text for a review. Errors as above, and if it is not over."""
    record = _read(brought, MAX_REVIEWED_PLIES, _TOO_LONG_TO_REVIEW)
    if isinstance(record.start, View):
        raise NotationError("hidden", "This record shows what one seat saw. Only a whole record can be reviewed.")
    for _ in replay(record):
        pass
    if record.result is None:
        raise NotationError("unfinished", "The game is not over yet. Only finished games can be reviewed.")
    return str(record)


def check_reviewable_game(table: TableState) -> str:
    """Give the record of a finished game for a review; RequestError while it is going on, or if it is too long."""
    check_finished(table.status)
    if len(table.plies) > MAX_REVIEWED_PLIES:
        raise RequestError("too_long", _TOO_LONG_TO_REVIEW)
    return str(table.record)


_TOO_LONG_TO_REVIEW = f"Only games of up to {MAX_REVIEWED_PLIES} actions can be reviewed."


def _read(brought: str | dict[str, Any], most: int, refusal: str) -> Record:
    """Read a record whose plies are counted first: to read and replay them takes a thousand times longer."""
    form = load_form(brought) if isinstance(brought, str) else brought
    if count_plies(form) > most:
        raise RequestError("too_long", refusal)
    return read_form(form)


def _show(record: Record, seats: list[SeatForm] | None = None) -> bytes:
    steps = list(replay(record))
    shown = [_show_step(step, steps[max(0, number - 1)], record) for number, step in enumerate(steps)]
    return msgspec.json.encode(
        Replay(
            names=list(record.names),
            hides_money=record.hides_money,
            is_over=steps[-1].state.is_over,
            steps=shown,
            seats=seats,
        )
    )


def _show_step(step: Step, before: Step, record: Record) -> ReplayStep:
    ply, state, events = step
    told = describe_events(
        events, state.edition, record.names, money_before=before.state.money, stacks=before.state.stacks
    )
    return ReplayStep(
        seat=None if ply is None else ply.seat,
        action=None if ply is None else to_json_value(ply.action),
        outcome=None if ply is None or ply.outcome is None else str(ply.outcome),
        events=[to_json_value(event) for event in events],
        sentences=told,
        state=to_json_value(state),
    )
