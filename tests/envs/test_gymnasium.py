"""One seat as a Gymnasium environment: what the library asks for, what opponents see, and what is rewarded."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar
from xml.etree import ElementTree as ET

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence

from camelup.bulk import ACTIONS, ROLL
from camelup.bulk.observations import encode, legal_mask, numbered_action
from camelup.chance import RandBelow, seeded
from camelup.core.actions import Action
from camelup.core.edition import EDITIONS, FIRST, SECOND, STARTING_MONEY
from camelup.core.errors import ArgumentError, CamelUpError, IllegalActionError, InvalidActionError, PlayerError
from camelup.core.events import CardPlayed, Event, LegScored, TileHit
from camelup.core.view import View, view_of
from camelup.drawing import board_svg
from camelup.envs import CamelUpEnv
from camelup.game import Game
from camelup.hidden_cards import sample_state
from camelup.players import DEFAULT_BUDGET, Budget, Player, Seating
from camelup.players.random_player import RandomPlayer

ID = "camelup/CamelUp-v0"
KINDS = [
    {"players": 2},
    {"players": 4, "edition": FIRST, "reward": "money"},
    {"players": 6, "hide_money": True, "numbering": "colour", "seat": None},
    {"players": 8, "edition": 1, "layout": "odds", "seat": 7},
    {"players": 3, "layout": "odds", "hide_money": True},
]

Step = tuple[np.ndarray[Any, Any], float, bool, bool, dict[str, Any]]


def play(env: CamelUpEnv, seed: int | None) -> Iterator[Step]:
    """Play one game with random legal actions."""
    observation, info = env.reset(seed=seed)
    rng = np.random.default_rng(seed or 0)
    yield observation, 0.0, False, False, info
    while True:
        # By kind, or most actions would move a tile, and games would be very long.
        legal = np.flatnonzero(info["action_mask"])
        action = ROLL if rng.random() < 0.5 else rng.choice(legal)
        observation, reward, terminated, truncated, info = env.step(action)
        yield observation, float(reward), terminated, truncated, info
        if terminated or truncated:
            return


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_gymnasium_has_nothing_to_say_against_it(options: dict[str, Any]) -> None:
    env = gymnasium.make(ID, illegal="roll", **options)
    for _ in range(5):  # it samples without the mask, and the space goes on drawing
        check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("mode", ["ansi", "rgb_array", "svg"])
def test_gymnasium_has_nothing_to_say_against_rendering(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("camelup.envs.rendering.PIXELS", 300)
    env = gymnasium.make(ID, players=2, render_mode=mode, illegal="roll")
    env.reset(seed=1)
    env.step(np.int64(ROLL))
    frame = env.render()
    if mode == "rgb_array":
        assert isinstance(frame, np.ndarray)
        assert frame.dtype == np.uint8
        assert frame.shape[1:] == (300, 3)
        assert len(np.unique(frame.reshape(-1, 3), axis=0)) > 100
    else:
        assert isinstance(frame, str)
        assert ("<svg" in frame) == (mode == "svg")


def test_people_see_the_table_after_every_action(capsys: pytest.CaptureFixture[str]) -> None:
    env = CamelUpEnv(players=2, render_mode="human")
    env.reset(seed=1)
    capsys.readouterr()
    env.step(ROLL)
    shown = capsys.readouterr().out
    assert shown.count("Leg 1") == 2  # one's own action, and the other's
    assert "You" in shown
    assert "Tumble" in shown


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_the_same_seed_gives_the_same_games(options: dict[str, Any]) -> None:
    one, other = CamelUpEnv(**options), CamelUpEnv(**options)
    list(play(other, 99))  # what was played before does not matter
    for seed in (5, None):  # the second game follows from the first one's seed
        for first, second in zip(play(one, seed), play(other, seed), strict=True):
            assert data_equivalence(first, second, exact=True)
    assert one.seat == other.seat


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_it_shows_what_the_view_shows(options: dict[str, Any]) -> None:
    env = CamelUpEnv(**options)
    numbering = options.get("numbering", "rank")
    is_facts = options.get("layout") is None
    for observation, _, terminated, truncated, info in play(env, 3):
        view = env.game.view(env.seat)
        assert observation in env.observation_space
        assert info["seat"] == env.seat
        assert (info["action_mask"] == legal_mask(view, numbering)).all()
        assert (env.action_masks() == info["action_mask"].astype(bool)).all()
        assert info["action_mask"].any() != (terminated or truncated)
        if is_facts:
            assert (observation == encode(view)).all()


@pytest.mark.parametrize("layout", ["facts", "odds"])
def test_what_a_seat_may_not_know_changes_nothing(layout: str) -> None:
    def observe(position: Any, seat: int) -> np.ndarray[Any, Any]:  # noqa: ANN401 - a state
        game = Game.from_position(position, hide_money=True)
        env._game, env._view = game, game.view(seat)  # noqa: SLF001 - a table with other secrets
        return env._observe()[0]  # noqa: SLF001

    env = CamelUpEnv(players=4, layout=layout, hide_money=True, seat=2)
    compared = 0
    steps = play(env, 11)
    for observation, *_ in steps:
        game, view = env.game, env._view  # noqa: SLF001 - what it has observed
        if game.is_over:
            break
        known = view_of(game.position, env.seat)
        for seed in range(3):
            other = sample_state(known, seeded(seed))
            money = [amount + 5 * (seat != env.seat) for seat, amount in enumerate(other.money)]
            assert (observe(other.replace(money=tuple(money)), env.seat) == observation).all()
            compared += other != game.position
        env._game, env._view = game, view  # noqa: SLF001
    assert compared > 20


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.number)
@pytest.mark.parametrize("players", [2, 5])
def test_rewards_add_up(edition: Any, players: int) -> None:  # noqa: ANN401 - an edition
    for reward in ("money", "win"):
        env = CamelUpEnv(players=players, edition=edition, reward=reward)
        for seed in range(4):
            steps = list(play(env, seed))
            *_, info = steps[-1]
            money = info["money"]
            assert tuple(money) == env.game.position.money
            total = sum(step[1] for step in steps)
            if reward == "money":
                assert total == money[0] - STARTING_MONEY
            else:
                assert total == steps[-1][1] == (money[0] == money.max()) / (money == money.max()).sum()
            assert all("money" not in step[-1] for step in steps[:-1])


def test_a_game_is_truncated_after_its_most_actions() -> None:
    env = CamelUpEnv(players=3, max_actions=20)
    for seed in range(3):
        *steps, (_, reward, terminated, truncated, info) = play(env, seed)
        assert (reward, terminated, truncated) == (0.0, False, True)
        assert len(env.game.record.plies) == 20
        assert not any(step[2] or step[3] for step in steps)
        assert not info["action_mask"].any()
        with pytest.raises(IllegalActionError, match="reset"):
            env.step(ROLL)
    with pytest.raises(ArgumentError, match="max_actions"):
        CamelUpEnv(players=3, max_actions=2)


def test_an_illegal_action_is_refused_or_becomes_a_roll() -> None:
    env, rolling = CamelUpEnv(players=2), CamelUpEnv(players=2, illegal="roll")
    _, info = env.reset(seed=4)
    rolling.reset(seed=4)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    before = env.game.position
    with pytest.raises(IllegalActionError):
        env.step(illegal)
    assert env.game.position == before
    assert data_equivalence(env.step(ROLL), rolling.step(illegal))
    for nonsense in (ACTIONS, -1, 1.5, "roll", None):
        for one in (env, rolling):
            with pytest.raises(InvalidActionError):
                one.step(nonsense)  # type: ignore[arg-type]


class Witness(RandomPlayer):
    """Notes all that it is told."""

    told: ClassVar[list["Witness"]] = []

    def __init__(self, rng: RandBelow) -> None:
        super().__init__(rng)
        self.seating: Seating | None = None
        self.views: list[View] = []
        self.heard: list[Event] = []
        self.last: View | None = None
        self.told.append(self)

    def start(self, seating: Seating) -> None:
        self.seating = seating

    def choose(self, view: View, budget: Budget = DEFAULT_BUDGET) -> Action:
        self.views.append(view)
        return super().choose(view, budget)

    def observe(self, events: Sequence[Event]) -> None:
        self.heard.extend(events)

    def end(self, view: View) -> None:
        assert self.last is None
        self.last = view


def test_opponents_are_told_what_their_seats_may_know() -> None:
    Witness.told.clear()
    env = CamelUpEnv(Witness, players=4, seat=1, hide_money=True)
    steps = list(play(env, 6))
    assert [witness.seating.seat for witness in Witness.told if witness.seating] == [2, 3, 0]
    for witness in Witness.told:
        assert witness.seating is not None
        seat = witness.seating.seat
        assert witness.seating.names[1] == "You"
        assert witness.views
        for view in (witness.seating.view, *witness.views):
            assert type(view) is View
            assert view.seat == seat
            assert [owner for owner, money in enumerate(view.money) if money is not None] == [seat]
            assert all(card.camel is None for card in view.winner_deck + view.loser_deck if card.seat != seat)
        for event in witness.heard:
            if isinstance(event, CardPlayed):
                assert (event.camel is None) == (event.seat != seat)
            if isinstance(event, TileHit):
                assert (event.money is None) == (event.seat != seat)
            if isinstance(event, LegScored):
                assert all((reward.money is None) == (reward.seat != seat) for reward in event.rewards)
        assert any(isinstance(event, CardPlayed) and event.seat == env.seat for event in witness.heard)
        assert witness.last == env.game.view(seat)
    assert steps[-1][2]


def test_players_are_new_in_each_game_and_leave_it_when_it_is_broken_off() -> None:
    Witness.told.clear()
    env = CamelUpEnv([Witness, "random"], players=3)
    env.reset(seed=1)
    assert [witness.last for witness in Witness.told] == [None]
    env.reset()
    first, second = Witness.told
    assert first.last is not None
    assert second.last is None
    env.close()
    assert second.last is not None


def test_an_own_player_object_plays_one_seat() -> None:
    class Roller(Player):
        games = 0
        is_closed = False

        def start(self, seating: Seating) -> None:
            assert seating.seat == 1
            self.games += 1

        def choose(self, view: View, budget: Budget = DEFAULT_BUDGET) -> Action:  # noqa: ARG002
            return view.legal[0]

        def close(self) -> None:
            self.is_closed = True

    roller = Roller()
    env = CamelUpEnv(roller, players=2)
    for seed in (1, 2):
        list(play(env, seed))
    env.close()
    assert roller.games == 2
    assert roller.is_closed
    assert {str(ply.action) for ply in env.game.record.plies if ply.seat == 1} == {"roll"}
    with pytest.raises(ArgumentError, match="one seat"):
        CamelUpEnv(roller, players=3)
    with pytest.raises(ArgumentError, match="two seats"):
        CamelUpEnv([roller, roller], players=3)


def test_a_program_can_be_an_opponent() -> None:
    program = Path(__file__).parents[2] / "examples" / "players" / "backer_program.py"
    env = CamelUpEnv(f"exec:{sys.executable} {program}", players=2)
    for seed in (1, 2):
        assert list(play(env, seed))[-1][2]
    env.close()


def test_an_opponent_must_play_by_the_rules() -> None:
    class Stubborn(Player):
        def choose(self, view: View, budget: Budget = DEFAULT_BUDGET) -> Action:  # noqa: ARG002
            return view.legal[-1] if view.leg > 1 else "nonsense"  # type: ignore[return-value]

    env = CamelUpEnv(Stubborn, players=2)
    with pytest.raises(PlayerError, match="Stubborn chose 'nonsense'"):
        list(play(env, 1))
    for wrong in (7, [7], lambda: 7):
        with pytest.raises(PlayerError):
            CamelUpEnv(wrong, players=2).reset(seed=1)  # type: ignore[arg-type]
    for wrong_options in (
        {"opponents": ["random"]},
        {"opponents": "nobody"},
        {"players": 9},
        {"seat": 4},
        {"edition": 3},
        {"reward": "fame"},
        {"layout": "nonsense"},
        {"numbering": "size"},
        {"illegal": "pass"},
        {"render_mode": "hologram"},
        {"budget": 5},
        {"hide_money": "yes"},
    ):
        with pytest.raises(CamelUpError):
            CamelUpEnv(**wrong_options).reset()


def test_a_seat_can_be_drawn_or_asked_for() -> None:
    env = CamelUpEnv(players=5, seat=None)
    seats = {env.reset(seed=seed)[1]["seat"] for seed in range(40)}
    assert seats == set(range(5))
    assert env.reset(seed=1, options={"seat": 3})[1]["seat"] == 3
    game = env.game
    for wrong in ({"seat": 5}, {"seat": "A"}, {"seats": 3}, "seat"):
        with pytest.raises(CamelUpError):
            env.reset(options=wrong)  # type: ignore[arg-type]
        assert env.game is game
    starts = set()
    for seed in range(30):
        env.reset(seed=seed, options={"seat": 0})
        starts.add(env.game.record.start.turn)
    assert starts == set(range(5))


def test_there_is_no_game_before_the_first_reset() -> None:
    env = CamelUpEnv(players=2)
    for call in (env.action_masks, lambda: env.step(ROLL)):
        with pytest.raises(gymnasium.error.ResetNeeded):
            call()
    with pytest.raises(ArgumentError, match="render_mode"):
        env.render()
    env.close()


def test_rank_and_colour_are_the_same_game() -> None:
    by_rank, by_colour = CamelUpEnv(players=6), CamelUpEnv(players=6, numbering="colour")
    by_rank.reset(seed=8)
    by_colour.reset(seed=8)
    rng = np.random.default_rng(1)
    for _ in range(15):
        view = by_rank.game.view(0)
        number = int(rng.choice(np.flatnonzero(by_colour.action_masks())))
        action = numbered_action(view, number, "colour")
        ranks = [other for other in range(ACTIONS) if numbered_action(view, other, "rank") == action]
        (rank,) = [other for other in ranks if by_rank.action_masks()[other]]
        by_rank.step(rank)
        by_colour.step(number)
        assert by_rank.game.position == by_colour.game.position


def test_editions_may_be_given_by_number_or_as_a_copy() -> None:
    for edition in (2, SECOND, gymnasium.make(ID, edition=SECOND).unwrapped._edition):  # type: ignore[attr-defined] # noqa: SLF001
        env = CamelUpEnv(edition=edition)
        env.reset()
        assert env.game.position.edition is SECOND


class FailingLater(Player):
    """Rolls twice, then fails."""

    def __init__(self) -> None:
        self._calls = 0

    def choose(self, view: View, budget: Budget = DEFAULT_BUDGET) -> Action:  # noqa: ARG002 - as players are called
        self._calls += 1
        if self._calls > 2:
            raise RuntimeError("out of ideas")
        return view.legal[0]


def test_nobody_acts_for_an_opponent_that_has_failed() -> None:
    env = CamelUpEnv(FailingLater, players=2)
    env.reset(seed=7)

    def roll_on() -> None:
        for _ in range(4):
            env.step(ROLL)

    with pytest.raises(RuntimeError, match="out of ideas") as caught:
        roll_on()
    assert "FailingLater on seat 1" in caught.value.__notes__[0]
    before = env.game.position
    with pytest.raises(IllegalActionError, match="broken off"):
        env.step(ROLL)
    assert env.game.position == before
    assert not env.action_masks().any()
    env.reset(seed=7)
    env.step(ROLL)  # and another game can begin


def test_whatever_the_action_space_contains_can_be_given() -> None:
    env = CamelUpEnv("random", players=2)
    rolls: list[Any] = [np.array(ROLL), np.int64(ROLL), np.array(ROLL, np.int8)]
    for action in rolls:
        env.reset(seed=7)
        assert env.action_space.contains(action)
        env.step(action)
    with pytest.raises(InvalidActionError):
        env.step(np.bool_(True))  # type: ignore[arg-type]  # noqa: FBT003 - it looks like a 1
    with pytest.raises(InvalidActionError):
        env.step(np.array([ROLL]))  # type: ignore[arg-type]


def test_all_frames_of_a_game_have_one_even_size() -> None:
    env = CamelUpEnv(["greedy", "random"], players=3, edition=1, render_mode="rgb_array")
    sizes, tall = set(), 0.0
    for step, _ in enumerate(play(env, 4)):
        if step % 9 == 0:
            sizes.add(env.render().shape)  # type: ignore[union-attr]
        root = ET.fromstring(board_svg(env.game.view(0), env.game.names))  # noqa: S314 - a picture of our own
        tall = max(tall, float(root.attrib["height"]))
    (size,) = sizes
    assert size == (888, 640, 3)
    assert tall > 900


def test_a_picture_names_the_players() -> None:
    env = CamelUpEnv(["greedy", "random"], players=3, render_mode="svg")
    env.reset(seed=1)
    picture = env.render()
    assert all(f">{name}</text>" in picture for name in ("You", "Pouch", "Tumble"))  # type: ignore[operator]
