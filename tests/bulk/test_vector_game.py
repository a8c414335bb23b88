"""The vector game against the interpreted engine, and what it promises about seeds, threads, resets and refusals."""

import copy
import gc
import json
import pickle
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from camelup.bulk import Batch, Policy, VectorGame, VectorStep, choose_sensibly
from camelup.bulk.action_space import ACTIONS, ROLL
from camelup.bulk.masks import draw_action
from camelup.bulk.observations import encode, legal_mask, numbered_action
from camelup.compiled.random_stream import draw_die, next_state, start_stream
from camelup.core.actions import Face, Roll
from camelup.core.edition import EDITIONS, FIRST, SECOND, Edition
from camelup.core.errors import ArgumentError, CamelUpError, IllegalActionError, PolicyError
from camelup.core.rules import apply
from camelup.core.state import State
from camelup.core.view import view_of
from tests.bulk.support import IS_COMPILED, assert_distributed, run, uniform

TABLES = [(edition, players) for edition in EDITIONS.values() for players in range(2, 9)]
FIELDS = VectorStep.__dataclass_fields__


def shown(step: VectorStep) -> dict[str, list[Any]]:
    """All that a step says; of games that have not ended, what is final says nothing."""
    ended = step.terminated | step.truncated
    return {name: (getattr(step, name)[ended] if "final" in name else getattr(step, name)).tolist() for name in FIELDS}


def image(vector: VectorGame) -> list[bytes]:
    """Everything in its memory; of records the fields, since a copy leaves out what is between them."""
    games, slots = vector._games, vector._slots  # noqa: SLF001 - to see that nothing changes
    legal, notes = vector._legal, vector._notes  # noqa: SLF001
    fields = [records[name] for records in (games, slots) for name in records.dtype.names or ()]
    return [array.tobytes() for array in (*fields, legal, notes, *(getattr(vector.current, name) for name in FIELDS))]


# --- The same as the engine -----------------------------------------------------------------------------------


def next_face(vector: VectorGame, game: int) -> Face:
    """What the next die of a game will show."""
    record, slot = vector.games[game], vector._slots[game]  # noqa: SLF001 - the engine must be told
    camel, number = draw_die(int(record["dice"]), int(slot["rolling"]))
    return Face(vector.edition.camels[camel], number)


def assert_rewards(vector: VectorGame, game: int, before: State, after: State) -> None:
    rewards = vector.current.rewards[game].tolist()
    if vector.reward == "money":
        assert rewards == [now - then for now, then in zip(after.money, before.money, strict=True)]
    else:
        share = 1 / len(after.victors) if after.victors else 0
        assert rewards == pytest.approx([share if seat in after.victors else 0 for seat in range(after.players)])


def assert_shown(vector: VectorGame, game: int, state: State, *, hide_money: bool) -> None:
    step = vector.current
    view = view_of(state, state.turn, hide_money=hide_money)
    assert vector.state(game) == state
    assert step.seat[game] == state.turn
    assert (step.mask[game] == legal_mask(view, vector.numbering)).all()
    assert (step.observation[game] == encode(view, "facts")).all()


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_whole_games_are_those_of_the_engine(edition: Edition, players: int) -> None:
    games, most, is_odd = 4, 70, bool(players % 2)
    vector = VectorGame(
        games,
        edition,
        players,
        seed=players,
        reward="money" if is_odd else "win",
        max_actions=most,
        numbering="colour" if players % 3 == 0 else "rank",
        hide_money=is_odd,
    )
    vector.reset()
    states = [vector.state(game) for game in range(games)]
    lengths = [0] * games
    endings: Counter[str] = Counter()
    while min(endings["over"], endings["cut"]) < 2 and endings.total() < 12:
        actions = vector.sample(by_kind=True).tolist()
        faces = [next_face(vector, game) for game in range(games)]
        step = vector.step(actions)
        for game, state in enumerate(states):
            action = numbered_action(view_of(state, state.turn), actions[game], vector.numbering)
            after, _ = apply(state, action, faces[game] if isinstance(action, Roll) else None)
            lengths[game] += 1
            assert_rewards(vector, game, state, after)
            assert step.terminated[game] == after.is_over
            assert step.truncated[game] == (not after.is_over and lengths[game] == most)
            if step.terminated[game] or step.truncated[game]:
                assert step.final_money[game].tolist() == list(after.money)
                assert step.final_actions[game] == lengths[game]
                seen = view_of(after, state.turn, hide_money=is_odd)
                assert (step.final_observation[game] == encode(seen, "facts")).all()
                endings["over" if after.is_over else "cut"] += 1
                lengths[game], after = 0, vector.state(game)
                assert (after.money, after.leg, after.winner_deck) == ((3,) * players, 1, ())
            states[game] = after
            assert_shown(vector, game, after, hide_money=is_odd)
    assert vector.actions_played > 100


def play_first_games(vector: VectorGame) -> np.ndarray:
    """Let the caller play sensibly until every game has ended once; give what everybody had."""
    money = np.full((len(vector), vector.players), -1, np.int32)
    step = vector.reset()
    while (money < 0).any():
        records, legal = vector.games.view(np.recarray), vector._legal.tolist()  # noqa: SLF001
        step = vector.step([choose_sensibly(records[game], legal[game], 0) for game in range(len(vector))])
        first = step.terminated & (money[:, 0] < 0)
        money[first] = step.final_money[first]
        assert not step.truncated.any()
    return money


def test_opponents_play_as_in_a_batch() -> None:
    """The same seed: the same games, dice and choices, game by game, wherever the caller sits."""
    games, players = 60, 5
    policies = ["random", "sensible"]
    seats = np.random.default_rng(1).integers(-1, 2, (games, players))
    seats[np.arange(games), np.arange(games) % players] = -1
    vector = VectorGame(
        games, players=players, seed=9, opponents=policies, seats=seats, layout=None, numbering="colour"
    )
    batch = Batch.start(games, players=players, seed=9)
    actions = batch.play_out(policies, seats=np.where(seats < 0, 1, seats))
    assert (play_first_games(vector) == batch.money).all()
    assert vector.actions_played >= actions
    fixed = VectorGame(20, FIRST, 3, seed=4, opponents={2: "random", 0: "sensible"}, layout=None, numbering="colour")
    batch = Batch.start(20, FIRST, players=3, seed=4)
    batch.play_out(["sensible", "sensible", "random"])
    assert (play_first_games(fixed) == batch.money).all()
    assert set(fixed.current.seat.tolist()) == {1}


def test_rewards_of_money_add_up_to_what_was_earned() -> None:
    """With opponents too, who may earn before the caller's first turn."""
    vector = VectorGame(300, players=6, seed=2, reward="money", opponents={1: "random", 3: "sensible"}, layout=None)
    step = vector.reset()
    total = np.zeros((300, 6))
    ended = 0
    for _ in range(300):
        step = vector.step(vector.sample(by_kind=True))
        total += step.rewards
        assert (total[step.terminated] + 3 == step.final_money[step.terminated]).all()
        ended += int(step.terminated.sum())
        total[step.terminated] = 0
    assert ended > 1000


def test_victories_are_shared() -> None:
    vector = VectorGame(500, players=3, seed=2, layout=None)
    vector.reset()
    shares: Counter[float] = Counter()
    for _ in range(300):
        step = vector.step(vector.sample(by_kind=True))
        most = step.final_money == step.final_money.max(axis=1, keepdims=True)
        expected = most / most.sum(axis=1, keepdims=True) * step.terminated[:, None]
        assert np.allclose(step.rewards, expected)
        shares.update(step.rewards.round(3)[step.rewards > 0].tolist())
    assert len(shares) >= 2


# --- Seeds, threads, resets -----------------------------------------------------------------------------------

SEATED: dict[str, Any] = {"opponents": {1: "random", 3: "sensible"}, "layout": None}


def history(vector: VectorGame, steps: int, games: int | None = None) -> list[dict[str, list[Any]]]:
    shown_steps = [{name: rows[:games] for name, rows in shown(vector.reset()).items()}]
    for _ in range(steps):
        step = vector.step(vector.sample(by_kind=True))
        shown_steps.append({name: rows[:games] for name, rows in shown(step).items() if "final" not in name})
    return shown_steps


def test_threads_and_other_games_change_nothing() -> None:
    one, many = (VectorGame(1300, seed=5, threads=threads, **SEATED) for threads in (1, 3))
    assert len(many._parts) > 1  # noqa: SLF001 - or threads are not tested
    assert history(one, 120) == history(many, 120)
    assert image(one) == image(many)
    assert history(VectorGame(1300, seed=6, **SEATED), 40, 20) == history(VectorGame(20, seed=6, **SEATED), 40, 20)
    assert history(VectorGame(20, seed=6, **SEATED), 5) != history(VectorGame(20, seed=7, **SEATED), 5)


def test_every_game_and_episode_has_a_stream_of_its_own() -> None:
    vector = VectorGame(2000, seed=5, layout=None)
    tracks, streams = [], []
    for _ in range(5):
        vector.reset()
        tracks.append(tuple(vector.games["track"].tolist()))
        streams.append(vector._slots["rolling"].copy())  # noqa: SLF001
    assert len(set(tracks)) == 5
    assert len(np.unique(np.concatenate(streams))) == 10_000
    assert tracks[0] == tuple(Batch.start(2000, seed=5).games["track"].tolist())


def test_a_reset_touches_chosen_games_alone() -> None:
    vector = VectorGame(40, seed=5, players=6)
    vector.reset()
    for _ in range(30):
        vector.step(vector.sample())
    chosen = np.arange(40) % 3 == 0
    games, slots, before = vector.games.copy(), vector._slots.copy(), vector.current.copy()  # noqa: SLF001
    step = vector.reset(chosen)
    assert (vector.games[~chosen] == games[~chosen]).all()
    assert (vector._slots[~chosen] == slots[~chosen]).all()  # noqa: SLF001
    for name in ("observation", "mask", "seat"):
        assert (getattr(step, name)[~chosen] == getattr(before, name)[~chosen]).all()
    assert not step.rewards.any()
    assert not (step.terminated | step.truncated).any()
    assert (vector.games["leg"][chosen] == 1).all()
    assert (vector.games["money"][chosen, :6] == 3).all()
    assert (vector.games["track"][chosen] != games["track"][chosen]).all()
    vector.step(vector.sample())


def test_a_seed_begins_everything_again() -> None:
    vector, other = VectorGame(30, seed=5, **SEATED), VectorGame(30, seed=8, **SEATED)
    first = history(other, 20)
    history(vector, 10)
    vector.reset(seed=8)
    vector.reset(seed=8)
    assert shown(vector.current) == first[0]
    assert shown(vector.step(vector.sample(by_kind=True)))["mask"] == first[1]["mask"]


def test_seats_may_change_with_a_reset() -> None:
    seats = np.tile([-1, 0, 0], (20, 1))
    vector = VectorGame(20, players=3, opponents=["random", "sensible"], seats=seats, layout=None)
    assert set(vector.reset().seat.tolist()) == {0}
    chosen = np.arange(20) < 5
    step = vector.reset(chosen, seats=np.tile([1, -1, 1], (20, 1)))
    assert set(step.seat[:5].tolist()) == {1}
    assert set(step.seat[5:].tolist()) == {0}


def test_a_game_is_given_up_after_its_last_action() -> None:
    """Also where that is one of an opponent; and no game begins that has no action left for the caller."""
    for most in (1, 2, 7):
        vector = VectorGame(
            50, players=4, seed=1, max_actions=most, opponents={1: "random", 2: "sensible"}, layout=None
        )
        vector.reset()
        lengths = set()
        for _ in range(30):
            step = vector.step(vector.sample())
            lengths |= set(step.final_actions[step.truncated].tolist())
            assert not step.terminated.any()
            assert not step.rewards.any()
        assert lengths == {most}


def test_copies_go_their_own_way() -> None:
    vector = VectorGame(30, seed=5, threads=2)
    vector.reset()
    vector.step(vector.sample())
    others = copy.copy(vector), copy.deepcopy(vector), pickle.loads(pickle.dumps(vector))  # noqa: S301 - our own
    kept = vector.current.copy()
    before = image(vector)
    for other in others:
        assert image(other) == before
        for _ in range(5):
            other.step(other.sample())
    assert image(vector) == before
    assert image(others[0]) == image(others[1]) != before
    vector.step(vector.sample())
    assert (kept.mask != vector.current.mask).any()


def test_threads_end_with_the_vector_game() -> None:
    before = threading.active_count()
    vector = VectorGame(2048, threads=3, layout=None)
    vector.reset()
    assert before < threading.active_count() <= before + 2
    vector.close()
    assert threading.active_count() == before
    vector.step(vector.sample())
    assert before < threading.active_count() <= before + 2
    del vector
    gc.collect()
    deadline = time.monotonic() + 30
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() == before


def test_legal_actions_are_drawn_alike() -> None:
    bits = 0b1000_0000_0100_1110_0001_0000_0000_1011 << 9
    state, found = start_stream(1, 1), Counter[int]()
    for _ in range(20_000):
        state = next_state(state)
        found[draw_action(bits, state)] += 1
    assert_distributed(found, uniform(action for action in range(ACTIONS) if bits >> action & 1))
    vector = VectorGame(500, players=8, layout=None)
    vector.reset()
    out = np.zeros(500, np.int64)
    for by_kind in (False, True):
        assert vector.sample(by_kind=by_kind, out=out) is out
        assert vector.current.mask[np.arange(500), out].all()
        assert ((out == ROLL).mean() > 0.15) == by_kind


SCRIPT = """
import json
from camelup.bulk import VectorGame
seen = []
for layout in ("facts", None):
    vector = VectorGame(3, players=3, seed=1, layout=layout, opponents={} if layout else {1: "random", 2: "sensible"})
    vector.reset()
    for _ in range(25):
        step = vector.step(vector.sample(by_kind=True))
        seen.append([step.mask.tolist(), step.observation.tolist(), step.final_money.tolist()])
print(json.dumps(seen))
"""


@pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled here, to compare with")
def test_it_plays_the_same_without_compilation() -> None:
    assert json.loads(run(SCRIPT, NUMBA_DISABLE_JIT="1")) == json.loads(run(SCRIPT))


# --- Refusals -------------------------------------------------------------------------------------------------

GAMES = 5


@pytest.fixture
def vector() -> VectorGame:
    vector = VectorGame(GAMES, seed=3, opponents={1: "sensible", 2: "random"}, layout=None)
    vector.reset()
    vector.step([ROLL] * GAMES)
    return vector


def last_illegal(vector: VectorGame) -> list[int]:
    return [ROLL] * (GAMES - 1) + [int(vector.current.mask[-1].argmin())]


REFUSED: dict[str, Callable[[VectorGame], object]] = {
    "one illegal action": lambda vector: vector.step(last_illegal(vector)),
    "too few": lambda vector: vector.step([0] * (GAMES - 1)),
    "too many": lambda vector: vector.step([0] * (GAMES + 1)),
    "one": lambda vector: vector.step(0),
    "a column": lambda vector: vector.step(np.zeros((GAMES, 1), np.int64)),
    "None": lambda vector: vector.step(None),  # type: ignore[arg-type]
    "text": lambda vector: vector.step("roll"),
    "floats": lambda vector: vector.step(np.zeros(GAMES)),
    "booleans": lambda vector: vector.step(np.zeros(GAMES, np.bool_)),
    "objects": lambda vector: vector.step([Roll()] * GAMES),  # type: ignore[arg-type]
    "lists of any length": lambda vector: vector.step([0, [0], 0, 0, 0]),  # type: ignore[arg-type]
    "what means a reset inside": lambda vector: vector.step([0] * (GAMES - 1) + [-1]),
    "what means nothing inside": lambda vector: vector.step([0] * (GAMES - 1) + [-2]),
    "what means to look inside": lambda vector: vector.step([0] * (GAMES - 1) + [-3]),
    "a large number": lambda vector: vector.step([0] * (GAMES - 1) + [ACTIONS]),
    "64, which shifts to nothing": lambda vector: vector.step([0] * (GAMES - 1) + [64]),
    "the largest unsigned number": lambda vector: vector.step(np.full(GAMES, 2**64 - 1, np.uint64)),
    "a short mask": lambda vector: vector.reset([True]),
    "numbers as a mask": lambda vector: vector.reset([1] * GAMES),
    "no seed": lambda vector: vector.reset(seed=1.5),  # type: ignore[arg-type]
    "seats without policies": lambda vector: vector.reset(seats=np.full((GAMES, 4), 7)),
    "seats without the caller": lambda vector: vector.reset(seats=np.full((GAMES, 4), 0)),
    "seats of other games": lambda vector: vector.reset(seats=np.full((1, 4), -1)),
    "ragged seats": lambda vector: vector.reset(seats=[[-1] * 4] * (GAMES - 1) + [[-1]]),
    "a ragged mask": lambda vector: vector.reset([True] * (GAMES - 1) + [[True]]),
    "half a game": lambda vector: vector.state(1.5),  # type: ignore[arg-type]
    "a game after the last": lambda vector: vector.state(GAMES),
    "a kind of sampling": lambda vector: vector.sample(by_kind="x"),  # type: ignore[arg-type]
    "a short out": lambda vector: vector.sample(out=np.zeros(1, np.int64)),
    "an out of another type": lambda vector: vector.sample(out=np.zeros(GAMES, np.int32)),
}


@pytest.mark.parametrize("what", REFUSED)
def test_bad_input_is_refused_and_changes_nothing(vector: VectorGame, what: str) -> None:
    before = image(vector)
    with pytest.raises(CamelUpError):
        REFUSED[what](vector)
    assert image(vector) == before


def test_what_is_illegal_is_named(vector: VectorGame) -> None:
    with pytest.raises(IllegalActionError, match=r"Action \d+ is not legal in game 4"):
        vector.step(last_illegal(vector))


def test_nothing_is_played_before_a_reset() -> None:
    vector = VectorGame(GAMES, layout=None)
    for play in (
        lambda: vector.step([ROLL] * GAMES),
        vector.sample,
        lambda: vector.state(0),
        lambda: vector.reset([True] + [False] * (GAMES - 1)),
    ):
        with pytest.raises(ArgumentError, match="reset"):
            play()
    vector.reset([True] * GAMES)


@pytest.mark.parametrize(
    "settings",
    [
        {"num_games": 0},
        {"num_games": 2.0},
        {"num_games": True},
        {"num_games": 10**18},
        {"num_games": 10**30},
        {"edition": 3},
        {"players": 9},
        {"seed": None},
        {"reward": "glory"},
        {"max_actions": 0},
        {"max_actions": None},
        {"opponents": {4: "random"}},
        {"opponents": {"A": "random"}},
        {"opponents": {0: "nobody"}},
        {"opponents": dict.fromkeys(range(4), "random")},
        {"opponents": "random"},
        {"opponents": ["random"]},
        {"opponents": ["random"], "seats": [[0, 0, 0, 0]] * 2},
        {"opponents": ["random"], "seats": [[1, 0, 0, -1]] * 2},
        {"opponents": ["random"], "seats": [[-2, 0, 0, -1]] * 2},
        {"opponents": ["random"], "seats": [[0, 0, -1]] * 2},
        {"opponents": ["random"], "seats": [[0.0, 0, 0, -1]] * 2},
        {"opponents": ["random"], "seats": [[0, 0, 0, -1], [0]]},
        {"opponents": {0: "random"}, "seats": [[0, 0, 0, -1]] * 2},
        {"layout": "everything"},
        {"numbering": "alphabet"},
        {"hide_money": "yes"},
        {"threads": 0},
    ],
    ids=str,
)
def test_vector_games_that_cannot_be_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(CamelUpError):
        VectorGame(**({"num_games": 2} | settings))


def cheat_later(game: Any, legal: int, state: int) -> int:  # noqa: ANN401, ARG001 - what a policy is given
    return 99 if game.leg > 1 else ROLL


def failure_of_a_step(vector: VectorGame) -> str:
    try:
        vector.step([ROLL] * len(vector))
    except PolicyError as error:
        return str(error)
    return ""


def test_a_policy_that_breaks_the_rules_is_named_and_nothing_changes() -> None:
    vector = VectorGame(GAMES, SECOND, 3, seed=3, opponents={1: Policy("cheating", cheat_later)}, layout=None)
    vector.reset()
    before, failure = None, ""
    while not failure:
        before = vector.games.copy(), vector.current.mask.copy(), vector.current.seat.copy()
        failure = failure_of_a_step(vector)
    assert "The policy cheating chose 99 in game" in failure
    assert before is not None
    assert (vector.games == before[0]).all()
    assert (vector.current.mask == before[1]).all()
    assert (vector.current.seat == before[2]).all()
    vector.reset()
    vector.step([ROLL] * GAMES)
