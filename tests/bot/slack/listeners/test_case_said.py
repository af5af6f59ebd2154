"""What a maintainer fills in is kept; whoever may not decide now changes nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import pytest

from bot.inbound import Acknowledged
from bot.slack import phrases
from bot.slack.case_form import EXPECTED, FOLD, NOTE, REFUSE, RIGHT, STATE
from bot.slack.listeners import case_said
from bot.slack.listeners.case_said import SaveCase
from retrieval.errors import StoreUnavailable
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Label
from tests.fakes.reception import ANN, MAIN, a_reception, answered, slack

ABOUT = json.dumps({"case": "t1"})


async def _locate(text: str, collections: Sequence[str]) -> Sequence[tuple[str, str]]:
    if text == "slow":
        await asyncio.sleep(60)
    if text == "down":
        raise StoreUnavailable("The server does not answer.")
    return (
        [("docs", "pay.md")] if text == "https://wiki.example/pay" and "docs" in collections else []
    )


async def _send(ledger: Ledger, user: str = MAIN, about: str = ABOUT, **said: str) -> Acknowledged:
    """Send the window with fields filled in."""
    fields = {"state": "new", "right": "", "expected": "", "note": ""} | said
    values: dict[str, Any] = {}
    for name, field in (("right", RIGHT), ("expected", EXPECTED), ("note", NOTE)):
        values[field] = {field: {"value": fields[name]}}
    for name, field in (("state", STATE), ("fold", FOLD)):
        if name in fields:
            values[field] = {field: {"selected_option": {"value": fields[name]}}}
    if "refuse" in fields:
        values[REFUSE] = {REFUSE: {"selected_options": [{"value": "refuse"}]}}
    view = {"id": "V1", "private_metadata": about, "state": {"values": values}}
    payload = {"type": "view_submission", "user": {"id": user}, "view": view}
    return await SaveCase(a_reception(ledger, slack()), _locate)(payload)


def _wrong(answer: Acknowledged) -> dict[str, str]:
    found: dict[str, str] = (answer.body or {}).get("errors", {})
    return found


async def test_what_is_right_is_kept(ledger: Ledger) -> None:
    """A pasted link becomes its page; the case is triaged, and the home is shown anew."""
    await answered(ledger, disliked=True)
    kept = await _send(
        ledger, right="https://wiki.example/pay\ndocs:gone.md", expected="On the 25th."
    )
    case = await ledger.cases.find("t1")
    again = await _send(
        ledger, state="triaged", right="docs:pay.md\ndocs:gone.md", expected="On the 25th."
    )

    assert (None, [("home", MAIN), ("diagnose", MAIN)]) == (
        kept.body,
        [(row.kind, row.user) for row in kept.rows],
    )
    told = kept.rows[1]
    assert ("t1", "docs:pay.md", "C1") == (told.trace_id, told.text, told.channel)
    label = Label(("docs:pay.md", "docs:gone.md"), "On the 25th.")
    assert ("triaged", label) == (case.state, case.label)
    assert [MAIN] == [event.by for event in await ledger.cases.history("t1")]
    assert Acknowledged() == again
    assert 2 == len({row.key for row in kept.rows})


async def test_a_case_is_decided_with_its_reason(ledger: Ledger) -> None:
    """Kept and dropped need one; a refusal may be right, and then no more."""
    await answered(ledger, disliked=True)
    missing = await _send(ledger, state="kept")
    before = await ledger.cases.find("t1")
    await _send(ledger, state="kept", note="a classic", refuse="yes")
    kept = await ledger.cases.find("t1")
    await _send(ledger, state="fixed", note="a classic")
    fixed = await ledger.cases.find("t1")

    assert {NOTE: phrases.case_needs_note()} == _wrong(missing)
    assert "new" == before.state
    assert ("kept", Label(answerable=False, note="a classic")) == (kept.state, kept.label)
    assert ("fixed", None) == (fixed.state, fixed.label.answerable)


async def test_cases_are_folded_and_unfolded(ledger: Ledger) -> None:
    """Into one that is there, and out again; into itself it cannot be."""
    await answered(ledger, disliked=True)
    await answered(ledger, "t2", disliked=True)
    await _send(ledger, fold="t2")
    into = (await ledger.cases.find("t1")).into
    itself = await _send(ledger, fold="t1")
    await _send(ledger, fold="-")

    assert "t2" == into
    assert {FOLD: phrases.case_not_folded()} == _wrong(itself)
    assert {FOLD: phrases.case_not_folded()} == _wrong(await _send(ledger, fold="zz"))
    assert "" == (await ledger.cases.find("t1")).into


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("https://wiki.example/no", phrases.case_no_page()),
        ("pay:secret.md", phrases.case_no_page()),
        ("down", phrases.case_pages_unknown()),
        ("slow", phrases.case_pages_unknown()),
    ],
)
async def test_a_page_that_is_not_found_is_said(
    ledger: Ledger, page: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unknown, of a collection that the maintainer may not search, or not to be looked up now."""
    monkeypatch.setattr(case_said, "SECONDS", 0.05)
    await answered(ledger, disliked=True)

    assert {RIGHT: said} == _wrong(await _send(ledger, right=page, expected="x"))
    assert Label() == (await ledger.cases.find("t1")).label


@pytest.mark.parametrize(
    ("user", "about", "where", "said"),
    [
        (ANN, ABOUT, {}, phrases.only_maintainers()),
        (MAIN, ABOUT, {"collections": ("pay",)}, phrases.case_hidden("pay")),
        (MAIN, ABOUT, {"team": "T2"}, phrases.case_gone()),
        (MAIN, json.dumps({"case": "t"}), {}, phrases.case_gone()),
    ],
)
async def test_nobody_else_decides(
    ledger: Ledger, user: str, about: str, where: dict[str, Any], said: str
) -> None:
    """Not whoever is no maintainer (any more), may not read it, or is elsewhere."""
    await answered(ledger, disliked=True, **where)

    assert {STATE: said} == _wrong(await _send(ledger, user, about, state="dropped", note="no"))
    assert "new" == (await ledger.cases.find("t1")).state


@pytest.mark.parametrize("about", ["", "[", "[]", "{}"])
async def test_a_forged_window_changes_nothing(ledger: Ledger, about: str) -> None:
    """What names no case is let go, and so is a window that was closed."""
    await answered(ledger, disliked=True)

    assert Acknowledged() == await _send(ledger, about=about, state="dropped", note="no")
    closed = {"type": "view_closed", "user": {"id": MAIN}, "view": {"private_metadata": ABOUT}}
    assert Acknowledged() == await SaveCase(a_reception(ledger, slack()), _locate)(closed)
