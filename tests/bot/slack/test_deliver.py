"""What the outbox holds is delivered once, whatever Slack and the process do."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.slack import deliver
from bot.slack.deliver import Deliveries
from bot.slack.facts import Lookup
from bot.slack.refused import SlackRefused
from retrieval import wiring
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Button, Job, Outbox
from retrieval.settings import load
from tests.fakes.slack import FakeWeb


@pytest.fixture(name="ledger")
async def _ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Ledger]:
    """A real ledger in a file of the test, looked at without a pause."""
    monkeypatch.setattr(deliver, "POLL_SECONDS", 0.005)
    async with wiring.open_ledger(load(data=tmp_path)) as ledger:
        yield ledger


class _Watched:
    """An outbox that tells when so many messages are dealt with and nothing is due."""

    def __init__(self, outbox: Outbox, most: int) -> None:
        self._outbox = outbox
        self._left = most
        self.empty = asyncio.Event()

    async def due(self, **asked: Any) -> Sequence[Job]:
        jobs = await self._outbox.due(**asked)
        if not jobs and not self._left:
            self.empty.set()
            await asyncio.Event().wait()
        return jobs

    async def sent(self, job: Job, where: str) -> None:
        await self._outbox.sent(job, where)
        self._left -= 1

    async def notify(self, to: str, text: str, **more: Any) -> bool:
        return await self._outbox.notify(to, text, **more)

    async def failed(self, job: Job, reason: str, *, again: bool) -> None:
        await self._outbox.failed(job, reason, again=again)
        self._left -= 1


async def _deliver(ledger: Ledger, web: FakeWeb, most: int = 1) -> None:
    """Deliver until so many messages are dealt with; it is ended while it does nothing."""
    outbox = _Watched(ledger.outbox, most)
    deliveries = Deliveries(outbox, web, "", Lookup(web, "T1", "UBOT"), ("UMAIN",))
    deliveries.wake()
    task = asyncio.create_task(deliveries.run())
    async with asyncio.timeout(10):
        await outbox.empty.wait()
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def test_a_notice_is_delivered_once(ledger: Ledger) -> None:
    """Two notices to two places, a second of the same key none."""
    web = FakeWeb({"chat.postMessage": {"ts": "6.0"}})
    for to, key in (("C1", "a"), ("UANN", "b"), ("C1", "a")):
        await ledger.outbox.notify(to, f"to {to}", key=key)
    await _deliver(ledger, web, 2)

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
    await _deliver(ledger, web)

    assert [] == web.called("chat.postMessage")
    assert [] == list(await ledger.outbox.due(seconds=1))


async def test_a_place_that_is_not_there_is_given_up(ledger: Ledger) -> None:
    """A refusal that lasts is no reason to try for ever."""
    web = FakeWeb({"chat.postMessage": SlackRefused("chat.postMessage", "channel_not_found")})
    await ledger.outbox.notify("C1", "Hello", key="a")
    await _deliver(ledger, web)

    assert 1 == len(web.calls)
    assert [] == list(await ledger.outbox.due(seconds=1))


async def test_a_word_to_one_person_is_seen_by_nobody_else(ledger: Ledger) -> None:
    """An address of a channel and a person, or of a thread too, is a message that only they see."""
    for number, to in enumerate(("C1 UANN", "C1 UANN 1.0")):
        await ledger.outbox.notify(to, "No.", key=str(number), team="")
    web = FakeWeb({"chat.postEphemeral": {"ok": True}})
    await _deliver(ledger, web, most=2)

    seen = [(one["user"], one.get("thread_ts")) for one in web.called("chat.postEphemeral")]
    assert [("UANN", None), ("UANN", "1.0")] == seen
    assert [] == web.called("chat.postMessage")


async def test_a_notice_with_buttons_is_delivered_and_can_be_edited(ledger: Ledger) -> None:
    """Its place is known by its key once it stands, with a person in their own channel."""
    button = Button("footnote_x", "Press", "v", confirm="Sure?")
    await ledger.outbox.notify("UANN", "Hello", key="a", buttons=[button], thread="5.0")
    before = await ledger.outbox.where("a")
    web = FakeWeb({"chat.postMessage": {"ts": "6.0", "channel": "D1"}})
    await _deliver(ledger, web)
    (sent,) = web.called("chat.postMessage")

    assert (None, ("D1", "6.0")) == (before, await ledger.outbox.where("a"))
    assert "5.0" == sent["thread_ts"]
    assert "v" == sent["blocks"][-1]["elements"][0]["value"]


async def test_a_notice_that_stands_in_its_thread_is_not_sent_again(ledger: Ledger) -> None:
    """It is looked for among the latest replies."""
    await ledger.outbox.notify("C1", "Hello", key="a", thread="5.0")
    (job,) = await ledger.outbox.due(seconds=0.0)
    standing = {"ts": "6.0", "metadata": {"event_payload": {"key": f"outbox:{job.id}"}}}
    web = FakeWeb({"conversations.replies": {"messages": [{"ts": "5.0"}, standing]}})
    await _deliver(ledger, web)
    (asked,) = web.called("conversations.replies")

    assert [] == web.called("chat.postMessage")
    assert ("C1", "6.0") == await ledger.outbox.where("a")
    assert float(asked["oldest"]) < job.received.timestamp()


@pytest.mark.parametrize("thread", ["", "5.0"])
async def test_a_notice_that_stands_among_many_is_not_sent_again(
    ledger: Ledger, thread: str
) -> None:
    """It is looked for page by page, from before it was written, in a channel as in a thread."""
    await ledger.outbox.notify("C1", "Hello", key="a", thread=thread)
    (job,) = await ledger.outbox.due(seconds=0.0)
    standing = {"ts": "6.0", "metadata": {"event_payload": {"key": f"outbox:{job.id}"}}}
    asked: list[str] = []

    def messages(oldest: str, cursor: str = "", **_: Any) -> dict[str, Any]:
        asked.append(oldest)
        if cursor == "third":
            return {"messages": [standing]}
        following = "third" if cursor else "second"
        return {"messages": [{"ts": "7.0"}], "response_metadata": {"next_cursor": following}}

    method = "conversations.replies" if thread else "conversations.history"
    web = FakeWeb({method: messages})
    await _deliver(ledger, web)

    assert [] == web.called("chat.postMessage")
    assert 3 == len(asked)
    assert all(float(one) < job.received.timestamp() for one in asked)


async def test_the_buttons_of_a_whisper_stand_below_it(ledger: Ledger) -> None:
    """What is said to one person alone can be pressed by them."""
    web = FakeWeb({"chat.postEphemeral": {"ok": True}})
    button = Button("footnote_keep", "Keep it", "value")
    await ledger.outbox.notify("C1 UANN 5.0", "Keep?", key="k", buttons=(button,))
    await _deliver(ledger, web)

    (said,) = web.called("chat.postEphemeral")
    assert ("UANN", "5.0", "Keep?") == (said["user"], said["thread_ts"], said["text"])
    assert ["value"] == [one["value"] for one in said["blocks"][-1]["elements"]]


@pytest.mark.parametrize(
    ("channel", "person", "delivered"),
    [
        ({"is_channel": True}, {}, True),
        ({"is_channel": True, "is_ext_shared": True}, {}, False),
        ({"is_channel": True}, {"is_restricted": True}, False),
        ({"is_channel": True}, {"team_id": "T9"}, False),
    ],
)
async def test_what_is_for_full_members_is_not_delivered_where_others_read(
    ledger: Ledger, channel: dict[str, Any], person: dict[str, Any], delivered: bool
) -> None:
    """Maintainers are told once of such a channel, and all else is delivered there."""
    web = FakeWeb(
        {
            "chat.postMessage": {"ts": "6.0"},
            "conversations.info": {"channel": channel},
            "conversations.members": {"members": ["UANN", "UBOT"]},
            "users.info": {"user": {"team_id": "T1", **person}},
        }
    )
    for key in ("a", "b"):
        await ledger.outbox.notify("C1", "secret", key=key, within=True)
    await ledger.outbox.notify("C1", "for all", key="c")
    await _deliver(ledger, web, 3 if delivered else 4)

    said = [(one["channel"], one["text"]) for one in web.called("chat.postMessage")]
    told = [text for to, text in said if to == "UMAIN"]
    assert delivered == (("C1", "secret") in said)
    assert ("C1", "for all") in said
    assert (0 if delivered else 1) == len(told)
