"""A table out of its log, and who may do what at it, without any server."""

import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from camelup.core.errors import RequestError
from camelup.fair_dice import commitment
from camelup.formats.record import NAME_LENGTH, replay
from camelup.protocol.fields import CHAT_LENGTH
from camelup.protocol.settings import By, Settings
from camelup.server.store.base import Entry
from camelup.server.tables import commands, events
from camelup.server.tables.presence import RETURNING, Presence, PresenceTracker
from camelup.server.tables.sanitize import clean_chat, clean_name, clean_text
from camelup.server.tables.sentences import describe_event, describe_presence, describe_stand_in
from camelup.server.tables.state import CHAT_KEPT, Line, TableState
from tests.server.stories import DECISIONS, LEVELS, SECRET, Story, facts, refused_with, tell_story
from tests.server.test_clock import SetClock

tables = st.builds(
    Settings,
    edition=st.sampled_from([1, 2]),
    seats=st.integers(2, 8),
    hides_money=st.booleans(),
    first=st.one_of(st.none(), st.just(0), st.just(1)),
)
decisions = st.lists(st.tuples(st.sampled_from(sorted(DECISIONS)), st.integers(0, 10_000)), max_size=60)
opening = [("sit", 0), ("sit", 2), ("add", 1), ("sit", 3), ("sit", 4)]
"""Most stories that begin with nobody go nowhere, so half of them begin with some people."""
stories = st.builds(
    lambda known, rest: known + rest, st.sampled_from([[], opening, [*opening, ("start", 0)]]), decisions
)


# --- Logs -----------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(tables, stories, st.integers(0, 2**60))
@example(Settings(seats=8), [*opening, ("remove", 1), ("start", 0), ("leave", 0), *[("play on", 59)] * 4], 5**25)
def test_whatever_happens_a_table_is_the_same_however_its_log_is_read(
    chosen: Settings, happened: list[tuple[str, int]], some: int
) -> None:
    story, _ = tell_story(chosen, happened)
    for known in (0, 2**60 - 1, some):  # of which entries the turn is known already, as bits
        table = TableState("table")
        for number, (entry, turn) in enumerate(zip(story.entries, story.turns, strict=True)):
            table.apply_entry(entry, turn=turn if known >> number % 60 & 1 else None)
        assert facts(table) == facts(story.table)


@settings(max_examples=100, deadline=None)
@given(tables, stories)
@example(Settings(seats=8), [*opening, ("remove", 0), ("start", 0), ("leave", 1), ("play on", 59), ("rematch", 0)])
def test_whatever_happens_a_table_makes_sense(chosen: Settings, happened: list[tuple[str, int]]) -> None:
    table = tell_story(chosen, happened)[0].table
    people = [
        seat
        for seat, holder in enumerate(table.seats)
        if holder is not None and holder.kind == "person" and not holder.has_left
    ]
    assert (table.host in people) if people else table.host is None
    assert len({name.casefold() for name in table.names}) == len(table.names)
    assert len(table.chat) <= CHAT_KEPT
    for line in table.chat:  # chat goes with whoever wrote it
        holder = None if line.seat is None else table.seats[line.seat]
        assert line.seat is None or (holder is not None and holder.name == line.name)
    for seat, holder in enumerate(table.seats):
        if holder is not None and holder.token is not None:
            assert (seat in table.find_seats(holder.token)) is not holder.has_left
    assert table.find_seats(None) == table.find_seats(commands.hash_token("nobody")) == ()
    if table.start is not None:
        assert None not in table.seats
        assert table.start.players == len(table.names)
        steps = list(replay(table.record))
        assert steps[-1].state == table.state
        for since in {0, 1, len(steps) - 9, len(steps) - 2, len(steps) - 1, len(steps), 10**9}:
            turns = list(table.turns_after(max(since, 0)))
            assert [turn.number for turn in turns] == list(range(max(since, 0) + 1, len(steps)))
            for turn in turns:
                step = steps[turn.number]
                assert (turn.ply, turn.after, turn.events) == (step.ply, step.state, step.events)
                assert turn.before == steps[turn.number - 1].state
                assert turn.by == table.players_of_plies[turn.number - 1]
    assert (table.revealed_secret is not None) is (table.status == "finished")


def last_actor(table: TableState) -> tuple[By, int]:
    """Who played last, and for which seat."""
    return table.turns[-1].by, table.turns[-1].ply.seat


def test_an_entry_must_follow_the_one_before() -> None:
    story = Story(Settings())
    with pytest.raises(AssertionError, match="entry 1 cannot follow entry 1"):
        story.table.apply_entry(story.entries[0])


# --- Sitting down, and the host -------------------------------------------------------------------------------


def sitting(*names: str, seats: int = 4) -> Story:
    story = Story(Settings(seats=seats))
    for name in names:
        story.sit(name)
    return story


def code_of(story: Story, kind: str, number: int = 0) -> str:
    with pytest.raises(RequestError) as refused:
        DECISIONS[kind](story, number)
    assert str(refused.value).endswith(".")
    return refused.value.code


def test_seats_are_refused_with_a_code_for_each_reason() -> None:
    story = sitting("Ann", seats=2)
    assert code_of(story, "sit there", 9 * 2) == "seat_taken"
    assert code_of(story, "sit there", 9 * 2 + 8) == "no_such_seat"
    assert code_of(story, "sit", 1) == "name_taken"  # ann
    assert code_of(story, "sit", 10) == "name"
    assert code_of(story, "add", LEVELS.index("wizard")) == "level"
    assert code_of(story, "start") == "too_few"
    assert code_of(story, "leave", 1) == code_of(story, "remove", 8) == code_of(story, "seed", 1) == "no_such_seat"
    assert code_of(story, "play") == "not_started"
    assert code_of(story, "rematch") == "not_finished"
    story.sit("Bo")
    assert code_of(story, "sit", 3) == code_of(story, "add", 1) == "full"
    story.happen(commands.mute(story.table, 1, is_muted=True))
    assert code_of(story, "say", 1) == "muted"
    story.happen(commands.start(story.table))
    assert {code_of(story, kind) for kind in ("sit", "add", "remove", "seed", "start")} == {"started"}
    story.happen(commands.leave(story.table, 1))
    assert code_of(story, "leave", 1) == "game_over"
    story.play_to_the_end()
    assert {code_of(story, kind) for kind in ("sit", "add", "remove", "seed", "start")} == {"finished"}
    assert code_of(story, "leave") == code_of(story, "play") == "game_over"
    assert code_of(story, "close") == "closed"
    story.happen(events.Rematched("elsewhere"))
    assert code_of(story, "rematch") == "rematched"


def test_a_closed_table_takes_nothing_more() -> None:
    story = sitting("Ann", "Bo")
    story.happen(commands.close(story.table, is_empty=True))
    assert {code_of(story, kind) for kind in ("sit", "add", "remove", "seed", "start", "say", "close")} == {"closed"}
    story = sitting("Ann", "Bo")
    story.happen(commands.start(story.table))
    story.happen(commands.close(story.table, is_empty=True))
    assert story.table.status == "closed"
    assert code_of(story, "play") == code_of(story, "say") == "closed"


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": 1},
        {"seats": 9},
        {"first": 4},
        {"first": -1},
        {"clock": 4},
        {"clock": 86_401},
        {"seats": 2, "first": 2},
    ],
)
def test_a_table_that_cannot_be_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(RequestError) as refused:
        commands.create(Settings(**wrong), SECRET)  # type: ignore[arg-type]
    assert refused.value.code == "settings"


def test_the_commitment_is_shown_before_anybody_sits_down() -> None:
    table = Story(Settings()).table
    assert table.commitment == commitment(SECRET)
    assert table.revealed_secret is None


def test_free_seats_are_left_out_at_the_start_and_everybody_keeps_what_is_his() -> None:
    story = Story(Settings(seats=6, first=4))
    story.sit("Bo", 3)
    story.sit("Ann", 1)
    story.sit("Cy", 4)
    story.happen(commands.add_computer(story.table, "greedy", 5))
    for seat in (1, 3, 4):
        story.happen(commands.say(story.table, seat, f"I sit on {seat}"))
    story.sit("Di", 0)
    story.happen(commands.say(story.table, 0, "I must go"))
    story.happen(commands.leave(story.table, 0))
    before = {holder.name: holder for holder in story.table.seats if holder is not None}
    story.happen(commands.start(story.table))
    table = story.table
    assert table.names == ("Ann", "Bo", "Cy", "Pouch")
    assert {holder.name: holder for holder in table.seats if holder is not None} == before
    assert table.host == 1  # Bo, who came first
    assert [table.find_seats(commands.hash_token(name)) for name in ("Ann", "Bo", "Cy")] == [(0,), (1,), (2,)]
    assert [(line.seat, line.name) for line in table.chat] == [(0, "Ann"), (1, "Bo"), (2, "Cy"), (None, "Di")]
    assert table.state is not None
    assert table.state.turn == 2  # Cy, whom the setting names
    assert not table.is_first_random


def test_a_starting_seat_that_stays_free_is_drawn() -> None:
    story = Story(Settings(seats=4, first=3))
    for name in ("Ann", "Bo", "Cy"):
        story.sit(name)
    story.happen(commands.start(story.table))
    assert story.table.is_first_random


def test_the_next_one_is_host_when_the_host_leaves() -> None:
    story = Story(Settings(seats=5))
    story.sit("Bot", is_program=True)
    story.happen(commands.add_computer(story.table, "random", None))
    hosts = [story.table.host]
    for name in ("Ann", "Bo", "Cy"):
        story.sit(name)
    hosts.append(story.table.host)
    for leaving in (commands.leave, commands.remove, commands.leave):
        story.happen(leaving(story.table, hosts[-1] or 0))
        hosts.append(story.table.host)
    assert hosts == [None, 2, 3, 4, None]  # neither a program nor a computer player is host
    story.sit("Di")
    story.sit("Ed")
    assert story.table.host == 2
    story.happen(commands.start(story.table))
    story.happen(commands.leave(story.table, 2))
    hosts.append(story.table.host)
    assert hosts[-1] == 3
    assert story.table.seats[2] is not None
    assert story.table.seats[2].is_computer


def test_computer_players_of_one_level_are_told_apart() -> None:
    story = Story(Settings(seats=5))
    story.sit("pouch")
    for _ in range(3):
        story.happen(commands.add_computer(story.table, "greedy", None))
    assert story.table.names == ("pouch", "Pouch 2", "Pouch 3", "Pouch 4")


# --- Again ----------------------------------------------------------------------------------------------------


def test_a_rematch_has_the_same_people_and_levels_one_seat_further() -> None:
    story = Story(Settings(1, 7, is_open=True, odds="leg", hides_money=True, clock=30, first=1))
    story.sit("Ann")
    story.happen(commands.add_computer(story.table, "shark", None))
    for name in ("Bo", "Cy", "Di"):
        story.sit(name)
    story.sit("Bot", is_program=True)
    story.happen(commands.start(story.table))
    story.happen(commands.leave(story.table, 3))
    story.happen(commands.mute(story.table, 2, is_muted=True))
    story.play_to_the_end()
    again = TableState("again")
    for number, event in enumerate(commands.rematch(story.table, bytes(32)), 1):
        again.apply_entry(Entry(number, 0.0, events.write_event(event)))
    assert again.settings == Settings(1, 6, is_open=True, odds="leg", hides_money=True, clock=30)
    assert again.before == "table"
    assert [holder and (holder.kind, holder.name, holder.level) for holder in again.seats] == [
        ("program", "Bot", None),
        ("person", "Ann", None),
        ("computer", "Fin", "shark"),
        ("person", "Bo", None),
        None,  # Cy has left
        ("person", "Di", None),
    ]
    assert [again.find_seats(commands.hash_token(name)) for name in ("Ann", "Bo", "Cy", "Di", "Bot")] == [
        (1,),
        (3,),
        (),
        (5,),
        (0,),
    ]
    assert again.host == 1  # Ann, who was it before
    assert again.seats[3] is not None
    assert again.seats[3].is_muted
    assert again.seeds == [""] * 6
    assert again.commitment == commitment(bytes(32)) != story.table.commitment
    assert again.status == "waiting"


# --- Who is there ---------------------------------------------------------------------------------------------


def test_seats_that_are_away_at_the_start_are_away_from_there_on() -> None:
    presence = PresenceTracker("here")
    opened = presence.away_since(0)
    assert opened is not None
    presence.restart()
    assert (presence.away_since(0) or 0) > opened


def test_who_returns_after_a_restart_needs_no_words_unless_it_takes_long() -> None:
    clock = SetClock(is_still=True)
    presence = PresenceTracker("here", clock, is_reloaded=True)

    def news_of(*seats: int) -> dict[int, str]:
        presence.hear(Presence("there", list(seats), 0), {"there"})
        return dict(presence.take_news())

    assert news_of(0) == {0: "returned"}
    assert news_of() == {0: "gone"}
    assert news_of(0) == {0: "back"}
    clock.passed = RETURNING
    assert news_of(0, 1) == {1: "here"}
    presence = PresenceTracker("here", clock)
    assert news_of(0) == {0: "here"}


# --- Words ----------------------------------------------------------------------------------------------------


def sentence_of(story: Story, event: events.TableEvent, reader: int | None = None) -> str | None:
    seats, host = list(story.table.seats), story.table.host
    story.happen(event)
    return describe_event(event, seats, host, story.table, reader)


def test_what_happens_to_a_table_has_its_sentence() -> None:
    story = Story(Settings(seats=5, first=0))
    table = story.table
    people = [commands.sit(table, name, name, "", seat, is_program=False) for seat, name in enumerate(("Ann", "Bo"))]
    assert [sentence_of(story, event) for event in people] == [
        "Ann joined (host).",
        "Bo joined.",
    ]
    program = commands.sit(table, "t", "Bot", "", None, is_program=True)
    assert sentence_of(story, program) == "Bot joined (program)."
    computer = commands.add_computer(table, "shark", None)
    assert sentence_of(story, computer) == "Fin joined (computer)."
    assert sentence_of(story, commands.remove(table, 3)) == "The host removed Fin."
    assert sentence_of(story, commands.mute(table, 1, is_muted=True)) == "The host muted Bo."
    assert sentence_of(story, commands.mute(table, 1, is_muted=False)) == "Bo can chat again."
    assert sentence_of(story, commands.give_seed(table, 1, "0" * 16)) is None
    assert sentence_of(story, commands.say(table, 1, "Hello")) is None
    assert sentence_of(story, commands.change_host(table, 1, instead_of=0)) == "Bo is the host now."
    assert sentence_of(story, commands.start(table)) == "The race starts. Ann goes first."
    assert sentence_of(story, commands.leave(table, 1)) == "Bo left. A computer takes over. Ann is the host now."
    story.play(0)
    assert describe_stand_in(*last_actor(table), table) is None
    story.play(0, "stand_in")
    assert describe_stand_in(*last_actor(table), table) == "A computer played for Bo."
    assert describe_presence({0: "gone", 1: "back", 2: "here", 7: "gone"}, table.seats) == (
        "Ann lost the connection. Bo is back. Bot is here."
    )
    assert describe_presence({}, table.seats) is None
    assert describe_presence({0: "returned"}, table.seats) is None
    assert sentence_of(story, events.Rematched("x")) == "Rematch! Everybody moves on by one seat."
    assert (
        sentence_of(story, commands.close(table, is_empty=True)) == "This table has packed up because nobody was here."
    )


def test_sentences_of_a_table_speak_to_their_reader() -> None:
    story = Story(Settings(seats=3, first=0))
    table = story.table
    people = [commands.sit(table, name, name, "", seat, is_program=False) for seat, name in enumerate(("Ann", "Bo"))]
    assert [sentence_of(story, event, 0) for event in people] == ["You joined (host).", "Bo joined."]
    assert sentence_of(story, commands.mute(table, 1, is_muted=True), 1) == "The host muted you."
    assert sentence_of(story, commands.mute(table, 1, is_muted=False), 1) == "You can chat again."
    assert sentence_of(story, commands.change_host(table, 1, instead_of=0), 1) == "You are the host now."
    assert sentence_of(story, commands.start(table), 0) == "The race starts. You go first."
    story.play(0, "stand_in")
    assert describe_stand_in(*last_actor(table), table, 0) == "A computer played for you."
    assert describe_stand_in(*last_actor(table), table, 1) == "A computer played for Ann."
    assert describe_presence({0: "back", 1: "here"}, table.seats, 0) == "You are back. Bo is here."


@given(st.text(max_size=80))
@example("e\x00\u0301")
@example("A\u0300\u0301\u0302\u0303\u0304\u0305")
@example("Ann\u202e\u2066")
def test_text_of_strangers_is_harmless_and_cleaned_once(text: str) -> None:
    for cleaned in (clean_text(text), clean_text(text, keeps_joiner=True)):
        categories = [unicodedata.category(letter) for letter in cleaned.replace("\u200d", "")]
        assert not [category for category in categories if category[0] == "C" or category in {"Zl", "Zp"}]
        assert cleaned == cleaned.strip()
        assert "  " not in cleaned
        assert clean_text(cleaned, keeps_joiner=True) == cleaned


@given(st.text(max_size=120))
@example("x" * 39 + " y")
@example("A | B")
@example("You")
def test_a_name_is_refused_or_clean(text: str) -> None:
    if (code := refused_with(lambda: clean_name(text))) is not None:
        assert code == "name"
        return
    name = clean_name(text)
    assert 1 <= len(name) <= NAME_LENGTH
    assert "|" not in name
    assert name.isprintable()
    assert clean_name(name) == name


@given(st.text(max_size=400))
@example("\u202e")
@example("\u200d \u200d")
def test_chat_is_refused_or_clean(text: str) -> None:
    if (code := refused_with(lambda: clean_chat(text))) is not None:
        assert code == "empty"
        assert clean_text(text) == ""
        return
    assert clean_text(text) != ""
    assert 1 <= len(clean_chat(text)) <= CHAT_LENGTH


@pytest.mark.parametrize("name", ["You", "you", " YOU\u200b "])
def test_nobody_is_called_you(name: str) -> None:
    with pytest.raises(RequestError) as refused:
        clean_name(name)
    assert refused.value.code == "name"


def test_a_line_of_chat_remembers_its_name() -> None:
    story = sitting("Ann", "Bo")
    story.happen(commands.say(story.table, 1, "  Good \x07 luck! "))
    assert list(story.table.chat) == [Line(1, "Bo", "Good luck!", story.entries[-1].at)]
