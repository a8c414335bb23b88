"""Names that look alike: within a table they count as one, in whatever letters they are written."""

import re
import sys
import unicodedata

import pytest

from camelup.core.errors import RequestError
from camelup.protocol.settings import Settings
from camelup.server.store.base import Entry
from camelup.server.tables import commands, events
from camelup.server.tables.log_check import check_log
from camelup.server.tables.lookalikes import PATH, skeletons
from camelup.server.tables.sanitize import clean_name
from camelup.server.tables.state import TableState
from tests.server.stories import Story


def test_names_that_look_alike_are_one() -> None:
    for name in ("ANN", "ann", "\uff21nn", "\u0410nn", "\u0391nn", "\U0001d400nn", "\u0430nn"):
        assert skeletons(name) & skeletons("Ann"), name
    assert skeletons("Ian") & skeletons("lan")
    for one, other in (("Ann", "Anna"), ("Zoe", "Zo\xeb"), ("\u041c\u0430\u0440\u0438\u044f", "Maria"), ("小", "大")):
        assert not skeletons(one) & skeletons(other)


def test_a_dot_above_a_letter_with_a_dot_is_not_seen() -> None:
    for name in ("Ni\u0307k", "N\u0456\u0307k", "N\U0001d422\u0307k"):
        assert skeletons(name) & skeletons("Nik"), name
    assert skeletons("N\u012f\u0307k") & skeletons("N\u012fk")
    assert not skeletons("Nok") & skeletons("No\u0307k")


def test_nothing_unseen_stays_in_a_name() -> None:
    """All letters of Unicode that by their names show nothing, whatever they are called in the table of sanitize.py."""
    unseen = re.compile(
        r"(CHOSEONG|JUNGSEONG|HANGUL|SCRIPT) FILLER|PATTERN BLANK|NULL NOTEHEAD|VARIATION SELECTOR|JOINER"
        r"|VOWEL INHERENT|INVISIBLE|ZERO WIDTH|OBJECT REPLACEMENT"
    )
    letters = [letter for letter in map(chr, range(sys.maxunicode)) if unseen.search(unicodedata.name(letter, ""))]
    assert {"\U00016fe4", "\U0001d159", "\u3164", "\ufe0f"} < set(letters)
    assert len(letters) > 270
    for letter in letters:
        assert clean_name(f"A{letter}nn") == "Ann", ascii(letter)


def test_directions_do_not_make_two_names_look_alike() -> None:
    with pytest.raises(RequestError) as refused:
        clean_name("Ann\u05d01")
    assert refused.value.code == "name"
    assert clean_name("\u05d3\u05e0\u05d4 7") == "\u05d3\u05e0\u05d4 7"
    assert skeletons("\u05d3\u05e0\u05d47") & skeletons("7\u05d3\u05e0\u05d4")  # shown alike
    assert not skeletons("\u05e8\u05d5\u05df7") & skeletons("\u05e0\u05d5\u05e87")


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


_ONCE_ALLOWED = ("A\U00016fe4nn", "Ann\u05d0")


def test_names_of_older_tables_stay_as_they_are() -> None:
    table = TableState("table")
    history: list[events.TableEvent] = [
        commands.create(Settings(seats=3), bytes(32), version=1),
        *(events.PersonSeated(seat, name, str(seat), "") for seat, name in enumerate(("Ann", "\u0410nn"))),
    ]
    for number, event in enumerate(history, 1):
        table.apply_entry(Entry(number, 0.0, events.write_event(event)))
    commands.sit(table, "token", "\u0391nn", "", None, is_program=False)
    tokens = [commands.hash_token(name) for name in "ab"]
    seated = [events.PersonSeated(seat, name, tokens[seat], "0" * 16) for seat, name in enumerate(_ONCE_ALLOWED)]
    entries = [Entry(number, 0.0, events.write_event(event)) for number, event in enumerate([history[0], *seated], 1)]
    assert check_log("abcdefgh", entries).table.names == _ONCE_ALLOWED
    again = Story(Settings(seats=4))
    again.sit("F\u0456n")  # with a Cyrillic letter
    assert commands.add_computer(again.table, "shark", None).name == "Fin 2"
