"""Edits of who sits where, who is host, and who says what."""

from tests.server.book import Book, Event
from tests.server.edits.judging import edit, inconsistent, person

# --- Seats ----------------------------------------------------------------------------------------------------


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
    edit(
        _name,
        "waiting",
        _reason,
        lambda book, fields=_fields: _sits(book, person(4, **fields)),  # type: ignore[misc]
    )


@inconsistent("waiting", "Somebody sits on a seat that is taken.")
def seat_taken_twice(book: Book) -> None:
    book.append("waiting", person(1))
    book.headline("waiting", names=["Lea", "Zoe", "Nia", "Pouch"])


@inconsistent("waiting", "A computer player sits on a seat that is taken.")
def seat_taken_by_a_computer(book: Book) -> None:
    book.append("waiting", {"type": "computer_seated", "seat": 1, "name": "Tumble", "level": "random"})
    book.headline("waiting", names=["Lea", "Tumble", "Nia", "Pouch"])


@inconsistent("waiting", "There is no such computer player.")
def level_unknown(book: Book) -> None:
    book.change("waiting", book.find("waiting", "computer_seated", -1), level="wizard")


edit("seat_out_of_range", "waiting", "There is no such seat.", lambda book: book.append("waiting", person(5)))


@inconsistent("waiting", "A seat has a negative number, which a list would count from its end.")
def seat_negative(book: Book) -> None:
    _sits(book, person(-1))


@inconsistent("playing", "Nobody sits down during the game.")
def person_seated_during_the_game(book: Book) -> None:
    book.append("playing", person(3))
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
    edit(
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
    edit(
        _name,
        _role,
        _reason,
        lambda book, role=_role, event=_event: book.append(role, {"type": "said", **event}),  # type: ignore[misc]
    )
