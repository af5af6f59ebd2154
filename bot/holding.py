"""The gate's part in a running bot: decisions made in Slack, and the configuration it runs."""

from __future__ import annotations

import structlog

from bot.parts import Parts
from bot.slack.holding import Holding
from retrieval import wiring_gate
from retrieval.clock import SystemClock
from retrieval.errors import LedgerError
from retrieval.learn.configured import look
from retrieval.ports.gating import HELD


def holding_of(parts: Parts) -> Holding:
    """Return what deals with presses under notices of what is held back."""
    decisions = wiring_gate.decisions(parts.settings, parts.ledger)
    return Holding(parts.web, parts.policy, parts.ledger.rulings, decisions)


async def look_at_configuration(parts: Parts) -> None:
    """Report at the start whether the running configuration has passed the gate.

    Whatever comes of that, the bot runs.
    """
    name = parts.footnote.answerer.configuration
    log = structlog.get_logger().bind(configuration=name[:12])
    channel = wiring_gate.channel(parts.bot.policy)
    try:
        ruling = await look(parts.ledger, parts.ledger, name, SystemClock(), channel)
    except LedgerError as error:
        log.warning("configuration_not_looked_at", reason=str(error))
        return
    say = log.warning if ruling.state == HELD else log.info
    say(f"configuration_{ruling.state}", said=ruling.said)
