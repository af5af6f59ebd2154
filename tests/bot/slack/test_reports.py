"""What the bot tells of itself: status, policy, cases, index."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from bot.slack import phrases, reports
from retrieval.ledger.ledger import Ledger
from retrieval.policy import CollectionPolicy
from retrieval.policy_support import Hours, SupportPolicy
from tests.fakes.clock import FakeClock
from tests.fakes.desk import Pages
from tests.fakes.reception import ANN, MAIN, RULES, a_reception, answered, slack

GUEST = {"user": {"team_id": "T1", "is_restricted": True}}
PRIVATE = {"channel": {"is_private": True}}


async def test_status_says_what_one_may_search_and_how_old_it_is(ledger: Ledger) -> None:
    """And that the bot is muted, where it is."""
    await ledger.places.mute("T1", "C1", ANN)
    lines = await reports.status(a_reception(ledger, slack()), ANN, "C1")

    assert [
        phrases.well(),
        phrases.index_changed("2 hours ago"),
        phrases.you_may_search("docs (3 pages)"),
        phrases.muted_here(),
    ] == lines


async def test_whoever_may_not_ask_is_told_that_alone(ledger: Ledger) -> None:
    """A guest learns nothing of the index."""
    lines = await reports.status(a_reception(ledger, slack(users__info=GUEST)), ANN, "C1")

    assert [phrases.refused("guest")] == lines


async def test_an_empty_index_and_an_unknown_age_are_said(ledger: Ledger) -> None:
    """Nothing is made up."""
    reception = a_reception(ledger, slack(), store=Pages(0), changed=None)
    lines = await reports.status(reception, ANN, "C1")

    assert [phrases.well(), phrases.no_index()] == lines


async def test_policy_says_what_the_place_is_taken_for(ledger: Ledger) -> None:
    """What may be searched there, and by this person directly."""
    lines = await reports.policy(a_reception(ledger, slack(conversations__info=PRIVATE)), ANN, "C1")

    assert phrases.policy_place("private") == lines[0]
    assert [f"{phrases.policy_here()} docs", f"{phrases.policy_directly()} docs"] == lines[1:]


async def test_policy_shows_the_days_to_come_on_which_support_is_closed(ledger: Ledger) -> None:
    """Not those that are over by the clock there, and a few of many."""
    clock = FakeClock()
    today = clock.now().date()
    days = [today + timedelta(days=number) for number in range(-1, reports.MOST_DAYS + 1)]
    helping = SupportPolicy(Hours(closed=tuple(days)))
    rules = replace(RULES, collections={"docs": CollectionPolicy(open=True, helping=helping)})
    web = slack(conversations__info=PRIVATE)
    reception = a_reception(ledger, web, rules=rules, clock=clock)
    *_, last = await reports.policy(reception, ANN, "C1")
    shown = ", ".join(f"{day}" for day in days[1:-1])

    assert phrases.policy_closed("docs", f"{shown}, …") == last


async def test_cases_are_listed_without_what_may_not_be_read(ledger: Ledger) -> None:
    """A case about pages that this maintainer may not search shows no question."""
    assert [phrases.no_cases()] == await reports.cases(a_reception(ledger, slack()), MAIN)
    await answered(ledger, "a", disliked=True, text="Open?")
    await answered(ledger, "b", disliked=True, text="Pay?", collections=("pay",))
    told = "".join(await reports.cases(a_reception(ledger, slack()), MAIN))

    assert "Open?" in told
    assert "Pay?" not in told
    assert phrases.hidden_question() in told


async def test_the_health_of_the_index_is_told(ledger: Ledger) -> None:
    """Pages, age, what is behind, alarms, the queue."""
    clock = FakeClock()
    await ledger.watchers.beat("docs", "/a", clock.now() - timedelta(minutes=5))
    await ledger.watchers.beat("pay", "/b")
    await ledger.alarms.give("stale", "docs /a", "Late.")
    told = await reports.index(a_reception(ledger, slack(), clock=clock))

    assert "docs (3 pages)" == told[0]
    assert phrases.behind("docs", 5) in told
    assert phrases.up_to_date("pay") in told
    assert "docs /a: Late." in told
    assert phrases.queue(0, 0) == told[-1]


async def test_without_an_alarm_that_is_said(ledger: Ledger) -> None:
    """Nothing wrong is also news."""
    assert phrases.all_well() in await reports.index(a_reception(ledger, slack()))
