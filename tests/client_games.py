"""Games that test the rules in the client: `python -m tests.client_games` writes them anew.

A game is a number: a small generator that both sides have, seeded with it, sets up the table and chooses among what is
legal and what a die may show. So nothing has to be written down but a hash of all that was said on the way: what is
legal, why something else is refused, every state, view and event, as JSON in the order of docs/notation.md. When a hash
differs, `python -m tests.client_games 17` prints what the engine says of game 17, a line for each thing hashed;
`GAME=17 npx vitest run tests/engine.test.ts` writes what the client says.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from camelup.chance import draw_starting_track
from camelup.core import race
from camelup.core.actions import Action, Face, JoinPartner, PlaceTile, PlayCard, Roll, TakeTicket
from camelup.core.edition import EDITIONS, SPACES, Deck, Side
from camelup.core.errors import ActionError
from camelup.core.rules import apply, check, faces, legal_by_kind, start
from camelup.core.state import State
from camelup.core.view import view_of
from camelup.formats.json_codec import Json, to_json_value

FILE = Path(__file__).parent.parent / "web" / "tests" / "engine.json"
GAMES = 2000
HASH_LENGTH = 8
_BITS = 0xFFFFFFFF


class Chooser:
    """Numbers that only look random, the same in both languages: xorshift with 32 bits."""

    def __init__(self, game: int) -> None:
        self._word = (game * 2654435761 + 1) & _BITS

    def below(self, limit: int) -> int:
        """Give a number below a limit."""
        word = self._word
        word ^= word << 13 & _BITS
        word ^= word >> 17
        word ^= word << 5 & _BITS
        self._word = word
        return (word >> 8) % limit


def _start(chooser: Chooser) -> State:
    """Half of the games set up by the rules, half with camels anywhere, often bunched: rare endings are rare else."""
    edition = EDITIONS[(1, 2, 2)[chooser.below(3)]]
    players = 2 + chooser.below(7)
    first = chooser.below(players)
    is_usual = chooser.below(2)
    lowest = 1 + chooser.below(SPACES)
    highest = lowest + chooser.below(SPACES + 1 - lowest)
    camels = list(edition.camels)
    track = race.EMPTY
    while camels:
        camel = camels.pop(chooser.below(len(camels)))
        if is_usual:
            number = chooser.below(3)
            space = SPACES - number if camel.is_crazy else 1 + number
        else:
            space = lowest + chooser.below(highest + 1 - lowest)
        track = race.put_on_top(track, edition.camels.index(camel), space)
    return start(edition, players, draw_starting_track(edition, lambda _: 0), first).replace(track=track)


def _any_action(chooser: Chooser, state: State) -> Action:
    """Something well formed, legal or not."""
    camel = state.edition.racing[chooser.below(5)]
    space, seat = 1 + chooser.below(SPACES), chooser.below(state.players)
    kinds = (
        TakeTicket(camel),
        PlaceTile(space, Side.CHEERING),
        PlayCard(Deck.WINNER, camel),
        JoinPartner(seat),
        PlaceTile(space, Side.BOOING),
    )
    return kinds[chooser.below(len(kinds))]


def _refusal(state: State, action: Action) -> Json:
    try:
        check(state, action)
    except ActionError as error:
        return [error.code, str(error)]
    return None


def play(game: int) -> Iterator[Json]:
    """Play a game, and tell everything that the client has to say too."""
    chooser = Chooser(game)
    state = _start(chooser)
    yield to_json_value(state)
    while not state.is_over:
        groups = legal_by_kind(state, state.hands[state.turn])
        yield [str(action) for group in groups for action in group]
        tried = _any_action(chooser, state)
        yield _refusal(state, tried)
        group = groups[chooser.below(len(groups))]
        action = group[chooser.below(len(group))]
        face: Face | None = None
        if isinstance(action, Roll):
            shown = [face for die in state.dice for face in faces(state.edition, die)]
            face = shown[chooser.below(len(shown))]
        state, events = apply(state, action, face)
        yield to_json_value(events)
        yield to_json_value(state)
        seat = chooser.below(state.players + 1)
        if chooser.below(4) == 0:
            yield to_json_value(view_of(state, None if seat == state.players else seat))


def write(form: Json) -> str:
    """A form as JavaScript writes it."""
    return json.dumps(form, separators=(",", ":"))


def hash_of(game: int) -> str:
    """The hash of all that is said of a game."""
    digest = hashlib.sha256()
    for form in play(game):
        digest.update(write(form).encode() + b"\n")
    return digest.hexdigest()[:HASH_LENGTH]


def main() -> None:
    """Write the file, or print what is said of one game."""
    if sys.argv[1:]:
        for form in play(int(sys.argv[1])):
            sys.stdout.write(write(form) + "\n")
        return
    hashes = [hash_of(game) for game in range(GAMES)]
    FILE.write_text(json.dumps(" ".join(hashes)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
