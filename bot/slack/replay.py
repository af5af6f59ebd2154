"""A channel's past -> what the bot would have said there unasked; nobody hears of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any, Self, cast

from bot.inbound import ChannelKind, Inbound
from bot.slack.agreement import People, agreement
from bot.slack.decode import decode
from bot.slack.hear import hear
from bot.slack.past import Message, Past, event_of
from bot.slack.payload import Facts, string
from bot.slack.ready import BROKEN, Weighed, Weighing
from bot.slack.unasked import AUTO
from retrieval.errors import FootnoteError
from retrieval.policy import Place

SHOWN = 600
"""Characters of what people said that are kept."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """A past question, and what the bot would have said; `reason` says why nothing.

    `people` compares an answer with what others said in its thread, of which `said` is the
    beginning; `failure` is why it could not be replayed.
    """

    ts: str
    question: str
    reason: str
    answer: str = ""
    pages: tuple[str, ...] = ()
    trace_id: str = ""
    share: float = 0.0
    meaning: float = 0.0
    people: str = ""
    said: str = ""
    failure: str = ""

    @property
    def answered(self) -> bool:
        """Whether it would have been answered."""
        return not self.reason

    def row(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return asdict(self)

    @classmethod
    def read(cls, row: dict[str, Any]) -> Self:
        """Read what `row` returned. Raises TypeError for another row."""
        found = cls(**row)
        return replace(found, pages=tuple(found.pages))


@dataclass(frozen=True, slots=True)
class Replay:
    """Asks past questions again, in silence."""

    past: Past
    weighing: Weighing
    facts: Facts

    def question(self, message: Message, place: Place) -> Inbound | None:
        """Return a message as the question that the bot would take up unasked, if it is one."""
        facts = replace(self.facts, auto=True, listen="questions", ours=False)
        heard = hear(event_of(message, facts.team, place.id, cast(ChannelKind, place.kind)), facts)
        if isinstance(heard, Inbound) and (heard.kind, heard.source) == ("question", AUTO):
            return heard
        return None

    async def __call__(self, asked: Inbound, message: Message) -> Replayed:
        """Replay a question; what fails is a failure of its own. Raises SlackRefused."""
        try:
            weighed = await self.weighing(asked)
        except (FootnoteError, TimeoutError) as error:
            told = str(error) or "too slow"
            return Replayed(asked.ts, asked.text, BROKEN, failure=told)
        found = _replayed(asked, weighed)
        if not found.answered or not message.get("reply_count"):
            return replace(found, people=str(People.SILENT) if found.answered else "")
        replies = await self._people(asked)
        people = agreement(asked.text, weighed.ready.answer, replies)
        said = " / ".join(decode(reply) for reply in replies)
        return replace(found, people=str(people), said=said[:SHOWN])

    async def _people(self, asked: Inbound) -> list[str]:
        """Return what others than the asker said under a question."""
        replies = await self.past.replies(asked.channel, asked.ts)
        return [string(one, "text") for one in replies if self._is_another(one, asked)]

    def _is_another(self, said: Message, asked: Inbound) -> bool:
        who = string(said, "user")
        return bool(who) and who not in {asked.user, self.facts.bot_user} and not said.get("bot_id")


def _replayed(asked: Inbound, weighed: Weighed) -> Replayed:
    """Return what came of a question."""
    answer = weighed.ready.answer
    pages = dict.fromkeys(
        citation.document.url or citation.document.path
        for claim in answer.claims
        for citation in claim.citations
    )
    return Replayed(
        ts=asked.ts,
        question=asked.text,
        reason=weighed.reason,
        answer="\n".join(claim.text for claim in answer.claims),
        pages=tuple(pages),
        trace_id=answer.trace_id,
        share=round(weighed.found.share, 3),
        meaning=round(weighed.found.meaning, 3),
    )
