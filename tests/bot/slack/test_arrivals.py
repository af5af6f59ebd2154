"""What came to this process lately is known from the moment at which it is heard."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.inbound import Inbound
from bot.slack import arrivals as arrivals_module
from bot.slack.arrivals import Arrivals
from retrieval.errors import LedgerError

ASKED = Inbound(
    "question", "k", "T1:C1:5.0", "T1", "C1", "channel", "UANN", "5.0", source="mention"
)


async def test_two_events_of_a_mention_are_one_row() -> None:
    """The second waits for the first and commits nothing, also when it comes meanwhile."""
    arrivals, going, rows = Arrivals(), asyncio.Event(), []

    async def put() -> bool:
        await going.wait()
        rows.append(1)
        return True

    both = [asyncio.create_task(arrivals.once(ASKED, put)) for _ in range(2)]
    await asyncio.sleep(0)
    assert arrivals.has(ASKED.lane)
    going.set()

    assert [True, False] == await asyncio.gather(*both)
    assert not await arrivals.once(ASKED, put)
    assert [1] == rows


async def test_where_the_first_fails_the_second_tries() -> None:
    """A row that could not be committed is committed by the other event of the mention."""
    arrivals, tried = Arrivals(), []

    async def put() -> bool:
        tried.append(1)
        await asyncio.sleep(0)
        if len(tried) == 1:
            raise LedgerError("The ledger is busy.")
        return True

    first, second = await asyncio.gather(
        *(arrivals.once(ASKED, put) for _ in range(2)), return_exceptions=True
    )
    assert isinstance(first, LedgerError)
    assert second is True


async def test_opinions_are_not_compared() -> None:
    """Two presses of a button about one message are two rows."""
    arrivals = Arrivals()

    async def put() -> bool:
        return True

    pressed = replace(ASKED, kind="feedback", source="button")
    assert await arrivals.once(pressed, put)
    assert await arrivals.once(pressed, put)
    assert not arrivals.has(pressed.lane)


async def test_only_the_last_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is old or was deleted is the ledger's to know."""
    monkeypatch.setattr(arrivals_module, "KEPT", 2)
    arrivals = Arrivals()

    async def put() -> bool:
        return True

    asked = [replace(ASKED, ts=f"{n}.0", message_key=f"T1:C1:{n}.0") for n in range(3)]
    for one in asked:
        await arrivals.once(one, put)
    arrivals.forget(asked[2].lane)

    assert [False, True, False] == [arrivals.has(one.lane) for one in asked]
    assert await arrivals.once(asked[0], put)
