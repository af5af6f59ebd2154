"""The outbox: messages that the bot is to deliver, written by whoever has something to say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy import select

from retrieval.ledger import tables
from retrieval.ledger.database import Database
from retrieval.ledger.lanes import FINISHED
from retrieval.ledger.leasing import Leasing
from retrieval.ports import Button, Job

FIRST_WAIT = 5.0
LONGEST_WAIT = 600.0
"""Seconds until a failed message is tried again: twice as long each time, up to the longest."""

TOO_LATE = "too_late"
"""Why a message was not delivered that would be news no more."""

_PLACE = re.compile(r"([A-Z0-9]+):(\d+(?:\.\d+)?)")
"""How the place of a delivered message is kept; the reason why one was not is never so written."""


class LedgerOutbox:
    """Messages in the ledger; implements the ports `Notifier` and `Outbox`."""

    def __init__(self, database: Database) -> None:
        """Take the database that the messages stand in."""
        self._database = database
        self._rows = Leasing(database, tables.outbox, tables.outbox_keys)

    async def notify(  # noqa: PLR0913 - what is not needed is left out
        self,
        to: str,
        text: str,
        *,
        key: str,
        team: str = "",
        links: Sequence[str] = (),
        about: str = "",
        buttons: Sequence[Button] = (),
        thread: str = "",
        within: bool = False,
        until: datetime | None = None,
    ) -> bool:
        """Commit a message for a channel's or person's id; False where `key` was seen.

        `team` is the workspace that the id is of; without it any bot delivers the message.
        `links` are the addresses in it that may be followed; `about` is the id of a person whom
        it names first, or of a channel that it speaks of. `buttons` stand below it; `thread` is
        the message that it replies to. With `within` it is delivered only where no guest and
        nobody of another organisation reads it.
        What has not been delivered `until` then never is.

        Raises:
            LedgerError: It cannot be written.
        """
        payload: dict[str, Any] = {"to": to, "text": text}
        payload |= {"links": list(links)} if links else {}
        payload |= {"about": about} if about else {}
        payload |= {"buttons": [asdict(one) for one in buttons]} if buttons else {}
        payload |= {"thread": thread} if thread else {}
        payload |= {"within": True} if within else {}
        payload |= {"until": until.isoformat()} if until else {}
        return await self._rows.put("notice", f"{team}:{to}", payload, (key,))

    async def due(self, *, seconds: float, most: int = 10, team: str = "") -> Sequence[Job]:
        """Lease messages, each addressee's in order; with `team` only its own and those of none."""
        within = (f"{team}:", ":") if team else ()
        jobs = await self._rows.lease(seconds=seconds, most=most, within=within)
        now = self._database.clock.now()
        late = [job for job in jobs if _over(job.payload.get("until"), now)]
        for job in late:
            await self._rows.finish(job, TOO_LATE)
        return [job for job in jobs if job not in late]

    async def sent(self, job: Job, where: str) -> None:
        """Say that a message was delivered: `where` is its channel and its ts, "C1:2.0"."""
        await self._rows.finish(job, where)

    async def failed(self, job: Job, reason: str, *, again: bool) -> None:
        """Say that a message was not delivered, and whether to try again later."""
        if again:
            wait = min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** min(job.attempts - 1, 16))
            await self._rows.postpone(job, seconds=wait, result=reason)
        else:
            await self._rows.finish(job, reason)

    async def where(self, key: str) -> tuple[str, str] | None:
        """Return the channel and the ts of a delivered message; None where it has none (yet)."""
        rows, keys = tables.outbox.c, tables.outbox_keys.c
        named = rows.id.in_(select(keys.row).where(keys.key == key))
        wanted = select(rows.result).where(named, rows.state == FINISHED)
        found = await self._database.read(lambda connection: connection.scalar(wanted))
        place = _PLACE.fullmatch(found or "")
        return (place[1], place[2]) if place else None

    async def purge(self, before: datetime) -> int:
        """Forget messages dealt with that were written before a moment; return how many."""
        return await self._rows.purge(before)


def _over(until: object, now: datetime) -> bool:
    """Whether a moment, as it was written, is over."""
    return isinstance(until, str) and datetime.fromisoformat(until) < now
