"""Training by self-play: it learns, goes on where it was stopped, and gives the same net for the same seed."""

import json
import re
import sys
from collections.abc import Generator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch

from camelup.arena import Match, Result, play_match
from camelup.bulk.action_space import ROLL
from camelup.cli import main
from camelup.core.errors import ArgumentError
from camelup.nets import PolicyNet, load_net, save_net
from camelup.nets.policy_net import SEATS
from camelup.training import evaluation, session
from camelup.training.distillation import imitate
from camelup.training.evaluation import share_against
from camelup.training.learning_net import LearningNet
from camelup.training.plan import Plan
from camelup.training.session import CHECKPOINT, CURVE, NET_FILE, PICTURE, Session
from camelup.training.tables import OPPONENTS
from camelup.training.training import Training

torch.set_num_threads(1)
SMALL: dict[str, Any] = {
    "games": 64,
    "steps": 24,
    "hidden": 24,
    "seats": (2,),
    "editions": (2,),
    "has_styles": False,
    "batch": 512,
    "odds": "quick",
}


@pytest.fixture(autouse=True)
def few_opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile a loop for three opponents: all styles together take half a minute."""
    few = {name: policy for name in ("plain", "miser", "random") for policy in OPPONENTS if policy.name.endswith(name)}
    monkeypatch.setattr(evaluation, "OPPONENTS", tuple(few.values()))
    monkeypatch.setattr(evaluation, "_KNOWN", {name: number for number, name in enumerate(few)})


def clueless(hidden: int) -> PolicyNet:
    """A net that does not look at the worth of actions, which every other one starts with.

    It likes to roll: one that takes any action moves its tile to and fro until the game is given up, and nobody can
    learn from games without an end.
    """
    torch.manual_seed(3)
    net = LearningNet(hidden)
    with torch.no_grad():
        net.alpha.zero_()
        net.head.bias[ROLL] = 3
    return net.to_policy_net({})


def test_it_learns_to_beat_those_it_has_never_met() -> None:
    plan = {**SMALL, "games": 128, "steps": 64, "batch": 1024}
    training = Training(Plan(decisions=100_000, rate=2e-3, trace=0.95, **plan), clueless(24))
    before = share_against(training.net, 2, "random", 256, 2, odds="quick")
    assert not any(lesson.given_up for lesson in training.run())
    after = share_against(training.net, 2, "random", 256, 2, odds="quick")
    assert after.value - after.error > before.value + before.error, f"{before} before, {after} after"


def weights(training: Training) -> list[np.ndarray]:
    net = training.to_policy_net()
    return [net.first, net.second, net.head, net.alpha]


def test_the_same_seed_gives_the_same_net_and_another_another() -> None:
    nets = []
    for seed in (1, 1, 2):
        training = Training(Plan(decisions=5_000, seed=seed, **SMALL))
        list(training.run())
        nets.append(weights(training))
    assert all((one == other).all() for one, other in zip(nets[0], nets[1], strict=True))
    assert not all((one == other).all() for one, other in zip(nets[0], nets[2], strict=True))


def test_a_run_that_was_stopped_gives_the_same_net_as_one_that_was_not(tmp_path: Path) -> None:
    plan = Plan(decisions=9_000, **{**SMALL, "odds": "exact"})
    whole, stopped = Training(plan), Training(plan)
    for training in (whole, stopped):
        training.learn()
        training.learn()
        training.save(tmp_path / "checkpoint.pt")
    resumed = Training.load(tmp_path / "checkpoint.pt")
    for training in (whole, resumed):
        list(training.run())
    assert whole.lessons == resumed.lessons
    assert all((one == other).all() for one, other in zip(weights(whole), weights(resumed), strict=True))


def test_a_session_writes_all_it_has_and_goes_on_in_its_folder(tmp_path: Path) -> None:
    asked = {**SMALL, "decisions": 3_000}
    begun = Session.open(tmp_path, asked, None, 16)
    assert "nothing is kept" in begun.describe_stop()
    lines = list(begun.run())
    assert "edition 2, three miser" in lines[1]
    (point,) = [json.loads(line) for line in (tmp_path / CURVE).read_text(encoding="utf-8").splitlines()]
    assert point["decisions"] >= 3_000
    assert load_net(tmp_path / NET_FILE).about["seen"] == point["decisions"]
    assert begun.describe_stop() == f"Stopped. The same command goes on after {point['decisions']:,} decisions."
    assert "<svg" in (tmp_path / PICTURE).read_text(encoding="utf-8")
    assert any(path.name.startswith("events.out") for path in tmp_path.iterdir())
    assert not list(Session.open(tmp_path, asked, None, 16).run()), "there is nothing left to learn"
    with pytest.raises(ArgumentError, match="was begun with seed 1"):
        Session.open(tmp_path, {"seed": 2}, None, 16)


def test_a_session_tells_what_it_does_from_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []
    told: list[str] = []
    seconds = iter(range(0, 6000, 60))
    monkeypatch.setattr(session, "time", SimpleNamespace(monotonic=lambda: next(seconds), process_time=lambda: 0.0))
    asked = {**SMALL, "decisions": 3_000}
    begun = Session.open(tmp_path, asked, None, 16, on_step=steps.append, on_progress=told.append)
    assert steps == [session.SETTING_UP], "before the tables are there"
    running = begun.run()
    next(running)
    assert told == []
    list(running)
    assert steps[1:] == ["Playing for the first lesson, which also compiles code the first time."]
    assert re.fullmatch(r"Lesson 1: 1,\d{3} of 3,000 decisions\.", told[0])
    assert re.fullmatch(r"Lesson 2: 2,\d{3} of 3,000 decisions, \d+ s left\.", told[1])
    assert told[-1].endswith("measuring the net in games against plain and miser...")


@pytest.mark.parametrize("is_terminal", [True, False])
def test_the_command_shows_what_it_does(
    is_terminal: bool,  # noqa: FBT001 - an example
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: is_terminal)
    small = (
        "--decisions 2000 --games 64 --steps 24 --hidden 24 --seats 2 --editions 2 --alone --odds quick --evaluate 16"
    )
    assert main(["train", str(tmp_path / "new"), *small.split()]) == 0
    shown = capsys.readouterr()
    lines = [line.strip() for line in re.split("[\r\n]+", shown.err) if line.strip()]
    assert session.SETTING_UP in lines
    assert any(line.startswith("Lesson 1: 1,") for line in lines)
    assert ("Loading PyTorch..." in lines) == is_terminal
    assert shown.err.endswith("\r" if is_terminal else ".\n"), "nothing stays on a terminal's line"
    assert shown.out.startswith("Begins: 2,000 decisions, seed 1.\n"), "what a script reads is as it was"


def test_matches_at_the_end_may_be_played_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "PLAYERS", ("random",))
    done = Session.open(tmp_path, {**SMALL, "decisions": 1}, None, 16)
    list(done.run())
    asked: list[int] = []

    def elsewhere(match: Match, missing: list[int]) -> Generator[list[Result]]:
        asked.extend(missing)
        yield [result for result in play_match(match, 8, processes=1) if result.game in missing]

    there = list(done.play_matches(8, elsewhere))
    assert asked == list(range(8))
    assert there == list(done.play_matches(8))
    assert there[0].startswith("edition 2, three random, luck out: ")


@pytest.mark.parametrize("damage", [b"", b"PK\x03\x04", b"not a checkpoint"])
def test_a_damaged_checkpoint_is_refused_in_a_sentence(damage: bytes, tmp_path: Path) -> None:
    (tmp_path / CHECKPOINT).write_bytes(damage)
    with pytest.raises(ArgumentError, match="is no checkpoint"):
        Session.open(tmp_path, {}, None, 16)


def test_a_checkpoint_stays_small(tmp_path: Path) -> None:
    training = Training(Plan(decisions=10**9, **{**SMALL, "hidden": 256}))
    for _ in range(2):
        training.learn()
    training._past *= 11  # noqa: SLF001 - as after many lessons
    training.save(tmp_path / CHECKPOINT)
    assert (tmp_path / CHECKPOINT).stat().st_size < 8_000_000


def test_a_small_net_learns_to_choose_as_a_large_one_does() -> None:
    torch.manual_seed(3)
    teacher = LearningNet(24)
    with torch.no_grad():
        teacher.head.weight *= 40
    seen = [apart for _, apart, _ in imitate(teacher.to_policy_net({}), 16, 150_000, 1)]
    assert seen[-1] < seen[0] / 2


def test_the_net_of_pytorch_and_that_of_numpy_say_the_same() -> None:
    torch.manual_seed(1)
    net = LearningNet(32)
    seen = torch.rand(50, net.first.in_features)
    logits, values = net.to_policy_net({})(seen.numpy())
    with torch.no_grad():
        wanted = net(seen)
    assert logits == pytest.approx(wanted[0].numpy(), abs=1e-4)
    assert values == pytest.approx(wanted[1].numpy(), rel=1e-4, abs=1e-4)


def test_a_net_with_more_hidden_units_begins_as_the_one_it_is_made_of() -> None:
    torch.manual_seed(1)
    small = LearningNet(16)
    with torch.no_grad():
        small.head.weight *= 40
    large = LearningNet.from_policy_net(small.to_policy_net({}), 24)
    seen = torch.rand(50, small.first.in_features)
    for found, wanted in zip(large(seen), small(seen), strict=True):
        assert found.detach().numpy() == pytest.approx(wanted.detach().numpy(), rel=1e-4, abs=1e-4)
    large(seen)[0].sum().backward()
    assert large.head.weight.grad is not None
    assert large.head.weight.grad[:, 16:].any(), "the new units have something to learn"


def test_a_session_widens_the_net_it_begins_with_and_never_cuts_it(tmp_path: Path) -> None:
    start = tmp_path / "start.npz"
    save_net(clueless(24), start)
    asked = {name: value for name, value in SMALL.items() if name != "hidden"} | {"decisions": 1}
    for number, hidden in enumerate((None, 32)):
        here = tmp_path / str(number)
        list(Session.open(here, asked | ({} if hidden is None else {"hidden": hidden}), start, 16).run())
        assert load_net(here / NET_FILE).first.shape[1] == (hidden or 24)
    with pytest.raises(ArgumentError, match="24 hidden units"):
        Session.open(tmp_path / "cut", {**asked, "hidden": 16}, start, 16)


def test_bfloat16_is_close_and_plays_as_it_learns() -> None:
    torch.manual_seed(1)
    exact = LearningNet(64)
    with torch.no_grad():
        exact.head.weight *= 40
    rounded = LearningNet.from_policy_net(exact.to_policy_net({}), bfloat16=True)
    seen = torch.rand(50, exact.first.in_features)
    seen[:, SEATS] = 1
    for found, wanted in zip(rounded(seen), exact(seen), strict=True):
        assert found.detach().numpy() == pytest.approx(wanted.detach().numpy(), rel=0.02, abs=0.05)
        assert (found != wanted).any(), "it is rounded"
    for plays, learns in zip(rounded.to_play()(seen), rounded(seen), strict=True):
        assert (plays == learns).all()
    assert rounded.first.weight.dtype == torch.float32, "what is learned keeps all its digits"


@pytest.mark.parametrize(
    "asked", [{"decisions": 0}, {"games": 1 << 20}, {"seats": (1,)}, {"editions": (3,)}, {"rate": -1}, {"seed": -1}]
)
def test_a_plan_that_cannot_be_carried_out_is_refused(asked: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError):
        Plan(**asked)


@pytest.mark.parametrize(
    "flags", [("--threads", "9999999999"), ("--matches", "-1"), ("--teacher", "nowhere.npz"), ("--hidden", "0")]
)
def test_a_command_that_is_refused_makes_no_folder(
    flags: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", str(tmp_path / "new"), *flags]) == 2
    error = capsys.readouterr().err
    assert error.startswith("camelup: ")
    assert error.count("\n") == 1
    assert not (tmp_path / "new").exists()
