"""A player whose thoughts run compiled: from what its seat sees to the record that kernels read, and back."""

from abc import abstractmethod
from collections.abc import Sequence

from camelup.bulk.action_space import decode_action
from camelup.bulk.layout import Games, pack
from camelup.chance import RandBelow
from camelup.compiled.arrays import FloatArray
from camelup.core.actions import Action
from camelup.core.events import Event
from camelup.core.view import View
from camelup.hidden_cards import sample_state
from camelup.players.player import DEFAULT_BUDGET, Budget, Player, Seating
from camelup.search.beliefs import Beliefs
from camelup.search.counted_money import CountedMoney
from camelup.search.odds_cache import OddsCache

_SEEDS = 1 << 53


class CompiledPlayer(Player):
    """Keeps what its seat has seen; a subclass says what to do with a record and the odds when cards were laid."""

    def __init__(self, rng: RandBelow) -> None:
        """Draw from this source."""
        self._rng = rng
        self.odds_cache = OddsCache()
        self._beliefs: Beliefs | None = None
        self._money: CountedMoney | None = None

    def start(self, seating: Seating) -> None:
        """Begin to follow the race, and load all that a move needs: a turn's time is for thinking alone."""
        self._beliefs = Beliefs(seating.view, self.odds_cache)
        self._money = CountedMoney(seating.view)
        if not seating.view.is_over:
            self.think(*self.read_view(seating.view), 0, Budget(playouts=1))

    def observe(self, events: Sequence[Event]) -> None:
        """Follow the race."""
        if self._beliefs is not None and self._money is not None:
            self._beliefs.follow(events)
            self._money.follow(events)

    def choose(self, view: View, budget: Budget = DEFAULT_BUDGET) -> Action:
        """Choose one of `view.legal`; the same source, views and budget in playouts give the same choices."""
        record, at_laying = self.read_view(view)
        return decode_action(view.edition, self.think(record, at_laying, self._rng(_SEEDS), budget))

    def read_view(self, view: View) -> tuple[Games, FloatArray]:
        """Return the record of a view, and the odds of the race when each card was laid."""
        beliefs = self._beliefs or Beliefs(view, self.odds_cache)
        known = (self._money or CountedMoney(view)).fill_in(view)
        # Face-down cards of others get any colours here, which no thought looks at.
        return pack([sample_state(known, lambda _: 0)]), beliefs.at_laying

    @abstractmethod
    def think(self, games: Games, at_laying: FloatArray, seed: int, budget: Budget) -> int:
        """Choose an action's number for the seat in turn of the one game there is."""
