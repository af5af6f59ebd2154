"""What people answered while the bot was still writing that it cannot: looked at once that stands.

Until then nobody knows that it will be a refusal, so such replies were let be when they came.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import structlog

from bot.inbound import Inbound
from bot.slack.answered import best
from bot.slack.keeping import LATEST, refused
from bot.slack.notices import Handler
from bot.slack.refused import SlackRefused
from bot.slack.thread import Threads
from bot.slack.work import Work
from retrieval.ports import Inbox, Postings

ALOUD = frozenset({"channel", "private", "group"})
"""Kinds of place in which others may answer."""
ENDED = frozenset({"not_in_context", "failed", "found_answered", "answered_before"})
"""How a question ended that may have been refused, by this attempt or by an earlier one."""


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """Puts the rows by which people are offered to keep what they answered meanwhile."""

    inbox: Inbox
    postings: Postings
    threads: Threads

    def after_questions(self, handle: Handler) -> Handler:
        """Return a handler of questions that looks, after a refusal, at what others replied."""

        async def handled(work: Work) -> str:
            result = await handle(work)
            asked = Inbound.read(work.job.payload)
            if result in ENDED and asked.channel_kind in ALOUD and not asked.private:
                await self._look(asked)
            return result

        return handled

    async def _look(self, asked: Inbound) -> None:
        """Put a row for each person's best reply since the question. Raises LedgerError."""
        place = (asked.team, asked.channel, asked.root)
        posting = refused(await self.postings.in_thread(*place))
        if posting is None:
            return
        key = f"{asked.message_key}:after"
        end = replace(asked, ts=LATEST, thread_ts=asked.root, message_key=key)
        try:
            said = await self.threads.said(end)
        except SlackRefused as error:
            structlog.get_logger().warning("replies_not_read", error=error.error)
            return
        for person in dict.fromkeys(one.who for one in said if one.speaker == "person"):
            found = best(said, person, asked.ts)
            if found and person != posting.asker:
                await self._put(asked, person, found.ts)

    async def _put(self, asked: Inbound, person: str, ts: str) -> None:
        row = Inbound(
            kind="answered",
            key=f"meanwhile:{asked.message_key}:{person}",
            message_key=f"{asked.team}:{asked.channel}:{ts}",
            team=asked.team,
            channel=asked.channel,
            channel_kind=asked.channel_kind,
            user=person,
            ts=ts,
            thread_ts=asked.root,
            source="thread",
        )
        await self.inbox.put(row.kind, row.lane, row.payload(), row.keys, row.person)
