"""A worker stood still for longer than its lease, and two answered: one of the answers goes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection

import structlog

from bot.slack.refused import SlackRefused
from bot.slack.reply.earlier import left_over, said_twice
from bot.slack.reply.places import Target
from bot.slack.web import Web
from retrieval.errors import LedgerError


async def tidy(
    web: Web, target: Target, ours: Collection[str], known: Callable[[str], Awaitable[bool]]
) -> None:
    """Take away what another worker posted for the same question; to be called after the answer.

    `ours` are the messages of the answer; `known` says whether the message of a ts is part of
    an answer that was kept, for instance of one to another question that a person has stopped.
    """
    log = structlog.get_logger().bind(question=target.question)
    try:
        for ts in await left_over(web, target, ours):
            if not await known(ts):
                await web.call("chat.delete", channel=target.channel, ts=ts)
                log.warning("said_twice", ts=ts)
    except (SlackRefused, LedgerError) as error:
        log.warning("said_twice_unknown", reason=str(error))


async def withdraw(web: Web, target: Target, ts: str) -> None:
    """Take away a message of our own that landed late, where another's whole answer stands.

    Where that is not whole yet, whoever writes it finds ours with `tidy`.
    """
    log = structlog.get_logger().bind(question=target.question, ts=ts)
    try:
        if await said_twice(web, target, ts):
            await web.call("chat.delete", channel=target.channel, ts=ts)
            log.warning("said_twice")
    except SlackRefused as refused:
        log.warning("said_twice_unknown", error=refused.error)
