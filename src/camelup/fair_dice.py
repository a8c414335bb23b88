"""Dice that a player can check afterwards: docs/fair-dice.md has the algorithm for every language, and what it proves.

A game has a secret, and everybody sees its hash before they sit down. Each player adds a seed of their own. All that
chance decides follows from secret, seeds and the number of the ply, so nobody can choose a die when
the bets are known.

>>> dice = FairDice(bytes(32), ["0123456789abcdef", ""])
>>> dice.commitment
'66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'
>>> draw = dice.rng(7)
>>> [draw(6) for _ in range(8)]
[4, 4, 0, 4, 4, 2, 1, 1]
"""

import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count

from camelup.chance import RandBelow, draw_face, draw_starting_track
from camelup.core import rules
from camelup.core.actions import Action, Face, Roll
from camelup.core.edition import Edition
from camelup.core.errors import ArgumentError, quoted
from camelup.core.state import State

SECRET_BYTES = 32
SHORTEST_SEED = 16
LONGEST_SEED = 64
"""The hexadecimal digits of a player's seed."""
HASH_PATTERN = f"[0-9a-f]{{{2 * SECRET_BYTES}}}"
"""How a secret and its commitment are written."""
SEED_PATTERN = f"[0-9a-f]{{{SHORTEST_SEED},{LONGEST_SEED}}}"
"""How a player's seed is written."""
SETUP = 0
"""The ply of the setup; the first action of a game is ply 1."""

_DOMAIN = "camelup dice 1"
"""Begins every message, so that the secret can mean nothing elsewhere; the number is the version of the algorithm."""
_BYTES = 4
_END = 1 << 8 * _BYTES


def new_secret() -> bytes:
    """Make the secret of a game."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """Return what is shown of a secret before anybody sits down: its SHA-256, in hexadecimal digits."""
    return sha256(secret).hexdigest()


def check_seed(text: str) -> str:
    """Refuse what is no seed of a player; return it in small letters.

    >>> check_seed("00FF00FF00FF00FF")
    '00ff00ff00ff00ff'
    """
    if not isinstance(text, str) or not re.fullmatch(SEED_PATTERN, text.lower()):
        raise ArgumentError(
            "seed",
            f"A player's seed needs {SHORTEST_SEED} to {LONGEST_SEED} hexadecimal digits, unlike {quoted(text)}.",
        )
    return text.lower()


class FairDice:
    """All that chance decides in one game; a seat without a seed, such as a computer player's, has "" or None."""

    def __init__(self, secret: bytes, seeds: Sequence[str | None]) -> None:
        if not isinstance(secret, bytes) or len(secret) != SECRET_BYTES:
            raise ArgumentError("secret", f"The secret of a game must have {SECRET_BYTES} bytes.")
        self._secret = secret
        self._code = hmac.new(secret, digestmod=sha256)
        self._seeds = tuple(check_seed(seed) if seed else "" for seed in seeds)

    @property
    def commitment(self) -> str:
        """What is shown before anybody sits down."""
        return commitment(self._secret)

    @property
    def seeds(self) -> tuple[str, ...]:
        """The players' seeds by seat, "" where there is none."""
        return self._seeds

    def rng(self, ply: int) -> RandBelow:
        """Return the source of a ply, from its first number on: 0 is the setup, n the n-th action of the game.

        It draws below limits of up to 2 to the power of 32.
        """
        begin = f"{_DOMAIN}:{','.join(self._seeds)}:{ply}:"
        counter = count()

        def draw(limit: int) -> int:
            end = _END - _END % limit
            while (number := self._number(f"{begin}{next(counter)}")) >= end:
                pass
            return number % limit

        return draw

    def _number(self, message: str) -> int:
        # An HMAC for each number, not a stream that is cut in pieces: any of them can be checked by itself, by hand.
        # hmac.digest would let other threads run first, which takes longer than all the rest.
        code = self._code.copy()
        code.update(message.encode("ascii"))
        return int.from_bytes(code.digest()[:_BYTES], "big")

    def start(self, edition: Edition, first: int | None) -> State:
        """Set up the game; `first` is the starting seat, None for one that the dice choose after the camels."""
        rng = self.rng(SETUP)
        track = draw_starting_track(edition, rng)
        players = len(self._seeds)
        return rules.start(edition, players, track, rng(players) if first is None else first)

    def outcome(self, state: State, action: Action, ply: int) -> Face | None:
        """Return what the die shows if this action is that ply of the game; only a roll has an outcome."""
        return draw_face(state.edition, state.dice, self.rng(ply)) if isinstance(action, Roll) else None

    def proof(self, *, is_first_random: bool) -> "Proof":
        """Return what is shown when the game is over."""
        return Proof(self.commitment, self._secret.hex(), self._seeds, is_first_random)

    def __repr__(self) -> str:
        """Return the commitment; the secret stays in here."""
        return f"<FairDice {self.commitment}>"


@dataclass(frozen=True)
class Proof:
    """What lets anybody check the dice of a finished game; bytes are written as hexadecimal digits."""

    commitment: str
    """The SHA-256 of the secret, as it was shown before the game."""
    secret: str
    seeds: tuple[str, ...]
    """The players' own seeds by seat, "" for a seat that has none."""
    is_first_random: bool
    """Whether the dice chose the starting seat, or somebody had settled it."""

    @property
    def dice(self) -> FairDice:
        """The dice that follow from secret and seeds, whatever the commitment says."""
        return FairDice(bytes.fromhex(self.secret), self.seeds)
