"""What `camelup db check` must find, and what it must not.

The edits and damages were listed and judged before the check was written, by somebody who did not know how it would
look for them: each by the rules of the game, of the server and of the formats alone. Where the check and the list
disagree, the check is wrong unless a rule has changed since.
"""

import asyncio
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from camelup.cli import main
from camelup.core.errors import CamelUpError
from camelup.server.store import make_store
from camelup.server.tables.integrity import Checked, check_store
from tests.server.book import Book
from tests.server.damage import DAMAGES, LOST_TAILS, WAL_DAMAGES, must_be_reported, read_rows, split_into_wal
from tests.server.edits import EDITS, Edit, Verdict
from tests.server.sound import FILE, make_sound_database


class Sound(NamedTuple):
    """A sound database, and a place for copies of it."""

    folder: Path
    codes: dict[str, str]
    copies: Path

    def copy(self, name: str, keep: tuple[str, ...] = ()) -> Path:
        """Make a copy in a folder of its own; with these tables alone if some are named, which are checked sooner."""
        source = self.folder / FILE
        if keep:
            source = self.folder / f"{'-'.join(keep)}.sqlite"
            if not source.exists():
                shutil.copy(self.folder / FILE, source)
                book = Book(source, self.codes)
                for role in self.codes.keys() - set(keep):
                    book.drop(role)
                book.sql.execute("VACUUM")
                book.close()
        folder = self.copies / name
        folder.mkdir()
        shutil.copy(source, folder / FILE)
        return folder

    def copy_edited(self, edit: Edit) -> Path:
        """Make a copy and edit it."""
        folder = self.copy(edit.name, _tables_for(edit))
        book = Book(folder / FILE, self.codes)
        before = book.everything()
        edit.make(book)
        assert book.everything() != before or edit.name in _PHYSICAL, f"{edit.name} does nothing"
        book.close()
        return folder


async def _check(folder: Path) -> str:
    store = make_store(None, folder, "read")
    try:
        await store.open()
        try:
            faults = [f"{table or 'database'}: {what}" async for table, what in check_store(store, Checked())]
        finally:
            await store.close()
    except CamelUpError as error:
        return error.message
    return "\n".join(faults)


def check_each(folders: Iterable[Path]) -> list[str]:
    """Check databases as the command does; give what is wrong with each, nothing if all is well.

    Errors that the command explains are faults, too; all others would be a traceback, and fail the test.
    """

    async def check_all() -> list[str]:
        return [await _check(folder) for folder in folders]

    return asyncio.run(check_all())


def check(folder: Path) -> str:
    """Check one of them."""
    return check_each([folder])[0]


@pytest.fixture(scope="session")
def sound_folder(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """Make the database once."""
    folder = tmp_path_factory.mktemp("sound")
    return folder, make_sound_database(folder)


@pytest.fixture
def sound(sound_folder: tuple[Path, dict[str, str]], tmp_path: Path) -> Iterator[Sound]:
    """Give the database to a test, with room for copies."""
    yield Sound(*sound_folder, tmp_path)
    shutil.rmtree(tmp_path)


def test_the_list_is_what_it_promises() -> None:
    verdicts = [edit.verdict for edit in EDITS]
    assert verdicts.count("inconsistent") >= 45
    assert verdicts.count("consistent") >= 8
    assert len({edit.name for edit in EDITS}) == len(EDITS)
    assert len(DAMAGES) + len(WAL_DAMAGES) + len(LOST_TAILS) >= 40


def test_the_sound_database_is_sound(sound: Sound) -> None:
    """Also when a part of it is still in the log beside the file."""
    assert not check(sound.copy("as it is"))
    split_into_wal(sound.folder, sound.copies / "split", sound.codes)
    assert not check(sound.copies / "split")


# --- Edits ----------------------------------------------------------------------------------------------------


def _tables_for(edit: Edit) -> tuple[str, ...]:
    """Name the tables that an edit needs, none for all of them."""
    if edit.table is None or edit.name in _AMONG_OTHERS:
        return ()
    return _PAIR if edit.table in _PAIR else (edit.table,)


_PAIR = ("first", "rematch")
_AMONG_OTHERS = {
    "started_by_one_player",
    "review_of_a_running_game",
    "review_of_a_waiting_table",
    "review_of_another_game",
    "rematch_is_another_table",
    "rematch_follows_a_running_game",
    "rematch_follows_another_game",
}
"""They take something from another table, or point to it."""
_PHYSICAL = ("compacted", "restored_from_a_dump")
"""They change where rows lie, not what they say."""


def _complaint(sound: Sound, edit: Edit, found: str) -> str | None:
    """Say what is wrong with what the check has found."""
    if bool(found) != (edit.verdict == "inconsistent"):
        return f"{edit.name} is {edit.verdict}: {edit.reason} The check says: {found[:200] or 'nothing'}"
    if edit.verdict == "inconsistent" and edit.table is not None:
        # A contradiction between a game and its rematch may be told of either.
        tables = _PAIR if edit.table in _PAIR else (edit.table,)
        if not any(f"{sound.codes[table]}: " in found for table in tables):
            return f"{edit.name}: the message does not name the table: {found[:200]}"
    return None


@pytest.mark.parametrize("verdict", ["inconsistent", "consistent"])
def test_edits(sound: Sound, verdict: Verdict) -> None:
    edits = [edit for edit in EDITS if edit.verdict == verdict]
    found = check_each(map(sound.copy_edited, edits))
    complaints = [_complaint(sound, edit, faults) for edit, faults in zip(edits, found, strict=True)]
    assert not (real := [complaint for complaint in complaints if complaint]), f"{len(real)}:\n" + "\n".join(real)


def test_the_command_says_what_the_check_finds(sound: Sound, capsys: pytest.CaptureFixture[str]) -> None:
    for name, code in (("face_changed", 1), ("entry_blob", 1), ("schema_version_raised", 2), ("chat_rewritten", 0)):
        folder = sound.copy_edited(_find(name))
        assert main(["db", "check", "--data", str(folder)]) == code, name
        out, err = capsys.readouterr()
        assert check(folder) in out + err


def _find(name: str) -> Edit:
    return next(edit for edit in EDITS if edit.name == name)


_IMPORTED = (
    "said_after_closed",
    "rematch_without_a_code",
    "rematch_follows_another_game",
    "seat_stolen_at_a_rematch",
    "status_of_finished_is_playing",
    "headline_with_another_name",
    "created_second",
    "nine_seats",
    "version_unknown",
    "hash_lost",
    "claimed_late",
    "closed_as_too_long",
    "face_changed",
    "seeds_exchanged",
    "ply_deleted",
    "another_seat_begins",
    "left_seat_played_by_owner",
    "updated_after_the_last_entry",
    "entry_not_json",
    "entry_with_a_misspelt_field",
    "name_taken",
    "host_is_a_program",
    "said_while_muted",
    "chat_rewritten",
    "clock_set_back",
    "rematch_not_noted",
    "card_rewritten_with_its_hash",
)
"""Edits of what an export has, too: all but reviews and the file itself."""


def test_an_import_refuses_what_a_check_would(sound: Sound, capsys: pytest.CaptureFixture[str]) -> None:
    """From another database, and from an export of it."""
    for number, edit in enumerate(map(_find, _IMPORTED)):
        folder = sound.copy_edited(edit)
        into, is_sound = folder / "into", edit.verdict == "consistent"
        if number % 3:
            source = ["--from", f"sqlite:///{folder / FILE}"]
        else:
            source = [str(folder / "tables.jsonl")]
            main(["db", "export", *source, "--data", str(folder)])
        code = main(["db", "import", *source, "--data", str(into)])
        assert (code == 0) == is_sound, f"{edit.name}: {capsys.readouterr()}"
        rows = read_rows(into / FILE)
        assert bool(rows and rows["tables"]) == is_sound, edit.name


# --- Damaged files --------------------------------------------------------------------------------------------


def test_damaged_files(sound: Sound) -> None:
    """Also where nothing can be asked of the check, it must not fail."""
    some = ("finished", "playing", "waiting")  # every kind of row is among them
    folders = [sound.copy(damage.name, some) for damage in DAMAGES]
    for damage, folder in zip(DAMAGES, folders, strict=True):
        damage.do(folder / FILE)
    rows, found = read_rows(sound.copy("sound", some) / FILE), check_each(folders)
    unseen = [folder for folder, faults in zip(folders, found, strict=True) if not faults]
    missed = [folder.name for folder in unseen if must_be_reported(rows, folder / FILE)]
    assert not missed


def test_damaged_logs_beside_the_file(sound: Sound) -> None:
    """A log that ends too soon is not to be told from one that was never longer; one with a hole in it is."""
    split_into_wal(sound.folder, sound.copies / "split", sound.codes)
    damages = (*WAL_DAMAGES, *LOST_TAILS)
    for damage in damages:
        folder = sound.copies / damage.name
        shutil.copytree(sound.copies / "split", folder)
        damage.do(folder / f"{FILE}-wal")
    found = check_each(sound.copies / damage.name for damage in damages)
    missed = [damage.name for damage, faults in zip(damages, found, strict=True) if not faults]
    assert set(missed) <= {damage.name for damage in LOST_TAILS}


def test_the_oracle_tells_sound_from_damaged(sound: Sound) -> None:
    """Rows are compared, so a copy is sound, and one with a bad letter is not."""
    copy = sound.copy("copy")
    rows = read_rows(sound.folder / FILE)
    assert not must_be_reported(rows, copy / FILE)
    DAMAGES[-1].do(copy / FILE)
    assert must_be_reported(rows, copy / FILE)
