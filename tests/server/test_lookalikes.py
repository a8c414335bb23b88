"""Names that look alike: within a table they count as one, in whatever letters they are written."""

import pytest

from camelup.core.errors import RequestError
from camelup.protocol.settings import Settings
from camelup.server.store.base import Entry
from camelup.server.tables import commands, events
from camelup.server.tables.lookalikes import PATH, skeletons
from camelup.server.tables.state import TableState
from tests.server.stories import Story


def test_names_that_look_alike_are_one() -> None:
    for name in ("ANN", "ann", "\uff21nn", "\u0410nn", "\u0391nn", "\U0001d400nn", "\u0430nn"):
        assert skeletons(name) & skeletons("Ann"), name
    assert skeletons("Ian") & skeletons("lan")
    for one, other in (("Ann", "Anna"), ("Zoe", "Zo\xeb"), ("\u041c\u0430\u0440\u0438\u044f", "Maria"), ("小", "大")):
        assert not skeletons(one) & skeletons(other)


def test_every_confusable_character_gives_a_name_that_is_taken() -> None:
    """All of Unicode's data: a name, and the same with one character in the place of those that it looks like."""
    lines = [line.split("\t") for line in PATH.read_text(encoding="utf-8").split("\n") if "\t" in line]
    assert sum(len(sources) for _, sources in lines) > 5000
    for target, sources in lines:
        for source in sources:
            assert skeletons(f"Bo {source}n") & skeletons(f"Bo {target}n"), (source, target)


@pytest.mark.parametrize("name", ["You", "\uff39\uff4f\uff55", "\u0443\u043eu", "Y0U", "The h\u043est"])
def test_nobody_is_called_what_sentences_call_everybody(name: str) -> None:
    story = Story(Settings(seats=2))
    with pytest.raises(RequestError) as refused:
        story.sit(name)
    assert refused.value.code == "name"


def test_names_of_older_tables_stay_as_they_are() -> None:
    table = TableState("table")
    history: list[events.TableEvent] = [
        commands.create(Settings(seats=3), bytes(32), version=1),
        *(events.PersonSeated(seat, name, str(seat), "") for seat, name in enumerate(("Ann", "\u0410nn"))),
    ]
    for number, event in enumerate(history, 1):
        table.apply_entry(Entry(number, 0.0, events.write_event(event)))
    commands.sit(table, "token", "\u0391nn", "", None, is_program=False)
    again = Story(Settings(seats=4))
    again.sit("F\u0456n")  # with a Cyrillic letter
    assert commands.add_computer(again.table, "shark", None).name == "Fin 2"
