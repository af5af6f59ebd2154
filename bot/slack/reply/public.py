"""What is posted to a whole channel without a question in it: a greeting, a shared answer."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from bot.inbound import MUTE_ACTION
from bot.slack import phrases, render
from bot.slack.blocks import Block, body, mrkdwn, notification, under, words_in
from bot.slack.markdown import sanitise
from bot.slack.payload import mapping, string
from bot.slack.refused import SlackRefused
from bot.slack.reply.notice import NOTICE
from bot.slack.reply.places import Target, metadata
from bot.slack.reply.views import button, section
from bot.slack.splitting import LIMIT, MOST_BLOCKS, split
from bot.slack.web import Web
from retrieval.values import Trace

LOOK_BACK = 50
"""Messages among which one is looked for that may have been posted already."""
_AROUND = 5


async def greet(web: Web, channel: str, text: str, *, key: str, again: bool) -> str:
    """Introduce the bot to a channel, with a button that mutes it; return the ts.

    With `again` it is looked for first, by its key. Raises SlackRefused.
    """
    if again and (ts := await _standing(web, channel, "", {"key": key})):
        return ts
    mute = {
        "type": "actions",
        "block_id": MUTE_ACTION,
        "elements": [button(MUTE_ACTION, phrases.mute_here(), channel)],
    }
    said = {"text": mrkdwn(sanitise(text)), "blocks": [section(text), mute]}
    marked = {"event_type": NOTICE, "event_payload": {"key": key}}
    return await _post(web, channel, "", {**said, "metadata": marked})


async def share(
    web: Web, target: Target, trace: Trace, *, again: bool, scripted: Collection[str] = ()
) -> tuple[str, ...]:
    """Post an answer with who shared it; return the ts of its messages, the first to last.

    At the top level the first message carries all that fits, and the rest stands in its thread.
    With `again` what an earlier attempt posted is found by its metadata. Raises SlackRefused.
    """
    question, answer = trace.question.text, trace.answer
    if answer is None:
        return ()
    known = {source.label: source for source in (trace.packed.sources if trace.packed else ())}
    text, below = render.answer(answer, known, scripted), under(answer)
    words = words_in([*below, *_above(target.user, question)])
    parts = split(text, LIMIT - words, MOST_BLOCKS - len(below) - _AROUND)
    posted: list[str] = []
    for number, part in enumerate(parts):
        last, first = number == len(parts) - 1, number == 0
        marks = metadata(target, trace.id, part=number + 1, done=last)
        line = phrases.shared_line(question) if first else phrases.continued()
        blocks = [*(_above(target.user, question) if first else ()), body(part)]
        said = {
            "text": notification(f"{line} {render.summary(answer)}"),
            "blocks": [*blocks, *(below if last else ())],
            "metadata": marks,
        }
        thread = target.thread_ts or (posted[0] if posted else "")
        wanted = {"question": target.question, "part": number + 1}
        ts = await _standing(web, target.channel, thread, wanted) if again else ""
        posted.append(ts or await _post(web, target.channel, thread, said))
    return tuple(posted)


def _above(user: str, question: str) -> list[Block]:
    """Say who shared an answer, and to what question."""
    who = [{"type": "user", "user_id": user}, {"type": "text", "text": phrases.shared_by()}]
    asked = [{"type": "text", "text": " ".join(question.split())[: LIMIT // 4] or "…"}]
    return [
        {
            "type": "rich_text",
            "elements": [
                {"type": "rich_text_section", "elements": who},
                {"type": "rich_text_quote", "elements": asked},
            ],
        }
    ]


async def _post(web: Web, channel: str, thread_ts: str, said: Mapping[str, Any]) -> str:
    reply = await web.call(
        "chat.postMessage",
        channel=channel,
        thread_ts=thread_ts or None,
        unfurl_links=False,
        unfurl_media=False,
        parse="none",
        link_names=False,
        **said,
    )
    return str(reply["ts"])


async def _standing(web: Web, channel: str, thread_ts: str, wanted: Mapping[str, Any]) -> str:
    """Return the ts of a message that stands there with certain metadata, else nothing."""
    asked: dict[str, Any] = {"channel": channel, "limit": LOOK_BACK, "include_all_metadata": True}
    if thread_ts:
        found = await web.call("conversations.replies", ts=thread_ts, **asked)
    else:
        found = await web.call("conversations.history", **asked)
    messages: Sequence[Mapping[str, Any]] = found.get("messages") or ()
    for message in messages:
        payload = mapping(mapping(message, "metadata"), "event_payload")
        if all(payload.get(name) == value for name, value in wanted.items()):
            return string(message, "ts")
    return ""


NOT_THERE = frozenset({"channel_not_found", "not_in_channel", "is_archived", "restricted_action"})
"""What Slack says where the bot may not write."""


def may_not_write(refused: SlackRefused) -> bool:
    """Whether the bot may not write somewhere, however often it is tried."""
    return refused.error in NOT_THERE
