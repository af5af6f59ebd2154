"""The outbox: messages that the bot is to deliver, written by whoever has something to say."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from retrieval.ledger.leasing import Leasing
from retrieval.ports import Job

FIRST_WAIT = 5.0
LONGEST_WAIT = 600.0
"""Seconds until a failed message is tried again: twice as long each time, up to the longest."""


class LedgerOutbox:
    """Messages in the ledger; fills the ports `Notifier` and `Outbox`."""

    def __init__(self, rows: Leasing) -> None:
        """Take the queue that the messages stand in."""
        self._rows = rows

    async def notify(  # noqa: PLR0913 - what is not needed is left out
        self,
        to: str,
        text: str,
        *,
        key: str,
        team: str = "",
        links: Sequence[str] = (),
        about: str = "",
    ) -> bool:
        """Commit a message for a channel's or person's id; False where `key` was seen.

        `team` is the workspace that the id is of; without it any bot delivers the message.
        `links` are the addresses in it that may be followed; `about` is the id of a person whom
        it names first.

        Raises:
            LedgerError: It cannot be written.
        """
        payload: dict[str, Any] = {"to": to, "text": text}
        payload |= {"links": list(links)} if links else {}
        payload |= {"about": about} if about else {}
        return await self._rows.put("notice", f"{team}:{to}", payload, (key,))

    async def due(self, *, seconds: float, most: int = 10, team: str = "") -> Sequence[Job]:
        """Lease messages, each addressee's in order; with `team` only its own and those of none."""
        within = (f"{team}:", ":") if team else ()
        return await self._rows.lease(seconds=seconds, most=most, within=within)

    async def sent(self, job: Job, where: str) -> None:
        """Say that a message was delivered, and as what."""
        await self._rows.finish(job, where)

    async def failed(self, job: Job, reason: str, *, again: bool) -> None:
        """Say that a message was not delivered, and whether to try again later."""
        if again:
            wait = min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** min(job.attempts - 1, 16))
            await self._rows.postpone(job, seconds=wait, result=reason)
        else:
            await self._rows.finish(job, reason)

    async def purge(self, before: datetime) -> int:
        """Forget messages dealt with that were written before a moment; return how many."""
        return await self._rows.purge(before)
