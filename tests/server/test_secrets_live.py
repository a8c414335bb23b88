"""What leaves a server tells nobody what is not for him: whole games, every byte to every connection."""

import asyncio
import json
import random
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import time
from typing import Any, NamedTuple

import pytest

from camelup.card_commitments import card_hash, card_salt
from camelup.core.actions import PlayCard
from camelup.formats.finished_game import FinishedGame
from camelup.formats.json_codec import from_json
from camelup.protocol.settings import Settings
from camelup.server.store import make_store
from camelup.server.store.base import Entry, Listed
from camelup.server.tables import events
from camelup.server.tables.commands import hash_token
from camelup.server.tables.state import TableState
from camelup.verification import verify_game
from tests.server.live import LiveClient, LiveServer, Message, play_on, seat_people, start_game
from tests.server.test_live_games import AnyAction

# --- Searching ------------------------------------------------------------------------------------------------


def objects_in(value: Any) -> Iterator[Message]:  # noqa: ANN401 - JSON
    """Every object that is somewhere in a message."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from objects_in(part)


def leaks_in(message: Message, seats: set[int], *, hides_money: bool) -> list[str]:
    """What a message before the end of the game tells that only other seats may know."""
    leaks = []
    for found in objects_in(message):
        if found.get("type") in {"card_played", "play_card"} and "seat" in found:
            leaks += ["card played"] * (found["camel"] is not None and found["seat"] not in seats)
        for deck in ("winner_deck", "loser_deck"):
            leaks += [deck for card in found.get(deck, ()) if card["camel"] is not None and card["seat"] not in seats]
        for seat, hand in enumerate(found.get("hands", ())):
            leaks += ["hand"] * (seat not in seats and set(hand) > {None})
        leaks += ["secret"] * (found.get("secret") is not None)
        leaks += ["salt"] * (found.get("salt") is not None and found["seat"] not in seats)
        if hides_money:
            money = found.get("money", ())
            money = {found["seat"]: money} if isinstance(money, int) else dict(enumerate(money or ()))
            leaks += [f"money {found}" for seat, amount in money.items() if amount is not None and seat not in seats]
    return leaks


def ends_game(message: Message) -> bool:
    return any(found.get("type") == "game_ended" for found in objects_in(message))


def told_before_the_end(client: LiveClient) -> list[str]:
    """All that a client was sent before the message with which the game ended."""
    for number, message in enumerate(client.messages):
        if ends_game(message):
            return client.texts[:number]
    raise AssertionError("the game has not ended")


@pytest.mark.parametrize(
    ("edition", "players", "computers", "hides_money"),
    [(1, 2, 0, False), (2, 8, 0, True), (1, 5, 0, True), (2, 3, 1, False)],
)
async def test_nothing_that_is_sent_in_a_game_tells_a_secret(
    server: LiveServer, edition: int, players: int, computers: int, *, hides_money: bool
) -> None:
    asked: list[str] = []

    def check_told(client: LiveClient, everybody: list[LiveClient], *, hides_money: bool) -> None:
        told = told_before_the_end(client)
        seats = set(client.seats)
        names = [seat["name"] for number, seat in enumerate(client.table["seats"]) if number not in seats]
        secrets = [client.table["dice"]["secret"]]
        secrets += [other.token for other in everybody] + [hash_token(other.token) for other in everybody]
        assert len(told) > 20
        for text in told:
            assert leaks_in(json.loads(text), seats, hides_money=hides_money) == []
            assert not any(secret in text for secret in secrets)
            if hides_money:
                assert not re.search(rf"({'|'.join(names)})[^.]* ha(s|d)( only)? \d", text)
        for answer in asked:
            assert not any(secret in answer for secret in secrets)
            assert '"camel": "' not in answer

    levels = ["random"] * computers
    code = server.make_table(*levels, edition=edition, seats=players, hides_money=hides_money)
    people = await seat_people(server, code, [f"Person {number}" for number in range(players - computers)])
    if players > 4:
        await hand_over(people)
    watcher = LiveClient(server, code)
    await watcher.connect(is_watcher=True)
    await start_game([*people, watcher])
    everybody = [*people, watcher]
    while not people[0].is_over:
        await play_on(everybody, AnyAction(players), most=12)
        if not people[0].is_over:
            for path in (
                f"/api/tables/{code}",
                f"/api/games/{code}",
                f"/api/games/{code}/summary",
                f"/api/games/{code}/replay",
                "/api/tables",
                "/metrics",
                "/",
            ):
                asked.append(str(await asyncio.to_thread(server.ask, path)))
            await people[-1].connect(since=max(0, people[-1].ply - 12))
            await watcher.connect(is_watcher=True, since=0)
    game = from_json((await asyncio.to_thread(server.ask, f"/api/games/{code}"))[1])
    verify_game(game.dice, game.record, game.published)
    for client in everybody:
        check_told(client, everybody, hides_money=hides_money)
        check_cards(client, game)


def check_cards(client: LiveClient, game: FinishedGame) -> None:
    """Everybody is shown the hash of every card, computers' too, and before the end the salts of his own alone."""
    published = game.published
    assert published is not None
    secret, told = bytes.fromhex(game.dice.secret), told_before_the_end(client)
    shown = [found for text in told for found in objects_in(json.loads(text)) if "hash" in found]
    assert {found["ply"]: found["hash"] for found in shown} == {card.ply: card.hash for card in published.cards}
    for found in shown:
        ply, seat = found["ply"], found["seat"]
        salt = card_salt(secret, published.table, ply, seat)
        action = game.record.plies[ply - 1].action
        assert isinstance(action, PlayCard)
        assert found["deck"] == action.deck
        assert card_hash(published.table, ply, seat, action, salt) == found["hash"]
        assert found["salt"] == (salt if seat in client.seats else None)
        if seat not in client.seats:
            assert not any(salt in text for text in told)
            guessed = {"", game.dice.commitment, *(other["salt"] for other in shown if other["salt"])}
            cards = [PlayCard(action.deck, camel) for camel in game.record.start.edition.racing]
            hashes = {card_hash(published.table, ply, seat, card, guess) for card in cards for guess in guessed}
            assert found["hash"] not in hashes


async def hand_over(people: list[LiveClient]) -> None:
    """Let the first have the last one's seat as well: a device that is passed round the table."""
    last = people.pop()
    await last.ask("leave", seat=last.seats[0])
    await last.close()
    assert (await people[0].sit("Person again"))["seats"] == [0, len(people)]


def test_the_search_finds_what_it_looks_for() -> None:
    hidden = {"type": "card_played", "seat": 1, "deck": "winner", "camel": "r"}
    assert leaks_in({"events": [hidden]}, {0}, hides_money=False) == ["card played"]
    assert leaks_in({"events": [hidden]}, {1}, hides_money=False) == []
    assert leaks_in({"views": [{"hands": [["r"], [None, "g"]]}]}, {0}, hides_money=False) == ["hand"]
    assert leaks_in({"winner_deck": [{"seat": 1, "camel": "r"}]}, {0}, hides_money=False) == ["winner_deck"]
    assert leaks_in({"money": [3, 4]}, {0}, hides_money=True) != []
    assert leaks_in({"dice": {"secret": "00"}}, set(), hides_money=False) == ["secret"]
    assert leaks_in({"card": {"seat": 1, "salt": "00"}}, {0}, hides_money=False) == ["salt"]
    assert leaks_in({"cards": [{"seat": 1, "salt": "00"}, {"seat": 0, "salt": None}]}, {1}, hides_money=False) == []


# --- Two worlds -----------------------------------------------------------------------------------------------

SECRET = "5a" * 32


class World(NamedTuple):
    """A table of the same people with the same dice as another."""

    code: str
    tokens: list[str]


async def prepare(data: Path, players: int, settings: Settings) -> list[World]:
    """Write two tables into the store that differ in nothing but their codes."""
    codes = ["".join(random.SystemRandom().choices("abcdefgh", k=8)) for _ in range(2)]
    tokens = [f"{seat}" * 40 for seat in range(players)]
    tokens[-1] = tokens[-2]  # one client has two seats
    history: list[events.TableEvent] = [events.Created(settings, SECRET)]
    for seat, token in enumerate(tokens):
        # Where every action's value is shown, only one person may sit; programs see what people see.
        is_program = settings.odds == "full" and token != tokens[0]
        history.append(
            events.PersonSeated(seat, f"Person {seat}", hash_token(token), f"{seat}" * 16, is_program=is_program)
        )
    entries = [Entry(number, time(), events.write_event(one)) for number, one in enumerate(history, 1)]

    store = make_store(None, data, "share")
    await store.open()
    for code in codes:
        table = TableState(code)
        for entry in entries:
            table.apply_entry(entry)
        assert await store.add_table(Listed(code, entries[0].at, entries[-1].at, table.summarize()), entries)
    await store.close()
    return [World(code, tokens) for code in codes]


class Course:
    """A game as it was played, to be played again with other cards of seat 0."""

    def __init__(self, colours: str) -> None:
        shuffled = random.Random(3).sample(colours, len(colours))
        self._other = dict(zip(shuffled, shuffled[1:] + shuffled[:1], strict=True))
        self.actions: list[tuple[int, Message]] = []

    def disguise(self, seat: int, action: Message) -> Message:
        if seat == 0 and action["type"] == "play_card":
            return {**action, "camel": self._other[action["camel"]]}
        return action


async def join(server: LiveServer, world: World) -> list[LiveClient]:
    clients = [LiveClient(server, world.code, token) for token in dict.fromkeys(world.tokens)]
    for client in clients:
        await client.connect()
    clients.append(LiveClient(server, world.code))
    await clients[-1].connect(is_watcher=True)
    await start_game(clients)
    return clients


async def play_world(
    server: LiveServer, world: World, course: Course, *, is_first: bool
) -> tuple[list[LiveClient], str]:
    """Play a world to its end, with some who come anew on the way; give who was there and what HTTP answered."""
    clients = await join(server, world)
    by_seat = {seat: client for client in clients for seat in client.seats}
    choose = AnyAction(5)
    answers = ""
    ply = 0
    while not clients[0].is_over:
        seat = next(seat for seat, client in by_seat.items() if client.views[seat]["legal"])
        if is_first:
            # Cards are what this is about, so seat 0 plays them whenever it can.
            legal = by_seat[seat].views[seat]["legal"]
            cards = [action for action in legal if action["type"] == "play_card"]
            action = cards[0] if seat == 0 and cards and ply % 3 else choose(by_seat[seat].views[seat])
            course.actions.append((seat, action))
        else:
            expected, action = course.actions[ply]
            assert seat == expected
            action = course.disguise(seat, action)
        answer = await by_seat[seat].act(seat, action)
        assert answer["type"] == "done", answer
        ply += 1
        for client in clients:
            while client.ply < ply:
                await client.hear_next()
        if ends_game(clients[-1].messages[-1]) or any(map(ends_game, clients[0].messages[-3:])):
            while not clients[0].is_over:
                await clients[0].hear_next()
        elif ply % 20 == 0:
            answers += str(await asyncio.to_thread(server.ask, f"/api/tables/{world.code}"))
            await clients[1].connect(since=ply - 15)
            await clients[-1].connect(is_watcher=True, since=0)
    return clients, masked(answers, world)


def masked(text: str, world: World) -> str:
    """Put out what differs because of code and clock; the code is part of the salts and hashes of cards."""
    text = re.sub(r"""(["'](?:now|at|turn_ends)["']: ?)[\d.e+]+""", r"\1", text).replace(world.code, "CODE")
    return re.sub(r'("(?:hash|salt)":)"[0-9a-f]{64}"', r"\1", text)


@pytest.mark.parametrize(
    ("edition", "players", "hides_money", "colours"),
    [(1, 3, False, "bgowy"), (2, 4, True, "bgpry"), (2, 6, False, "bgpry")],
)
async def test_two_games_that_differ_in_hidden_cards_alone_look_the_same_to_all_others(
    server: LiveServer, edition: int, players: int, colours: str, *, hides_money: bool
) -> None:
    settings = Settings(edition=edition, seats=players, hides_money=hides_money, first=0)  # type: ignore[arg-type]
    worlds = await prepare(server.data, players, settings)
    course = Course(colours)

    first, answers = await play_world(server, worlds[0], course, is_first=True)
    second, other_answers = await play_world(server, worlds[1], course, is_first=False)
    cards = [action for seat, action in course.actions if seat == 0 and action["type"] == "play_card"]
    assert cards
    assert answers == other_answers
    for number, (client, twin) in enumerate(zip(first, second, strict=True)):
        told = [masked(text, worlds[0]) for text in told_before_the_end(client)]
        other = [masked(text, worlds[1]) for text in told_before_the_end(twin)]
        assert (told == other) is (number != 0)  # only the seat itself sees a difference


def is_odds_of(ply: int, message: Message) -> bool:
    return message["type"] == "odds" and bool(message["ply"] == ply)


async def test_odds_of_a_table_do_not_depend_on_hidden_cards(server: LiveServer) -> None:
    settings = Settings(edition=1, seats=3, odds="full", first=0)
    worlds = await prepare(server.data, 3, settings)
    told: list[list[Message]] = [[], []]

    for number, world in enumerate(worlds):
        clients = await join(server, world)
        for ply in range(7):
            heard = await clients[-1].hear_that(partial(is_odds_of, ply))
            told[number].append(heard["odds"])
            seat = ply % 3
            action = {"type": "roll"}
            if seat == 0:
                action = {"type": "play_card", "deck": "winner", "camel": ("bow", "gwb")[number][ply // 3]}
            client = next(client for client in clients if seat in client.seats)
            assert (await client.act(seat, action))["type"] == "done"
            for other in clients:
                while other.ply <= ply:
                    await other.hear_next()
    assert told[0] == told[1]
    assert "values" in told[0][0]
