"""The slash command: a word of its own is done, everything else is a private question."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import structlog

from bot.inbound import Acknowledged, Inbound, Kind
from bot.slack import phrases, reports
from bot.slack.asked import question, small_talk
from bot.slack.blocks import mrkdwn
from bot.slack.markdown import sanitise
from bot.slack.payload import Payload, kind_of, string
from bot.slack.reception import Reception
from bot.slack.refused import SlackRefused
from retrieval.errors import LedgerError, StoreError
from retrieval.policy import Refusal
from retrieval.text.shorten import shorten

ANSWER_SECONDS = 1.8
"""How long a report may take: Slack waits three seconds, and what is late is not shown."""
MAINTAINERS = frozenset({"policy", "cases", "index"})
REPORTS = frozenset({"status"}) | MAINTAINERS
MUTING = frozenset({"mute", "unmute"})
SWITCHING = {"auto": "", "auto on": "on", "auto off": "off"}
"""What maintainers say about answering a channel unasked -> the subject of the row."""
SHOWN_QUESTION = 300
"""Characters of a question that are repeated."""


@dataclass(frozen=True, slots=True)
class Command:
    """Answers the slash command, whatever it is called."""

    reception: Reception

    async def __call__(self, payload: Payload) -> Acknowledged:
        """Do what the word says, or take what was typed for a question."""
        said, name = string(payload, "text").strip(), string(payload, "command")
        user, word = string(payload, "user_id"), said.casefold()
        if word in {"", "help"}:
            return _answer(self._help(name, user))
        word = " ".join(word.split())
        if word in (MAINTAINERS | SWITCHING.keys()) and not self.reception.maintains(user):
            return _answer(phrases.only_maintainers())
        if word in REPORTS:
            return _answer(await self._report(word, user, string(payload, "channel_id")))
        if word in MUTING:
            return Acknowledged(rows=(self._row(payload, "mute", subject=word),))
        if word in SWITCHING:
            row = self._row(payload, "switch", subject=SWITCHING[word])
            return Acknowledged(rows=(row,))
        return await self._received(self._row(payload, "question", text=question(said)))

    async def _received(self, asked: Inbound) -> Acknowledged:
        """Take a question, and say that it is looked up where it is.

        Why it is not is said by whoever handles its row. What cannot be told in time only repeats
        the question.
        """
        shown = shorten(asked.text, SHOWN_QUESTION)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                if not await self._is_looked_up(asked):
                    return Acknowledged(rows=(asked,))
        except (SlackRefused, StoreError, TimeoutError):
            return _answer(phrases.asked_privately(shown), asked)
        return _answer(phrases.looking_up(shown), asked)

    async def _is_looked_up(self, asked: Inbound) -> bool:
        """Whether a question is one, its asker may ask it there, and there are pages to search."""
        if not asked.text or small_talk(asked.text):
            return False
        found = await self.reception.access.allowed(asked)
        if isinstance(found, Refusal):
            return False
        return any(one.pages for one in await self.reception.pages(found.collections))

    def _help(self, name: str, user: str) -> str:
        """Say what can be typed; to maintainers, what they can besides."""
        told = phrases.command_help(name)
        more = phrases.command_help_maintainer(name)
        return f"{told}\n\n{more}" if self.reception.maintains(user) else told

    async def _report(self, word: str, user: str, channel: str) -> str:
        """Return a report, or a word that it could not be made in time."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                match word:
                    case "status":
                        lines = await reports.status(self.reception, user, channel)
                    case "policy":
                        lines = await reports.policy(self.reception, user, channel)
                    case "cases":
                        lines = await reports.cases(self.reception, user)
                    case _:
                        lines = await reports.index(self.reception)
        except (SlackRefused, StoreError, LedgerError, TimeoutError) as error:
            structlog.get_logger().warning("no_report", report=word, reason=str(error))
            return phrases.try_again()
        return "\n\n".join(lines)

    def _row(self, payload: Payload, kind: Kind, *, text: str = "", subject: str = "") -> Inbound:
        """Return the row that a command asks for; each is another one."""
        team, channel = self.reception.team, string(payload, "channel_id")
        when = string(payload, "trigger_id")
        return Inbound(
            kind=kind,
            key=f"command:{team}:{channel}:{when}",
            message_key=f"{team}:{channel}:command-{when}",
            team=team,
            channel=channel,
            channel_kind=kind_of({"channel": channel}),
            user=string(payload, "user_id"),
            ts="",
            text=text,
            subject=subject,
            source="command",
            private=True,
            response_url=string(payload, "response_url"),
        )


def _answer(text: str, *rows: Inbound) -> Acknowledged:
    """Answer with a sentence that only the person sees who typed."""
    body = {"response_type": "ephemeral", "text": mrkdwn(sanitise(text))}
    return Acknowledged(body, rows)
