"""A question is handed over once, to whoever helps with its pages, and its asker is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.handover import Handover, Packet
from bot.slack.markdown import sanitise
from bot.slack.refused import SlackRefused
from retrieval.ledger.ledger import Ledger
from retrieval.policy import CollectionPolicy, Policy
from retrieval.ports import Posting
from retrieval.values import Answer, DocumentFacts, Outcome, RankedHit, Scope, Trace
from tests.fakes.desk import leased_work
from tests.fakes.slack import FakeWeb
from tests.fakes.slack_reading import hostile, live
from tests.fakes.team import chunks
from tests.test_tracing import TRACE

PRESSED = Inbound(
    "human", "h1", "T1:C1:6.0", "T1", "C1", "channel", "UBEN", "6.0", thread_ts="5.0",
    source="button", trace_id=TRACE.id,
)  # fmt: skip
LEAVE = DocumentFacts("leave", "hr", "leave.md", "Leave", "https://docs.example/leave")
PAY = DocumentFacts("pay", "pay", "pay.md", "Pay", "https://docs.example/pay")
POLICY = Policy(
    {
        "hr": CollectionPolicy(open=True, support="CHELP"),
        "pay": CollectionPolicy(support="CPAY", channels=frozenset({"CPAY"})),
    },
    maintainers=("UMAIN",),
    maintainers_channel="CMAIN",
)


def _refusal(*pages: DocumentFacts) -> Trace:
    nearest = tuple(
        RankedHit(chunks(page.path, "x")[0], page, n, 1.0, 1.0, {})
        for n, page in enumerate(pages, 1)
    )
    answer = Answer(Outcome.NOT_IN_CONTEXT, (), (), nearest, (), TRACE.id, 0.1)
    question = replace(TRACE.question, asker="UANN", scope=Scope(("hr", "pay")))
    return replace(TRACE, configuration="", answer=answer, question=question)


def _slack(**channels: dict[str, Any] | str) -> FakeWeb:
    def info(channel: str) -> Any:
        known = channels.get(channel, {"name": channel.lower(), "is_member": True})
        if isinstance(known, str):
            return SlackRefused("conversations.info", known)
        return {"channel": known}

    return FakeWeb(
        {
            "conversations.info": lambda channel: _raised(info(channel)),
            "chat.getPermalink": {"permalink": "https://w.slack.com/archives/C1/p6"},
            "chat.postEphemeral": {},
        }
    )


def _raised(given: Any) -> Any:
    if isinstance(given, Exception):
        raise given
    return given


async def _handed(ledger: Ledger, web: FakeWeb, found: Inbound = PRESSED, **more: Any) -> str:
    policy = more.get("policy", POLICY)
    handover = Handover(web, ledger, ledger.postings, ledger.outbox, policy)
    work = await leased_work(ledger, found)
    ended = await handover(work)
    await ledger.inbox.finish(work.job, ended)
    return ended


async def test_the_support_channel_is_told_once_and_each_asker_who_was(ledger: Ledger) -> None:
    """With the question, where it stands, what was searched and the nearest pages."""
    await ledger.record(_refusal(LEAVE))
    web = _slack(CHELP={"name": "help-hr", "is_member": True})
    ended = [await _handed(ledger, web, replace(PRESSED, key=key)) for key in ("h1", "h2")]
    (notice,) = await ledger.outbox.due(seconds=60)
    told = notice.payload

    assert ["handed_over", "handed_over_before"] == ended
    assert ("CHELP", "UANN") == (told["to"], told["about"])
    assert {"https://docs.example/leave", "https://w.slack.com/archives/C1/p6"} == set(
        told["links"]
    )
    assert TRACE.question.text in told["text"]
    assert TRACE.queries
    assert TRACE.queries.standalone in told["text"]
    assert "[Leave](https://docs.example/leave)" in told["text"]
    whispers = [given["text"] for given in web.called("chat.postEphemeral")]
    assert [phrases.handed_over("#help-hr"), phrases.handed_over_before("#help-hr")] == whispers


@pytest.mark.parametrize(
    ("channels", "pages", "to"),
    [
        ({}, (LEAVE, PAY), "CHELP"),
        ({}, (PAY, LEAVE), "CPAY"),
        ({}, (), "CHELP"),
        ({"CHELP": "channel_not_found"}, (LEAVE,), "CPAY"),
        ({"CHELP": {"is_member": False}, "CPAY": {"is_archived": True}}, (LEAVE,), "CMAIN"),
        (
            dict.fromkeys(("CHELP", "CPAY", "CMAIN"), "channel_not_found"),
            (LEAVE,),
            "UMAIN",
        ),
    ],
)
async def test_whoever_can_be_told_is_told(
    ledger: Ledger, channels: dict[str, Any], pages: tuple[DocumentFacts, ...], to: str
) -> None:
    """The nearest page's support channel, another, the maintainers' channel, a maintainer."""
    await ledger.record(_refusal(*pages))
    await _handed(ledger, _slack(**channels))
    (notice,) = await ledger.outbox.due(seconds=60)

    assert to == notice.payload["to"]


async def test_pages_are_named_only_where_they_may_be_seen(ledger: Ledger) -> None:
    """A page that is not open is not named to the people of another collection."""
    await ledger.record(_refusal(LEAVE, PAY))
    await _handed(ledger, _slack())
    (notice,) = await ledger.outbox.due(seconds=60)

    assert "pay" not in notice.payload["text"].lower()


async def test_a_direct_question_is_handed_over_without_its_address(ledger: Ledger) -> None:
    """Nobody else can open it."""
    await ledger.record(_refusal(LEAVE))
    await _handed(ledger, _slack(), replace(PRESSED, channel="D1", channel_kind="direct"))
    (notice,) = await ledger.outbox.due(seconds=60)

    assert ["https://docs.example/leave"] == notice.payload["links"]


async def test_a_call_by_words_hands_over_what_the_thread_asked(ledger: Ledger) -> None:
    """The latest answer of the thread; what was said itself, where there is none."""
    await ledger.record(_refusal(LEAVE))
    said = replace(PRESSED, source="thread", trace_id="", text="a human please", ts="8.0")
    await _handed(ledger, _slack(), replace(said, message_key="T1:C1:8.0"))
    await ledger.postings.keep(Posting(TRACE.id, "T1", "C1", "5.0", ("6.0",), "UANN", "5.0"))
    await _handed(ledger, _slack(), replace(said, key="h2", message_key="T1:C1:9.0"))
    notices = []
    while due := await ledger.outbox.due(seconds=60, most=1):
        notices += due
        await ledger.outbox.sent(due[0], "1.0")

    assert "a human please" in notices[0].payload["text"]
    assert TRACE.question.text in notices[1].payload["text"]


async def test_where_nobody_is_named_the_asker_is_told_so(ledger: Ledger) -> None:
    """Nobody is left waiting for somebody who was never told."""
    web = _slack()
    policy = Policy({"docs": CollectionPolicy(open=True)})

    assert "nobody_to_ask" == await _handed(ledger, web, policy=policy)
    assert [phrases.nobody_to_ask()] == [g["text"] for g in web.called("chat.postEphemeral")]


@given(hostile(), hostile(), hostile())
def test_whatever_is_handed_over_does_nothing(question: str, searched: str, title: str) -> None:
    """It calls nobody and holds no link but those of the packet."""
    page = replace(LEAVE, title=title)
    packet = Packet(question, searched, (page,), "UANN", "https://w.slack.com/archives/C1/p6")

    assert [] == live(sanitise(packet.written(), packet.links), set(packet.links))
