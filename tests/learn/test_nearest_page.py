"""Tests of retrieval/learn/nearest_page.py: which page came nearest, and all of its text."""

from __future__ import annotations

from datetime import date

from retrieval.answer.answerer import Answerer, Team
from retrieval.learn.nearest_page import NearestPage
from retrieval.values import Question
from tests.fakes.team import (
    OPEN,
    BagEmbedder,
    FirstSentence,
    FixedClock,
    MemoryStore,
    MemoryTraces,
    ScriptedReranker,
    ScriptedWriter,
    facts,
)

VPN = ("The VPN client is installed from the portal.", "Ask the desk for a token.")
PAY = "Salaries are paid on the last working day of the month."


async def _asked(writer: object) -> tuple[MemoryTraces, MemoryStore]:
    """Ask a question of two pages; return where its trace is kept, and the pages."""
    store, traces = MemoryStore(), MemoryTraces()
    store.put(facts("vpn.md", "VPN", owner="Ann", verified=date(2025, 6, 1)), *VPN)
    store.put(facts("pay.md", "Pay"), PAY)
    team = Team(
        store=store,
        embedder=BagEmbedder(),
        reranker=ScriptedReranker(),
        writer=writer,  # type: ignore[arg-type]
        fallback=writer,  # type: ignore[arg-type]
        traces=traces,
        clock=FixedClock(),
    )
    await Answerer(team).answer(Question("Where is the VPN client?", OPEN))
    return traces, store


async def test_the_nearest_page_of_a_refusal_comes_whole() -> None:
    """With its owner, its title and the chunks that the search did not find."""
    traces, store = await _asked(ScriptedWriter(claims=[]))

    page = await NearestPage(traces, store)([traces.kept[0].id, "gone"])

    assert page
    assert ("docs", "vpn.md", "Ann") == (page.collection, page.path, page.owner)
    assert all(text in page.text for text in ("VPN", *VPN))


async def test_of_an_answer_it_is_the_page_that_was_cited() -> None:
    """A disliked answer took it for the right one."""
    traces, store = await _asked(FirstSentence())

    page = await NearestPage(traces, store)([traces.kept[0].id])

    assert page
    assert "vpn.md" == page.path


async def test_a_page_that_is_gone_is_told_as_it_was_found() -> None:
    """Its text is then what the search had found of it; without a trace there is none."""
    traces, store = await _asked(ScriptedWriter(claims=[]))
    store.documents["vpn.md"] = (facts("vpn.md", "VPN"), ())

    page = await NearestPage(traces, store)([traces.kept[0].id])

    assert page
    assert VPN[0] in page.text
    assert await NearestPage(traces, store)(["gone"]) is None
