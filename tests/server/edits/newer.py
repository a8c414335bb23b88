"""Edits of what logs of version 2 contain: hashes of cards, claims, closed seats, tables that become link-only."""

import hmac
from hashlib import sha256

from tests.server.book import Book, Event
from tests.server.edits.judging import OTHER_HASH, consistent, edit, inconsistent, person


@inconsistent(None, "A database of the version before never contains logs of version 2.")
def schema_version_before_its_logs(book: Book) -> None:
    book.sql.execute("PRAGMA user_version = 2")


@consistent("closed", "A table without cards or claims looks the same in version 1.")
def table_of_the_first_version(book: Book) -> None:
    book.change("closed", 1, version=1)


@consistent("first", "Cards of version 1 have no hashes, so nothing vouches for their camels.")
def card_of_the_first_version_rewritten(book: Book) -> None:
    _make_first_version(book, "first")
    book.remove("rematch", book.find("rematch", "remembered"))  # older tables do not tell theirs who was muted
    number, camel = book.find_unplayed_card("first")
    book.change("first", number, ply=book.event("first", number)["ply"][:-1] + camel)
    book.unlist("first", "money")  # nor was that listed then


def _make_first_version(book: Book, role: str) -> None:
    """Make a log as an older program would have written it."""
    book.change(role, 1, version=1)
    for number, event in book.log(role):
        if event.pop("card", None):
            book.replace(role, number, event)


@consistent("finished", "Who sits where and how far the game is was not listed before there was a list of games.")
def headline_of_an_older_program(book: Book) -> None:
    book.unlist("finished", "title", "players", "leg", "money")


@consistent("playing", "An older program that went on with the game has left the list as it was.")
def list_behind_a_running_game(book: Book) -> None:
    book.headline("playing", leg=1, money=[3, 3, 3, 3])


# --- Hashes of cards --------------------------------------------------------------------------------------------


@inconsistent("first", "A card was rewritten, and its hash is still that of the card that was played.")
def card_rewritten_against_its_hash(book: Book) -> None:
    number, camel = book.find_unplayed_card("first")
    book.change("first", number, ply=book.event("first", number)["ply"][:-1] + camel)


@inconsistent("playing", "A card was laid on the other deck, and its hash knows the deck.")
def card_on_the_other_deck(book: Book) -> None:
    number = book.ply("playing", "card", -1)
    ply = book.event("playing", number)["ply"]
    words = {"winner": "loser", "loser": "winner"}
    seat, deck, camel = ply.split()
    book.change("playing", number, ply=f"{seat} {words[deck]} {camel}")


@inconsistent("playing", "The hash of a card is another.")
def hash_changed(book: Book) -> None:
    book.change("playing", book.ply("playing", "card"), card=OTHER_HASH)


@inconsistent("playing", "The hash of a card is no hash.")
def hash_not_hex(book: Book) -> None:
    book.change("playing", book.ply("playing", "card"), card="a card")


@inconsistent("playing", "The hash of a card is empty.")
def hash_empty(book: Book) -> None:
    book.change("playing", book.ply("playing", "card"), card="")


@inconsistent("first", "At a table of version 2 every card has a hash, and this one has lost it.")
def hash_lost(book: Book) -> None:
    number = book.ply("first", "card", 2)
    event = book.event("first", number)
    del event["card"]
    book.replace("first", number, event)


@inconsistent("first", "Two cards have exchanged their hashes.")
def hashes_exchanged(book: Book) -> None:
    one, other = book.ply("first", "card", 0), book.ply("first", "card", 1)
    first, second = book.event("first", one)["card"], book.event("first", other)["card"]
    book.change("first", one, card=second)
    book.change("first", other, card=first)


@inconsistent("playing", "A roll plays no card, so it has no hash.")
def hash_of_a_roll(book: Book) -> None:
    book.change("playing", book.ply("playing", "roll", -1), card=OTHER_HASH)


@inconsistent("finished", "A computer player's card was rewritten: its hash counts like everybody's.")
def card_of_a_computer_rewritten(book: Book) -> None:
    number = book.find(
        "finished", "played", 0, lambda event: event["by"] == "computer" and event.get("card") is not None
    )
    event = book.event("finished", number)
    book.change("finished", number, card=event["card"][::-1])


@inconsistent("first", "Tables of version 1 have no hashes of cards.")
def hashes_at_the_first_version(book: Book) -> None:
    book.change("first", 1, version=1)


@inconsistent(None, "The hashes of cards contain the code of the table, which was replaced.")
def code_of_a_game_with_cards_replaced(book: Book) -> None:
    book.rename("playing", "abcdefgh")


@consistent("first", "Who knows the secret can rewrite a card with its hash: only those who noted the hash can tell.")
def card_rewritten_with_its_hash(book: Book) -> None:
    number, camel = book.find_unplayed_card("first")
    event = book.event("first", number)
    seat, deck, before = event["ply"].split()
    plies = [number for number, event in book.log("first") if event["type"] == "played"]
    card = (book.event("first", 1)["secret"], book.codes["first"], plies.index(number) + 1, seat, deck)
    assert _hash_card(*card, before) == event["card"]
    book.change("first", number, ply=f"{seat} {deck} {camel}", card=_hash_card(*card, camel))
    book.unlist("first", "money")  # which follows from the card, and could be rewritten as well


def _hash_card(secret: str, table: str, ply: int, seat: str, deck: str, camel: str) -> str:  # noqa: PLR0913, PLR0917 - all of a card
    """Give the hash of a card as docs/fair-dice.md has it."""
    message = f"camelup card 1:{table}:{ply}:{seat}"
    salt = hmac.new(bytes.fromhex(secret), message.encode(), sha256).hexdigest()
    return sha256(f"{message}:{deck}:{camel}:{salt}".encode()).hexdigest()


# --- Hosts and guests -------------------------------------------------------------------------------------------


def _claim(token: str = OTHER_HASH) -> Event:
    return {"type": "claimed", "token": token}


def _removed(seat: int) -> Event:
    return {"type": "seat_left", "seat": seat, "is_removed": True}


def _reopened(seat: int) -> Event:
    return {"type": "seat_reopened", "seat": seat, "lets_back": False}


for _name, _at, _token, _reason in (
    ("claimed_late", 5, OTHER_HASH, "A claim is made with the table, not after people have sat down."),
    ("claimed_without_a_hash", 2, "my token", "What is stored of a token is a hash."),
    ("claimed_with_nothing", 2, "", "A claim has a token."),
):
    edit(
        _name,
        "waiting",
        _reason,
        lambda book, at=_at, token=_token: book.insert("waiting", at, _claim(token)),  # type: ignore[misc]
    )


@inconsistent("waiting", "A table has one maker.")
def claimed_twice(book: Book) -> None:
    book.insert("waiting", 2, _claim())
    book.insert("waiting", 2, _claim("6f" * 32))


@inconsistent("waiting", "Only a claim can lapse, and nobody made one.")
def claim_lapsed_that_nobody_made(book: Book) -> None:
    book.append("waiting", {"type": "claim_lapsed"})


@inconsistent("closed", "Tables of version 1 have no claims.")
def claimed_at_the_first_version(book: Book) -> None:
    book.change("closed", 1, version=1)
    book.insert("closed", 2, _claim())


@inconsistent("waiting", "The seat was never closed.")
def seat_reopened_that_is_open(book: Book) -> None:
    book.append("waiting", _reopened(4))


@inconsistent("waiting", "There is no such seat.")
def seat_reopened_that_is_not_there(book: Book) -> None:
    book.append("waiting", _reopened(7))


@inconsistent("playing", "Nothing is reopened during a game.")
def seat_reopened_during_the_game(book: Book) -> None:
    book.append("playing", _reopened(1))


@inconsistent("waiting", "A host's removal closes the seat, so nobody sits there until it is reopened.")
def sat_on_a_closed_seat(book: Book) -> None:
    book.append("waiting", _removed(1))
    book.append("waiting", person(1))
    book.headline("waiting", names=["Lea", "Zoe", "Nia", "Pouch"])


@inconsistent("waiting", "The one who was removed is remembered by token, and cannot sit on another seat either.")
def removed_person_sat_down_again(book: Book) -> None:
    token = book.event("waiting", book.find("waiting", "person_seated", 1))["token"]
    book.append("waiting", _removed(1))
    book.append("waiting", person(4, "Maximilian", token=token))
    book.headline("waiting", names=["Lea", "Nia", "Pouch", "Maximilian"])


@consistent("waiting", "A host may remove somebody and reopen the seat for somebody else.")
def seat_reopened_for_somebody_else(book: Book) -> None:
    book.append("waiting", _removed(1))
    book.append("waiting", _reopened(1))
    book.append("waiting", person(1))
    book.headline("waiting", names=["Lea", "Zoe", "Nia", "Pouch"])


@inconsistent("waiting", "The host made the table link-only, and it is listed all the same.")
def hidden_in_the_log_alone(book: Book) -> None:
    book.append("waiting", {"type": "open_changed", "is_open": False})


@inconsistent("closed", "A closed table does not change.")
def opened_after_closed(book: Book) -> None:
    book.append("closed", {"type": "open_changed", "is_open": True})
    book.set("closed", is_open=1)


@consistent("waiting", "A host may make a table link-only.")
def hidden_everywhere(book: Book) -> None:
    book.append("waiting", {"type": "open_changed", "is_open": False})
    book.set("waiting", is_open=0)


# --- Games that are too long --------------------------------------------------------------------------------------


@inconsistent("closed", "A game of five actions is not too long.")
def closed_as_too_long(book: Book) -> None:
    book.change("closed", book.find("closed", "closed"), reason="too_long")
