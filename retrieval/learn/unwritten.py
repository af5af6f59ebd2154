"""Cases of what people answered -> whether the page that they named says it by now.

Who answers a question that the pages do not answer names the page that should have said it. Until
it does, no search is at fault for not finding it there: the case is new, and is not measured.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

import structlog

from retrieval.errors import StoreError
from retrieval.learn.evidence import PageFacts, Wanted
from retrieval.learn.indexed import Name
from retrieval.learn.judge import says_as_much
from retrieval.learn.labelled import split_page
from retrieval.learn.standing import stands
from retrieval.ports import Cases, EvalCase

MOST = 1_000_000
BY = "footnote"
"""Who a case is moved by where its page says the answer by now."""
_HEADING = re.compile(r"^(?=#{1,6}[ \t])", re.MULTILINE)


class Looks(Protocol):
    """What shows pages of the index."""

    async def facts(self, name: Name, wanted: Wanted) -> PageFacts:
        """Return a page as the index has it. Raises StoreError."""


def unwritten(case: EvalCase) -> bool:
    """Whether a case waits for its page to say what a person answered.

    So it is until the page does, or somebody labels it and so says that the page is right.
    """
    label = case.label
    return case.kind == "human" and case.state == "new" and bool(label.right and label.expected)


def says(page: str, answer: str) -> bool:
    """Whether a page says an answer: word for word, or one of its sections says as much."""
    return stands(page, answer) or any(
        says_as_much(section, answer) for section in _HEADING.split(page)
    )


async def count_written(cases: Cases, pages: Looks) -> tuple[str, ...]:
    """Let the cases count whose pages say their answers by now; return their ids.

    Where the index cannot be asked they stay as they are. Raises LedgerError.
    """
    moved = []
    for case in await cases.list(state="new", kind="human", most=MOST):
        if not unwritten(case):
            continue
        try:
            texts = await _texts(case, pages)
        except StoreError as error:
            structlog.get_logger().warning("pages_not_read", reason=str(error))
            break
        if any(says(text, case.label.expected) for text in texts):
            await cases.move(case.id, "triaged", note="", by=BY)
            moved.append(case.id)
    return tuple(moved)


async def _texts(case: EvalCase, pages: Looks) -> Sequence[str]:
    """Return the texts of the right pages of a case as they are indexed."""
    names = [split_page(page) for page in case.label.right]
    return [(await pages.facts(name, Wanted())).text for name in names]
