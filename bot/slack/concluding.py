"""A question that people resolved -> a case to measure with, and a paragraph for its page.

Both are made of what stands in the ledger, so making them again makes the same.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import structlog

from bot.slack import phrases
from bot.slack.escaping import fence, inline
from bot.slack.reply import Notice
from retrieval.errors import StoreError
from retrieval.learn.suggesting import Suggestion, suggest
from retrieval.learn.unwritten import says
from retrieval.policy import Policy
from retrieval.ports import Escalation, EscalationEvent, EvalCase, Label, Traces
from retrieval.text.shorten import shorten

Locate = Callable[[str, Sequence[str]], Awaitable[Sequence[tuple[str, str]]]]
"""Returns the pages of some collections that a text names, by collection and path."""
Reads = Callable[[tuple[str, str]], Awaitable[str]]
"""Returns the text of a page of the index as Markdown; empty where it is not there."""
Shows = Callable[[tuple[str, str]], Awaitable[tuple[str, str]]]
"""Returns the title and the address of a page of the index; empty where it is not there."""
Style = Callable[[Suggestion, str, str, str], Awaitable[Suggestion]]
"""Words a suggestion, of a question and its answer, as the page does, adding nothing."""
LONGEST_NAME = 200
LONGEST = 6_000
"""Characters of a suggestion: that of the longest answer has room, a model's own words end."""


class Casebook(Protocol):
    """Where cases are kept."""

    async def add(self, case: EvalCase) -> bool:
        """Keep a case; False where one of that id is there."""


@dataclass(frozen=True, slots=True)
class Concluding:
    """Makes of an answer what there is to make of it."""

    cases: Casebook
    traces: Traces
    policy: Policy
    locate: Locate
    reads: Reads
    style: Style | None = None
    shows: Shows | None = None

    async def __call__(self, escalation: Escalation, event: EscalationEvent) -> Notice:
        """Keep the case, and return the suggestion for those who help. Raises LedgerError."""
        answer, said = (str(escalation.content.get(name) or "") for name in ("answer", "page"))
        found = await self._pages(said, escalation.to)
        pages = found or ()
        texts = [await self._text(page) for page in pages]
        written = not answer or any(says(text, answer) for text in texts)
        state = "triaged" if pages and written else "new"
        await self.cases.add(_case(escalation, event, pages, state))
        question = _question(escalation)
        text = texts[0] if texts else ""
        made = suggest(question, answer, text)
        if self.style and escalation.content.get("question"):
            made = await self.style(made, question, answer, text)
        name = said or (pages[0][1] if pages else "")
        shown = inline(shorten(name, LONGEST_NAME))
        head = phrases.suggestion(shown) if name else phrases.suggestion_nowhere()
        place = phrases.goes_below(inline(made.below)) if made.below else phrases.goes_last()
        text = fence(shorten(made.text, LONGEST))
        unknown = f"\n\n{phrases.page_not_indexed()}" if said and found == () else ""
        return Notice(f"{head} {place}\n\n{text}{unknown}", "")

    async def page(self, escalation: Escalation) -> tuple[str, str]:
        """Return the title and the address of the right page, if it may be seen where it was asked.

        Empty where it is not known.
        """
        pages = await self._pages(str(escalation.content.get("page") or ""), escalation.channel)
        if not pages or self.shows is None:
            return "", ""
        try:
            return await self.shows(pages[0])
        except StoreError as error:
            structlog.get_logger().warning("page_not_read", reason=str(error))
            return "", ""

    async def _pages(self, said: str, to: str) -> Sequence[tuple[str, str]] | None:
        """Return the pages that somebody named, of those that may be seen in a channel.

        None where that cannot be told now.
        """
        collections = [
            name
            for name, one in self.policy.collections.items()
            if one.open or one.support == to or to in one.channels
        ]
        if not said or not collections:
            return ()
        try:
            return tuple(await self.locate(said, collections))
        except StoreError as error:
            structlog.get_logger().warning("page_not_located", reason=str(error))
            return None

    async def _text(self, page: tuple[str, str]) -> str:
        try:
            return await self.reads(page)
        except StoreError as error:
            structlog.get_logger().warning("page_not_read", reason=str(error))
            return ""


def _question(escalation: Escalation) -> str:
    """Return the question, standing alone; empty where those who help may not read it."""
    return str(escalation.content.get("searched") or escalation.content.get("question") or "")


def _case(
    escalation: Escalation,
    event: EscalationEvent,
    pages: Sequence[tuple[str, str]],
    state: str,
) -> EvalCase:
    """Return the case; what was known when it was asked comes from its trace.

    It counts once its page says the answer (see `retrieval.learn.unwritten`).
    """
    right = tuple(f"{collection}:{path}" for collection, path in pages)
    return EvalCase(
        id=f"human-{escalation.id}",
        trace_id=escalation.trace_id,
        made=event.at,
        state=state,
        person=event.by,
        place=escalation.channel,
        content={},
        kind="human",
        label=Label(right=right, expected=str(escalation.content.get("answer") or "")),
    )
