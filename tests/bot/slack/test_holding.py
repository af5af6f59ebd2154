"""Tests of bot/slack/holding.py: maintainers decide in Slack about what the gate holds back."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.inbound import Inbound
from bot.slack.holding import Holding
from bot.slack.interactions import interaction
from bot.slack.payload import Facts
from bot.slack.web import RESPONSE
from retrieval.errors import IndexLocked
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Ruling
from retrieval.ports.gating import GATE_ACCEPT, GATE_DISCARD
from tests.fakes.reception import ANN, MAIN, PRESSED, RULES, row, slack

HELD = Ruling("generation", "docs", "0002", "held", datetime(2026, 1, 1, tzinfo=UTC), said="Why.")
PRESS = replace(PRESSED, kind="gate", subject="accept", about=HELD.key, user=MAIN, private=False)


class Decides:
    """Decides in the ledger alone, or fails."""

    def __init__(self, ledger: Ledger, failure: Exception | None = None) -> None:
        self._ledger, self._failure = ledger, failure

    async def accept(self, ruling: Ruling, by: str) -> Ruling | None:
        """Accept."""
        if self._failure:
            raise self._failure
        return await self._ledger.rulings.decide(ruling, "accepted", by=by)

    async def discard(self, ruling: Ruling, by: str) -> Ruling | None:
        """Throw away."""
        return await self._ledger.rulings.decide(ruling, "discarded", by=by)


async def _press(
    ledger: Ledger, found: Inbound = PRESS, failure: Exception | None = None
) -> tuple[str, Any]:
    web = slack(**{"chat.update": {"ok": True}})
    holding = Holding(web, RULES, ledger.rulings, Decides(ledger, failure))
    return await holding(await row(ledger, found)), web


@pytest.mark.parametrize(("subject", "state"), [("accept", "accepted"), ("discard", "discarded")])
async def test_a_maintainer_decides_and_the_notice_says_so(
    ledger: Ledger, subject: str, state: str
) -> None:
    """Its buttons go; the ledger keeps who it was."""
    await ledger.rulings.keep(HELD)
    result, web = await _press(ledger, replace(PRESS, subject=subject))
    kept = await ledger.rulings.find("generation", "docs", "0002")
    (update,) = web.called("chat.update")

    assert (state, state) == (result, kept.state if kept else "")
    assert kept
    assert MAIN == kept.by
    assert f"<@{MAIN}>" in str(update["blocks"])
    assert "actions" not in [block["type"] for block in update["blocks"]]


@pytest.mark.parametrize(
    ("change", "result"),
    [
        ({"user": ANN}, "not_a_maintainer"),
        ({"about": "generation|docs|0099"}, "nothing_held"),
        ({"about": "nonsense"}, "nothing_held"),
        ({"about": "a|b|c|d|e"}, "nothing_held"),
        ({"about": ""}, "nothing_held"),
    ],
)
async def test_who_may_not_and_what_is_forged_changes_nothing(
    ledger: Ledger, change: dict[str, Any], result: str
) -> None:
    """They are told why."""
    await ledger.rulings.keep(HELD)
    ended, web = await _press(ledger, replace(PRESS, **change))

    assert result == ended
    assert [] == web.called("chat.update")
    assert HELD == await ledger.rulings.find("generation", "docs", "0002")
    assert web.called(RESPONSE)


async def test_a_second_press_comes_too_late(ledger: Ledger) -> None:
    """What was decided stays."""
    await ledger.rulings.keep(HELD)
    await _press(ledger)
    late, _ = await _press(ledger, replace(PRESS, key="k2", ts="8.0", subject="discard"))

    assert "decided_before" == late


async def test_what_cannot_be_done_now_is_told(ledger: Ledger) -> None:
    """For instance while somebody indexes."""
    await ledger.rulings.keep(HELD)
    ended, web = await _press(ledger, failure=IndexLocked("Another process is indexing."))

    assert "not_done" == ended
    assert "Another process is indexing." in str(web.called(RESPONSE))


@pytest.mark.parametrize(
    ("action", "subject"), [(GATE_ACCEPT, "accept"), (GATE_DISCARD, "discard")]
)
def test_the_buttons_ask_for_it(action: str, subject: str) -> None:
    """By what they are called; the value says what about."""
    payload = {
        "type": "block_actions",
        "user": {"id": MAIN},
        "channel": {"id": "C9"},
        "container": {"type": "message", "message_ts": "6.0", "channel_id": "C9"},
        "actions": [{"action_id": action, "value": HELD.key, "action_ts": "7.0"}],
    }
    found = interaction(payload, Facts("UBOT", "BBOT", "AAPP", team="T1"))

    assert isinstance(found, Inbound)
    assert ("gate", subject, HELD.key, "6.0") == (found.kind, found.subject, found.about, found.ts)
