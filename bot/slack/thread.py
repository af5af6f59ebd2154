"""The thread before a question -> turns for the answerer: the root and the newest of the rest."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import structlog

from bot.inbound import Inbound
from bot.slack.addressed import Said, Speaker
from bot.slack.asked import question
from bot.slack.decode import says_something
from bot.slack.material import shown
from bot.slack.paging import next_cursor
from bot.slack.payload import Facts, string
from bot.slack.reading import Read, Reading
from bot.slack.refused import SlackRefused
from bot.slack.reply.gone import GONE
from bot.slack.web import Web
from retrieval.errors import LedgerError
from retrieval.ports import Postings, Traces
from retrieval.values import Note, Turn

PAGE = 200
PAGES = 5
BISECTIONS = 8
"""Replies come oldest first: a thread longer than five pages is halved until its end is there."""
TURNS = 20
TURN_CHARACTERS = 2_000
TOKENS = 4_000
"""Of a question and its thread together, counted as a quarter of their bytes and a few a turn.

A question has what it needs, then the root, then the newest messages, as many as fit.
"""
REMEMBERED = 50
"""Threads that were read to see whether a reply is for the bot, and are read once more soon."""

Message = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class History:
    """The turns before a question, oldest first; `cut` says that there were more.

    What came along with the question stands last; `notes` say what of it was not read.
    """

    turns: tuple[Turn, ...] = ()
    cut: bool = False
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Kept:
    """What the ledger keeps of threads."""

    postings: Postings
    traces: Traces


class Threads:
    """Reads threads, with what the ledger knows of the bot's own answers in them."""

    def __init__(self, web: Web, kept: Kept, facts: Facts, reading: Reading | None = None) -> None:
        """Take Slack, what the ledger keeps, who the bot is, and what reads files and links."""
        self._web = web
        self._postings = kept.postings
        self._traces = kept.traces
        self._facts = facts
        self._reading = reading
        self._read: OrderedDict[str, tuple[list[Message], bool]] = OrderedDict()

    async def said(self, asked: Inbound) -> tuple[Said, ...]:
        """Return what was said in its thread up to a message, that message the last of it.

        The texts are as Slack has them. Raises SlackRefused.
        """
        if not asked.thread_ts:
            return ()
        messages, cut = await self._messages(asked)
        self._read[asked.message_key] = messages, cut
        while len(self._read) > REMEMBERED:
            self._read.popitem(last=False)
        return tuple(
            Said(self._speaker(m), _author(m), shown(m), string(m, "ts"))
            for m in messages
            if _moment(m) <= float(asked.ts)
        )

    async def before(self, asked: Inbound) -> History:
        """Return what was said before a question in its thread, and what came along with it.

        Raises SlackRefused.
        """
        material = await self.along(asked)
        turns, notes = material.turns, material.notes
        if not asked.thread_ts:
            return History(tuple(within(turns, TOKENS - tokens(asked.text))), notes=notes)
        known = self._read.pop(asked.message_key, None)
        try:
            messages, cut = known or await self._messages(asked)
        except SlackRefused as refused:
            read = await self._own(asked)
            if refused.error in GONE or not read:
                raise
            return History((*read, *turns), notes=(*notes, Note("history_own", refused.error)))
        said = [
            m for m in messages if _moment(m) < float(asked.ts) and string(m, "ts") != asked.pointed
        ]
        kept = said if len(said) <= TURNS else [said[0], *said[1 - TURNS :]]
        read = [turn for m in kept if (turn := await self._turn(asked.team, asked.channel, m))]
        fit = within([*read, *turns], TOKENS - tokens(asked.text))
        left = len(kept) < len(said) or len(fit) < len(read) + len(turns)
        return History(tuple(fit), cut or left, notes)

    async def along(self, asked: Inbound) -> Read:
        """Return what came along with a question; what of it cannot be read is noted."""
        return await self._reading.of(asked) if self._reading else Read()

    async def _own(self, asked: Inbound) -> list[Turn]:
        """Return what the ledger has of a thread: the questions to the bot, and its answers."""
        turns: list[Turn] = []
        place = (asked.team, asked.channel, asked.root)
        try:
            for posting in (await self._postings.in_thread(*place))[-TURNS // 2 :]:
                if posting.question_ts == asked.ts or not posting.trace_id:
                    continue
                trace = await self._traces.find(posting.trace_id)
                claims = trace.answer.claims if trace.answer else ()
                said = "\n".join(claim.text for claim in claims)[:TURN_CHARACTERS]
                turns.append(Turn("user", trace.question.text[:TURN_CHARACTERS]))
                turns += [Turn("assistant", said)] if said else []
        except LedgerError as error:
            structlog.get_logger().warning("thread_unknown", reason=str(error))
        return turns

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
            cursor = next_cursor(reply)
            if not cursor:
                return found, False
        return found, True

    def _speaker(self, message: Message) -> Speaker:
        """Say who wrote a message: the bot itself by its ids, a person, or another bot."""
        bot = string(message, "bot_id")
        if string(message, "user") == self._facts.bot_user or (bot and bot == self._facts.bot_id):
            return "bot"
        return "other" if bot or message.get("bot_profile") else "person"

    async def _turn(self, team: str, channel: str, message: Message) -> Turn | None:
        """Say who said what; None for what says nothing."""
        speaker = self._speaker(message)
        if speaker == "bot":
            text = await self._answered(team, channel, string(message, "ts"))
            return Turn("assistant", text[:TURN_CHARACTERS]) if text else None
        text = question(shown(message))[:TURN_CHARACTERS]
        if not says_something(text):
            return None
        return Turn("other" if speaker == "other" else "user", text)

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


def within(turns: Sequence[Turn], most: int) -> list[Turn]:
    """Return the turns that fit: the first, then the newest, as long as there are tokens left."""
    if not turns:
        return []
    first, rest = turns[0], turns[1:]
    left = most - tokens(first.text)
    if left < 0:
        return []
    newest: list[Turn] = []
    for turn in reversed(rest):
        left -= tokens(turn.text)
        if left < 0:
            break
        newest.append(turn)
    return [first, *reversed(newest)]


def tokens(text: str) -> int:
    """Count the tokens of a message, rather too many: a quarter of its bytes, and its frame."""
    return len(text.encode("utf-8", "replace")) // 4 + 8


def _author(message: Message) -> str:
    """Return the id of who wrote a message."""
    return string(message, "user") or string(message, "bot_id")


def _moment(message: Message) -> float:
    """Return when a message was written; one without a time is left out of every thread."""
    try:
        return float(string(message, "ts"))
    except ValueError:
        return math.inf
