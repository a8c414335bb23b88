"""What an earlier version has written is read today, and what people have called things by still has that name.

The data, with a README that says which version has made it, is in tests/data/before.
"""

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from camelup import Game, from_json, parse_position, parse_record, parse_view, position_text, replay, to_json
from camelup.cli import main
from tests.before import FOLDER, read_json, read_lines
from tests.before_files import ARENA, ROOT, all_flags, ask_player, error_codes, seat_program
from tests.children import call

GAMES = read_lines("games.jsonl")
PROOFS = [line["answer"] for line in read_lines("http.jsonl") if re.fullmatch("/api/games/[a-z0-9]+", line["path"])][:2]


# --- Games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"edition {game['edition']}, {game['players']} players")
def test_a_record_of_then_ends_as_it_did(game: Any) -> None:  # noqa: ANN401 - JSON
    last = game["positions"][-1]
    record = parse_record(game["record"])
    assert str(record) == game["record"]
    assert to_json(record) == game["record_form"]
    assert from_json(game["record_form"]) == record
    *_, end = replay(record)
    assert [position_text(end.state), to_json(end.state)] == last
    assert position_text(Game.load(game["record"]).position) == last[0]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"edition {game['edition']}, {game['players']} players")
def test_positions_and_views_of_then_are_read_and_written_alike(game: Any) -> None:  # noqa: ANN401 - JSON
    for text, form in game["positions"]:
        position = parse_position(text)
        assert from_json(form) == position
        assert [position_text(position), to_json(position)] == [text, form]
    for text, form in game["views"]:
        view = parse_view(text)
        assert from_json(form) == view
        assert [position_text(view), to_json(view)] == [text, form]


@pytest.mark.parametrize("game", PROOFS, ids=lambda game: f"edition {game['record']['start']['edition']}")
def test_the_proof_of_then_still_proves_the_dice(game: Any, tmp_path: Path) -> None:  # noqa: ANN401 - JSON
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game), encoding="utf-8")
    assert main(["verify", str(file)]) == 0
    game = json.loads(json.dumps(game))
    rolls = [ply for ply in game["record"]["plies"] if ply["outcome"] is not None]
    face = rolls[0]["outcome"]
    rolls[0]["outcome"] = face[0] + ("1" if face[1] != "1" else "2")
    file.write_text(json.dumps(game), encoding="utf-8")
    assert main(["verify", str(file)]) != 0


def test_a_saved_game_goes_on(tmp_path: Path) -> None:
    saved = (FOLDER / "saved.txt").read_text(encoding="utf-8")
    file = tmp_path / "saved.txt"
    file.write_text(saved, encoding="utf-8")
    assert main(["show", str(file)]) == 0
    played = call("play", "--load", str(file), "--against", "random", "--seed", "1", typed="roll\nq\n")
    assert played.returncode == 0, played.stderr
    assert file.read_text(encoding="utf-8").startswith(saved)
    assert len(file.read_text(encoding="utf-8")) > len(saved)


# --- Matches and programs -------------------------------------------------------------------------------------


def test_a_match_goes_on_from_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the deals and the dice of then: the games that are missing come out as they did."""
    then = read_lines("arena.jsonl")
    file = tmp_path / "arena.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in then[:-2]), encoding="utf-8")
    assert main(["arena", *ARENA, "--games", "3", "--out", str(file)]) == 0
    now = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert now[:-2] == then[:-2]
    assert now[-1].keys() == then[-1].keys()
    for line in (*now, *then):
        line.pop("microseconds", None)
    assert sorted(now[1:], key=lambda line: int(line["game"])) == sorted(then[1:], key=lambda line: int(line["game"]))
    capsys.readouterr()
    assert main(["arena", "report", str(FOLDER / "arena.jsonl"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == read_json("arena_report.json")


def test_a_program_of_then_has_the_conversation_of_then(tmp_path: Path) -> None:
    now, then = seat_program(tmp_path), read_lines("program.jsonl")
    for lines in (now, then):
        for _, message in lines:
            message.pop("camelup", None)
    rehearsal, _, *games = _conversations(now)  # the second rehearsal, in the middle of a game, was not there then
    assert [rehearsal, *games] == _conversations(then)


def _conversations(lines: list[Any]) -> list[list[Any]]:
    """Divide what was said where a program is greeted."""
    begins = [at for at, (way, message) in enumerate(lines) if way == ">" and message["type"] == "hello"]
    return [lines[begin:end] for begin, end in pairwise([*begins, len(lines)])]


def test_a_table_of_then_is_answered_as_then() -> None:
    """A table that others have built starts `camelup player` and speaks as camelup did."""
    assert ask_player(read_lines("program.jsonl")) == read_lines("player.jsonl")


# --- Names ----------------------------------------------------------------------------------------------------


def test_every_flag_is_still_taken() -> None:
    """A flag with another name today is still taken under that of then."""
    then, now = read_json("flags.json"), all_flags()
    gone = [flag for flag in then if flag not in now and "(" not in flag]
    assert not gone
    changed = [flag for flag, takes in then.items() if flag in now and not _takes(now[flag], takes)]
    assert not changed
    assert {flag.partition(" ")[0] for flag in then} <= {flag.partition(" ")[0] for flag in now}


def _takes(now: Any, then: Any) -> bool:  # noqa: ANN401 - JSON
    has_choices = now["choices"] is None or (then["choices"] is not None and {*then["choices"]} <= {*now["choices"]})
    return has_choices and now["takes_value"] == then["takes_value"]


NONSENSE = "\x07nonsense"
SERVE = [
    "HOST PORT DATA WORKERS PACE THINK GRACE STAND_IN EMPTY LINGER ORIGINS PROXIES ADDRESS_CONNECTIONS ADDRESS_TABLES",
    "ADDRESS_REVIEWS REVIEW_PLAYOUTS CONNECTIONS PATIENCE MESSAGES",
]


@pytest.mark.parametrize("name", " ".join(SERVE).split())
def test_a_server_still_reads_its_settings(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nonsense is refused, so the flag and the variable are read; if not, the server cannot listen there either."""
    nowhere = [] if name == "HOST" else ["--host", "203.0.113.1"]
    flag = f"--{name.lower().replace('_', '-')}"
    assert main(["serve", *nowhere, f"{flag}={NONSENSE}"]) == 2
    assert "nonsense" in capsys.readouterr().err
    monkeypatch.setenv(f"CAMELUP_{name}", NONSENSE)
    assert main(["serve", *nowhere]) == 2
    assert "nonsense" in capsys.readouterr().err


def test_the_database_commands_still_read_their_variables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CAMELUP_DATA", str(tmp_path / "nonsense"))
    assert main(["db", "check"]) == 2
    assert "nonsense" in capsys.readouterr().err
    monkeypatch.setenv("CAMELUP_DATABASE", f"sqlite:///{tmp_path}/gibberish.sqlite")
    assert main(["db", "check"]) == 2
    assert "gibberish" in capsys.readouterr().err


def test_variables_are_named_as_then() -> None:
    source = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "src").rglob("*.py"))
    for name in ("CAMELUP_CACHE", "CAMELUP_DATA", "CAMELUP_DATABASE", "CAMELUP_TOKEN"):
        assert f'"{name}"' in source, name


def test_error_codes_are_those_of_then() -> None:
    """They are documented as what stays the same from version to version; other tests hold the code to the page."""
    then, now = read_json("error_codes.json"), error_codes()
    assert {page: [code for code in codes if code not in now[page]] for page, codes in then.items()} == {
        "errors": [],
        "protocol": [],
    }


def test_a_browser_finds_what_it_has_kept() -> None:
    """What browsers keep has the keys of then: `camelup.` and a name that stands in the sources as a text."""
    sources = [file for kind in ("*.ts", "*.svelte") for file in (ROOT / "web" / "src").rglob(kind)]
    text = "".join(file.read_text(encoding="utf-8") for file in sources)
    for method in ("getItem", "setItem", "removeItem"):
        assert re.search(rf"localStorage\.{method}\(`camelup\.\$\{{\w+\}}`", text), method
    for key in read_json("storage_keys.json"):
        assert re.search(rf"[\"'`]{re.escape(key)}[\"'`]", text), key
