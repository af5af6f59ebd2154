"""A desk at which questions are answered: a Slack that works, an index, one answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.inbound import Inbound
from bot.metrics import Metrics
from bot.slack.access import Access
from bot.slack.correction import Corrections
from bot.slack.desk import Desk
from bot.slack.facts import Lookup
from bot.slack.payload import Facts
from bot.slack.reply import Pace
from bot.slack.thread import Kept, Threads
from bot.slack.work import Work
from retrieval import policy
from retrieval.errors import IndexMissing
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Census
from retrieval.values import Answer, Outcome, Packed, Question, VerifiedClaim
from tests.fakes.slack import FakeWeb

ASKED = Inbound(
    "question", "k", "T1:C1:5.0", "T1", "C1", "channel", "UANN", "5.0",
    text="How long is the leave?", source="mention",
)  # fmt: skip
CLAIM = VerifiedClaim("The leave is 26 weeks.", ())
GIVEN = Answer(Outcome.ANSWERED, (CLAIM,), (), (), (), "t1", 0.1)


@dataclass
class Pages:
    """One collection of so many pages, or none."""

    pages: int = 3

    async def collections(self) -> list[str]:
        """Name what is there."""
        return ["docs"] if self.pages else []

    def within(self, _scope: object) -> Pages:
        """Search the same, whoever asks."""
        return self

    async def census(self) -> Census:
        """Count the pages."""
        if not self.pages:
            raise IndexMissing("Nothing is indexed.")
        return Census(self.pages, 9, 90, 0, {}, {})


@dataclass
class Answering:
    """Gives one answer, its claim first; `before` happens before the claim, `after` after each."""

    given: Answer = GIVEN
    before: Callable[[], Awaitable[None]] | None = None
    after: Callable[[object], Awaitable[None]] | None = None
    asked: list[Question] = field(default_factory=list)

    async def answer(
        self, question: Question, watch: Callable[[object], Awaitable[None]]
    ) -> Answer:
        """Give the answer, hop by hop."""
        self.asked.append(question)
        await watch(Packed(()))
        if self.before:
            await self.before()
        for claim in self.given.claims:
            await watch(claim)
            if self.after:
                await self.after(claim)
        return self.given


def working_slack(**replies: Any) -> FakeWeb:
    """Return a Slack in which everything works, but for what is given."""
    numbers = iter(range(6, 1_000))

    def posted(**_: Any) -> Mapping[str, Any]:
        return {"ts": f"{next(numbers)}.0", "channel": "C1"}

    works: dict[str, Any] = {
        "auth.test": {"user_id": "UBOT", "bot_id": "BBOT"},
        "users.info": {"user": {"team_id": "T1"}},
        "conversations.info": {"channel": {"is_channel": True}},
        "conversations.replies": {"messages": []},
        "assistant.threads.setStatus": {},
        "chat.startStream": posted,
        "chat.appendStream": {},
        "chat.stopStream": {},
        "chat.postMessage": posted,
        "chat.update": {},
    }
    return FakeWeb(works | {name.replace("__", "."): reply for name, reply in replies.items()})


def a_desk(ledger: Ledger, web: FakeWeb, **parts: Any) -> Desk:
    """Return a desk; its parts are those that are given."""
    return Desk(
        web=web,
        pace=Pace(),
        access=Access(
            Lookup(web, "T1", "UBOT"),
            parts.get("store") or Pages(),  # type: ignore[arg-type]
            parts.get("policy") or policy.default(),
        ),
        threads=Threads(web, Kept(ledger.postings, ledger), Facts("UBOT", "BBOT")),
        postings=ledger.postings,
        notifier=ledger.outbox,
        answerer=parts.get("answerer") or Answering(),  # type: ignore[arg-type]
        metrics=Metrics(),
        corrections=Corrections(ledger.postings, ledger, ledger.rewrites),
        seconds=parts.get("seconds", 10.0),
    )


async def leased_work(ledger: Ledger, asked: Inbound = ASKED, seconds: float = 60.0) -> Work:
    """Put a question into the inbox and take it."""
    await ledger.inbox.put(asked.kind, asked.lane, asked.payload(), asked.keys)
    (job,) = await ledger.inbox.lease(seconds=seconds)
    return Work(job, ledger.inbox)


def all_said(web: FakeWeb) -> str:
    """Return all that was written."""
    return str([given for name, given in web.calls if name.startswith("chat.")])


def begun(web: FakeWeb) -> int:
    """Count the messages that were begun."""
    return len(web.called("chat.startStream")) + len(web.called("chat.postMessage"))
