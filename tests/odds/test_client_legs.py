import json

from tests.odds.client_legs import FILE, POSITIONS, read_situation, write_line


def test_what_the_client_is_tested_by_is_what_the_engine_says() -> None:
    lines = json.loads(FILE.read_text())
    assert len(lines) == POSITIONS
    for line in lines[::8]:
        assert write_line(read_situation(line)) == line


def test_the_client_is_tested_by_all_kinds_of_positions() -> None:
    situations = [read_situation(line) for line in json.loads(FILE.read_text())]
    assert {situation.edition.number for situation in situations} == {1, 2}
    assert {situation.draws for situation in situations} == {1, 2, 3, 4, 5}
    assert sum(len(situation.tiles) > 1 for situation in situations) > POSITIONS / 5
    carrying = sum(
        any(camel.is_crazy and any(not above.is_crazy for above in stack[level:]) for level, camel in enumerate(stack))
        for situation in situations
        for stack in situation.stacks.values()
    )
    assert carrying > POSITIONS / 5
