"""Joining neighbours, folding duplicates, keeping to the budget."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from retrieval.answer.pack import Budget, join, pack
from retrieval.values import LeftOut, Ranked, RankedHit
from tests.fakes.team import MemoryStore, chunks, facts, ranked

TEXTS = [f"Paragraph {n} speaks of topic{n} and of nothing else.\n\n" for n in range(8)]


def _ranked(*hits: RankedHit, left_out: tuple[LeftOut, ...] = ()) -> Ranked:
    return Ranked(hits, left_out, "identity")


async def test_a_passage_is_joined_with_what_follows_and_precedes_it() -> None:
    """Neighbours join below first, then above, while they fit; the text is without a gap."""
    store = MemoryStore()
    store.put(facts("a.md"), *TEXTS)
    pieces = chunks("a.md", *TEXTS)

    packed = await pack(_ranked(ranked(pieces[3], facts("a.md"))), store, Budget(tokens=27))

    source = packed.sources[0]
    assert ("S1", "".join(TEXTS[3:6])) == (source.label, source.text)
    assert (pieces[3].start, pieces[5].end) == (source.start, source.end)


async def test_a_passage_keeps_how_close_the_search_found_its_chunks() -> None:
    """Neighbours that the search found as well have theirs; other legs' scores are none."""
    store = MemoryStore()
    store.put(facts("a.md"), *TEXTS)
    pieces = chunks("a.md", *TEXTS)
    scores = [{"meaning": 0.7, "words": 9.0}, {"meaning": 0.4}, {"words": 3.0}]
    hits = [
        replace(ranked(pieces[n + 2], facts("a.md"), n + 1), scores=found)
        for n, found in enumerate(scores)
    ]

    packed = await pack(_ranked(*hits), store, Budget(tokens=40))

    assert {pieces[2].id: 0.7, pieces[3].id: 0.4} == packed.sources[0].scores


async def test_two_hits_side_by_side_become_one_passage() -> None:
    """What was joined already is not packed a second time."""
    store = MemoryStore()
    store.put(facts("a.md"), *TEXTS)
    pieces = chunks("a.md", *TEXTS)
    hits = [ranked(pieces[2], facts("a.md"), 1), ranked(pieces[3], facts("a.md"), 2)]

    packed = await pack(_ranked(*hits), store, Budget(tokens=20))

    assert 1 == len(packed.sources)
    assert ["already joined to a neighbour"] == [left.reason for left in packed.left_out]


async def test_the_same_passage_on_two_pages_fills_one_place() -> None:
    """A near-duplicate is folded, and what was left out says which page has the same."""
    store = MemoryStore()
    store.put(facts("a.md"), TEXTS[0])
    store.put(facts("b.md"), TEXTS[0])
    store.put(facts("c.md"), TEXTS[1])
    hits = [
        ranked(chunks(path, text)[0], facts(path), n)
        for n, (path, text) in enumerate(
            [("a.md", TEXTS[0]), ("b.md", TEXTS[0]), ("c.md", TEXTS[1])], 1
        )
    ]

    packed = await pack(_ranked(*hits), store, Budget())

    assert ["a.md", "c.md"] == [source.document.path for source in packed.sources]
    assert ["says the same as a.md"] == [left.reason for left in packed.left_out]


async def test_one_page_does_not_take_all_places() -> None:
    """No more passages of one page than allowed are packed beside each other."""
    store = MemoryStore()
    store.put(facts("a.md"), *TEXTS)
    pieces = chunks("a.md", *TEXTS)
    hits = [ranked(pieces[n], facts("a.md"), n + 1) for n in (0, 4, 7)]

    packed = await pack(_ranked(*hits), store, Budget(tokens=9, per_document=2))

    assert 2 == len(packed.sources)
    assert "the page has 2 passages already" == packed.left_out[0].reason


async def test_a_small_scope_is_packed_whole() -> None:
    """A scope within the limit goes in whole, page by page, without what is out of force."""
    store = MemoryStore()
    store.put(facts("a.md"), *TEXTS[:2])
    store.put(facts("b.md"), *TEXTS[2:4])
    store.put(facts("old.md"), TEXTS[5])
    left = LeftOut("old.md:0", "old.md", "old.md", "its status is archived")

    packed = await pack(_ranked(left_out=(left,)), store, Budget(whole=1_000))

    assert packed.whole
    assert ["a.md", "b.md"] == [source.document.path for source in packed.sources]
    assert "".join(TEXTS[:2]) == packed.sources[0].text


@given(st.lists(st.integers(1, 30), min_size=1, max_size=9), st.data())
def test_joined_chunks_follow_each_other_within_the_budget(
    sizes: list[int], data: st.DataObject
) -> None:
    """Joined chunks are consecutive, hold the hit, and fit unless it alone is too long."""
    pieces = chunks("a.md", *["word " * size for size in sizes])
    chosen = data.draw(st.sampled_from(pieces))

    joined = join(chosen, pieces, tokens=40)

    ordinals = [chunk.ordinal for chunk in joined]
    assert list(range(ordinals[0], ordinals[-1] + 1)) == ordinals
    assert chosen in joined
    assert sum(chunk.tokens for chunk in joined) <= max(40, chosen.tokens)


async def test_a_scope_packed_whole_lacks_the_pages_that_are_not_it() -> None:
    """What was said not to be it is not packed, found or not."""
    store = MemoryStore()
    store.put(facts("a.md"), TEXTS[0])
    store.put(facts("b.md"), TEXTS[1])

    packed = await pack(_ranked(), store, Budget(whole=1_000), (facts("a.md").key,))

    assert packed.whole
    assert ["b.md"] == [source.document.path for source in packed.sources]
