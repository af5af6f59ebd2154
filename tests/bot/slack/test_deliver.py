"""What the outbox holds is delivered once, whatever Slack and the process do."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.slack import deliver
from bot.slack.deliver import Deliveries
from bot.slack.refused import SlackRefused
from retrieval import wiring
from retrieval.ledger.ledger import Ledger
from retrieval.settings import load
from tests.fakes.slack import FakeWeb


@pytest.fixture(name="ledger")
async def _ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Ledger]:
    """A real ledger in a file of the test, looked at without a pause."""
    monkeypatch.setattr(deliver, "POLL_SECONDS", 0.005)
    async with wiring.open_ledger(load(data=tmp_path)) as ledger:
        yield ledger


async def _until(deliveries: Deliveries, ready: Callable[[], Any]) -> None:
    """Deliver until something is so."""
    task = asyncio.create_task(deliveries.run())
    async with asyncio.timeout(10):
        while not ready():  # noqa: ASYNC110 - it is the delivery that is watched
            await asyncio.sleep(0.005)
    await asyncio.sleep(0.05)
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def test_a_notice_is_delivered_once(ledger: Ledger) -> None:
    """Two notices to two places, a second of the same key none."""
    web = FakeWeb({"chat.postMessage": {"ts": "6.0"}})
    for to, key in (("C1", "a"), ("UANN", "b"), ("C1", "a")):
        await ledger.outbox.notify(to, f"to {to}", key=key)
    deliveries = Deliveries(ledger.outbox, web)
    deliveries.wake()
    await _until(deliveries, lambda: len(web.calls) == 2)

    assert {"C1", "UANN"} == {sent["channel"] for sent in web.called("chat.postMessage")}
    assert [] == list(await ledger.outbox.due(seconds=1))


async def test_a_notice_that_stands_there_is_not_sent_again(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A killed process had sent it: it is found by its key, with a person in their own channel."""
    monkeypatch.setattr(deliver, "LEASE_SECONDS", 5.0)
    await ledger.outbox.notify("UANN", "Hello", key="a")
    (job,) = await ledger.outbox.due(seconds=0.0)
    standing = {"ts": "6.0", "metadata": {"event_payload": {"key": f"outbox:{job.id}"}}}
    web = FakeWeb(
        {
            "conversations.open": {"channel": {"id": "D1"}},
            "conversations.history": {"messages": [{"ts": "7.0"}, standing]},
        }
    )
    await _until(Deliveries(ledger.outbox, web), lambda: web.called("conversations.history"))

    assert [] == web.called("chat.postMessage")
    assert [] == list(await ledger.outbox.due(seconds=1))


async def test_a_place_that_is_not_there_is_given_up(ledger: Ledger) -> None:
    """A refusal that lasts is no reason to try for ever."""
    web = FakeWeb({"chat.postMessage": SlackRefused("chat.postMessage", "channel_not_found")})
    await ledger.outbox.notify("C1", "Hello", key="a")
    await _until(Deliveries(ledger.outbox, web), lambda: web.calls)

    assert 1 == len(web.calls)
    assert [] == list(await ledger.outbox.due(seconds=1))
