"""Seats one person and their opponents, in a new game or a saved one."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from camelup.chance import secure_rng, seeded
from camelup.core import rules
from camelup.core.edition import MAX_PLAYERS, Edition
from camelup.core.errors import ArgumentError
from camelup.formats.notation import parse_track
from camelup.formats.record import NAME_LENGTH
from camelup.game import Game
from camelup.players import Entry, Player, find_player, split_players
from camelup.terminal.autosave import load, naming

PERSON = 0
"""The seat of the person; all others are played by the computer."""

_USUAL_OPPONENT = "random"
_NUMBER = len(" 8")


def new_game(  # noqa: PLR0913 - each is a choice that a table makes
    edition: Edition,
    names: Sequence[str],
    *,
    seed: int | None = None,
    first: int | None = None,
    track: str | None = None,
    hide_money: bool = False,
) -> Game:
    """Set up a game between players with these names.

    Without a `first` seat it is drawn, and without a track in notation the camels are placed by the dice.
    """
    players = len(names)
    if track is None:
        return Game(players, edition, seed=seed, first=first, names=names, hide_money=hide_money)
    rng = secure_rng if seed is None else seeded(seed)
    placed = parse_track(edition, track)
    start = rules.start(edition, players, placed, rng(players) if first is None else first)
    return Game.from_position(start, rng=rng, names=names, hide_money=hide_money)


def load_game(path: Path, seed: int | None) -> Game:
    """Load a saved game."""
    text = load(path)
    with naming(path):
        return Game.load(text, rng=None if seed is None else seeded(seed))


def choose_opponents(names: str | None) -> list[Entry]:
    """Read the opponents: one kind for all, or one for each seat."""
    against = [find_player(name) for name in split_players(_USUAL_OPPONENT if names is None else names)]
    if len(against) >= MAX_PLAYERS:
        raise ArgumentError("arguments", f"You can have at most {MAX_PLAYERS - 1} opponents.")
    return against


def seat_opponents(players: int, against: Sequence[Entry], people: int = 1) -> dict[int, Entry]:
    """Assign an opponent to every seat but those of the people, which are the first."""
    seats = list(range(people, players))
    if len(against) == 1:
        against = list(against) * len(seats)
    if len(against) != len(seats):
        is_one = len(seats) == 1
        room = f"there {'is 1 seat' if is_one else f'are {len(seats)} seats'}"
        how = "name 1" if is_one else f"name 1 or {len(seats)}"
        raise ArgumentError("arguments", f"{len(against)} opponents are named, but {room} for them: {how}.")
    return dict(zip(seats, against, strict=True))


def name_players(people: Sequence[str], opponents: Iterable[Entry]) -> list[str]:
    """Name people as they wish, and opponents as they are called everywhere, with a number if there are several.

    >>> name_players(["You"], [find_player("random"), find_player("shark"), find_player("random")])
    ['You', 'Tumble', 'Fin', 'Tumble 2']
    """
    names = list(people)
    for entry in opponents:
        names.append(unlike(_clean(entry.title), names))
    return names


def unlike(name: str, taken: Sequence[str]) -> str:
    """Number a name that somebody has already."""
    number, found = 2, name
    while found.lower() in {other.lower() for other in taken}:
        found, number = f"{name} {number}", number + 1
    return found


def _clean(title: str) -> str:
    """Make a name of a title, which may be a whole command; a record has room for so much of it.

    >>> _clean("./bot.py | tee log.txt")
    './bot.py  tee log.txt'
    """
    printable = "".join(letter for letter in title if letter.isprintable() and letter != "|")
    return printable[: NAME_LENGTH - _NUMBER].strip() or "Computer"


def create_players(seated: Mapping[int, Entry], seed: int | None) -> dict[int, Player]:
    """Create the players; each has its own source of randomness, so that the dice do not depend on them."""
    return {
        seat: entry.create(secure_rng if seed is None else seeded((seed << 8) + seat)) for seat, entry in seated.items()
    }
