"""Edits that an honest history could have made: nobody can tell, so nobody may complain."""

from tests.server.book import Book
from tests.server.edits.judging import OTHER_HASH, consistent, person


@consistent("finished", "Nothing vouches for the words of a chat.")
def chat_rewritten(book: Book) -> None:
    book.change("finished", book.find("finished", "said", 1), text="Luck is for the others.")


@consistent("finished", "Nothing but its number tells of a line of chat, and the numbers are closed up.")
def chat_removed(book: Book) -> None:
    book.remove("finished", book.find("finished", "said", 1))


@consistent("waiting", "Anybody who sits there unmuted could have said it.")
def chat_added(book: Book) -> None:
    book.append("waiting", {"type": "said", "seat": 0, "text": "Hello there."})


@consistent("finished", "The host could have unmuted somebody, who then spoke.")
def unmuted_and_said(book: Book) -> None:
    book.append("finished", {"type": "muted", "seat": 2, "is_muted": False})
    book.append("finished", {"type": "said", "seat": 2, "text": "At last."})


@consistent("waiting", "The table may as well have been made a minute earlier.")
def created_earlier(book: Book) -> None:
    book.sql.execute("UPDATE tables SET created = created - 60000000 WHERE name = ?", (book.codes["waiting"],))
    book.sql.execute(
        "UPDATE entries SET at = at - 60000000 WHERE table_name = ? AND number = 1", (book.codes["waiting"],)
    )


@consistent("closed", "All of it may have happened a day earlier.")
def all_times_shifted(book: Book) -> None:
    book.shift("closed", -86_400)
    book.sql.execute("UPDATE tables SET created = created - 86400000000 WHERE name = ?", (book.codes["closed"],))


@consistent(
    "playing", "A machine's clock may be set back during a game, so times may fall, even below that of the creation."
)
def clock_set_back(book: Book) -> None:
    book.shift("playing", -3600, after=12)


@consistent("playing", "People could have taken longer.")
def long_pause(book: Book) -> None:
    book.shift("playing", 7200, after=12)


@consistent("waiting", "A person may have any name that is free, and the headline has it too.")
def renamed_everywhere(book: Book) -> None:
    for number, event in book.log("waiting"):
        if event.get("name") == "Max":
            book.change("waiting", number, name="Moritz")
    book.headline("waiting", names=["Lea", "Moritz", "Nia", "Pouch"])


def _find_jon(book: Book) -> int:
    return book.find("playing", "person_seated", 0, lambda event: event["name"] == "Jon")


@consistent(
    "playing", "Names are not part of the dice, so even those of a game can be changed if nothing else has them."
)
def renamed_in_a_game(book: Book) -> None:
    book.change("playing", _find_jon(book), name="J\u00f3n")
    book.headline("playing", names=["Ida", "J\u00f3n", "Kim", "Chick"])


@consistent("playing", "Nothing vouches for the hash of a token, if the index has the same.")
def token_replaced(book: Book) -> None:
    book.change("playing", _find_jon(book), token=OTHER_HASH)
    book.sql.execute(
        "UPDATE seats SET token_hash = ? WHERE table_name = ? AND seat = 1", (OTHER_HASH, book.codes["playing"])
    )


@consistent("playing", "An index that is behind its log is made again from it.")
def index_lost_and_noted_as_such(book: Book) -> None:
    book.sql.execute("DELETE FROM seats")
    book.set("playing", indexed=3)


@consistent("finished", "Nothing vouches for which of several seats somebody has chosen.")
def seat_counted(book: Book) -> None:
    book.sql.execute("UPDATE seats SET counts = 1 WHERE table_name = ? AND seat = 2", (book.codes["finished"],))


@consistent("waiting", "Before the start no die has fallen that the secret could contradict.")
def secret_of_a_waiting_table_replaced(book: Book) -> None:
    book.change("waiting", 1, secret=OTHER_HASH)


@consistent("waiting", "Before the start no die depends on a seed.")
def seed_at_a_waiting_table_replaced(book: Book) -> None:
    book.change("waiting", book.find("waiting", "person_seated", 0), seed="fedcba9876543210" * 4)


@consistent("playing", "The game stood like this a moment ago, so nobody can tell that it went on.")
def last_plies_cut_off(book: Book) -> None:
    for _ in range(3):
        book.remove("playing", len(book.log("playing")))


@consistent(None, "A table may never have been closed.")
def closing_cut_off(book: Book) -> None:
    book.remove("closed", book.find("closed", "closed"))
    book.set("closed", status="playing")


@consistent(None, "A table of which nothing is left may never have been.")
def table_removed(book: Book) -> None:
    book.drop("waiting")


@consistent(
    "rematch", "`camelup db prune` may remove a rematch that was closed, while people still chat at the old table."
)
def rematch_pruned(book: Book) -> None:
    book.drop("rematch")


@consistent("first", "`camelup db prune` removes the game before a rematch sooner than the rematch.")
def game_before_a_rematch_pruned(book: Book) -> None:
    book.drop("first")


@consistent("first", "A server may die between making the rematch and noting it at the old table.")
def rematch_not_noted(book: Book) -> None:
    book.remove("first", book.find("first", "rematched"))


@consistent("finished", "Reviews are computed when somebody asks.")
def review_removed(book: Book) -> None:
    book.sql.execute("DELETE FROM reviews")


@consistent(None, "A server that asks whether the disk accepts entries writes its pulse.")
def pulse_written(book: Book) -> None:
    book.sql.execute("INSERT INTO pulse VALUES (1, 1700000000000000)")


@consistent("closed", "The last action could have been another legal one.")
def last_action_replaced(book: Book) -> None:
    number = len(book.log("closed"))
    ply = book.event("closed", number - 1)["ply"]
    book.change("closed", number - 1, ply=f"{ply[0]} ticket g")


@consistent("playing", "A person who was away for a moment is stood in for.")
def stood_in_for_once(book: Book) -> None:
    book.set_by("playing", "A", "stand_in")


@consistent("waiting", "Somebody may come and go before the start.")
def guest_came_and_went(book: Book) -> None:
    book.append("waiting", person(4))
    book.append("waiting", {"type": "seat_left", "seat": 4, "is_removed": False})


@consistent("finished", "Whether money is hidden changes what is shown, not what is stored.")
def money_hidden(book: Book) -> None:
    book.settings("finished", hides_money=True)


@consistent("waiting", "The table may have been made with a clock.")
def clock_chosen(book: Book) -> None:
    book.settings("waiting", clock=30)
    book.headline("waiting", clock=30)


@consistent("waiting", "A waiting table may have any code, as long as everything has it.")
def code_replaced(book: Book) -> None:
    book.rename("waiting", "abcdefgh")


@consistent(None, "Operators compact and analyse their databases.")
def compacted(book: Book) -> None:
    book.sql.execute("VACUUM")
    book.sql.execute("ANALYZE")


@consistent(None, "Operators restore backups, in which rows lie in another order on the disk.")
def restored_from_a_dump(book: Book) -> None:
    rows = book.sql.execute("SELECT * FROM entries ORDER BY at DESC, number DESC").fetchall()
    book.sql.execute("DELETE FROM entries")
    book.sql.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", rows)


@consistent("finished", "The errors of sampled figures in a review could have been a little other.")
def figures_of_a_review_changed(book: Book) -> None:
    book.review(lambda form: form["plies"][3]["choices"][-1].update(error=0.0125))
