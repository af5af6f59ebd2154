"""What the page reads of the ledger."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.playground.page.records import Records, parts, quotes
from retrieval.ports import EvalCase, Label
from retrieval.values import (
    Answer,
    Citation,
    DocumentFacts,
    Outcome,
    Question,
    Scope,
    Trace,
    VerifiedClaim,
)
from tests.browser.served import Kept


def _trace() -> Trace:
    pages = [DocumentFacts(name, "docs", f"{name}.md", name) for name in ("a", "b")]
    cited = [Citation("S1", page, "q", at, at + 5, "c", "d") for at, page in enumerate(pages)]
    claim = VerifiedClaim("q", tuple(cited))
    answer = Answer(Outcome.ANSWERED, (claim,), (), (), (), "t1", 0.5)
    return Trace("t1", "now", "", Question("Why?", Scope(("docs",))), answer=answer)


async def test_quotes_are_those_of_the_page_that_is_read() -> None:
    """Each page is marked with what was quoted from it, and from no other."""
    records = Records(Kept({"t1": _trace()}), Kept())

    assert [(1, 6)] == await records.quotes("t1", "b.md")
    assert [] == quotes(_trace(), "c.md")
    assert "answered" == (await records.explanation("t1")).outcome


async def test_a_withdrawn_case_is_no_case_of_an_answer() -> None:
    """It is still listed, as what it is."""
    made = datetime(2026, 1, 2, tzinfo=UTC)
    cases = [
        EvalCase(f"c{n}", f"t{n}", made, s, "", "", {}) for n, s in enumerate(("new", "withdrawn"))
    ]
    records = Records(Kept(), Kept(made=cases))

    assert ["c0", None] == [
        case.id if case else None
        for case in (await records.case_of("t0"), await records.case_of("t1"))
    ]
    assert 2 == len(await records.complaints())


async def test_a_triaged_complaint_stays_one_and_praise_is_none() -> None:
    """Its answer has a case as long as the dislike stands; what is right of it is told first."""
    made, label = datetime(2026, 1, 2, tzinfo=UTC), Label(right=("docs:a.md",))
    cases = [
        EvalCase("c0", "t0", made, "triaged", "", "", {"answer": "So."}, label=label),
        EvalCase("c1", "t1", made, "triaged", "", "", {}, kind="praise"),
    ]
    records = Records(Kept(), Kept(made=cases))

    assert cases[0] == await records.case_of("t0")
    assert await records.case_of("t1") is None
    assert [("label", {"right": ("docs:a.md",)}), ("answer", "So.")] == parts(cases[0])
