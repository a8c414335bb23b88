"""Data of an earlier version in tests/data/before, and what an answer of today must have in common with one of then.

Texts for people may change, and answers may get new fields: clients pass over what they do not know. Everything else
that a client of then has read must still be there, under the same name and with the same value.
"""

import json
import math
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "data" / "before"
DATABASE = "camelup.sqlite"

_TIMES = {"now", "at", "turn_ends", "created"}
_TEXTS = {"sentence", "message", "description", "face"}
_CODES = {"id", "rematch", "before", "table", "link", "commitment"}
"""Texts that a server draws: equal ones of then are equal ones of now."""
_FIGURES = {"race", "values", "hints", "review"}
"""What is sampled, or judged by imagined games: only its form is promised."""


def read_lines(name: str) -> list[Any]:
    """Give what the lines of a file of then hold, as JSON."""
    return [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]


def read_json(name: str) -> Any:  # noqa: ANN401 - JSON
    """Give what a file of then holds."""
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


def load_database(folder: Path, kept: Path = FOLDER) -> Path:
    """Make the database of then in a folder, as a server of then left it; give the folder."""
    folder.mkdir(parents=True)
    connection = sqlite3.connect(folder / DATABASE)
    connection.executescript((kept / "database.sql").read_text(encoding="utf-8"))
    connection.close()
    return folder


class Comparison:
    """Compares answers of one server with those of then; codes that a server draws must only differ consistently."""

    def __init__(self) -> None:
        self.codes: dict[str, str] = {}
        """What a code of then is called now."""

    def check(self, then: Any, now: Any, path: str = "$", *, is_form: bool = False) -> None:  # noqa: ANN401 - JSON
        """Find nothing missing in an answer, or raise an AssertionError that says where it is."""
        found = [*self._differences(then, now, path, is_form=is_form)]
        assert not found, "\n".join(found[:20])

    def _differences(self, then: Any, now: Any, path: str, *, is_form: bool) -> Iterator[str]:  # noqa: ANN401
        if isinstance(then, dict) and isinstance(now, dict):
            for key, part in then.items():
                if key not in now:
                    yield f"{path}.{key} is missing: there are {', '.join(now)}"
                else:
                    yield from self._field(key, part, now[key], f"{path}.{key}", is_form=is_form)
        elif isinstance(then, list) and isinstance(now, list):
            if is_form and (not then or not now):
                return
            if not is_form and path.endswith("/api/players"):
                known = {part["level"] for part in then}
                now = [part for part in now if part["level"] in known]  # players may have joined anywhere among them
            if not is_form and len(then) != len(now):
                yield f"{path} has {len(now)} parts, not {len(then)}: {now!r:.300}"
                return
            pairs = zip(then[:1], now[:1], strict=True) if is_form else zip(then, now, strict=True)
            for number, (part, other) in enumerate(pairs):
                yield from self._differences(part, other, f"{path}[{number}]", is_form=is_form)
        elif not (_is_same_kind(then, now) if is_form else _is_equal(then, now)):
            yield f"{path} is {now!r:.200}, not {then!r:.200}"

    def _field(self, key: str, then: Any, now: Any, path: str, *, is_form: bool) -> Iterator[str]:  # noqa: ANN401
        if key in _TIMES:
            is_right = _is_same_kind(then, now)
        elif key == "sentences":
            is_right = _are_sentences(then, now)
        elif isinstance(then, str) and key in _TEXTS:
            is_right = isinstance(now, str) and bool(now.strip())
        elif isinstance(then, str) and key == "version":
            is_right = isinstance(now, str)
        elif isinstance(then, str) and isinstance(now, str) and key in _CODES:
            is_right = is_form or self.codes.setdefault(then, now) == now
        else:
            yield from self._differences(then, now, path, is_form=is_form or key in _FIGURES)
            return
        if not is_right:
            yield f"{path} is {now!r:.200}, not like {then!r:.200}"


def _are_sentences(then: Any, now: Any) -> bool:  # noqa: ANN401 - JSON
    """Whether these are sentences as before: a list of them, or a list for each event."""
    if not isinstance(now, list):
        return False
    if then and isinstance(then[0], list):
        return len(then) == len(now) and all(isinstance(part, list) and _are_sentences([], part) for part in now)
    return all(isinstance(sentence, str) and sentence.strip() for sentence in now) and (bool(now) or not then)


def _is_equal(then: Any, now: Any) -> bool:  # noqa: ANN401 - JSON
    if isinstance(then, float) and isinstance(now, int | float):
        return math.isclose(then, now, rel_tol=1e-6, abs_tol=1e-9)
    return bool(then == now) and isinstance(then, bool) == isinstance(now, bool)


def _is_same_kind(then: Any, now: Any) -> bool:  # noqa: ANN401 - JSON
    kinds: list[type | tuple[type, ...]] = [bool, (int, float), str, list, dict, type(None)]
    kind = next(kind for kind in kinds if isinstance(then, kind))
    return isinstance(now, kind) and isinstance(now, bool) == isinstance(then, bool)
