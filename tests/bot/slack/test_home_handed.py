"""A home lists what waits for people to those who help, and tells nobody else what was asked."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.slack import phrases
from bot.slack.card import card_key
from bot.slack.home_handed import MOST, HandedOver
from bot.slack.refused import SlackRefused
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Escalation
from tests.fakes.clock import FakeClock
from tests.fakes.reception import ANN, BEN, MAIN, a_reception, slack
from tests.outgoing import problems

NOW = FakeClock().now()
ONE = Escalation(
    "e1", "s1", "t1", "T1", "C1", "5.0", ANN, "CHELP", "docs", NOW, NOW + timedelta(hours=4),
    {"question": "How *long*?"},
)  # fmt: skip


async def _shown(ledger: Ledger, user: str, **replies: Any) -> list[Any]:
    members = {"members": [BEN]}
    web = slack(**({"conversations__members": members} | replies))
    return await HandedOver(a_reception(ledger, web)).blocks(user)


@pytest.mark.parametrize(
    ("user", "waits", "asked"), [(BEN, True, True), (MAIN, True, False), (ANN, False, False)]
)
async def test_those_who_help_see_what_waits(
    ledger: Ledger, user: str, *, waits: bool, asked: bool
) -> None:
    """A maintainer sees that something does; whoever asked sees nothing of it there."""
    await ledger.escalations.open(ONE, key="k", by=ANN)
    await ledger.outbox.notify("CHELP", "card", key=card_key(ONE))
    (job,) = await ledger.outbox.due(seconds=9)
    await ledger.outbox.sent(job, "CHELP:7.0")
    blocks = await _shown(ledger, user)
    shown = str(blocks)

    assert (phrases.home_handed_over() in shown) is waits
    assert (phrases.stands("open") in shown) is waits
    assert ("https://x/p7.0" in shown) is waits
    assert ("long" in shown) is asked
    assert [] == problems("views.publish", {"blocks": blocks})


async def test_the_most_urgent_are_shown(ledger: Ledger) -> None:
    """So many of them, the first due first."""
    for number in range(MOST + 2):
        due = NOW + timedelta(hours=9 - number)
        content = {"question": f"Q{number}"}
        one = replace(ONE, id=f"e{number}", subject=f"s{number}", due=due, content=content)
        await ledger.escalations.open(one, key=f"k{number}", by=ANN)
    shown = str(await _shown(ledger, BEN))

    assert [False, False, True] == [f"Q{number}" in shown for number in range(3)]
    assert shown.index("Q6") < shown.index("Q2")
    assert phrases.see_card() not in shown, "no card was delivered, so there is nothing to see"


async def test_each_says_which_it_is_and_whether_it_is_late(ledger: Ledger) -> None:
    """Also where what was asked is not shown: by when it came, and its id."""
    for number, hours in enumerate((-1, 4)):
        due = NOW + timedelta(hours=hours)
        one = replace(ONE, id=f"e{number}", subject=f"s{number}", due=due, opened=due)
        await ledger.escalations.open(one, key=f"k{number}", by=ANN)
    _, late, waits = (block["text"]["text"] for block in await _shown(ledger, MAIN))

    late_said = phrases.handed_over_late(phrases.stands("open"), "2026-01-02 02:04 (UTC)")
    assert f"{late_said}\n{phrases.handed_over_since('2026-01-02 02:04 (UTC)', 'docs, e0')}" == late
    assert phrases.handed_over_line(phrases.stands("open"), "") in waits
    assert waits.endswith("(docs, e1)")


async def test_where_nothing_waits_a_maintainer_is_told_so(ledger: Ledger) -> None:
    """Others see nothing; nor where Slack does not say who is in a channel."""
    assert phrases.none_handed_over() in str(await _shown(ledger, MAIN))
    assert [] == await _shown(ledger, BEN)
    await ledger.escalations.open(ONE, key="k", by=ANN)
    refused = SlackRefused("conversations.members", "channel_not_found")
    assert [] == await _shown(ledger, BEN, conversations__members=refused)
