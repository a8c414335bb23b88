"""Computer players by name, and custom players; a player's module is loaded when it is first needed."""

import re
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module

from camelup.chance import RandBelow, check_rng
from camelup.core.errors import PlayerError, quoted
from camelup.extras import require_extra
from camelup.notebook import shorten
from camelup.players.custom import NET, PROGRAM, check_net, check_program, find_classes_here, load_class, make_custom
from camelup.players.faces import face_of, title_of
from camelup.players.player import Player


@dataclass(frozen=True)
class Entry:
    """A player that can be asked for by name.

    >>> find_player("random").title
    'Tumble'
    """

    name: str
    description: str
    """Its style, in a sentence."""
    source: str
    """Where it comes from: a class as `module:Class`, a net as `net:FILE`, or a program as `exec:COMMAND ...`."""
    summary: str = ""
    """Its style in a few words, for a button of the browser's client; only for players of the registry."""

    def __repr__(self) -> str:
        """Return its name and its style."""
        return f"<Entry {shorten(self.name)}: {self.description}>"

    def _repr_svg_(self) -> str:
        return self.face

    @property
    def title(self) -> str:
        """What it is called by people; a custom player by its class or its command."""
        if self.name.startswith(PROGRAM):
            return self.name.removeprefix(PROGRAM).strip()
        return title_of(self.name) or self.name.rpartition(":")[2]

    @property
    def face(self) -> str:
        """Its face, as SVG."""
        return face_of(self.name)

    def create(self, rng: RandBelow) -> Player:
        """Make a new player, which draws from this source; a program is started, and has answered its greeting."""
        check_rng(rng)
        if ":" in self.name:
            return make_custom(self.source, rng)
        module, _, name = self.source.partition(":")
        with require_extra(f"Players such as {self.name}", "odds"):
            player: Player = getattr(import_module(module), name)(rng)
        return player


ENTRIES = {
    entry.name: entry
    for entry in (
        Entry(
            "random",
            "Takes any kind of action that is allowed, without a plan.",
            "camelup.players.random_player:RandomPlayer",
            "Anything goes, without a plan",
        ),
        Entry(
            "novice",
            "Knows the rules and follows the crowd: likes the leader, forgets tiles, bets on the race by feel.",
            "camelup.players.novice:NovicePlayer",
            "Knows the rules, follows the crowd",
        ),
        Entry(
            "greedy",
            "Takes whatever pays most right now, by exact odds; rolls when nothing beats 1 pound.",
            "camelup.players.greedy:GreedyPlayer",
            "Takes what pays most right now",
        ),
        Entry(
            "shark",
            "Thinks about the race and about you: what others hold, what their bets tell, how near the end is.",
            "camelup.players.shark:SharkPlayer",
            "Thinks of the race, and of you",
        ),
        Entry(
            "learned",
            "Has taught itself by playing against itself, millions of times, and chooses at a glance.",
            "camelup.players.learned:LearnedPlayer",
            "Has taught itself, decides at a glance",
        ),
        Entry(
            "champion",
            "Plays out whole legs in its head, thousands of times a move, and picks what wins most often.",
            "camelup.players.champion:ChampionPlayer",
            "Plays out thousands of legs in its head",
        ),
    )
}
"""All players, from the weakest to the strongest."""


def find_player(name: str) -> Entry:
    """Return the entry of a name, a class (`module:Class`), a net (`net:FILE`) or a program (`exec:COMMAND ...`).

    A module may also be a file in the current folder. A command is split into words as a shell would do it.

    >>> find_player("random").description
    'Takes any kind of action that is allowed, without a plan.'
    """
    if isinstance(name, str):
        if name in ENTRIES:
            return ENTRIES[name]
        if name.startswith(PROGRAM):
            check_program(name)
            return Entry(name, "A program of your own.", name)
        if name.startswith(NET):
            check_net(name)
            return Entry(name, "A net of your own.", name)
        if ":" in name:
            load_class(name)
            return Entry(name, "A class of your own.", name)
    known = f"there are {', '.join(ENTRIES)}, module:Class, net:FILE and exec:COMMAND"
    close = find_classes_here(name) or get_close_matches(name.lower(), ENTRIES, n=1) if isinstance(name, str) else []
    hint = f" Did you mean {' or '.join(close)}?" if close else ""
    raise PlayerError("no_such_player", f"There is no player {quoted(name)}: {known}.{hint}")


_LISTED = re.compile(r"""(?:[^,'"\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*")*""", re.DOTALL)
"""One player of a list: commas in quotes, or behind a backslash, belong to its command."""


def split_players(text: str) -> list[str]:
    r"""Split a list of players at its commas; quotes are left for the command that they are in.

    >>> split_players(r'random, exec:./bot "1,2" 3\,4')
    ['random', 'exec:./bot "1,2" 3\\,4']
    """
    if not isinstance(text, str):
        raise PlayerError(
            "no_such_player", f"Players are listed as text, such as 'greedy, random', not {quoted(text)}."
        )
    players, place = [], 0
    while True:
        found = _LISTED.match(text, place)
        end = found.end() if found else place
        players.append(text[place:end].strip())
        if end == len(text):
            return players
        if text[end] != ",":
            raise PlayerError("no_such_player", f"A quotation is not closed in the list of players {quoted(text)}.")
        place = end + 1
