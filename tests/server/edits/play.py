"""Edits of what was played: dice, actions, the start, and who has acted."""

import re
from collections.abc import Callable

from tests.server.book import Book, compact
from tests.server.edits.judging import OTHER_HASH, edit, inconsistent

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
    number, letter = book.find_unplayed_card("finished")
    book.change("finished", number, ply=book.event("finished", number)["ply"][:-1] + letter)


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


# --- Who has acted --------------------------------------------------------------------------------------------


for _name, _role, _seat_letter, _who, _reason in (
    ("person_played_by_computer", "playing", "A", "computer", "The seat is a person's, not a computer player's."),
    ("computer_played_by_owner", "playing", "D", "owner", "The seat is a computer player's, and nobody owns it."),
    ("computer_played_by_stand_in", "finished", "E", "stand_in", "Nobody stands in for a computer player."),
    ("left_seat_played_by_owner", "first", "D", "owner", "The owner had left by then."),
    ("left_seat_played_by_computer", "first", "D", "computer", "One who has left is stood in for."),
    ("played_by_nobody_known", "playing", "A", "ghost", "There is no such kind of player."),
):
    edit(
        _name,
        _role,
        _reason,
        lambda book, role=_role, seat=_seat_letter, by=_who: book.set_by(role, seat, by),  # type: ignore[misc]
    )
