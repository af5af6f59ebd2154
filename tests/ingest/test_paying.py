"""Nothing that was paid for is lost."""

from __future__ import annotations

import numpy as np

from retrieval.errors import PartlyEmbedded
from retrieval.ingest.paying import embedded, spent
from retrieval.ports import PendingText
from retrieval.values import Usage
from tests.fakes.pages import FakeEmbedder

BATCH = [PendingText("d1", "one", 1), PendingText("d2", "two", 1)]


class Half(FakeEmbedder):
    """Embeds the second text alone, and is paid for it."""

    async def passages(self, texts):
        """Embed what it takes."""
        vectors = await super().passages(texts[1:])
        raise PartlyEmbedded("1 of 2 texts: no.", [1], vectors, passing=False)

    async def paid_query(self, text):
        """Embed one text."""
        return await self.query(text), Usage(1)

    def spent(self):
        """Say what it was charged for."""
        return Usage(7, model="half")


async def test_a_whole_batch_has_all_of_its_vectors() -> None:
    """Nothing failed, and nothing is said."""
    done, vectors, failed = await embedded(FakeEmbedder(), BATCH)

    assert (BATCH, 2, None) == (done, len(vectors), failed)


async def test_of_a_batch_that_fails_in_part_the_texts_match_their_vectors() -> None:
    """What was embedded comes with its own vector, and the reason of the rest with it."""
    done, vectors, failed = await embedded(Half(), BATCH)

    assert [BATCH[1]] == done
    np.testing.assert_array_equal(vectors, await FakeEmbedder().passages(["two"]))
    assert "1 of 2 texts: no." == str(failed)


def test_only_what_is_paid_by_the_token_is_charged_for() -> None:
    """A model of our own costs nothing, and neither does none."""
    assert Usage(7, model="half") == spent(Half())
    assert Usage() == spent(FakeEmbedder()) == spent(None)
