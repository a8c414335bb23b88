"""What core and formats say is what the golden file of `tests.texts` has, to the letter."""

from io import StringIO
from itertools import zip_longest

import pytest

from camelup.formats.ansi import ansi_for
from tests import texts


def check_section(now: str, before: str) -> None:
    # Only the first lines: to compare all of them, pytest takes longer than all texts.
    lines = zip_longest(before.split("\n"), now.split("\n"))
    assert [(was, line) for was, line in lines if was != line][:3] == []


@pytest.mark.parametrize("section", texts.sections())
def test_every_text_is_as_it_was(section: str) -> None:
    check_section(texts.text_of(section), texts.golden_texts()[section])


def test_the_golden_file_has_all_sections() -> None:
    assert list(texts.golden_texts()) == list(texts.sections())


class _Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("no_color", "term", "is_coloured"),
    [("", "xterm", True), ("1", "xterm", False), ("", "dumb", False), ("1", "dumb", False)],
)
def test_colours_are_for_terminals_that_want_them(
    monkeypatch: pytest.MonkeyPatch, no_color: str, term: str, *, is_coloured: bool
) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setenv("TERM", term)
    assert ansi_for(_Terminal()).is_coloured is is_coloured
    assert ansi_for(StringIO()).is_coloured is False
