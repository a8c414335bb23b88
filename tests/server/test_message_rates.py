"""How fast clients may speak: by kind, and by address however many connections it has."""

from contextlib import suppress
from pathlib import Path
from typing import get_args

import pytest

from camelup.core.errors import RequestError
from camelup.protocol.requests import Act, ClientMessage, Rematch, Say, Start
from camelup.server import token_bucket
from camelup.server.configuration import Configuration
from camelup.server.http.message_rates import ADDRESS_FACTOR, LONGEST_WAIT, RATES, MessageAllowance, MessageLimiter
from camelup.server.token_bucket import TokenBucket
from tests.server.live import LiveServer, seat_people


@pytest.fixture
def limiter(monkeypatch: pytest.MonkeyPatch) -> MessageLimiter:
    monkeypatch.setattr(token_bucket, "monotonic", lambda: 1000.0)  # however long the test takes
    return MessageLimiter(Configuration())


def count_allowed(allowance: MessageAllowance, message: ClientMessage, times: int) -> int:
    allowed = 0
    for _ in range(times):
        with suppress(RequestError):
            allowance.check(message)
            allowed += 1
    return allowed


def test_every_kind_of_message_has_a_rate() -> None:
    assert {kind.__struct_config__.tag for kind in get_args(ClientMessage)} == set(RATES)


def test_a_kind_has_a_rate_beside_others(limiter: MessageLimiter) -> None:
    allowance = limiter.allow("192.0.2.1")
    assert count_allowed(allowance, Start(), 50) == 8
    assert count_allowed(allowance, Say("Hi"), 50) == 10
    assert count_allowed(allowance, Act(0, 0, b"{}"), 50) == 50  # type: ignore[arg-type]  # not looked at here
    assert count_allowed(limiter.allow("192.0.2.1"), Start(), 50) == 8  # another player of the same house


def test_many_connections_of_an_address_are_no_louder_than_some(limiter: MessageLimiter) -> None:
    network = [limiter.allow(f"2001:db8::{number:x}") for number in range(100)]
    assert sum(count_allowed(allowance, Start(), 10) for allowance in network) == 8 * ADDRESS_FACTOR
    assert sum(count_allowed(allowance, Rematch(), 10) for allowance in network) == Configuration().address_tables
    assert count_allowed(limiter.allow("192.0.2.1"), Start(), 10) == 8


async def test_messages_of_a_loud_address_wait_and_at_last_are_refused(limiter: MessageLimiter) -> None:
    first, second = limiter.allow("192.0.2.1"), limiter.allow("192.0.2.1")
    for _ in range(400):
        await first.wait()
    bucket: TokenBucket = first._address  # noqa: SLF001 - waiting for real would take long
    waits = []
    while (seconds := bucket.reserve(LONGEST_WAIT)) is not None:
        waits.append(seconds)
    assert waits[:3] == pytest.approx([0.01, 0.02, 0.03])
    assert waits[-1] == pytest.approx(LONGEST_WAIT)
    with pytest.raises(RequestError) as refused:
        await second.wait()
    assert refused.value.code == "too_fast"
    await limiter.allow("192.0.2.2").wait()


async def test_who_repeats_a_kind_of_message_is_told_and_may_go_on(tmp_path: Path) -> None:
    async with LiveServer(tmp_path, "--messages", "10") as server:
        (ann,) = await seat_people(server, server.make_table(seats=2), ["Ann"])
        answers = [await ann.ask("start") for _ in range(30)]
        assert {answer["code"] for answer in answers[:8]} == {"too_few"}
        assert "too_fast" in {answer["code"] for answer in answers}
        assert (await ann.ask("say", text="Still here"))["type"] == "done"
