"""The agent panel: questions that are suggested when it opens, and the titles of conversations."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass
from datetime import timedelta

import structlog

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.notices import Handler
from bot.slack.reception import Reception
from bot.slack.refused import SlackRefused
from bot.slack.work import Work
from retrieval.errors import FootnoteError
from retrieval.policy import Reason
from retrieval.ports import Popular
from retrieval.text.shorten import shorten_line

MOST_PROMPTS = 4
RECENT = timedelta(days=30)
LONGEST_TITLE, LONGEST_PROMPT = 80, 200
TITLE_SECONDS = 3.0
"""How long an answer waits at its end for its title."""


@dataclass(frozen=True, slots=True)
class Panel:
    """Suggests questions, and names conversations by what was asked."""

    reception: Reception

    async def opened(self, work: Work) -> str:
        """Suggest questions to whoever opened the panel; what goes wrong harms nothing."""
        found = Inbound.read(work.job.payload)
        try:
            prompts = await self._prompts(found)
            await self.reception.web.call(
                "assistant.threads.setSuggestedPrompts",
                channel_id=found.channel,
                title=phrases.prompts_title(),
                prompts=prompts,
            )
        except FootnoteError as error:
            structlog.get_logger().warning("nothing_suggested", reason=str(error))
            return "nothing_suggested"
        return "suggested"

    async def _prompts(self, found: Inbound) -> list[dict[str, str]]:
        """Return what several people asked of what this person may search, and how to ask.

        Of a channel that they look at, what is asked of its collections comes first.
        """
        allowed = await self.reception.may_search(found.user)
        if isinstance(allowed, Reason):
            return _as_prompts([phrases.prompt_how()])
        since = self.reception.clock.now() - RECENT
        asked = await self.reception.books.asked.popular(self.reception.team, since=since)
        seen = [one for one in asked if set(one.collections) <= set(allowed)]
        near = self._near(found.about)
        seen.sort(key=lambda one: not near & set(one.collections))
        texts = [one.text for one in seen[: 4 * MOST_PROMPTS] if await self._public(one)]
        return _as_prompts(
            [*texts[: MOST_PROMPTS - 1], phrases.prompt_how(), phrases.prompt_what()]
        )

    def _near(self, channel: str) -> set[str]:
        """Name the collections that belong to a channel."""
        every = self.reception.access.policy.collections.items()
        return {name for name, one in every if channel and channel in {*one.channels, one.support}}

    async def _public(self, one: Popular) -> bool:
        """Whether a question was asked where everybody reads; not where Slack does not say."""
        for channel in one.channels:
            with contextlib.suppress(SlackRefused):
                place = await self.reception.place(channel)
                if place and place.kind == "channel" and not place.shared:
                    return True
        return False

    def before(self, handle: Handler) -> Handler:
        """Return a handler of questions that names a conversation while it is answered."""

        async def handled(work: Work) -> str:
            asked = Inbound.read(work.job.payload)
            begins = asked.channel_kind == "direct" and not asked.thread_ts and asked.text
            if not begins or asked.private or work.job.attempts > 1:
                return await handle(work)
            naming = asyncio.create_task(self._name(asked))
            try:
                return await handle(work)
            finally:
                await asyncio.wait([naming], timeout=TITLE_SECONDS)
                naming.cancel()

        return handled

    async def _name(self, asked: Inbound) -> None:
        """Name a conversation by its question; a name is not worth a second try.

        It is a title of the older panel, and the name of a session in the newer.
        """
        title = shorten_line(asked.text, LONGEST_TITLE)
        where = {"channel_id": asked.channel, "thread_ts": asked.root, "title": title}
        for method in ("assistant.threads.setTitle", "agents.sessions.rename"):
            try:
                await self.reception.web.call(method, **where)
            except SlackRefused as refused:
                structlog.get_logger().debug("not_named", by=method, error=refused.error)
            else:
                return


def _as_prompts(texts: list[str]) -> list[dict[str, str]]:
    """Return suggestions as Slack wants them, each once."""
    some = [text[:LONGEST_PROMPT] for text in dict.fromkeys(texts)][:MOST_PROMPTS]
    return [{"title": text[:LONGEST_TITLE], "message": text} for text in some]
