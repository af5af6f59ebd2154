"""Pages of one path under several roots can be told apart by what is shown."""

from __future__ import annotations

from pathlib import Path, PurePath

import pytest

from retrieval.ports import Fingerprint
from retrieval.stores.sqlite import SqliteStore
from retrieval.stores.twins import told_apart
from retrieval.stores.writing import SqliteIndex
from retrieval.text.query import parse
from retrieval.values import Scope
from tests.fakes.pages import MADE_WITH, FakeCutter, page


@pytest.mark.parametrize(
    ("folders", "ends"),
    [
        (["/x/handbook", "/x/runbooks"], ["handbook", "runbooks"]),
        (["/x/a/docs", "/x/b/docs"], ["a/docs", "b/docs"]),
        (["/docs", "/x/docs"], ["/docs", "x/docs"]),
        (["/x/docs", "/x/docs"], ["docs", "docs"]),
    ],
)
def test_the_shortest_end_that_differs_is_taken(folders: list[str], ends: list[str]) -> None:
    """More of the name only where it takes more."""
    assert ends == told_apart([*map(PurePath, folders)])


async def _put(folder: Path, root: str, path: str, text: str, made_with: Fingerprint) -> None:
    index = SqliteIndex(folder)
    generation = await index.begin("docs", root, made_with)
    one = page(path, text, root=root)
    await generation.put(one, FakeCutter().chunks(one))
    await index.release(generation)


async def _shown(store: SqliteStore) -> set[str]:
    search = store.within(Scope(("docs",)))
    legs = await search.search([parse("zebra", "asked")], [None], limit=20)
    return {hit.document.path for hit in legs[0].hits}


async def test_hits_show_as_much_of_the_root_as_it_takes(tmp_path: Path) -> None:
    """A path that is there once is shown as it is; it changes with the pages."""
    store = SqliteStore(tmp_path, embedder=MADE_WITH.embedder)
    await _put(tmp_path, "/x/handbook", "README.md", "Zebra one", MADE_WITH)
    alone = await _shown(store)
    await _put(tmp_path, "/x/runbooks", "README.md", "Zebra two", MADE_WITH)
    await _put(tmp_path, "/x/runbooks", "other.md", "Zebra three", MADE_WITH)
    await _put(tmp_path, "/y/README.md", "README.md", "Zebra four", MADE_WITH)
    both = await _shown(store)
    await store.close()

    assert {"README.md"} == alone
    assert {"handbook/README.md", "runbooks/README.md", "y/README.md", "other.md"} == both
