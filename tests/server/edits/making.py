"""Edits of how a table is made, and of what a list shows of it."""

from tests.server.book import Book, compact
from tests.server.edits.judging import EDITS, Edit, edit, inconsistent

# --- Status and headline --------------------------------------------------------------------------------------


for _role, _status in (
    ("finished", "playing"),
    ("finished", "closed"),
    ("playing", "finished"),
    ("playing", "waiting"),
    ("playing", "closed"),
    ("waiting", "playing"),
    ("waiting", "closed"),
    ("closed", "waiting"),
    ("closed", "playing"),
    ("playing", "paused"),
    ("waiting", ""),
):
    edit(
        f"status_of_{_role}_is_{_status or 'empty'}",
        _role,
        "The status is not what the log says.",
        lambda book, role=_role, status=_status: book.set(role, status=status),  # type: ignore[misc]
    )

for _name, _role, _field, _value in (
    ("name_missing", "playing", "names", ["Ida", "Jon", "Kim"]),
    ("another_name", "waiting", "names", ["Lea", "Mix", "Nia", "Pouch"]),
    ("names_in_another_order", "finished", "names", ["Bo", "Ann", "Cem", "Dia", "Pouch", "Tumble"]),
    ("another_edition", "finished", "edition", 1),
    ("seats_as_chosen", "playing", "seats", 5),
    ("no_free_seat", "waiting", "free", 0),
    ("other_odds", "waiting", "odds", "off"),
    ("another_clock", "playing", "clock", 60),
    ("clock_that_is_a_word", "playing", "clock", "soon"),
    ("a_title_that_nobody_gave", "waiting", "title", "The long road"),
    ("players_of_another_kind", "waiting", "players", []),
    ("another_leg_at_the_end", "finished", "leg", 1),
    ("other_money_at_the_end", "finished", "money", [9, 9, 9, 9, 9, 9]),
):
    edit(
        f"headline_with_{_name}",
        _role,
        "The headline is stale or wrong: the log says something else.",
        lambda book, role=_role, field=_field, value=_value: book.headline(role, **{field: value}),  # type: ignore[misc]
    )


@inconsistent("playing", "The headline lacks the names, which a list of tables needs.")
def headline_without_names(book: Book) -> None:
    book.set("playing", headline='{"edition":2,"seats":4,"odds":"off","clock":86400,"free":0}')


@inconsistent("waiting", "The headline has a field that no list of tables knows.")
def headline_with_a_strange_field(book: Book) -> None:
    book.headline("waiting", colour="blue")


edit("headline_cut", "playing", "The headline is not JSON.", lambda book: book.set("playing", headline='{"edition":2,'))
edit("headline_list", "waiting", "The headline is no object.", lambda book: book.set("waiting", headline="[]"))
edit("headline_empty", "waiting", "The headline is empty.", lambda book: book.set("waiting", headline=""))
edit("headline_blob", "waiting", "The headline is a blob.", lambda book: book.set("waiting", headline=b"\xff\xfe{}"))
edit("status_blob", "playing", "The status is a blob.", lambda book: book.set("playing", status=b"playing"))
edit("open_in_the_list", "first", "Listed, though its link is needed.", lambda book: book.set("first", is_open=1))
edit("hidden_from_the_list", "waiting", "Not listed, though open.", lambda book: book.set("waiting", is_open=0))
edit("is_open_seven", "waiting", "Neither true nor false.", lambda book: book.set("waiting", is_open=7))
edit(
    "opened_in_the_log",
    "first",
    "The settings say open, the list says not.",
    lambda book: book.settings("first", is_open=True),
)


# --- How a table is made --------------------------------------------------------------------------------------


@inconsistent("waiting", "A table is made once.")
def created_twice(book: Book) -> None:
    book.insert("waiting", 2, book.event("waiting", 1))


@inconsistent("waiting", "A table is not made again after people have sat down.")
def created_again_later(book: Book) -> None:
    book.append("waiting", book.event("waiting", 1))
    book.headline("waiting", free=5, names=[])


@inconsistent("waiting", "The first entry is not the one that makes the table.")
def created_second(book: Book) -> None:
    one, other = book.event("waiting", 1), book.event("waiting", 2)
    book.write("waiting", 1, compact(other))
    book.write("waiting", 2, compact(one))


def _settings(name: str, role: str, reason: str, **fields: object) -> None:
    """Change settings in the log, and in the headline where it has them."""

    def make(book: Book) -> None:
        book.settings(role, **fields)
        listed = {field: value for field, value in fields.items() if field in {"edition", "odds", "clock"}}
        if "seats" in fields and role == "waiting":
            listed |= {"seats": fields["seats"], "free": int(str(fields["seats"])) - 4}
        book.headline(role, **listed)

    EDITS.append(Edit(name, "inconsistent", role, reason, make))


_settings("nine_seats", "waiting", "A table has at most 8 seats.", seats=9)
_settings("two_seats_for_four", "waiting", "Four sit at a table of two.", seats=2)
_settings("clock_too_short", "waiting", "A turn lasts at least 5 seconds.", clock=4)
_settings("clock_too_long", "playing", "A turn lasts at most a day.", clock=86_401)
_settings("clock_that_is_a_fraction", "waiting", "Clocks have whole seconds.", clock=7.5)
_settings("odds_unknown", "waiting", "There is no such setting of the odds.", odds="some")
_settings("edition_three", "waiting", "There is no third edition.", edition=3)
_settings("edition_of_a_game_changed", "playing", "The positions are of the second edition.", edition=1)
_settings("first_seat_out_of_range", "waiting", "The starting seat is not at this table.", first=5)
_settings("setting_unknown", "waiting", "There is no such setting.", jokers=True)
_settings("is_open_that_is_a_number", "waiting", "Open is true or false.", is_open=1)
_settings(
    "practice_of_two_people",
    "waiting",
    "Where odds are full only one person can sit, and here are two, from two devices.",
    odds="full",
)
edit("secret_too_short", "waiting", "A secret has 32 bytes.", lambda book: book.change("waiting", 1, secret="ab" * 31))
edit("secret_not_hex", "waiting", "A secret is hexadecimal.", lambda book: book.change("waiting", 1, secret="xy" * 32))
edit("secret_empty", "rematch", "A table has a secret.", lambda book: book.change("rematch", 1, secret=""))
edit(
    "version_unknown",
    "waiting",
    "No such version of logs is known.",
    lambda book: book.change("waiting", 1, version=99),
)
edit("version_a_word", "waiting", "A version is a number.", lambda book: book.change("waiting", 1, version="new"))
edit("version_zero", "waiting", "The first version of logs was 1.", lambda book: book.change("waiting", 1, version=0))
for _name, _title in (
    ("title_with_a_direction", "The long \u202eroad"),
    ("title_empty", ""),
    ("title_too_long", "a" * 41),
):
    edit(
        _name,
        "waiting",
        "A server would have cleaned the name of the table.",
        lambda book, title=_title: book.change("waiting", 1, title=title),  # type: ignore[misc]
    )
