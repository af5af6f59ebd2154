"""A reception: a Slack that works, an index of one collection, a real ledger."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.inbound import Inbound
from bot.slack.access import Access
from bot.slack.facts import Lookup
from bot.slack.reception import Reception
from bot.slack.web import RESPONSE
from bot.slack.work import Work
from retrieval import policy
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Opinion, Posting
from retrieval.values import Scope
from tests.fakes.clock import FakeClock
from tests.fakes.desk import Pages, working_slack
from tests.fakes.slack import FakeWeb
from tests.test_tracing import QUESTION, TRACE

ANN, BEN, MAIN = "UANN", "UBEN", "UMAIN"
RULES = policy.Policy(
    {"docs": policy.CollectionPolicy(open=True), "pay": policy.CollectionPolicy(support="C9")},
    maintainers=(MAIN,),
)
PRESSED = Inbound(
    "share", "k", "m", "T1", "C1", "channel", ANN, "6.0", trace_id="t1", source="button",
    private=True, response_url="https://hooks.slack.com/actions/T1/1/x",
)  # fmt: skip


def slack(**replies: Any) -> FakeWeb:
    """Return a Slack in which everything works that the surfaces use, but for what is given."""
    web = working_slack(**replies)
    works: dict[str, Any] = {
        RESPONSE: {},
        "assistant.threads.setSuggestedPrompts": {},
        "assistant.threads.setTitle": {},
        "chat.getPermalink": lambda **given: {"permalink": f"https://x/p{given['message_ts']}"},
        "chat.postEphemeral": {},
        "conversations.history": {"messages": []},
        "views.open": {},
        "views.publish": {},
    }
    for name, reply in works.items():
        web.replies.setdefault(name, reply)
    return web


def a_reception(ledger: Ledger, web: FakeWeb, **parts: Any) -> Reception:
    """Return a reception; its parts are those that are given."""
    store, rules = parts.get("store") or Pages(), parts.get("rules") or RULES
    access = Access(Lookup(web, "T1", "UBOT"), store, rules)
    clock = parts.get("clock") or FakeClock()

    async def changed() -> float | None:
        return parts.get("changed", clock.now().timestamp() - 7_300)

    return Reception(web, access, ledger, "T1", clock, changed)


async def row(ledger: Ledger, found: Inbound, attempts: int = 1, **progress: Any) -> Work:
    """Put a row and take it, as if it had been taken some times before."""
    await ledger.inbox.put(found.kind, found.lane, found.payload(), found.keys)
    (job,) = await ledger.inbox.lease(seconds=60)
    return Work(replace(job, attempts=attempts, progress=progress), ledger.inbox)


async def answered(ledger: Ledger, name: str = "t1", **where: Any) -> None:
    """Record an answer with its posting: a private one of Ann's in C1, but for what is given.

    `collections`, `text` and `disliked` say more of it.
    """
    collections = where.pop("collections", ("docs",))
    text, disliked = where.pop("text", "How long is the leave?"), where.pop("disliked", False)
    question = replace(QUESTION, text=text, scope=Scope(collections))
    answer = replace(TRACE.answer, trace_id=name) if TRACE.answer else None
    await ledger.record(replace(TRACE, id=name, question=question, answer=answer))
    posting = Posting(name, "T1", "C1", "", (), ANN, "", "answered")
    await ledger.postings.keep(replace(posting, **where))
    if disliked:
        given = Opinion(name, ANN, -1, "button", "C1", FakeClock().now())
        await ledger.feedback.give(given)


def said(web: FakeWeb, *methods: str) -> str:
    """Return all that was said by some methods."""
    return str([given for name, given in web.calls if name in methods])
