"""The app's home: what somebody may ask, what they asked, and for maintainers how things stand."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import structlog

from bot.inbound import CASE_ACTION, Inbound
from bot.slack import phrases, reports
from bot.slack.blocks import Block
from bot.slack.home_handed import HandedOver
from bot.slack.reception import Reception
from bot.slack.refused import SlackRefused
from bot.slack.reply.views import button, header, linked, publish_home, section
from bot.slack.work import Work
from retrieval.errors import FootnoteError
from retrieval.learn.listed import short
from retrieval.policy import Reason
from retrieval.ports import PastOpinion, PastQuestion
from retrieval.text.shorten import shorten_line

MOST_QUESTIONS, MOST_OPINIONS, MOST_CASES = 8, 5, 10
SHOWN = 200
"""Characters of a question that are shown."""

Blocks = list[Block]


@dataclass(frozen=True, slots=True)
class Home:
    """Publishes homes, each rebuilt when it is opened."""

    reception: Reception

    async def __call__(self, work: Work) -> str:
        """Publish the home of whoever opened it, over the one that they saw.

        Where a newer one was published meanwhile, that stays; what goes wrong harms nothing else.
        """
        opened = Inbound.read(work.job.payload)
        user, seen = opened.user, opened.subject
        try:
            await publish_home(self.reception.web, user, await self.blocks(user), seen)
        except FootnoteError as error:
            structlog.get_logger().warning("home_not_published", reason=str(error))
            return "not_published"
        return "published"

    async def blocks(self, user: str) -> Blocks:
        """Return what somebody's home shows. Raises SlackRefused, StoreError, LedgerError."""
        allowed = await self.reception.may_search(user)
        if isinstance(allowed, Reason) and allowed != Reason.NOTHING:
            return [header(phrases.home_title()), section(phrases.refused(str(allowed)))]
        shown = [header(phrases.home_ask()), section(phrases.home_how(self.reception.command))]
        names = () if isinstance(allowed, Reason) else allowed
        shown += [header(phrases.home_collections()), *await self._collections(names)]
        shown += [header(phrases.home_questions()), *await self._questions(user)]
        shown += [header(phrases.home_opinions()), *await self._opinions(user)]
        shown += await HandedOver(self.reception).blocks(user)
        if self.reception.maintains(user):
            shown += [header(phrases.home_health()), *await self._health()]
            shown += [header(phrases.home_cases()), *await self._cases(user)]
        return shown

    async def _collections(self, names: Sequence[str]) -> Blocks:
        """Name what somebody may search in direct messages."""
        found = await self.reception.pages(names)
        lines = [f"• {phrases.pages_of(one.name, one.pages)}" for one in found]
        said = "\n\n".join(lines) or phrases.home_none()
        return [section(said), section(phrases.home_channels())]

    async def _questions(self, user: str) -> Blocks:
        """List somebody's own questions, with how each ended and where the answer stands."""
        asked = self.reception.books.asked
        found = await asked.by(self.reception.team, user, most=MOST_QUESTIONS)
        links = await asyncio.gather(*(self._link(one.channel, one.ts) for one in found))
        blocks = [_question(one, link) for one, link in zip(found, links, strict=True)]
        return blocks or [section(phrases.home_no_questions())]

    async def _opinions(self, user: str) -> Blocks:
        """List what somebody thought of answers to others, without the words of others."""
        asked = self.reception.books.asked
        found = await asked.judged(self.reception.team, user, most=MOST_OPINIONS)
        links = await asyncio.gather(*(self._link(one.channel, one.ts) for one in found))
        blocks = [_opinion(one, link) for one, link in zip(found, links, strict=True) if link]
        return blocks or [section(phrases.home_no_opinions())]

    async def _link(self, channel: str, ts: str) -> str:
        """Return the address of a message; none where Slack gives none."""
        if not ts:
            return ""
        try:
            found = await self.reception.web.call(
                "chat.getPermalink", channel=channel, message_ts=ts
            )
        except SlackRefused:
            return ""
        return str(found.get("permalink") or "")

    async def _health(self) -> Blocks:
        return [section("\n\n".join(await reports.index(self.reception)))]

    async def _cases(self, user: str) -> Blocks:
        """List open cases, each with a button that shows it to who may see it."""
        blocks = []
        for case in await self.reception.open_cases(most=MOST_CASES):
            asked = str(case.content.get("question", ""))
            shown = (
                asked if await self.reception.readable(case, user) else phrases.hidden_question()
            )
            state, day = phrases.case_state(case.state), f"{case.made:%Y-%m-%d}"
            line = phrases.case_line(short(case.id), day, state, shorten_line(shown, SHOWN))
            blocks.append(section(line, button(CASE_ACTION, phrases.show_case(), case.id)))
        return blocks or [section(phrases.no_cases())]


def _question(one: PastQuestion, link: str) -> Block:
    """Show a question of somebody's own."""
    ended = [phrases.outcome(one.outcome), phrases.day(f"{one.asked:%Y-%m-%d}")]
    if one.opinion:
        ended.append(phrases.opinion(one.opinion))
    label = phrases.see_answer() if link else phrases.only_you_saw()
    return linked(f"{shorten_line(one.text, SHOWN)}\n\n{', '.join(ended)}", label, link)


def _opinion(one: PastOpinion, link: str) -> Block:
    """Show an opinion: the link to the answer says the rest to who may see it."""
    said = f"{phrases.opinion(one.value)}, {phrases.day(f'{one.given:%Y-%m-%d}')}"
    return linked(said, phrases.see_answer() if link else "", link)
