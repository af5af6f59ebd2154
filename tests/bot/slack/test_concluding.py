"""A resolved question becomes a case and a paragraph, of what those who help may see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.slack import phrases
from bot.slack.concluding import Concluding
from bot.slack.markdown import sanitise
from retrieval.errors import StoreUnavailable
from retrieval.learn.suggesting import Suggestion, suggest
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Escalation, EscalationEvent
from tests.fakes.slack_reading import live
from tests.fakes.support import LEAVE, POLICY, refusal

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
ONE = Escalation(
    "e1", "s", "t1", "T1", "C1", "5.0", "UANN", "CHELP", "hr", NOON, NOON,
    {"question": "How do I apply?", "answer": "By mail", "page": "leave.md"},
)  # fmt: skip
DONE = EscalationEvent("e1", 2, "resolved", "UBEN", NOON)
PAGE = "# Leave\n\n## How to apply\n\nSo.\n"
SAID = PAGE.replace("So.", "By mail.")


def _concluding(ledger: Ledger, **pages: str) -> tuple[Concluding, list[Sequence[str]]]:
    """Return what concludes, with an index of pages, and the collections that it looks in."""
    looked: list[Sequence[str]] = []

    async def locate(text: str, collections: Sequence[str]) -> Sequence[tuple[str, str]]:
        looked.append(collections)
        if text == "down":
            raise StoreUnavailable("down")
        return [("hr", text)] if text.removesuffix(".md") in pages else []

    async def reads(page: tuple[str, str]) -> str:
        return pages[page[1].removesuffix(".md")]

    return Concluding(ledger.cases, ledger, POLICY, locate, reads), looked


async def test_an_answer_becomes_a_case_once_and_a_paragraph(ledger: Ledger) -> None:
    """With the page that should say it; made again it is the same."""
    await ledger.record(replace(refusal(LEAVE), id="t1"))
    conclude, looked = _concluding(ledger, leave=SAID)
    first, second = [await conclude(ONE, DONE) for _ in range(2)]
    (case,) = await ledger.cases.list(kind="human")

    assert first == second
    assert ("human-e1", "t1", "triaged", "UBEN") == (
        case.id, case.trace_id, case.state, case.person,
    )  # fmt: skip
    assert (("hr:leave.md",), "By mail") == (case.label.right, case.label.expected)
    assert "Secret question?" == case.content["question"]
    assert "### Apply\n\nBy mail." in first.text
    assert phrases.goes_below("How to apply") in first.text
    assert [["hr"], ["hr"]] == looked


async def test_a_case_whose_page_does_not_say_the_answer_is_not_measured_yet(
    ledger: Ledger,
) -> None:
    """It is new, and names the page; one without an answer has nothing to wait for."""
    await ledger.record(replace(refusal(LEAVE), id="t1"))
    conclude, _ = _concluding(ledger, leave=PAGE)
    await conclude(ONE, DONE)
    await conclude(replace(ONE, id="e2", content={**ONE.content, "answer": ""}), DONE)
    cases = await ledger.cases.list(kind="human")

    assert {("human-e1", "new"), ("human-e2", "triaged")} == {(c.id, c.state) for c in cases}
    assert {("hr:leave.md",)} == {case.label.right for case in cases}


@pytest.mark.parametrize("page", ["", "nowhere.md", "down"])
async def test_without_a_page_there_is_a_paragraph_all_the_same(ledger: Ledger, page: str) -> None:
    """None named, none of that name, or an index that cannot be asked now."""
    await ledger.record(replace(refusal(LEAVE), id="t1"))
    conclude, _ = _concluding(ledger)
    made = await conclude(replace(ONE, content={**ONE.content, "page": page}), DONE)
    (case,) = await ledger.cases.list(kind="human")

    assert "new" == case.state
    assert phrases.goes_last() in made.text
    assert ("nowhere" in made.text) is (page == "nowhere.md")
    assert (phrases.page_not_indexed() in made.text) is (page == "nowhere.md")


async def test_code_in_a_paragraph_is_there_to_copy(ledger: Ledger) -> None:
    """Its fences are written so that the message that shows them does not end there."""
    await ledger.record(replace(refusal(LEAVE), id="t1"))
    conclude, _ = _concluding(ledger, leave=PAGE)
    answer = "Run this:\n\n```sh\n* make `all`\n```\n\n* then wait"
    shown = (await conclude(replace(ONE, content={**ONE.content, "answer": answer}), DONE)).said()

    assert "~~~sh\n* make `all`\n~~~\n\n- then wait\n```" in shown["text"]
    assert "\u02cb" not in shown["text"]


async def test_a_paragraph_does_nothing(ledger: Ledger) -> None:
    """Whatever was asked and answered, and of a private question nothing is told."""
    await ledger.record(replace(refusal(LEAVE), id="t1"))
    conclude, _ = _concluding(ledger, leave=PAGE)
    hostile = {"question": "", "answer": "``` <!channel> https://e.example/x", "page": "<@UX>"}
    made = await conclude(replace(ONE, content=hostile), DONE)

    assert [] == live(sanitise(made.text), set())
    assert "Secret" not in made.text
    assert phrases.private_question() not in made.text.lower()
    for page in ("", "## What is it?\n"):
        assert "So." == suggest("", "so", page).text


@pytest.mark.parametrize(("page", "channel"), [("leave.md", "C1"), ("pay.md", "CPAY")])
async def test_the_right_page_is_named_where_it_may_be_seen(
    ledger: Ledger, page: str, channel: str
) -> None:
    """With its address; a page that is not open only in the channels that have it."""
    conclude, looked = _concluding(ledger, leave=PAGE, pay=PAGE)

    async def shows(found: tuple[str, str]) -> tuple[str, str]:
        return found[1], f"https://docs.example/{found[1]}"

    shown = replace(conclude, shows=shows)
    one = replace(ONE, channel=channel, content={**ONE.content, "page": page})

    assert (page, f"https://docs.example/{page}") == await shown.page(one)
    assert ("pay" in looked[0]) is (channel == "CPAY")
    assert ("", "") == await conclude.page(one)
    assert ("", "") == await shown.page(replace(one, content={}))


async def test_a_model_words_it_where_the_question_may_be_read(ledger: Ledger) -> None:
    """A private question is told to no model service."""
    await ledger.record(replace(refusal(LEAVE), id="t1"))
    conclude, _ = _concluding(ledger, leave=PAGE)
    asked: list[tuple[str, str, str]] = []

    async def style(made: Suggestion, question: str, answer: str, page: str) -> Suggestion:
        asked.append((question, answer, page))
        return replace(made, text="Styled")

    styled = replace(conclude, style=style)
    private = replace(ONE, content={**ONE.content, "question": ""})

    assert "Styled" in (await styled(ONE, DONE)).text
    assert "Styled" not in (await styled(private, DONE)).text
    assert [("How do I apply?", "By mail", PAGE)] == asked
