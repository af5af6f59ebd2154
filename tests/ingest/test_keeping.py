"""A new generation has the pages that cannot be read now as they were indexed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from retrieval.errors import UnreadableDocument
from retrieval.ingest.ingest import Ingest
from retrieval.ingest.keeping import Keeper, as_read
from retrieval.ingest.report import Report
from retrieval.ports import Skipped, StoredPage
from retrieval.stores.upkeep import SqliteUpkeep
from retrieval.stores.writing import SqliteIndex
from retrieval.values import Chunk, Document
from tests.fakes.pages import FakeCutter, FakeEmbedder, FakeReader, page

PAGES = {"a.md": "Apples\n\nRed", "in/b.md": "Bread\n\nBaked", "in/c.md": "Cheese\n\nOld"}
SHUT = (Skipped("in", "the folder cannot be read: Permission denied"),)


async def _run(
    folder: Path, reader: FakeReader, cutter: str, embedder: FakeEmbedder | None = None
) -> Report:
    ingest = Ingest(
        SqliteIndex(folder),
        FakeCutter(cutter),
        embedder or FakeEmbedder(),
        former=SqliteUpkeep(folder),
    )
    return await ingest.run(reader, "docs")


async def test_a_new_generation_has_what_cannot_be_opened_now(tmp_path: Path) -> None:
    """It goes into use with those pages, and reads them again as soon as that is possible."""
    await _run(tmp_path, FakeReader(PAGES), "cutter 1")
    shut = FakeReader({"a.md": PAGES["a.md"]}, unread=SHUT)
    report = await _run(tmp_path, shut, "cutter 2")
    again = await _run(tmp_path, shut, "cutter 2")
    opened = await _run(tmp_path, FakeReader(PAGES), "cutter 2")
    entries = await SqliteUpkeep(tmp_path).entries("docs", "0002")

    assert ("0002", True, 0) == (report.generation, report.current, report.without_vectors)
    assert ("in/b.md", "in/c.md") == report.kept == again.kept
    assert not report.succeeded
    assert (2, 0, 0, ()) == (opened.changed, opened.new, opened.embeddings, opened.kept)
    assert dict.fromkeys(PAGES, 2) == {one.path: one.chunks for one in entries}
    assert not [one.digest for one in entries if one.digest.endswith(":kept")]


async def test_what_cannot_be_understood_any_more_stays_too(tmp_path: Path) -> None:
    """A page whose text has become unreadable is kept; one that is gone is not."""
    await _run(tmp_path, FakeReader(PAGES), "cutter 1")
    now: dict[str, str | None] = {"a.md": PAGES["a.md"], "in/b.md": None, "new.md": None}
    report = await _run(tmp_path, FakeReader(now), "cutter 2")
    entries = await SqliteUpkeep(tmp_path).entries("docs", "0002")

    assert ("in/b.md",) == report.kept
    assert ["a.md", "in/b.md"] == [one.path for one in entries]


async def test_another_model_embeds_what_is_kept(tmp_path: Path) -> None:
    """The texts of pages that cannot be opened have vectors of the new model."""
    await _run(tmp_path, FakeReader(PAGES), "cutter 1")
    other = FakeEmbedder(identity="hash 8", dims=8)
    report = await _run(
        tmp_path, FakeReader({"a.md": PAGES["a.md"]}, unread=SHUT), "cutter 1", other
    )

    assert (True, 6) == (report.current, report.embeddings)
    assert {"Bread", "Baked", "Cheese", "Old"} <= set(other.seen)


async def test_in_the_generation_in_use_pages_stay_by_themselves(tmp_path: Path) -> None:
    """They are named as kept there as well, and are not put again."""
    await _run(tmp_path, FakeReader(PAGES), "cutter 1")
    report = await _run(tmp_path, FakeReader({"a.md": PAGES["a.md"]}, unread=SHUT), "cutter 1")

    assert (("in/b.md", "in/c.md"), 0) == (report.kept, report.deleted)


async def test_a_page_that_the_store_refuses_stops_nothing(tmp_path: Path) -> None:
    """The others are kept."""
    await _run(tmp_path, FakeReader(PAGES), "cutter 1")
    picky = Picky()
    await Keeper(SqliteUpkeep(tmp_path), FakeCutter()).keep("docs", picky, "here", _all)  # type: ignore[arg-type]

    assert ["a.md", "in/c.md"] == picky.put_in


def test_a_stored_page_is_as_it_was_read() -> None:
    """Its chunks' anchors are the page's; its digest is marked once, however often it is kept."""
    one = page("a.md", "A\n\nB")
    chunks = tuple(
        replace(chunk, fragment=fragment)
        for chunk, fragment in zip(FakeCutter().chunks(one), ("", "b"), strict=True)
    )
    kept = as_read(StoredPage(one, chunks))

    assert [(3, "b")] == [(anchor.offset, anchor.fragment) for anchor in kept.anchors]
    assert f"{one.digest}:kept" == kept.digest == as_read(StoredPage(kept, chunks)).digest


def _all(paths: Iterable[str]) -> list[str]:
    return sorted(paths)


class Picky:
    """A generation that refuses one page."""

    name = "new"

    def __init__(self) -> None:
        self.put_in: list[str] = []

    async def manifest(self, root: str) -> dict[str, str]:
        """Hold nothing yet."""
        return {}

    async def put(self, document: Document, chunks: tuple[Chunk, ...]) -> None:
        """Refuse b.md."""
        if document.path == "in/b.md":
            raise UnreadableDocument("it has an id that is another's")
        self.put_in.append(document.path)
