"""A question is handed over once, to whoever helps with its pages, and its asker is told."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.escalating import Telling
from bot.slack.facts import Lookup
from bot.slack.handover import Handover
from bot.slack.limits import CALLS, Few
from bot.slack.markdown import sanitise
from bot.slack.packet import Packet, Passage
from bot.slack.packing import Packing
from bot.slack.refused import SlackRefused
from bot.slack.routing import Routing
from retrieval.ledger.ledger import Ledger
from retrieval.policy import CollectionPolicy, Policy
from retrieval.ports import Posting
from retrieval.values import Answer, DocumentFacts, Outcome, RankedHit, Scope, Trace
from tests.fakes.clock import FakeClock
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
            "conversations.members": {"members": ["UANN"]},
            "users.info": {"user": {"team_id": "T1"}},
        }
    )


def _raised(given: Any) -> Any:
    if isinstance(given, Exception):
        raise given
    return given


def handover_of(ledger: Ledger, web: FakeWeb, policy: Policy, calls: Few | None = None) -> Handover:
    """Return what hands questions over in a workspace."""
    lookup, clock = Lookup(web, "T1", "UBOT"), FakeClock()
    routing, packing = Routing(web, policy, lookup), Packing(web, policy, lookup)
    telling = Telling(web, ledger.outbox, ledger.escalations, policy, clock)
    few = calls or Few(clock)
    return Handover(web, ledger, ledger.postings, ledger.outbox, few, routing, packing, telling)


async def _handed(ledger: Ledger, web: FakeWeb, found: Inbound = PRESSED, **more: Any) -> str:
    policy = more.get("policy", POLICY)
    calls = more.get("calls")
    handover = handover_of(ledger, web, policy, calls)
    if found.trace_id and not await ledger.postings.of_trace(found.trace_id):
        ts = () if found.private else (found.ts,)
        place = (found.team, found.channel, found.thread_ts, ts)
        await ledger.postings.keep(Posting(found.trace_id, *place, "UANN", "5.0"))
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
    assert ("CHELP", "UBEN UANN") == (told["to"], told["about"])
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


@pytest.mark.parametrize(
    "place",
    [{"is_private": True}, {"is_mpim": True, "is_private": True}, {"is_im": True}, "not_allowed"],
)
@pytest.mark.parametrize("to", ["CHELP", "UMAIN"])
async def test_of_a_private_place_only_who_asks_and_the_link_are_told(
    ledger: Ledger, place: dict[str, Any] | str, to: str
) -> None:
    """Neither the question, nor what was searched, nor a page; an unknown place is private."""
    trace = _refusal(LEAVE)
    await ledger.record(trace)
    gone = dict.fromkeys(("CHELP", "CPAY", "CMAIN"), "is_archived") if to == "UMAIN" else {}
    await _handed(ledger, _slack(C1=place, **gone))
    (notice,) = await ledger.outbox.due(seconds=60)

    assert (to, "UBEN UANN") == (notice.payload["to"], notice.payload["about"])
    assert ["https://w.slack.com/archives/C1/p6"] == list(notice.payload["links"])
    assert phrases.private_question() in notice.payload["text"]
    assert trace.queries
    for hidden in (trace.question.text, trace.queries.standalone, "Leave"):
        assert hidden not in notice.payload["text"]


async def test_a_channel_that_others_read_is_told_no_question(ledger: Ledger) -> None:
    """The support channel is shared with another organisation, and the question's is not."""
    await ledger.record(_refusal(LEAVE))
    web = _slack(CHELP={"name": "help", "is_ext_shared": True})
    await _handed(ledger, web)
    await _handed(ledger, web, replace(PRESSED, key="h2"))
    (notice,) = await ledger.outbox.due(seconds=60)

    assert phrases.private_question() in notice.payload["text"]
    assert phrases.see_link() in notice.payload["text"]
    unread, where = phrases.sees_link(), "#help"
    assert [
        f"{phrases.called_for(where)} {unread}",
        f"{phrases.called_for_before(where)} {unread}",
    ] == [given["text"] for given in web.called("chat.postEphemeral")]


async def test_a_question_in_the_channel_that_is_told_is_told_whole(ledger: Ledger) -> None:
    """Whoever is told reads it anyway."""
    await ledger.record(_refusal(LEAVE))
    await _handed(
        ledger,
        _slack(CHELP={"name": "help", "is_private": True}),
        replace(PRESSED, channel="CHELP"),
    )
    (notice,) = await ledger.outbox.due(seconds=60)

    assert TRACE.question.text in notice.payload["text"]


@pytest.mark.parametrize(
    ("alone", "refused"),
    [({"channel_kind": "direct"}, "not_the_asker"), ({"private": True}, "of_another_place")],
)
async def test_only_the_asker_passes_on_what_only_the_asker_sees(
    ledger: Ledger, alone: dict[str, Any], refused: str
) -> None:
    """Without an address: nobody else can open it, or sees a private answer there."""
    await ledger.record(_refusal(LEAVE))
    web = _slack(D1={"is_im": True})
    pressed = replace(PRESSED, channel="D1", **alone)
    ended = [
        await _handed(ledger, web, replace(pressed, user=user, key=user))
        for user in ("UBEN", "UANN")
    ]
    (notice,) = await ledger.outbox.due(seconds=60)

    assert [refused, "handed_over"] == ended
    assert "UANN" == notice.payload["about"]
    assert not notice.payload.get("links")


@pytest.mark.parametrize(
    "forged",
    [{"channel": "C2"}, {"team": "T2"}, {"user": "UBEN"}, {"trace_id": "unknown"}],
)
@pytest.mark.parametrize("ts", [(), ("6.0",)])
async def test_a_forged_trace_changes_nothing(
    ledger: Ledger, forged: dict[str, str], ts: tuple[str, ...]
) -> None:
    """Of another channel, another workspace, a private one of somebody else, or of none."""
    await ledger.record(_refusal(LEAVE))
    place = ("T1", "C1", "5.0", ts)
    await ledger.postings.keep(Posting(TRACE.id, *place, "UANN", "5.0"))
    web, found = _slack(), replace(PRESSED, user="UANN")
    found = replace(found, **forged)
    work = await leased_work(ledger, found)
    ended = await handover_of(ledger, web, POLICY)(work)
    public = bool(ts) and "user" in forged

    assert ("handed_over" if public else "of_another_place") == ended
    assert public is bool(await ledger.outbox.due(seconds=60))
    assert (
        phrases.not_kept() in [g["text"] for g in web.called("chat.postEphemeral")]
    ) is not public


@pytest.mark.parametrize("channel", ["C1", "CHELP"])
async def test_of_a_private_answer_only_who_asks_is_told(ledger: Ledger, channel: str) -> None:
    """Also where it was asked in the channel that is told: nobody else has read it there."""
    await ledger.record(_refusal(LEAVE))
    pressed = replace(PRESSED, channel=channel, private=True, user="UANN")
    web = _slack(CHELP={"name": "help"})
    assert "handed_over" == await _handed(ledger, web, pressed)
    (notice,) = await ledger.outbox.due(seconds=60)
    (told,) = web.called("chat.postEphemeral")

    assert f"{phrases.called_for('#help')} {phrases.sees_name()}" == told["text"]
    assert notice.payload["text"].startswith(f"{phrases.asks_a_human('')}\n")
    assert phrases.ask_them() in notice.payload["text"]
    assert phrases.private_question() in notice.payload["text"]
    assert TRACE.question.text not in notice.payload["text"]
    assert not notice.payload.get("links")


@pytest.mark.parametrize(
    ("user", "channel", "named"),
    [
        ("UBEN", {"is_private": True}, False),
        ("UANN", {"is_private": True}, True),
        ("UBEN", {}, True),
    ],
)
async def test_a_private_channel_is_named_to_its_members_alone(
    ledger: Ledger, user: str, channel: dict[str, Any], *, named: bool
) -> None:
    """To others it is the support team."""
    await ledger.record(_refusal(LEAVE))
    web = _slack(CHELP={"name": "help-hr", **channel})
    await _handed(ledger, web, replace(PRESSED, user=user))
    (whisper,) = web.called("chat.postEphemeral")

    where = "#help-hr" if named else phrases.support_team()
    assert phrases.handed_over(where) == whisper["text"]


async def test_a_call_by_words_hands_over_what_its_caller_asked_in_the_thread(
    ledger: Ledger,
) -> None:
    """Their latest answer there; where they asked nothing, nothing, and they are told so."""
    await ledger.record(_refusal(LEAVE))
    said = replace(PRESSED, source="thread", trace_id="", user="UANN", text="a human please")
    web, call = _slack(), replace(said, message_key="T1:C1:8.0", ts="8.0")
    direct = replace(call, key="h2", message_key="T1:C1:8.1", thread_ts="", source="direct")
    ended = [await _handed(ledger, web, one) for one in (call, direct)]
    await ledger.postings.keep(Posting(TRACE.id, "T1", "C1", "5.0", ("6.0",), "UANN", "5.0"))
    ended.append(await _handed(ledger, web, replace(call, key="h3", message_key="h3", user="UBEN")))
    nothing = await ledger.outbox.due(seconds=60)
    ended.append(await _handed(ledger, web, replace(call, key="h4", message_key="h4")))
    (notice,) = await ledger.outbox.due(seconds=60)

    assert ["no_question"] * 3 + ["handed_over"] == ended
    assert [] == list(nothing)
    assert TRACE.question.text in notice.payload["text"]
    said_so = [given["text"] for given in web.called("chat.postEphemeral")][:3]
    assert [phrases.ask_first()] * 3 == said_so


async def test_a_thread_is_handed_over_once(ledger: Ledger) -> None:
    """However many answers it has, and whichever of them the call is about."""
    other = replace(_refusal(LEAVE), id="another")
    await ledger.record(_refusal(LEAVE))
    await ledger.record(other)
    ended = [
        await _handed(ledger, _slack(), replace(PRESSED, key=trace_id, trace_id=trace_id))
        for trace_id in (TRACE.id, "another")
    ]

    assert ["handed_over", "handed_over_before"] == ended


async def test_somebody_who_calls_too_often_is_told_once(ledger: Ledger) -> None:
    """Nobody else hears of it, whatever thread it is in."""
    calls, web, ended = Few(FakeClock()), _slack(), []
    for number in range(CALLS + 3):
        trace = replace(_refusal(LEAVE), id=f"t{number}")
        await ledger.record(trace)
        root = f"{number}.5"
        posting = Posting(trace.id, "T1", "C1", root, (f"{number}.6",), "UANN", root)
        await ledger.postings.keep(posting)
        said = replace(
            PRESSED, source="thread", trace_id="", user="UANN", thread_ts=root,
            key=root, message_key=f"T1:C1:{number}.7",
        )  # fmt: skip
        ended.append(await _handed(ledger, web, said, calls=calls))
    notices = []
    while due := await ledger.outbox.due(seconds=60, most=1):
        notices += due
        await ledger.outbox.sent(due[0], "1.0")

    assert ["handed_over"] * CALLS + ["over_a_limit"] * 3 == ended
    assert CALLS == sum(one.payload["to"] == "CHELP" for one in notices)
    assert 1 == sum(one.payload["text"] == phrases.too_many_calls(CALLS) for one in notices)


async def test_where_nobody_is_named_the_asker_is_told_so(ledger: Ledger) -> None:
    """Nobody is left waiting for somebody who was never told."""
    await ledger.record(_refusal(LEAVE))
    web = _slack()
    policy = Policy({"docs": CollectionPolicy(open=True)})

    assert "nobody_to_ask" == await _handed(ledger, web, policy=policy)
    assert [phrases.nobody_to_ask()] == [g["text"] for g in web.called("chat.postEphemeral")]


@given(hostile(), hostile(), hostile())
def test_whatever_is_handed_over_does_nothing(question: str, searched: str, title: str) -> None:
    """It calls nobody and holds no link but those of the packet."""
    passage = Passage(title, LEAVE.url, searched, question, "dropped", title)
    where = "https://w.slack.com/archives/C1/p6"
    packet = Packet("UANN", question, searched, (passage,), (title, searched), where)
    written = "\n\n".join([packet.head(), *packet.body()])

    assert [] == live(sanitise(written, packet.links), set(packet.links))
    assert packet == Packet.read(json.loads(json.dumps(packet.content())))
