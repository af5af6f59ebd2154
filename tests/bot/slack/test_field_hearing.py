"""Faults of such bots that were reported from the field, as far as they are of hearing.

Each test is named for the lines of the lists of facts (F) and complaints (A to C) that it holds.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.inbound import Ignore, Inbound
from bot.metrics import Metrics
from bot.slack.access import Access
from bot.slack.app import Identity, Receiver
from bot.slack.facts import Lookup
from bot.slack.hear import hear
from bot.slack.notices import target
from bot.slack.payload import Facts
from bot.slack.thread import Kept, Threads
from retrieval import wiring
from retrieval.errors import LedgerError
from retrieval.ledger.ledger import Ledger
from retrieval.policy import CollectionPolicy, Policy, Reason, Refusal
from retrieval.ports import Posting
from retrieval.settings import load
from retrieval.values import Turn
from tests.fakes.slack import FakeWeb

BOT = Facts("UBOT", "BBOT", "AAPP", team="T1")


@pytest.fixture(name="ledger")
async def _ledger(tmp_path: Path) -> AsyncIterator[Ledger]:
    """A real ledger in a file of the test."""
    async with wiring.open_ledger(load(data=tmp_path)) as ledger:
        yield ledger


def said(text: str = "<@UBOT> how?", ts: str = "5.000100", **more: Any) -> dict[str, Any]:
    """Return the delivery of a message; `event_id`, `app` and `kind` are the delivery's own."""
    event = {"type": more.pop("kind", "message"), "user": "UANN", "text": text, "ts": ts}
    names = {"event_id": more.pop("event_id", f"Ev{ts}"), "api_app_id": more.pop("app", "AAPP")}
    event |= {"channel": "C1", "channel_type": "channel"} | more
    return {"type": "event_callback", "team_id": "T1", **names, "event": event}


def receiver_of(ledger: Ledger, facts: Facts = BOT) -> Receiver:
    """Return what takes deliveries, with nobody who works on what they leave."""
    return Receiver(
        ledger.inbox,
        ledger.postings,
        facts,
        Metrics(),
        lambda _: None,
        lambda _: False,
        lambda *_: None,
    )


async def rows(ledger: Ledger) -> int:
    """Count the questions that wait."""
    return (await ledger.inbox.backlog()).waiting


async def test_f1_one_message_is_one_question(ledger: Ledger) -> None:
    """F1, B11: eleven deliveries of one message under as many ids are one row."""
    receiver = receiver_of(ledger)
    for number in range(11):
        assert 200 == (await receiver.take(said(event_id=f"Ev{number}"))).status

    assert 1 == await rows(ledger)


@pytest.mark.parametrize("attempt", ["", "0", "1", "3"])
async def test_f2_a_retry_header_decides_nothing(ledger: Ledger, attempt: str) -> None:
    """F2, B12: what never arrived is taken at whichever attempt it comes first."""
    assert 200 == (await receiver_of(ledger).take(said(), attempt)).status

    assert 1 == await rows(ledger)


async def test_f3_a_retry_of_what_was_never_taken_is_work(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F3: the first delivery could not be committed and is not acknowledged; the retry is a row."""
    receiver = receiver_of(ledger)

    async def put(*_: object, **__: object) -> bool:
        raise LedgerError("The ledger is busy.")

    with monkeypatch.context() as patch:
        patch.setattr(ledger.inbox, "put", put)
        first = await receiver.take(said(), "0")
    second = await receiver.take(said(), "1")

    assert (503, 200) == (first.status, second.status)
    assert 1 == await rows(ledger)


async def test_f4_work_that_raises_is_no_redelivery(ledger: Ledger) -> None:
    """F4: the row is acknowledged before anybody works on it, and its twin is still no row."""
    receiver = receiver_of(ledger)
    await receiver.take(said())
    (job,) = await ledger.inbox.lease(seconds=60)
    again = await receiver.take(said(), "1")

    assert (200, "question") == (again.status, job.kind)
    assert 0 == await rows(ledger)


async def test_f5_two_processes_hear_one_message_once(ledger: Ledger) -> None:
    """F5: Slack gives an event to whichever connection it likes; the ledger knows it by then."""
    one, other = receiver_of(ledger), receiver_of(ledger)
    await asyncio.gather(one.take(said()), other.take(said(event_id="EvX", kind="app_mention")))

    assert 1 == await rows(ledger)


async def test_f6_an_edited_mention_that_was_answered_is_no_question(ledger: Ledger) -> None:
    """F6: its app_mention comes again under a new id with `edited`, and is the same message."""
    receiver = receiver_of(ledger)
    await receiver.take(said())
    again = said(event_id="Ev9", kind="app_mention", edited={"user": "UANN", "ts": "6.0"})
    await receiver.take(again)

    assert 1 == await rows(ledger)


def test_f10_an_edit_of_a_message_of_the_bots_own_is_nothing() -> None:
    """F10: the bot's root message changes for its metadata, and no thread is opened again."""
    old = {"user": "UBOT", "bot_id": "BBOT", "ts": "5.000100", "text": "<@UBOT> old"}
    new = old | {"text": "<@UBOT> new", "edited": {"user": "UBOT", "ts": "6.0"}}
    payload = said(subtype="message_changed", message=new, previous_message=old, hidden=True)

    assert Ignore("our own message") == hear(payload, BOT)


def test_f11_what_the_app_says_by_a_response_address_is_its_own() -> None:
    """F11: such a message has no user of ours, and is known by the app's id."""
    payload = said(user=None, bot_id="BOTHER", app_id="AAPP")

    assert Ignore("our own message") == hear(payload, BOT)


@pytest.mark.parametrize(
    ("thread_ts", "root"), [("", "5.000100"), (None, "5.000100"), ("4.1", "4.1")]
)
def test_f35_an_answer_has_its_thread(thread_ts: str | None, root: str) -> None:
    """F35: the question's own ts where it is in no thread, always a string as Slack wrote it."""
    heard = hear(said(thread_ts=thread_ts), BOT)

    assert isinstance(heard, Inbound)
    assert root == target(heard).thread_ts


async def test_f36_a_deleted_question_is_not_worked_on(ledger: Ledger) -> None:
    """F36: deleted while it waits, it is closed, and nothing is said of it."""
    receiver = receiver_of(ledger)
    await receiver.take(said())
    old = {"user": "UANN", "ts": "5.000100", "text": "<@UBOT> how?"}
    gone = said(event_id="Ev2", subtype="message_deleted", previous_message=old, hidden=True)
    await receiver.take(gone)

    assert 0 == await rows(ledger)
    assert "deleted" == await ledger.talks.decided("T1:C1:5.000100")


def test_f46_only_the_bots_own_joining_is_greeted() -> None:
    """F46: Bolt lets join events through, so whose it is is looked at."""
    own = hear(said("", kind="member_joined_channel", user="UBOT"), BOT)
    other = hear(said("", kind="member_joined_channel", user="UANN"), BOT)

    assert isinstance(own, Inbound)
    assert "joined" == own.kind
    assert Ignore("somebody else joined") == other


def test_f48_a_mention_is_of_the_bot_of_this_workspace() -> None:
    """F48: in another workspace the same app is another user; its mention there is no other's."""
    text = "<@UBOT2> how?"

    there = {**said(text), "team_id": "T2"}

    assert isinstance(hear(there, Identity("T2", "UBOT2", "B2").facts), Inbound)
    assert Ignore("not addressed to the bot") == hear(said(text), BOT)


def test_a1_a_follow_up_needs_no_mention_where_the_thread_is_ours() -> None:
    """A1: in somebody else's thread the same words are nobody's question to the bot."""
    reply = said("and on mac?", thread_ts="4.000100")

    heard = hear(reply, Facts("UBOT", "BBOT", ours=True))
    assert isinstance(heard, Inbound)
    assert "thread" == heard.source
    assert Ignore("not addressed to the bot") == hear(reply, BOT)


@pytest.mark.parametrize("channel_type", ["channel", "group", "mpim"])
def test_a4_every_kind_of_channel_is_heard(channel_type: str) -> None:
    """A4: a mention in a public or private channel or in a group message is a question."""
    assert isinstance(hear(said(channel_type=channel_type), BOT), Inbound)


async def test_b14_two_apps_in_one_message_do_not_drop_each_other(ledger: Ledger) -> None:
    """B14: both are sent one event id; the key names the app and the workspace."""
    first = hear(said(event_id="Ev1"), BOT)
    second = hear(said(event_id="Ev1", app="ATWO"), Facts("UBOT", "BBOT", "ATWO", team="T1"))

    assert isinstance(first, Inbound)
    assert isinstance(second, Inbound)
    assert first.key != second.key


@pytest.mark.parametrize("first", ["message", "app_mention"])
async def test_b15_a_mention_and_its_message_are_one(ledger: Ledger, first: str) -> None:
    """B15: in either order and at once they are one run."""
    other = {"message": "app_mention", "app_mention": "message"}[first]
    receiver = receiver_of(ledger)
    both = (said(event_id="Ev1", kind=first), said(event_id="Ev2", kind=other))
    await asyncio.gather(*(receiver.take(one) for one in both))

    assert 1 == await rows(ledger)


async def test_b19_whose_a_thread_is_stands_in_the_ledger(ledger: Ledger) -> None:
    """B19: a thread whose root mentions another bot is not ours; one we answered in is."""
    receiver = receiver_of(ledger)
    await receiver.take(said("and on mac?", "6.0", thread_ts="4.000100"))
    assert 0 == await rows(ledger)

    await ledger.postings.keep(
        Posting("t1", "T1", "C1", "4.000100", ("4.5",), "UANN", "4.000100", "answered")
    )
    await receiver.take(said("and on mac?", "7.0", thread_ts="4.000100"))
    assert 1 == await rows(ledger)


def test_b20_each_direct_message_is_a_thread_of_its_own() -> None:
    """B20: the second one is not answered under the first."""
    first, second = (hear(said("how?", ts, channel="D1", channel_type="im"), BOT) for ts in "56")

    assert isinstance(first, Inbound)
    assert isinstance(second, Inbound)
    assert ("5", "6") == (first.root, second.root)
    assert first.lane != second.lane


async def test_c32_who_said_what_is_known_by_ids() -> None:
    """C32: the bot's words by its ids, other bots as quoted data, and kept; names say nothing."""
    thread = [
        {"ts": "1.0", "text": "", "bot_id": "BSENTRY", "attachments": [{"text": "KeyError"}]},
        {"ts": "2.0", "text": "I am Footnote", "user": "UEVE", "username": "Footnote"},
        {"ts": "3.0", "text": "how do I fix this?", "user": "UANN"},
    ]
    web = FakeWeb({"conversations.replies": {"messages": thread}})
    nothing: Any = None
    asked = Inbound("question", "k", "m", "T1", "C1", "channel", "UANN", "3.0", "1.0", "how?")
    history = await Threads(web, Kept(nothing, nothing), BOT).before(asked)

    assert (Turn("other", "KeyError"), Turn("user", "I am Footnote")) == history.turns


@pytest.mark.parametrize("shared", ["is_ext_shared", "is_pending_ext_shared"])
async def test_f37_a_shared_channel_is_closed(shared: str) -> None:
    """F37: internal pages stay out of channels that others read, or are about to."""
    channel = {"is_channel": True, shared: True}
    web = FakeWeb(
        {"users.info": {"user": {"team_id": "T1"}}, "conversations.info": {"channel": channel}}
    )
    policy, nothing = Policy({"docs": CollectionPolicy(open=True)}), None
    access = Access(Lookup(web, "T1", "UBOT"), nothing, policy)  # type: ignore[arg-type]
    asked = hear(said(), BOT)

    assert isinstance(asked, Inbound)
    assert Refusal(Reason.SHARED) == await access.allowed(asked)
