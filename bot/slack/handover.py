"""A question that people shall answer -> those who help with its documentation, told once.

Whoever is told sees no more than they may: of a question from a place that they cannot read they
are told who asks, and its link. This is the seam for whatever does more about it than tell them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import structlog

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.escaping import inline, link, plain, visible
from bot.slack.facts import Lookup
from bot.slack.limits import CALLS, CALLS_WINDOW, Few
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
MEMBERS = 1_000
"""Members of a private channel among whom somebody is looked for."""


@dataclass(frozen=True, slots=True)
class Packet:
    """What is handed over: a question, what was searched for it, and the pages that came nearest.

    The question is empty where those who are told may not read it. `who` asked it, `where` is the
    address of its thread, empty where nobody else can open it; `presser` is who passes it on, if
    that is somebody else.
    """

    question: str
    searched: str
    pages: tuple[DocumentFacts, ...]
    who: str
    where: str
    presser: str = ""

    @property
    def about(self) -> str:
        """Who is named: whoever passes it on, and whose question it is."""
        return f"{self.presser} {self.who}".strip()

    @property
    def links(self) -> tuple[str, ...]:
        """The addresses in it."""
        pages = (page.url for page in self.pages)
        return tuple(dict.fromkeys(filter(None, [self.where, *pages])))

    def written(self) -> str:
        """Return it as Markdown."""
        thread = link(phrases.the_thread(), self.where) if self.where else ""
        head = phrases.passes_on(thread) if self.presser else phrases.asks_a_human(thread)
        parts = [head, _quoted(self.question) if self.question else phrases.private_question()]
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
    lookup: Lookup
    calls: Few
    names: dict[str, str] = field(default_factory=dict)
    """What channels are called, for whoever may know of them."""

    async def __call__(self, work: Work) -> str:
        """Hand a question over; return in a word what came of it.

        Raises SlackRefused and LedgerError where another attempt may succeed.
        """
        found = Inbound.read(work.job.payload)
        if found.source == "thread" and not self.calls.lets(found.person, found.message_key):
            return await self._too_many(found)
        trace = await self._trace(found)
        if trace is None:
            said = phrases.not_kept() if found.trace_id else phrases.ask_first()
            await tell(self.web, found, said)
            return "no_question"
        if self._another_s(found, trace):
            await tell(self.web, found, phrases.not_yours_to_pass_on())
            return "not_the_asker"
        to = await self._whom(_nearest(trace), trace)
        if not to:
            await tell(self.web, found, phrases.nobody_to_ask())
            return "nobody_to_ask"
        return await self._hand(found, trace, to)

    async def _hand(self, found: Inbound, trace: Trace, to: str) -> str:
        """Tell those who help, once a thread and asker; and whoever called them, who they are."""
        packet = await self._packet(found, trace, to)
        in_thread = found.thread_ts and not found.private
        question = f"{found.channel}:{found.thread_ts}" if in_thread else trace.id
        told = await self.notifier.notify(
            to,
            packet.written(),
            key=f"human:{found.team}:{question}:{packet.who}",
            team=found.team,
            links=packet.links,
            about=packet.about,
        )
        where = await self._called(found, to)
        said = phrases.handed_over(where) if told else phrases.handed_over_before(where)
        await tell(self.web, found, said)
        return "handed_over" if told else "handed_over_before"

    async def _too_many(self, found: Inbound) -> str:
        """Tell somebody, once in a while, that they have called for people too often."""
        to = f"{found.channel} {found.user} {found.thread_ts}".rstrip()
        number = int(self.calls.clock.now().timestamp() // CALLS_WINDOW.total_seconds())
        key = f"too_many_calls:{found.team}:{found.user}:{number}"
        await self.notifier.notify(to, phrases.too_many_calls(CALLS), key=key, team=found.team)
        return "over_a_limit"

    async def _trace(self, found: Inbound) -> Trace | None:
        """Return what was found for a question: that of the button, or the thread's latest.

        By words somebody calls for people about a question of their own.
        """
        ids = [found.trace_id] if found.trace_id else []
        if not ids and found.thread_ts:
            place = (found.team, found.channel, found.root)
            postings = await self.postings.in_thread(*place)
            ids = [one.trace_id for one in postings if one.asker == found.user and one.trace_id]
        for trace_id in reversed(ids):
            try:
                return await self.traces.find(trace_id)
            except LedgerError as error:
                structlog.get_logger().warning("no_trace_to_hand_over", reason=str(error))
        return None

    def _another_s(self, found: Inbound, trace: Trace) -> bool:
        """Whether somebody passes on what another asked where nobody else reads along."""
        alone = found.private or found.channel_kind == "direct"
        return alone and trace.question.asker not in {"", found.user}

    async def _whom(self, pages: Sequence[DocumentFacts], trace: Trace) -> str:
        """Return the first channel that can be told, or a maintainer; empty where there is none."""
        for channel in dict.fromkeys(self._channels(pages, trace)):
            if await self._reachable(channel):
                return channel
        maintainer = next(iter(self.policy.maintainers), "")
        self.names[maintainer] = phrases.a_maintainer()
        return maintainer

    def _channels(self, pages: Sequence[DocumentFacts], trace: Trace) -> Iterator[str]:
        """Name the support channels, of what came nearest first; then the maintainers' channel."""
        searched = trace.question.scope.collections
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

    async def _called(self, found: Inbound, to: str) -> str:
        """Name those who were told as far as whoever called them may know of them."""
        name = self.names.get(to, to)
        if to.startswith(("U", "W")) or to == found.channel:
            return name
        try:
            if (await self.lookup.place(to)).kind == "channel":
                return name
            reply = await self.web.call("conversations.members", channel=to, limit=MEMBERS)
        except SlackRefused:
            return phrases.support_team()
        return name if found.user in (reply.get("members") or ()) else phrases.support_team()

    async def _hidden(self, found: Inbound, to: str) -> bool:
        """Whether those who are told may not read what was asked; also where that is unknown."""
        if found.channel == to:
            return False
        try:
            place = await self.lookup.place(found.channel)
            if place.kind != "channel":
                return True
            if to.startswith(("U", "W")):
                return False
            return (await self.lookup.place(to)).shared and not place.shared
        except SlackRefused:
            return True

    async def _packet(self, found: Inbound, trace: Trace, to: str) -> Packet:
        """Gather what is handed over, of it what the people told may see."""
        who = trace.question.asker or found.user
        presser = found.user if found.user != who else ""
        where = "" if found.channel_kind == "direct" else await self._address(found)
        if await self._hidden(found, to):
            return Packet("", "", (), who, where, presser)
        pages = tuple(page for page in _nearest(trace) if self._may_see(page, to))
        searched = trace.queries.standalone if trace.queries else ""
        return Packet(trace.question.text, searched, pages[:MOST_PAGES], who, where, presser)

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


def _nearest(trace: Trace) -> tuple[DocumentFacts, ...]:
    """Return the pages that came nearest: those that were cited, else the best of the search."""
    if trace.answer is None:
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
