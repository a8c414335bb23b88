"""The rules in docs/rules.md and the tests in tests/rules name each other, and neither has more than the other."""

import ast
import re
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENT = ROOT / "docs" / "rules.md"
TESTS = ROOT / "tests" / "rules"
RULINGS = range(1, 22)

EDITIONS = ("first edition", "second edition", "both editions")
_RULE = re.compile(
    r"^- \*\*`(?P<id>[^`]*)`\*\* \((?P<editions>[^)]*)\) (?P<text>.*?)"
    r"(?:\n  - Note: (?P<note>.*?))?"
    r"(?:\n  - Source: (?P<source>.*?))?"
    r"(?:\n  - Tests?: (?P<tests>.*?))?"
    r"(?=\n(?!  )|\Z)",
    re.MULTILINE | re.DOTALL,
)

Marks = dict[str, set[str]]
"""For each test, such as `tests/rules/test_x.py::test_y`, the rules that it is marked with."""


class Rule(NamedTuple):
    """A rule as the document gives it."""

    id: str
    editions: str
    text: str
    sources: list[str]
    tests: list[str]


def rules_of(document: str) -> list[Rule]:
    """Read all rules."""
    return [
        Rule(
            found["id"],
            found["editions"],
            " ".join(found["text"].split()),
            [" ".join(source.split()) for source in (found["source"] or "").split(";") if source.strip()],
            re.findall(r"`([^`]+)`", found["tests"] or ""),
        )
        for found in _RULE.finditer(document)
    ]


def sources_of(document: str) -> list[str]:
    """Read the short names in the table of sources."""
    table = re.search(r"^\| Short name \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", document, re.MULTILINE)
    return re.findall(r"^\| ([^|]+) \|", table[1], re.MULTILINE) if table else []


def short_names_of(document: str) -> set[str]:
    """Give the names that may be cited; a pair of rulebooks may be named in one breath."""
    names = set(sources_of(document))
    years = sorted(name.removesuffix(" rulebook") for name in names if name.endswith(" rulebook"))
    return names | {f"{first} and {second} rulebooks" for first, second in combinations(years, 2)}


def marks_of(source: str, path: str) -> Marks:
    """Read from a test module which rules each of its tests is marked with."""
    marks: Marks = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            calls = [call for call in node.decorator_list if isinstance(call, ast.Call)]
            rules = [call for call in calls if ast.unparse(call.func) == "pytest.mark.rule"]
            marks[f"{path}::{node.name}"] = {ast.literal_eval(argument) for call in rules for argument in call.args}
    return marks


def all_marks() -> Marks:
    marks: Marks = {}
    for path in sorted(TESTS.glob("test_*.py")):
        marks |= marks_of(path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix())
    return marks


def faults(document: str, marks: Marks) -> list[str]:
    """Tell everything in which the document and the tests do not agree, or are not complete."""
    rules = rules_of(document)
    ids = Counter(rule.id for rule in rules)
    names = short_names_of(document)
    found = [f"{name} occurs {count} times" for name, count in ids.items() if count > 1]
    found += [f"a rule cannot be read: {line}" for line in _unread(document, rules)]
    for rule in rules:
        if rule.editions not in EDITIONS:
            found.append(f"{rule.id} is for no edition: {rule.editions}")
        if not rule.sources:
            found.append(f"{rule.id} has no source")
        if not rule.tests:
            found.append(f"{rule.id} has no test")
        found += [f"{rule.id} has an unknown source: {source}" for source in rule.sources if not _known(source, names)]
        for test in rule.tests:
            if test not in marks:
                found.append(f"{rule.id} names a test that does not exist: {test}")
            elif rule.id not in marks[test]:
                found.append(f"{rule.id} names a test that is not marked with it: {test}")
    named = {(rule.id, test) for rule in rules for test in rule.tests}
    for test, marked in marks.items():
        if not marked:
            found.append(f"{test} proves no rule")
        found += [f"{test} is marked with {name}, which is no rule" for name in sorted(marked - ids.keys())]
        found += [
            f"{name} does not name its test {test}" for name in sorted(marked & ids.keys()) if (name, test) not in named
        ]
    cited = {source for rule in rules for source in rule.sources}
    found += [f"ruling {number} is cited nowhere" for number in RULINGS if f"ruling {number}" not in cited]
    return found


def _known(source: str, names: set[str]) -> bool:
    """A source is a ruling by its number, or a document by its short name and a section of it."""
    if ruling := re.fullmatch(r"ruling (\d+)", source):
        return int(ruling[1]) in RULINGS
    name, _, section = source.partition(", ")
    return name in names and section != ""


def _unread(document: str, rules: list[Rule]) -> list[str]:
    """Give the lines that begin like a rule but were not read as one."""
    lines = re.findall(r"^- \*\*.*", document, re.MULTILINE)
    known = {f"- **`{rule.id}`**" for rule in rules}
    return [line for line in lines if not line.startswith(tuple(known))]


def test_every_rule_has_its_tests_and_every_test_its_rule() -> None:
    assert faults(DOCUMENT.read_text(encoding="utf-8"), all_marks()) == []


def test_the_document_is_read_as_it_is_written() -> None:
    document = DOCUMENT.read_text(encoding="utf-8")
    rules = rules_of(document)
    assert len(rules) == document.count("\n- **`") > 90
    assert all(re.fullmatch(r"[a-z]+-[1-9]\d*", rule.id) for rule in rules)
    assert all(rule.text.endswith((".", ".)")) for rule in rules)
    assert sources_of(document) == [
        "2014 rulebook",
        "2014 summary",
        "2018 rulebook",
        "2024 rulebook",
        "reference manual",
    ]


def test_rules_are_numbered_from_1_without_gaps() -> None:
    """Ids stay the same once they are out, so a new rule goes to the end of its section."""
    numbers: dict[str, list[int]] = {}
    for rule in rules_of(DOCUMENT.read_text(encoding="utf-8")):
        topic, number = rule.id.split("-")
        numbers.setdefault(topic, []).append(int(number))
    assert numbers == {topic: list(range(1, len(found) + 1)) for topic, found in numbers.items()}


def test_the_table_of_rulings_names_the_rules_that_cite_them() -> None:
    document = DOCUMENT.read_text(encoding="utf-8")
    cited: dict[int, list[str]] = {number: [] for number in RULINGS}
    for rule in rules_of(document):
        for source in rule.sources:
            if ruling := re.fullmatch(r"ruling (\d+)", source):
                cited[int(ruling[1])].append(rule.id)
    table = re.findall(r"^\| (\d+) \| [^|]+\. \| ([^|]+) \|$", document, re.MULTILINE)
    assert {int(number): re.findall(r"`([^`]+)`", rules) for number, rules in table} == cited


# --- The check itself ---------------------------------------------------------------------------------------------

A_TEST = "tests/rules/test_a.py::test_one"
SOUND = "\n".join(
    [
        "| Short name | Title | What it is |",
        "|---|---|---|",
        "| 2018 rulebook | Camels | a rulebook |",
        "| 2024 rulebook | Camels | another |",
        "",
        "- **`move-1`** (both editions) Camels",
        "  move.",
        "  - Source: 2018 rulebook, Setup 1; 2018 and 2024 rulebooks,",
        f"    Setup 2; {'; '.join(f'ruling {number}' for number in RULINGS)}",
        f"  - Test: `{A_TEST}`",
        "",
    ]
)
SOUND_MARKS = {A_TEST: {"move-1"}}


def test_a_sound_document_has_no_faults() -> None:
    assert faults(SOUND, SOUND_MARKS) == []
    assert rules_of(SOUND)[0].text == "Camels move."


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (f"\n  - Test: `{A_TEST}`", "", "move-1 has no test"),
        ("test_one", "test_two", "move-1 names a test that does not exist: tests/rules/test_a.py::test_two"),
        ("`move-1`", "`move-2`", f"move-2 names a test that is not marked with it: {A_TEST}"),
        ("`move-1`", "`move-2`", f"{A_TEST} is marked with move-1, which is no rule"),
        ("| 2024", "- **`move-1`** (both editions) Again.\n| 2024", "move-1 occurs 2 times"),
        ("; ruling 7;", ";", "ruling 7 is cited nowhere"),
        ("ruling 21", "ruling 22", "move-1 has an unknown source: ruling 22"),
        ("2018 rulebook, Setup 1", "1999 rulebook, Setup 1", "move-1 has an unknown source: 1999 rulebook, Setup 1"),
        ("2018 rulebook, Setup 1", "2018 rulebook", "move-1 has an unknown source: 2018 rulebook"),
        ("(both editions)", "(no edition)", "move-1 is for no edition: no edition"),
        ("(both editions) Camels", "Camels", "a rule cannot be read: - **`move-1`** Camels"),
    ],
)
def test_a_fault_is_found(old: str, new: str, fault: str) -> None:
    assert old in SOUND
    assert fault in faults(SOUND.replace(old, new, 1), SOUND_MARKS)


@pytest.mark.parametrize(
    ("decorators", "fault"),
    [
        ("", f"{A_TEST} proves no rule"),
        ("@pytest.mark.rule('move-9')\n", f"{A_TEST} is marked with move-9, which is no rule"),
        ("@pytest.mark.rule('move-9')\n", f"move-1 names a test that is not marked with it: {A_TEST}"),
    ],
)
def test_a_fault_in_the_marks_is_found(decorators: str, fault: str) -> None:
    marks = marks_of(f"{decorators}def test_one(): ...\n", "tests/rules/test_a.py")
    assert fault in faults(SOUND, marks)


def test_a_mark_that_the_document_does_not_name_is_found() -> None:
    source = "@pytest.mark.rule('move-1')\n@other\ndef test_two(): ...\n"
    marks = SOUND_MARKS | marks_of(source, "tests/rules/test_a.py")
    assert faults(SOUND, marks) == ["move-1 does not name its test tests/rules/test_a.py::test_two"]
