"""What a table is set up with, before the game begins."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec

from camelup.core.edition import EDITIONS, MAX_PLAYERS, MIN_PLAYERS, SECOND, Edition
from camelup.formats.record import NAME_LENGTH
from camelup.game import Game
from camelup.players.registry import ENTRIES, find_player
from camelup.terminal.seating import unlike

PERSON = "person"
KINDS = (PERSON, *ENTRIES)
_USUAL = ("novice", "greedy", "shark", "novice", "greedy", "shark", "novice")


@dataclass(frozen=True)
class Setup:
    """Who plays, and by which rules."""

    edition: Edition = SECOND
    kinds: tuple[str, ...] = ()
    """Who sits on each seat: a person, or a kind of computer player."""
    people: tuple[str, ...] = ("You",)
    """The names of people, by the order of their seats."""
    has_odds: bool = True
    hides_money: bool = False

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.kinds)

    @property
    def computers(self) -> dict[int, str]:
        """The seats of computers."""
        return {seat: kind for seat, kind in enumerate(self.kinds) if kind != PERSON}

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody's name: people have their own, computers what they are called."""
        people = list(self.people)
        alone = len(self.computers) == self.players - 1
        names: list[str] = []
        for kind in self.kinds:
            if kind == PERSON:
                name = people.pop(0) if people else "Guest"
                name = "Guest" if name == "You" and not alone else name
            else:
                name = find_player(kind).title
            names.append(unlike(name, names))
        return tuple(names)

    def with_players(self, players: int) -> "Setup":
        """Change the number of seats; those that stay keep who sits there."""
        players = min(max(players, MIN_PLAYERS), MAX_PLAYERS)
        more = usual_kinds(MAX_PLAYERS)[self.players :]
        return replace(self, kinds=(self.kinds + more)[:players])

    def with_kind(self, seat: int, step: int) -> "Setup":
        """Put the next kind of player on a seat."""
        kind = KINDS[(KINDS.index(self.kinds[seat]) + step) % len(KINDS)]
        kinds = (*self.kinds[:seat], kind, *self.kinds[seat + 1 :])
        people = self.people + ("Guest",) * max(0, kinds.count(PERSON) - len(self.people))
        return replace(self, kinds=kinds, people=people)

    def with_other_edition(self) -> "Setup":
        """Play the other edition."""
        numbers = sorted(EDITIONS)
        return replace(self, edition=EDITIONS[numbers[(numbers.index(self.edition.number) + 1) % len(numbers)]])

    def with_name(self, seat: int, name: str) -> "Setup":
        """Name the person on a seat."""
        place = self.kinds[:seat].count(PERSON)
        return replace(self, people=(*self.people[:place], name[:NAME_LENGTH], *self.people[place + 1 :]))

    def make_game(self, seed: int | None = None) -> Game:
        """Begin the game; who starts is random."""
        return Game(self.players, self.edition, seed=seed, first=None, names=self.names, hide_money=self.hides_money)


def usual_kinds(players: int) -> tuple[str, ...]:
    """Give one person and usual opponents; without Numba, those that need none."""
    computers: Sequence[str] = _USUAL if find_spec("numba") else ("random",) * len(_USUAL)
    return (PERSON, *computers)[:players]
