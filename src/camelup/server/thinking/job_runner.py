"""What a worker does with a job: computer players choose, odds are computed. Importing this imports Numba."""

import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from time import perf_counter
from typing import Any

import msgspec

from camelup.chance import RandBelow, SwitchableRng, secure_rng, seeded
from camelup.core.actions import Action, PlayCard
from camelup.core.edition import EDITIONS, MAX_PLAYERS, Deck
from camelup.core.errors import CamelUpError, IllegalActionError, NotationError, PlayerError, quoted
from camelup.core.rules import flatten, legal_by_kind
from camelup.core.situation import Situation
from camelup.core.state import Card, State
from camelup.core.validity import check_seat
from camelup.core.view import View, view_of
from camelup.formats.json_codec import from_json
from camelup.formats.notation import Token, parse_view, read_position
from camelup.formats.record import Ply, Record, parse_record, read_ply, replay
from camelup.formats.review_types import ReviewForm
from camelup.game import Game
from camelup.odds import leg, race, values
from camelup.odds.answers import leg_to_json, odds_to_json, parse_request
from camelup.odds.hints import best_first, hints
from camelup.players import ENTRIES, Budget, Player, Seating
from camelup.players.compiled_player import CompiledPlayer
from camelup.review import Piece, review_in_pieces
from camelup.review.review_json import review_to_json
from camelup.search.odds_cache import OddsCache
from camelup.server.thinking.figures import make_figures
from camelup.server.thinking.jobs import ChooseJob, Detail, Job, OddsJob, PositionJob, ReviewJob, ReviewPiece

MOST_SEATED = 300
"""The most players that are remembered, with what they have seen; those asked longest ago are forgotten."""

SAMPLES = 100_000
"""Races that are played out for a table where none is solved: a twentieth of a second, and 0.2% at most."""

MOST_SAMPLES = 1_000_000
"""Races that are played out for a position if the request does not name fewer: half a second, 0.05% at most."""

REVIEW_BUDGET_SECONDS = 20.0
"""The most seconds for a review, however many playouts are wanted."""

Json = dict[str, Any]


class JobRunner:
    """Answers jobs one after the other, and remembers the players that it may be asked for again."""

    def __init__(self) -> None:
        self._seated: dict[tuple[str, int, str], _Seated] = {}
        # One memory of odds for all players: odds are the same for all, and each player would hold a megabyte or two.
        self._known = OddsCache()
        self._reviews: dict[str, Iterator[Piece]] = {}

    def answer(self, job: Job) -> Json | str | ReviewPiece:
        """Do a job; what cannot be done is a CamelUpError, and its message reveals no secret."""
        match job:
            case ChooseJob():
                return str(self.choose(job))
            case OddsJob(view, detail):
                return table_odds(parse_view(view), detail)
            case PositionJob(request):
                return position_odds(request)
            case ReviewJob():
                return self.review(job)

    def choose(self, job: ChooseJob) -> Action:
        """Let a player choose.

        It has seen what its seat may see of the record, no more: the same whether it is remembered or new.
        """
        if job.level not in ENTRIES:
            raise PlayerError("no_such_player", f"There is no level {quoted(job.level)}: choose {', '.join(ENTRIES)}.")
        key = (job.table, job.seat, job.level)
        seated = self._seated.pop(key, None)  # a player that fails is replaced by a new one
        try:
            if seated is None or not seated.knows(job.record):
                seated = self._sit_down(job)
            else:
                seated.read_on(job.record)
            rng = secure_rng if job.seed is None else seeded(job.seed + seated.plies)
            action = seated.choose(Budget(seconds=job.seconds), rng)
        except CamelUpError:
            raise
        except Exception as error:
            # Not its text, which may reveal a card.
            raise PlayerError("failed", f"The player {job.level} failed: {type(error).__name__}.") from error
        self._seated[key] = seated
        if len(self._seated) > MOST_SEATED:
            self._seated.pop(next(iter(self._seated))).player.close()
        return action

    def review(self, job: ReviewJob) -> ReviewPiece:
        """Go on with a review until the moment is over, there is a better one to send, or it is done."""
        begun = perf_counter()
        pieces = self._reviews.pop(job.key, None)
        self._reviews = {key: other for key, other in self._reviews.items() if key in job.wanted}
        if pieces is None:
            pieces = review_in_pieces(parse_record(job.record), Budget(job.playouts, REVIEW_BUDGET_SECONDS))
        for share, review in pieces:
            if review is not None or perf_counter() - begun >= job.seconds:
                self._reviews[job.key] = pieces
                if review is None:
                    return ReviewPiece(share, is_done=False, review=None, playouts=0)
                # Packed here: the server keeps and stores it as it is.
                written = msgspec.json.encode(review_to_json(review))
                figures = make_figures(msgspec.json.decode(written, type=ReviewForm))
                return ReviewPiece(share, False, zlib.compress(written), review.playouts, figures)  # noqa: FBT003
        return ReviewPiece(1.0, is_done=True, review=None, playouts=0)

    def rehearse(self) -> None:
        """Let every player choose and compute all odds once, so that no job waits for what is compiled or loaded."""
        for edition in EDITIONS.values():
            game = Game(MAX_PLAYERS, edition, seed=1)
            for level in ENTRIES:
                self.choose(ChooseJob("", 0, level, str(game.record), 0.01))
            game.play(PlayCard(Deck.WINNER, edition.racing[0]))
            table_odds(game.view(None), "full")
            while not game.is_over:
                game.play("roll")
            self.review(ReviewJob("", str(game.record), 1, REVIEW_BUDGET_SECONDS))
        self._seated.clear()
        self._reviews.clear()

    def _sit_down(self, job: ChooseJob) -> "_Seated":
        record = parse_record(job.record)
        check_seat(job.seat, record.start.players)
        # Changed for each choice, so that earlier draws make no difference.
        source = SwitchableRng()
        player = ENTRIES[job.level].create(source)
        if isinstance(player, CompiledPlayer):
            player.odds_cache = self._known
        return _Seated(player, source, job, record)


class _Seated:
    """A player at a table, and how far it has seen the game."""

    def __init__(self, player: Player, source: SwitchableRng, job: ChooseJob, record: Record) -> None:
        if isinstance(record.start, View):
            raise NotationError("hidden", "This record shows what one seat saw; a player needs the whole record.")
        self.player, self._source, self._seat, self._level = player, source, job.seat, job.level
        self._record, self._text = record, job.record
        self._state: State = record.start
        self.plies = 0
        player.start(Seating(job.seat, record.names, record.view(record.start, job.seat)))
        self._follow(record.plies, record.result)

    def knows(self, text: str) -> bool:
        """Whether a record continues the one that the player has seen, and its game is not over."""
        return text.startswith(self._text) and "\nresult " not in text[len(self._text) - 1 :]

    def read_on(self, text: str) -> None:
        """Show the player what is new in a longer record: only that is read, since reading is slower than replaying."""
        lines = text[len(self._text) :].splitlines()
        self._follow(read_ply(self._state, Token.of(line)) for line in lines if line and not line.startswith("#"))
        self._text = text

    def _follow(self, plies: Iterable[Ply], result: tuple[int, ...] | None = None) -> None:
        """Play on, and show the player what its seat may see of it."""
        news = Record(self._record.names, self._state, tuple(plies), result, self._record.hides_money)
        _, *steps = replay(news)
        for step in steps:
            self._state = step.state
            self.plies += 1
            self.player.observe(self._record.events_for(step.events, self._seat))

    def choose(self, budget: Budget, rng: RandBelow) -> Action:
        """Let the player choose now."""
        if self._state.is_over:
            raise IllegalActionError("game_over", "The game is over.")
        if self._state.turn != self._seat:
            raise IllegalActionError("not_your_turn", "It is another seat's turn.")
        view = self._record.view(self._state, self._seat)
        self._source.draw = rng
        action = self.player.choose(view, budget)
        if action not in view.legal:
            raise PlayerError("illegal", f"The player {self._level} chose an action that is not legal.")
        return action


# --- Odds -----------------------------------------------------------------------------------------------------


def table_odds(view: View, detail: Detail) -> Json:
    """Return the odds of a view that everybody at its table may know: they depend on nobody's secrets.

    It is an OddsForm of protocol/odds.py: what the detail leaves out is None.
    """
    told: Json = {"edition": view.edition.number, "hints": None, "leg": None, "race": None, "values": None}
    if detail == "leg":
        return told | leg_to_json(leg(view))
    valued = values(seen_by_all(view), samples=SAMPLES)
    if detail == "hints":
        return told | {"hints": hints(valued), "best": best_first(valued)}
    return told | odds_to_json(valued.leg, valued.race, valued)


def seen_by_all(view: View) -> View:
    """Give the view of the seat in turn as far as everybody knows it, so that its actions can be valued for all.

    Its own face-down cards are hidden like everybody's, and so are taken to be what the odds make likely. Which cards
    it still has is not known either: as long as it has any, a card of every colour is among the actions, for what it
    is worth to its holder. Where a table hides money, all money is hidden, and taken to be enough.
    """
    seat = view.turn
    money = view.money if None not in view.money else (None,) * view.players
    seen = view.replace(
        seat=seat,
        winner_deck=tuple(Card(card.seat, None) for card in view.winner_deck),
        loser_deck=tuple(Card(card.seat, None) for card in view.loser_deck),
        hands=tuple((None,) * len(hand) for hand in view.hands),
        money=money,
        legal=(),
    )
    return seen.replace(legal=flatten(legal_by_kind(seen, view.edition.racing if view.hands[seat] else ())))


def position_odds(request: bytes) -> Json:
    """Answer a request about any position, as camelup.odds.answers does, with whole positions and values besides.

    It is an object with `position`, as a text in notation or in its JSON form, or with `edition`, `track`, `dice` and
    `tiles`; and `values`, for what each action of the seat in turn is worth. A position that is what one seat sees is
    valued by what that seat knows if it is its turn, and otherwise by what everybody does. `samples` is the number
    of races that are played out where none is solved: few for a quick answer, many for a good one.

    >>> form = position_odds(b'{"position": "edition 1 | track 1:bg 2:ow 3:y | money 3 3", "values": true}')
    >>> form["race"]["exact"], form["values"]["seat"], len(form["values"]["actions"])
    (True, 0, 42)
    """
    try:
        form = json.loads(request)
    except (ValueError, RecursionError) as error:
        raise NotationError("json", f"A request must be JSON: {str(error)[:200]}.") from error
    if not isinstance(form, Mapping):
        raise NotationError(
            "json", "A request must be an object with a position, or with edition, track, dice and tiles."
        )
    wants_values = form.get("values", False)
    if not isinstance(wants_values, bool):
        raise NotationError("json", "The field values must be true or false.")
    samples = form.get("samples", MOST_SAMPLES)
    if type(samples) is not int or not 1 <= samples <= MOST_SAMPLES:
        raise NotationError("json", f"The field samples must be a whole number from 1 to {MOST_SAMPLES:,}.")
    rest = {name: part for name, part in form.items() if name not in {"values", "samples"}}
    position = _read_position(rest) if "position" in rest else parse_request(rest)
    if not wants_values:
        return odds_to_json(leg(position), race(position, samples=samples))
    if isinstance(position, Situation):
        raise NotationError("json", "Only a whole position, with players, has actions that can be valued.")
    view = view_of(position, position.turn) if isinstance(position, State) else position
    valued = values(view if view.seat == view.turn else seen_by_all(view), samples=samples)
    return odds_to_json(valued.leg, valued.race, valued)


def _read_position(form: Mapping[str, Any]) -> State | View:
    """Read a position as text or in its JSON form."""
    position = form["position"]
    if len(form) > 1:
        raise NotationError("json", "A request needs either a whole position, or edition, track, dice and tiles.")
    found = read_position(Token.of(position)) if isinstance(position, str) else from_json(position)
    if not isinstance(found, State | View):
        raise NotationError("json", "A position must be a state or a view.")
    return found
