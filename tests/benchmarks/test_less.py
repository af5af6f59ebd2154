"""What makes the comparison of indexes affordable."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import numpy as np

from benchmarks._less import Remembering
from tests.fakes.pages import FakeEmbedder


async def test_no_text_is_embedded_twice(tmp_path: Path) -> None:
    """A text that was embedded once has the same vector in a later run, for nothing."""
    texts = ["a ladder", "a portal", "a ladder"]
    for fresh in (FakeEmbedder(), FakeEmbedder()):
        with closing(Remembering(fresh, tmp_path / "kept" / "vectors.db")) as model:
            vectors = await model.passages(texts)

        assert np.array_equal(await FakeEmbedder().passages(texts), vectors)
    other = FakeEmbedder(identity="another")
    with closing(Remembering(other, tmp_path / "kept" / "vectors.db")) as model:
        await model.passages(texts)

    assert [] == fresh.seen
    assert ["a ladder", "a portal"] == other.seen
