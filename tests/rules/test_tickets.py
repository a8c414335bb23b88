import pytest

from camelup.core.edition import Camel
from camelup.core.events import TicketTaken
from camelup.core.rules import legal
from camelup.core.state import Ticket
from camelup.formats.notation import parse_position
from tests.rules.helpers import START, only, play, refusal


def opening(edition: int) -> str:
    return f"edition {edition} | track {START[edition]} | money 3 0"


@pytest.mark.rule("ticket-1")
@pytest.mark.parametrize(("edition", "camels"), [(1, "bgowy"), (2, "bgpry")])
def test_the_top_ticket_of_any_colour_may_be_taken_for_nothing(edition: int, camels: str) -> None:
    position = parse_position(f"{opening(edition)} | turn B")
    assert [str(action) for action in legal(position) if action.kind == "ticket"] == [f"ticket {c}" for c in camels]
    for camel in camels:
        state, events = play(position, f"ticket {camel}")
        assert only(events, TicketTaken) == TicketTaken(1, Ticket(Camel(camel), 5))
        assert state.tickets == ((), (Ticket(Camel(camel), 5),))
        assert state.ticket_on_top(Camel(camel)) == 3
        assert state.money == (3, 0)


@pytest.mark.rule("ticket-2")
@pytest.mark.parametrize(("edition", "values"), [(1, [5, 3, 2]), (2, [5, 3, 2, 2])])
def test_a_colours_tickets_go_from_the_dearest_down(edition: int, values: list[int]) -> None:
    state, events = play(opening(edition), *["ticket g"] * len(values))
    assert [event.ticket.value for event in events if isinstance(event, TicketTaken)] == values
    assert state.ticket_on_top(Camel.GREEN) is None
    assert state.ticket_on_top(Camel.BLUE) == 5
    assert refusal(state, "ticket g") == "no_ticket_left"
    assert "ticket b" in [str(action) for action in legal(state)]


@pytest.mark.rule("ticket-3")
@pytest.mark.parametrize("edition", [1, 2])
def test_a_player_may_collect_any_number_also_of_one_colour(edition: int) -> None:
    state, _ = play(
        opening(edition), *["ticket g", "winner b", "ticket g", "winner g", "ticket b", "loser y", "ticket y"]
    )
    assert ["".join(f"{camel}{value}" for camel, value in held) for held in state.tickets] == ["b5g5g3y5", ""]
