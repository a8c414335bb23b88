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
from tests.test_fair_dice import EXAMPLE

REPORT = """\
A game of Ann, Bo, Cy: 13 actions, 11 of them rolls.
Checked and correct:
- the secret: it matches the commitment
  c309b96a3473601cb66b3b007b3e929256acc0f6445d7e352ab544b84c0dcbec
- the start: the dice give the camels 1:g 2:r 3:pyb 14:K 15:W
- the first player: Bo, as drawn by the dice
- the rolls: all 11 are what the dice give
- the rest: every action is legal, and the final money is Ann 7, Bo 8, Cy 14
The dice were drawn with these seeds from the players:
  Ann: 0123456789abcdef0123456789abcdef
  Bo: cafe2718281828cafe
  Cy: none
The game was fair if the commitment is the one shown before the game, and your seed is the one you gave.
"""


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


def test_from_its_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(EXAMPLE, indent=1)))
    assert main(["verify", "-"]) == 0
    assert capsys.readouterr().out == REPORT
    monkeypatch.setattr("sys.stdin", io.StringIO("{"))
    assert main(["verify", "-"]) == 2
    assert capsys.readouterr().err == "camelup: The input is not a finished game (it is not JSON).\n"


def test_who_begins_may_be_settled_without_dice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = changed(lambda form: form["dice"].update(is_first_random=False))
    code, told, _ = verify(text, tmp_path, capsys)
    assert code == 0
    assert "- the first player: Bo, as chosen by the players\n" in told


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


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"", "it is not JSON"),
        (b"\xff\xfe\x00", "it is not JSON"),
        (b"[" * 100_000, "it is not JSON"),
        (b"camelup record 1\n", "it is not JSON"),
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


def test_a_server_that_has_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own.json"
    own.write_text(json.dumps(EXAMPLE))
    monkeypatch.setattr(fetching, "LIMIT", 1000)
    cases: list[tuple[Callable[[BaseHTTPRequestHandler], None], str]] = [
        (lambda handler: handler.send_error(404), "Cannot read ADDRESS: the server answers 404 Not Found."),
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
