"""Edits of rows, numbers, times and texts, whatever they are about, and of the schema."""

from tests.server.book import Book, compact
from tests.server.edits.judging import OTHER_HASH, Make, edit, inconsistent

# --- Numbers, lengths and times -------------------------------------------------------------------------------


@inconsistent("playing", "A number is missing in the log.")
def gap_in_the_log(book: Book) -> None:
    number = book.ply("playing", "roll", 2)
    book.sql.execute("DELETE FROM entries WHERE table_name = ? AND number = ?", (book.codes["playing"], number))


@inconsistent("finished", "A line of chat is gone and has left a gap, with the length counted anew.")
def gap_where_a_line_of_chat_was(book: Book) -> None:
    number = book.find("finished", "said", 2)
    book.sql.execute("DELETE FROM entries WHERE table_name = ? AND number = ?", (book.codes["finished"], number))
    book.set("finished", length=len(book.log("finished")))


@inconsistent("playing", "The last entry is lost, and the length knows it.")
def last_entry_lost(book: Book) -> None:
    book.sql.execute(
        "DELETE FROM entries WHERE table_name = ? AND number = ?", (book.codes["playing"], len(book.log("playing")))
    )


@inconsistent("waiting", "The log has no first entry.")
def first_entry_lost(book: Book) -> None:
    book.sql.execute("DELETE FROM entries WHERE table_name = ? AND number = 1", (book.codes["waiting"],))


@inconsistent("waiting", "An entry has the number 0.")
def entry_with_number_zero(book: Book) -> None:
    book.sql.execute(
        "INSERT INTO entries SELECT table_name, 0, at, text FROM entries WHERE table_name = ? AND number = 1",
        (book.codes["waiting"],),
    )


@inconsistent("waiting", "An entry has a number that is a word, which SQLite does not mind.")
def number_that_is_a_word(book: Book) -> None:
    book.sql.execute(
        "INSERT INTO entries SELECT table_name, 'last', at, text FROM entries WHERE table_name = ? AND number = 3",
        (book.codes["waiting"],),
    )


@inconsistent("waiting", "An entry has a number between two others.")
def number_that_is_a_fraction(book: Book) -> None:
    book.sql.execute(
        "INSERT INTO entries SELECT table_name, 2.5, at, ? FROM entries WHERE table_name = ? AND number = 2",
        ('{"type":"said","seat":0,"text":"In between."}', book.codes["waiting"]),
    )


edit(
    "length_too_long",
    "playing",
    "The length is one more than the log has.",
    lambda book: book.set("playing", length=len(book.log("playing")) + 1),
)
edit(
    "length_too_short",
    "finished",
    "The length is one less.",
    lambda book: book.set("finished", length=len(book.log("finished")) - 1),
)
edit("length_zero", "closed", "The length is 0.", lambda book: book.set("closed", length=0))
edit("length_that_is_a_word", "closed", "The length is no number.", lambda book: book.set("closed", length="ten"))


@inconsistent("waiting", "The table was made before 1970, and so was its first entry.")
def time_before_1970(book: Book) -> None:
    book.sql.execute("UPDATE entries SET at = -5 WHERE table_name = ? AND number = 1", (book.codes["waiting"],))
    book.set("waiting", created=-5)


@inconsistent("playing", "The time of an entry is a word.")
def time_that_is_a_word(book: Book) -> None:
    book.sql.execute("UPDATE entries SET at = 'noon' WHERE table_name = ? AND number = 9", (book.codes["playing"],))


@inconsistent("finished", "The table was made a day after its first entry, with which it is made.")
def created_after_the_first_entry(book: Book) -> None:
    book.sql.execute("UPDATE tables SET created = created + 86400000000 WHERE name = ?", (book.codes["finished"],))


@inconsistent("finished", "The time of the last change is an hour before the last entry, which is the last change.")
def updated_before_the_last_entry(book: Book) -> None:
    book.sql.execute("UPDATE tables SET updated = updated - 3600000000 WHERE name = ?", (book.codes["finished"],))


@inconsistent("closed", "The time of the last change is an hour after it, so that pruning would spare the table.")
def updated_after_the_last_entry(book: Book) -> None:
    book.sql.execute("UPDATE tables SET updated = updated + 3600000000 WHERE name = ?", (book.codes["closed"],))


# --- Rows and texts -------------------------------------------------------------------------------------------


@inconsistent(None, "Entries without a table.")
def entries_of_no_table(book: Book) -> None:
    book.sql.execute(
        "INSERT INTO entries SELECT 'abcdefgh', number, at, text FROM entries WHERE table_name = ?",
        (book.codes["waiting"],),
    )


@inconsistent("closed", "The row of a table is lost, and its entries are there.")
def row_of_a_table_lost(book: Book) -> None:
    book.sql.execute("DELETE FROM tables WHERE name = ?", (book.codes["closed"],))


@inconsistent("playing", "A table without a single entry.")
def log_lost(book: Book) -> None:
    book.sql.execute("DELETE FROM entries WHERE table_name = ?", (book.codes["playing"],))


@inconsistent("waiting", "A table without a single entry, whose length admits it.")
def log_lost_and_length_zero(book: Book) -> None:
    log_lost_role = book.codes["waiting"]
    book.sql.execute("DELETE FROM entries WHERE table_name = ?", (log_lost_role,))
    book.set("waiting", length=0)


@inconsistent(None, "The name of a table is no code, so nobody can ever open it.")
def name_that_is_no_code(book: Book) -> None:
    book.rename("waiting", "Table of Lea")


@inconsistent(None, "The name of a table has a capital letter, which no code has.")
def name_with_a_capital(book: Book) -> None:
    book.rename("waiting", book.codes["waiting"][:-1] + "K")


edit(
    "entry_not_json", "playing", "An entry is not JSON.", lambda book: book.write("playing", 9, '{"type":"played","pl')
)
edit("entry_empty", "playing", "An entry is empty.", lambda book: book.write("playing", 9, ""))
edit("entry_null", "playing", "An entry is null.", lambda book: book.write("playing", 9, "null"))
edit("entry_of_zeros", "playing", "An entry is zero bytes.", lambda book: book.write("playing", 9, "\0" * 40))
edit("entry_blob", "playing", "An entry is a blob.", lambda book: book.write("playing", 9, b'{"type":"played"}'))
edit("entry_with_bad_utf8", "playing", "An entry is no text.", lambda book: book.write("playing", 9, b"\xff\xfe\x00"))
edit(
    "entry_of_unknown_kind",
    "waiting",
    "No such event.",
    lambda book: book.append("waiting", {"type": "danced", "seat": 0}),
)
edit("entry_without_kind", "waiting", "Its kind is missing.", lambda book: book.append("waiting", {"seat": 0}))
edit(
    "entry_lacks_a_field",
    "waiting",
    "A field is missing.",
    lambda book: book.append("waiting", {"type": "said", "seat": 0}),
)
edit(
    "entry_field_of_another_type",
    "waiting",
    "A seat is a number.",
    lambda book: book.append("waiting", {"type": "said", "seat": "A", "text": "x"}),
)


@inconsistent("first", "A field has a misspelt name, so a reader that passes over it takes the default.")
def entry_with_a_misspelt_field(book: Book) -> None:
    number = book.find("first", "played", 0, lambda event: event["by"] == "owner")
    book.write("first", number, compact(book.event("first", number)).replace('"by"', '"bx"'))


@inconsistent("playing", "An entry has bytes that are not UTF-8, within a column of text.")
def text_that_is_not_utf8(book: Book) -> None:
    book.sql.execute(
        "UPDATE entries SET text = CAST(? AS TEXT) WHERE table_name = ? AND number = 6",
        (b'{"type":"said","seat":2,"text":"\xff\xfe"}', book.codes["playing"]),
    )


@inconsistent("waiting", "A column that must have a value has none, after a rebuild without the rule.")
def headline_null(book: Book) -> None:
    _allow_nulls(book, "tables", "headline TEXT NOT NULL", "headline TEXT")
    book.set("waiting", headline=None)


@inconsistent("playing", "The text of an entry is NULL, after a rebuild without the rule.")
def entry_without_text(book: Book) -> None:
    _allow_nulls(book, "entries", "text TEXT NOT NULL", "text TEXT")
    book.sql.execute("UPDATE entries SET text = NULL WHERE table_name = ? AND number = 9", (book.codes["playing"],))


def _allow_nulls(book: Book, table: str, strict: str, loose: str) -> None:
    """Rebuild a table as a careless migration would."""
    (made,) = book.sql.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    assert strict in made
    book.sql.execute(f"ALTER TABLE {table} RENAME TO careless")
    book.sql.execute("DROP INDEX IF EXISTS tables_by_status")
    book.sql.execute(made.replace(strict, loose))
    book.sql.execute(f"INSERT INTO {table} SELECT * FROM careless")  # noqa: S608
    book.sql.execute("DROP TABLE careless")
    book.sql.execute("CREATE INDEX IF NOT EXISTS tables_by_status ON tables (status, updated)")


# --- The index ------------------------------------------------------------------------------------------------


@inconsistent("playing", "A token was replaced in the log, and the index still has the old one.")
def token_replaced_in_the_log_alone(book: Book) -> None:
    number = book.find("playing", "person_seated", where=lambda event: event["name"] == "Jon")
    book.change("playing", number, token=OTHER_HASH)


def _edit_index(statement: str) -> Make:
    def make(book: Book) -> None:
        book.sql.execute(statement.replace("CODE", f"'{book.codes['finished']}'").replace("HASH", f"'{OTHER_HASH}'"))

    return make


for _name, _table, _statement, _reason in (
    ("index_row_lost", "finished", "DELETE FROM seats WHERE table_name = CODE AND seat = 2", "Somebody is missing."),
    (
        "index_row_invented",
        "finished",
        "INSERT INTO seats VALUES (HASH, CODE, 1, 0)",
        "Somebody is in the index whom the log does not know.",
    ),
    ("index_row_moved", "finished", "UPDATE seats SET seat = 5 WHERE table_name = CODE AND seat = 2", "Another seat."),
    ("index_of_no_seat", "finished", "UPDATE seats SET seat = 8 WHERE table_name = CODE AND seat = 2", "No such seat."),
    ("index_ahead", "finished", "UPDATE tables SET indexed = length + 1 WHERE name = CODE", "It knows the future."),
    ("index_of_no_table", None, "INSERT INTO seats VALUES (HASH, 'gone2222', 1, 0)", "No such table."),
    (
        "figures_of_no_table",
        None,
        "INSERT INTO figures VALUES ('gone2222', 1, '{\"seats\":[]}')",
        "There is no such table.",
    ),
    ("figures_empty", "finished", "INSERT INTO figures VALUES (CODE, 1, '{\"seats\":[]}')", "A game has players."),
    ("figures_broken", "finished", "INSERT INTO figures VALUES (CODE, 1, 'none')", "They are JSON."),
):
    edit(_name, _table, _reason, _edit_index(_statement))


# --- The schema -----------------------------------------------------------------------------------------------


def _run(statement: str) -> Make:
    def make(book: Book) -> None:
        book.sql.execute(statement)

    return make


for _name, _statement, _reason in (
    ("index_dropped", "DROP INDEX tables_by_status", "An index of the schema is missing."),
    ("column_dropped", "ALTER TABLE tables DROP COLUMN headline", "A column of the schema is missing."),
    ("column_renamed", "ALTER TABLE entries RENAME COLUMN at TO time", "A column has another name."),
    ("entries_dropped", "DROP TABLE entries", "A table of the schema is missing."),
    ("reviews_dropped", "DROP TABLE reviews", "A table of the schema is missing."),
    ("pulse_dropped", "DROP TABLE pulse", "A table of the schema is missing, and the server needs it to be ready."),
    ("schema_version_lowered", "PRAGMA user_version = 1", "The version is older than the tables that are there."),
    ("schema_version_zero", "PRAGMA user_version = 0", "The version says that there is nothing yet."),
    ("schema_version_raised", "PRAGMA user_version = 99", "The version is not known."),
    ("application_changed", "PRAGMA application_id = 7", "The file says that it belongs to another program."),
):
    edit(_name, None, _reason, _run(_statement))
