"""A queue that strangers share: everybody gets in, and everybody has a turn."""

import pytest

from camelup.core.errors import RequestError
from camelup.server.fair_queue import FairQueue


def refusal(queue: FairQueue[int], address: str, item: int) -> str:
    with pytest.raises(RequestError) as refused:
        queue.put(address, item)
    return refused.value.code


def test_addresses_are_served_in_turn() -> None:
    queue = FairQueue[int](most=100, most_from_one=50)
    for item in range(50):
        queue.put("192.0.2.1", item)
    queue.put("192.0.2.2", 100)
    queue.put("192.0.2.2", 101)
    queue.put("2001:db8::1", 200)
    queue.put("2001:db8::2", 201)  # the same network, so in line behind the other
    assert [queue.take() for _ in range(8)] == [0, 100, 200, 1, 101, 201, 2, 3]
    assert len(queue) == 46


def test_one_address_cannot_fill_it_and_a_newcomer_always_gets_in() -> None:
    queue = FairQueue[int](most=8, most_from_one=4)
    for item in range(8):
        assert queue.put(f"192.0.2.{item // 4}", item) is None
    assert refusal(queue, "192.0.2.0", 9) == "too_fast"
    displaced = [queue.put(f"198.51.100.{item}", item) for item in range(10, 16)]
    assert displaced == [3, 7, 2, 6, 1, 5]
    # Everybody has one now: whoever comes next has to wait like everybody.
    assert refusal(queue, "198.51.100.99", 99) == "busy"
    assert refusal(queue, "192.0.2.0", 99) == "busy"
    assert [queue.take() for _ in range(8)] == [0, 4, 10, 11, 12, 13, 14, 15]
    assert queue.take() is None


def test_who_leaves_makes_room() -> None:
    queue = FairQueue[int](most=2, most_from_one=2)
    queue.put("192.0.2.1", 1)
    queue.put("192.0.2.1", 2)
    queue.discard("192.0.2.1", 1)
    queue.discard("192.0.2.1", 1)
    queue.discard("192.0.2.9", 2)
    assert (len(queue), queue.put("192.0.2.1", 3)) == (1, None)
    assert [queue.take(), queue.take(), queue.take()] == [2, 3, None]
