"""Whether a server is ready: asked of the database, but not once for everybody who wants to know."""

import asyncio

import pytest

from camelup.core.errors import StoreError
from camelup.server.http import readiness
from camelup.server.http.readiness import Readiness


async def test_many_who_ask_cost_the_database_one_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "GOOD_FOR_SECONDS", 3600.0)
    asked = []
    is_well = asyncio.Event()

    async def check() -> None:
        asked.append(1)
        await is_well.wait()

    ready = Readiness(check)
    waiting = [asyncio.create_task(ready.check()) for _ in range(100)]
    await asyncio.sleep(0)
    waiting.pop().cancel()  # whoever leaves spoils it for nobody
    is_well.set()
    await asyncio.gather(*waiting)
    await ready.check()
    assert len(asked) == 1


async def test_a_good_answer_is_good_for_a_while_and_a_bad_one_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "GOOD_FOR_SECONDS", -1.0)
    problems: list[StoreError | None] = [None, StoreError("unavailable", "The disk is full."), None]

    async def check() -> None:
        problem = problems.pop(0)
        if problem is not None:
            raise problem

    ready = Readiness(check)
    await ready.check()
    monkeypatch.setattr(readiness, "GOOD_FOR_SECONDS", 3600.0)
    with pytest.raises(StoreError):
        await ready.check()
    await ready.check()
    await ready.check()
    assert problems == []
