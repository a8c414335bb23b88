"""`camelup odds` as people and scripts call it."""

import json
import re
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from camelup import odds
from camelup.cli import main
from camelup.core.edition import SECOND
from camelup.core.situation import Situation, situation_of
from camelup.core.view import view_of
from camelup.formats.notation import parse_position
from camelup.odds import action_values, values
from camelup.terminal import build_race_table
from tests.children import call

FRESH = ("--edition", "2", "--track", "1:gy 2:rb 3:p 14:K 16:W")
POSITION = (
    "edition 2 | track 4:g 5:y 7:K 8:Wp 9:rb | dice bgryx | tiles 11+B 13-C | money 5 4 3 6 "
    "| tickets r5 b5b3 - y5 | pyramid 1 0 0 0 | winner Ar Cb Br | loser Dg Ay | turn A"
)
EARLY = "edition 1 | track 1:bg 2:ow 3:y | tickets g5 - | winner Ab | money 3 3 | turn B"


def camelup(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return call("odds", *arguments, typed=typed)


def test_a_table_for_people() -> None:
    answer = camelup(*FRESH, "--dice", "gyrbpx", "--tiles", "5+ 8-")
    assert (answer.returncode, answer.stderr) == (0, "")
    lines = answer.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert any(line.split()[:4] == ["b", "blue", "31.4%", "25.0%"] for line in lines)
    assert " Expected landings on spectator tiles: 5: 0.89, 8: 0.06." in lines
    assert " Later legs are computed without spectator tiles." in lines
    assert any(line.split()[:3] == ["b", "blue", "+1.38"] for line in lines), "the best bet is a blue ticket worth 5"


@pytest.mark.parametrize(
    ("track", "more"), [("1:gy 2:rb 3:p 14:K 16:W", ["--tiles", "5+"]), ("1:bg 2:ow 3:y", ["--dice", "bgo"])]
)
def test_a_track_alone_is_enough_and_shows_its_edition(track: str, more: list[str]) -> None:
    edition = "2" if "K" in track else "1"
    named = camelup("--edition", edition, "--track", track, *more, "--json")
    assert named.returncode == 0
    for arguments in ([track], [f" {track} "], ["--track", track], [track, "--edition", edition]):
        assert camelup(*arguments, *more, "--json").stdout == named.stdout, arguments


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["1:gy 2:b"], "may be of either edition: edition 1 has b g o w y and edition 2 has b g p r y K W. Give all"),
        (
            ["1:GY 2:RB 3:P 14:K 16:W"],
            "Racing camels are lower case letters (b g p r y), and crazy camels are capitals (K W): '1:gy 2:rb 3:p ",
        ),
        (["1:gy 2:rb 3:p 14:k 16:w"], "crazy camels are capitals (K W): '1:gy 2:rb 3:p 14:K 16:W'."),
        (["1:BG 2:OW 3:Y"], "Racing camels are lower case letters (b g o w y): '1:bg 2:ow 3:y'."),
        (["0:gy 2:rb 3:p 14:K 16:W"], "line counter-clockwise, which space 0 means: the track has 1 to 16."),
        (["-1:gy 2:rb 3:p 14:K 16:W"], "In a track, '-1:gy' is no space from 1 to 16 with its camels"),
        (["1:GYX"], "No edition has all camels of this track"),
        (["1:gy 2:ob 3:rp"], "No edition has all camels of this track"),
        (["1:gy 2:b", "--edition", "1"], "camel is missing from the track"),
        (["1:gy 2:rb 3:p 14:K 16:W", "--edition", "1"], "expected"),
        (["1:bg 2:ow 3:y", "--track", "1:bg 2:ow 3:y"], "Give the track once"),
        (["1:bg 2:ow 3:y", "--values"], "Only a whole position"),
        ([""], "Give a position, or --track"),
    ],
)
def test_a_track_that_is_not_enough(arguments: list[str], reason: str) -> None:
    done = camelup(*arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert reason in done.stderr


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1:gy 2:rb 3:p", "odds '1:gy 2:rb 3:p'"),
        ("--json 1:gy 2:rb 3:p --dice gy", "odds --json '1:gy 2:rb 3:p' --dice gy"),
        ("--track 1:gy 2:rb 3:p", "odds --track '1:gy 2:rb 3:p'"),
        ("1:gy 2:rb --tiles 5+ 8-", "odds '1:gy 2:rb' --tiles '5+ 8-'"),
    ],
)
def test_whoever_forgets_the_quotes_is_shown_where_they_belong(typed: str, meant: str) -> None:
    done = camelup(*typed.split())
    said = f"camelup: A position with blanks needs quotes around it: camelup {meant}\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


def test_other_words_too_many_are_named() -> None:
    done = camelup("1:gy", "more")
    assert (done.returncode, done.stderr.splitlines()[-1]) == (2, "camelup: error: unrecognized arguments: more")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("1:gy 2:rb 3:p 14:K 16:W | money 3 3", "edition 2 | track 1:gy 2:rb 3:p 14:K 16:W | money 3 3"),
        ("1:bg  2:ow 3:y | leg 2", "edition 1 | track 1:bg 2:ow 3:y | leg 2 | money 3 3"),
        ("1:gy 2:rb 3:p 14:K 16:W |", "edition 2 | track 1:gy 2:rb 3:p 14:K 16:W | money 3 3"),
        (f"1:gy | {'9' * 500}", "edition 2 | track 1:gy 2:rb 3:p 14:K 16:W | money 3 3"),
        ("1:gy 2:rb 3:p 14:K 16:W money 3 3", "edition 2 | track 1:gy 2:rb 3:p 14:K 16:W | money 3 3"),
    ],
)
def test_a_track_with_more_behind_it_is_shown_as_a_position(written: str, meant: str) -> None:
    refused = camelup(written)
    assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
    assert repr(meant) in refused.stderr
    parse_position(meant)


def test_whoever_asks_for_values_of_a_track_is_shown_a_position_that_has_some() -> None:
    refused = camelup("1:gy 2:rb 3:p 14:K 16:W", "--values").stderr
    assert (
        " has actions that can be valued, such as 'edition 2 | track 1:gy 2:rb 3:p 14:K 16:W | money 3 3'." in refused
    )
    [position] = re.findall("'(.*)'", refused)
    assert "What each action is worth" in camelup(position, "--values").stdout


def test_values_of_a_whole_position() -> None:
    answer = camelup(POSITION, "--values")
    assert answer.returncode == 0
    worth = answer.stdout[answer.stdout.index("What each action is worth") :]
    assert "  +1.70  ticket b\n" in worth
    assert "  +1.00  roll\n" in worth
    assert "  tile 6-" in worth


def test_json_with_full_precision() -> None:
    answer = camelup(*FRESH, "--tiles", "5+", "--json")
    form = json.loads(answer.stdout)
    assert form["edition"] == 2
    assert set(form["leg"]) == {"ranks", "tile_hits", "race_ends"}
    assert set(form["race"]) == {"winner", "loser", "exact", "error"}
    assert list(form["leg"]["tile_hits"]) == ["5"]
    assert sum(form["leg"]["ranks"]["g"]) == pytest.approx(1, abs=1e-12)
    assert sum(form["race"]["winner"].values()) == pytest.approx(1, abs=1e-9)
    assert 0 < form["race"]["error"] < 0.001


def test_values_are_in_the_json_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", EARLY, "--values", "--json"]) == 0
    form = json.loads(capsys.readouterr().out)
    assert set(form) == {"edition", "leg", "race", "values"}
    state = parse_position(EARLY)
    expected = values(view_of(state, state.turn))
    assert form["values"]["seat"] == state.turn == 1
    told = form["values"]["actions"]
    assert [entry["action"] for entry in told] == [str(value.action) for value in expected.actions]
    for entry, value in zip(told, expected.actions, strict=True):
        assert entry == {
            "action": str(value.action),
            "own": value.own,
            "parts": value.parts,
            "others": {str(seat): gain for seat, gain in value.others.items()},
        }
    assert {seat for entry in told for seat in entry["others"]} == {"0"}, "a tile changes what A's ticket is worth"


def test_without_values_the_json_has_none() -> None:
    assert set(json.loads(camelup(POSITION, "--json").stdout)) == {"edition", "leg", "race"}


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["page", "json"])
@pytest.mark.parametrize("edition", [1, 2])
def test_nothing_is_computed_twice(
    edition: int, form: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: Counter[tuple[str, Situation]] = Counter()

    def counting(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def counted(position: Any, **how: Any) -> Any:  # noqa: ANN401 - whatever the function takes and gives
            asked[name, situation_of(position)] += 1
            return function(position, **how)

        return counted

    for module in (odds, action_values):
        for name in ("leg", "race"):
            monkeypatch.setattr(module, name, counting(name, getattr(module, name)))
    position = POSITION if edition == 2 else EARLY
    assert main(["odds", position, "--values", *form]) == 0
    assert capsys.readouterr().out
    assert {name for name, _ in asked} == {"leg", "race"}
    assert set(asked.values()) == {1}


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        (FRESH, "Only a whole position"),
        (("edition 1 | track 2:b 3:g 4:o 5:w 17:y | dice bgow | pyramid 1 0 | money 3 3",), "game is over"),
        (("-", "--json"), "--values cannot be used with requests from the input"),
        (("build",), "--values cannot be used with build"),
    ],
    ids=["no players", "game over", "requests", "build"],
)
def test_what_has_no_values_is_refused_before_anything_is_computed_or_written(
    position: tuple[str, ...],
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for module in (odds, action_values):
        for name in ("leg", "race"):
            monkeypatch.setattr(module, name, lambda *_: pytest.fail("computed all the same"))
    assert main(["odds", *position, "--values", "--plot", str(tmp_path / "odds.svg")]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert reason in told.err
    assert list(tmp_path.iterdir()) == []


def test_a_request_on_each_line() -> None:
    requests = [
        {"edition": 1, "track": "1:bg 2:ow 3:y", "dice": "bgowy", "tiles": ""},
        {"edition": 1, "track": "1:bg 2:ow"},
        {"edition": 2, "track": "2:ygrbp 14:KW", "dice": "prb", "tiles": "3-"},
    ]
    answer = camelup("--json", "-", typed="\n".join(map(json.dumps, requests)) + "\nnonsense\n\n")
    first, missing, tiled, nonsense = map(json.loads, answer.stdout.splitlines())
    assert first["leg"]["ranks"]["b"][0] == pytest.approx(1157 / 9720, abs=1e-12)
    assert first["race"] == {**first["race"], "exact": True, "error": 0.0}
    assert missing["error"] == {"code": "camels", "message": "The yellow camel is missing from the track."}
    assert tiled["leg"]["ranks"]["p"][0] == pytest.approx(108 / 216, abs=1e-12)
    assert nonsense["error"]["code"] == "json"


def test_plots(tmp_path: Path) -> None:
    svg, png = tmp_path / "odds.svg", tmp_path / "odds.png"
    assert camelup(*FRESH, "--plot", str(svg)).returncode == 0
    assert camelup(*FRESH, "--plot", str(png)).returncode == 0
    assert ET.fromstring(svg.read_text()).tag.endswith("svg")  # noqa: S314 - our own picture
    assert png.read_bytes().startswith(b"\x89PNG")


def test_the_first_editions_table_is_built_or_found_ready() -> None:
    answer = camelup("build", "--edition", "1")
    assert answer.returncode == 0
    assert "The race table is ready" in answer.stdout + answer.stderr


def test_a_table_is_not_begun_without_the_memory_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CAMELUP_CACHE", str(tmp_path))
    monkeypatch.setattr(build_race_table, "available_memory", lambda: 1_234_567_890)
    monkeypatch.setattr(build_race_table, "build", lambda *_, **__: pytest.fail("built all the same"))
    assert main(["odds", "build"]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert "GB of memory, but only 1.2 GB are available." in printed.err
    assert not (tmp_path / "tables").exists()


@pytest.mark.parametrize("available", [2_000_000_000, None])
def test_2_gb_are_enough_to_build_a_table_and_so_is_not_knowing(
    available: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[object] = []
    monkeypatch.setenv("CAMELUP_CACHE", str(tmp_path))
    monkeypatch.setattr(build_race_table, "available_memory", lambda: available)
    monkeypatch.setattr(build_race_table, "build", lambda edition, **_: built.append(edition))
    assert main(["odds", "build"]) == 0
    assert built == [SECOND]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((), "Give a position, or --track"),
        (("--track", "1:gy 2:rb 3:pp 14:K 16:W"), "purple camel is on the track 2 times"),
        (("--track", "1:gy 2:rb 14:K 16:W"), "purple camel is missing"),
        ((*FRESH, "--dice", "gyrbpxx"), "die x is in the pyramid 2 times"),
        ((*FRESH, "--dice", "g"), "5 dice are out of the pyramid"),
        ((*FRESH, "--tiles", "5+ 6-"), "next to each other"),
        ((*FRESH, "--tiles", "3+"), "cannot both be on space 3"),
        (("--track", "1:gy 2:rb 14:K 16:W 17:p", "--dice", "gyrbx"), "The race is over"),
        ((*FRESH, "--values"), "Only a whole position"),
        ((*FRESH, "--plot", "odds.gif"), "an .svg or a .png file"),
        ((POSITION, "--track", "1:gy"), "either a whole position, or"),
        (("-",), "use --json -"),
        (("-", "--json", "--track", "1:gy"), "--track cannot be used with requests from the input"),
        (("build", "--json"), "--json cannot be used with build"),
        (("build", "--threads", "0"), "The number of threads is 1 or more, not 0."),
        (("nonsense",), "expected a section"),
    ],
)
def test_what_cannot_be_answered_gets_one_line_and_exit_code_2(arguments: tuple[str, ...], reason: str) -> None:
    answer = camelup(*arguments)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.count("\n") == 1
    assert reason in answer.stderr
