import pytest

from camelup.chance import seeded
from camelup.core.actions import PlayCard, Roll
from camelup.core.edition import SECOND, Camel, Deck
from camelup.core.events import CardPlayed, LegScored, TileHit
from camelup.core.rules import chances, legal
from camelup.core.state import Card, Table
from camelup.core.view import events_for, view_of
from camelup.formats.notation import parse_position, position_text
from camelup.game import Game
from tests.rules.helpers import LAST_OF_LEG, LAST_OF_RACE, end_leg, only, play

POSITION = (
    "edition 2 | track 1:gy 2:rb 3:p 14:K 16:W | tiles 7+A | money 5 7 3 | tickets g5 - b5 "
    "| winner Ab Bg | loser Br Ay | turn B"
)


@pytest.mark.rule("secret-1")
@pytest.mark.parametrize(
    ("seat", "hands"),
    [(0, "gpr ??? ?????"), (1, "??? bpy ?????"), (2, "??? ??? bgpry"), (None, "??? ??? ?????")],
)
def test_a_hand_is_known_to_its_owner_alone(seat: int | None, hands: str) -> None:
    view = view_of(parse_position(POSITION), seat)
    assert f"| hands {hands} |" in position_text(view)


@pytest.mark.rule("secret-1")
@pytest.mark.parametrize("seat", [0, 2, None])
def test_what_a_hand_allows_is_not_told_to_others(seat: int | None) -> None:
    state = parse_position(POSITION)
    assert view_of(state, 1).legal == legal(state)
    assert view_of(state, seat).legal == ()


@pytest.mark.rule("secret-2", "secret-3")
@pytest.mark.parametrize(
    ("seat", "decks"),
    [
        (0, "winner Ab B? | loser B? Ay"),
        (1, "winner A? Bg | loser Br A?"),
        (2, "winner A? B? | loser B? A?"),
        (None, "winner A? B? | loser B? A?"),
    ],
)
def test_who_laid_a_card_where_is_public_its_colour_is_not(seat: int | None, decks: str) -> None:
    assert f"| {decks} |" in position_text(view_of(parse_position(POSITION), seat))


@pytest.mark.rule("secret-2", "secret-3")
def test_a_card_is_laid_face_down() -> None:
    state, events = play(POSITION, "winner y")
    assert only(events, CardPlayed) == CardPlayed(1, Deck.WINNER, Camel.YELLOW)
    assert events_for(events, 1) == tuple(events)
    for seat in (0, 2, None):
        assert events_for(events, seat) == (CardPlayed(1, Deck.WINNER, None),)
        assert view_of(state, seat).winner_deck[-1] == Card(1, None)
        assert [len(hand) for hand in view_of(state, seat).hands] == [3, 2, 5]


@pytest.mark.rule("secret-2")
def test_the_record_of_a_game_hides_the_cards_while_it_goes_on() -> None:
    game = Game.from_position(parse_position(f"edition 2 | {LAST_OF_RACE[2]} | money 3 3"))
    game.play("winner g")
    game.play("loser b")
    hidden = [ply.action for ply in game.record.for_seat(1).plies]
    assert hidden == [PlayCard(Deck.WINNER, None), PlayCard(Deck.LOSER, Camel.BLUE)]
    while not game.is_over:
        game.play("roll")
    assert game.record.for_seat(1).plies[0].action == PlayCard(Deck.WINNER, Camel.GREEN)


@pytest.mark.rule("secret-2")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_cards_that_a_seat_may_not_know_leave_no_trace(seat: int | None) -> None:
    """Two games that differ only in a third player's cards look the same to everybody else."""
    one, other = (parse_position(POSITION.replace("winner Ab Bg", f"winner Ab Bg {card}")) for card in ("Cp", "Cr"))
    assert one != other
    assert view_of(one, seat) == view_of(other, seat)
    assert view_of(one, 2) != view_of(other, 2)


@pytest.mark.rule("secret-4")
def test_the_final_scoring_turns_every_card_up() -> None:
    state, events = play(f"edition 2 | {LAST_OF_RACE[2]} | money 3 3 | winner Ag Bb | loser Ay", "roll g2")
    for seat in (0, 1, None):
        view = view_of(state, seat, hide_money=True)
        assert (view.winner_deck, view.loser_deck, view.hands) == (state.winner_deck, state.loser_deck, state.hands)
        assert view.money == state.money
        assert events_for(events, seat) == tuple(events)


@pytest.mark.rule("secret-5")
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_everything_else_is_public_money_included(seat: int | None) -> None:
    state = parse_position(POSITION)
    view = view_of(state, seat)
    public = set(Table.__dataclass_fields__) - {"winner_deck", "loser_deck", "hands"}
    assert public == {
        *("edition", "track", "dice", "tents", "tickets", "pyramid_tickets", "tiles", "partners", "turn", "leg"),
        "money",
    }
    for field in public:
        assert getattr(view, field) == getattr(state, field)


@pytest.mark.rule("secret-6")
@pytest.mark.parametrize(
    ("seat", "money"), [(0, (5, None, None)), (1, (None, 7, None)), (2, (None, None, 3)), (None, (None, None, None))]
)
def test_a_table_may_hide_how_much_the_others_have(seat: int | None, money: tuple[int | None, ...]) -> None:
    state = parse_position(POSITION)
    assert view_of(state, seat, hide_money=True).money == money
    assert view_of(state, seat).money == (5, 7, 3)


@pytest.mark.rule("secret-6")
def test_hidden_money_is_hidden_in_what_happens_too() -> None:
    state, events = end_leg(2, "money 5 7 3 | pyramid 4 0 0 | tiles 13+B | turn C")
    assert state.money == (9, 8, 4)
    shown = events_for(events, 0, hide_money=True)
    assert only(shown, TileHit).money is None
    assert [reward.money for reward in only(shown, LegScored).rewards] == [9, None, None]
    assert [reward.total for reward in only(shown, LegScored).rewards] == [4, 0, 1]
    assert only(events_for(events, 1, hide_money=True), TileHit).money == 8


@pytest.mark.rule("secret-7")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_dice_inside_and_those_out_are_public(seat: int | None) -> None:
    state = parse_position(f"edition 2 | {LAST_OF_LEG[2][0]} | money 3 3 | pyramid 4 0")
    view = view_of(state, seat)
    assert (view.dice, view.dice_out) == ("bx", "gpry")


@pytest.mark.rule("secret-7")
def test_the_order_of_the_dice_to_come_is_nowhere() -> None:
    """Not even the whole truth about a game holds it: the same position goes on in any way that chance takes it."""
    position = parse_position(f"{POSITION} | dice bgpryx")
    assert position == parse_position(f"{POSITION} | dice xyrpgb")
    games = [Game.from_position(position, rng=seeded(seed)) for seed in range(60)]
    assert all(game.position == position for game in games)
    for game in games:
        game.play("roll")
    assert {game.position.dice_out for game in games} == set(SECOND.dice)
    assert len(chances(position, Roll())) == 21
