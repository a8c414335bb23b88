"""Players that do wrong whatever a player can; the processes of a match find them as `tests.arena.players:Name`."""

import os
import time
from collections.abc import Sequence
from contextlib import suppress

import pytest

from camelup.chance import RandBelow
from camelup.core.actions import Action, PlaceTile, Roll
from camelup.core.errors import PlayerError
from camelup.core.events import Event
from camelup.core.situation import situation_of
from camelup.core.view import View
from camelup.players import DEFAULT_BUDGET, ENTRIES, Budget, Entry, Player, Seating


class Roller(Player):
    """Always rolls."""

    def __init__(self, rng: RandBelow) -> None:
        self.rng = rng
        self.moves = 0

    def choose(self, view: View, budget: Budget = DEFAULT_BUDGET) -> Action:  # noqa: ARG002
        self.moves += 1
        return self.do()

    def do(self) -> Action:
        return Roll()


class Bettor(Roller):
    """Takes the first ticket that there is."""

    def choose(self, view: View, budget: Budget = DEFAULT_BUDGET) -> Action:  # noqa: ARG002
        return next((action for action in view.legal if action.kind == "ticket"), Roll())


class Crasher(Roller):
    def do(self) -> Action:
        if self.moves > 1:
            raise ValueError("no\nmore")
        return Roll()


class Chatty(Roller):
    """Prints, and fails in its second move."""

    def do(self) -> Action:
        print("Hm.")  # noqa: T201 - players do
        if self.moves == 2:
            raise ValueError("no idea")
        return Roll()


class Leaver(Roller):
    def do(self) -> Action:
        raise SystemExit


class Texter(Roller):
    def do(self) -> Action:
        return "roll"  # type: ignore[return-value]


class Cheater(Roller):
    def do(self) -> Action:
        return PlaceTile(1, "+")  # type: ignore[arg-type]


class Restless(Roller):
    """Moves its tile for ever."""

    def choose(self, view: View, budget: Budget = DEFAULT_BUDGET) -> Action:  # noqa: ARG002
        return next(action for action in view.legal if action.kind == "tile")


class Sleeper(Roller):
    """Loops for ever in its second move."""

    def do(self) -> Action:
        while self.moves == 2:  # a loop of Python's own, which only an alarm ends
            pass
        return Roll()


class Deaf(Roller):
    """Hangs in its second move and swallows whatever is to wake it."""

    def do(self) -> Action:
        while self.moves == 2:
            with suppress(BaseException):
                time.sleep(60)
        return Roll()


class Killer(Roller):
    """Takes its process with it in its second move."""

    def do(self) -> Action:
        if self.moves == 2:
            os._exit(3)
        return Roll()


class Compiler(Roller):
    """Needs a kernel in its second move that nothing has called before."""

    def __init__(self, rng: RandBelow) -> None:
        from camelup.odds.race_odds import sampled  # noqa: PLC0415 - other players do without Numba

        super().__init__(rng)
        self.sampled = sampled

    def choose(self, view: View, budget: Budget = DEFAULT_BUDGET) -> Action:
        if self.moves == 1:
            self.sampled(situation_of(view), 1)
        return super().choose(view, budget)


class Unborn(Roller):
    def __init__(self, rng: RandBelow) -> None:  # noqa: ARG002
        raise RuntimeError("not today")


class Refused(Roller):
    def __init__(self, rng: RandBelow) -> None:  # noqa: ARG002
        raise PlayerError("no_such_player", "This one will not play.")


class BadStart(Roller):
    def start(self, seating: Seating) -> None:
        raise KeyError(seating.seat)


class BadObserver(Roller):
    """Fails when it hears of its own second turn's end."""

    def observe(self, events: Sequence[Event]) -> None:
        del events
        if self.moves == 2:
            self.moves += 1
            raise OSError("too loud")


class BadEnd(Roller):
    def end(self, view: View) -> None:
        del view
        raise ArithmeticError


KINDS = (
    *(
        Roller,
        Bettor,
        Chatty,
        Crasher,
        Leaver,
        Texter,
        Cheater,
        Restless,
        Sleeper,
        Deaf,
        Killer,
        Compiler,
        Unborn,
        Refused,
    ),
    *(BadStart, BadObserver, BadEnd),
)


def entry_of(kind: type[Player]) -> Entry:
    return Entry(kind.__name__.lower(), "For tests.", f"tests.arena.players:{kind.__name__}")


def register(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let them be asked for by name; the processes are told where they are found."""
    for kind in KINDS:
        monkeypatch.setitem(ENTRIES, kind.__name__.lower(), entry_of(kind))
