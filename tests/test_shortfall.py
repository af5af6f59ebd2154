"""Tests of retrieval/shortfall.py: what came near, and why it was not the answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from retrieval.shortfall import Near, Why, nearest
from retrieval.values import (
    Answer,
    Candidates,
    Chunk,
    Claim,
    DocumentFacts,
    Draft,
    Dropped,
    Hit,
    LeftOut,
    LegResult,
    Outcome,
    Packed,
    Quote,
    Ranked,
    RankedHit,
    Source,
    Trace,
)
from tests.fakes.team import chunks
from tests.test_tracing import CITATION, SHOWN, TRACE, _built

PAGES = {
    name: DocumentFacts(name, "docs", f"{name}.md", name.title())
    for name in ("leave", "pay", "vpn", "old")
}


def _chunk(page: str, number: int = 0) -> Chunk:
    return replace(chunks(f"{page}.md", "one")[0], id=f"{page}{number}", text=f"{page} {number}")


def _trace(
    *ranked: str, packed: tuple[str, ...] = (), left: tuple[LeftOut, ...] = (), **more: Any
) -> Trace:
    """Return a refusal that ranked some chunks ("leave0"), and packed some of them."""
    hits = tuple(
        RankedHit(_chunk(one[:-1], int(one[-1])), PAGES[one[:-1]], n, 1.0, 1.0, {})
        for n, one in enumerate(ranked, 1)
    )
    by_id = {hit.chunk.id: hit for hit in hits}
    sources = tuple(
        Source(f"S{n}", by_id[one].document, (by_id[one].chunk,), by_id[one].chunk.text, 0, 5)
        for n, one in enumerate(packed, 1)
    )
    answer = Answer(Outcome.NOT_IN_CONTEXT, (), (), (), (), "t1", 0.1)
    trace = replace(
        TRACE,
        candidates=None,
        ranked=Ranked(hits, (), "identity"),
        packed=Packed(sources, left),
        draft=Draft("quoting", "NOT_IN_CONTEXT", ()),
        verdicts=(),
        answer=answer,
    )
    return replace(trace, **more)


def _told(trace: Trace) -> list[tuple[str, Why, str]]:
    return [(near.document.id, near.why, near.detail) for near in nearest(trace)]


def test_what_the_writer_saw_and_what_it_did_not() -> None:
    """Packed and unused; ranked and below."""
    assert [("leave", Why.UNUSED, ""), ("pay", Why.BELOW, "")] == _told(
        _trace("leave0", "pay0", packed=("leave0",))
    )


def test_what_was_written_from_it() -> None:
    """A claim that was dropped, by which check; one that is shown."""
    claim = Claim("26 weeks", (Quote("S1", "26"),))
    dropped = _trace(
        "leave0", packed=("leave0",), verdicts=(Dropped(claim, "numbers", "26 is not there"),)
    )
    shown = replace(SHOWN, citations=(replace(CITATION, label="S1"),))
    answer = Answer(Outcome.ANSWERED, (shown,), (), (), (), "t1", 0.1)

    assert [("leave", Why.DROPPED, "numbers")] == _told(dropped)
    assert [("leave", Why.CITED, "")] == _told(replace(dropped, answer=answer))


@pytest.mark.parametrize(
    ("reason", "why", "detail"),
    [
        ("says the same as pay.md", Why.SAME, "pay.md"),
        ("the page has 2 passages already", Why.CROWDED, ""),
    ],
)
def test_what_was_not_packed(reason: str, why: Why, detail: str) -> None:
    """Its reason is read."""
    left = (LeftOut("leave0", "leave", "leave.md", reason),)

    assert [("leave", why, detail)] == _told(_trace("leave0", packed=(), left=left))


@pytest.mark.parametrize(
    ("reason", "why", "detail"),
    [
        ("its status is archived", Why.STATUS, "archived"),
        ("not in force before 2027-01-01", Why.EARLY, "2027-01-01"),
        ("in force until 2025-01-01", Why.OVER, "2025-01-01"),
        ("was said not to be it", Why.ASIDE, ""),
    ],
)
def test_what_may_not_be_used_stands_where_it_was_found(reason: str, why: Why, detail: str) -> None:
    """The first of a leg comes after the first of the rest."""
    old = Hit(_chunk("old"), PAGES["old"], 1, 7.0)
    trace = _trace("leave0", "pay0", candidates=Candidates((LegResult("words", "q", (old,)),)))
    left = (LeftOut("old0", "old", "old.md", reason),)
    assert trace.ranked
    trace = replace(trace, ranked=replace(trace.ranked, left_out=left))

    assert ["leave", "old", "pay"] == [near.document.id for near in nearest(trace)]
    assert ("old", why, detail) == _told(trace)[1]


def test_each_page_comes_before_a_second_passage_of_one() -> None:
    """Three pages are worth more than three passages of one; where there are fewer, not."""
    many = nearest(_trace("leave0", "leave1", "pay0", "vpn0"))
    few = nearest(_trace("leave0", "leave1"))

    assert ["leave 0", "pay 0", "vpn 0"] == [near.text for near in many]
    assert ["leave 0", "leave 1"] == [near.text for near in few]


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(_built(Trace))
def test_any_trace_has_what_came_near(trace: Trace) -> None:
    """Three at most, each with a reason."""
    found = nearest(trace)

    assert len(found) <= 3
    assert all(isinstance(near, Near) and near.why in Why for near in found)
