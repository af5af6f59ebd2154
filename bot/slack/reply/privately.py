"""An answer that only its asker sees: said at most once, by the first way that Slack takes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any

import structlog

from bot.inbound import SHARE_ACTION, Inbound
from bot.slack import phrases, render
from bot.slack.blocks import Block, body, mrkdwn, notification, under, words_in
from bot.slack.markdown import sanitise
from bot.slack.refused import SlackRefused
from bot.slack.reply.messages import LAYOUT, PLAIN_LIMIT
from bot.slack.reply.places import Posted
from bot.slack.splitting import LIMIT, MOST_BLOCKS, split
from bot.slack.web import RESPONSE, Web
from retrieval.text.shorten import shorten_line
from retrieval.values import Answer, Outcome, Packed, Source, VerifiedClaim

MOST_PARTS = 4
"""Messages of a private answer: a response address takes five, the first may be a word."""
SHOWN_QUESTION = 300
"""Characters of the question that are repeated above its answer."""
SHAREABLE = frozenset({Outcome.ANSWERED, Outcome.PARTIAL, Outcome.CONFLICT})
_AROUND = 4
"""Blocks above and below the text of a private answer."""


class Privately:
    """Says one thing to its asker alone; what comes before it is not shown."""

    gone = ""

    def __init__(
        self, web: Web, asked: Inbound, before: Callable[[], Awaitable[None]], *, shareable: bool
    ) -> None:
        """Say nothing yet.

        Args:
            web: Slack.
            asked: Who asked what where; with the address to respond to, where one came along.
            before: Awaited just before the first word: from then on nobody knows what was seen.
            shareable: Whether an answer can be shared with the channel it was asked in.
        """
        self._web = web
        self._asked = asked
        self._before = before
        self._shareable = shareable
        self._sources: dict[str, Source] = {}
        self.scripted: Collection[str] = ()

    async def status(self, phrase: str) -> None:
        """Show nothing: a status is for all who read along."""

    async def sources(self, packed: Packed) -> None:
        """Take the packed passages, so that quoted code and tables keep their shape."""
        self._sources = {source.label: source for source in packed.sources}

    async def claim(self, claim: VerifiedClaim) -> None:
        """Show nothing: a private message cannot grow."""

    async def conclude(self, answer: Answer, *, human: bool = False) -> Posted:
        """Say the whole answer; `human` offers people to ask, whatever the answer.

        Raises SlackRefused where no way is left.
        """
        below = under(answer, human=human)
        text = render.answer(answer, self._sources, self.scripted)
        share = self._shareable and answer.outcome in SHAREABLE and bool(answer.trace_id)
        await self._say(text, render.summary(answer), below, share=answer.trace_id if share else "")
        return Posted(self._asked.channel, (), trace_id=answer.trace_id)

    async def say(self, text: str) -> Posted:
        """Say a sentence in place of an answer. Raises SlackRefused where no way is left."""
        await self._say(sanitise(text), text, ())
        return Posted(self._asked.channel, ())

    async def promise(self, text: str) -> Posted:
        """Say a sentence that nothing will take the place of."""
        return await self.say(text)

    async def close(self) -> None:
        """Nothing is left behind."""

    async def _say(
        self, text: str, line: str, below: Sequence[Mapping[str, Any]], share: str = ""
    ) -> None:
        """Say a text in as many messages as it takes; the way that took one takes the others."""
        await self._before()
        words = words_in([*below, *self._above(), _sharing(share)])
        parts = split(text, LIMIT - words, MOST_BLOCKS - len(below) - _AROUND)[:MOST_PARTS]
        ways: Sequence[str] = self._ways()
        for number, part in enumerate(parts):
            last = number == len(parts) - 1
            above = self._above() if number == 0 else []
            blocks = [*above, body(part), *(below if last else ())]
            private = [*blocks, _sharing(share)] if share and last else blocks
            said = {"text": notification(line), "blocks": private}
            plain = {"text": mrkdwn(part)[:PLAIN_LIMIT]}
            ways = await self._by(ways, said, {"direct": {**said, "blocks": blocks}}, plain)

    async def _by(
        self,
        ways: Sequence[str],
        said: Mapping[str, Any],
        other: Mapping[str, Mapping[str, Any]],
        plain: Mapping[str, Any],
    ) -> Sequence[str]:
        """Say a message by the first way that is left; return those that are left after it.

        `other` is what is said by certain ways; `plain` is for where Slack does not take blocks.
        """
        for number, way in enumerate(ways):
            try:
                await self._laid_out(way, other.get(way, said), plain)
            except SlackRefused as refused:
                structlog.get_logger().warning("not_said_privately", by=way, error=refused.error)
                if refused.unsure:
                    return ways  # It may have been seen: saying it again would be twice.
                if number == len(ways) - 1:
                    raise
            else:
                return ways[number:]
        return ways

    async def _laid_out(self, way: str, said: Mapping[str, Any], plain: Mapping[str, Any]) -> None:
        """Say a message, and in plain words where Slack does not take its layout."""
        try:
            await self._send(way, said)
        except SlackRefused as refused:
            if refused.error not in LAYOUT:
                raise
            await self._send(way, plain)

    def _ways(self) -> list[str]:
        """Name the ways to say something to the asker, the best first."""
        beside = ["response"] if self._asked.response_url else []
        if self._asked.source == "shortcut":  # An answer belongs beside the message.
            return ["ephemeral", "direct"]
        return [*beside, "ephemeral", "direct"]

    async def _send(self, way: str, said: Mapping[str, Any]) -> None:
        asked, plain = self._asked, {"parse": "none", "link_names": False}
        quiet = {"unfurl_links": False, "unfurl_media": False}
        if way == "response":
            await self._web.call(
                RESPONSE,
                url=asked.response_url,
                response_type="ephemeral",
                replace_original=False,
                **quiet,
                **said,
            )
        elif way == "ephemeral":
            root = asked.root if asked.source == "shortcut" else asked.thread_ts
            await self._web.call(
                "chat.postEphemeral",
                channel=asked.channel,
                user=asked.user,
                thread_ts=root or None,
                **plain,
                **said,
            )
        else:
            await self._web.call("chat.postMessage", channel=asked.user, **plain, **quiet, **said)

    def _above(self) -> list[Block]:
        """Repeat the question, which stands nowhere else."""
        asked = shorten_line(self._asked.text, SHOWN_QUESTION)
        if not asked:
            return []
        text = {"type": "plain_text", "text": phrases.asked_privately(asked), "emoji": False}
        return [{"type": "context", "elements": [text]}]


def _sharing(trace_id: str) -> Block:
    """Return the button that shares an answer."""
    return {
        "type": "actions",
        "block_id": SHARE_ACTION,
        "elements": [
            {
                "type": "button",
                "action_id": SHARE_ACTION,
                "text": {"type": "plain_text", "text": phrases.share()},
                "value": trace_id,
            }
        ],
    }


async def tell(web: Web, found: Inbound, text: str, *, direct: bool = False) -> bool:
    """Say a sentence to whoever did something, by the first way that Slack takes; whether it did.

    A direct message is a way for it only where `direct` says so: what is said of a channel belongs
    there.
    """
    said = {"text": mrkdwn(sanitise(text))}
    if found.response_url:
        try:
            await web.call(
                RESPONSE,
                url=found.response_url,
                response_type="ephemeral",
                replace_original=False,
                thread_ts=found.thread_ts or None,
                **said,
            )
        except SlackRefused as refused:
            if refused.unsure:
                return False
        else:
            return True
    try:
        await web.call(
            "chat.postEphemeral",
            channel=found.channel,
            user=found.user,
            thread_ts=found.thread_ts or None,
            parse="none",
            link_names=False,
            **said,
        )
    except SlackRefused as refused:
        return direct and not refused.unsure and await _directly(web, found.user, said)
    return True


async def _directly(web: Web, user: str, said: Mapping[str, Any]) -> bool:
    """Say something in a direct message; whether Slack took it."""
    quiet = {"unfurl_links": False, "unfurl_media": False, "parse": "none", "link_names": False}
    try:
        await web.call("chat.postMessage", channel=user, **quiet, **said)
    except SlackRefused:
        return False
    return True
