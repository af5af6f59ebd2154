"""The button beside a case: a window that shows a maintainer what the case is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import structlog

from bot.inbound import CASE_ACTION, Acknowledged
from bot.slack import phrases
from bot.slack.payload import Payload, mapping, string
from bot.slack.reception import Reception
from bot.slack.refused import SlackRefused
from bot.slack.reply.views import open_modal
from retrieval.errors import CaseMissing
from retrieval.ports import EvalCase

MOST_PAGES = 5
LONGEST = 1_500
"""Characters of a question or an answer that a window shows."""


@dataclass(frozen=True, slots=True)
class ShowCase:
    """Shows a case to whoever may see it, looked up at the moment of the press."""

    reception: Reception

    async def __call__(self, payload: Payload) -> Acknowledged:
        """Open the window; whoever may not see the case is told so in it. Raises LedgerError."""
        user = string(mapping(payload, "user"), "id")
        lines = await self._lines(user, _pressed(payload))
        try:
            trigger = string(payload, "trigger_id")
            await open_modal(self.reception.web, trigger, phrases.case_title(), lines)
        except SlackRefused as refused:
            structlog.get_logger().warning("case_not_shown", error=refused.error)
        return Acknowledged()

    async def _lines(self, user: str, case_id: str) -> list[str]:
        """Say what a case is about, as far as somebody may know."""
        if not self.reception.maintains(user):
            return [phrases.only_maintainers()]
        try:
            case = await self.reception.books.cases.find(case_id) if case_id else None
        except CaseMissing:
            case = None
        posting = await self.reception.books.postings.of_trace(case.trace_id) if case else None
        if case is None or case.id != case_id or not posting or posting.team != self.reception.team:
            return [phrases.case_gone()]
        if not await self._readable(case, user):
            return [phrases.case_hidden(", ".join(map(str, case.content.get("collections", ()))))]
        return _shown(case)

    async def _readable(self, case: EvalCase, user: str) -> bool:
        """Whether somebody may read a case; not where Slack does not say who they are."""
        try:
            return await self.reception.readable(case, user)
        except SlackRefused:
            return False


def _pressed(payload: Payload) -> str:
    """Return the id of the case whose button was pressed."""
    actions = payload.get("actions")
    for action in actions if isinstance(actions, list) else ():
        if isinstance(action, Mapping) and string(action, "action_id") == CASE_ACTION:
            return string(action, "value")
    return ""


def _shown(case: EvalCase) -> list[str]:
    """Return what a case is about, in a few paragraphs."""
    told = case.content
    pages = [str(hit.get("path", "")) for hit in told.get("hits", ())]
    lines = [phrases.case_question(str(told.get("question", ""))[:LONGEST])]
    if told.get("standalone") not in {None, "", told.get("question")}:
        lines.append(phrases.case_searched(str(told["standalone"])[:LONGEST]))
    outcome = phrases.outcome(str(told.get("outcome", "")))
    lines.append(phrases.case_answer(outcome, str(told.get("answer") or "")[:LONGEST]))
    if pages:
        lines.append(phrases.case_pages(", ".join(list(dict.fromkeys(pages))[:MOST_PAGES])))
    return [*lines, phrases.case_more(case.id[:8])]
