"""A case opens in a window, for maintainers who may search what it is about."""

from __future__ import annotations

from typing import Any

import pytest

from bot.inbound import CASE_ACTION, Acknowledged
from bot.slack import phrases
from bot.slack.listeners.case import ShowCase
from bot.slack.refused import SlackRefused
from retrieval.ledger.ledger import Ledger
from tests.fakes.reception import ANN, MAIN, a_reception, answered, said, slack


async def _case(ledger: Ledger, **where: Any) -> str:
    await answered(ledger, "trace-of-a-case", text="Why so?", disliked=True, **where)
    (case,) = await ledger.cases.list()
    return case.id


async def _shown(ledger: Ledger, case_id: str, user: str = MAIN, **replies: Any) -> str:
    web = slack(**replies)
    payload = {
        "type": "block_actions",
        "user": {"id": user},
        "trigger_id": "1.2.x",
        "actions": [{"action_id": CASE_ACTION, "value": case_id}],
    }

    assert Acknowledged() == await ShowCase(a_reception(ledger, web))(payload)
    return said(web, "views.open")


async def test_a_maintainer_sees_what_was_asked_and_answered(ledger: Ledger) -> None:
    """In one window, opened by the trigger of the press."""
    shown = await _shown(ledger, await _case(ledger))

    assert phrases.case_question("Why so?") in shown
    assert "1.2.x" in shown


@pytest.mark.parametrize(
    ("user", "where", "told"),
    [
        (ANN, {}, phrases.only_maintainers()),
        (MAIN, {"collections": ("pay",)}, phrases.case_hidden("pay")),
        (MAIN, {"team": "T2"}, phrases.case_gone()),
    ],
)
async def test_nobody_else_sees_it(
    ledger: Ledger, user: str, where: dict[str, Any], told: str
) -> None:
    """Not whoever is no maintainer, may not search its pages, or is of another workspace."""
    shown = await _shown(ledger, await _case(ledger, **where), user)

    assert told in shown
    assert "Why so?" not in shown


@pytest.mark.parametrize("value", ["", "zz", "0"])
async def test_a_value_that_names_no_case_shows_none(ledger: Ledger, value: str) -> None:
    """A forged value, or the beginning of an id, is not looked up for anybody."""
    case_id = await _case(ledger)

    for one in (value, case_id[:8]):
        assert "Why so?" not in await _shown(ledger, one)


async def test_where_slack_does_not_say_who_presses_nothing_is_shown(ledger: Ledger) -> None:
    """And a window that Slack refuses is let go."""
    case_id = await _case(ledger)
    hidden = await _shown(ledger, case_id, users__info=SlackRefused("users.info", "fatal_error"))

    assert "Why so?" not in hidden
    assert await _shown(
        ledger, case_id, views__open=SlackRefused("views.open", "expired_trigger_id")
    )


async def test_cases_that_ask_the_same_may_be_chosen(ledger: Ledger) -> None:
    """With them a form opens in which a maintainer decides."""
    case_id = await _case(ledger)
    await answered(ledger, "another", disliked=True)
    shown = await _shown(ledger, case_id)

    assert "another Secret question?" in shown
    assert phrases.case_save() in shown
