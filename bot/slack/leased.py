"""What a worker may still do in Slack: nothing once another worker holds its question."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import structlog

from bot.slack.web import Web
from bot.slack.work import LeaseLost, Work
from retrieval.errors import LedgerError

ENDS = {"assistant.threads.setStatus": "", "agents.sessions.setStatus": "active"}
"""What takes a status down, by method: that harms nobody."""


def leased(web: Web, work: Work) -> Web:
    """Return Slack as a worker may write to it: not after its lease was lost."""

    async def before(method: str, arguments: Mapping[str, Any]) -> None:
        if arguments.get("status") != ENDS.get(method, ...):
            await work.sure()

    return web.guarded(before)


async def still_ours(work: Work) -> None:
    """Stop before the first word of an answer that another worker is giving."""
    try:
        await work.hold()
    except LeaseLost:
        await asyncio.sleep(0)  # The work was cancelled: here it ends.
    except LedgerError as error:
        structlog.get_logger().warning("lease_unknown", job=work.job.id, reason=str(error))
