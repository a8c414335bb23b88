"""What `camelup db check` must find, and what it must not, over a list that knows nothing of how it looks for it."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from camelup.cli import main
from tests.server.book import Book
from tests.server.damage import DAMAGES, LOST_TAILS, WAL_DAMAGES, must_be_reported, read_rows, split_into_wal
from tests.server.edits import EDITS, Edit, Verdict
from tests.server.sound import FILE, make_sound_database


class Found(NamedTuple):
    """What the check says."""

    code: int
    text: str
    fault: str = ""
    """An exception that nobody has caught: the user would see a traceback."""


class Sound(NamedTuple):
    """A sound database, and a place for copies of it."""

    folder: Path
    codes: dict[str, str]
    copies: Path
    capture: pytest.CaptureFixture[str]

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

    def check(self, folder: Path) -> Found:
        """Run the check in this process, as the command would."""
        self.capture.readouterr()
        try:
            code = main(["db", "check", "--data", str(folder)])
        except Exception as error:  # noqa: BLE001 - whatever it is, it is one too many
            return Found(1, "", f"{type(error).__name__}: {error}")
        out, err = self.capture.readouterr()
        return Found(code, out + err)


@pytest.fixture(scope="session")
def sound_folder(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """Make the database once."""
    folder = tmp_path_factory.mktemp("sound")
    return folder, make_sound_database(folder)


@pytest.fixture
def sound(
    sound_folder: tuple[Path, dict[str, str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Iterator[Sound]:
    """Give the database to a test, with room for copies."""
    yield Sound(*sound_folder, tmp_path, capsys)
    shutil.rmtree(tmp_path)


def test_the_list_is_what_it_promises() -> None:
    verdicts = [edit.verdict for edit in EDITS]
    assert verdicts.count("inconsistent") >= 45
    assert verdicts.count("consistent") >= 8
    assert len({edit.name for edit in EDITS}) == len(EDITS)
    assert len(DAMAGES) + len(WAL_DAMAGES) + len(LOST_TAILS) >= 40


def test_the_sound_database_is_sound(sound: Sound) -> None:
    """Also when a part of it is still in the log beside the file."""
    assert sound.check(sound.copy("as it is"))[:1] == (0,)
    split_into_wal(sound.folder, sound.copies / "split", sound.codes)
    assert sound.check(sound.copies / "split")[:1] == (0,)


def _complaint(sound: Sound, edit: Edit) -> str | None:
    """Say what is wrong with the check of an edit."""
    folder = sound.copy(edit.name, _tables_for(edit))
    book = Book(folder / FILE, sound.codes)
    before = book.everything()
    edit.make(book)
    assert book.everything() != before or edit.name in _PHYSICAL, f"{edit.name} does nothing"
    book.close()
    found = sound.check(folder)
    if found.fault:
        return f"{edit.name}: {found.fault}"
    if (found.code != 0) != (edit.verdict == "inconsistent"):
        return f"{edit.name} is {edit.verdict}: {edit.reason} The check gave {found.code}: {found.text.strip()[:200]}"
    if "Traceback" in found.text:
        return f"{edit.name}: a traceback"
    if edit.verdict == "inconsistent" and edit.table is not None:
        # A contradiction between a game and its rematch may be told of either.
        tables = ("first", "rematch") if "rematch" in edit.name else (edit.table,)
        if not any(sound.codes[table] in found.text for table in tables):
            return f"{edit.name}: the message does not name the table: {found.text.strip()[:200]}"
    return None


def _tables_for(edit: Edit) -> tuple[str, ...]:
    """Name the tables that an edit needs, none for all of them."""
    if edit.table is None or edit.verdict == "consistent" or edit.name in _AMONG_OTHERS:
        return ()
    return ("first", "rematch") if edit.table in {"first", "rematch"} else (edit.table,)


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


@pytest.mark.parametrize("verdict", ["inconsistent", "consistent"])
def test_edits(sound: Sound, verdict: Verdict) -> None:
    complaints = [_complaint(sound, edit) for edit in EDITS if edit.verdict == verdict]
    assert not (real := [complaint for complaint in complaints if complaint]), f"{len(real)}:\n" + "\n".join(real)


def test_damaged_files(sound: Sound) -> None:
    complaints = []
    for damage in DAMAGES:
        folder = sound.copy(damage.name)
        damage.do(folder / FILE)
        is_asked = must_be_reported(sound.folder / FILE, folder / FILE)
        found = sound.check(folder)
        if found.fault or "Traceback" in found.text:
            complaints.append(f"{damage.name}: {found.fault or found.text[:200]}")
        elif is_asked and found.code == 0:
            complaints.append(f"{damage.name} is not noticed")
    assert not complaints, f"{len(complaints)}:\n" + "\n".join(complaints)


def test_damaged_logs_beside_the_file(sound: Sound) -> None:
    """A log that ends too soon is not to be told from one that was never longer; one with a hole in it is."""
    split = sound.copies / "split"
    split_into_wal(sound.folder, split, sound.codes)
    complaints = []
    for damage in (*WAL_DAMAGES, *LOST_TAILS):
        folder = sound.copies / damage.name
        shutil.copytree(split, folder)
        damage.do(folder / f"{FILE}-wal")
        found = sound.check(folder)
        if found.fault or "Traceback" in found.text:
            complaints.append(f"{damage.name}: {found.fault or found.text[:200]}")
        elif damage in WAL_DAMAGES and found.code == 0:
            complaints.append(f"{damage.name} is not noticed")
    assert not complaints, f"{len(complaints)}:\n" + "\n".join(complaints)


def test_the_oracle_tells_sound_from_damaged(sound: Sound) -> None:
    """Rows are compared, so a copy is sound, and one with a bad letter is not."""
    copy = sound.copy("copy")
    assert not must_be_reported(sound.folder / FILE, copy / FILE)
    assert read_rows(copy / FILE) is not None
    DAMAGES[-1].do(copy / FILE)
    assert must_be_reported(sound.folder / FILE, copy / FILE)
