"""The game as a tree of numbered moves, for OpenSpiel: nodes where chance is next, and nodes where a seat is.

Nodes never change. Actions have the numbers of bulk play; what a die shows has a number too.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, ClassVar

from camelup.bulk.action_space import ACTIONS, ROLL, decode_action
from camelup.chance import RandBelow
from camelup.core import race
from camelup.core.actions import SEATS, Action, Face, PlayCard, Roll, seat_name
from camelup.core.edition import EDITIONS, SECOND, Edition
from camelup.core.errors import ArgumentError, InvalidActionError, quoted
from camelup.core.rules import CRAZY_STARTING_SPACES, NUMBERS, STARTING_SPACES, apply, chances, legal, start
from camelup.core.state import State
from camelup.core.validity import check_players, check_seat, hands_left
from camelup.core.view import view_of
from camelup.formats.notation import NOTHING, position_text
from camelup.formats.record import TITLE
from camelup.hidden_cards import sample_state

CHANCE = -1
"""Who is next where dice decide; seats are numbered from 0."""
TERMINAL = -4
"""Who is next after the end. These two are the numbers of OpenSpiel."""
DRAWN = -1
"""As the parameter `first`: chance draws the starting seat."""

Outcomes = list[tuple[int, float]]
"""What chance may bring, by number, with probabilities."""

PARAMETERS: dict[str, int | bool] = {
    "edition": SECOND.number,
    "players": 4,
    "first": 0,
    "max_game_length": 2000,
    "hide_money": False,
}
"""The parameters of a game with their defaults."""


@dataclass(frozen=True)
class Settings:
    """What the parameters of a game say."""

    edition: Edition
    players: int
    first: int | None
    """The starting seat, None if chance draws it."""
    max_game_length: int
    hide_money: bool

    @classmethod
    def of(cls, parameters: Mapping[str, Any]) -> "Settings":
        """Read parameters, and refuse wrong ones; those left out have their defaults."""
        given = {**PARAMETERS, **parameters}
        players, first, longest = given["players"], given["first"], given["max_game_length"]
        if given["edition"] not in EDITIONS:
            raise ArgumentError("edition", f"The editions are 1 and 2, not {quoted(given['edition'])}.")
        check_players(players)
        if first != DRAWN:
            check_seat(first, players)
        if longest < 1:
            raise ArgumentError("games", f"A game needs room for at least one action, not for {longest}.")
        return cls(
            EDITIONS[given["edition"]], players, None if first == DRAWN else first, longest, bool(given["hide_money"])
        )

    @property
    def chances_at_start(self) -> int:
        """How many chance nodes come before the first action."""
        return len(self.edition.camels) + (self.first is None)


# --- Numbers and texts ----------------------------------------------------------------------------------------


@cache
def actions_of(edition: Edition) -> tuple[Action, ...]:
    """Return all actions by number."""
    return tuple(decode_action(edition, number) for number in range(ACTIONS))


@cache
def faces_of(edition: Edition) -> tuple[Face, ...]:
    """Return all that dice may show: b1 is 0, b2 is 1, b3 is 2, then the next camel in the order of the edition."""
    return tuple(Face(camel, number) for camel in edition.camels for number in NUMBERS)


@cache
def _numbers(edition: Edition) -> dict[Action, int]:
    return {action: number for number, action in enumerate(actions_of(edition))}


@cache
def _lines(edition: Edition, seat: int, *, is_known: bool) -> tuple[str, ...]:
    """The lines of a record that a seat's actions make; others do not see which card is laid."""
    actions = [
        action if is_known or not isinstance(action, PlayCard) else PlayCard(action.deck, None)
        for action in actions_of(edition)
    ]
    return tuple(f"\n{SEATS[seat]} {action}" for action in actions)


@cache
def _face_texts(edition: Edition) -> tuple[str, ...]:
    return tuple(f" {face}" for face in faces_of(edition))


@lru_cache(maxsize=1024)  # a search asks again and again how the same game began
def _head(settings: Settings, opening: State, seat: int | None, *, is_open: bool) -> str:
    lines = [TITLE, f"players {' | '.join(SEATS[: settings.players])}"]
    if settings.hide_money:
        lines.append("money hidden")
    return "\n".join([*lines, f"start {_shown(settings, opening, seat, is_open=is_open)}"])


def _shown(settings: Settings, position: State, seat: int | None, *, is_open: bool) -> str:
    return position_text(position if is_open else view_of(position, seat, hide_money=settings.hide_money))


_ROLLS: dict[tuple[Edition, str], Outcomes] = {}
"""The outcomes of a roll, which depend on the dice in the pyramid alone."""


def _roll_outcomes(position: State) -> Outcomes:
    key = position.edition, position.dice
    if key not in _ROLLS:
        numbers = {face: number for number, face in enumerate(faces_of(position.edition))}
        _ROLLS[key] = sorted(
            (numbers[face], float(chance)) for face, chance in chances(position, Roll()) if face is not None
        )
    return _ROLLS[key]


# --- Nodes ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Placing:
    """Camels are being placed, one by chance at each node: first the racing ones, then the crazy ones.

    The number of an outcome is that of the face which the camel's die shows; crazy camels count back from space 16.
    When all are placed, and if nobody is named as the first to act, chance draws that seat.
    """

    player: ClassVar = CHANCE
    is_over: ClassVar = False
    settings: Settings
    track: int = race.EMPTY

    def __deepcopy__(self, memo: object) -> "Placing":
        """Stay the same object: OpenSpiel copies deeply, and this never changes."""
        return self

    def _to_place(self) -> list[int]:
        edition = self.settings.edition
        placed = {camel for _, camel in race.running_order(self.track)}
        groups = [[edition.camels.index(camel) for camel in group] for group in (edition.racing, edition.crazy)]
        left = [[camel for camel in group if camel not in placed] for group in groups]
        return left[0] or left[1]

    def outcomes(self) -> Outcomes:
        """Return what chance may bring."""
        camels = self._to_place()
        numbers = [camel * len(NUMBERS) + index for camel in camels for index in range(len(NUMBERS))]
        if not camels:
            numbers = list(range(self.settings.players))
        return [(number, 1 / len(numbers)) for number in numbers]

    def outcome_text(self, number: int) -> str:
        """Return an outcome in notation: a face, or a seat."""
        return str(faces_of(self.settings.edition)[number]) if self._to_place() else seat_name(number)

    def after(self, number: int) -> "Placing | Playing":
        """Let chance bring an outcome."""
        _check_outcome(number, self.outcomes())
        settings, track, first = self.settings, self.track, self.settings.first
        if self._to_place():
            camel, index = divmod(number, len(NUMBERS))
            is_crazy = settings.edition.camels[camel].is_crazy
            track = race.put_on_top(track, camel, (CRAZY_STARTING_SPACES if is_crazy else STARTING_SPACES)[index])
        else:
            first = number
        placing = Placing(settings, track)
        if first is None or placing._to_place():
            return placing
        opening = start(settings.edition, settings.players, track, first)
        return Playing(settings, opening, opening, opening.turn, chances=settings.chances_at_start)

    def text(self) -> str:
        """Return the camels placed so far; everybody sees them."""
        camels = self.settings.edition.camels
        placed = " ".join(f"{space}:{camels[camel]}" for space, camel in race.running_order(self.track))
        return f"edition {self.settings.edition.number} | track {placed or NOTHING}"


@dataclass(frozen=True, slots=True)
class Playing:
    """The game is on, or over."""

    settings: Settings
    opening: State
    """The position before the first action."""
    position: State
    """The position now; while a die is on its way, the one before it."""
    player: int
    """Who is next: a seat, CHANCE after a roll, or TERMINAL."""
    actions: int = 0
    """How many actions there were."""
    chances: int = 0
    """How many chance nodes there were before the first action: none in a game that began with a position."""

    @classmethod
    def begin(cls, settings: Settings, position: State) -> "Playing":
        """Begin with a position from the middle of a game."""
        if position.edition is not settings.edition or position.players != settings.players:
            raise ArgumentError("edition", "The position is of another edition, or for another number of players.")
        return cls(settings, position, position, TERMINAL if position.is_over else position.turn)

    def __deepcopy__(self, memo: object) -> "Playing":
        """Stay the same object: OpenSpiel copies deeply, and this never changes."""
        return self

    @property
    def is_over(self) -> bool:
        """Whether the race has ended, and so the cards are turned up."""
        return self.position.is_over

    def legal(self) -> list[int]:
        """Return the numbers of what the seat in turn may do, in ascending order."""
        numbers = _numbers(self.settings.edition)
        return [numbers[action] for action in legal(self.position)]

    def outcomes(self) -> Outcomes:
        """Return what the die may show."""
        return _roll_outcomes(self.position)

    def outcome_text(self, number: int) -> str:
        """Return an outcome in notation."""
        return str(faces_of(self.settings.edition)[number])

    def after(self, number: int) -> "Playing":
        """Let the die show a face, or the seat in turn act."""
        edition, actions = self.settings.edition, self.actions
        if self.player == CHANCE:
            _check_outcome(number, self.outcomes())
            position, _ = apply(self.position, Roll(), faces_of(edition)[number])
        elif number == ROLL and self.player != TERMINAL:
            return self._now(self.position, CHANCE, actions + 1)
        else:
            position, _ = apply(self.position, decode_action(edition, number))
            actions += 1
        is_last = actions >= self.settings.max_game_length or position.is_over
        return self._now(position, TERMINAL if is_last else position.turn, actions)

    def _now(self, position: State, player: int, actions: int) -> "Playing":
        return Playing(self.settings, self.opening, position, player, actions, self.chances)

    def resampled(self, seat: int, rng: RandBelow) -> "Playing":
        """Draw the cards that a seat cannot see again: each is equally likely to be any that its owner can have."""
        position = sample_state(view_of(self.position, seat), rng)
        winner_deck = position.winner_deck[: len(self.opening.winner_deck)]
        loser_deck = position.loser_deck[: len(self.opening.loser_deck)]
        hands = hands_left(position.edition, position.players, winner_deck + loser_deck)
        opening = self.opening.replace(winner_deck=winner_deck, loser_deck=loser_deck, hands=hands)
        return Playing(self.settings, opening, position, self.player, self.actions, self.chances)

    def returns(self) -> list[float]:
        """Return each seat's share of the victory less a fair share; nothing for anybody while the race is on."""
        players, victors = self.settings.players, self.position.victors
        if not victors:
            return [0.0] * players
        return [(1 / len(victors) if seat in victors else 0) - 1 / players for seat in range(players)]

    def text(self, seat: int | None, *, is_whole: bool = False) -> str:
        """Return the position as a seat sees it, in notation; None is a spectator, who sees least."""
        shown = _shown(self.settings, self.position, seat, is_open=is_whole)
        return f"{shown} | roll" if self.player == CHANCE else shown

    def record(self, history: list[int], seat: int | None, *, is_whole: bool = False) -> str:
        """Return all that a seat has seen since the start: the game's record, made for that seat.

        `history` has the numbers of all actions and outcomes, from the first camel on.
        """
        settings, edition = self.settings, self.settings.edition
        is_open = is_whole or self.is_over
        parts = [_head(settings, self.opening, seat, is_open=is_open)]
        lines = [_lines(edition, owner, is_known=is_open or owner == seat) for owner in range(settings.players)]
        faces = _face_texts(edition)
        acting, is_rolling = self.opening.turn, False
        for number in history[self.chances :]:
            if is_rolling:
                parts.append(faces[number])
                is_rolling = False
            else:
                parts.append(lines[acting][number])
                acting = (acting + 1) % settings.players
                is_rolling = number == ROLL
        if self.is_over:
            parts.append(f"\nresult {' '.join(map(str, self.position.money))}")
        return "".join([*parts, "\n"])


def _check_outcome(number: int, outcomes: Outcomes) -> None:
    if number not in [possible for possible, _ in outcomes]:
        raise InvalidActionError("no_such_face", f"Chance cannot bring outcome {quoted(number)} here.")
