"""Tests of retrieval/learn/unwritten.py: a person's answer counts once its page has it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from retrieval.errors import StoreUnavailable
from retrieval.learn.evidence import PageFacts, Wanted
from retrieval.learn.indexed import Name
from retrieval.learn.labelled import counts
from retrieval.learn.unwritten import count_written, says, unwritten
from retrieval.ledger.ledger import Ledger
from retrieval.ports import EvalCase, Label
from tests.fakes.clock import FakeClock
from tests.fakes.team import chunks

ANSWER = "Send form S-4 to the people team within 3 days."
LABEL = Label(right=("hr:sick.md",), expected=ANSWER)
CASE = EvalCase(
    "human-1", "", datetime(2026, 1, 1, tzinfo=UTC), "new", "U1", "C1",
    {"question": "I am ill?", "collections": ["hr"]}, kind="human", label=LABEL,
)  # fmt: skip


class Looked:
    """An index whose one page has a text; None where it cannot be asked."""

    def __init__(self, text: str | None) -> None:
        """Take the text."""
        self._text = text

    async def facts(self, name: Name, wanted: Wanted) -> PageFacts:
        """Return the page."""
        if self._text is None:
            raise StoreUnavailable("down")
        return PageFacts(*name, chunks=chunks(name[1], self._text))


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (f"# Sick leave\n\n{ANSWER}\n", True),
        ("# Sick\n\n## Forms\n\nWithin 3 days, form S-4 is sent to the people team.\n", True),
        ("# Sick\n\nTell your lead.\n", False),
        ("# Sick\n\nSend form S-5 to the people team within 3 days.\n", False),
        (
            "# Sick\n\nForm S-4.\n\n## Team\n\nThe people team.\n\n## Days\n\nWithin 3 days.\n",
            False,
        ),
        ("", False),
    ],
)
def test_a_page_says_an_answer(page: str, expected: bool) -> None:
    """Word for word, or most of its words and all of its numbers in one section."""
    assert expected is says(page, ANSWER)


def test_which_cases_wait_for_their_page() -> None:
    """Those of people's answers that nobody labelled: a label says that the page is right."""
    others = [
        replace(CASE, kind="complaint"),
        replace(CASE, state="triaged"),
        replace(CASE, label=Label(expected=ANSWER)),
        replace(CASE, label=Label(right=LABEL.right)),
    ]

    assert unwritten(CASE)
    assert not counts(CASE)
    assert [False] * 4 == list(map(unwritten, others))


async def test_a_case_counts_from_when_its_page_says_it(tmp_path: Path) -> None:
    """Not before, nor where the index cannot be asked; and only once."""
    text = f"# Sick leave\n\n{ANSWER}\n"
    async with Ledger.open(f"sqlite:///{tmp_path}/l.db", clock=FakeClock()) as ledger:
        await ledger.cases.add(CASE)
        cases = ledger.cases
        moved = [await count_written(cases, Looked(one)) for one in ("So.", None, text, text)]
        case = await cases.find("human-1")

    assert [(), (), ("human-1",), ()] == moved
    assert counts(case)
    assert LABEL == case.label
