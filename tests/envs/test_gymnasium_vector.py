"""One seat in many games: equal to the vector game below it, and to what the rules say of each game."""

from typing import Any

import gymnasium
import numpy as np
import pytest

from camelup.bulk import ACTIONS, RANDOM, ROLL
from camelup.bulk.observations import encode, legal_mask
from camelup.bulk.vector_game import VectorGame
from camelup.core.edition import FIRST, SECOND, STARTING_MONEY
from camelup.core.errors import ArgumentError, CamelUpError, IllegalActionError, InvalidActionError
from camelup.core.view import view_of
from camelup.envs import CamelUpEnv, CamelUpVectorEnv
from camelup.envs.gymnasium_env import ID
from camelup.envs.options import victory_shares

KINDS = [
    {"players": 4},
    {"players": 6, "seat": 5, "numbering": "colour", "hide_money": True, "reward": "money"},
    {"players": 2, "edition": 1, "opponents": ["random"], "max_actions": 40},
]


def by_kind(envs: CamelUpVectorEnv) -> Any:  # noqa: ANN401 - an array of actions
    """Draw legal actions of which few move tiles, since those make games long."""
    return envs.vector_game.sample(by_kind=True).copy()


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_it_shows_each_game_as_its_view_shows_it(options: dict[str, Any]) -> None:
    envs = CamelUpVectorEnv(8, **options)
    seat, hides = options.get("seat", 0), options.get("hide_money", False)
    observations, info = envs.reset(seed=1)
    ended = 0
    for _ in range(60):
        assert observations in envs.observation_space
        assert (envs.action_masks() == info["action_mask"].astype(bool)).all()
        for number in range(0, 8, 3):
            state = envs.vector_game.state(number)
            assert state.turn == seat
            view = view_of(state, seat, hide_money=hides)
            assert (observations[number] == encode(view)).all()
            assert (info["action_mask"][number] == legal_mask(view, options.get("numbering", "rank"))).all()
        observations, _, terminated, truncated, info = envs.step(by_kind(envs))
        ended += (terminated | truncated).sum()
    assert ended > 8


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_what_has_ended_is_told_in_the_same_step(options: dict[str, Any]) -> None:
    envs = CamelUpVectorEnv(50, **options)
    seat, is_money = options.get("seat", 0), options.get("reward") == "money"
    totals = np.zeros(50)
    envs.reset(seed=2)
    count = 0
    for _ in range(80):
        _, rewards, terminated, truncated, info = envs.step(by_kind(envs))
        totals += rewards
        ended = terminated | truncated
        assert ("final_obs" in info) == ended.any()
        if not ended.any():
            continue
        final = info["final_info"]
        for mask in (info["_final_obs"], info["_final_info"], final["_money"], final["_action_mask"]):
            assert (mask == ended).all()
        assert not final["action_mask"].any()
        for number in range(50):
            observation = info["final_obs"][number]
            assert (observation is not None) == ended[number]
            if not ended[number]:
                continue
            count += 1
            assert observation in envs.single_observation_space
            money = final["money"][number].tolist()
            if is_money:
                assert totals[number] == money[seat] - STARTING_MONEY
            else:
                share = victory_shares(money)[seat] if terminated[number] else 0.0
                assert totals[number] == rewards[number] == pytest.approx(share)
            totals[number] = 0
    assert count > 50


def test_gymnasium_makes_it_without_a_warning() -> None:
    envs = gymnasium.make_vec(ID, num_envs=3, opponents=["random", RANDOM], players=3, edition=FIRST)
    assert envs.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    assert isinstance(envs, CamelUpVectorEnv)
    assert envs.single_action_space == gymnasium.spaces.Discrete(ACTIONS)
    assert envs.vector_game.edition is FIRST
    recorded = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    _, info = recorded.reset(seed=1)
    while "episode" not in info:
        *_, info = recorded.step(by_kind(envs))
    assert info["episode"]["l"].max() > 3
    slow = gymnasium.make_vec(ID, num_envs=2, vectorization_mode="sync", players=2)
    _, info = slow.reset(seed=1)
    assert info["action_mask"].shape == (2, ACTIONS)
    for both in (recorded, slow):
        both.close()


def test_the_same_seed_gives_the_same_games_on_any_threads() -> None:
    one, other = CamelUpVectorEnv(1100), CamelUpVectorEnv(1100, threads=2)
    other.reset(seed=9)
    for seed in (3, None):
        (first, _), (second, _) = one.reset(seed=seed), other.reset(seed=seed)
        assert (first == second).all()
    for _ in range(20):
        actions = by_kind(one)
        for first, second in zip(one.step(actions)[:4], other.step(actions)[:4], strict=True):
            assert (first == second).all()
    other.close()


def test_it_is_the_vector_game_with_one_own_seat() -> None:
    envs = CamelUpVectorEnv(20, players=3, seat=1)
    envs.reset(seed=4)
    seed = int(np.random.default_rng(np.random.PCG64(np.random.SeedSequence(4))).integers(1 << 62))
    vector = VectorGame(20, SECOND, 3, opponents={2: "random", 0: "random"}, seed=seed)
    vector.reset()
    for _ in range(30):
        actions = by_kind(envs)
        observations, rewards, *_ = envs.step(actions)
        step = vector.step(actions)
        assert (step.observation == observations).all()
        assert (step.rewards[:, 1] == rewards).all()


def test_what_a_step_has_returned_stays_unless_that_is_not_wanted() -> None:
    for is_copied in (True, False):
        envs = CamelUpVectorEnv(10, players=2, copy=is_copied)
        before, info = envs.reset(seed=1)
        mask = info["action_mask"]
        after, *_, info = envs.step(by_kind(envs))
        assert (before is after) != is_copied
        assert np.shares_memory(mask, info["action_mask"]) != is_copied


def test_some_games_can_be_started_again() -> None:
    envs = CamelUpVectorEnv(6, players=2)
    before, _ = envs.reset(seed=1)
    for _ in range(5):
        before, *_ = envs.step(by_kind(envs))
    chosen = np.array([True, False, False, True, False, False])
    after, _ = envs.reset(options={"reset_mask": chosen})
    assert ((before == after).all(axis=1) == ~chosen).all()


def test_illegal_actions_are_refused_or_become_rolls() -> None:
    strict, rolling = CamelUpVectorEnv(30, players=2), CamelUpVectorEnv(30, players=2, illegal="roll")
    for envs in (strict, rolling):
        envs.reset(seed=5)
    actions = np.random.default_rng(1).integers(ACTIONS, size=30)
    assert not strict.action_masks()[np.arange(30), actions].all()
    with pytest.raises(IllegalActionError):
        strict.step(actions)
    legal = np.where(strict.action_masks()[np.arange(30), actions], actions, ROLL)
    assert (strict.step(legal)[0] == rolling.step(actions)[0]).all()
    for wrong in (np.full(30, ACTIONS), np.full(29, ROLL), np.full(30, 0.5)):
        for envs in (strict, rolling):
            with pytest.raises(InvalidActionError):
                envs.step(wrong)


def test_it_can_be_rendered() -> None:
    envs = CamelUpVectorEnv(2, players=2, render_mode="ansi")
    envs.reset(seed=1)
    first, second = envs.render()
    assert isinstance(first, str)
    assert "Leg 1" in first
    assert first != second
    assert all(name in first for name in ("You", "random"))


@pytest.mark.parametrize(
    "options",
    [
        {"opponents": "greedy"},
        {"opponents": ["random"]},
        {"opponents": 7},
        {"seat": 4},
        {"players": 1},
        {"illegal": "pass"},
        {"render_mode": "human"},
        {"reward": "fame"},
        {"hide_money": "yes"},
        {"seat": None},
        {"num_envs": 10**18},
    ],
    ids=str,
)
def test_what_cannot_be_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(CamelUpError):
        CamelUpVectorEnv(**({"num_envs": 2} | options))


def test_an_unknown_option_does_not_restart_all_games() -> None:
    envs = CamelUpVectorEnv(2, players=2)
    envs.reset(seed=1)
    envs.step(envs.sample_actions())
    before = envs.vector_game.games.copy()
    for wrong in ({"mask": [True, False]}, {"reset_mask": [True, False], "seat": 1}, [True, False]):
        with pytest.raises(ArgumentError, match="reset_mask alone"):
            envs.reset(options=wrong)  # type: ignore[arg-type]
    assert (envs.vector_game.games == before).all()


def test_one_net_fits_all_environments() -> None:
    """Spaces do not depend on seats or editions, nor on which environment it is."""
    for layout in ("facts", "odds"):
        spaces = [
            CamelUpEnv(players=2, layout=layout).observation_space,
            CamelUpEnv(players=8, edition=1, layout=layout).observation_space,
            CamelUpVectorEnv(3, players=4, layout=layout).single_observation_space,
        ]
        assert all(space == spaces[0] for space in spaces)
