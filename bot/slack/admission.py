"""A row -> whether it is for the bot at all: who may ask, how often, and whether they mean it.

This is decided before anything is said or shown. A row that is left alone is closed with its
reason, which anybody who wonders can ask for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import structlog

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.addressed import Bot, addressed, could_be
from bot.slack.asked import question
from bot.slack.asking import bare, says_solved, wants_person
from bot.slack.gate import UNASKED, Gate
from bot.slack.limits import Few
from bot.slack.notices import Handler
from bot.slack.pointing import pointed_at, points
from bot.slack.reading import Reading
from bot.slack.refused import SlackRefused
from bot.slack.reply.gone import GONE
from bot.slack.thread import Threads
from bot.slack.work import ATTEMPTS, Later, Work
from retrieval.ports import Clock, Escalation, EscalationList, Notifier, Talks
from retrieval.ports.escalations import RESOLVED, UNRESOLVED

QUIET = "quiet: "
"""How the result of a row begins that was left alone; the reason follows."""
MINUTE = 60.0


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is said in one thread: answers in all, and within a minute to people and bots.

    To a bot no more is said at the top level of a channel, either.
    """

    answers: int = 50
    a_minute: int = 10
    to_bots_a_minute: int = 2


@dataclass(frozen=True, slots=True)
class Admission:
    """Lets questions through that the bot is to answer."""

    gate: Gate
    threads: Threads
    reading: Reading
    talks: Talks
    notifier: Notifier
    clock: Clock
    bot: Bot
    limits: Limits = Limits()
    escalations: EscalationList | None = None
    _of_bots: Few = field(init=False)

    def __post_init__(self) -> None:
        """No bot has said anything yet."""
        few = Few(self.clock, self.limits.to_bots_a_minute, timedelta(seconds=MINUTE))
        object.__setattr__(self, "_of_bots", few)

    def before(self, handle: Handler) -> Handler:
        """Return a handler that only sees what is meant for the bot."""

        async def handled(work: Work) -> str:
            if work.job.kind == "question":
                closed = await self._closed(work)
                if closed:
                    structlog.get_logger().info("left_alone", job=work.job.id, result=closed)
                    return closed
            return await handle(work)

        return self.gate.before(handled)

    async def _closed(self, work: Work) -> str:
        """Return how a question ends that is not answered; else the row may say more than before.

        Raises Later where the thread is talked in too fast, SlackRefused where Slack does not show
        it now.
        """
        asked = Inbound.read(work.job.payload)
        begun = work.job.attempts > 1 and work.job.progress
        if not begun and (full := await self._full(asked)):
            return full
        try:
            if asked.source == "thread":
                return await self._heard(work, asked)
            handed = await self._with_people(work, asked, asked.text)
            if handed is not None:
                return handed
            await self._point(work, asked)
        except SlackRefused as refused:
            return "" if begun else self._unread(work, asked, refused)
        return ""

    async def _full(self, asked: Inbound) -> str:
        """Return how a question ends in a thread that has enough answers.

        Raises Later where there were too many just now.
        """
        place = (asked.team, asked.channel, asked.root)
        if not asked.thread_ts:
            whose = f"{asked.team}:{asked.channel}:{asked.bot}"
            free = not asked.bot or self._of_bots.lets(whose, asked.message_key)
            return "" if free else f"{QUIET}too many answers"
        since = self.clock.now() - timedelta(seconds=MINUTE)
        lately = await self.talks.answers(*place, since=since)
        if asked.bot and lately >= self.limits.to_bots_a_minute:
            return f"{QUIET}too many answers"
        if await self.talks.answers(*place) >= self.limits.answers:
            await self._tell_full(asked)
            return f"{QUIET}too many answers"
        if lately >= self.limits.a_minute:
            raise Later("There were too many answers in this thread just now.", MINUTE / 2)
        return ""

    async def _tell_full(self, asked: Inbound) -> None:
        """Tell a person once that the thread has had enough answers."""
        if asked.bot or asked.source in UNASKED:
            return
        where = f"{asked.channel}:{asked.root}"
        to = f"{asked.channel} {asked.user} {asked.root}"
        await self.notifier.notify(
            asked.channel if asked.channel_kind == "direct" else to,
            phrases.thread_full(self.limits.answers),
            key=f"thread_full:{asked.team}:{where}:{asked.user}",
            team=asked.team,
        )

    async def _heard(self, work: Work, asked: Inbound) -> str:
        """Decide about a reply in the bot's thread by what was said before it."""
        said = await self.threads.said(asked)
        before = [one for one in said if one.ts != asked.ts]
        text = next((one.text for one in said if one.ts == asked.ts), "")
        if not text:
            return "deleted"
        handed = await self._with_people(work, asked, text)
        if handed is not None:
            return handed
        verdict = addressed(before, asked.user, text, self.bot)
        if not verdict.wanted:
            return f"{QUIET}{verdict.reason}"
        if verdict.wanted == "human":
            _change(work, kind="human")
        elif verdict.wanted == "not_it":
            _change(work, source="again", subject="not_it")
        return ""

    async def _with_people(self, work: Work, asked: Inbound, text: str) -> str | None:
        """Return how a reply ends in a thread handed over to people; None if that changes nothing.

        Its asker may say that it is solved, or call for people again, perhaps without knowing that
        they have it already. Raises LedgerError.
        """
        solved = says_solved(bare(text))
        known = await self._handed(asked)
        mine = next((o for o in known if o.asker == asked.user and o.state in UNRESOLVED), None)
        if mine and solved:
            _change(work, kind="escalation", about=mine.id, subject="solved")
            return ""
        if asked.source == "thread" and any(one.claimed or one.state == RESOLVED for one in known):
            if any(one.asker == asked.user for one in known) and self._wants_person(text):
                _change(work, kind="human")
                return ""
            return f"{QUIET}a person has this thread"
        heard = asked.source == "thread" and solved
        return f"{QUIET}nothing asked in the bot's thread" if heard else None

    def _wants_person(self, text: str) -> bool:
        """Whether a reply, said to nobody else, calls for people."""
        return not could_be(text, self.bot) and wants_person(bare(text))

    async def _handed(self, asked: Inbound) -> Sequence[Escalation]:
        """Return what of a thread was handed over to people."""
        if self.escalations is None or not asked.thread_ts:
            return ()
        return await self.escalations.in_thread(asked.team, asked.channel, asked.root)

    async def _point(self, work: Work, asked: Inbound) -> None:
        """Let a message that only points ask what it points at.

        That is a linked message, what its own file says where there are no words beside it, or a
        message of the thread.
        """
        if asked.source not in {"mention", "direct"} or not points(asked.text):
            return
        linked = await self.reading.linked(asked) if asked.links else None
        if linked and linked.turns:
            _change(work, text=linked.turns[0].text)
            return
        if asked.files and not asked.text:
            _change(work, text=await self.reading.written(asked))
            return
        if not asked.thread_ts:
            return
        found = pointed_at([one for one in await self.threads.said(asked) if one.ts != asked.ts])
        if found:
            _change(work, text=question(found.text), pointed=found.ts)

    def _unread(self, work: Work, asked: Inbound, refused: SlackRefused) -> str:
        """Decide where Slack does not show the thread: whoever mentioned the bot is answered."""
        if refused.error in GONE:
            return "deleted"
        if asked.source != "thread":
            return ""
        if work.job.attempts < ATTEMPTS:
            raise refused
        return f"{QUIET}the thread could not be read"


def _change(work: Work, **values: Any) -> None:
    """Change a row for the handlers that come next; the ledger's copy stays as it is."""
    changed = replace(Inbound.read(work.job.payload), **values)
    payload: Mapping[str, Any] = changed.payload()
    work.job = replace(work.job, kind=changed.kind, payload=payload)
