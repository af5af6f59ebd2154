"""Answers whose pages say something else by now: marked where they stand, their askers told once.

What an answer quoted and its page no longer says is found by `retrieval.learn.looking`; here it is
shown. Whoever may not search the page any more is not told what it says now.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import structlog

from bot.slack import phrases
from bot.slack.access import UNSEEN, Access
from bot.slack.escaping import inline, link, plain, safe_address
from bot.slack.facts import Lookup
from bot.slack.locales import Locales
from bot.slack.paging import is_member
from bot.slack.payload import string
from bot.slack.refused import SlackRefused
from bot.slack.reply import Pace, Target, remark
from bot.slack.reply.marking import mark
from bot.slack.web import Web
from retrieval.errors import FootnoteError, LedgerError
from retrieval.policy import Place, Refusal, scope
from retrieval.ports import Clock, Notifier, Posting, Postings, Recall, Recalls, Traces
from retrieval.text.plain import plain as without_marks
from retrieval.text.shorten import shorten

MOST_A_DAY = 20
"""Answers of a workspace whose askers are told in a day."""
SHOWN = 3
"""Pages that are named under one answer."""
LONGEST = 400
"""Characters of a sentence that is shown."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the ledger knows of recalled answers, and what sends notices."""

    recalls: Recalls
    postings: Postings
    traces: Traces
    notifier: Notifier


@dataclass(frozen=True, slots=True)
class Recaller:
    """Shows in one workspace what of its answers no longer stands."""

    web: Web
    books: Shown
    access: Access
    pace: Pace
    clock: Clock
    team: str

    async def run(self, seconds: float) -> None:
        """Show it for as long as the task lives."""
        while True:
            try:
                await self.show()
            except FootnoteError as error:
                structlog.get_logger().warning("recalls_not_shown", reason=str(error))
            except Exception:  # noqa: BLE001  (whatever it is, the next look may be spared it)
                structlog.get_logger().exception("recalls_not_shown")
            await asyncio.sleep(seconds)

    async def show(self) -> None:
        """Mark what is to be marked, and tell whoever is to be told. Raises LedgerError.

        What Slack does not take now is tried again the next time; the others do not wait for it.
        """
        due = await self.books.recalls.to_mark(team=self.team)
        for answer in dict.fromkeys(one.answer for one in due):
            await self._tried(self._mark, answer)
        day = self.clock.now().replace(hour=0, minute=0, second=0, microsecond=0)
        for answer in await self.books.recalls.to_tell(day, team=self.team, most=MOST_A_DAY):
            await self._tried(self._tell, answer)

    async def _tried(self, act: Callable[[str], Awaitable[None]], answer: str) -> None:
        try:
            await act(answer)
        except SlackRefused as refused:
            log = structlog.get_logger().bind(trace_id=answer, error=refused.error)
            log.warning("recall_waits")

    # --- the line under the answer --------------------------------------------------------

    async def _mark(self, answer: str) -> None:
        """Show under an answer what of it no longer stands; where nothing is, show no line."""
        posting = await self.books.postings.of_trace(answer)
        found = await self.books.recalls.of(answer)
        if posting and posting.ts:
            with phrases.speaking(await self._locale(posting.asker)):
                await self._shown(posting, line(found))
        await self.books.recalls.marked(answer, found)

    async def _shown(self, posting: Posting, text: str) -> None:
        """Show the line; where that message cannot show it, say it in the thread.

        Raises SlackRefused where another attempt may succeed.
        """
        await self.pace.update()
        channel, ts = posting.channel, posting.ts[-1]
        shown = False
        try:
            shown = await mark(self.web, channel, posting.thread_ts, ts, text)
        except SlackRefused as refused:
            if _passing(refused):
                raise
            log = structlog.get_logger().bind(trace_id=posting.trace_id, error=refused.error)
            log.warning("answer_not_marked")
        if text and not shown:
            where = Target(self.team, channel, posting.thread_ts or ts, posting.asker)
            await self._remarked(where, text)

    async def _remarked(self, where: Target, text: str) -> None:
        """Say it in the thread; a place where nothing can be posted is left alone."""
        try:
            await remark(self.web, where, text)
        except SlackRefused as refused:
            if _passing(refused):
                raise

    # --- the word to the asker -------------------------------------------------------------

    async def _tell(self, answer: str) -> None:
        """Tell the asker once what was said and what the page says now, if they may know it."""
        posting = await self.books.postings.of_trace(answer)
        found = [one for one in await self.books.recalls.of(answer) if not one.told]
        if not posting or not found:
            await self.books.recalls.told(answer, silence="not_there")
            return
        allowed = await self._allowed(posting)
        known = [one for one in found if one.page.collection in allowed]
        if not known:
            await self.books.recalls.told(answer, silence="not_allowed")
            return
        where = await self._address(posting)
        with phrases.speaking(await self._locale(posting.asker)):
            text = letter(known, await self._asked(answer), where)
        links = [where, *(one.url for one in known)]
        await self.books.notifier.notify(
            posting.asker,
            text,
            key=f"recall:{self.team}:{posting.asker}:{_mark_of(known)}",
            team=self.team,
            links=[one for one in links if one],
        )
        await self.books.recalls.told(answer)

    async def _allowed(self, posting: Posting) -> frozenset[str]:
        """Name what the asker may search now: directly, or where they asked, if still there.

        Nothing where Slack does not say who they are. Raises SlackRefused where it may later.
        """
        lookup: Lookup = self.access.lookup
        try:
            asker = await lookup.asker(posting.asker)
            direct = scope(asker, Place(posting.asker, "direct"), self.access.policy)
            found = frozenset() if isinstance(direct, Refusal) else frozenset(direct.collections)
            if posting.channel.startswith("D") or not await self._is_in(posting):
                return found
            place = scope(asker, await lookup.place(posting.channel), self.access.policy)
            return found if isinstance(place, Refusal) else found.union(place.collections)
        except SlackRefused as refused:
            if _passing(refused):
                raise
            return frozenset()

    async def _is_in(self, posting: Posting) -> bool:
        """Whether the asker is still in the channel that they asked in."""
        try:
            return await is_member(self.web, posting.channel, posting.asker)
        except SlackRefused as refused:
            if refused.error in UNSEEN:
                return False
            raise

    async def _asked(self, answer: str) -> str:
        """Return what was asked; empty where no trace is kept."""
        try:
            return (await self.books.traces.find(answer)).question.text
        except LedgerError:
            return ""

    async def _address(self, posting: Posting) -> str:
        """Return the address of the answer; empty for a private one, or where Slack says none."""
        if not posting.ts:
            return ""
        try:
            reply = await self.web.call(
                "chat.getPermalink", channel=posting.channel, message_ts=posting.ts[0]
            )
        except SlackRefused:
            return ""
        return string(reply, "permalink")

    async def _locale(self, user: str) -> str:
        return await Locales(self.access.lookup).of(user)


def _passing(refused: SlackRefused) -> bool:
    """Whether another attempt may succeed."""
    return bool(refused.unsure or refused.retry_after)


def line(found: Sequence[Recall]) -> str:
    """Return the line under an answer; empty where all of its quotes still stand."""
    said = []
    for one in found[:SHOWN]:
        date = one.found.date().isoformat()
        word = phrases.quoted_page_gone if one.gone else phrases.no_longer_says
        said.append(inline(word(one.title, date)))
    return "\n".join(said)


def letter(found: Sequence[Recall], asked: str, where: str) -> str:
    """Return what an asker is told: what was quoted, and what the page says now."""
    question = inline(phrases.your_question(shorten(asked, LONGEST))) if asked else ""
    head = [inline(phrases.answer_changed()), question]
    if where:
        head.append(link(phrases.the_answer(), where))
    parts = [" ".join(filter(None, head))]
    for one in found[:SHOWN]:
        page = link(one.title, one.url) if safe_address(one.url) else inline(one.title)
        parts += [f"{page}: {inline(phrases.it_said())}", _quoted(one.said)]
        if one.now:
            parts += [inline(phrases.it_says_now()), _quoted(one.now)]
        else:
            word = phrases.page_is_gone() if one.gone else phrases.says_nothing_like_it()
            parts.append(inline(word))
    return "\n\n".join(parts)


def _quoted(text: str) -> str:
    """Write a sentence of a page as a quote."""
    lines = plain(shorten(without_marks(text), LONGEST)).split("\n")
    return "\n".join(f"> {one}".rstrip() for one in lines)


def _mark_of(found: Sequence[Recall]) -> str:
    """Return the key of what is told, so that whoever asked the same twice is told once."""
    parts = sorted(
        f"{one.page.collection}:{one.page.document}:{one.found.isoformat()}" for one in found
    )
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
