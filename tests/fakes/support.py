"""A workspace in which questions are handed over: channels, their members, what was said there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bot.inbound import Inbound
from bot.slack.deliver import notice_of
from bot.slack.escalating import Concluding, PageOf, Telling
from bot.slack.escalation import Escalating
from bot.slack.facts import Lookup
from bot.slack.handover import Handover
from bot.slack.limits import Few
from bot.slack.packing import Packing
from bot.slack.refused import SlackRefused
from bot.slack.reply import deliver
from bot.slack.routing import Routing
from bot.slack.work import Work
from retrieval.ledger.ledger import Ledger
from retrieval.policy import CollectionPolicy, Policy
from retrieval.policy_support import Hours, SupportPolicy, spans_of
from retrieval.ports import Escalation, Posting
from retrieval.values import Answer, DocumentFacts, Outcome, RankedHit, Scope, Trace
from tests.fakes.clock import FakeClock
from tests.fakes.slack import FakeWeb
from tests.fakes.team import chunks
from tests.test_tracing import TRACE

PRESSED = Inbound(
    "human", "h1", "T1:C1:6.0", "T1", "C1", "channel", "UANN", "6.0", thread_ts="5.0",
    source="button", trace_id=TRACE.id,
)  # fmt: skip
LEAVE = DocumentFacts("leave", "hr", "leave.md", "Leave", "https://docs.example/leave")
PAY = DocumentFacts("pay", "pay", "pay.md", "Pay", "https://docs.example/pay")
WEEK = SupportPolicy(Hours(spans_of("Mon-Fri 09:00-17:00") or ()), 60)
POLICY = Policy(
    {
        "hr": CollectionPolicy(open=True, support="CHELP", helping=WEEK),
        "pay": CollectionPolicy(support="CPAY", channels=frozenset({"CPAY"})),
    },
    maintainers=("UMAIN",),
    maintainers_channel="CMAIN",
)
MEMBERS = {"CHELP": ["UBEN", "UCAT", "UBOT"], "CPAY": ["UPAY"], "CMAIN": ["UMAIN"]}


def refusal(*pages: DocumentFacts, asker: str = "UANN") -> Trace:
    """Return the trace of a question that was not answered, with the pages that came nearest."""
    hits = tuple(
        RankedHit(replace(chunks(page.path, page.title)[0], id=page.id), page, n, 1.0, 1.0, {})
        for n, page in enumerate(pages, 1)
    )
    answer = Answer(Outcome.NOT_IN_CONTEXT, (), (), hits, (), TRACE.id, 0.1)
    question = replace(TRACE.question, asker=asker, scope=Scope(("hr", "pay")))
    assert TRACE.ranked
    ranked = replace(TRACE.ranked, hits=hits)
    return replace(TRACE, configuration="", answer=answer, question=question, ranked=ranked)


@dataclass
class Support:
    """The workspace, with what hands over and what is done then."""

    ledger: Ledger
    clock: FakeClock
    policy: Policy = POLICY
    conclude: Concluding | None = None
    page_of: PageOf | None = None
    messages: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)
    web: FakeWeb = field(init=False)

    def __post_init__(self) -> None:
        """Slack keeps what is posted."""
        self.web = FakeWeb(
            {
                "conversations.history": self._history,
                "conversations.info": self._info,
                "conversations.members": self._members,
                "users.info": self._person,
                "chat.getPermalink": {"permalink": "https://w.slack.com/archives/C1/p6"},
                "chat.postEphemeral": {},
                "chat.postMessage": self._posted,
                "chat.update": self._updated,
            }
        )

    @property
    def telling(self) -> Telling:
        """What tells of events."""
        ledger = self.ledger
        more = (self.policy, self.clock, self.conclude, self.page_of)
        return Telling(self.web, ledger.outbox, ledger.escalations, *more)

    @property
    def parts(self) -> tuple[Routing, Packing]:
        """What knows whom to tell what."""
        lookup = Lookup(self.web, "T1", "UBOT")
        return Routing(self.web, self.policy, lookup), Packing(self.web, self.policy, lookup)

    async def hand_over(self, found: Inbound = PRESSED) -> str:
        """Hand a question over, whose answer stands where it is pressed."""
        routing, packing = self.parts
        if found.trace_id and not await self.ledger.postings.of_trace(found.trace_id):
            ts = () if found.private else (found.ts,)
            place = (found.team, found.channel, found.thread_ts, ts)
            await self.ledger.postings.keep(Posting(found.trace_id, *place, "UANN", "5.0"))
        few, ledger = Few(self.clock), self.ledger
        handover = Handover(
            self.web, ledger, ledger.postings, ledger.outbox, few, routing, packing, self.telling
        )
        return await handover(await self.work(found))

    async def act(self, subject: str, by: str, **more: Any) -> str:
        """Do something with the question that was handed over."""
        return await self.escalating(await self.work(await self.row(subject, by, **more)))

    @property
    def escalating(self) -> Escalating:
        """What does it."""
        routing, packing = self.parts
        ledger, clock = self.ledger, self.clock
        return Escalating(
            self.web, ledger.escalations, ledger, self.telling, routing, packing, clock
        )

    async def row(self, subject: str, by: str, **more: Any) -> Inbound:
        """Return the row of a button of the card, or of a window."""
        one = await self.one()
        row = Inbound(
            "escalation", f"{subject}:{by}", "m", "T1", one.to, "channel", by, "9.0",
            source="button", about=one.id, subject=subject,
        )  # fmt: skip
        return replace(row, **more)

    async def work(self, found: Inbound) -> Work:
        """Put a row and take it."""
        queue = self.ledger.inbox
        await queue.put(found.kind, found.lane, found.payload(), (found.key,))
        jobs = await queue.lease(seconds=60.0, within=(found.lane,))
        if not jobs:  # Done before: it comes once more as after a kill.
            await queue.put(found.kind, found.lane, found.payload(), (f"{found.key} again",))
            jobs = await queue.lease(seconds=60.0, within=(found.lane,))
        await queue.finish(jobs[0], "done")
        return Work(jobs[0], queue)

    async def one(self) -> Escalation:
        """Return the newest question that was handed over."""
        return (await self.ledger.escalations.list(most=1))[0]

    async def deliver(self) -> None:
        """Deliver all that waits in the outbox."""
        while jobs := await self.ledger.outbox.due(seconds=60.0):
            for job in jobs:
                to, where = str(job.payload["to"]), ""
                if " " in to:
                    self.messages[to, str(job.id)] = dict(job.payload)
                else:
                    where = ":".join(await deliver(self.web, to, notice_of(job)))
                await self.ledger.outbox.sent(job, where)

    def said(self, channel: str) -> list[str]:
        """Return what stands in a channel, or was said to one person there."""
        return [str(one["text"]) for (where, _), one in self.messages.items() if where == channel]

    def shown(self, channel: str) -> dict[str, Any]:
        """Return the first message of a channel, which is its card."""
        return next(one for (where, _), one in self.messages.items() if where == channel)

    def buttons(self, channel: str) -> list[str]:
        """Return the actions of the card of a channel."""
        rows = [b for b in self.shown(channel).get("blocks", ()) if b["type"] == "actions"]
        return [one["action_id"] for row in rows for one in row["elements"]]

    def whispers(self) -> list[str]:
        """Return what was said to people alone at once."""
        return [str(given["text"]) for given in self.web.called("chat.postEphemeral")]

    def _posted(self, channel: str, **said: Any) -> Mapping[str, Any]:
        ts = f"{100 + len(self.messages)}.0"
        self.messages[channel, ts] = {"channel": channel, **said}
        return {"channel": channel, "ts": ts}

    def _updated(self, channel: str, ts: str, **said: Any) -> Mapping[str, Any]:
        if (channel, ts) not in self.messages:
            raise SlackRefused("chat.update", "message_not_found")
        shown = "\n".join(b["text"]["text"] for b in said["blocks"] if b["type"] == "section")
        self.messages[channel, ts] = {**self.messages[channel, ts], **said, "text": shown}
        return {}

    def _history(self, channel: str, latest: str, **_: Any) -> Mapping[str, Any]:
        found = self.messages.get((channel, latest))
        return {"messages": [{"ts": latest, **found}] if found else []}

    def _info(self, channel: str) -> Mapping[str, Any]:
        private = channel == "CPAY"
        return {"channel": {"name": channel.lower(), "is_member": True, "is_private": private}}

    def _person(self, user: str, **_: Any) -> Mapping[str, Any]:
        return {"user": {"team_id": "T1", "name": user.lower(), "is_bot": user == "UBOT"}}

    def _members(self, channel: str, **_: Any) -> Mapping[str, Any]:
        if channel not in MEMBERS:
            raise SlackRefused("conversations.members", "channel_not_found")
        return {"members": MEMBERS[channel]}
