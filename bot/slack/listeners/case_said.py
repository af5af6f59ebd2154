"""The window of a case, sent: what a maintainer decided is kept, or it says what is wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.inbound import Acknowledged, Inbound
from bot.slack import phrases
from bot.slack.case_form import FOLD, NOTE, RIGHT, STATE, Said, read
from bot.slack.listeners.case import allowed
from bot.slack.payload import Payload, kind_of, mapping, string
from bot.slack.reception import Reception
from retrieval.errors import CaseMissing, CaseUnfit, InputError, StoreError
from retrieval.learn.right_pages import Locate, right_pages
from retrieval.policy import Reason
from retrieval.ports import EvalCase, Label

SECONDS = 1.5
"""How long pages are looked up for: the window waits for its acknowledgement."""
REASONED = ("kept", "dropped")


class _Wrong(Exception):
    """A field that cannot be taken, and what is said there."""

    def __init__(self, field: str, said: str) -> None:
        super().__init__(said)
        self.body = {"response_action": "errors", "errors": {field: said}}


@dataclass(frozen=True, slots=True)
class SaveCase:
    """Keeps what was decided, if whoever sent it may decide now."""

    reception: Reception
    locate: Locate

    async def __call__(self, payload: Payload) -> Acknowledged:
        """Keep it and show the home again, or say what is wrong. Raises LedgerError."""
        if string(payload, "type") != "view_submission":
            return Acknowledged()
        view, user = mapping(payload, "view"), string(mapping(payload, "user"), "id")
        said = read(view)
        if said is None:
            return Acknowledged()
        case = await allowed(self.reception, user, said.case)
        if isinstance(case, str):
            return Acknowledged({"response_action": "errors", "errors": {STATE: case}})
        try:
            label = await self._label(case, said, user)
            changed = await self._keep(case, said, label, user)
        except _Wrong as wrong:
            return Acknowledged(wrong.body)
        if not changed:
            return Acknowledged()
        rows = [self._home(user, string(view, "id"))]
        if label.right and label.right != case.label.right:
            rows += await self._diagnosing(case, label.right[0], rows[0])
        return Acknowledged(rows=tuple(rows))

    async def _label(self, case: EvalCase, said: Said, user: str) -> Label:
        """Return the label that was filled in. Raises _Wrong."""
        if said.state in REASONED and not said.note:
            raise _Wrong(NOTE, phrases.case_needs_note())
        pages = await self._pages(case, said.right, user)
        answerable = None if case.label.answerable is False else case.label.answerable
        return replace(
            case.label,
            right=pages,
            expected=said.expected,
            answerable=False if said.refuse else answerable,
            note=said.note,
        )

    async def _pages(self, case: EvalCase, said: Sequence[str], user: str) -> tuple[str, ...]:
        """Return the right pages, of those that the maintainer may search. Raises _Wrong."""
        known = set(case.label.right)
        new = [page for page in said if page not in known]
        if not new:
            return tuple(dict.fromkeys(said))
        may = await self.reception.may_search(user)
        within = () if isinstance(may, Reason) else may
        try:
            async with asyncio.timeout(SECONDS):
                found = {page: await right_pages([page], self.locate, within) for page in new}
        except InputError:
            raise _Wrong(RIGHT, phrases.case_no_page()) from None
        except (StoreError, TimeoutError):
            raise _Wrong(RIGHT, phrases.case_pages_unknown()) from None
        named = [one for page in said for one in found.get(page, (page,))]
        return tuple(dict.fromkeys(named))

    async def _keep(self, case: EvalCase, said: Said, label: Label, user: str) -> bool:
        """Keep what is new; whether anything was. Raises _Wrong, LedgerError."""
        cases, changed = self.reception.books.cases, False
        try:
            if said.fold is not None and said.fold != case.into:
                await cases.fold(case.id, said.fold, by=user)
                changed = True
        except (CaseUnfit, CaseMissing):
            raise _Wrong(FOLD, phrases.case_not_folded()) from None
        if label != case.label:
            await cases.label(case.id, label, by=user)
            changed = True
        if said.state and said.state != case.state:
            await cases.move(case.id, said.state, note=said.note, by=user)
            changed = True
        return changed

    async def _diagnosing(self, case: EvalCase, page: str, sent: Inbound) -> Sequence[Inbound]:
        """Return the row that tells the maintainer, beside the answer, where its page was lost."""
        postings = self.reception.books.postings
        posting = await postings.of_trace(case.trace_id) if case.trace_id else None
        if posting is None:
            return ()
        told = replace(
            sent,
            kind="diagnose",
            key=f"{sent.key}:diagnose",
            channel=posting.channel,
            channel_kind=kind_of({"channel": posting.channel}),
            thread_ts=posting.thread_ts,
            trace_id=case.trace_id,
            text=page,
            source="button",
        )
        return (told,)

    def _home(self, user: str, view_id: str) -> Inbound:
        """Return the row that shows the maintainer's home again."""
        return Inbound(
            kind="home",
            key=f"case:{self.reception.team}:{view_id}",
            message_key=f"{self.reception.team}:{user}:{view_id}",
            team=self.reception.team,
            channel=user,
            channel_kind="direct",
            user=user,
            ts=view_id,
        )
