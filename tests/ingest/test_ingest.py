"""From a source to an index: only what changed is read, cut and embedded; nothing is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from retrieval.errors import IndexLocked, PartlyEmbedded, ReaderError
from retrieval.ingest.ingest import Ingest
from retrieval.ingest.paying import BATCH_TEXTS, BATCH_TOKENS, batches
from retrieval.ingest.report import Progress, Report
from retrieval.ingest.workers import Workers
from retrieval.ports import PendingText, Scan, Skipped, SourceFile
from retrieval.readers.folder import FolderReader
from retrieval.readers.source import reader_for
from retrieval.stores.sqlite import SqliteStore
from retrieval.stores.writing import SqliteIndex
from retrieval.text.query import parse
from retrieval.values import Chunk, Document, Scope
from tests.fakes.pages import MADE_WITH, FakeCutter, FakeEmbedder, FakeReader

TEXTS = {
    "a.md": "Apples\n\nApples are red.\n\nSome are green.",
    "b.md": "Bread\n\nBread is baked.",
    "c.md": "Cheese\n\nCheese is old.",
}


class Shop:
    """A source, an index and an embedder, with short ways to run and to ask."""

    def __init__(self, folder: Path) -> None:
        self.reader = FakeReader(dict(TEXTS))
        self.embedder = FakeEmbedder()
        self.index = SqliteIndex(folder, wait=0.05)
        self.store = SqliteStore(folder, embedder=self.embedder.identity)
        self.cutter = FakeCutter()

    async def run(self, watch: object = None) -> Report:
        """Index the source."""
        self.reader.reads.clear()
        self.embedder.seen.clear()
        ingest = Ingest(self.index, self.cutter, self.embedder)
        return await ingest.run(self.reader, "docs", watch)  # type: ignore[arg-type]

    def change(self, **texts: str | None) -> None:
        """Change, add or (with "") delete files; `a` stands for a.md."""
        now = dict(self.reader.texts)
        for name, text in texts.items():
            now.pop(f"{name}.md", None)
            if text != "":
                now[f"{name}.md"] = text
        self.reader.texts = now

    async def found(self, text: str) -> list[str]:
        """Name the pages that hold the words."""
        search = self.store.within(Scope(("docs",)))
        legs = await search.search([parse(text, "asked")], [None], limit=20)
        return [hit.document.path for hit in legs[0].hits]


@pytest.fixture(name="shop")
async def _shop(tmp_path: Path):
    shop = Shop(tmp_path)
    yield shop
    await shop.store.close()


async def test_a_first_run_indexes_everything(shop: Shop) -> None:
    """Every page is new, every chunk is embedded once, and both are searchable."""
    report = await shop.run()
    census = await shop.store.within(Scope(("docs",))).census()

    assert (3, 3, 0, 0, 0) == (
        report.seen,
        report.new,
        report.changed,
        report.unchanged,
        report.deleted,
    )
    assert (7, 7, 0) == (report.chunks, report.embeddings, report.without_vectors)
    assert (3, 7, 0) == (census.documents, census.chunks, census.without_vectors)
    assert report.succeeded
    assert ["b.md"] == await shop.found("baked")


async def test_a_second_run_reads_and_writes_nothing(shop: Shop, tmp_path: Path) -> None:
    """Nothing is read, cut or embedded, and the file stays byte for byte as it was."""
    await shop.run()
    before = (tmp_path / "docs.0001.db").read_bytes()
    report = await shop.run()

    assert (3, 0, 0, 0) == (report.unchanged, report.new, report.chunks, report.embeddings)
    assert ([], []) == (shop.reader.reads, shop.embedder.seen)
    assert before == (tmp_path / "docs.0001.db").read_bytes()


async def test_only_what_changed_is_done(shop: Shop) -> None:
    """An edited paragraph costs one embedding; a deleted page is gone; the rest is not read."""
    await shop.run()
    shop.change(a="Apples\n\nApples are blue.\n\nSome are green.", c="")
    report = await shop.run()

    assert (1, 1, 1, 1) == (report.changed, report.unchanged, report.deleted, report.embeddings)
    assert (["a.md"], ["Apples are blue."]) == (shop.reader.reads, shop.embedder.seen)
    assert [] == await shop.found("cheese red")
    assert ["a.md"] == await shop.found("blue")


async def test_a_renamed_page_costs_no_embedding(shop: Shop) -> None:
    """It counts as new and its old self as deleted, and stands only under its new path."""
    await shop.run()
    shop.change(b="", z=TEXTS["b.md"])
    report = await shop.run()

    assert (1, 1, 0) == (report.new, report.deleted, report.embeddings)
    assert ["z.md"] == await shop.found("baked")


async def test_two_pages_that_swap_names_are_both_right(shop: Shop) -> None:
    """A rename is told from a change by the path that is gone."""
    await shop.run()
    shop.change(a=TEXTS["b.md"], b=TEXTS["a.md"])
    report = await shop.run()

    assert (2, 0, 0) == (report.changed, report.deleted, report.embeddings)
    assert ["a.md"] == await shop.found("baked")


async def test_text_that_moves_between_pages_keeps_its_vector(shop: Shop) -> None:
    """A paragraph cut from one page and put in another is not embedded again."""
    await shop.run()
    shop.change(a="Apples\n\nApples are red.", b="Bread\n\nBread is baked.\n\nSome are green.")
    report = await shop.run()

    assert (2, 0) == (report.changed, report.embeddings)


async def test_an_unreadable_page_is_named_and_the_others_go_in(shop: Shop) -> None:
    """What it said before stays searchable; the run fails by name and tries again next time."""
    await shop.run()
    shop.change(a=None, d="Dates\n\nDates are sweet.")
    report = await shop.run()
    again = await shop.run()

    assert (Skipped("a.md", "it is not text"),) == report.failed == again.failed
    assert not report.succeeded
    assert ["d.md"] == await shop.found("sweet")
    assert ["a.md"] == await shop.found("red")


async def test_what_cannot_be_opened_now_stays_indexed(shop: Shop) -> None:
    """It is named, and the run fails; when it can be opened again nothing is embedded anew."""
    await shop.run()
    shop.change(a="")
    shop.reader.unread = (Skipped("a.md", "it cannot be opened: Permission denied"),)
    report = await shop.run()
    kept = sorted(set(await shop.found("apples")))
    shop.reader.unread = ()
    shop.change(a=TEXTS["a.md"])
    again = await shop.run()

    assert ((3, 2, 0), ["a.md"]) == (
        (report.seen, report.unchanged, report.deleted),
        [one.path for one in report.failed],
    )
    assert not report.succeeded
    assert ["a.md"] == kept
    assert (3, 0) == (again.unchanged, again.embeddings)


async def test_a_source_of_which_nothing_can_be_opened_changes_nothing(shop: Shop) -> None:
    """That is a failure with its reason, and not a source without documents."""
    await shop.run()
    shop.reader.texts, shop.reader.unread = {}, (Skipped(".", "denied"),)
    report = await shop.run()

    assert (False, False, 0) == (report.succeeded, report.nothing_found, report.deleted)
    assert ["a.md"] == sorted(set(await shop.found("apples")))


async def test_an_id_that_is_taken_is_named(shop: Shop) -> None:
    """Two roots whose pages have the same ids: the second one's are refused, by name."""
    await shop.run()
    other = FakeReader({"a.md": "Other"}, root="there")
    other.read = lambda file: Document("here:a.md", "there", file.path, "T", "T", "0")  # type: ignore[method-assign]
    report = await Ingest(shop.index, shop.cutter, shop.embedder).run(other, "docs")

    assert "taken by another page" in report.failed[0].reason
    assert ["a.md"] == await shop.found("red")


async def test_a_source_without_documents_changes_nothing(shop: Shop) -> None:
    """An empty folder is a failure and not a wish to delete everything."""
    await shop.run()
    shop.reader.texts = {}
    shop.reader.skipped = (Skipped("x.bin", "not text"),)
    report = await shop.run()

    assert (True, False, 0, 1) == (
        report.nothing_found,
        report.succeeded,
        report.deleted,
        len(report.skipped),
    )
    assert ["a.md"] == await shop.found("red")


async def test_a_source_that_cannot_be_read_is_told(shop: Shop) -> None:
    """The reader's own message comes through, and no lease is left."""

    class Gone(FakeReader):
        def scan(self) -> Scan:
            raise ReaderError("There is no folder x.")

    with pytest.raises(ReaderError, match="There is no folder"):
        await Ingest(shop.index, shop.cutter).run(Gone({}), "docs")
    assert (await shop.run()).succeeded


async def test_a_model_that_fails_leaves_the_words(shop: Shop) -> None:
    """What was embedded stays, the report says why it stopped, and the next run pays the rest."""
    shop.embedder.lasts = 0
    first = await shop.run()
    words = await shop.found("baked")
    shop.embedder.lasts = None
    second = await shop.run()

    assert (0, 7, "The embedding service cannot be reached.") == (
        first.embeddings,
        first.without_vectors,
        first.embedding_error,
    )
    assert not first.succeeded
    assert ["b.md"] == words
    assert (7, 0, True) == (second.embeddings, second.without_vectors, second.succeeded)


@dataclass
class Choosy(FakeEmbedder):
    """Embeds all but the texts that hold a word, and says whether that may pass."""

    refused: str = "baked"
    passing: bool = False

    async def passages(self, texts: Sequence[str]) -> np.ndarray:
        """Embed what it takes."""
        done = [place for place, text in enumerate(texts) if self.refused not in text]
        vectors = await super().passages([texts[place] for place in done])
        if len(done) == len(texts):
            return vectors
        raise PartlyEmbedded("1 of 7 texts: no.", done, vectors, passing=self.passing)


@pytest.mark.parametrize("passing", [False, True])
async def test_of_a_batch_that_fails_in_part_the_rest_is_kept(shop: Shop, passing: bool) -> None:
    """What was paid for is stored, and only what failed is asked for again."""
    shop.embedder = Choosy(passing=passing)
    first = await shop.run()
    shop.embedder.refused = "nothing"
    second = await shop.run()

    assert (6, 1, "1 of 7 texts: no.", False) == (
        first.embeddings,
        first.without_vectors,
        first.embedding_error,
        first.succeeded,
    )
    assert ["Bread is baked."] == [text.split("\n")[-1] for text in shop.embedder.seen]
    assert (1, 0, True) == (second.embeddings, second.without_vectors, second.succeeded)


async def test_a_text_that_fails_by_itself_stops_no_other_batch(shop: Shop) -> None:
    """The batches after it are embedded; after an outage they are not asked for."""
    shop.reader.texts = {f"{n:03}.md": f"Page {n}\n\nText of {n}." for n in range(BATCH_TEXTS)}
    shop.embedder = Choosy(refused="Text of 0")
    alone = await shop.run()

    assert 1 == alone.without_vectors
    assert alone.embeddings > BATCH_TEXTS


async def test_without_an_embedder_the_index_is_one_of_words(shop: Shop) -> None:
    """Nothing waits for a vector that nobody will make... and the words are found."""
    report = await Ingest(shop.index, shop.cutter).run(shop.reader, "docs")

    assert (True, 0) == (report.current, report.embeddings)
    assert ["b.md"] == await shop.found("baked")


async def test_a_killed_run_goes_on_without_paying_twice(shop: Shop) -> None:
    """What was put and embedded before a run is cancelled is not done again."""
    many = {f"{n:03}.md": f"Page {n}\n\nText of {n}." for n in range(150)}
    shop.reader.texts = many
    ingest = Ingest(shop.index, shop.cutter, shop.embedder)
    running: list[asyncio.Task[Report]] = []

    def stop(progress: Progress) -> None:
        if progress.phase == "embedding" and progress.done >= BATCH_TEXTS:
            running[0].cancel()

    running.append(asyncio.create_task(ingest.run(shop.reader, "docs", stop)))
    with pytest.raises(asyncio.CancelledError):
        await running[0]
    paid = len(shop.embedder.seen)
    report = await shop.run()

    assert 150 == report.unchanged
    assert 300 <= paid + report.embeddings <= 300 + BATCH_TEXTS
    assert report.embeddings < 300
    assert 0 == report.without_vectors


async def test_progress_is_told_by_phase(shop: Shop) -> None:
    """Each phase ends with all of it done and nothing left to wait for."""
    seen: list[Progress] = []
    await shop.run(seen.append)
    last = {progress.phase: progress for progress in seen}

    assert ["reading", "embedding"] == list(last)
    assert (3, 3) == (last["reading"].done, last["reading"].total)
    assert (7, 7, 0.0) == (last["embedding"].done, last["embedding"].total, last["embedding"].left)
    assert all(progress.rate > 0 for progress in seen)


async def test_another_cutter_builds_beside_the_one_in_use(shop: Shop) -> None:
    """The fingerprint changes; equal texts keep their vectors; then the new one is in use."""
    await shop.run()
    shop.cutter = replace(shop.cutter, version="cutter 2")
    report = await shop.run()

    assert ("0002", 3, 0, True) == (
        report.generation,
        report.new,
        report.embeddings,
        report.current,
    )


async def test_another_root_is_left_alone(shop: Shop) -> None:
    """Deleting is decided per root, and a rebuild names the roots that are still to come."""
    await shop.run()
    there = FakeReader({"a.md": "Ants\n\nAnts are small."}, root="there")
    ingest = Ingest(shop.index, shop.cutter, shop.embedder)
    report = await ingest.run(there, "docs")
    newer = Ingest(shop.index, replace(shop.cutter, version="cutter 2"), shop.embedder)
    rebuilt = await newer.run(there, "docs")

    assert (1, 0) == (report.new, report.deleted)
    assert 3 == len(await shop.found("red ants"))
    assert (False, ("here",)) == (rebuilt.current, rebuilt.roots_to_come)


@pytest.fixture(name="folders")
def _folders(tmp_path: Path) -> Path:
    """Two folders, one in the other, and a hidden one."""
    for name in ("top.md", "in/one.md", "in/two.md", ".own/hidden.md"):
        file = tmp_path / "pages" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"# {name}\n\nText of {file.stem}.\n")
    return tmp_path / "pages"


async def _census(shop: Shop) -> tuple[int, int]:
    census = await shop.store.within(Scope(("docs",))).census()
    return census.documents, census.chunks


async def test_a_folder_in_an_indexed_one_is_indexed_as_part_of_it(
    shop: Shop, folders: Path
) -> None:
    """Its pages are not there twice; what changed in it goes in under the outer folder."""
    ingest = Ingest(shop.index, shop.cutter, shop.embedder)
    await ingest.run(reader_for(folders), "docs")
    (folders / "in" / "one.md").write_text("# Zebra\n\nAn animal.\n")
    report = await ingest.run(reader_for(folders / "in"), "docs")
    single = await ingest.run(reader_for(folders / "in" / "two.md"), "docs")

    assert (str(folders), 1, 2) == (report.root, report.changed, report.unchanged)
    assert (str(folders), 3) == (single.root, single.unchanged)
    assert {"in/one.md"} == set(await shop.found("zebra"))
    assert (3, 6) == await _census(shop)


async def test_a_folder_around_indexed_ones_takes_their_pages_over(
    shop: Shop, folders: Path
) -> None:
    """The pages move without a new embedding, and go with the outer folder from then on."""
    ingest = Ingest(shop.index, shop.cutter, shop.embedder)
    await ingest.run(reader_for(folders / "in"), "docs")
    await ingest.run(reader_for(folders / "in" / "two.md"), "docs")
    report = await ingest.run(reader_for(folders), "docs")
    (folders / "in" / "two.md").unlink()
    later = await ingest.run(reader_for(folders), "docs")

    assert (3, 2) == (report.new, report.embeddings)
    assert [str(folders)] == list(await shop.index.roots("docs"))
    assert 1 == later.deleted
    assert (2, 4) == await _census(shop)


async def test_a_folder_with_a_page_that_is_shut_is_not_taken_over_yet(
    shop: Shop, folders: Path
) -> None:
    """That page would be lost with it; once it can be opened the folder is taken over."""
    ingest = Ingest(shop.index, shop.cutter, shop.embedder)
    await ingest.run(reader_for(folders / "in"), "docs")
    outer = Shut(folders)
    shut = await ingest.run(outer, "docs")
    found = set(await shop.found("two"))
    roots = list(await shop.index.roots("docs"))
    outer.shut = False
    await ingest.run(outer, "docs")

    assert ["in/two.md"] == [one.path for one in shut.failed]
    assert {"two.md"} == found
    assert [str(folders), str(folders / "in")] == roots
    assert [str(folders)] == list(await shop.index.roots("docs"))
    assert (3, 6) == await _census(shop)


async def test_a_folder_that_the_outer_one_leaves_out_is_its_own(shop: Shop, folders: Path) -> None:
    """A hidden folder is not read with the one around it, and is not lost to it either."""
    ingest = Ingest(shop.index, shop.cutter, shop.embedder)
    await ingest.run(reader_for(folders), "docs")
    report = await ingest.run(reader_for(folders / ".own"), "docs")
    await ingest.run(reader_for(folders), "docs")

    assert (str(folders / ".own"), 1) == (report.root, report.new)
    assert (4, 8) == await _census(shop)


async def test_a_rebuilt_index_does_not_wait_for_what_was_taken_over(
    shop: Shop, folders: Path
) -> None:
    """The outer folder alone makes it complete."""
    await Ingest(shop.index, shop.cutter, shop.embedder).run(reader_for(folders / "in"), "docs")
    newer = Ingest(shop.index, replace(shop.cutter, version="cutter 2"), shop.embedder)
    report = await newer.run(reader_for(folders), "docs")

    assert (True, ()) == (report.current, report.roots_to_come)
    assert (3, 6) == await _census(shop)


async def test_many_documents_are_cut_by_workers(shop: Shop, folders: Path) -> None:
    """What they cut goes in as if it had been cut here; few documents do without them."""
    workers = Workers(FakeCutter, count=2, least=3)
    ingest = Ingest(shop.index, Unused(), shop.embedder, workers)
    report = await ingest.run(reader_for(folders), "docs")

    assert (3, 6, ()) == (report.new, report.chunks, report.failed)
    assert {"in/one.md"} == set(await shop.found("one"))


class Unused(FakeCutter):
    """A cutter that must not be asked."""

    def chunks(self, document: Document) -> tuple[Chunk, ...]:
        """Refuse."""
        raise AssertionError(document.path)


async def test_a_second_run_at_the_same_time_is_told(shop: Shop) -> None:
    """It waits for a bounded time and then says so; the first is not disturbed."""
    generation = await shop.index.begin("docs", "here", MADE_WITH)
    with pytest.raises(IndexLocked, match="Another process is indexing"):
        await shop.run()
    await shop.index.release(generation)

    assert (await shop.run()).succeeded


async def test_a_reader_sees_the_old_page_or_the_new_one(shop: Shop) -> None:
    """Asked without pause while pages are put again and again: never neither, never both."""
    await shop.run()
    generation = await shop.index.begin("docs", "here", MADE_WITH)
    turns: list[set[str]] = []
    stop = asyncio.Event()

    async def ask() -> None:
        while not stop.is_set():
            search = shop.store.within(Scope(("docs",)))
            legs = await search.search([parse("zebra", "asked")], [None], limit=20)
            turns.append({hit.chunk.text.split()[-1] for hit in legs[0].hits})

    await _put(generation, shop.cutter, 0)
    asking = asyncio.create_task(ask())
    for turn in range(1, 60):
        await _put(generation, shop.cutter, turn)
    stop.set()
    await asking
    await shop.index.release(generation)

    assert {1} == {len(turn) for turn in turns}
    assert len(set.union(*turns)) > 3


async def _put(generation: object, cutter: FakeCutter, turn: int) -> None:
    one = FakeReader({"z.md": f"Zebra\n\nzebra one {turn}\n\nzebra two {turn}"})
    document = one.read(SourceFile("z.md", "", 0))
    chunks: Sequence[object] = cutter.chunks(document)[1:]
    await generation.put(document, chunks)  # type: ignore[attr-defined]


def test_batches_cost_about_the_same() -> None:
    """In order of length, none of more texts or padded tokens than the limit, none lost."""
    lengths = sorted(np.random.default_rng(3).integers(1, 600, size=500).tolist())
    pending = [PendingText(str(n), "", length) for n, length in enumerate(lengths)]
    made = list(batches(pending))

    assert pending == [text for batch in made for text in batch]
    assert all(len(batch) <= BATCH_TEXTS for batch in made)
    assert all(len(batch) * (batch[-1].tokens + 2) <= BATCH_TOKENS for batch in made)


def test_a_text_longer_than_a_batch_goes_alone() -> None:
    """It is embedded all the same."""
    pending = [PendingText("a", "", 5), PendingText("b", "", BATCH_TOKENS * 2)]

    assert [1, 1] == [len(batch) for batch in batches(pending)]


class Shut(FolderReader):
    """A folder in which one page cannot be opened for a while."""

    shut = True

    def scan(self) -> Scan:
        """Name that page."""
        scan = super().scan()
        if not self.shut:
            return scan
        files = tuple(file for file in scan.files if file.path != "in/two.md")
        return replace(scan, files=files, unread=(Skipped("in/two.md", "denied"),))
