"""`camelup verify`: its answer in words, its exit codes, and where it reads from."""

import io
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from camelup.cli import main
from camelup.terminal import fetching
from tests.test_fair_dice import EXAMPLE, NOTATION

REPORT = """\
A game of Ann, Bo, Cy: 13 actions, 11 of them rolls.
Checked and correct:
- the secret: it matches the commitment
  c309b96a3473601cb66b3b007b3e929256acc0f6445d7e352ab544b84c0dcbec
- the start: the dice give the camels 1:g 2:r 3:pyb 14:K 15:W
- the first player: Bo, drawn by the dice as the table's settings say
- the rolls: all 11 are what the dice give
- the cards: 1 checked against the hashes shown when they were played
- the rest: every action is legal, and the final money is Ann 7, Bo 8, Cy 14
The dice were drawn with these seeds from the players:
  Ann: 0123456789abcdef0123456789abcdef
  Bo: cafe2718281828cafe
  Cy: none
Not proven:
- the names: nothing binds them to the seats
The game was fair if the commitment is the one shown before the game, and your seed is the one you gave.
The cards are those that were played if their hashes are the ones that you were shown.
"""
NOTED = json.loads(NOTATION.split("### Noted game")[1].split("```json\n")[1].split("```")[0])


def changed(change: Callable[[Any], object]) -> str:
    """The example with something changed, as text."""
    form = json.loads(json.dumps(EXAMPLE))
    change(form)
    return json.dumps(form)


def verify(text: str | bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """The exit code and what was told of a game in a file."""
    file = tmp_path / "game.json"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    code = main(["verify", str(file)])
    told = capsys.readouterr()
    return code, told.out, told.err.replace(str(file), "FILE")


def test_an_honest_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(json.dumps(EXAMPLE), tmp_path, capsys) == (0, REPORT, "")


def test_the_answer_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(EXAMPLE))
    assert main(["verify", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["is_fair"], told["names"], told["actions"], told["rolls"]) == (True, ["Ann", "Bo", "Cy"], 13, 11)
    assert (told["money"], told["cards"]) == ([7, 8, 14], 1)
    file.write_text(changed(lambda form: form["dice"].update(secret="0" * 64)))
    assert main(["verify", str(file), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["is_fair"] is False
    assert told["problem"].startswith("The dice do not fit. ")


def test_from_its_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(EXAMPLE, indent=1)))
    assert main(["verify", "-"]) == 0
    assert capsys.readouterr().out == REPORT
    monkeypatch.setattr("sys.stdin", io.StringIO("{"))
    assert main(["verify", "-"]) == 2
    assert capsys.readouterr().err == "camelup: The input is not a finished game (it is not JSON).\n"


def settle_first(form: Any) -> None:  # noqa: ANN401 - JSON
    form["dice"]["is_first_random"] = False
    form["published"].update(first=2, left_out=[0])


def test_who_begins_may_be_settled_without_dice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told, _ = verify(changed(settle_first), tmp_path, capsys)
    assert code == 0
    assert "- the first player: Bo, as the table's settings say\n" in told


def test_a_game_from_before_cards_were_committed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = changed(lambda form: form.pop("published"))
    code, told, _ = verify(old, tmp_path, capsys)
    assert code == 0
    assert "- the first player: Bo, as drawn by the dice\n" in told
    assert "Not proven:\n- the names: nothing binds them to the seats\n- the cards: cards not committed, " in told
    settled = json.loads(old)
    settled["dice"]["is_first_random"] = False
    code, told, _ = verify(json.dumps(settled), tmp_path, capsys)
    assert code == 0
    assert "- the first player: Bo, as chosen by the players\n" in told
    assert "- the first player: nothing shows that the players chose one\n" in told


def note(form: Any, tmp_path: Path) -> str:  # noqa: ANN401 - JSON
    file = tmp_path / "noted.json"
    file.write_text(json.dumps(form), encoding="utf-8")
    return str(file)


def test_what_was_noted_is_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "game.json"
    told = {}
    for name, form in (("new", EXAMPLE), ("old", json.loads(changed(lambda form: form.pop("published"))))):
        game.write_text(json.dumps(form), encoding="utf-8")
        assert main(["verify", str(game), "--noted", note(NOTED, tmp_path)]) == 0
        told[name] = capsys.readouterr().out
        assert (
            "- the notes: the commitment, the seeds, who was to go first, and 1 of 1 cards match what was noted at "
            "table sandy234\n"
        ) in told[name]
        assert "cards not committed" not in told[name]
    assert "The game was fair if" not in told["new"]
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"table": "other234"}, "The notes are from table other234, but"),
        ({"commitment": "0" * 64}, "The commitment was noted as 0000"),
        ({"seeds": ["", "", ""]}, "The seeds were noted as none, none, none."),
        ({"first": 1}, "Who was to go first is not what was noted."),
        ({"is_first_random": False}, "Who was to go first is not what was noted."),
    ]
    game.write_text(json.dumps(EXAMPLE), encoding="utf-8")
    for changes, reason in wrong:
        assert main(["verify", str(game), "--noted", note({**NOTED, **changes}, tmp_path)]) == 1
        assert capsys.readouterr().out.startswith(f"The notes do not fit. {reason}")
    other = {**NOTED, "cards": [{**NOTED["cards"][0], "hash": "0" * 64}]}
    assert main(["verify", str(game), "--noted", note(other, tmp_path)]) == 1
    assert capsys.readouterr().out.startswith("The cards do not fit. Action 5 of the record, 'C winner p': this is not")
    assert main(["verify", str(game), "--noted", note(EXAMPLE, tmp_path)]) == 2
    assert "is not what somebody noted (at $.type: expected 'noted_game')" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            lambda form: form["record"]["plies"][11].update(outcome="p2"),
            "Action 12 of the record, 'A roll p2': the dice give p3.",
        ),
        (
            lambda form: form["dice"].update(commitment="0" * 64),
            f"The secret does not match the commitment: its SHA-256 is {EXAMPLE['dice']['commitment']}.",
        ),
    ],
    ids=["die", "commitment"],
)
def test_dice_that_do_not_fit(
    change: Callable[[Any], object], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(changed(change), tmp_path, capsys) == (1, f"The dice do not fit. {told}\n", "")


def rewrite_card(form: Any) -> None:  # noqa: ANN401 - JSON
    """Let Cy have bet on green instead of purple, with the result that follows."""
    form["record"]["plies"][4]["action"]["camel"] = "g"
    form["record"]["result"] = [7, 8, 5]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (rewrite_card, "The cards do not fit. Action 5 of the record, 'C winner g': this is not the card that seat C"),
        (
            lambda form: form["published"].update(cards=[]),
            "The cards do not fit. Action 5 of the record, 'C winner p': no hash of the card was shown.",
        ),
        (
            lambda form: form["published"]["cards"].append({**form["published"]["cards"][0], "ply": 99}),
            "The cards do not fit. The record has 1 cards, but hashes of 2 were shown.",
        ),
        (
            lambda form: form["dice"].update(is_first_random=False),
            "The dice do not fit. The table's settings let the dice choose who goes first, but they did not.",
        ),
        (
            lambda form: form["published"].update(first=1),
            "The dice do not fit. The table's settings let seat B go first, but that did not happen.",
        ),
    ],
    ids=["card", "hash", "hashes", "first", "settings"],
)
def test_what_was_rewritten_afterwards_is_refused(
    change: Callable[[Any], object], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = verify(changed(change), tmp_path, capsys)
    assert (code, err) == (1, "")
    assert out.startswith(told)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"", "it is not JSON"),
        (b"\xff\xfe\x00", "it is not JSON"),
        (b"[" * 100_000, "it is not JSON"),
        (b"camelup record 1\n", "it is a record as text, without the secret"),
        (b"9" * 5000, "it is not JSON"),
        (b"[]", "at $: expected an object"),
        (b'{"version": 1, "type": "roll"}', "at $.type: expected 'finished_game'"),
        (changed(lambda form: form.update(version=2)), "at $.version: expected 1, the version of the format"),
        (changed(lambda form: form.pop("dice")), "at $: the field 'dice' is missing"),
        (
            changed(lambda form: form["record"].update(result=None)),
            "at $.record.result: expected 3 entries, one for eac",
        ),
        (
            changed(lambda form: form["record"]["plies"][1].update(seat=0)),
            "action 2 of the record, 'A ticket b': It is t",
        ),
        (changed(lambda form: form["record"]["plies"].pop()), "the record has a result, but its game is not over"),
        (
            changed(lambda form: form["record"].update(result=[7, 8, 15])),
            "the record's result is 7 8 15, but its actions",
        ),
    ],
)
def test_what_cannot_be_read(
    text: str | bytes, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = verify(text, tmp_path, capsys)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"camelup: FILE is not a finished game ({reason}")


def test_files_that_are_not_there_or_too_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, reason in (("missing", "No such file or directory"), ("", "Is a directory"), ("\0", "null byte")):
        assert main(["verify", f"{tmp_path}/{name}"]) == 2
        assert capsys.readouterr().err.endswith(f"{reason}.\n")
    monkeypatch.setattr(fetching, "LIMIT", 1000)
    code, _, err = verify(json.dumps(EXAMPLE), tmp_path, capsys)
    assert (code, err) == (2, "camelup: Cannot read FILE: it is larger than 1000 bytes.\n")


# --- From a server --------------------------------------------------------------------------------------------


@contextmanager
def server(answer: Callable[[BaseHTTPRequestHandler], None]) -> Iterator[str]:
    """The address of a server of our own that answers like this."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer(self)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    class Server(ThreadingHTTPServer):
        def handle_error(self, *_: object) -> None:
            """Say nothing of those who left before the end."""

    with Server(("127.0.0.1", 0), Handler) as serving:
        thread = threading.Thread(target=serving.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{serving.server_address[1]}"
        finally:
            serving.shutdown()
            thread.join()


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")


def answering(body: bytes) -> Callable[[BaseHTTPRequestHandler], None]:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def leading_to(address: str) -> Callable[[BaseHTTPRequestHandler], None]:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(302)
        handler.send_header("Location", address)
        handler.end_headers()

    return answer


def garbage(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"this is no HTTP\n\n")


def test_from_a_server(capsys: pytest.CaptureFixture[str]) -> None:
    with server(answering(json.dumps(EXAMPLE).encode())) as address, server(leading_to(f"{address}/game")) as other:
        for asked in (address, other, address.replace("http", "HTTP")):
            assert main(["verify", asked]) == 0
            assert capsys.readouterr().out == REPORT


def test_the_link_of_a_page_is_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[str] = []

    def answer(handler: BaseHTTPRequestHandler) -> None:
        asked.append(handler.path)
        answering(json.dumps(EXAMPLE).encode())(handler)

    with server(answer) as address:
        for page in ("game/abcd2345", "replay/abcd2345?turn=7", "table/abcd2345/"):
            assert main(["verify", f"{address}/{page}"]) == 0
            assert capsys.readouterr().out == REPORT
    assert asked == ["/api/games/abcd2345"] * 3


def test_show_takes_the_link_of_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "own.json"
    own.write_text(json.dumps(EXAMPLE))
    assert main(["show", str(own)]) == 0
    shown = capsys.readouterr().out

    def answer(handler: BaseHTTPRequestHandler) -> None:
        answering(json.dumps(EXAMPLE).encode() if handler.path == "/api/games/abcd2345" else b"<html>")(handler)

    with server(answer) as address:
        assert main(["show", f"{address}/game/abcd2345"]) == 0
        assert capsys.readouterr().out == shown
        assert main(["show", f"{address}/rules"]) == 2
        assert capsys.readouterr().err.startswith(f"camelup: {address}/rules is not a saved game (")


def refusing(body: bytes) -> Callable[[BaseHTTPRequestHandler], None]:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(409)
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def test_a_server_that_has_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own.json"
    own.write_text(json.dumps(EXAMPLE))
    monkeypatch.setattr(fetching, "LIMIT", 1000)
    cases: list[tuple[Callable[[BaseHTTPRequestHandler], None], str]] = [
        (lambda handler: handler.send_error(404), "Cannot read ADDRESS: the server answers 404 Not Found."),
        (
            refusing(b'{"code": "not_finished", "message": "It is not over yet."}'),
            "Cannot read ADDRESS: It is not over yet.",
        ),
        (refusing(b'{"message": 7}'), "Cannot read ADDRESS: the server answers 409 Conflict."),
        (refusing(b"[]"), "Cannot read ADDRESS: the server answers 409 Conflict."),
        (answering(b"<html>"), "ADDRESS is not a finished game (it is not JSON)."),
        (answering(b" " * 100_000), "Cannot read ADDRESS: it is larger than 1000 bytes."),
        (garbage, "Cannot read ADDRESS: this is no HTTP"),
        (leading_to(f"file://{own}"), "Cannot read ADDRESS: "),
        (leading_to("ftp://127.0.0.1/game"), "Cannot read ADDRESS: unknown url type: ftp."),
    ]
    for answer, told in cases:
        with server(answer) as address:
            assert main(["verify", address]) == 2
        error = capsys.readouterr().err.replace(address, "ADDRESS")
        assert error.startswith(f"camelup: {told}")
        assert error.count("\n") == 1


@pytest.mark.parametrize("command", ["verify", "review", "watch", "show"])
@pytest.mark.parametrize(("page", "what"), [("game", "game"), ("replay", "game"), ("table", "table")])
def test_a_code_that_leads_nowhere(command: str, page: str, what: str, capsys: pytest.CaptureFixture[str]) -> None:
    with server(refusing(b'{"code": "no_table", "message": "There is no table with this code."}')) as address:
        link = f"{address}/{page}/abcd2345"
        assert main([command, link]) == 2
    assert capsys.readouterr().err == f"camelup: Cannot read {link}: There is no {what} with this code.\n"


def test_no_server_at_all(capsys: pytest.CaptureFixture[str]) -> None:
    with server(garbage) as address:
        pass
    for asked, reason in (
        (address, "Connection refused."),
        ("http://", "no host given."),
        ("http://127.0.0.1:port/", "nonnumeric port: 'port'."),
        ("https://[/", "Invalid IPv6 URL."),
    ):
        assert main(["verify", asked]) == 2
        error = capsys.readouterr().err
        assert error.startswith(f"camelup: Cannot read {asked}: ")
        assert error.endswith(f"{reason}\n")


def test_a_server_that_never_comes_to_an_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done = threading.Event()

    def dripping(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        while not done.wait(0.02):
            handler.wfile.write(b" ")

    def silent(_: BaseHTTPRequestHandler) -> None:
        done.wait()

    monkeypatch.setattr(fetching, "PATIENCE", 0.2)
    for answer, reasons in ((dripping, {"the server is too slow", "timed out"}), (silent, {"timed out"})):
        done.clear()
        with server(answer) as address:
            assert main(["verify", address]) == 2
            done.set()
        error = capsys.readouterr().err
        assert error in {f"camelup: Cannot read {address}: {reason}.\n" for reason in reasons}
