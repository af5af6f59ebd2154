"""What the gate holds back, decided in Slack: maintainers accept it or throw it away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import structlog

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.refused import SlackRefused
from bot.slack.reply import Notice, amend
from bot.slack.reply.privately import tell
from bot.slack.web import Web
from bot.slack.work import Work
from retrieval.errors import FootnoteError, LedgerError
from retrieval.learn.rulings_told import told
from retrieval.policy import Policy
from retrieval.ports import Ruling, Rulings
from retrieval.ports.gating import ACCEPTED

ACCEPT, DISCARD = "accept", "discard"
"""What a row asks for, as its subject; which ruling it is about stands in `about`."""


class Decides(Protocol):
    """Decides about what is held back."""

    async def accept(self, ruling: Ruling, by: str) -> Ruling | None:
        """Let it go live; None where it is not held back any more. Raises FootnoteError."""

    async def discard(self, ruling: Ruling, by: str) -> Ruling | None:
        """Remove it; None where it is not held back any more. Raises FootnoteError."""


@dataclass(frozen=True, slots=True)
class Holding:
    """Does what a maintainer pressed under a notice of something held back."""

    web: Web
    policy: Policy
    rulings: Rulings
    decides: Decides

    async def __call__(self, work: Work) -> str:
        """Decide, once; whoever may not, or comes too late, is told. Raises LedgerError."""
        found = Inbound.read(work.job.payload)
        if found.user not in self.policy.maintainers:
            await tell(self.web, found, phrases.maintainers_decide())
            return "not_a_maintainer"
        ruling = await self._ruling(found.about)
        if ruling is None:
            await tell(self.web, found, phrases.nothing_held())
            return "nothing_held"
        return await self._decide(found, ruling)

    async def _ruling(self, key: str) -> Ruling | None:
        """Return what a button's value names; it may be anything."""
        kind, _, rest = key.partition("|")
        collection, bar, name = rest.partition("|")
        return await self.rulings.find(kind, collection, name) if bar and name else None

    async def _decide(self, found: Inbound, ruling: Ruling) -> str:
        act = self.decides.accept if found.subject == ACCEPT else self.decides.discard
        try:
            decided = await act(ruling, found.user)
        except LedgerError:
            raise
        except FootnoteError as error:
            await tell(self.web, found, phrases.not_decided(str(error)))
            return "not_done"
        if decided is None:
            await tell(self.web, found, phrases.decided_before())
            return "decided_before"
        await self._amend(found, ruling, decided)
        return decided.state

    async def _amend(self, found: Inbound, ruling: Ruling, decided: Ruling) -> None:
        """Say in the notice what was decided, in place of its buttons."""
        word = phrases.accepted_held if decided.state == ACCEPTED else phrases.discarded_held
        said = f"{word()}\n\n{told(ruling)}"
        notice = Notice(said, f"gate:{ruling.key}", about=found.user)
        try:
            await amend(self.web, (found.channel, found.ts), notice)
        except SlackRefused as refused:
            log = structlog.get_logger()
            log.warning("decision_not_shown", ruling=ruling.key, error=refused.error)
