"""The operator's scope: what there is, or the collection that was named."""

from __future__ import annotations

import pytest

from retrieval.answer.answerer import Answerer, Team
from retrieval.errors import IndexMissing, InputError
from retrieval.footnote import Footnote
from tests.fakes.team import (
    BagEmbedder,
    FirstSentence,
    FixedClock,
    MemoryStore,
    MemoryTraces,
    ScriptedReranker,
    facts,
)


class _Empty(MemoryStore):
    async def collections(self) -> tuple[str, ...]:
        return ()


def _footnote(store: MemoryStore) -> Footnote:
    traces = MemoryTraces()
    team = Team(
        store=store,
        embedder=BagEmbedder(),
        reranker=ScriptedReranker(),
        writer=FirstSentence(),
        fallback=FirstSentence(),
        traces=traces,
        clock=FixedClock(),
    )
    return Footnote(Answerer(team), store, traces)


async def test_the_operator_asks_all_there_is_or_what_was_named() -> None:
    """Without a name every collection is in the scope."""
    footnote = _footnote(MemoryStore())

    assert ("docs",) == (await footnote.scope()).collections
    assert ("docs",) == (await footnote.scope("docs")).collections


async def test_a_collection_that_is_not_there_is_told_with_those_that_are() -> None:
    """The names to choose from stand in the message."""
    with pytest.raises(InputError, match="There are: docs"):
        await _footnote(MemoryStore()).scope("other")


async def test_a_collection_without_a_name_is_none() -> None:
    """An empty name is not all collections: a shell's variable that is not set searches nothing."""
    with pytest.raises(InputError, match="There are: docs"):
        await _footnote(MemoryStore()).scope("")


async def test_nothing_indexed_is_told_with_the_command() -> None:
    """An installation without an index says what to run, whatever was named."""
    for name in (None, "docs"):
        with pytest.raises(IndexMissing, match=r"scripts\.ingest"):
            await _footnote(_Empty()).scope(name)


async def test_what_is_there_and_not_in_use_is_told_with_what_to_do() -> None:
    """The question is not told that nothing is there; what is in use is not asked about."""

    async def idle(collection: str | None) -> str:
        return f"Generation 0001 of '{collection}' waits." if collection != "gone" else ""

    for store in (MemoryStore(), _Empty()):
        footnote = _footnote(store)
        footnote = Footnote(footnote.answerer, store, footnote.traces, unsearchable=idle)
        with pytest.raises(IndexMissing, match="Generation 0001 of 'other' waits"):
            await footnote.scope("other")
        with pytest.raises((IndexMissing, InputError), match=r"There are: docs|scripts\.ingest"):
            await footnote.scope("gone")


async def test_a_question_of_the_operator_is_answered() -> None:
    """The question carries who asked and where."""
    store = MemoryStore()
    store.put(facts("vpn.md"), "The VPN client is in the portal.")
    footnote = _footnote(store)

    answer = await footnote.ask("VPN client?", await footnote.scope())
    trace = await footnote.traces.find(answer.trace_id)

    assert "answered" == answer.outcome
    assert ("operator", "terminal") == (trace.question.asker, trace.question.place)
