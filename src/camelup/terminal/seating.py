"""Seats one person and their opponents, in a new game or a saved one."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from camelup.chance import secure_rng, seeded
from camelup.core import rules
from camelup.core.edition import MAX_PLAYERS, Edition
from camelup.core.errors import ArgumentError
from camelup.formats.notation import parse_track
from camelup.game import Game
from camelup.players import Entry, Player, find_player, split_players
from camelup.terminal.autosave import load, naming

PERSON = 0
"""The seat of the person; all others are played by the computer."""

_NAMES = (
    ("Ada", "Bo", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo"),
    ("Alma", "Bea", "Carl", "Dora", "Emil", "Fay", "Gus", "Hope"),
)
"""Names that start with the letter of their seat; the second list is for names that the person has taken."""
_USUAL_OPPONENT = "random"


def new_game(  # noqa: PLR0913 - each is a choice that a table makes
    edition: Edition,
    players: int,
    people: Sequence[str],
    *,
    seed: int | None = None,
    first: int | None = None,
    track: str | None = None,
    hide_money: bool = False,
) -> Game:
    """Set up a game between people, on the first seats, and opponents named after their seats.

    Without a `first` seat it is drawn, and without a track in notation the camels are placed by the dice.
    """
    taken = {name.lower() for name in people}
    others = [first if first.lower() not in taken else second for first, second in zip(*_NAMES, strict=True)]
    names = [*people, *others[len(people) : players]]
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


def seat_opponents(game: Game, against: Sequence[Entry], people: int = 1) -> dict[int, Entry]:
    """Assign an opponent to every seat but those of the people, which are the first."""
    seats = list(range(people, len(game.names)))
    if len(against) == 1:
        against = list(against) * len(seats)
    if len(against) != len(seats):
        is_one = len(seats) == 1
        room = f"there {'is 1 seat' if is_one else f'are {len(seats)} seats'}"
        how = "name 1" if is_one else f"name 1 or {len(seats)}"
        raise ArgumentError("arguments", f"{len(against)} opponents are named, but {room} for them: {how}.")
    return dict(zip(seats, against, strict=True))


def create_players(seated: Mapping[int, Entry], seed: int | None) -> dict[int, Player]:
    """Create the players; each has its own source of randomness, so that the dice do not depend on them."""
    return {
        seat: entry.create(secure_rng if seed is None else seeded((seed << 8) + seat)) for seat, entry in seated.items()
    }
