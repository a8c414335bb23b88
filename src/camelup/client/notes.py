"""What a client notes at a table while the game is played, so that nobody can change it afterwards."""

from collections.abc import Iterable, Mapping
from typing import Any

from camelup.card_commitments import CardHash, card_hash
from camelup.core.actions import PlayCard
from camelup.core.edition import Deck
from camelup.core.events import CardPlayed, Event
from camelup.formats.finished_game import NotedGame
from camelup.protocol.messages import TableForm

_MOST_CARDS = 40
"""Eight players have five each."""


class Notes:
    """What was seen first counts; once the game is over, and its secret known, nothing new is believed."""

    def __init__(self, code: str) -> None:
        self._code = code
        self._table: TableForm | None = None
        self._begun: TableForm | None = None
        self._cards: dict[int, CardHash] = {}
        self._is_over = False

    def take_table(self, table: TableForm) -> None:
        """Note the table, before and after the start."""
        self._table = self._table or table
        self._is_over = table.status == "finished"
        if self._begun is None and table.status == "playing":
            self._begun = table

    def take_card(self, form: Mapping[str, Any]) -> None:
        """Note what is shown of a card."""
        card = CardHash(form["ply"], form["seat"], Deck(form["deck"]), form["hash"])
        if not self._is_over and len(self._cards) < _MOST_CARDS:
            self._cards.setdefault(card.ply, card)

    def is_right(self, form: Mapping[str, Any], events: Iterable[Event]) -> bool | None:
        """Check the hash of one's own card; None if it is somebody else's."""
        played = next((event for event in events if isinstance(event, CardPlayed)), None)
        if played is None or played.camel is None or form.get("salt") is None:
            return None
        action = PlayCard(played.deck, played.camel)
        return form["hash"] == card_hash(self._code, form["ply"], played.seat, action, form["salt"])  # type: ignore[no-any-return]

    @property
    def noted(self) -> NotedGame:
        """All of it, in the form that `camelup verify --noted` reads."""
        assert self._table is not None, "a welcome comes first"  # noqa: S101 - narrows the type
        return NotedGame(
            self._code,
            self._table.dice.commitment,
            () if self._begun is None else tuple(self._begun.dice.seeds),
            self._table.settings.first,
            None if self._begun is None else self._begun.dice.is_first_random,
            tuple(self._cards[ply] for ply in sorted(self._cards)),
        )
