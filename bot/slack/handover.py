"""A question that people shall answer -> those who help with its documentation, told once.

This is the seam for whatever does more about it than tell them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import structlog

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.correction import beyond
from bot.slack.escaping import inline, link, plain, visible
from bot.slack.payload import mapping, string
from bot.slack.refused import SlackRefused
from bot.slack.reply.privately import tell
from bot.slack.web import Web
from bot.slack.work import Work
from retrieval.errors import LedgerError
from retrieval.policy import Policy
from retrieval.ports import Notifier, Postings, Traces
from retrieval.values import DocumentFacts, Outcome, Trace

SHOWN_QUESTION, SHOWN_TITLE = 1_000, 150
"""Characters of a question and of a page's title that are handed over."""
MOST_PAGES = 3


@dataclass(frozen=True, slots=True)
class Packet:
    """What is handed over: a question, what was searched for it, and the pages that came nearest.

    `who` asked it, `where` is the address of its thread, empty where nobody else can open it.
    """

    question: str
    searched: str
    pages: tuple[DocumentFacts, ...]
    who: str
    where: str

    @property
    def links(self) -> tuple[str, ...]:
        """The addresses in it."""
        pages = (page.url for page in self.pages)
        return tuple(dict.fromkeys(filter(None, [self.where, *pages])))

    def written(self) -> str:
        """Return it as Markdown."""
        thread = link(phrases.the_thread(), self.where) if self.where else ""
        parts = [phrases.asks_a_human(thread), _quoted(self.question)]
        if self.searched and self.searched != self.question:
            parts.append(inline(phrases.searched(_cut(self.searched))))
        if self.pages:
            lines = [f"- {link(_title(page), page.url)}" for page in self.pages]
            parts += [phrases.nearest(), "\n".join(lines)]
        return "\n\n".join(parts)


@dataclass(frozen=True, slots=True)
class Handover:
    """Tells people of a question, and its asker who was told."""

    web: Web
    traces: Traces
    postings: Postings
    notifier: Notifier
    policy: Policy
    names: dict[str, str] = field(default_factory=dict)

    async def __call__(self, work: Work) -> str:
        """Hand a question over; return in a word what came of it.

        Raises SlackRefused and LedgerError where another attempt may succeed.
        """
        found = Inbound.read(work.job.payload)
        trace = await self._trace(found)
        pages = _nearest(trace)
        to = await self._whom(pages, trace)
        if not to:
            await tell(self.web, found, phrases.nobody_to_ask())
            return "nobody_to_ask"
        packet = await self._packet(found, trace, pages, to)
        told = await self.notifier.notify(
            to,
            packet.written(),
            key=f"human:{found.team}:{trace.id if trace else found.message_key}",
            team=found.team,
            links=packet.links,
            about=packet.who,
        )
        where = self.names.get(to, to)
        said = phrases.handed_over(where) if told else phrases.handed_over_before(where)
        await tell(self.web, found, said)
        return "handed_over" if told else "handed_over_before"

    async def _trace(self, found: Inbound) -> Trace | None:
        """Return what was found for a question: that of the button, or the thread's latest."""
        ids = [found.trace_id] if found.trace_id else []
        if not ids and found.thread_ts:
            place = (found.team, found.channel, found.root)
            ids = [one.trace_id for one in await self.postings.in_thread(*place) if one.trace_id]
        for trace_id in reversed(ids):
            try:
                return await self.traces.find(trace_id)
            except LedgerError as error:
                structlog.get_logger().warning("no_trace_to_hand_over", reason=str(error))
        return None

    async def _whom(self, pages: Sequence[DocumentFacts], trace: Trace | None) -> str:
        """Return the first channel that can be told, or a maintainer; empty where there is none."""
        for channel in dict.fromkeys(self._channels(pages, trace)):
            if await self._reachable(channel):
                return channel
        maintainer = next(iter(self.policy.maintainers), "")
        self.names[maintainer] = phrases.a_maintainer()
        return maintainer

    def _channels(self, pages: Sequence[DocumentFacts], trace: Trace | None) -> Iterator[str]:
        """Name the support channels, of what came nearest first; then the maintainers' channel."""
        searched = trace.question.scope.collections if trace else ()
        for name in [*(page.collection for page in pages), *searched]:
            known = self.policy.collections.get(name)
            if known and known.support:
                yield known.support
        if self.policy.maintainers_channel:
            yield self.policy.maintainers_channel

    async def _reachable(self, channel: str) -> bool:
        """Whether the bot can write to a channel; its name is remembered for who asks."""
        try:
            reply = await self.web.call("conversations.info", channel=channel)
        except SlackRefused as refused:
            structlog.get_logger().warning("nobody_there", channel=channel, error=refused.error)
            if refused.unsure or refused.retry_after:
                raise
            return False
        known: Mapping[str, object] = mapping(reply, "channel")
        self.names[channel] = f"#{string(known, 'name')}" if known.get("name") else channel
        return known.get("is_member") is not False and not known.get("is_archived")

    async def _packet(
        self, found: Inbound, trace: Trace | None, pages: Sequence[DocumentFacts], to: str
    ) -> Packet:
        """Gather what is handed over; of the pages those that the people told may see."""
        question = trace.question.text if trace else beyond(found.text) or found.text
        return Packet(
            question=question,
            searched=trace.queries.standalone if trace and trace.queries else "",
            pages=tuple(page for page in pages if self._may_see(page, to))[:MOST_PAGES],
            who=(trace.question.asker if trace else "") or found.user,
            where="" if found.channel_kind == "direct" else await self._address(found),
        )

    def _may_see(self, page: DocumentFacts, to: str) -> bool:
        """Whether the pages of a collection may be named where a question is handed over."""
        known = self.policy.collections.get(page.collection)
        return known is not None and (known.open or known.support == to)

    async def _address(self, found: Inbound) -> str:
        """Return the address of the message that it is about; empty where Slack does not say."""
        try:
            reply = await self.web.call(
                "chat.getPermalink", channel=found.channel, message_ts=found.ts
            )
        except SlackRefused:
            return ""
        return string(reply, "permalink")


def _nearest(trace: Trace | None) -> tuple[DocumentFacts, ...]:
    """Return the pages that came nearest: those that were cited, else the best of the search."""
    if trace is None or trace.answer is None:
        return ()
    if trace.answer.outcome is Outcome.NOT_IN_CONTEXT:
        found = [hit.document for hit in trace.answer.nearest]
    else:
        found = [c.document for claim in trace.answer.claims for c in claim.citations]
    return tuple({page.key: page for page in found}.values())


def _quoted(text: str) -> str:
    """Write a question as a quote."""
    lines = plain(_cut(text, SHOWN_QUESTION)).split("\n")
    return "\n".join(f"> {line}".rstrip() for line in lines)


def _title(page: DocumentFacts) -> str:
    return _cut(" ".join(visible(page.title).split()) or page.path)


def _cut(text: str, most: int = SHOWN_TITLE) -> str:
    return text if len(text) <= most else f"{text[:most].rstrip()} …"
