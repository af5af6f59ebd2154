"""An index of one question finds what was found, fails as it failed, and owns up to the rest."""

from __future__ import annotations

from dataclasses import replace

import pytest

from retrieval.answer.answerer import Limits
from retrieval.answer.pack import Budget
from retrieval.errors import ModelUnavailable, StoreError, StoreUnavailable
from retrieval.learn.frozen.lacking import Lacking
from retrieval.learn.frozen.store import FrozenStore, other_notes
from retrieval.text.query import parse
from retrieval.values import Outcome, Question, Scope, Trace, Turn, Usage
from tests.fakes.replayed import ASKED, again, answered, shelf
from tests.fakes.team import OPEN, BagEmbedder


async def test_what_was_found_is_found_again() -> None:
    """Legs, neighbours and counts: the whole of the run is the same."""
    trace = await answered()
    replayed = await again(trace)

    assert replayed.identical
    assert () == replayed.lacking
    assert trace.packed
    assert 1 < len(trace.packed.sources[0].chunks)


@pytest.mark.parametrize(
    "budget", [Budget(1, 1), Budget(5, 9, per_document=5), Budget(whole=1_000), Budget(whole=3)]
)
async def test_it_is_packed_as_it_was_whatever_the_budget(budget: Budget) -> None:
    """Neighbours that did not fit are not missed, and a whole scope is whole again."""
    trace = await answered(limits=Limits(budget))
    replayed = await again(trace, Limits(budget))

    assert replayed.identical
    assert () == replayed.lacking


async def test_a_leg_that_failed_fails_again() -> None:
    """So does a question that was not embedded, and a collection that could not be read."""
    broken, unread = shelf(), shelf()
    broken.failing["words"] = "disk on fire"
    unread.unread["hr"] = "'hr' is damaged."
    late = BagEmbedder(ModelUnavailable("Not now."))
    traces = [
        await answered(store=broken),
        await answered(store=unread, embedder=late),
        await answered(store=broken, embedder=late),
    ]

    assert [True] * 3 == [(await again(trace)).identical for trace in traces]
    assert [("words: disk on fire",), ("meaning: Not now.", "'hr' is damaged.")] == [
        trace.candidates.notes for trace in traces[:2] if trace.candidates
    ]
    assert traces[2].candidates
    assert (("Not now.",), ()) == other_notes(traces[2].candidates)


class Charged(BagEmbedder):
    """An embedder that is paid."""

    async def paid_query(self, text: str) -> tuple[object, Usage]:
        """Embed a text for three tokens."""
        return await self.query(text), Usage(3, model="bag")

    def spent(self) -> Usage:
        """Charge nothing for pages."""
        return Usage()


async def test_what_embedding_cost_is_charged_again() -> None:
    """All queries together, as then."""
    following = Question("and for it?", OPEN, (Turn("user", "How many days of leave?"),))
    trace = await answered(following, embedder=Charged())
    replayed = await again(trace)

    assert trace.candidates
    assert 6 == trace.candidates.usage.prompt
    assert replayed.identical


async def test_chunks_that_had_no_vector_yet_are_counted_again() -> None:
    """The note of a search that was not whole comes from the count that it was made of."""
    trace = await answered()
    assert trace.candidates
    note = "meaning: 3 of 5 chunks are not embedded yet"
    noted = replace(trace, candidates=replace(trace.candidates, notes=(note,)))

    census = await FrozenStore(noted, Lacking()).census()

    assert (3, 5) == (census.without_vectors, census.chunks)


@pytest.mark.parametrize("error", [StoreError("It is gone."), StoreUnavailable("It is down.")])
async def test_an_index_that_failed_fails_again(error: StoreError) -> None:
    """With the same reason, and the same word on whether it may pass."""
    store = shelf()
    store.error = error
    trace = await answered(store=store)
    replayed = await again(trace)

    assert replayed.identical
    assert replayed.after.answer
    assert (Outcome.FAILED, str(error)) == (
        replayed.after.answer.outcome,
        replayed.after.answer.reason,
    )


async def test_what_is_not_in_the_record_is_named() -> None:
    """Another search, other words, another page: nothing is made up."""
    trace, lacking = await answered(), Lacking()
    store = FrozenStore(trace, lacking)
    vpn = shelf().documents["vpn.md"][1][1]

    legs = await store.search([parse("elephants", "asked")], [None], limit=9)
    counts = await store.frequencies(["days", "trunk"])
    around = await store.neighbours(replace(vpn, id="other", document_id="other.md"), 1)
    store.within(Scope(("hr",)))

    assert ([], ["days"], []) == (list(legs), list(counts.counts), list(around))
    assert [
        "what is found for 'elephants'",
        "how often there is trunk",
        "what stands around chunk 1 of other.md",
        "what is in hr",
    ] == lacking.named
    assert ("docs",) == await store.collections()


async def test_a_record_that_ends_early_says_so() -> None:
    """Without a reason it cannot be told why the question went no further."""
    lacking = Lacking()
    store = FrozenStore(Trace("t", "2026-01-01", "", ASKED), lacking)

    with pytest.raises(StoreError, match="record ends"):
        await store.census()
    for call in (store.everything(), store.neighbours(shelf().documents["vpn.md"][1][0], 1)):
        with pytest.raises(StoreError):
            await call
    assert ["why the question went no further"] == lacking.named
    await store.close()


async def test_what_was_misspelt_is_read_so_again() -> None:
    """The record knows what was meant, and how often that occurs."""
    trace = await answered(Question("How many days of leave is it in the porttal?", OPEN))
    replayed = await again(trace)

    assert trace.candidates
    assert (("porttal", "portal"),) == trace.candidates.respelt
    assert replayed.identical
    assert () == replayed.lacking
