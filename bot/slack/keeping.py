"""A person's answer where the bot had none: offered to its writer to keep, and kept as a case.

Offered privately, once a person and question, and only to whoever may ask here. What is kept is
the longest answer of theirs that stands in the thread when they press.
"""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.answered import KEEP_ACTION, best, keep_value
from bot.slack.decode import decode
from bot.slack.facts import Lookup
from bot.slack.reply.privately import tell
from bot.slack.reply.why import say_instead
from bot.slack.thread import Threads
from bot.slack.web import Web
from bot.slack.work import Work
from retrieval.errors import StoreError, TraceMissing
from retrieval.learn.labelled import page_name
from retrieval.learn.right_pages import Locate
from retrieval.ports import (
    Button,
    Cases,
    Clock,
    EscalationList,
    EvalCase,
    Label,
    Notifier,
    Places,
    Posting,
    Postings,
)
from retrieval.text.plain import urls
from retrieval.values import Trace

UNANSWERED = frozenset({"not_in_context", "failed"})
"""How an answer ended that a person may give in its place."""
LATEST = "9999999999.999999"
"""The ts that a thread is read up to, to its end."""
LONGEST_ANSWER = 4_000
MOST_LINKS = 5


class KeepingLedger(Protocol):
    """What of the ledger is needed."""

    @property
    def postings(self) -> Postings:
        """Which message is which answer."""

    @property
    def places(self) -> Places:
        """Where the bot is muted."""

    @property
    def escalations(self) -> EscalationList:
        """What was handed over: what came of that is kept when it is resolved."""

    @property
    def cases(self) -> Cases:
        """What the bot is measured with."""

    async def find(self, trace_id: str) -> Trace:
        """Return a trace. Raises TraceMissing, LedgerError."""


def refused(postings: Sequence[Posting]) -> Posting | None:
    """Return the newest answer of a thread if it was none; else None."""
    last = postings[-1] if postings else None
    return last if last and last.trace_id and last.outcome in UNANSWERED else None


@dataclass(frozen=True, slots=True)
class Offering:
    """Offers whoever answered to keep what they wrote."""

    books: KeepingLedger
    lookup: Lookup
    notifier: Notifier
    may: Callable[[Inbound], Awaitable[bool]]

    async def __call__(self, work: Work) -> str:
        """Offer it, or say in a word why not. Raises LedgerError, SlackRefused."""
        found = Inbound.read(work.job.payload)
        place = (found.team, found.channel)
        posting = refused(await self.books.postings.in_thread(*place, found.root))
        if posting is None or posting.asker == found.user:
            return "quiet: answered by the bot"
        if (await self.books.places.find(*place)).muted_by:
            return "quiet: muted"
        if await self.books.escalations.in_thread(*place, found.root):
            return "quiet: handed over"
        if not await self.member(found):
            return "not_allowed"
        button = Button(
            KEEP_ACTION, phrases.keep_answer(), keep_value(posting.trace_id, found.ts, found.root)
        )
        told = await self.notifier.notify(
            f"{found.channel} {found.user} {found.root}",
            phrases.keep_offer(),
            key=f"keep:{found.team}:{posting.trace_id}:{found.user}",
            team=found.team,
            buttons=(button,),
        )
        return "offered" if told else "offered_before"

    async def member(self, found: Inbound) -> bool:
        """Whether somebody may ask here and is no guest. Raises SlackRefused."""
        asker = await self.lookup.asker(found.user)
        if asker.guest or asker.stranger or asker.deactivated or asker.bot:
            return False
        return await self.may(found)


@dataclass(frozen=True, slots=True)
class Keeping:
    """Keeps an answer that its writer pressed the button for."""

    web: Web
    books: KeepingLedger
    threads: Threads
    locate: Locate
    clock: Clock
    offering: Offering

    async def __call__(self, work: Work) -> str:
        """Keep it; say how that ended. Raises LedgerError, SlackRefused."""
        pressed = Inbound.read(work.job.payload)
        posting = await self.books.postings.of_trace(pressed.trace_id)
        place = (pressed.team, pressed.channel, pressed.root)
        if posting is None or (posting.team, posting.channel, posting.thread_ts) != place:
            return "not_an_answer"
        if posting.outcome not in UNANSWERED or not await self.offering.member(pressed):
            return "not_allowed"
        text = await self._written(pressed, posting.question_ts)
        if not text:
            await tell(self.web, pressed, phrases.answer_gone())
            return "not_the_writer"
        try:
            trace = await self.books.find(posting.trace_id)
        except TraceMissing:
            await tell(self.web, pressed, phrases.answer_gone())
            return "no_trace"
        pages = await self._pages(text, trace.question.scope.collections)
        kept = await self.books.cases.add(self._case(pressed, posting, text, pages))
        said = phrases.answer_kept(", ".join(pages)) if pages else phrases.answer_kept_alone()
        await say_instead(self.web, pressed, said)
        return "kept" if kept else "kept_before"

    async def _written(self, pressed: Inbound, asked: str) -> str:
        """Return what whoever pressed answered; empty where that message is not theirs."""
        said = await self.threads.said(replace(pressed, ts=LATEST))
        mine = [one for one in said if one.ts == pressed.ts and one.speaker == "person"]
        if not mine or mine[0].who != pressed.user:
            return ""
        text = (best(said, pressed.user, asked or pressed.root) or mine[0]).text
        return decode(text)[:LONGEST_ANSWER].strip()

    async def _pages(self, text: str, collections: Sequence[str]) -> tuple[str, ...]:
        """Return the pages that an answer links to, of those that were searched for it."""
        found: list[str] = []
        for link in urls(text)[:MOST_LINKS]:
            try:
                found += [page_name(*name) for name in await self.locate(link, collections)]
            except StoreError:
                return ()  # The case is kept; a maintainer names its page.
        return tuple(dict.fromkeys(found))

    def _case(
        self, pressed: Inbound, posting: Posting, text: str, pages: tuple[str, ...]
    ) -> EvalCase:
        """Return the case of an answer; what was known then comes from the trace."""
        named = f"{pressed.team}:{pressed.channel}:{pressed.ts}"
        return EvalCase(
            id=hashlib.sha256(named.encode()).hexdigest()[:32],
            trace_id=posting.trace_id,
            made=self.clock.now(),
            state="triaged" if pages else "new",
            person=pressed.user,
            place=pressed.channel,
            content={},
            kind="human",
            label=Label(right=pages, expected=text),
        )
