"""A table as its messages describe it. There is no network in here."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from camelup.client.address import TableAddress
from camelup.client.news import Begun, Moved, News, Played, TableChanged
from camelup.client.notes import Notes
from camelup.client.reading import read, read_played, read_view
from camelup.core.view import View
from camelup.protocol.messages import ChatLine, OddsTold, Reacted, TableForm
from camelup.protocol.odds import OddsForm

Message = Mapping[str, Any]
_GOES_ON = "The game goes on."


class Following:
    """What is known of a table, through the eyes of one seat or of a watcher."""

    def __init__(self, address: TableAddress) -> None:
        self._address = address
        self._table: TableForm | None = None
        self._views: dict[int | None, dict[str, Any]] = {}
        self._view: View | None = None
        self._played: dict[int, Played] = {}
        self.seats: tuple[int, ...] = ()
        """Those that the client holds."""
        self.seat: int | None = None
        """The one that it looks from."""
        self.name: str | None = None
        """Who sits there: seats may have other numbers when the game begins, names stay."""
        self.ply = 0
        self.news: list[News] = []
        """All that has happened since the client came, the oldest first."""
        self.chat: list[ChatLine] = []
        self.notes = Notes(address.code)

    @property
    def table(self) -> TableForm:
        """The table without its game."""
        assert self._table is not None, "a welcome comes first"  # noqa: S101 - narrows the type
        return self._table

    @property
    def view(self) -> View | None:
        """The game as it stands, None before it has begun."""
        if self._view is None and self.seat in self._views:
            self._view = read_view(self._views[self.seat])
        return self._view

    @property
    def since(self) -> int | None:
        """The ply after which a client that comes back has missed everything; None if it saw no game yet."""
        return self.ply if self._views else None

    def find_played(self, ply: int) -> Played | None:
        """What was played as this ply, if it was seen."""
        return self._played.get(ply)

    def look_from(self, seat: int) -> None:
        """Take one of the client's seats for one's own."""
        self.seat, self.name, self._view = seat, self.table.seats[seat].name, None
        if self._views and not any(isinstance(news, Begun) for news in self.news):
            self._begin(_GOES_ON)

    @property
    def is_at_the_table(self) -> bool:
        """Whether one's seat is still one's own; a watcher has none to lose."""
        if self.seat is None:
            return True
        holder = self.table.seats[self.seat] if self.seat < len(self.table.seats) else None
        return holder is not None and holder.name == self.name and not holder.has_left

    # --- Taking -----------------------------------------------------------------------------------------------

    def take(self, message: Message) -> None:
        """Take in a message; those that answer a request, or that a later version has, change nothing."""
        match message["type"]:
            case "welcome":
                self._take_welcome(message)
            case "began":
                self._take_began(message)
            case "table":
                self._take_table(message["table"])
            case "played":
                self._take_played(message)
            case "odds":
                self.news.append(read(OddsTold, message))
            case "said":
                self._take_said(read(ChatLine, message["line"]))
            case "reacted":
                self.news.append(read(Reacted, message))
            case "seated":
                self.seats = tuple(message["seats"])
                if message["seat"] in self.seats:
                    self.look_from(message["seat"])  # at once: the next message may say that the game begins
            case "moved":
                self._take_moved(message["table"])
            case _:
                pass

    def _take_welcome(self, message: Message) -> None:
        is_first, had_begun = self._table is None, bool(self._views)
        self._table = read(TableForm, message["table"])
        self.notes.take_table(self._table)
        for card in message.get("cards", ()):
            self.notes.take_card(card)
        self._take_views(message)
        lines = [read(ChatLine, line) for line in message["chat"]]
        if is_first:
            self.chat = lines
        for said in lines[self._count_known(lines) :]:
            self._take_said(said)
        missed = [read_played(form, self.seat, self.notes) for form in message["missed"]] if had_begun else []
        # Only the latest plies are sent: after a long break they do not follow what was seen, and the game goes on
        # from how it stands.
        is_gap = had_begun and self.table.ply > self.ply + len(missed)
        for played in missed:
            self._note(played, is_news=not is_gap)
        # A server that was set back to an older copy: what came after it has not happened.
        self._played = {ply: played for ply, played in self._played.items() if ply <= self.table.ply}
        self.ply = self.table.ply
        if self._views and (is_gap or not had_begun) and (self.seat is not None or not self.seats):
            self._begin(_GOES_ON)
        if message.get("odds") is not None:
            self.news.append(OddsTold(self.ply, read(OddsForm, message["odds"])))
        self.news.append(TableChanged(self.table))
        if self.table.rematch is not None and (is_first or not self._knows_rematch):
            self._take_moved(self.table.rematch)

    def _take_began(self, message: Message) -> None:
        self._take_table(message["table"])
        self._take_views(message)
        self.ply = self.table.ply
        self._begin(message["sentence"])

    def _take_views(self, message: Message) -> None:
        self.seats = tuple(message["seats"])
        self._views = {view["seat"]: dict(view) for view in message["views"]}
        self._view = None
        if self.name is not None:
            self.seat = next((seat for seat in self.seats if self.table.seats[seat].name == self.name), self.seat)

    def _take_table(self, form: Message) -> None:
        self._table = read(TableForm, form)
        self.notes.take_table(self._table)
        self.news.append(TableChanged(self._table))

    def _take_played(self, message: Message) -> None:
        if message["ply"] <= self.ply:
            return
        self.ply = message["ply"]
        self._table = replace(self.table, **{name: message[name] for name in ("ply", "turn_ends", "now")})
        for seen in message["seen"]:
            self._views[seen["seat"]].update(seen["changes"])
        self._view = None
        self._note(read_played(message, self.seat, self.notes))

    def _take_said(self, said: ChatLine) -> None:
        self.chat.append(said)
        self.news.append(said)

    def _take_moved(self, code: str) -> None:
        self._table = replace(self.table, rematch=code)
        self.news.append(Moved(TableAddress(self._address.server, code).link))

    # --- News -------------------------------------------------------------------------------------------------

    def _count_known(self, lines: list[ChatLine]) -> int:
        """How many lines of a chat have been seen: all up to the latest of them."""
        return next((number for number in range(len(lines), 0, -1) if lines[number - 1] in self.chat), 0)

    @property
    def _knows_rematch(self) -> bool:
        return any(isinstance(news, Moved) for news in self.news)

    def _begin(self, sentence: str) -> None:
        assert self.view is not None, "the game has begun"  # noqa: S101 - narrows the type
        self.news.append(Begun(self.ply, self.view, sentence))

    def _note(self, played: Played, *, is_news: bool = True) -> None:
        self._played[played.ply] = played
        if is_news:
            self.news.append(played)
