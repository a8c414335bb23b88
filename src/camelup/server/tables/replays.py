"""A game looked at again, step by step: one that is over here, or one whose record somebody brings along."""

from typing import Any

import msgspec

from camelup.formats.json_codec import to_json_value
from camelup.formats.reading import read_record, record_of
from camelup.formats.record import Record, Step, replay
from camelup.formats.sentences import describe_events
from camelup.protocol.http import Replay, ReplayStep
from camelup.server.tables.game_summary import check_finished
from camelup.server.tables.state import TableState


def replay_game(table: TableState) -> bytes:
    """Show a finished game; RequestError while it is going on."""
    check_finished(table)
    return _show(table.record)


def replay_record(brought: str | dict[str, Any]) -> bytes:
    """Show a game by its record; NotationError if it cannot be read, or breaks the rules."""
    return _show(read_record(brought) if isinstance(brought, str) else record_of(brought))


def check_record(brought: str | dict[str, Any]) -> Record:
    """Read a record and play it through; NotationError as above."""
    record = read_record(brought) if isinstance(brought, str) else record_of(brought)
    for _ in replay(record):
        pass
    return record


def _show(record: Record) -> bytes:
    steps = list(replay(record))
    shown = [_show_step(step, steps[max(0, number - 1)], record) for number, step in enumerate(steps)]
    names, is_over = list(record.names), steps[-1].state.is_over
    return msgspec.json.encode(Replay(names=names, hides_money=record.hides_money, is_over=is_over, steps=shown))


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
