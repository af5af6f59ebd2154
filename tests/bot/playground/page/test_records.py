"""What the page reads of the ledger."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.playground.page.records import Records, quotes
from retrieval.ports import EvalCase
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
