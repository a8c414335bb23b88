"""Two matches on the same deals: the difference is that of the deals, paired, and luck is taken out of it."""

import json
from pathlib import Path
from statistics import fmean

import pytest

from camelup.arena import Match, Result, play_match, read_results
from camelup.arena.compare import compare
from camelup.arena.luck import take_out_luck
from camelup.arena.results import Kept
from camelup.core.errors import ArgumentError
from tests.children import call


def kept(names: tuple[str, ...], money: list[tuple[int, ...]], seed: int = 1) -> Kept:
    match = Match(names, seed=seed)
    results = [Result(game, match.seating(game), each, (0,) * match.seats) for game, each in enumerate(money)]
    return Kept(match, results, 0)


def test_differences_are_paired_by_deal_and_place() -> None:
    before = kept(("old", "rival"), [(9, 1), (9, 1), (1, 9), (1, 9), (9, 1), (1, 9)])
    after = kept(("new", "rival"), [(9, 1), (1, 9), (9, 1), (1, 9), (9, 1), (1, 9)])
    comparison = compare(before, after)
    assert (comparison.deals, comparison.seats) == (3, 2)
    new, rival = comparison.differences
    # By deal, `old` has 1/2, 1/2 and 1; `new` has 1, 1 and 1.
    assert (new.before, new.after, new.seats) == ("old", "new", 1)
    assert new.share_before == pytest.approx(2 / 3)
    assert new.share_after == 1.0
    assert new.difference == pytest.approx(fmean([0.5, 0.5, 0.0]))
    assert new.error == pytest.approx(4.303 * (1 / 12) ** 0.5 / 3**0.5, rel=0.05)
    assert rival.difference == pytest.approx(-new.difference)
    assert (new.fair, new.fair_error) == (None, None)
    assert comparison.to_frame().num_rows == 2


def test_only_deals_that_both_have_count() -> None:
    before = kept(("old", "rival"), [(9, 1)] * 6)
    after = kept(("new", "rival"), [(9, 1)] * 4)
    assert compare(before, after).deals == 2
    after.results.pop(0)
    comparison = compare(before, after)
    assert comparison.deals == 1
    assert comparison.differences[0].error is None


def test_one_player_against_itself_has_no_difference(tmp_path: Path) -> None:
    match = Match(("novice", "random"), seed=3)
    out = tmp_path / "match.jsonl"
    results = play_match(match, 6, processes=1, out=out)
    same = compare(read_results(out), read_results(out))
    assert [(each.difference, each.error, each.fair, each.fair_error) for each in same.differences] == [
        (0.0, 0.0, 0.0, 0.0)
    ] * 2
    other = kept(("random", "random"), [result.money for result in results], seed=3)
    assert compare(read_results(out), other).differences[0].fair is None
    # What is taken out is what `take_out_luck` takes out.
    reversed_wins = Kept(match, [Result(each.game, each.players, each.money[::-1], each.forfeits, record=each.record)
                                 for each in results], 0)  # fmt: skip
    fair = take_out_luck(match, results)["novice"].value
    found = compare(read_results(out), reversed_wins).differences[0]
    assert found.fair is not None
    assert found.fair == pytest.approx(take_out_luck(match, reversed_wins.results)["novice"].value - fair)


def test_the_command_prints_the_difference(tmp_path: Path) -> None:
    files = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    for file, players in zip(files, (("random", "sensible"), ("sensible", "random")), strict=True):
        policies = [f"policy:{player}" for player in players]
        done = call("arena", *policies, "--games", "400", "--seed", "5", "--processes", "1", "--out", str(file))
        assert done.returncode == 0
    done = call("arena", "compare", *map(str, files))
    assert (done.returncode, done.stderr) == (0, "")
    assert "policy:random -> policy:sensible" in done.stdout
    assert "luck of the dice cannot be taken out" in done.stdout
    form = json.loads(call("arena", "compare", *map(str, files), "--json").stdout)
    best = form["players"][0]
    assert best["difference"] - best["error"] > 0
    assert call("arena", "compare", *map(str, files), "--games", "3").returncode == 2
    assert "Name two files" in call("arena", "compare", str(files[0])).stderr


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (kept(("new", "rival"), [(1, 2)] * 2, seed=2), "differ in their seed"),
        (kept(("new", "rival", "rival"), [(1, 2, 3)] * 3), "differ in their number of seats"),
        (kept(("new", "rival"), [(1, 2)]), "no complete deal in common"),
        (Kept(Match(("new", "rival"), 1, seed=1), [], 0), "differ in their edition"),
        (Kept(Match(("new", "rival", "third"), seed=1, pool_seats=2), [], 0), "pool cannot be compared"),
    ],
)
def test_other_deals_are_refused(other: Kept, why: str) -> None:
    with pytest.raises(ArgumentError, match=why):
        compare(kept(("old", "rival"), [(1, 2)] * 2), other)
