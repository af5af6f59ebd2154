"""What the benchmark of indexing embeds when it is not to embed everything."""

from __future__ import annotations

from benchmarks.indexing import Sampled
from tests.fakes.pages import DIMS, FakeEmbedder


async def test_a_share_of_the_batches_is_embedded_and_all_of_the_longest_texts() -> None:
    """The same ones in every run; a text of a batch left out gets a vector all the same."""
    seen = []
    for _ in range(2):
        inner = FakeEmbedder()
        model = Sampled(inner, 25.0)
        for number in range(40):
            vectors = await model.passages([f"text {number}"])
            assert (1, DIMS) == vectors.shape
        await model.passages(["word " * inner.max_tokens])
        seen.append(inner.seen)
        assert (41, 1, len(inner.seen)) == (model.batches, model.longest, model.embedded)

    assert seen[0] == seen[1]
    assert seen[0][-1].startswith("word word")
    assert 4 < len(seen[0]) < 20


async def test_an_index_of_drawn_vectors_is_another_one() -> None:
    """Its fingerprint says so: drawn vectors are never taken over as real ones."""
    assert Sampled(FakeEmbedder(), 10.0).identity != FakeEmbedder().identity
