"""Who may see what of the bot's own surfaces, by the policy and Slack."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.slack.reception import Collection
from bot.slack.refused import SlackRefused
from retrieval.ledger.ledger import Ledger
from retrieval.policy import Reason
from retrieval.ports import EvalCase, Label, Opinion
from tests.fakes.clock import FakeClock
from tests.fakes.desk import Pages
from tests.fakes.reception import ANN, MAIN, a_reception, answered, slack

UNSEEN = SlackRefused("conversations.info", "channel_not_found")
SHARED = {"channel": {"is_channel": True, "is_ext_shared": True}}


async def _case(ledger: Ledger) -> EvalCase:
    (case,) = await ledger.cases.list()
    return case


async def test_what_may_be_searched_is_the_policys(ledger: Ledger) -> None:
    """In a channel and directly; a channel that the bot is not in counts as a direct message."""
    for web in (slack(), slack(conversations__info=UNSEEN)):
        reception = a_reception(ledger, web)

        assert ("docs",) == await reception.may_search(ANN, "C1")
        assert ("docs",) == await reception.may_search(ANN)


async def test_where_others_read_along_nothing_may(ledger: Ledger) -> None:
    """As for a question that is asked there."""
    reception = a_reception(ledger, slack(conversations__info=SHARED))

    assert Reason.SHARED == await reception.may_search(ANN, "C1")


async def test_where_slack_does_not_say_it_is_refused(ledger: Ledger) -> None:
    """Nothing is guessed."""
    reception = a_reception(ledger, slack(users__info=SlackRefused("users.info", "fatal_error")))

    with pytest.raises(SlackRefused):
        await reception.may_search(ANN)
    other = a_reception(
        ledger, slack(conversations__info=SlackRefused("conversations.info", "fatal_error"))
    )
    with pytest.raises(SlackRefused):
        await other.place("C1")


async def test_what_is_not_indexed_is_left_out(ledger: Ledger) -> None:
    """A collection that the policy names before it is indexed, and an index that is none."""
    assert [Collection("docs", 3)] == await a_reception(ledger, slack()).pages(("docs", "pay"))
    assert [] == await a_reception(ledger, slack(), store=Pages(0)).pages(("docs",))


async def test_maintainers_are_named_by_the_policy(ledger: Ledger) -> None:
    """And nobody else is one."""
    reception = a_reception(ledger, slack())

    assert (True, False) == (reception.maintains(MAIN), reception.maintains(ANN))


async def test_open_cases_are_those_of_the_workspace(ledger: Ledger) -> None:
    """Those of another workspace on the same ledger are not its business."""
    await answered(ledger, "a", disliked=True)
    await answered(ledger, "b", disliked=True, team="T2")
    found = await a_reception(ledger, slack()).open_cases(most=9)

    assert ["a"] == [case.trace_id for case in found]


@pytest.mark.parametrize(("collections", "expected"), [(("docs",), True), (("docs", "pay"), False)])
async def test_a_case_is_read_by_who_may_search_its_pages(
    ledger: Ledger, collections: tuple[str, ...], expected: bool
) -> None:
    """To look after the bot does not mean to see all documents."""
    await answered(ledger, collections=collections, disliked=True)

    assert expected == await a_reception(ledger, slack()).readable(await _case(ledger), MAIN)


async def test_open_cases_wait_to_be_triaged_or_mended(ledger: Ledger) -> None:
    """New ones first, then triaged ones; praise waits for nobody, what came in is everybody's."""
    await answered(ledger, "new", disliked=True)
    await answered(ledger, "triaged", disliked=True)
    await answered(ledger, "liked")
    now = FakeClock().now()
    await ledger.feedback.give(Opinion("liked", ANN, 1, "button", "C1", now))
    await ledger.cases.label("triaged", Label(right=("docs:a.md",)), by=MAIN)
    content = {"question": "In?"}
    await ledger.cases.add(EvalCase("in", "", now, "new", "", "", content, kind="imported"))
    found = await a_reception(ledger, slack()).open_cases(most=9)

    assert {"new", "in"} == {case.id for case in found[:2]}
    assert ["triaged"] == [case.id for case in found[2:]]


async def test_what_went_right_does_not_fill_the_open_cases(ledger: Ledger) -> None:
    """However many imported questions are newer than what waits."""
    await answered(ledger, "waits", disliked=True)
    await ledger.cases.label("waits", Label(right=("docs:a.md",)), by=MAIN)
    label, content = Label(right=("docs:a.md",)), {"question": "In?"}
    made = FakeClock().now() + timedelta(days=1)
    for number in range(12):
        case = EvalCase(f"in{number}", "", made, "triaged", "", "", content, kind="imported")
        await ledger.cases.add(replace(case, label=label))
    found = await a_reception(ledger, slack()).open_cases(most=9)

    assert ["waits"] == [case.id for case in found]
