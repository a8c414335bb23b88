"""Every block of code in tutorials and explanations runs, and the commands of all pages are ones that camelup accepts.

Blocks of Python run one after the other, in a folder of their own, as examples with their results or as they stand. A
block of a console is compared with what the command prints. Of commands that take minutes, or never end by themselves,
only the arguments are read.
"""

import doctest
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from camelup import Game
from camelup.chance import seeded
from camelup.cli import COMMANDS, make_parser
from camelup.players import find_player
from tests.children import call
from tests.server.live import LiveServer
from tools.docs_site.sources import ROOT, sources

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
PAGES = [path for path in sources() if path.startswith(("docs/tutorials/", "docs/explanations/"))]
EVERYWHERE = ["README.md", *(path for path in sources() if path.endswith(".md"))]
HOSTING = "docs/tutorials/host-for-friends.md"
"""Its code needs a server, and runs in a test of its own."""
ONLY_READ = ("camelup arena", "camelup join", "camelup play", "camelup serve", "camelup train")
"""What takes minutes, a person or PyTorch, or serves for ever: only the arguments are read."""
_BLOCK = re.compile(r"(?P<before>[^\n]*)\n\n```(?P<language>\w*)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)
_SAVED = re.compile(r"Save this as `(\w+\.py)`:$")


class Block(NamedTuple):
    before: str
    """The line above it."""
    language: str
    code: str


def blocks_of(page: str) -> list[Block]:
    text = (ROOT / page).read_text(encoding="utf-8")
    found = [Block(*block.groups()) for block in _BLOCK.finditer(text)]
    assert len(found) == len(re.findall(r"^```\w+$|^```\n(?=[^\n])", text, re.MULTILINE)), "a block lacks an empty line"
    return found


def commands_in(code: str) -> Iterator[list[str]]:
    """The camelup commands of a block, as words; what a shell would do with their output is left out."""
    for line in code.replace("\\\n", " ").splitlines():
        if "camelup " not in line:
            continue
        words = shlex.split(line.strip().removeprefix("$ "), comments=True)
        while "camelup" in words:
            start = words.index("camelup")
            rest = words[start + 1 :]
            end = next((at for at, word in enumerate(rest) if word in {"|", "<", ">", "&&", ";", "&"}), len(rest))
            if start == 0 or words[start - 1] in {"|", "&&", ";"}:
                yield rest[:end]
            words = rest[end:]


def run_commands(block: Block) -> None:
    for line in block.code.splitlines():
        if not line.startswith("camelup ") or line.startswith(ONLY_READ):
            continue
        done = call(*shlex.split(line)[1:])
        assert done.returncode == 0, line + done.stderr


def run_console(block: Block) -> None:
    command, _, expected = block.code.partition("\n")
    done = call(*shlex.split(command.removeprefix("$ "))[1:])
    assert done.returncode == 0, done.stderr
    expected, printed = _leave_out_races(expected), _leave_out_races(done.stdout)
    assert doctest.OutputChecker().check_output(expected, printed, FLAGS), printed


def _leave_out_races(text: str) -> str:
    """Leave out the odds of races, which are sampled or exact, depending on the machine."""
    return re.sub(r"\d+\.\d%( +)\d+\.\d%( +#+)$", r"race\2", text, flags=re.MULTILINE)


def play_against_chance(player: str) -> None:
    """Play a whole game with a player of a page, which chooses nothing but legal actions."""
    own = find_player(player).create(seeded(1))
    other = find_player("random").create(seeded(2))
    game = Game(players=2, edition=2, seed=1)
    while not game.is_over:
        seat = game.position.turn
        game.play((own, other)[seat].choose(game.view(seat)))
    assert game.position.money[0] > game.position.money[1]


def run_python(block: Block, names: dict[str, Any]) -> None:
    if saved := _SAVED.search(block.before):
        Path(saved[1]).write_text(block.code, encoding="utf-8")
        (player,) = re.findall(r"^class (\w+)\(Player\)", block.code, re.MULTILINE)
        play_against_chance(f"{saved[1].removesuffix('.py')}:{player}")
    elif ">>> " in block.code:
        examples = doctest.DocTestParser().get_doctest(block.code, names, "page", None, None)
        runner = doctest.DocTestRunner(optionflags=FLAGS, verbose=False)
        runner.run(examples, clear_globs=False)
        assert runner.failures == 0
        names.update(examples.globs)
    else:
        exec(block.code, names)  # noqa: S102 - our own page


@pytest.mark.parametrize("page", [page for page in PAGES if page != HOSTING])
def test_the_code_of_a_page_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    names: dict[str, Any] = {}
    for block in blocks_of(page):
        if block.language == "python":
            run_python(block, names)
        elif block.language == "console":
            run_console(block)
        elif not block.language:
            run_commands(block)
        else:
            assert block.language == "text"  # what a run has printed


def test_a_game_is_hosted_played_and_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = blocks_of(HOSTING)
    (making,) = (block.code for block in blocks if block.language == "python")
    names: dict[str, Any] = {}
    with LiveServer(tmp_path / "data") as server:
        address = f"127.0.0.1:{server.port}"
        exec(making.replace("localhost:8000", address), names)  # noqa: S102 - our own page
        lines = [line for block in blocks if not block.language for line in block.code.splitlines() if "CODE" in line]
        assert [line.split()[1] for line in lines] == ["join", "verify", "review"]
        for line in lines[:2]:  # a review takes longer, and has tests of its own
            done = call(*shlex.split(line.replace("localhost:8000", address).replace("CODE", names["code"]))[1:])
            assert done.returncode == 0, done.stderr
    capfd.readouterr()


@pytest.mark.parametrize("page", EVERYWHERE)
def test_every_command_of_a_page_is_one(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    fences = re.findall(r"^( *)```(\w*)\n(.*?)^\1```$", text, re.MULTILINE | re.DOTALL)
    for code in (code for _, language, code in fences if language in {"", "console"}):
        for words in commands_in(code):
            if words and words[0] in COMMANDS:
                try:
                    make_parser(words[0]).parse_args(words)
                except SystemExit:
                    pytest.fail(f"camelup {shlex.join(words)}: {capsys.readouterr().err}")
            else:
                assert not words or words[0].startswith("-"), words
