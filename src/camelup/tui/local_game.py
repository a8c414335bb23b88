"""A game at this keyboard: one person or several, against computers or each other."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from camelup.core.actions import Action
from camelup.core.edition import Camel
from camelup.core.errors import ArgumentError, CamelUpError
from camelup.core.events import Event
from camelup.core.view import View
from camelup.files import make_data_folder
from camelup.formats.record import replay
from camelup.game import Game
from camelup.players.player import Seating
from camelup.terminal.autosave import Autosave, save
from camelup.tui.desk import Choosing, Desk, News, Played, Told, Worth, add_faces
from camelup.tui.running_games import RunningMark


class Asked(Protocol):
    """Who answers for players and odds: usually another process."""

    async def ask(self, what: str, *arguments: object) -> Any:  # noqa: ANN401 - depends on the question
        """Ask for something."""

    def close(self) -> None:
        """End it."""


class LocalGame(Desk):
    """A game that is played here, and saved after every action."""

    def __init__(
        self,
        game: Game,
        kinds: Mapping[int, str],
        make_thinking: Callable[[], Asked],
        *,
        autosave: Autosave | None = None,
        slot: Path | None = None,
        seed: int | None = None,
        has_odds: bool = True,
    ) -> None:
        """Take a game whose other seats are played by these kinds of computer players.

        `slot` is a file that keeps the game until it is over, so that it can be continued.
        """
        self.game = game
        self.kinds = dict(kinds)
        self.title = f"{game.position.edition.ordinal.capitalize()} edition"
        self.autosave = autosave or Autosave(game)
        self.seed = seed
        self.has_odds = has_odds
        self._slot = slot
        self._mark = None if slot is None else RunningMark(slot)
        if self._mark is not None:
            self._mark.set()
        self._make_thinking = make_thinking
        self._thinking = make_thinking()
        self._advising = make_thinking()
        """Odds and hints have a process of their own, so that the players need not wait for them."""
        self._choice: asyncio.Future[Action] | None = None
        self._last_person: int | None = None
        self.viewer = self.reader

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat in range(len(self.game.names)) if seat not in self.kinds)

    @property
    def names(self) -> Sequence[str]:
        """Everybody's name."""
        return self.game.names

    @property
    def reader(self) -> int | None:
        """The only person, if there is only one."""
        return self.people[0] if len(self.people) == 1 else None

    @property
    def view(self) -> View:
        """The game as it stands."""
        return self.game.view(self.viewer)

    def faces(self) -> dict[str, str]:
        """Read the dice of this leg from the record."""
        faces: dict[str, str] = {die: die for die in self.game.record.start.dice_out}
        for step in replay(self.game.record):
            faces = add_faces(faces, step.events)
        return faces

    async def news(self) -> AsyncIterator[News]:
        """Play until the game is over."""
        game = self.game
        seating = asyncio.create_task(self._seat_players())  # it takes a while, and a person may begin
        seating.add_done_callback(lambda task: task.cancelled() or task.exception())  # leaving makes it fail
        heard: list[dict[int, tuple[Event, ...]]] = []
        while not game.is_over:
            seat = game.position.turn
            if seat in self.kinds:
                yield Choosing(seat, is_own=False)
                await seating
                while heard:
                    await self._thinking.ask("observe", heard.pop(0))
                action = await self._think(seat)
            else:
                self._choice = asyncio.get_running_loop().create_future()
                is_passed = self.reader is None and self._last_person != seat
                self.viewer = None if is_passed else seat
                self._last_person = seat
                yield Choosing(seat, is_own=True, is_handed_over=is_passed)
                action = await self._choice
            self.viewer = self.reader
            before = self.view
            events = game.play(action, seat=seat)
            heard.append({other: game.events_for(events, other) for other in self.kinds})
            for failure in self._keep():
                yield Told(failure)
            yield Played(seat, game.events_for(events, self.viewer), before, self.view)
        await seating

    async def _seat_players(self) -> None:
        game = self.game
        seatings = [Seating(seat, game.names, game.view(seat)) for seat in self.kinds]
        for seating in seatings:
            await self._thinking.ask("seat", self.kinds[seating.seat], self.seed, seating)

    async def _think(self, seat: int) -> Action:
        chosen: Action = await self._thinking.ask("choose", seat, self.game.view(seat))
        return chosen

    async def act(self, action: Action) -> None:
        """Hand over what the person chose."""
        if self._choice is not None and not self._choice.done():
            self._choice.set_result(action)

    # --- Saving -------------------------------------------------------------------------------------------------------

    def _keep(self) -> list[str]:
        """Save the game; if that fails, say why and go on. What kept it until its end is removed then."""
        failures = []
        if self.game.is_over and self._slot is not None:
            with suppress(OSError):
                self._slot.unlink(missing_ok=True)
        if self._mark is not None:
            if self.game.is_over:
                self._mark.remove()
            else:
                self._mark.set()
        try:
            self.autosave.save()
            if self._slot is not None and not self.game.is_over:
                make_data_folder(self._slot.parent)
                save(self._slot, f"{self.game.record}{write_kinds(self.kinds)}")
        except CamelUpError as error:
            failures.append(error.message)
        except OSError as error:
            failures.append(f"Cannot save in {self._slot}: {error.strerror}.")
        return failures

    # --- Odds ---------------------------------------------------------------------------------------------------------

    def _check_odds(self) -> None:
        if not self.has_odds:
            raise ArgumentError("without_odds", "This table plays without odds.")
        if self.game.is_over:
            raise ArgumentError("without_odds", "The race is over: there are no odds.")

    async def leg_shares(self) -> Mapping[Camel, tuple[float, float]]:
        """Compute the odds of the leg."""
        self._check_odds()
        shares: Mapping[Camel, tuple[float, float]] = await self._advising.ask("leg_shares", self.view)
        return shares

    async def values(self) -> Sequence[Worth]:
        """Compute what each action is worth."""
        self._check_odds()
        values: Sequence[Worth] = await self._advising.ask("values", self.game.view(self.game.position.turn))
        return values

    async def hint(self) -> str:
        """Ask the champion."""
        self._check_odds()
        record, seat = str(self.game.record), self.game.position.turn
        return str(await self._advising.ask("hint", record, seat))

    @property
    def kept(self) -> str:
        """Say where the game is saved."""
        if self.autosave.file is not None:
            return str(self.autosave)
        if self._slot is None:
            return "The game is not saved."
        return "The game is saved. To continue it, run `camelup play` again."

    async def again(self) -> "LocalGame":
        """Play again, with the seats as they are and another first player."""
        old = self.game
        first = (old.record.start.turn + 1) % len(old.names)
        game = Game(len(old.names), old.position.edition, first=first, names=old.names, hide_money=old.hides_money)
        return LocalGame(game, self.kinds, self._make_thinking, slot=self._slot, has_odds=self.has_odds)

    def close(self) -> None:
        """End the processes that think, and let the game be continued elsewhere."""
        self._thinking.close()
        self._advising.close()
        if self._mark is not None:
            self._mark.remove()


_SEATS = "# computers "


def write_kinds(kinds: Mapping[int, str]) -> str:
    """Note who plays which seat in a line that readers of a record pass over.

    >>> read_kinds(write_kinds({1: "shark"}))
    {1: 'shark'}
    """
    return f"{_SEATS}{json.dumps({str(seat): kind for seat, kind in kinds.items()})}\n"


def read_kinds(text: str) -> dict[int, str]:
    """Read that line; without one, everybody is a person."""
    for line in text.splitlines():
        if line.startswith(_SEATS):
            return {int(seat): str(kind) for seat, kind in json.loads(line.removeprefix(_SEATS)).items()}
    return {}
