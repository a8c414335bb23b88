"""Edits of a sound database, each judged by what the rules and formats say, not by what `camelup db check` finds.

- INCONSISTENT: the stored rows contradict each other or the rules, so no honest server can have written them.
- CONSISTENT: an honest history would look the same, so a check that complained about it would cry wolf.

An edit changes what it is about and nothing else. Where a careful forger would keep counters and times in step, so does
the edit, so that only the contradiction is left.
"""

import re
from collections.abc import Callable
from typing import Literal, NamedTuple

from tests.server.book import Book, Event, compact

Verdict = Literal["inconsistent", "consistent"]
Make = Callable[[Book], None]


class Edit(NamedTuple):
    """An edit, and whether a check can and must notice it."""

    name: str
    verdict: Verdict
    table: str | None
    """The table that a message about it names; None if it is not about one table."""
    reason: str
    make: Make


EDITS: list[Edit] = []


def _add(verdict: Verdict, table: str | None, reason: str) -> Callable[[Make], Make]:
    def add(make: Make) -> Make:
        EDITS.append(Edit(make.__name__, verdict, table, reason, make))
        return make

    return add


def inconsistent(table: str | None, reason: str) -> Callable[[Make], Make]:
    """Note an edit that a check must report, with the sentence why."""
    return _add("inconsistent", table, reason)


def consistent(reason: str) -> Callable[[Make], Make]:
    """Note an edit that a check must not report."""
    return _add("consistent", None, reason)


def _simple(name: str, table: str | None, reason: str, make: Make) -> None:
    EDITS.append(Edit(name, "inconsistent", table, reason, make))


OTHER_HASH = "5e" * 32


# --- Dice and play --------------------------------------------------------------------------------------------


@inconsistent("finished", "The face does not follow from the secret and the seeds.")
def face_changed(book: Book) -> None:
    number = book.ply("finished", "roll", -1)  # the last one, so that nothing after it can become illegal
    ply = book.event("finished", number)["ply"]
    book.change("finished", number, ply=ply[:-1] + ("3" if ply[-1] != "3" else "2"))


@inconsistent("playing", "The face of an early roll does not follow from the secret, although play goes on legally.")
def face_changed_in_a_running_game(book: Book) -> None:
    number = book.ply("playing", "roll", -1)
    ply = book.event("playing", number)["ply"]
    book.change("playing", number, ply=ply[:-1] + ("1" if ply[-1] != "1" else "2"))


@inconsistent("closed", "Two rolls of one leg have exchanged their dice, which were drawn in another order.")
def rolls_swapped(book: Book) -> None:
    one, other = book.ply("closed", "roll", 1), book.ply("closed", "roll", 2)
    first, second = book.event("closed", one)["ply"], book.event("closed", other)["ply"]
    book.change("closed", one, ply=first[:-2] + second[-2:])
    book.change("closed", other, ply=second[:-2] + first[-2:])


@inconsistent("playing", "A grey die shows black where the dice say white, or the other way round.")
def crazy_camel_swapped(book: Book) -> None:
    number = book.find("playing", "played", 0, lambda event: event["ply"].split()[-1][0] in "KW")
    ply = book.event("playing", number)["ply"]
    book.change("playing", number, ply=ply[:-2] + ("W" if ply[-2] == "K" else "K") + ply[-1])


@inconsistent("finished", "The secret was replaced after the game, so no die follows from it.")
def secret_of_a_finished_game_changed(book: Book) -> None:
    book.change("finished", 1, secret=OTHER_HASH)


@inconsistent("playing", "The secret was replaced during the game.")
def secret_of_a_running_game_changed(book: Book) -> None:
    book.change("playing", 1, secret=OTHER_HASH)


@inconsistent("closed", "The secret of a game that was closed no longer gives its setup.")
def secret_of_a_closed_game_changed(book: Book) -> None:
    book.change("closed", 1, secret=OTHER_HASH)


@inconsistent("finished", "A player's seed was replaced after the game.")
def seed_changed_after_the_game(book: Book) -> None:
    book.change("finished", book.find("finished", "person_seated", 1), seed="0123456789abcdef")


@inconsistent("finished", "The seeds of two players were exchanged: their order counts.")
def seeds_exchanged(book: Book) -> None:
    one, other = book.find("finished", "person_seated", 0), book.find("finished", "person_seated", 1)
    first, second = book.event("finished", one)["seed"], book.event("finished", other)["seed"]
    book.change("finished", one, seed=second)
    book.change("finished", other, seed=first)


@inconsistent("playing", "Seeds are fixed when the game begins.")
def seed_given_after_the_start(book: Book) -> None:
    book.append("playing", {"type": "seeded", "seat": 0, "seed": "0123456789abcdef"})


@inconsistent("first", "A seat plays a card a second time.")
def card_played_twice(book: Book) -> None:
    cards = [
        number for number, event in book.log("first") if event.get("ply", "").split()[1:2] in (["winner"], ["loser"])
    ]
    by_seat: dict[str, list[int]] = {}
    for number in cards:
        by_seat.setdefault(book.event("first", number)["ply"][0], []).append(number)
    one, other = next(numbers for numbers in by_seat.values() if len(numbers) > 1)[:2]
    ply = book.event("first", other)["ply"]
    book.change("first", other, ply=ply[:-1] + book.event("first", one)["ply"][-1])


@inconsistent("finished", "A card was rewritten, but the review still knows what was played.")
def card_rewritten_against_the_review(book: Book) -> None:
    number, letter = _unplayed_card(book, "finished")
    book.change("finished", number, ply=book.event("finished", number)["ply"][:-1] + letter)


def _unplayed_card(book: Book, role: str) -> tuple[int, str]:
    """Find a card, and a camel that its seat never bets on otherwise."""
    number = book.ply(role, "card", 0)
    seat = book.event(role, number)["ply"][0]
    plies = [event["ply"] for _, event in book.log(role) if event["type"] == "played"]
    played = {ply[-1] for ply in plies if ply[0] == seat and ply.split()[1] in ("winner", "loser")}
    camels = "bgpry" if book.event(role, 1)["settings"]["edition"] == 2 else "bgowy"
    return number, next(camel for camel in camels if camel not in played)


@inconsistent("playing", "Somebody acts who is not in turn.")
def action_out_of_turn(book: Book) -> None:
    number = book.ply("playing", "roll", 2)
    ply = book.event("playing", number)["ply"]
    book.change("playing", number, ply=("A" if ply[0] != "A" else "B") + ply[1:])


@inconsistent("playing", "A seat acts that the game does not have.")
def action_of_a_seat_that_is_not_there(book: Book) -> None:
    number = book.ply("playing", "roll", 2)
    book.change("playing", number, ply="H" + book.event("playing", number)["ply"][1:])


@inconsistent("finished", "A ply is missing from the middle, with everything after it renumbered.")
def ply_deleted(book: Book) -> None:
    book.remove("finished", book.ply("finished", "roll", 3))


@inconsistent("playing", "The first plies are missing, a whole round of them, so that turns still fit.")
def round_deleted(book: Book) -> None:
    first = book.find("playing", "played")
    for _ in range(4):
        book.remove("playing", first)


@inconsistent("closed", "A ply is there twice.")
def ply_doubled(book: Book) -> None:
    number = book.ply("closed", "roll", 1)
    book.insert("closed", number + 1, book.event("closed", number))


@inconsistent("closed", "A whole round is there twice: turns fit, but dice do not come out twice in a leg.")
def round_doubled(book: Book) -> None:
    number = book.ply("closed", "roll", 0)
    for offset in range(2):
        book.insert("closed", number + 2 + offset, book.event("closed", number + offset))


@inconsistent("finished", "Two plies that follow each other have changed places.")
def plies_in_another_order(book: Book) -> None:
    number = book.ply("finished", "roll", 2)
    one, other = book.event("finished", number), book.event("finished", number + 1)
    book.write("finished", number, compact(other))
    book.write("finished", number + 1, compact(one))


@inconsistent("finished", "Nothing is played after the end.")
def ply_after_the_end(book: Book) -> None:
    book.append("finished", {"type": "played", "ply": "C ticket g", "by": "owner"})


@inconsistent("playing", "A ply comes before the start.")
def ply_before_the_start(book: Book) -> None:
    number = book.find("playing", "played")
    event = book.event("playing", number)
    book.remove("playing", number)
    book.insert("playing", book.find("playing", "started"), event)


@inconsistent("waiting", "A ply without a game.")
def ply_at_a_waiting_table(book: Book) -> None:
    book.append("waiting", {"type": "played", "ply": "A roll r1", "by": "owner"})


@inconsistent("playing", "A tile lies where none may lie.")
def tile_on_the_first_space(book: Book) -> None:
    number = book.ply("playing", "tile")
    book.change("playing", number, ply=f"{book.event('playing', number)['ply'][0]} tile 1+")


@inconsistent("finished", "The second edition has no white racing camel to bet on.")
def ticket_of_the_other_edition(book: Book) -> None:
    number = book.ply("finished", "ticket")
    book.change("finished", number, ply=book.event("finished", number)["ply"][:-1] + "w")


@inconsistent("playing", "A roll without a die.")
def roll_without_a_face(book: Book) -> None:
    number = book.ply("playing", "roll", -1)
    book.change("playing", number, ply=book.event("playing", number)["ply"][:-3])


@inconsistent("playing", "A roll cannot show a four.")
def face_that_no_die_has(book: Book) -> None:
    number = book.ply("playing", "roll", -1)
    book.change("playing", number, ply=book.event("playing", number)["ply"][:-1] + "4")


@inconsistent("first", "The text of a ply is damaged.")
def ply_that_is_none(book: Book) -> None:
    book.change("first", book.ply("first", "roll", 3), ply="A r\u00f6ll b2")


@inconsistent("first", "Partners exist only in the second edition with six and more.")
def partner_in_the_first_edition(book: Book) -> None:
    number = book.ply("first", "ticket", 0)
    ply = book.event("first", number)["ply"]
    book.change("first", number, ply=f"{ply[0]} partner {'C' if ply[0] != 'C' else 'A'}")


# --- The start ------------------------------------------------------------------------------------------------


def _start(book: Book, role: str, change: Callable[[str], str]) -> None:
    number = book.find(role, "started")
    start = book.event(role, number)["start"]
    assert change(start) != start
    book.change(role, number, start=change(start))


def _swap_camels(start: str) -> str:
    head, bar, rest = start.partition("| dice")
    label, track, stacks = head.partition("track")
    return label + track + stacks.translate(str.maketrans("gy", "yg")) + bar + rest


@inconsistent("finished", "Two camels have changed places in the setup, which the dice have drawn.")
def camels_swapped_at_the_start(book: Book) -> None:
    _start(book, "finished", _swap_camels)


@inconsistent("playing", "A player begins with more money than the rules give.")
def money_added_at_the_start(book: Book) -> None:
    _start(book, "playing", lambda start: start.replace("money 3", "money 30", 1))


@inconsistent("playing", "A game does not begin in its fourth leg.")
def start_in_a_later_leg(book: Book) -> None:
    _start(book, "playing", lambda start: start.replace("leg 1", "leg 4"))


@inconsistent("playing", "A game does not begin with a tile on the track.")
def tile_at_the_start(book: Book) -> None:
    _start(book, "playing", lambda start: start.replace("tiles -", "tiles 12+B"))


@inconsistent("closed", "The game begins with fewer players than sit there.")
def start_for_another_number_of_players(book: Book) -> None:
    _start(
        book,
        "closed",
        lambda start: (
            start.replace("money 3 3", "money 3 3 3")
            .replace("tickets - -", "tickets - - -")
            .replace("pyramid 0 0", "pyramid 0 0 0")
            .replace("hands bgowy", "hands bgowy bgowy")
        ),
    )


@inconsistent("closed", "The start is no position.")
def start_that_is_none(book: Book) -> None:
    _start(book, "closed", lambda start: start[:40])


@inconsistent("closed", "Another seat begins than the dice have drawn.")
def another_seat_begins(book: Book) -> None:
    # Without its plies, which would show it too.
    for _ in range(sum(event["type"] == "played" for _, event in book.log("closed"))):
        book.remove("closed", book.find("closed", "played", -1))
    others = {"A": "B", "B": "A"}
    _start(book, "closed", lambda start: re.sub("turn (.)", lambda found: f"turn {others[found[1]]}", start))


@inconsistent("finished", "The settings let the first seat be drawn, but the start says that it was chosen.")
def first_seat_called_chosen(book: Book) -> None:
    book.change("finished", book.find("finished", "started"), is_first_random=False)


@inconsistent("playing", "The settings choose the first seat, but the start says that it was drawn.")
def first_seat_called_random(book: Book) -> None:
    book.change("playing", book.find("playing", "started"), is_first_random=True)


@inconsistent("playing", "The settings now choose another seat than the one that began.")
def first_seat_of_the_settings_changed(book: Book) -> None:
    book.settings("playing", first=0)


@inconsistent("playing", "The settings now leave the first seat to chance, which the start denies.")
def first_seat_of_the_settings_removed(book: Book) -> None:
    book.settings("playing", first=None)


@inconsistent("playing", "A game starts once.")
def started_twice(book: Book) -> None:
    number = book.find("playing", "started")
    book.insert("playing", number + 1, book.event("playing", number))


@inconsistent("playing", "The start is missing, and the plies are there.")
def start_deleted(book: Book) -> None:
    book.remove("playing", book.find("playing", "started"))


@inconsistent("waiting", "Nobody can start alone.")
def started_by_one_player(book: Book) -> None:
    log = book.log("waiting")
    start = book.event("closed", book.find("closed", "started"))
    for number, event in reversed(log):
        if event["type"] != "created" and event.get("name") != "Lea":
            book.remove("waiting", number)
    book.append("waiting", start | {"start": start["start"].replace("edition 1", "edition 2")})
    book.headline("waiting", seats=1, free=0, names=["Lea"])
    book.set("waiting", status="playing")


# --- Numbers, lengths and times ---------------------------------------------------------------------------------


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
        "INSERT INTO entries SELECT table_name, 'last', at, text FROM entries WHERE table_name = ? AND number = 11",
        (book.codes["waiting"],),
    )


@inconsistent("waiting", "An entry has a number between two others.")
def number_that_is_a_fraction(book: Book) -> None:
    book.sql.execute(
        "INSERT INTO entries SELECT table_name, 2.5, at, ? FROM entries WHERE table_name = ? AND number = 2",
        ('{"type":"said","seat":0,"text":"In between."}', book.codes["waiting"]),
    )


_simple(
    "length_too_long",
    "playing",
    "The length is one more than the log has.",
    lambda book: book.set("playing", length=24),
)
_simple("length_too_short", "finished", "The length is one less.", lambda book: book.set("finished", length=55))
_simple("length_zero", "closed", "The length is 0.", lambda book: book.set("closed", length=0))
_simple("length_that_is_a_word", "closed", "The length is no number.", lambda book: book.set("closed", length="ten"))


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
    _simple(
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
):
    _simple(
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


_simple(
    "headline_cut", "playing", "The headline is not JSON.", lambda book: book.set("playing", headline='{"edition":2,')
)
_simple("headline_list", "waiting", "The headline is no object.", lambda book: book.set("waiting", headline="[]"))
_simple("headline_empty", "waiting", "The headline is empty.", lambda book: book.set("waiting", headline=""))
_simple("headline_blob", "waiting", "The headline is a blob.", lambda book: book.set("waiting", headline=b"\xff\xfe{}"))
_simple("status_blob", "playing", "The status is a blob.", lambda book: book.set("playing", status=b"playing"))
_simple("open_in_the_list", "first", "Listed, though its link is needed.", lambda book: book.set("first", is_open=1))
_simple("hidden_from_the_list", "waiting", "Not listed, though open.", lambda book: book.set("waiting", is_open=0))
_simple("is_open_seven", "waiting", "Neither true nor false.", lambda book: book.set("waiting", is_open=7))
_simple(
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
_simple(
    "secret_too_short", "waiting", "A secret has 32 bytes.", lambda book: book.change("waiting", 1, secret="ab" * 31)
)
_simple(
    "secret_not_hex", "waiting", "A secret is hexadecimal.", lambda book: book.change("waiting", 1, secret="xy" * 32)
)
_simple("secret_empty", "rematch", "A table has a secret.", lambda book: book.change("rematch", 1, secret=""))
_simple(
    "version_unknown",
    "waiting",
    "No such version of logs is known.",
    lambda book: book.change("waiting", 1, version=99),
)
_simple("version_a_word", "waiting", "A version is a number.", lambda book: book.change("waiting", 1, version="new"))
_simple(
    "version_zero", "waiting", "The first version of logs was 1.", lambda book: book.change("waiting", 1, version=0)
)

# --- Seats ----------------------------------------------------------------------------------------------------


def _person(seat: int, name: str = "Zoe", **fields: object) -> Event:
    base = {"type": "person_seated", "seat": seat, "name": name, "token": "1d" * 32, "seed": "5a6f650000000000"}
    return base | {"is_program": False} | fields


def _sits(book: Book, person: Event, names: list[str] | None = None) -> None:
    """Let somebody sit down at the waiting table's free seat, with a headline that says so."""
    book.append("waiting", person)
    book.headline("waiting", free=0, names=names or ["Lea", "Max", "Nia", "Pouch", person["name"]])


for _name, _reason, _fields in (
    ("token_not_hex", "What is stored of a token is a hash, in hexadecimal digits.", {"token": "zz" * 32}),
    ("token_too_short", "The hash of a token has 64 digits.", {"token": "1d" * 31}),
    ("token_empty", "A person's seat belongs to a token.", {"token": ""}),
    ("token_itself_stored", "A token itself is never stored.", {"token": "Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4"}),
    ("seed_not_hex", "A seed is hexadecimal.", {"seed": "my lucky numbers"}),
    ("seed_too_short", "A seed has at least 16 digits.", {"seed": "5a6f65"}),
    ("seed_too_long", "A seed has at most 64 digits.", {"seed": "5a" * 33}),
    ("name_empty", "Everybody has a name.", {"name": ""}),
    ("name_too_long", "Names are not as long as that.", {"name": "Z" * 200}),
    ("name_you", "Nobody can be called You.", {"name": "You"}),
    ("name_with_a_bar", "A bar would break the record of the game.", {"name": "Zo|e"}),
    ("name_with_a_line_break", "Names have no control characters.", {"name": "Zo\ne"}),
    ("name_turned_round", "Names have no characters that turn the direction of text.", {"name": "Zoe\u202e"}),
    ("name_taken", "Two at one table have the same name.", {"name": "Lea"}),
    ("name_taken_in_capitals", "Two names differ only in their case.", {"name": "LEA"}),
    ("is_program_a_word", "Somebody is a program or not.", {"is_program": "maybe"}),
):
    _simple(
        _name,
        "waiting",
        _reason,
        lambda book, fields=_fields: _sits(book, _person(4, **fields)),  # type: ignore[misc]
    )


@inconsistent("waiting", "Somebody sits on a seat that is taken.")
def seat_taken_twice(book: Book) -> None:
    book.append("waiting", _person(1))
    book.headline("waiting", names=["Lea", "Zoe", "Nia", "Pouch"])


@inconsistent("waiting", "A computer player sits on a seat that is taken.")
def seat_taken_by_a_computer(book: Book) -> None:
    book.append("waiting", {"type": "computer_seated", "seat": 1, "name": "Tumble", "level": "random"})
    book.headline("waiting", names=["Lea", "Tumble", "Nia", "Pouch"])


@inconsistent("waiting", "There is no such computer player.")
def level_unknown(book: Book) -> None:
    book.change("waiting", book.find("waiting", "computer_seated", -1), level="wizard")


_simple("seat_out_of_range", "waiting", "There is no such seat.", lambda book: book.append("waiting", _person(5)))


@inconsistent("waiting", "A seat has a negative number, which a list would count from its end.")
def seat_negative(book: Book) -> None:
    _sits(book, _person(-1))


@inconsistent("playing", "Nobody sits down during the game.")
def person_seated_during_the_game(book: Book) -> None:
    book.append("playing", _person(3))
    book.headline("playing", names=["Ida", "Jon", "Kim", "Zoe"])


@inconsistent("finished", "Nobody sits down after the game.")
def computer_seated_after_the_game(book: Book) -> None:
    book.append("finished", {"type": "computer_seated", "seat": 1, "name": "Fin", "level": "shark"})
    book.headline("finished", names=["Ann", "Fin", "Cem", "Dia", "Pouch", "Tumble"])


@inconsistent("waiting", "Nobody sits there who could leave.")
def free_seat_left(book: Book) -> None:
    book.append("waiting", {"type": "seat_left", "seat": 4, "is_removed": False})


@inconsistent("first", "Who has left a game cannot leave it again.")
def left_twice(book: Book) -> None:
    number = book.find("first", "seat_left")
    book.insert("first", number + 3, book.event("first", number))


@inconsistent("finished", "Nobody leaves a game that is over.")
def left_after_the_end(book: Book) -> None:
    book.append("finished", {"type": "seat_left", "seat": 0, "is_removed": False})


@inconsistent("playing", "A host cannot remove anybody during the game.")
def removed_during_the_game(book: Book) -> None:
    book.append("playing", {"type": "seat_left", "seat": 1, "is_removed": True})


@inconsistent("playing", "A computer player never leaves during the game.")
def computer_left(book: Book) -> None:
    book.append("playing", {"type": "seat_left", "seat": 3, "is_removed": False})


@inconsistent("waiting", "A seed is given for a free seat.")
def seed_for_a_free_seat(book: Book) -> None:
    book.append("waiting", {"type": "seeded", "seat": 4, "seed": "0123456789abcdef"})


@inconsistent("waiting", "A computer player gives no seed.")
def seed_for_a_computer(book: Book) -> None:
    book.append("waiting", {"type": "seeded", "seat": 3, "seed": "0123456789abcdef"})


@inconsistent("rematch", "A seed that was given later is not hexadecimal.")
def later_seed_not_hex(book: Book) -> None:
    book.change("rematch", book.find("rematch", "seeded"), seed="not a seed at all")


# --- Hosts, mutes and chat ------------------------------------------------------------------------------------

for _name, _seat, _reason in (
    ("host_on_a_free_seat", 4, "Nobody sits there who could be host."),
    ("host_is_a_computer", 3, "A computer player cannot be host."),
    ("host_is_a_program", 2, "A program is never host."),
    ("host_out_of_range", 6, "There is no such seat."),
):
    _simple(
        _name,
        "waiting",
        _reason,
        lambda book, seat=_seat: book.append("waiting", {"type": "host_changed", "seat": seat}),  # type: ignore[misc]
    )


@inconsistent("playing", "The host changes only before the start.")
def host_changed_during_the_game(book: Book) -> None:
    book.append("playing", {"type": "host_changed", "seat": 1})


@inconsistent("waiting", "Somebody is muted on a free seat.")
def free_seat_muted(book: Book) -> None:
    book.append("waiting", {"type": "muted", "seat": 4, "is_muted": True})


@inconsistent("finished", "Somebody is muted on a seat that is not there.")
def missing_seat_muted(book: Book) -> None:
    book.append("finished", {"type": "muted", "seat": 6, "is_muted": True})


for _name, _role, _event, _reason in (
    ("said_by_a_free_seat", "waiting", {"seat": 4, "text": "Boo."}, "Nobody sits there who could speak."),
    ("said_by_a_missing_seat", "playing", {"seat": 4, "text": "Boo."}, "The seat was left out at the start."),
    ("said_while_muted", "waiting", {"seat": 2, "text": "Hear me."}, "The host muted that seat."),
    ("said_while_muted_in_a_game", "finished", {"seat": 2, "text": "Hear me."}, "The host muted that seat."),
    ("said_nothing", "waiting", {"seat": 0, "text": ""}, "An empty message is refused."),
    ("said_too_much", "waiting", {"seat": 0, "text": "so " * 400 + "."}, "A message has at most 300 characters."),
    ("said_backwards", "waiting", {"seat": 0, "text": "a\u202eb"}, "Direction characters are taken out."),
    ("said_with_a_bell", "waiting", {"seat": 0, "text": "a\u0007b"}, "Control characters are taken out."),
    ("said_by_a_computer", "playing", {"seat": 3, "text": "Beep."}, "A computer player says nothing."),
    ("said_by_somebody_who_left", "first", {"seat": 3, "text": "Bye."}, "The seat is nobody's any more."),
):
    _simple(
        _name,
        _role,
        _reason,
        lambda book, role=_role, event=_event: book.append(role, {"type": "said", **event}),  # type: ignore[misc]
    )

# --- Who has acted --------------------------------------------------------------------------------------------


def _by(book: Book, role: str, seat: str, by: str, nth: int = -1) -> None:
    number = book.find(role, "played", nth, lambda event: event["ply"][0] == seat)
    assert book.event(role, number)["by"] != by
    book.change(role, number, by=by)


for _name, _role, _seat_letter, _who, _reason in (
    ("person_played_by_computer", "playing", "A", "computer", "The seat is a person's, not a computer player's."),
    ("computer_played_by_owner", "playing", "D", "owner", "The seat is a computer player's, and nobody owns it."),
    ("computer_played_by_stand_in", "finished", "E", "stand_in", "Nobody stands in for a computer player."),
    ("left_seat_played_by_owner", "first", "D", "owner", "The owner had left by then."),
    ("left_seat_played_by_computer", "first", "D", "computer", "One who has left is stood in for."),
    ("played_by_nobody_known", "playing", "A", "ghost", "There is no such kind of player."),
):
    _simple(
        _name,
        _role,
        _reason,
        lambda book, role=_role, seat=_seat_letter, by=_who: _by(book, role, seat, by),  # type: ignore[misc]
    )

# --- Ends and rematches ---------------------------------------------------------------------------------------

for _name, _event, _reason in (
    ("said_after_closed", {"type": "said", "seat": 0, "text": "Still here?"}, "Nobody speaks at a closed table."),
    ("played_after_closed", {"type": "played", "ply": "A ticket g", "by": "owner"}, "Nothing is played any more."),
    ("left_after_closed", {"type": "seat_left", "seat": 0, "is_removed": False}, "Nobody leaves a closed table."),
    ("closed_twice", {"type": "closed", "reason": "empty"}, "A table closes once."),
    ("rematch_of_a_closed_table", {"type": "rematched", "table": "abcdefgh"}, "The game never ended."),
):
    _simple(
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


_simple(
    "review_of_a_running_game",
    "playing",
    "A review needs a finished game.",
    lambda book: _review_for(book, book.codes["playing"]),
)
_simple(
    "review_of_a_waiting_table", "waiting", "There is no game.", lambda book: _review_for(book, book.codes["waiting"])
)
_simple(
    "review_of_another_game",
    "first",
    "The review is of another game.",
    lambda book: _review_for(book, book.codes["first"]),
)
_simple("review_of_no_table", None, "There is no such table.", lambda book: _review_for(book, "abcdefgh"))
_simple(
    "review_unreadable", "finished", "It cannot be unpacked.", lambda book: book.set_review(b"\0\0\0\1 not compressed")
)
_simple("review_empty", "finished", "There is nothing in it.", lambda book: book.set_review(b""))
_simple("review_is_a_text", "finished", "A review is a blob.", lambda book: book.set_review("a fine game"))


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
    _rename(book, "waiting", "Table of Lea")


@inconsistent(None, "The name of a table has a capital letter, which no code has.")
def name_with_a_capital(book: Book) -> None:
    _rename(book, "waiting", book.codes["waiting"][:-1] + "K")


def _rename(book: Book, role: str, name: str) -> None:
    book.sql.execute("UPDATE tables SET name = ? WHERE name = ?", (name, book.codes[role]))
    book.sql.execute("UPDATE entries SET table_name = ? WHERE table_name = ?", (name, book.codes[role]))


_simple(
    "entry_not_json", "playing", "An entry is not JSON.", lambda book: book.write("playing", 9, '{"type":"played","pl')
)
_simple("entry_empty", "playing", "An entry is empty.", lambda book: book.write("playing", 9, ""))
_simple("entry_null", "playing", "An entry is null.", lambda book: book.write("playing", 9, "null"))
_simple("entry_of_zeros", "playing", "An entry is zero bytes.", lambda book: book.write("playing", 9, "\0" * 40))
_simple("entry_blob", "playing", "An entry is a blob.", lambda book: book.write("playing", 9, b'{"type":"played"}'))
_simple(
    "entry_with_bad_utf8", "playing", "An entry is no text.", lambda book: book.write("playing", 9, b"\xff\xfe\x00")
)
_simple(
    "entry_of_unknown_kind",
    "waiting",
    "No such event.",
    lambda book: book.append("waiting", {"type": "danced", "seat": 0}),
)
_simple("entry_without_kind", "waiting", "Its kind is missing.", lambda book: book.append("waiting", {"seat": 0}))
_simple(
    "entry_lacks_a_field",
    "waiting",
    "A field is missing.",
    lambda book: book.append("waiting", {"type": "said", "seat": 0}),
)
_simple(
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


# --- The schema -----------------------------------------------------------------------------------------------


def _run(statement: str) -> Make:
    return lambda book: book.sql.execute(statement) and None


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
    _simple(_name, None, _reason, _run(_statement))

# --- What nobody can tell -------------------------------------------------------------------------------------


@consistent("Nothing vouches for the words of a chat.")
def chat_rewritten(book: Book) -> None:
    book.change("finished", book.find("finished", "said", 1), text="Luck is for the others.")


@consistent("Nothing but its number tells of a line of chat, and the numbers are closed up.")
def chat_removed(book: Book) -> None:
    book.remove("finished", book.find("finished", "said", 1))


@consistent("Anybody who sits there unmuted could have said it.")
def chat_added(book: Book) -> None:
    book.append("waiting", {"type": "said", "seat": 0, "text": "Hello there."})


@consistent("The host could have unmuted somebody, who then spoke.")
def unmuted_and_said(book: Book) -> None:
    book.append("finished", {"type": "muted", "seat": 2, "is_muted": False})
    book.append("finished", {"type": "said", "seat": 2, "text": "At last."})


@consistent("The table may as well have been made a minute earlier.")
def created_earlier(book: Book) -> None:
    book.sql.execute("UPDATE tables SET created = created - 60000000 WHERE name = ?", (book.codes["waiting"],))
    book.sql.execute(
        "UPDATE entries SET at = at - 60000000 WHERE table_name = ? AND number = 1", (book.codes["waiting"],)
    )


@consistent("All of it may have happened a day earlier.")
def all_times_shifted(book: Book) -> None:
    book.shift("closed", -86_400)
    book.sql.execute("UPDATE tables SET created = created - 86400000000 WHERE name = ?", (book.codes["closed"],))


@consistent("A machine's clock may be set back during a game, so times may fall, even below that of the creation.")
def clock_set_back(book: Book) -> None:
    book.shift("playing", -3600, after=12)


@consistent("People could have taken longer.")
def long_pause(book: Book) -> None:
    book.shift("playing", 7200, after=12)


@consistent("A person may have any name that is free, and the headline has it too.")
def renamed_everywhere(book: Book) -> None:
    for number, event in book.log("waiting"):
        if event.get("name") == "Max":
            book.change("waiting", number, name="Moritz")
    book.headline("waiting", names=["Lea", "Moritz", "Nia", "Pouch"])


@consistent("Names are not part of the dice, so even those of a game can be changed if nothing else has them.")
def renamed_in_a_game(book: Book) -> None:
    book.change("playing", book.find("playing", "person_seated", 1), name="J\u00f3n")
    book.headline("playing", names=["Ida", "J\u00f3n", "Kim", "Chick"])


@consistent("Nothing vouches for the hash of a token.")
def token_replaced(book: Book) -> None:
    book.change("playing", book.find("playing", "person_seated", 1), token=OTHER_HASH)


@consistent("Before the start no die has fallen that the secret could contradict.")
def secret_of_a_waiting_table_replaced(book: Book) -> None:
    book.change("waiting", 1, secret=OTHER_HASH)


@consistent("Before the start no die depends on a seed.")
def seed_at_a_waiting_table_replaced(book: Book) -> None:
    book.change("waiting", book.find("waiting", "person_seated", 0), seed="fedcba9876543210" * 4)


@consistent("The game stood like this a moment ago, so nobody can tell that it went on.")
def last_plies_cut_off(book: Book) -> None:
    for _ in range(3):
        book.remove("playing", len(book.log("playing")))


@consistent("A table may never have been closed.")
def closing_cut_off(book: Book) -> None:
    book.remove("closed", book.find("closed", "closed"))
    book.set("closed", status="playing")


@consistent("A table of which nothing is left may never have been.")
def table_removed(book: Book) -> None:
    book.drop("waiting")


@consistent("`camelup db prune` may remove a rematch that was closed, while people still chat at the old table.")
def rematch_pruned(book: Book) -> None:
    book.drop("rematch")


@consistent("`camelup db prune` removes the game before a rematch sooner than the rematch.")
def game_before_a_rematch_pruned(book: Book) -> None:
    book.drop("first")


@consistent("A server may die between making the rematch and noting it at the old table.")
def rematch_not_noted(book: Book) -> None:
    book.remove("first", book.find("first", "rematched"))


@consistent("Reviews are computed when somebody asks.")
def review_removed(book: Book) -> None:
    book.sql.execute("DELETE FROM reviews")


@consistent("A server that asks whether the disk accepts entries writes its pulse.")
def pulse_written(book: Book) -> None:
    book.sql.execute("INSERT INTO pulse VALUES (1, 1700000000000000)")


@consistent("The last action could have been another legal one.")
def last_action_replaced(book: Book) -> None:
    number = len(book.log("closed"))
    ply = book.event("closed", number - 1)["ply"]
    book.change("closed", number - 1, ply=f"{ply[0]} ticket g")


@consistent("A person who was away for a moment is stood in for.")
def stood_in_for_once(book: Book) -> None:
    _by(book, "playing", "A", "stand_in")


@consistent("Somebody may come and go before the start.")
def guest_came_and_went(book: Book) -> None:
    book.append("waiting", _person(4))
    book.append("waiting", {"type": "seat_left", "seat": 4, "is_removed": False})


@consistent("Whether money is hidden changes what is shown, not what is stored.")
def money_hidden(book: Book) -> None:
    book.settings("finished", hides_money=True)


@consistent("The table may have been made with a clock.")
def clock_chosen(book: Book) -> None:
    book.settings("waiting", clock=30)
    book.headline("waiting", clock=30)


@consistent("A waiting table may have any code, as long as everything has it.")
def code_replaced(book: Book) -> None:
    _rename(book, "waiting", "abcdefgh")


@consistent("Operators compact and analyse their databases.")
def compacted(book: Book) -> None:
    book.sql.execute("VACUUM")
    book.sql.execute("ANALYZE")


@consistent("Operators restore backups, in which rows lie in another order on the disk.")
def restored_from_a_dump(book: Book) -> None:
    rows = book.sql.execute("SELECT * FROM entries ORDER BY at DESC, number DESC").fetchall()
    book.sql.execute("DELETE FROM entries")
    book.sql.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", rows)


@consistent("The errors of sampled figures in a review could have been a little other.")
def figures_of_a_review_changed(book: Book) -> None:
    book.review(lambda form: form["plies"][3]["choices"][-1].update(error=0.0125))
