"""docs/arena.md says what is true."""

import re
import sys
from dataclasses import replace
from pathlib import Path

from camelup.arena import Match
from camelup.arena.match import DEFAULT_LIMIT
from camelup.arena.results import ResultsFile
from camelup.arena.standings import compute_standings
from camelup.arena.table import Result
from tests.children import run

DOCUMENT = (Path(__file__).parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")
TOLD = set(re.findall(r"`(\w+)`", DOCUMENT))


def test_the_example_runs(tmp_path: Path) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", DOCUMENT, re.DOTALL)
    script = tmp_path / "example.py"
    script.write_text(example)
    done = run(sys.executable, str(script))
    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["random", "policy:sensible"]


def test_every_key_is_told(tmp_path: Path) -> None:
    match = Match(("random", "random"))
    results = [Result(game, ("random", "random"), (3, 4), (0, 0)) for game in range(2)]
    form = compute_standings(match, results).as_json()
    assert {*form, *form["players"][0]} <= TOLD
    file = tmp_path / "match.jsonl"
    with ResultsFile(file, match) as kept:
        kept.add([replace(result, record=None) for result in results])
    assert set(re.findall(r'"(\w+)":', file.read_text())) <= TOLD
    assert f"`--limit` ({DEFAULT_LIMIT:g} seconds)" in " ".join(DOCUMENT.split())
