"""The thread before a question -> turns for the answerer: the root and the newest of the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.inbound import Inbound
from bot.slack.asked import question
from bot.slack.decode import says_something
from bot.slack.payload import Facts, mapping, string
from bot.slack.web import Web
from retrieval.errors import LedgerError
from retrieval.ports import Postings, Traces
from retrieval.values import Turn

PAGE = 200
PAGES = 5
BISECTIONS = 8
"""Replies come oldest first: a thread longer than five pages is halved until its end is there."""
TURNS = 20
TURN_CHARACTERS = 2_000

Message = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class History:
    """The turns before a question, oldest first; `cut` says that there were more."""

    turns: tuple[Turn, ...] = ()
    cut: bool = False


class Threads:
    """Reads threads, with what the ledger knows of the bot's own answers in them."""

    def __init__(self, web: Web, postings: Postings, traces: Traces, facts: Facts) -> None:
        self._web = web
        self._postings = postings
        self._traces = traces
        self._facts = facts

    async def before(self, asked: Inbound) -> History:
        """Return what was said before a question in its thread. Raises SlackRefused."""
        if not asked.thread_ts:
            return History()
        messages, cut = await self._messages(asked)
        said = [m for m in messages if float(string(m, "ts") or 0) < float(asked.ts)]
        kept = said if len(said) <= TURNS else [said[0], *said[1 - TURNS :]]
        turns = [turn for m in kept if (turn := await self._turn(asked.team, asked.channel, m))]
        return History(tuple(turns), cut or len(kept) < len(said))

    async def _messages(self, asked: Inbound) -> tuple[list[Message], bool]:
        """Return the thread's root and newest messages up to the question, each once."""
        found, more = await self._pages(asked, {"latest": asked.ts})
        cut = more
        for _ in range(BISECTIONS):
            if not more:
                break
            last = float(string(found[-1], "ts"))
            middle = f"{(last + float(asked.ts)) / 2:.6f}"
            newer, more = await self._pages(asked, {"latest": asked.ts, "oldest": middle})
            found = [*found[:1], *newer] if len(newer) > 1 else found
            more = more and len(newer) > 1
        by_ts = {string(m, "ts"): m for m in found if string(m, "ts")}
        return [by_ts[ts] for ts in sorted(by_ts, key=float)], cut

    async def _pages(self, asked: Inbound, bounds: Mapping[str, str]) -> tuple[list[Message], bool]:
        """Follow the cursor for a few pages; say whether there was more."""
        found: list[Message] = []
        cursor: str | None = None
        for _ in range(PAGES):
            reply = await self._web.call(
                "conversations.replies",
                channel=asked.channel,
                ts=asked.root,
                limit=PAGE,
                cursor=cursor,
                inclusive=True,
                include_all_metadata=True,
                **bounds,
            )
            found += [m for m in reply.get("messages") or () if isinstance(m, Mapping)]
            cursor = string(mapping(reply, "response_metadata"), "next_cursor") or None
            if not cursor:
                return found, False
        return found, True

    def _ours(self, message: Message) -> bool:
        """Whether the bot itself wrote a message."""
        bot = string(message, "bot_id")
        return string(message, "user") == self._facts.bot_user or (
            bool(bot) and bot == self._facts.bot_id
        )

    async def _turn(self, team: str, channel: str, message: Message) -> Turn | None:
        """Say who said what; None for what says nothing."""
        if self._ours(message):
            text = await self._answered(team, channel, string(message, "ts"))
            return Turn("assistant", text[:TURN_CHARACTERS]) if text else None
        text = question(string(message, "text"))[:TURN_CHARACTERS]
        if not says_something(text):
            return None
        another_bot = string(message, "bot_id") or message.get("bot_profile")
        return Turn("other" if another_bot else "user", text)

    async def _answered(self, team: str, channel: str, ts: str) -> str:
        """Return the claims of an answer of ours, without its sources; empty for another text.

        An answer of several messages is one turn: that of its first.
        """
        try:
            posting = await self._postings.find(team, channel, ts)
            if posting is None or posting.ts[0] != ts or not posting.trace_id:
                return ""
            answer = (await self._traces.find(posting.trace_id)).answer
        except LedgerError:
            return ""
        return "\n".join(claim.text for claim in answer.claims) if answer else ""
