"""The home shows what is one's own, and to maintainers how things stand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.inbound import CASE_ACTION, Inbound
from bot.slack import phrases
from bot.slack.home import Home
from bot.slack.refused import SlackRefused
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Opinion
from tests.fakes.clock import FakeClock
from tests.fakes.desk import Pages
from tests.fakes.reception import ANN, BEN, MAIN, a_reception, answered, row, said, slack

OPENED = Inbound("home", "h", "T1:D1:1.0", "T1", "D1", "direct", ANN, "1.0")
GUEST = {"user": {"team_id": "T1", "is_restricted": True}}


async def _shown(ledger: Ledger, user: str = ANN, **replies: Any) -> str:
    return str(await Home(a_reception(ledger, slack(**replies))).blocks(user))


async def test_ones_own_questions_are_shown_with_outcome_and_link(ledger: Ledger) -> None:
    """A private answer has no link; what was thought of it stands beside."""
    await answered(ledger, "a", text="In public?", ts=("7.0",), channel="C1")
    await answered(ledger, "b", text="In private?", outcome="not_in_context", disliked=True)
    shown = await _shown(ledger)

    assert "In public?" in shown
    assert "https://x/p7.0" in shown
    assert phrases.only_you_saw() in shown
    assert f"{phrases.outcome('not_in_context')}, " in shown
    assert phrases.opinion(-1) in shown


async def test_nothing_of_anybody_else_is_shown(ledger: Ledger) -> None:
    """Not their questions, not on another workspace, not to the maintainer either."""
    await answered(ledger, "a", text="Mine?", ts=("7.0",))
    await answered(ledger, "b", text="Elsewhere?", team="T2", asker=BEN)
    await ledger.feedback.give(Opinion("a", BEN, 1, "button", "C1", FakeClock().now()))
    for user in (BEN, MAIN):
        shown = await _shown(ledger, user)

        assert "Mine?" not in shown
        assert "Elsewhere?" not in shown
    assert "https://x/p7.0" in await _shown(ledger, BEN)


async def test_somebody_new_is_told_how_to_ask(ledger: Ledger) -> None:
    """And that there is nothing yet."""
    shown = await _shown(ledger)

    assert phrases.home_no_questions() in shown
    assert "docs (3 pages)" in shown
    assert phrases.home_health() not in shown


async def test_whoever_may_not_ask_is_told_that_alone(ledger: Ledger) -> None:
    """A guest sees no name of a collection."""
    shown = await _shown(ledger, users__info=GUEST)

    assert phrases.refused("guest") in shown.replace("\\'", "'")
    assert "docs" not in shown


async def test_maintainers_see_cases_that_open(ledger: Ledger) -> None:
    """A case about pages that they may not search shows no question; its button is there."""
    await answered(ledger, "a", text="Open?", disliked=True)
    await answered(ledger, "b", text="Pay?", disliked=True, collections=("pay",))
    shown = await _shown(ledger, MAIN)

    assert 2 == shown.count(f"'action_id': '{CASE_ACTION}'")
    assert "Open?" in shown
    assert "Pay?" not in shown


@pytest.mark.parametrize(
    "replies",
    [
        {"views__publish": SlackRefused("views.publish", "hash_conflict")},
        {"users__info": SlackRefused("users.info", "fatal_error")},
    ],
)
async def test_a_home_that_cannot_be_published_ends_quietly(
    ledger: Ledger, replies: dict[str, Any]
) -> None:
    """The row is closed; the home is made anew when it is opened again."""
    home = Home(a_reception(ledger, slack(**replies)))

    assert "not_published" == await home(await row(ledger, OPENED))


async def test_it_is_published_for_whoever_opened_it(ledger: Ledger) -> None:
    """A link that Slack does not give is left out."""
    await answered(ledger, "a", text="Mine?", ts=("7.0",))
    web = slack(chat__getPermalink=SlackRefused("chat.getPermalink", "message_not_found"))

    opened = replace(OPENED, subject="h1")
    assert "published" == await Home(a_reception(ledger, web))(await row(ledger, opened))
    assert "'hash': 'h1'" in said(web, "views.publish")
    assert f"'user_id': '{ANN}'" in said(web, "views.publish")
    assert "Mine?" in said(web, "views.publish")


async def test_an_empty_index_and_a_long_question_fit(ledger: Ledger) -> None:
    """Within Slack's hundred blocks and three thousand characters of each."""
    for number in range(12):
        await answered(ledger, f"t{number}", text="very " * 2_000, ts=(f"{number}.0",))
    blocks = await Home(a_reception(ledger, slack(), store=Pages(0))).blocks(ANN)

    assert len(blocks) <= 100
    assert max(len(str(one["text"]["text"])) for one in blocks) <= 3_000
