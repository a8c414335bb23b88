"""The other side of the protocol: any player of camelup as a program that others can run."""

from collections.abc import Iterable, Iterator

from camelup.chance import RandBelow, seeded
from camelup.core.errors import PlayerError
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
    read_message,
    write,
)
from camelup.players.player import Player
from camelup.players.registry import Entry


def serve_player(entry: Entry, lines: Iterable[str], rng: RandBelow | None = None) -> Iterator[str]:
    """Answer the messages of a table, line by line, until it says bye or nothing more.

    A new player is made for every game: it draws from `rng`, or from the seed that the table gives.

    >>> from camelup.players.registry import find_player
    >>> [*serve_player(find_player("random"), ['{"type": "hello", "protocol": 1, "format": 1, "camelup": "0.1.0"}'])]
    ['{"type": "hello", "protocol": 1, "name": "random", "needs": ["events"]}']
    """
    server = _PlayerServer(entry, rng)
    try:
        for line in lines:
            message = read_message(line)
            if isinstance(message, Bye):
                return
            answer = server.answer(message)
            if answer is not None:
                yield write(answer)
    finally:
        server.leave()


class _PlayerServer:
    """A player at one table after the other."""

    def __init__(self, entry: Entry, rng: RandBelow | None) -> None:
        self._entry = entry
        self._rng = rng
        self._player: Player | None = None

    def answer(self, message: Message | None) -> Answer | None:
        match message:
            case Hello(protocol):
                if protocol != PROTOCOL:
                    raise PlayerError("nonsense", f"The table speaks protocol {protocol}, not {PROTOCOL}.")
                return Greeting(self._entry.name, ("events",))
            case Start(seating, seed):
                self.leave()
                self._player = self._entry.create(self._rng or seeded(seed))
                self._player.start(seating)
                return Ready()
            case None | Bye():
                return None
            case _:
                return self._play(message)

    def _play(self, message: Turn | Happened | End) -> Answer | None:
        player = self._player
        if player is None:
            raise PlayerError("nonsense", "The table has started no game.")
        match message:
            case Turn(number, view, budget):
                return Choice(number, player.choose(view, budget))
            case Happened(events):
                player.observe(events)
            case End(view):
                player.end(view)
        return None

    def leave(self) -> None:
        if self._player is not None:
            self._player.close()
