"""Where to speak to someone about their message, and who deals with a row."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from bot.inbound import Inbound
from bot.slack.reply import Target
from bot.slack.work import Work

Handler = Callable[[Work], Awaitable[str]]


def target(found: Inbound) -> Target:
    """Return where to speak to someone about their message."""
    return Target(
        team=found.team,
        channel=found.channel,
        thread_ts=found.root,
        user=found.user,
        direct=found.channel_kind == "direct",
        question=found.message_key,
    )


def dispatch(handlers: Mapping[str, Handler]) -> Handler:
    """Return what hands a row to the handler of its kind."""

    async def handle(work: Work) -> str:
        handler = handlers.get(work.job.kind)
        return await handler(work) if handler else "of_unknown_kind"

    return handle
