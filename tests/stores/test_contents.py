"""Reading out an SQLite index: many keys at once, and files that are being written.

What all contents keep to stands in tests/contracts/test_upkeep_contract.py.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from retrieval.ports import Canary
from retrieval.stores.upkeep import SqliteUpkeep
from retrieval.stores.writing import SqliteIndex
from tests.fakes.pages import MADE_WITH, digest, vector


async def test_more_is_asked_for_than_one_statement_takes(tmp_path: Path) -> None:
    """A thousand vectors come at once."""
    index, contents = SqliteIndex(tmp_path), SqliteUpkeep(tmp_path)
    generation = await index.begin("docs", "here", MADE_WITH)
    texts = [f"text {n}" for n in range(1000)]
    digests = [digest(text) for text in texts]
    await generation.attach(digests, np.stack([vector(text) for text in texts]))
    await index.release(generation)

    assert set(digests) == set(await contents.vectors("docs", "0001", digests))


async def test_canaries_are_no_change_of_what_is_searched(tmp_path: Path) -> None:
    """Keeping them does not count as a change of the file."""
    upkeep = SqliteUpkeep(tmp_path)
    index = SqliteIndex(tmp_path)
    await index.release(await index.begin("docs", "here", MADE_WITH))
    (before,) = await upkeep.generations("docs")
    await upkeep.keep_canaries("docs", "0001", [Canary("x", vector("x"))])

    assert [before.changed] == [one.changed for one in await upkeep.generations("docs")]
