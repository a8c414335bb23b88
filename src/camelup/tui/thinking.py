"""Players, odds and hints in a process of their own: while the champion thinks, every key still works at once.

Loading and compiling takes seconds, and holds Python's lock; so none of it happens in the process of the screen.
"""

import asyncio
import os
import pickle
import signal
import subprocess
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread
from typing import IO, TYPE_CHECKING, Any

from camelup.chance import secure_rng, seeded
from camelup.core.actions import Action
from camelup.core.edition import Camel
from camelup.core.errors import CamelUpError, PlayerError
from camelup.core.events import Event
from camelup.core.view import View
from camelup.extras import require_extra
from camelup.one_thread import ONE_THREAD
from camelup.players.asking import ask, failure_of, naming
from camelup.players.player import Budget, Player, Seating
from camelup.players.registry import find_player
from camelup.tui.desk import Worth

if TYPE_CHECKING:
    from camelup.review.results import Review
    from camelup.review.reviewer import Piece

NICENESS = 10
"""How far the process that thinks steps back behind the one that draws."""


class Mind:
    """What is asked for: players by seat, and the odds. It lives in the other process."""

    def __init__(self) -> None:
        self._players: dict[int, Player] = {}
        self._called: dict[int, str] = {}
        """How refusals call the player of a seat."""
        self._review: Iterator[Piece] | None = None

    def seat(self, name: str, seed: int | None, seating: Seating) -> None:
        """Let a player sit down."""
        seat = seating.seat
        self.leave(seat)
        # As in the plain game, so that a seed gives the same opponents here.
        player = find_player(name).create(secure_rng if seed is None else seeded((seed << 8) + seat))
        self._players[seat] = player
        self._called[seat] = f"{seating.names[seat]} ({name})"
        with naming(self._called[seat]):
            player.start(seating)

    def choose(self, seat: int, view: View) -> Action:
        """Let a player choose."""
        with naming(self._called[seat]):
            return ask(self._players[seat], view)

    def observe(self, seen: dict[int, tuple[Event, ...]]) -> None:
        """Let everybody hear what happened."""
        for seat, events in seen.items():
            with naming(self._called[seat]):
                self._players[seat].observe(events)

    def leave(self, seat: int) -> None:
        """Let a player go."""
        player = self._players.pop(seat, None)
        if player is not None:
            player.close()

    def leg_shares(self, view: View) -> dict[Camel, tuple[float, float]]:
        """Give each camel's chance to be first and second in the leg."""
        with require_extra("Odds", "odds"):
            from camelup.odds import leg  # noqa: PLC0415 - only where odds are asked for

        ranks = leg(view).ranks
        return {camel: (chances[0], chances[1]) for camel, chances in ranks.items()}

    def values(self, view: View) -> list[Worth]:
        """Give what the actions of a view are worth, the best first."""
        with require_extra("Values", "odds"):
            from camelup.odds import values  # noqa: PLC0415

        return [Worth(str(value.action), value.own, dict(value.parts)) for value in values(view).actions]

    def hint(self, record: str, seat: int) -> str:
        """Give the champion's advice."""
        from camelup.game import Game  # noqa: PLC0415
        from camelup.terminal.hint import find_hint  # noqa: PLC0415

        return find_hint(Game.load(record), seat)

    def start_review(self, record: str, playouts: int | None, seconds: float | None, seed: int) -> None:
        """Begin to review a finished game."""
        with require_extra("Reviews", "odds"):
            from camelup.formats.record import parse_record  # noqa: PLC0415
            from camelup.review import review_in_pieces  # noqa: PLC0415

        self._review = review_in_pieces(parse_record(record), Budget(playouts, seconds), seed)

    def next_piece(self) -> "tuple[float, Review | None] | None":
        """Go on with the review: how much is done, and a better one if there is one; None when it is done."""
        piece = None if self._review is None else next(self._review, None)
        return None if piece is None else (piece.share, piece.review)


class _FailedThereError(Exception):
    """The traceback of a failure in the other process, as the cause of the error here."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


class Thinking:
    """The process, started when it is first asked; one question at a time."""

    def __init__(self, *, is_shown: bool = False) -> None:
        """Prepare it; `is_shown` lets what players write to standard error through."""
        self._is_shown = is_shown
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = Lock()
        self._is_closed = False

    async def ask(self, what: str, *arguments: object) -> Any:  # noqa: ANN401 - depends on the question
        """Ask for something; its failure is raised here."""
        return await asyncio.to_thread(self._ask, what, arguments)

    def _ask(self, what: str, arguments: Sequence[object]) -> Any:  # noqa: ANN401 - as above
        with self._lock:
            try:
                questions, answers = self._open()
                pickle.dump((what, arguments), questions)
                questions.flush()
                is_answer, answer, where = pickle.load(answers)  # noqa: S301 - it comes from our own process
            except (EOFError, OSError, pickle.UnpicklingError) as error:
                raise PlayerError("failed", "The process that thinks has ended.") from error
        if is_answer:
            return answer
        raise answer from (_FailedThereError(where) if where else None)

    def _open(self) -> tuple[IO[bytes], IO[bytes]]:
        if self._is_closed:
            raise EOFError
        if self._process is None:
            self._process = subprocess.Popen(  # noqa: S603 - ourselves
                [sys.executable, "-c", f"from {__name__} import serve; serve()"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if self._is_shown else subprocess.DEVNULL,
                env=os.environ | ONE_THREAD,
            )
        questions, answers = self._process.stdin, self._process.stdout
        assert questions is not None, "a pipe"  # noqa: S101 - narrows the type
        assert answers is not None, "a pipe"  # noqa: S101 - narrows the type
        return questions, answers

    def close(self) -> None:
        """End it, whatever it is doing."""
        self._is_closed = True
        if self._process is not None:
            self._process.kill()
            self._process.wait()


def serve() -> None:
    """Answer on standard output what is asked on standard input, until nobody asks any more.

    A thread reads, so that the end of the questions is noticed while a player thinks or compiles: a screen that was
    killed must not leave a process behind that keeps a core busy for minutes.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the screen decides when to end
    _yield_to_the_screen()
    questions: SimpleQueue[tuple[str, Sequence[object]]] = SimpleQueue()
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answers:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what a player prints is no answer
        Thread(target=_read_questions, args=(questions,), daemon=True).start()
        mind = Mind()
        while True:
            pickle.dump(_answer(mind, *questions.get()), answers)
            answers.flush()


def _read_questions(questions: "SimpleQueue[tuple[str, Sequence[object]]]") -> None:
    """Pass on what is asked; when nobody can ask any more, end the process, whatever it is doing."""
    try:
        while True:
            questions.put(pickle.load(sys.stdin.buffer))  # noqa: S301 - it comes from the process that started this one
    finally:
        os._exit(0)


def _yield_to_the_screen() -> None:
    """Let the screen have a core first: drawing takes milliseconds, thinking takes whatever is left."""
    if hasattr(os, "nice"):  # not on every system
        with suppress(OSError):
            os.nice(NICENESS)


def _answer(mind: Mind, what: str, arguments: Sequence[object]) -> tuple[bool, object, str]:
    """Return whether there is an answer, the answer or the error, and where in somebody's code that came from."""
    try:
        return True, getattr(mind, what)(*arguments), ""
    except CamelUpError as error:
        where = "" if error.__cause__ is None else "".join(traceback.format_exception(error.__cause__))
        return False, error, where
    except Exception as error:  # noqa: BLE001 - whatever a player does; who asked gets to know
        return False, failure_of("The player", error), "".join(traceback.format_exception(error))
