"""A player that is a program in any language, over its standard input and output; docs/players.md has the protocol."""

import math
import time
from collections.abc import Sequence
from typing import TypeVar

from camelup.chance import RandBelow
from camelup.core.actions import Action
from camelup.core.errors import CamelUpError, PlayerError, quoted
from camelup.core.events import Event
from camelup.core.view import View
from camelup.players.messages import (
    PROTOCOL,
    Answer,
    Bye,
    Choice,
    End,
    Greeting,
    Happened,
    Hello,
    Message,
    Ready,
    Start,
    Turn,
    read_answer,
    write,
)
from camelup.players.player import DEFAULT_BUDGET, Budget, Player, Seating
from camelup.players.process import Process

PATIENCE = 60.0
"""How many seconds a program may take for an answer where no budget says."""
_USUAL = Budget(seconds=1.0)
"""The budget of a program that needs one, at a table that sets none."""
_GRACE = 5.0
"""How many seconds an answer may take beyond twice its budget."""
_SEEDS = 1 << 32
_Answer = TypeVar("_Answer", bound=Answer)


class ProgramPlayer(Player):
    """Runs a program for as many games as it is asked to play.

    It is started when this is made, and again if it has ended when a game starts. Only that first start and `choose`
    raise errors: whatever else goes wrong is reported by the next `choose`, so that a match need watch nothing else.
    """

    def __init__(self, command: Sequence[str], rng: RandBelow, patience: float = PATIENCE) -> None:
        """Start a program, its file and its arguments, and wait for its greeting."""
        self._command = list(command)
        self._rng = rng
        self.patience = patience
        """How many seconds an answer may take where no budget says; it may be changed."""
        self.grace = _GRACE
        """How many seconds an answer may take beyond twice its budget; it may be changed."""
        self._failure: PlayerError | None = None
        self._asked = 0
        self._open: set[int] = set()
        """The turns that it has not answered yet."""
        self._launch()

    def _launch(self) -> None:
        self._process = Process(self._command)
        self._open.clear()
        self._send(Hello())
        try:
            self._greeting = self._receive(self.patience, Greeting)
        except PlayerError:
            self._process.close()
            raise
        if self._greeting.protocol != PROTOCOL:
            self._process.close()
            spoken = f"speaks version {self._greeting.protocol} of the protocol, not {PROTOCOL}"
            raise PlayerError("nonsense", f"The program {self._process.name} {spoken}.")

    @property
    def name(self) -> str:
        """What the program calls itself."""
        return self._greeting.name

    def start(self, seating: Seating) -> None:
        """Sit down at a table; the program may get ready for it."""
        self._failure = None
        try:
            if not self._process.is_open:
                self._launch()
            self._send(Start(seating, self._rng(_SEEDS)))
            self._receive(self.patience, Ready)
        except PlayerError as error:
            self._failure = error
            self._process.close()  # what it says now would be taken for the answer to something else

    def choose(self, view: View, budget: Budget = DEFAULT_BUDGET) -> Action:
        """Ask the program for one of `view.legal`; late answers to earlier turns are passed over."""
        if self._failure is not None:
            raise self._failure.with_traceback(None)
        if budget == DEFAULT_BUDGET and "budget" in self._greeting.needs:
            budget = _USUAL
        self._asked += 1
        self._open.add(self._asked)
        self._send(Turn(self._asked, view, budget))
        choice = self._receive(self._limit(budget), Choice)
        if choice.action not in view.legal:
            chosen = f"chose {str(choice.action)!r}, which is not legal"
            raise PlayerError("illegal", f"The program {self._process.name} {chosen}.")
        return choice.action

    def observe(self, events: Sequence[Event]) -> None:
        """Tell the program what happened, if it needs that."""
        if "events" in self._greeting.needs:
            self._send(Happened(tuple(events)))

    def end(self, view: View) -> None:
        """Tell the program that the game is over; it goes on running, for another one."""
        self._send(End(view))

    def close(self) -> None:
        """End the program."""
        self._send(Bye())
        self._process.close()

    # --- Messages ---------------------------------------------------------------------------------------------

    def _limit(self, budget: Budget) -> float:
        """Return how many seconds an answer may take: a busy machine may need longer than the budget says."""
        seconds = budget.seconds or math.inf
        return self.grace + 2 * seconds if math.isfinite(seconds) else self.patience

    def _send(self, message: Message) -> None:
        self._process.send(write(message))

    def _receive(self, seconds: float, kind: type[_Answer]) -> _Answer:
        """Wait for an answer of a kind; a choice must be that of the last turn."""
        asked = time.monotonic()
        while True:
            line = self._process.receive(seconds, asked)
            try:
                answer = read_answer(line)
            except CamelUpError as error:
                raise self._nonsense(line, error.message) from error
            if isinstance(answer, Choice):
                if answer.id not in self._open:
                    raise self._nonsense(line, "Nobody asked for that.")
                self._open.remove(answer.id)
                if answer.id != self._asked or kind is not Choice:
                    continue  # it comes too late, for a turn that was played without it
            if isinstance(answer, kind):
                return answer
            raise self._nonsense(line, "Nobody asked for that.")

    def _nonsense(self, line: str, why: str) -> PlayerError:
        # What is not even meant to be JSON was printed for the author's own eyes.
        hint = "" if line.lstrip().startswith("{") else " Print anything but answers to standard error."
        return PlayerError("nonsense", f"The program {self._process.name} answered {quoted(line)}. {why}{hint}")
