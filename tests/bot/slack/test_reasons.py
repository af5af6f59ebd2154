"""A reason is kept with its own giver's dislike, and with nobody else's."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.judged import PAGE_ACTION
from bot.slack.reasons import Reasons
from bot.slack.web import RESPONSE
from retrieval.ledger.ledger import Ledger
from tests.fakes.known import known
from tests.fakes.reception import ANN, BEN, answered, row, said, slack
from tests.fakes.slack import FakeWeb

PAGES = known("https://wiki.example/pay")
PRESSED = Inbound(
    "reason", "k", "T1:C1:9.0", "T1", "C1", "channel", ANN, "9.0", trace_id="t1",
    subject="outdated", source="button", private=True, response_url="https://hooks.example/1",
)  # fmt: skip


async def _do(ledger: Ledger, web: FakeWeb, pressed: Inbound) -> str:
    return await Reasons(web, ledger.postings, ledger.feedback, PAGES)(await row(ledger, pressed))


async def _why(ledger: Ledger) -> list[tuple[str, str]]:
    return [(one.reason, one.page) for one in await ledger.feedback.of("t1")]


async def test_one_press_says_why(ledger: Ledger) -> None:
    """The private question turns into a word of thanks, with the offer to name the page."""
    await answered(ledger, disliked=True)
    web = slack()

    assert "outdated" == await _do(ledger, web, PRESSED)
    assert [("outdated", "")] == await _why(ledger)
    (shown,) = web.called(RESPONSE)
    assert shown["replace_original"] is True
    assert PAGE_ACTION in str(shown["blocks"])
    assert phrases.reason_kept(phrases.reason_name("outdated")) in shown["text"]


async def test_a_pasted_page_is_kept_beside_it(ledger: Ledger) -> None:
    """It leaves the reason as it was, and is acknowledged where the answer is."""
    await answered(ledger, disliked=True)
    await _do(ledger, slack(), PRESSED)
    web, page = slack(), "https://wiki.example/pay"
    pasted = replace(
        PRESSED, key="p", subject="", text=page, ts="V1", private=False, response_url=""
    )

    assert "page" == await _do(ledger, web, pasted)
    assert [("outdated", page)] == await _why(ledger)
    assert phrases.page_kept() in said(web, "chat.postEphemeral")


@pytest.mark.parametrize(
    ("change", "ended"),
    [
        ({"user": BEN}, "not_disliked"),
        ({"trace_id": "t2"}, "not_an_answer"),
        ({"trace_id": ""}, "not_an_answer"),
        ({"team": "T2"}, "not_an_answer"),
        ({"subject": "because"}, "not_an_answer"),
    ],
)
async def test_a_forged_press_changes_nothing(
    ledger: Ledger, change: dict[str, str], ended: str
) -> None:
    """Not of another's dislike, of no answer, from elsewhere, or with a reason that is none."""
    await answered(ledger, disliked=True)

    assert ended == await _do(ledger, slack(), replace(PRESSED, **change))  # type: ignore[arg-type]
    assert [("", "")] == await _why(ledger)


async def test_nothing_is_noted_with_a_dislike_that_was_taken_back(ledger: Ledger) -> None:
    """A press on an old question says so."""
    await answered(ledger, disliked=True)
    await ledger.feedback.withdraw("t1", ANN, source="button", value=-1)
    web = slack()

    assert "not_disliked" == await _do(ledger, web, PRESSED)
    assert phrases.no_dislike() in said(web, RESPONSE)


async def test_a_link_that_is_not_indexed_is_kept_and_called_so(ledger: Ledger) -> None:
    """That it is missing may be just what is wrong."""
    await answered(ledger, disliked=True)
    web, page = slack(), "https://wiki.example/new"
    pasted = replace(
        PRESSED, key="p", subject="", text=page, ts="V1", private=False, response_url=""
    )

    assert "page" == await _do(ledger, web, pasted)
    assert [("", page)] == await _why(ledger)
    assert phrases.page_kept_unknown() in said(web, "chat.postEphemeral")
