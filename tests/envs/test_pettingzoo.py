"""All seats as a PettingZoo environment: its own tests, and each step compared with the rules."""

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from camelup.bulk import ACTIONS, ROLL
from camelup.bulk.observations import Encoder, legal_mask, numbered_action
from camelup.core.actions import Roll
from camelup.core.edition import STARTING_MONEY
from camelup.core.errors import ArgumentError, CamelUpError, IllegalActionError, InvalidActionError
from camelup.core.rules import apply, chances
from camelup.core.view import view_of
from camelup.envs import camelup_v0
from camelup.envs.options import victory_shares

KINDS = [
    {"players": 2},
    {"players": 4, "edition": 1, "reward": "money"},
    {"players": 8, "hide_money": True, "numbering": "colour"},
    {"players": 3, "layout": "odds"},
]
# Its test knows the environments of its own whose observations are dicts, by name, and warns for all others.
dicts_are_fine = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning:pettingzoo.test.api_test",
    "ignore:Observation space for each agent probably should be gymnasium.spaces.box or "
    "gymnasium.spaces.discrete:UserWarning:pettingzoo.test.api_test",
)


def choose(observed: dict[str, Any], rng: np.random.Generator) -> int:
    """Choose any legal action, but often a roll: otherwise most actions would move a tile."""
    return ROLL if rng.random() < 0.5 else int(rng.choice(np.flatnonzero(observed["action_mask"])))


@dicts_are_fine
@pytest.mark.parametrize("options", KINDS, ids=str)
def test_its_api_is_that_of_pettingzoo(options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    for make in (camelup_v0.env, camelup_v0.raw_env):
        api_test(make(**options), num_cycles=200)
    assert capsys.readouterr().out.count("Passed") == 2


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_the_same_seed_gives_the_same_game(options: dict[str, Any]) -> None:
    seed_test(lambda: camelup_v0.env(**options), num_cycles=30)


def test_every_way_to_render_works(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("camelup.envs.rendering.PIXELS", 200)
    render_test(lambda **options: camelup_v0.env(players=2, **options), {"svg": lambda svg: svg.startswith("<svg")})
    assert "Leg 1" in capsys.readouterr().out


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_every_step_is_one_of_the_rules(options: dict[str, Any]) -> None:
    env = camelup_v0.raw_env(**options)
    numbering, layout = options.get("numbering", "rank"), options.get("layout", "facts")
    hides = options.get("hide_money", False)
    rng = np.random.default_rng(1)
    env.reset(seed=1)
    encoders = {
        agent: Encoder(view_of(env.position, seat, hide_money=hides), layout)
        for seat, agent in enumerate(env.possible_agents)
    }
    while True:
        state = env.position
        for seat, agent in enumerate(env.agents):
            view = view_of(state, seat, hide_money=hides)
            observed = env.observe(agent)
            assert env.observation_space(agent).contains(observed)
            assert (observed["observation"] == encoders[agent].encode(view)).all()
            assert (observed["action_mask"] == legal_mask(view, numbering)).all()
        if state.is_over:
            break
        assert env.agent_selection == f"player_{state.turn}"
        number = choose(env.observe(env.agent_selection), rng)
        action = numbered_action(view_of(state, state.turn), number, numbering)
        outcomes = [face for face, _ in chances(state, action)] if isinstance(action, Roll) else [None]
        env.step(number)
        # Two faces may lead to the same position, by a tile or by a crazy camel that carries others.
        results = [apply(state, action, face) for face in outcomes]
        events = next(events for after, events in results if after == env.position)
        for encoder in encoders.values():
            encoder.follow(events)
    money = env.position.money
    assert all(env.terminations.values())
    assert env.infos["player_0"]["money"] == list(money)


@pytest.mark.parametrize("reward", ["win", "money"])
def test_rewards_add_up(reward: str) -> None:
    env = camelup_v0.env(players=5, reward=reward)
    rng = np.random.default_rng(2)
    for seed in range(3):
        env.reset(seed=seed)
        totals = dict.fromkeys(env.possible_agents, 0.0)
        money: list[int] = []
        for agent in env.agent_iter():
            observed, earned, terminated, _, info = env.last()
            totals[agent] += earned
            money = info.get("money", money)
            env.step(None if terminated else choose(observed, rng))
        expected = victory_shares(money) if reward == "win" else [amount - STARTING_MONEY for amount in money]
        assert list(totals.values()) == pytest.approx(expected)
        assert env.agents == []


def test_a_game_is_truncated_after_its_most_actions() -> None:
    env = camelup_v0.env(players=2, max_actions=7)
    env.reset(seed=1)
    for _ in range(7):
        assert not any(env.truncations.values())
        env.step(ROLL)
    assert env.truncations == {"player_0": True, "player_1": True}
    assert not any(env.terminations.values())
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.agents)


def test_an_illegal_action_is_refused_or_becomes_a_roll() -> None:
    strict, rolling = camelup_v0.raw_env(players=3), camelup_v0.raw_env(players=3, illegal="roll")
    for env in (strict, rolling):
        env.reset(seed=1)
    illegal = int(np.flatnonzero(strict.observe(strict.agent_selection)["action_mask"] == 0)[0])
    before = strict.position
    with pytest.raises(IllegalActionError, match="player"):
        strict.step(illegal)
    assert strict.position == before
    strict.step(ROLL)
    rolling.step(illegal)
    assert strict.position == rolling.position
    for nonsense in (ACTIONS, -1, None, "roll"):
        with pytest.raises(InvalidActionError):
            rolling.step(nonsense)  # type: ignore[arg-type]


def test_a_spectator_of_hidden_money_sees_none() -> None:
    env = camelup_v0.env(players=2, hide_money=True, render_mode="ansi")
    env.reset(seed=1)
    env.step(ROLL)
    assert env.render().count("?") == 2
    assert "player_1" in env.render()
    with pytest.raises(ArgumentError):
        camelup_v0.raw_env(players=2).render()


@pytest.mark.parametrize(
    "options",
    [
        {"players": 9},
        {"edition": 0},
        {"reward": "fame"},
        {"layout": "x"},
        {"numbering": "x"},
        {"max_actions": 1},
        {"hide_money": "yes"},
    ],
    ids=str,
)
def test_what_cannot_be_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(CamelUpError):
        camelup_v0.env(**options)


def test_an_agent_that_does_not_play_is_refused() -> None:
    env = camelup_v0.raw_env(players=2)
    env.reset(seed=1)
    for call in (env.observe, env.observation_space, env.action_space):
        with pytest.raises(ArgumentError, match="player_0 to player_1, not 'bob'"):
            call("bob")
