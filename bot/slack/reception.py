"""What the bot's own surfaces need: Slack, the ledger's books, and who may see what."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.slack.access import UNSEEN, Access
from bot.slack.refused import SlackRefused
from bot.slack.web import Web
from retrieval.errors import IndexMissing
from retrieval.learn.listed import OPEN, SETTLED, waits
from retrieval.policy import Asker, Place, Reason, Refusal, scope
from retrieval.ports import (
    KINDS,
    Alarms,
    Asked,
    Backlog,
    Cases,
    Clock,
    EscalationList,
    EvalCase,
    Outbox,
    Places,
    Postings,
    Watchers,
    Wordings,
)
from retrieval.values import Scope, Trace

LOOKED_AT = 200
"""Graded answers among which those are looked for that wait: most were right."""


class Rows(Protocol):
    """The inbox, as far as its length."""

    async def backlog(self, *, within: Sequence[str] = ()) -> Backlog:
        """Count the rows that wait and that are in work."""


class CasesAndWordings(Cases, Wordings, Protocol):
    """The cases, with the wordings of their questions."""


class SurfaceLedger(Protocol):
    """The ledger, as the surfaces use it."""

    @property
    def inbox(self) -> Rows:
        """What waits."""

    @property
    def postings(self) -> Postings:
        """Which message is which answer."""

    @property
    def places(self) -> Places:
        """What was decided for channels."""

    @property
    def asked(self) -> Asked:
        """What was asked before."""

    @property
    def cases(self) -> CasesAndWordings:
        """What the bot is measured with."""

    @property
    def escalations(self) -> EscalationList:
        """What was handed over to people."""

    @property
    def outbox(self) -> Outbox:
        """What was said without having been asked."""

    @property
    def alarms(self) -> Alarms:
        """What is wrong with an index."""

    @property
    def watchers(self) -> Watchers:
        """Who keeps an index up to date."""

    async def find(self, trace_id: str) -> Trace:
        """Return a trace. Raises TraceMissing, LedgerError."""


@dataclass(frozen=True, slots=True)
class Collection:
    """A collection that somebody may search, with how many pages it has."""

    name: str
    pages: int


@dataclass(frozen=True, slots=True)
class Reception:
    """What the surfaces share.

    `changed` tells when the index last changed, in Unix seconds; `command` is the slash command as
    the app's manifest names it.
    """

    web: Web
    access: Access
    books: SurfaceLedger
    team: str
    clock: Clock
    changed: Callable[[], Awaitable[float | None]]
    command: str = "/footnote"

    def maintains(self, user: str) -> bool:
        """Whether somebody looks after the bot, by the policy."""
        return user in self.access.policy.maintainers

    async def asker(self, user: str) -> Asker:
        """Say who somebody is. Raises SlackRefused."""
        return await self.access.lookup.asker(user)

    async def place(self, channel: str) -> Place | None:
        """Say what a channel is; None for one that the bot is not in. Raises SlackRefused."""
        try:
            return await self.access.lookup.place(channel)
        except SlackRefused as refused:
            if refused.error in UNSEEN:
                return None
            raise

    async def may_search(self, user: str, channel: str = "") -> tuple[str, ...] | Reason:
        """Name what somebody may search in a channel or, where none is given, in a direct message.

        A channel that the bot is not in counts as a direct message: what is said of it is said to
        that person alone. Raises SlackRefused.
        """
        asker = await self.asker(user)
        place = await self.place(channel) if channel else None
        found = scope(asker, place or Place(channel, "direct"), self.access.policy)
        return found.reason if isinstance(found, Refusal) else found.collections

    async def pages(self, names: Sequence[str]) -> list[Collection]:
        """Count the pages of collections; what is not indexed is left out. Raises StoreError."""
        there = await self.access.store.collections()
        found = []
        for name in (name for name in names if name in there):
            try:
                census = await self.access.store.within(Scope((name,))).census()
            except IndexMissing:
                continue
            found.append(Collection(name, census.documents))
        return found

    async def open_cases(self, *, most: int) -> list[EvalCase]:
        """Return so many open cases of each state, the newest of a state first: those that wait.

        Only those of this workspace.
        """
        every = [
            case
            for state in OPEN
            for kind in KINDS
            if kind not in SETTLED[state]
            for case in await self.books.cases.list(
                state=state, kind=kind, most=LOOKED_AT if kind == "grade" else most
            )
            if waits(case)
        ]
        own = [case for case in every if await self.belongs(case)]
        own.sort(key=lambda case: case.made, reverse=True)
        return [case for state in OPEN for case in [c for c in own if c.state == state][:most]]

    async def belongs(self, case: EvalCase) -> bool:
        """Whether a case is of this workspace, or of none."""
        if not case.trace_id:
            return True
        posting = await self.books.postings.of_trace(case.trace_id)
        return posting is not None and posting.team == self.team

    async def readable(self, case: EvalCase, user: str) -> bool:
        """Whether somebody may read what a case is about. Raises SlackRefused."""
        allowed = await self.may_search(user)
        return not isinstance(allowed, Reason) and set(case.content.get("collections", ())) <= set(
            allowed
        )
