"""The button beside a case: a window that shows a maintainer what the case is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import structlog

from bot.inbound import CASE_ACTION, Acknowledged
from bot.slack import phrases
from bot.slack.case_form import window
from bot.slack.payload import Payload, mapping, string
from bot.slack.reception import Reception
from bot.slack.refused import SlackRefused
from bot.slack.reply.views import open_modal, open_view
from retrieval.errors import CaseMissing
from retrieval.learn.duplicates import Duplicates
from retrieval.ports import EvalCase, Wording

MOST_ALIKE = 20
"""Cases that seem to ask the same, of which one may be chosen."""


@dataclass(frozen=True, slots=True)
class ShowCase:
    """Shows a case to whoever may see it, looked up at the moment of the press."""

    reception: Reception

    async def __call__(self, payload: Payload) -> Acknowledged:
        """Open the window; whoever may not see the case is told so in it. Raises LedgerError."""
        user, trigger = string(mapping(payload, "user"), "id"), string(payload, "trigger_id")
        found = await allowed(self.reception, user, _pressed(payload))
        try:
            if isinstance(found, str):
                await open_modal(self.reception.web, trigger, phrases.case_title(), [found])
            else:
                cases = self.reception.books.cases
                view = window(found, await cases.history(found.id), await self._alike(found))
                await open_view(self.reception.web, trigger, view)
        except SlackRefused as refused:
            structlog.get_logger().warning("case_not_shown", error=refused.error)
        return Acknowledged()

    async def _alike(self, case: EvalCase) -> list[Wording]:
        """Return the cases that it may be folded into."""
        wordings = await self.reception.books.cases.wordings()
        asked = str(case.content.get("standalone") or case.content.get("question") or "")
        names = Duplicates(wordings).of(asked, without=case.id, most=MOST_ALIKE)
        texts = {one.case: one for one in wordings}
        return [texts[name] for name in names]


async def allowed(reception: Reception, user: str, case_id: str) -> EvalCase | str:
    """Return a case that somebody may see and decide about, else the sentence that says why not.

    Raises LedgerError.
    """
    if not reception.maintains(user):
        return phrases.only_maintainers()
    try:
        case = await reception.books.cases.find(case_id) if case_id else None
    except CaseMissing:
        case = None
    if case is None or case.id != case_id or not await reception.belongs(case):
        return phrases.case_gone()
    try:
        readable = await reception.readable(case, user)
    except SlackRefused:
        readable = False  # Slack does not say who they are.
    if readable:
        return case
    return phrases.case_hidden(", ".join(map(str, case.content.get("collections", ()))))


def _pressed(payload: Payload) -> str:
    """Return the id of the case whose button was pressed."""
    actions = payload.get("actions")
    for action in actions if isinstance(actions, list) else ():
        if isinstance(action, Mapping) and string(action, "action_id") == CASE_ACTION:
            return string(action, "value")
    return ""
