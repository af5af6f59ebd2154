"""The button that shows what an answer quotes: a window with each quote and its page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import structlog

from bot.inbound import Acknowledged, Inbound
from bot.slack import phrases
from bot.slack.access import Access
from bot.slack.actions import QUOTES_ACTION
from bot.slack.interactions import pressed_button
from bot.slack.payload import Facts, Payload, string
from bot.slack.refused import SlackRefused
from bot.slack.reply.privately import tell
from bot.slack.reply.quoted import open_quotes
from bot.slack.web import Web
from retrieval.errors import LedgerError, StoreError
from retrieval.ports import Postings, Traces
from retrieval.values import Citation, Trace


@dataclass(frozen=True, slots=True)
class ShowQuotes:
    """Shows the quotes of an answer, from the ledger, to whoever may see its pages."""

    web: Web
    traces: Traces
    postings: Postings
    access: Access
    facts: Facts

    async def __call__(self, payload: Payload) -> Acknowledged:
        """Open the window, or say in private why not."""
        press = pressed_button(payload, QUOTES_ACTION, self.facts)
        if press is None:
            return Acknowledged()
        found = press.inbound("home")
        trace, instead = await self._trace(found, press.value)
        if trace is None or instead:
            await tell(self.web, found, instead)
            return Acknowledged()
        try:
            await open_quotes(self.web, string(payload, "trigger_id"), trace.answer)
        except SlackRefused as refused:
            structlog.get_logger().warning("quotes_not_shown", error=refused.error)
        return Acknowledged()

    async def _trace(self, found: Inbound, trace_id: str) -> tuple[Trace | None, str]:
        """Return the trace of an answer, or the sentence that says why it is not shown."""
        try:
            trace = await self.traces.find(trace_id)
            posting = await self.postings.of_trace(trace.id)
        except LedgerError:
            return None, phrases.not_kept()
        if (
            trace.answer is None
            or trace.id != trace_id
            or not posting
            or posting.team != found.team
        ):
            return None, phrases.not_kept()
        try:
            may_search = await self.access.scope(replace(found, private=True))
        except (SlackRefused, StoreError):
            return None, phrases.place_unknown()
        if isinstance(may_search, str):
            return None, may_search
        hidden = {c.document.collection for c in _citations(trace)} - {*may_search.collections}
        return trace, phrases.quotes_not_yours() if hidden else ""


def _citations(trace: Trace) -> Iterator[Citation]:
    for claim in trace.answer.claims if trace.answer else ():
        yield from claim.citations
