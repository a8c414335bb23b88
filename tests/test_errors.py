"""Bad input: its own error, a stable code, a sentence for a player, and nothing changed."""

import ast
import pickle
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from camelup.core import errors
from camelup.core.actions import Action, Face, JoinPartner, PlaceTile, PlayCard, Roll, TakeTicket
from camelup.core.edition import SECOND, Camel, Deck, Side
from camelup.core.errors import CamelUpError, IllegalActionError, ImpossiblePositionError, InvalidActionError
from camelup.core.rules import apply, check, start
from camelup.core.state import Ticket
from camelup.core.validity import tents_left
from camelup.formats.notation import parse_position, position_text
from camelup.game import Game

FOUR = "edition 2 | track 1:gy 2:rb 3:p 14:K 16:W | tiles 5+A 8-B | money 3 3 3 3 | winner Ag | tickets r5r3 r2 r2 - "
SIX = "edition 2 | track 1:gy 2:rb 3:p 14:K 16:W | money 3 3 3 3 3 3 | partners BC"
TAKEN = "edition 2 | track 1:gy 2:rb 3:p 14:K 16:W | money 3 3 3 3 3 3 | partners AB"
FIRST_EDITION = "edition 1 | track 1:gy 2:ob 3:w | tiles 5+B | money 3 3 3 3 3 3 | tickets o5o3o2 - - - - - | winner Ag"
OVER = "edition 2 | track 1:gy 2:rb 14:K 16:W 17:p | dice bgryx | pyramid 1 0 | money 3 3"

ILLEGAL = [
    (FOUR, TakeTicket(Camel.RED), "no_ticket_left", "There is no red betting ticket left in this leg."),
    (FOUR, PlaceTile(1, Side.CHEERING), "tile_on_space_1", "A spectator tile may never lie on space 1."),
    (FOUR, PlaceTile(5, Side.BOOING), "tile_not_moved", "Your spectator tile must move to a different space."),
    (FOUR, PlaceTile(8, Side.CHEERING), "tile_on_tile", "There is already a spectator tile on space 8."),
    (FOUR, PlaceTile(2, Side.CHEERING), "tile_on_camel", "There is a camel on space 2."),
    (FOUR, PlaceTile(14, Side.CHEERING), "tile_on_camel", "There is a camel on space 14."),
    (FOUR, PlaceTile(7, Side.CHEERING), "tile_next_to_tile", "Space 7 is next to another spectator tile."),
    (FOUR, PlaceTile(9, Side.CHEERING), "tile_next_to_tile", "Space 9 is next to another spectator tile."),
    (FOUR, PlayCard(Deck.LOSER, Camel.GREEN), "card_played", "You have already played your green finish card."),
    (FOUR, JoinPartner(1), "no_partnerships", "There are no betting partnerships in this game."),
    (SIX, JoinPartner(0), "partner_self", "You cannot be your own betting partner."),
    (SIX, JoinPartner(1), "partner_taken", "That player already has a betting partner in this leg."),
    (TAKEN, JoinPartner(2), "has_partner", "You already have a betting partner in this leg."),
    (
        FIRST_EDITION,
        TakeTicket(Camel.ORANGE),
        "no_ticket_left",
        "There is no orange leg betting tile left in this leg.",
    ),
    (FIRST_EDITION, PlaceTile(6, Side.BOOING), "tile_next_to_tile", "Space 6 is next to another desert tile."),
    (
        FIRST_EDITION,
        PlayCard(Deck.WINNER, Camel.GREEN),
        "card_played",
        "You have already played your green race betting card.",
    ),
    (FIRST_EDITION, JoinPartner(1), "no_partnerships", "There are no betting partnerships in this game."),
    (OVER, Roll(), "game_over", "The game is over."),
]

INVALID = [
    (TakeTicket(Camel.ORANGE), "no_such_camel"),
    (TakeTicket(Camel.CRAZY_BLACK), "no_such_camel"),
    (TakeTicket("q"), "no_such_camel"),  # type: ignore[arg-type]
    (PlaceTile(0, Side.CHEERING), "no_such_space"),
    (PlaceTile(17, Side.CHEERING), "no_such_space"),
    (PlaceTile("5", Side.CHEERING), "no_such_space"),  # type: ignore[arg-type]
    (PlaceTile(True, Side.CHEERING), "no_such_space"),  # noqa: FBT003 - a number that is none
    (PlaceTile(10, "x"), "no_such_side"),  # type: ignore[arg-type]
    (PlayCard(Deck.WINNER, None), "no_such_camel"),
    (PlayCard(Deck.WINNER, Camel.WHITE), "no_such_camel"),
    (PlayCard("third", Camel.RED), "no_such_deck"),  # type: ignore[arg-type]
    (JoinPartner(4), "no_such_seat"),
    (JoinPartner(-1), "no_such_seat"),
    (JoinPartner("B"), "no_such_seat"),  # type: ignore[arg-type]
    ("roll", "no_such_action"),
    (None, "no_such_action"),
]


@pytest.mark.parametrize(("position", "action", "code", "sentence"), ILLEGAL)
def test_an_illegal_action_says_why(position: str, action: Action, code: str, sentence: str) -> None:
    state = parse_position(position)
    before = position_text(state)
    with pytest.raises(IllegalActionError) as error:
        apply(state, action, Face(Camel.RED, 1) if isinstance(action, Roll) else None)
    assert (error.value.code, str(error.value)) == (code, sentence)
    assert position_text(state) == before


@pytest.mark.parametrize(("action", "code"), INVALID)
def test_a_malformed_action_is_invalid_and_not_illegal(action: Action, code: str) -> None:
    with pytest.raises(InvalidActionError) as error:
        apply(parse_position(FOUR), action)
    assert error.value.code == code


@pytest.mark.parametrize(
    ("action", "outcome", "code"),
    [
        (Roll(), None, "no_outcome"),
        (Roll(), Face(Camel.RED, 4), "no_such_face"),
        (Roll(), Face(Camel.RED, 0), "no_such_face"),
        (Roll(), Face(Camel.ORANGE, 1), "no_such_face"),
        (Roll(), ("r", 1), "no_such_face"),
        (Roll(), Face("r", 1), "no_such_face"),  # type: ignore[arg-type]
        (Roll(), Face(Camel.RED, True), "no_such_face"),  # noqa: FBT003
        (Roll(), Face(Camel.RED, 2.0), "no_such_face"),  # type: ignore[arg-type]
        (Roll(), Face(Camel.BLUE, 1), "die_is_out"),
        (Roll(), Face(Camel.CRAZY_WHITE, 1), "die_is_out"),
        (TakeTicket(Camel.BLUE), Face(Camel.RED, 1), "needless_outcome"),
    ],
)
def test_an_outcome_that_no_die_can_show_is_refused(action: Action, outcome: Face, code: str) -> None:
    state = parse_position("edition 2 | track 1:gy 2:rb 3:p 14:K 16:W | dice gpry | pyramid 1 1 | money 3 3")
    with pytest.raises(InvalidActionError) as error:
        apply(state, action, outcome)
    assert error.value.code == code


@pytest.mark.parametrize(
    ("text", "face"),
    [("r9", Face(Camel.RED, 9)), ("o1", Face(Camel.ORANGE, 1)), ("r", Face(Camel.RED, 0)), ("x1", ("x", 1)), ("", ())],
)
def test_a_face_that_no_die_has_is_refused_alike_as_text(text: str, face: Face) -> None:
    for outcome in (text, face):
        with pytest.raises(InvalidActionError) as error:
            Game(seed=1).play("roll", outcome=outcome)
        assert error.value.code == "no_such_face"
        with pytest.raises(IllegalActionError) as refused:
            Game(seed=1).play("tile 1+", outcome=outcome)
        assert refused.value.code == "tile_on_space_1"


def test_not_your_turn() -> None:
    game = Game(seed=1)
    with pytest.raises(IllegalActionError) as error:
        game.play("roll", seat=2)
    assert error.value.code == "not_your_turn"


def test_a_refused_action_changes_nothing_not_even_the_dice_to_come() -> None:
    tried, untouched = Game(seed=9), Game(seed=9)
    for bad in (PlaceTile(1, Side.CHEERING), TakeTicket(Camel.ORANGE), Roll()):
        with pytest.raises(CamelUpError):
            tried.play(bad, seat=3)
    assert tried.record == untouched.record
    assert tried.play(Roll()) == untouched.play(Roll())


@pytest.mark.parametrize(
    ("players", "first", "code"), [(1, 0, "players"), (9, 0, "players"), (4, 4, "seat"), (4, -1, "seat")]
)
def test_a_table_that_cannot_be(players: int, first: int, code: str) -> None:
    track = Game(seed=1).position.track
    with pytest.raises(ImpossiblePositionError) as error:
        start(Game(seed=1).position.edition, players, track, first)
    assert error.value.code == code


def test_a_race_cannot_start_anywhere() -> None:
    state = parse_position("edition 2 | track 1:gy 2:rb 4:p 14:K 16:W | money 3 3")
    with pytest.raises(ImpossiblePositionError, match="purple camel cannot start on space 4"):
        start(state.edition, 2, state.track)


HUGE = "x" * 1_000_000


@pytest.mark.parametrize(
    "refused",
    [
        lambda: Game(players=HUGE),  # type: ignore[arg-type]
        lambda: Game(players=10**5000),
        lambda: Game(edition=HUGE),  # type: ignore[arg-type]
        lambda: Game(first=10**5000),
        lambda: Game(seed=HUGE),  # type: ignore[arg-type]
        lambda: Game().view(HUGE),  # type: ignore[arg-type]
        lambda: Game().play([HUGE]),  # type: ignore[arg-type]
        lambda: Game().play(TakeTicket(HUGE)),  # type: ignore[arg-type]
        lambda: Game().play(PlaceTile(10**5000, Side.CHEERING)),
        lambda: Game().play(PlaceTile(5, HUGE)),  # type: ignore[arg-type]
        lambda: Game().play(PlayCard(HUGE, Camel.RED)),  # type: ignore[arg-type]
        lambda: Game().play(JoinPartner(HUGE)),  # type: ignore[arg-type]
        lambda: Game().play(Roll(), outcome=Face(HUGE, 1)),  # type: ignore[arg-type]
        lambda: tents_left(SECOND, [[Ticket(Camel.RED, 5)] * 500_000]),
    ],
)
def test_what_an_error_quotes_is_cut(refused: Callable[[], object]) -> None:
    with pytest.raises(CamelUpError) as error:
        refused()
    assert len(error.value.message) < 200


def test_errors_keep_their_code_between_processes() -> None:
    with pytest.raises(IllegalActionError) as error:
        check(parse_position(FOUR), TakeTicket(Camel.RED))
    copy = pickle.loads(pickle.dumps(error.value))  # noqa: S301 - our own error, made a line ago
    assert (type(copy), copy.code, str(copy)) == (IllegalActionError, "no_ticket_left", str(error.value))


def test_every_error_class_is_in_the_tree_that_the_module_draws() -> None:
    classes = {name for name in vars(errors) if name.endswith("Error")}
    assert set(re.findall(r"\b\w+Error\b", (errors.__doc__ or ""))) == classes
    assert Path(errors.__file__).name == "errors.py"


ROOT = Path(__file__).parent.parent
MAKERS = {"_impossible": "ImpossiblePositionError", "check_number": "ArgumentError"}
"""Functions that are given the code of the error that they make."""


def codes_in_the_source() -> set[tuple[str, str]]:
    """Every class of an error with every code that it is raised with."""
    found = set()
    for path in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                kind = MAKERS.get(node.func.id, node.func.id)
                if not kind.endswith("Error") or not issubclass(getattr(errors, kind, object), CamelUpError):
                    continue
                code = node.args[0]
                if isinstance(code, ast.Constant):
                    found.add((kind, str(code.value)))
                else:
                    assert ast.unparse(code) in {"code", "f'no_{extra}'"}, f"{path}: {ast.unparse(node)}"
    extras = ("arena", "client", "cluster", "data", "envs", "odds", "openspiel", "postgresql", "server", "train", "tui")
    return found | {("MissingPackageError", f"no_{extra}") for extra in extras}


def codes_in_the_document() -> list[tuple[str, str]]:
    listed = []
    kind = ""
    for name, code in re.findall(
        r"^\| (?:`(\w+)` )?\| `(\w+)` \|", (ROOT / "docs/errors.md").read_text(), re.MULTILINE
    ):
        kind = name or kind
        listed.append((kind, code))
    return listed


def test_every_code_stands_in_one_table_once() -> None:
    listed = codes_in_the_document()
    assert len(listed) == len(set(listed))
    assert set(listed) == codes_in_the_source()


def test_the_base_classes_are_never_raised() -> None:
    assert not {kind for kind, _ in codes_in_the_source()} & {"CamelUpError", "ActionError"}
