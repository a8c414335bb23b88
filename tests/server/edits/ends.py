"""Edits of how tables end: closing, rematches and reviews."""

from tests.server.book import Book, Event
from tests.server.edits.judging import OTHER_HASH, edit, inconsistent

# --- Ends and rematches ---------------------------------------------------------------------------------------


for _name, _event, _reason in (
    ("said_after_closed", {"type": "said", "seat": 0, "text": "Still here?"}, "Nobody speaks at a closed table."),
    ("played_after_closed", {"type": "played", "ply": "A ticket g", "by": "owner"}, "Nothing is played any more."),
    ("left_after_closed", {"type": "seat_left", "seat": 0, "is_removed": False}, "Nobody leaves a closed table."),
    ("closed_twice", {"type": "closed", "reason": "empty"}, "A table closes once."),
    ("rematch_of_a_closed_table", {"type": "rematched", "table": "abcdefgh"}, "The game never ended."),
):
    edit(
        _name,
        "closed",
        _reason,
        lambda book, event=_event: book.append("closed", event),  # type: ignore[misc]
    )


@inconsistent("finished", "A finished table does not close.")
def closed_after_the_end(book: Book) -> None:
    book.append("finished", {"type": "closed", "reason": "empty"})


@inconsistent("closed", "There is no such reason.")
def closed_for_no_known_reason(book: Book) -> None:
    book.change("closed", book.find("closed", "closed"), reason="boredom")


@inconsistent("playing", "A rematch needs a game that is over.")
def rematch_of_a_running_game(book: Book) -> None:
    book.append("playing", {"type": "rematched", "table": "abcdefgh"})


@inconsistent("first", "There is one rematch.")
def rematched_twice(book: Book) -> None:
    book.append("first", {"type": "rematched", "table": "abcdefgh"})


@inconsistent("first", "The rematch is a table that follows no other.")
def rematch_is_another_table(book: Book) -> None:
    book.change("first", book.find("first", "rematched"), table=book.codes["waiting"])


@inconsistent("first", "The rematch is the table itself.")
def rematch_is_the_table_itself(book: Book) -> None:
    book.change("first", book.find("first", "rematched"), table=book.codes["first"])


@inconsistent("first", "The rematch has no code that a table can have.")
def rematch_without_a_code(book: Book) -> None:
    book.change("first", book.find("first", "rematched"), table="../etc/passwd")


@inconsistent("rematch", "The table follows a game that is not over.")
def rematch_follows_a_running_game(book: Book) -> None:
    book.change("rematch", 1, before=book.codes["playing"])


@inconsistent("rematch", "The table follows itself.")
def rematch_follows_itself(book: Book) -> None:
    book.change("rematch", 1, before=book.codes["rematch"])


@inconsistent("rematch", "The table follows a game whose rematch it is not, and that other people have played.")
def rematch_follows_another_game(book: Book) -> None:
    book.change("rematch", 1, before=book.codes["finished"])


@inconsistent("rematch", "A rematch keeps everybody's token, so this seat was stolen.")
def seat_stolen_at_a_rematch(book: Book) -> None:
    book.change("rematch", book.find("rematch", "person_seated", 1), token=OTHER_HASH)


@inconsistent("rematch", "A rematch is of the same edition.")
def rematch_of_another_edition(book: Book) -> None:
    book.settings("rematch", edition=2)
    book.headline("rematch", edition=2)


# --- Reviews --------------------------------------------------------------------------------------------------


def _review_for(book: Book, code: str) -> None:
    book.sql.execute("INSERT INTO reviews SELECT ?, version, review FROM reviews", (code,))


edit(
    "review_of_a_running_game",
    "playing",
    "A review needs a finished game.",
    lambda book: _review_for(book, book.codes["playing"]),
)
edit("review_of_a_waiting_table", "waiting", "There is no game.", lambda book: _review_for(book, book.codes["waiting"]))
edit(
    "review_of_another_game",
    "first",
    "The review is of another game.",
    lambda book: _review_for(book, book.codes["first"]),
)
edit("review_of_no_table", None, "There is no such table.", lambda book: _review_for(book, "abcdefgh"))
edit(
    "review_unreadable", "finished", "It cannot be unpacked.", lambda book: book.set_review(b"\0\0\0\1 not compressed")
)
edit("review_empty", "finished", "There is nothing in it.", lambda book: book.set_review(b""))
edit("review_is_a_text", "finished", "A review is a blob.", lambda book: book.set_review("a fine game"))


@inconsistent("finished", "The review is cut off.")
def review_cut(book: Book) -> None:
    (packed,) = book.sql.execute("SELECT review FROM reviews").fetchone()
    book.set_review(packed[: len(packed) // 2])


@inconsistent("finished", "A bit of the review has flipped, which its checksum shows.")
def review_bit_flipped(book: Book) -> None:
    (packed,) = book.sql.execute("SELECT review FROM reviews").fetchone()
    middle = len(packed) // 2
    book.set_review(packed[:middle] + bytes([packed[middle] ^ 4]) + packed[middle + 1 :])


@inconsistent("finished", "The review says another result than the game has.")
def review_with_other_money(book: Book) -> None:
    book.review(lambda form: form["players"][0].update(money=form["players"][0]["money"] + 10))


@inconsistent("finished", "The review has the names of others.")
def review_with_other_names(book: Book) -> None:
    book.review(lambda form: form.update(names=["Zoe", *form["names"][1:]]))


@inconsistent("finished", "The review lacks the last action.")
def review_with_fewer_plies(book: Book) -> None:
    book.review(lambda form: form["plies"].pop())


@inconsistent("finished", "The review tells of another die than was rolled.")
def review_with_another_die(book: Book) -> None:
    def change(form: Event) -> None:
        rolled = next(ply for ply in form["plies"] if ply["outcome"])
        rolled["outcome"] = rolled["outcome"][0] + ("1" if rolled["outcome"][1] != "1" else "2")

    book.review(change)


@inconsistent("finished", "The review is JSON, but no review.")
def review_that_is_none(book: Book) -> None:
    book.review(lambda form: form.clear())
