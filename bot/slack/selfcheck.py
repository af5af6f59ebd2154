"""Looks once at the start whether the bot can work in each channel that the policy names.

What cannot is told to the maintainers, once for each fault; everything else works meanwhile.
"""

from __future__ import annotations

import hashlib

import structlog

from bot.slack import phrases
from bot.slack.check import Check
from bot.slack.checkup_places import LATER, channels
from bot.slack.web import Web
from retrieval.errors import FootnoteError
from retrieval.policy import Policy
from retrieval.ports import Notifier


async def self_check(web: Web, rules: Policy, notifier: Notifier, team: str) -> None:
    """Tell the maintainers of the channels in which the bot cannot answer; nothing is raised."""
    log = structlog.get_logger()
    try:
        wrong = {
            check.name.rpartition(" ")[2]: check
            for check in await channels(web, rules)
            if not check.ok and check.mend != LATER
        }
        for channel, check in wrong.items():
            log.warning("channel_cannot_answer", channel=channel, said=check.said, mend=check.mend)
            await _tell(notifier, _whom(rules, wrong), channel, check, team)
    except FootnoteError as error:
        log.warning("self_check_failed", reason=str(error))


def _whom(rules: Policy, wrong: dict[str, Check]) -> tuple[str, ...]:
    """Return the maintainers' channel where it can be written to, else the maintainers."""
    channel = rules.maintainers_channel
    return (channel,) if channel and channel not in wrong else rules.maintainers


async def _tell(
    notifier: Notifier, whom: tuple[str, ...], channel: str, check: Check, team: str
) -> None:
    """Tell of a fault once, however often the bot starts with it."""
    fault = hashlib.sha256(check.said.encode()).hexdigest()[:16]
    with phrases.to_a_channel():
        text = phrases.cannot_answer(channel, check.said, check.mend)
    for to in whom:
        key = f"self_check:{team}:{channel}:{fault}:{to}"
        await notifier.notify(to, text, key=key, team=team, about=channel)
