"""A finished game summed up for people: who won, what every kind of bet brought, and all of it in sentences."""

import msgspec

from camelup.core.errors import RequestError
from camelup.core.events import CardScored, GameEnded
from camelup.formats.earnings import sum_up
from camelup.formats.finished_game import FinishedGame
from camelup.formats.json_codec import to_json, to_json_value, write_stacks
from camelup.formats.prose import describe_all
from camelup.formats.record import Step, replay
from camelup.server.protocol import GameSummary, LoggedPly
from camelup.server.room import Room


def describe_game(room: Room) -> bytes:
    """Give a finished game as docs/notation.md has it; RequestError while it is going on."""
    check_finished(room)
    game = FinishedGame(room.record, room.dice.proof(is_first_random=room.is_first_random))
    return msgspec.json.encode(to_json(game))


def summarize_game(room: Room) -> bytes:
    """Sum a finished game up; RequestError while it is going on."""
    check_finished(room)
    steps = list(replay(room.record))
    last = steps[-1]
    ended = next(event for event in last.events if isinstance(event, GameEnded))
    summary = GameSummary(
        edition=room.settings.edition,
        names=list(room.names),
        money=list(ended.money),
        victors=list(ended.victors),
        winner=ended.winner.value,
        loser=ended.loser.value,
        legs=last.state.leg,
        track=write_stacks(last.state.stacks),
        earnings=list(sum_up(steps)),
        cards=[to_json_value(event) for event in last.events if isinstance(event, CardScored)],
        log=_tell(room, steps),
        rematch=room.rematch,
    )
    return msgspec.json.encode(summary)


def check_finished(room: Room) -> None:
    """Refuse a game that is going on: what lies face down in it is secret."""
    if room.status != "finished":
        raise RequestError("not_finished", "This game is not over; its record is secret until then.")


def _tell(room: Room, steps: list[Step]) -> list[LoggedPly]:
    told = []
    for number, step in enumerate(steps):
        if step.ply is not None:
            before = steps[number - 1].state
            described = describe_all(step.events, before.edition, room.names, before.money, before.stacks)
            sentences = [sentence for sentences in described for sentence in sentences]
            told.append(LoggedPly(number, step.ply.seat, before.leg, room.players_of_plies[number - 1], sentences))
    return told
