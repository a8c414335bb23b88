"""Counts what people have made a table store, and refuses more than its bounds.

Entries are counted as they are applied, so every process that reads a log has the same counts. Whether something is
refused is decided before it is stored: a log from before there were bounds can still be read, however long it is.
"""

from dataclasses import dataclass, replace

from camelup.core.edition import MAX_PLAYERS
from camelup.core.errors import RequestError
from camelup.server.tables.bounds import (
    MAX_CHAT_LINES,
    MAX_COMPUTERS_ADDED,
    MAX_HOST_CHANGES,
    MAX_MUTES,
    MAX_OPENINGS,
    MAX_SEATINGS,
    MAX_SEEDS_PER_SEAT,
)
from camelup.server.tables.events import (
    ComputerSeated,
    HostChanged,
    Muted,
    OpenChanged,
    PersonSeated,
    Said,
    Seeded,
    TableEvent,
)


@dataclass(frozen=True, slots=True)
class LogCounts:
    """How many entries of each kind a table's log has; plies are counted by the game itself."""

    chat_lines: int = 0
    seatings: int = 0
    computers: int = 0
    host_changes: int = 0
    mutes: int = 0
    openings: int = 0
    seeds: tuple[int, ...] = (0,) * MAX_PLAYERS
    """By seat: nobody may use up those of others."""

    def add(self, event: TableEvent) -> "LogCounts":  # noqa: PLR0911 - one a kind
        """Count an entry."""
        match event:
            case Said():
                return replace(self, chat_lines=self.chat_lines + 1)
            case PersonSeated():
                return replace(self, seatings=self.seatings + 1)
            case ComputerSeated():
                return replace(self, computers=self.computers + 1)
            case Seeded(seat):
                seeds = (*self.seeds[:seat], self.seeds[seat] + 1, *self.seeds[seat + 1 :])
                return replace(self, seeds=seeds)
            case HostChanged():
                return replace(self, host_changes=self.host_changes + 1)
            case Muted():
                return replace(self, mutes=self.mutes + 1)
            case OpenChanged(is_open):
                return replace(self, openings=self.openings + is_open)
            case _:
                return self

    def check_chat(self) -> None:
        """Refuse a line of chat too many."""
        if self.chat_lines >= MAX_CHAT_LINES:
            raise RequestError("used_up", f"The chat is full: it has {MAX_CHAT_LINES:,} messages. You can play on.")

    def check_seating(self) -> None:
        """Refuse one more who sits down."""
        if self.seatings >= MAX_SEATINGS:
            raise RequestError(
                "used_up",
                f"Seats at this table have been taken {MAX_SEATINGS} times, which is the limit. Create a new table.",
            )

    def check_computer(self) -> None:
        """Refuse one more computer player."""
        if self.computers >= MAX_COMPUTERS_ADDED:
            raise RequestError(
                "used_up",
                f"Computer players have been added here {MAX_COMPUTERS_ADDED} times, which is the limit. "
                "You can start without another.",
            )

    def check_seed(self, seat: int) -> None:
        """Refuse a seed too many."""
        if self.seeds[seat] >= MAX_SEEDS_PER_SEAT:
            raise RequestError("used_up", f"This seat has already changed its seed {MAX_SEEDS_PER_SEAT} times.")

    def check_host_change(self) -> None:
        """Refuse one more host."""
        if self.host_changes >= MAX_HOST_CHANGES:
            raise RequestError("used_up", f"This table has already changed its host {MAX_HOST_CHANGES} times.")

    def check_opening(self) -> None:
        """Refuse to list the table once more."""
        if self.openings >= MAX_OPENINGS:
            raise RequestError("used_up", f"This table has been opened to everybody {MAX_OPENINGS} times already.")

    def check_mute(self) -> None:
        """Refuse to mute or to unmute once more."""
        if self.mutes >= MAX_MUTES:
            raise RequestError(
                "used_up", f"Players here have been muted or unmuted {MAX_MUTES} times, which is the limit."
            )
