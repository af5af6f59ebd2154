"""Tests of retrieval/learn/indexed.py: right pages, looked up once."""

from __future__ import annotations

from retrieval.errors import ReaderError
from retrieval.learn.evidence import Wanted
from retrieval.learn.indexed import Pages
from retrieval.ports import Reader
from retrieval.stores.upkeep import SqliteUpkeep
from tests.fakes.planted import Planted


class _Counting(SqliteUpkeep):
    """Counts what is asked of it."""

    asked: int = 0

    async def pages(self, collection, generation, documents):  # type: ignore[no-untyped-def]
        """Count, and answer."""
        self.asked += 1
        return await super().pages(collection, generation, documents)


async def test_pages_are_read_many_at_once(planted: Planted) -> None:
    """What was prepared is not asked for again, and no source is looked at without need."""
    upkeep = _Counting(planted.home / "index")

    def reader(collection: str, root: str) -> Reader:
        raise AssertionError(f"{collection} {root} was read")

    pages = Pages(upkeep, reader)
    names = [("docs", "salary.md"), ("docs", "lonely.md")]
    await pages.prepare(names)
    found = [await pages.facts(name, Wanted("Lost cards")) for name in names[1:]]

    assert (1, ["Lost cards are replaced by the porter."]) == (
        upkeep.asked,
        [one.text.strip().splitlines()[-1] for one in found],
    )
    assert str(planted.pages) == found[0].root
    assert found[0].generation == await pages.generation("docs")


async def test_a_collection_that_is_not_there_has_no_pages(planted: Planted) -> None:
    """Nothing is known of its pages, nor of its source."""
    pages = Pages(SqliteUpkeep(planted.home / "index"), planted.reader)
    found = await pages.facts(("nowhere", "a.md"), Wanted())

    assert ((), None, "") == (found.chunks, found.there, await pages.generation("nowhere"))


async def test_a_source_that_cannot_be_read_is_not_known(planted: Planted) -> None:
    """The page is missing, and nothing is said of a source that nobody can look at."""

    def gone(_: str, root: str) -> Reader:
        raise ReaderError(f"There is no {root}.")

    pages = Pages(SqliteUpkeep(planted.home / "index"), gone)
    missing = await pages.facts(("docs", "new.md"), Wanted())
    changed = await pages.facts(("docs", "late.md"), Wanted("Lockers have moved upstairs."))

    assert (None, None) == (missing.there, changed.there)


async def test_a_path_never_leads_out_of_its_source(planted: Planted) -> None:
    """A page that nothing indexed or scanned is not opened, whatever its name says."""
    (planted.home / "secret.txt").write_text("forty lemurs", encoding="utf-8")
    pages = Pages(SqliteUpkeep(planted.home / "index"), planted.reader)
    found = await pages.facts(("docs", "../secret.txt"), Wanted("forty lemurs"))

    assert (False, "", "") == (found.there, found.raw, found.now)
