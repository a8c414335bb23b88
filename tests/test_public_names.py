"""The public interface: no name of it goes away unnoticed, and old names work with a warning."""

import doctest
import sys
import warnings
from importlib import import_module

import pytest

import camelup
import camelup.client
import camelup.players
from camelup.deprecation import old_names
from tests.public_names import FILE, ROOT, public_modules, public_names

OLD = {
    "camelup.TableError": camelup.RaceTableError,
    "camelup.guess": camelup.sample_state,
    "camelup.client.DiceInfo": camelup.client.DiceForm,
    "camelup.client.Said": camelup.client.ChatLine,
    "camelup.client.SeatInfo": camelup.client.SeatForm,
    "camelup.client.TableInfo": camelup.client.TableForm,
    "camelup.players.AS_IT_LIKES": camelup.players.DEFAULT_BUDGET,
}


def test_no_public_name_has_gone_and_new_ones_are_written_down() -> None:
    frozen, now = FILE.read_text().split(), public_names()
    gone = sorted(set(frozen) - set(now))
    assert not gone, "keep them as old names (camelup.deprecation) until the next major version"
    assert now == frozen, "a new public name: python -m tests.public_names"


@pytest.mark.parametrize("module", public_modules())
def test_every_public_name_can_be_imported(module: str) -> None:
    names = [name.rpartition(".")[2] for name in FILE.read_text().split() if name.rpartition(".")[0] == module]
    assert names
    imported = import_module(module)
    for name in names:
        if not hasattr(imported, name):  # some packages show their modules
            import_module(f"{module}.{name}")


@pytest.mark.parametrize(("old", "value"), OLD.items(), ids=OLD)
def test_an_old_name_is_the_new_one_and_says_so_where_it_is_used(old: str, value: object) -> None:
    module, _, name = old.rpartition(".")
    with pytest.warns(DeprecationWarning, match=f"^{old} has a new name: {module}") as caught:
        assert getattr(sys.modules[module], name) is value
    assert caught[0].filename == __file__
    with pytest.warns(DeprecationWarning, match=name):
        exec(f"from {module} import {name}", {})  # noqa: S102 - as people write it


def test_a_name_that_never_was_is_no_old_one() -> None:
    with pytest.raises(AttributeError, match="module 'camelup' has no attribute 'guesses'"):
        getattr(camelup, "guesses")  # noqa: B009 - a type checker knows that it is not there
    find = old_names("camelup", {"former": "Game"})
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert find("former") is camelup.Game
    assert [str(warning.message) for warning in caught] == ["camelup.former has a new name: camelup.Game."]


def test_the_example_of_the_document_is_true() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "api.md"), module_relative=False)
    assert (failed, tried > 0) == (0, True)
