"""Chunks and vectors that were read are known again, for as long as they are what they were."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from retrieval.stores import elastic_floats as floats
from retrieval.stores import elastic_known
from retrieval.stores import elastic_mapping as mapping
from retrieval.stores.elastic_known import Known, Raw, key
from tests.fakes.pages import FakeCutter, page

INDEX = "footnote.docs.0001"


def _raws(text: str, revision: str, index: str = INDEX) -> list[Raw]:
    one = page("a.md", text)
    sources = mapping.chunk_sources(one, FakeCutter().chunks(one), revision)
    return [Raw((index, source["page"]), source, 1.0) for source in sources]


def _text(*numbers: float) -> Any:
    return floats.vector_fields(np.array(numbers, dtype=np.float32))["vector"]


def test_a_chunk_is_made_once() -> None:
    """However often it is found, and in whatever response."""
    known = Known()
    first, again = [[known.chunk(raw) for raw in _raws("A\n\nb", "r1")] for _ in range(2)]

    assert [0, 1] == [chunk.ordinal for chunk in first]
    assert all(one is other for one, other in zip(first, again, strict=True))


@pytest.mark.parametrize(
    ("revision", "index"), [("r2", INDEX), ("r1", "footnote.docs.0002"), ("r1", "footnote.x.0001")]
)
def test_another_revision_index_or_collection_is_another_chunk(revision: str, index: str) -> None:
    """Nothing of a page that was written again, or stands in another generation, is shown."""
    known = Known()
    before = [known.chunk(raw).text for raw in _raws("A\n\nold", "r1")]
    after = [known.chunk(raw).text for raw in _raws("A\n\nnew", revision, index)]

    assert (["A\n\n", "old"], ["A\n\n", "new"]) == (before, after)


def test_a_vector_is_that_of_its_text_of_now() -> None:
    """A page's vector is made anew under the same name: the text decides, not the name."""
    known = Known()
    names = [(INDEX, "here:a.md", "", -1), (INDEX, "here:b.md", "", -1)]
    first = known.vectors(names, [_text(1, 0), _text(0, 1)])
    again = known.vectors(names, [_text(1, 0), _text(0, 1)])
    later = known.vectors(names, [_text(0, 1), _text(0, 1)])

    assert [[1, 0], [0, 1]] == first.tolist() == again.tolist()
    assert [[0, 1], [0, 1]] == later.tolist()


def test_no_more_is_kept_than_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was read first goes, and is read again when it is found again."""
    monkeypatch.setattr(elastic_known, "MOST", 2)
    known = Known()
    raws = _raws("A\n\nb\n\nc\n\nd", "r1")
    texts = [_text(1, number) for number in range(len(raws))]
    for _ in range(2):
        assert list(range(4)) == [known.chunk(raw).ordinal for raw in raws]
        read = known.vectors([key(INDEX, raw.source) for raw in raws], texts)
        assert np.array(read[:, 1] / read[:, 0]) == pytest.approx([0, 1, 2, 3])

    assert (2, 2) == (len(known._chunks), len(known._vectors))
