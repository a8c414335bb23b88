"""The game of OpenSpiel: its own tests pass, it is the same game as ours, and nobody learns a secret from it."""

import pickle
import random
import re
import sys
from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from camelup import Game, parse_position, parse_record, parse_view, position_text
from camelup.bulk import decode_action, encode_action
from camelup.bulk.observations import FACTS, encode
from camelup.core.actions import Face, PlayCard, Roll
from camelup.core.edition import EDITIONS
from camelup.core.errors import (
    ArgumentError,
    CamelUpError,
    ImpossiblePositionError,
    InvalidActionError,
    MissingPackageError,
)
from camelup.core.rules import chances, legal_by_kind
from camelup.core.state import State
from camelup.core.view import view_of

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this platform")

from open_spiel.python.algorithms import ismcts, mcts  # type: ignore[import-untyped]  # noqa: E402
from open_spiel.python.observation import make_observation  # type: ignore[import-untyped]  # noqa: E402

from camelup.envs.game_tree import CHANCE, faces_of  # noqa: E402
from camelup.envs.open_spiel_evaluator import BulkEvaluator  # noqa: E402
from camelup.envs.open_spiel_game import NAME, CamelUpState  # noqa: E402

SECRETIVE = {"players": 3, "edition": 1, "first": -1, "hide_money": True}
TABLES: list[dict[str, Any]] = [
    {},
    {"players": 2, "edition": 1},
    {"players": 6, "first": 5},
    {"players": 8, "edition": 2, "first": -1, "hide_money": True},
    SECRETIVE,
]


def random_number(state: CamelUpState, generator: random.Random) -> int:
    """What happens next: an outcome by its chance, or an action of a kind that is as likely as any other kind."""
    if state.is_chance_node():
        numbers, weights = zip(*state.chance_outcomes(), strict=True)
        return int(generator.choices(numbers, weights)[0])
    position = position_of(state)
    action = generator.choice(generator.choice(legal_by_kind(position, position.hands[position.turn])))
    return encode_action(position.edition, action)


def walk(parameters: dict[str, Any], seed: int) -> Iterator[CamelUpState]:
    """A random game: the state at each of its nodes, the same object every time."""
    generator = random.Random(seed)
    state = pyspiel.load_game(NAME, parameters).new_initial_state()
    while not state.is_terminal():
        yield state
        state.apply_action(random_number(state, generator))
    yield state


def walked(parameters: dict[str, Any], seed: int, most: int = 1000) -> CamelUpState:
    """A state from a random game."""
    states = walk(parameters, seed)
    state = next(states)
    for _, state in zip(range(most), states, strict=False):  # noqa: B007 - the last one counts
        pass
    return state


def position_of(state: CamelUpState) -> State:
    position = state.position
    assert position is not None
    return position


CERTAIN_END = (
    "edition 1 | track 13:gowy 16:b | dice b | pyramid 2 2 | money 20 22 | "
    "winner Ag Bg Ao Bo Aw Bw | loser Ab Bb Ay By | leg 3"
)
"""The next roll ends the race, and blue wins it. Seat A is 2 behind, and wins only with the ticket worth 5."""


def certain_end() -> CamelUpState:
    state: CamelUpState = pyspiel.load_game(NAME, {"edition": 1, "players": 2}).new_initial_state(CERTAIN_END)
    return state


# --- What OpenSpiel expects -----------------------------------------------------------------------------------


@pytest.mark.parametrize("parameters", [*({**table, "max_game_length": 25} for table in TABLES), SECRETIVE], ids=str)
def test_the_simulation_test_of_openspiel_passes(parameters: dict[str, Any]) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(NAME, parameters), num_sims=1, serialize=True, verbose=False)


def everything(state: CamelUpState) -> tuple[object, ...]:
    """All that can be asked of a state."""
    seats = range(state.num_players())
    return (
        str(state),
        state.history(),
        state.current_player(),
        state.legal_actions(),
        state.returns(),
        [(state.information_state_string(seat), state.observation_string(seat)) for seat in seats],
        state.node,
    )


@pytest.mark.parametrize("parameters", [{"players": 6}, SECRETIVE], ids=str)
def test_copies_are_equal_and_go_their_own_way(parameters: dict[str, Any]) -> None:
    game = pyspiel.load_game(NAME, parameters)
    for number, state in enumerate(walk(parameters, seed=1)):
        if number % 3 and not state.is_terminal() and state.position is not None:
            continue
        expected = everything(state)
        copies = [
            state.clone(),
            game.deserialize_state(state.serialize()),
            pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
            pickle.loads(pickle.dumps(state)),  # noqa: S301 - our own
        ]
        for copy in copies:
            assert type(copy) is CamelUpState
            assert everything(copy) == expected
            if not copy.is_terminal():
                copy.apply_action(copy.legal_actions()[-1])
        assert everything(state) == expected


def test_what_the_game_says_of_itself() -> None:
    game = pyspiel.load_game(NAME, {"players": 5, "max_game_length": 77})
    assert game.num_distinct_actions() == 54
    assert game.max_chance_outcomes() == 21
    assert (game.num_players(), game.max_game_length()) == (5, 77)
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-0.2, 0.8, 0)
    assert game.max_chance_nodes_in_history() == 7 + 77
    assert pyspiel.load_game(str(game)).settings == game.settings


@pytest.mark.parametrize(
    ("parameters", "kind"),
    [
        ({"edition": 3}, ArgumentError),
        ({"players": 9}, ImpossiblePositionError),
        ({"players": 3, "first": 3}, ImpossiblePositionError),
        ({"max_game_length": 0}, ArgumentError),
    ],
)
def test_wrong_parameters_are_refused(parameters: dict[str, Any], kind: type[CamelUpError]) -> None:
    with pytest.raises(kind):
        pyspiel.load_game(NAME, parameters)


def test_what_cannot_happen_is_refused_and_changes_nothing() -> None:
    state = walked({}, seed=3, most=40)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    before = everything(state)
    illegal = set(range(54)) - set(state.legal_actions())
    for number in sorted(illegal):
        with pytest.raises(CamelUpError):
            state.apply_action(number)
    with pytest.raises(InvalidActionError):
        state.chance_outcomes()
    assert everything(state) == before
    state.apply_action(0)
    possible = {number for number, _ in state.chance_outcomes()}
    for number in set(range(30)) - possible:
        with pytest.raises(InvalidActionError):
            state.apply_action(number)


def test_without_openspiel_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "camelup.envs.open_spiel_game")
    with pytest.raises(MissingPackageError, match=r"pyspiel: pip install 'camelup\[openspiel\]'") as error:
        import_module("camelup.envs.open_spiel_game")
    assert error.value.code == "no_openspiel"


# --- The same game as ours ------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2])
def test_the_start_is_a_chance_node_for_each_camel_and_one_for_the_seat(number: int) -> None:
    edition = EDITIONS[number]
    sizes = [15, 12, 9, 6, 3, 6, 3][: len(edition.camels)]
    states = walk({"edition": number, "players": 5, "first": -1}, seed=2)
    for size in sizes:
        state = next(states)
        outcomes = state.chance_outcomes()
        assert [chance for _, chance in outcomes] == [1 / size] * size
        for outcome, _ in outcomes:
            face = Face(edition.camels[outcome // 3], outcome % 3 + 1)
            assert state.action_to_string(CHANCE, outcome) == str(face)
            space = 17 - face.number if face.camel.is_crazy else face.number
            assert f"{space}:{face.camel}" in str(state.child(outcome))
    state = next(states)
    assert state.chance_outcomes() == [(seat, 0.2) for seat in range(5)]
    assert [state.action_to_string(CHANCE, seat) for seat in range(5)] == list("ABCDE")
    assert next(states).current_player() == state.history()[-1]


@pytest.mark.parametrize("parameters", TABLES, ids=str)
def test_every_step_is_that_of_the_rules_and_every_seat_sees_its_record(parameters: dict[str, Any]) -> None:
    edition = EDITIONS[parameters.get("edition", 2)]
    game: Game | None = None
    for number, state in enumerate(walk(parameters, seed=4)):
        if state.position is None:
            continue
        last = state.full_history()[-1]
        if game is None:
            game = Game.from_position(state.position, hide_money=parameters.get("hide_money", False))
        elif state.is_chance_node():
            outcomes = {faces_of(edition)[outcome]: chance for outcome, chance in state.chance_outcomes()}
            expected = dict(chances(game.position, Roll()))
            assert outcomes == {face: float(chance) for face, chance in expected.items()}
            assert sum(expected.values()) == Fraction(1)
            assert sum(outcomes.values()) == pytest.approx(1)
            continue
        elif last.player == CHANCE:
            game.play("roll", outcome=faces_of(edition)[last.action])
        else:
            game.play(decode_action(edition, last.action), seat=last.player)
        assert state.position == game.position
        assert state.legal_actions() == [encode_action(edition, action) for action in game.legal()]
        assert state.is_terminal() == game.is_over
        assert game.is_over or state.current_player() == game.position.turn
        if number % 4 and not game.is_over:
            continue
        seat = number // 4 % state.num_players()
        assert parse_record(state.information_state_string(seat)) == game.record.for_seat(seat)
        assert parse_view(state.observation_string(seat)) == game.view(seat)
    assert game is not None
    assert game.is_over
    victors = game.position.victors
    shares = [(seat in victors) / len(victors) for seat in range(state.num_players())]
    assert state.returns() == pytest.approx([share - 1 / len(shares) for share in shares])
    assert sum(state.returns()) == pytest.approx(0)


def test_a_game_may_begin_with_a_position() -> None:
    game = pyspiel.load_game(NAME, {"edition": 1, "players": 2})
    opening = "edition 1 | track 1:gowy 2:b | money 5 4 | winner Ab Bg | loser Ag"
    generator = random.Random(16)
    state = game.new_initial_state(opening)
    assert state.position == parse_position(opening)
    for _ in range(25):
        for copy in (state.clone(), pickle.loads(pickle.dumps(state))):  # noqa: S301 - our own
            assert everything(copy) == everything(state)
        for seat in range(2):
            assert position_text(position_of(state)) not in state.information_state_string(seat)
            other = state.resample_from_infostate(seat, generator.random)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert len(other.history()) == len(state.history())
        state.apply_action(random_number(state, generator))
    cards = {str(state.resample_from_infostate(1, generator.random).position.winner_deck[0].camel) for _ in range(100)}
    assert cards == set("bgowy")
    with pytest.raises(ArgumentError):
        pyspiel.load_game(NAME).new_initial_state(opening)


def test_the_words_of_actions_are_their_notation() -> None:
    state = walked({"players": 6}, seed=1, most=9)
    assert not state.is_chance_node()
    for number in state.legal_actions():
        text = state.action_to_string(state.current_player(), number)
        assert text == str(decode_action(EDITIONS[2], number))
        assert state.string_to_action(state.current_player(), text) == number


def test_a_game_that_never_ends_is_cut_off_and_nobody_wins() -> None:
    state = pyspiel.load_game(NAME, {"players": 2, "max_game_length": 25}).new_initial_state()
    generator = random.Random(5)
    acted = 0
    while not state.is_terminal():
        assert not state.is_truncated
        is_acting = not state.is_chance_node()
        tiles = [number for number in state.legal_actions() if 6 <= number <= 35]
        # The last action is a roll: its die still comes out.
        state.apply_action(generator.choice(tiles) if is_acting and acted < 24 else state.legal_actions()[0])
        acted += is_acting
    assert acted == 25
    assert state.full_history()[-1].player == CHANCE
    assert state.is_truncated
    assert state.returns() == [0, 0]
    assert state.legal_actions() == []


# --- What a seat knows ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("parameters", TABLES, ids=str)
def test_secrets_are_in_no_string_of_another_seat(parameters: dict[str, Any]) -> None:
    """The same game twice, but in one of them the others play cards of other colours: to this seat, they are equal."""
    generator = random.Random(7)
    game = pyspiel.load_game(NAME, parameters)
    seat = game.num_players() - 1
    colours = [generator.sample(range(5), 5) for _ in range(game.num_players())]
    colours[seat] = list(range(5))
    twin = game.new_initial_state()
    differing = 0
    for step, state in enumerate(walk(parameters, seed=8)):
        if state.is_terminal():
            break
        for played in state.full_history()[len(twin.history()) :]:
            number = played.action
            if 36 <= number <= 45:  # a card on the winner deck, or the loser deck
                number = number - (number - 36) % 5 + colours[played.player][(number - 36) % 5]
            twin.apply_action(number)
        differing += str(twin) != str(state)
        assert twin.information_state_string(seat) == state.information_state_string(seat)
        assert twin.observation_string(seat) == state.observation_string(seat)
        if step % 5 == 0:
            assert twin.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert twin.observation_tensor(seat) == state.observation_tensor(seat)
        if state.current_player() == seat:
            assert twin.legal_actions() == state.legal_actions()
    assert differing > 20


def test_what_a_seat_does_or_sees_changes_its_information_state() -> None:
    """Different actions give different information states, except a card's colour for those who do not see it."""
    for step, state in enumerate(walk({"players": 6}, seed=9)):
        if state.is_terminal() or state.position is None or step % 4:
            continue
        acting = state.current_player()
        children = {number: state.child(number) for number in state.legal_actions()}
        for seat in range(6):
            seen: dict[str, set[str]] = {}
            for number, child in children.items():
                if child.node.is_over:
                    continue
                action = None if acting == CHANCE else decode_action(EDITIONS[2], number)
                is_hidden = isinstance(action, PlayCard) and seat != acting
                label = action.deck.value if is_hidden and isinstance(action, PlayCard) else str(number)
                seen.setdefault(label, set()).add(child.information_state_string(seat))
            assert all(len(texts) == 1 for texts in seen.values())
            assert len(set.union(*seen.values(), set())) == len(seen)


@pytest.mark.parametrize("parameters", [{"players": 8}, SECRETIVE], ids=str)
def test_resampling_changes_only_what_the_seat_does_not_know(parameters: dict[str, Any]) -> None:
    generator = random.Random(10)
    changed = 0
    for step, state in enumerate(walk(parameters, seed=11)):
        seat = generator.randrange(state.num_players())
        other = state.resample_from_infostate(seat, generator.random)
        assert type(other) is CamelUpState
        assert other.information_state_string(seat) == state.information_state_string(seat)
        assert other.observation_string(seat) == state.observation_string(seat)
        assert other.current_player() == state.current_player()
        changed += other.history() != state.history()
        if state.current_player() == seat:
            assert other.legal_actions() == state.legal_actions()
        if step % 7 and not state.is_terminal():
            continue
        again = state.get_game().new_initial_state()
        for number in other.history():
            again.apply_action(number)
        assert everything(again) == everything(other)
    assert changed > 30
    final = state.resample_from_infostate(0, generator.random)
    assert final.history() == state.history(), "all is open at the end"


def test_resampling_draws_every_card_alike() -> None:
    state = pyspiel.load_game(NAME, {"players": 2}).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    for number in (36, 37, 41):  # seat 0: winner b, seat 1: winner g, seat 0: loser b is gone, so this is g
        state.apply_action(number if number in state.legal_actions() else number + 1)
    generator = random.Random(12)
    drawn = {state.resample_from_infostate(1, generator.random).history()[-3:][0] for _ in range(100)}
    pairs = {tuple(state.resample_from_infostate(1, generator.random).history()[-3::2]) for _ in range(300)}
    assert drawn == set(range(36, 41))
    assert len(pairs) == 20
    assert {state.resample_from_infostate(0, generator.random).history()[-2] for _ in range(100)} == set(range(36, 41))


def test_other_kinds_of_observation() -> None:
    state = walked({"players": 3}, seed=13, most=60)
    game = state.get_game()
    kind = pyspiel.IIGObservationType
    public = game.make_py_observer(
        kind(public_info=True, perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE)
    )
    assert {public.string_from(state, seat) for seat in range(3)} == {state.remembered_by(None)}
    assert "seat -" in public.string_from(state, 0)
    whole = game.make_py_observer(
        kind(public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    )
    assert whole.string_from(state, 0) == str(state)
    with pytest.raises(ArgumentError):
        game.make_py_observer(
            kind(public_info=False, perfect_recall=False, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER)
        )
    with pytest.raises(ArgumentError):
        game.make_py_observer(None, {"sharp": True})


@pytest.mark.parametrize("remembers", [False, True])
def test_tensors_have_the_facts_and_what_numbers_of_actions_mean(remembers: bool) -> None:  # noqa: FBT001
    state = walked(SECRETIVE, seed=3, most=70)
    position = position_of(state)
    kind = pyspiel.IIGObservationType(perfect_recall=remembers)
    observation = make_observation(state.get_game(), kind)
    for seat in range(3):
        observation.set_from(state, seat)
        parts = observation.dict
        view = view_of(position, seat, hide_money=not remembers)
        assert parts["facts"].tolist() == encode(view).tolist()
        ranking = [position.edition.racing[index] for index in parts["colours"].argmax(axis=1)]
        assert tuple(ranking) == position.ranking
        assert parts["colours"].sum() == 5
        assert parts["seat"].tolist() == [owner == seat for owner in range(8)]
        assert parts["rolling"].tolist() == [state.is_chance_node()]
        known = FACTS.read(parts["facts"], "money_known")
        assert known.sum() == (3 if remembers else 1)
        flat = state.information_state_tensor(seat) if remembers else state.observation_tensor(seat)
        assert flat == observation.tensor.tolist()
    observation.set_from(state.get_game().new_initial_state(), 0)
    assert not observation.tensor.any()


# --- Players of OpenSpiel -------------------------------------------------------------------------------------


@pytest.mark.parametrize("parameters", [{}, SECRETIVE], ids=str)
def test_the_searches_of_openspiel_find_a_legal_action(parameters: dict[str, Any]) -> None:
    state = walked(parameters, seed=14, most=60)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    before = everything(state)
    rng = np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, rng)
    bots = (
        mcts.MCTSBot(state.get_game(), 1.4, 5, rollouts, random_state=rng),
        ismcts.ISMCTSBot(state.get_game(), rollouts, 1.4, 5, random_state=rng),
    )
    for bot in bots:
        assert bot.step(state) in state.legal_actions()
    assert everything(state) == before


@pytest.mark.parametrize("parameters", [{}, SECRETIVE], ids=str)
def test_rollouts_in_bulk_value_any_node(parameters: dict[str, Any]) -> None:
    evaluator = BulkEvaluator(rollouts=200, policy="random", seed=5)
    for step, state in enumerate(walk(parameters, seed=15)):
        if step % 15 and not state.is_terminal():
            continue
        values = evaluator.evaluate(state)
        assert values.shape == (state.num_players(),)
        assert values.sum() == pytest.approx(0)
        prior = evaluator.prior(state)
        assert [number for number, _ in prior] == state.legal_actions()
        assert state.is_terminal() or sum(chance for _, chance in prior) == pytest.approx(1)
    assert evaluator.evaluate(state).tolist() == state.returns()


@pytest.mark.parametrize(
    "options", [{"rollouts": 0}, {"rollouts": 1.5}, {"rollouts": 10**18}, {"policy": "nobody"}, {"seed": "x"}], ids=str
)
def test_rollouts_that_cannot_be_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(CamelUpError):
        BulkEvaluator(**options)


def test_what_is_no_state_of_this_game_has_no_value() -> None:
    for wrong in (5, Game(seed=1).position):
        for ask in (BulkEvaluator(1).evaluate, BulkEvaluator(1).prior):
            with pytest.raises(CamelUpError, match="A state of camelup's game for OpenSpiel is needed, not "):
                ask(wrong)  # type: ignore[arg-type]


def test_rollouts_in_bulk_roll_the_die_that_is_on_its_way() -> None:
    state = certain_end()
    assert BulkEvaluator(1000, seed=1).evaluate(state)[0] > 0
    state.apply_action(0)
    assert state.is_chance_node()
    assert BulkEvaluator(1000, seed=1).evaluate(state).tolist() == [-0.5, 0.5]


def test_a_search_with_rollouts_in_bulk_finds_the_winning_action() -> None:
    state = certain_end()
    rng = np.random.RandomState(1)
    # Enough simulations for any luck: the worlds that it searches come from a generator which takes no seed.
    bot = ismcts.ISMCTSBot(state.get_game(), BulkEvaluator(50, seed=2), 0.2, 1000, random_state=rng)
    assert state.action_to_string(bot.step(state)) == "ticket b"


# --- The document ---------------------------------------------------------------------------------------------


def test_the_examples_of_the_document_run() -> None:
    document = Path(__file__).parents[2] / "docs" / "openspiel.md"
    blocks = re.findall(r"```python\n(.*?)```", document.read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    names: dict[str, Any] = {}
    for block in blocks:
        exec(block, names)  # noqa: S102 - our own document
