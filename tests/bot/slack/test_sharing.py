"""A private answer is shared once, by its asker, where all may see it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.refused import SlackRefused
from bot.slack.sharing import Sharing
from bot.slack.web import RESPONSE
from bot.slack.work import ATTEMPTS
from retrieval import policy
from retrieval.errors import TraceMissing
from retrieval.ledger.ledger import Ledger
from retrieval.policy import CollectionPolicy, Policy
from retrieval.ports import Posting
from tests.fakes.reception import PRESSED, RULES, a_reception, answered, row, said, slack
from tests.fakes.slack import FakeWeb

SHARED = {"channel": {"is_channel": True, "is_ext_shared": True}}
PRIVATE = {"channel": {"is_private": True}}


async def _share(
    ledger: Ledger, web: FakeWeb, pressed: Inbound = PRESSED, attempts: int = 1, **parts: Any
) -> str:
    sharing = Sharing(a_reception(ledger, web, **parts))
    return await sharing(await row(ledger, pressed, attempts))


async def test_an_answer_is_posted_with_who_shared_it(ledger: Ledger) -> None:
    """Its messages belong to it from then on, and whoever pressed is told."""
    await answered(ledger)
    web = slack()

    assert "shared" == await _share(ledger, web)
    (posted,) = web.called("chat.postMessage")
    assert ("C1", None) == (posted["channel"], posted.get("thread_ts"))
    assert "UANN" in str(posted["blocks"])
    found = await ledger.postings.find("T1", "C1", "6.0")
    assert found
    assert ("t1", "6.0") == (found.trace_id, found.thread_ts)
    assert phrases.shared() in said(web, RESPONSE)


async def test_an_answer_about_a_message_is_posted_in_its_thread(ledger: Ledger) -> None:
    """Where the private one stood."""
    await answered(ledger)
    web = slack()
    await _share(ledger, web, replace(PRESSED, thread_ts="4.0"))

    assert ["4.0"] == [one["thread_ts"] for one in web.called("chat.postMessage")]


@pytest.mark.parametrize(
    "pressed",
    [
        replace(PRESSED, user="UBEN"),
        replace(PRESSED, channel="C2"),
        replace(PRESSED, team="T2"),
        replace(PRESSED, trace_id="t2"),
        replace(PRESSED, trace_id=""),
    ],
)
async def test_a_forged_press_shares_nothing(ledger: Ledger, pressed: Inbound) -> None:
    """Of somebody else's answer, in another place, or of none."""
    await answered(ledger)
    web = slack()

    assert "not_shared_strange" == await _share(ledger, web, pressed)
    assert [] == web.called("chat.postMessage")


async def test_a_channel_that_became_public_a_minute_ago_is_looked_at_again(
    ledger: Ledger,
) -> None:
    """What was known of it when the question was asked does not count."""
    await answered(ledger, collections=("docs", "pay"))
    places = iter([PRIVATE, {"channel": {"is_channel": True}}])
    web = slack(conversations__info=lambda **_: next(places))
    rules = Policy(
        {
            "docs": CollectionPolicy(open=True),
            "pay": CollectionPolicy(channels=frozenset({"C1"})),
        }
    )
    reception = a_reception(ledger, web, rules=rules)
    before = await reception.access.lookup.place("C1")

    ended = await Sharing(reception)(await row(ledger, PRESSED))
    assert ("private", "not_shared_scope") == (before.kind, ended)
    assert [] == web.called("chat.postMessage")


async def test_it_is_shared_once(ledger: Ledger) -> None:
    """A press that comes a second time by another way posts nothing."""
    await answered(ledger)
    await _share(ledger, slack())
    web = slack()

    assert "not_shared_before" == await _share(ledger, web, replace(PRESSED, key="k2", ts="7.0"))
    assert [] == web.called("chat.postMessage")


@pytest.mark.parametrize("place", [SHARED, PRIVATE])
async def test_who_may_see_it_is_decided_at_the_press(
    ledger: Ledger, place: dict[str, Any]
) -> None:
    """A channel that is shared by now, or one that may not search what the answer is from."""
    await answered(ledger, collections=("pay",))
    rules = replace(RULES, collections={"pay": policy.CollectionPolicy(people=frozenset({"UANN"}))})
    web = slack(conversations__info=place)

    assert "not_shared_scope" == await _share(ledger, web, rules=rules)
    assert [] == web.called("chat.postMessage")


@pytest.mark.parametrize("method", ["chat__postMessage", "conversations__info"])
async def test_where_the_bot_may_not_write_it_says_so(ledger: Ledger, method: str) -> None:
    """The answer stays private, and can be shared once the bot is invited."""
    await answered(ledger)
    refused = SlackRefused(method, "channel_not_found")
    web = slack(**{method: refused})

    assert "not_shared_outside" == await _share(ledger, web)
    kept = await ledger.postings.of_trace("t1")
    assert kept
    assert () == kept.ts


async def test_a_trace_that_is_not_recorded_yet_is_waited_for(ledger: Ledger) -> None:
    """Until the last attempt, which says that the answer is gone."""
    await ledger.postings.keep(Posting("t1", "T1", "C1", "", (), "UANN", ""))
    with pytest.raises(TraceMissing):
        await _share(ledger, slack())

    last = replace(PRESSED, key="k2", ts="7.0")
    assert "not_shared_gone" == await _share(ledger, slack(), last, ATTEMPTS)


async def test_what_was_posted_before_a_kill_is_found_again(ledger: Ledger) -> None:
    """The next attempt keeps it, and posts nothing."""
    await answered(ledger)
    payload = {"question": "share:t1", "part": 1}
    there = {"ts": "5.5", "metadata": {"event_payload": payload}}
    web = slack(conversations__history={"messages": [{"ts": "5.6"}, there]})

    assert "shared" == await _share(ledger, web, attempts=2)
    assert [] == web.called("chat.postMessage")
    assert await ledger.postings.find("T1", "C1", "5.5")


async def test_when_slack_fails_another_attempt_shares(ledger: Ledger) -> None:
    """It is raised, so that the row is taken again."""
    await answered(ledger)
    web = slack(chat__postMessage=SlackRefused("chat.postMessage", "fatal_error"))

    with pytest.raises(SlackRefused):
        await _share(ledger, web)
