"""An index of a command's own, beside the one that people ask: for measuring and for learning."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from retrieval.text.counted import number_of
from scripts.terminal import complain, progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from retrieval.answer.answerer import Answerer
    from retrieval.configuration import Configuration
    from retrieval.ingest.report import Progress
    from retrieval.learn.gather import Gathered
    from retrieval.ports import Embedder, Store
    from retrieval.settings import Settings


@dataclass(frozen=True, slots=True)
class Apart:
    """The answer path over the index of its own; `settings` say where that is."""

    answerer: Answerer
    store: Store
    embedder: Embedder
    settings: Settings


def questions(
    settings: Settings,
    files: Sequence[Path],
    *,
    corpus: Path | None = None,
    foreign: bool = False,
    half: int = 0,
) -> Gathered:
    """Read the questions, and find the corpus of each."""
    from retrieval import wiring
    from retrieval.learn.gather import Readers, gather

    readers = Readers(
        lambda path, facts: wiring.folder_reader(settings, path, facts=facts),
        wiring.passage_reader,
    )
    found = gather(files, readers, corpus=corpus, foreign=foreign, which_half=half)
    if found.without_corpus:
        complain(f"Left aside: {number_of(found.without_corpus, 'question')} without a corpus.")
    return found


@asynccontextmanager
async def open_apart(
    settings: Settings,
    gathered: Gathered,
    made: Configuration | None = None,
    *,
    remembering: bool = False,
) -> AsyncIterator[Apart]:
    """Index what has changed in the corpora, and open the answer path over them.

    The index is kept by the fingerprint of reader, chunker and embedder, for the next run. `made`
    is the configuration that answers, where it is not the current one; its settings then apply.
    With `remembering` a local model embeds each passage of an answer once for all questions.
    """
    from retrieval import wiring
    from retrieval.learn.evaluate import NoTraces
    from retrieval.learn.remembering import Remembering
    from retrieval.ports import Paid

    prefix = f"{settings.index_prefix}-evaluate"
    apart = settings.model_copy(update={"data": settings.data / "evaluate", "index_prefix": prefix})
    model = wiring.embedder(apart)
    await _index(apart, gathered, model)
    store = wiring.store(apart, model)
    try:
        embedder = Remembering(model) if remembering and not isinstance(model, Paid) else model
        answerer = await wiring.answerer(settings, embedder, store, NoTraces(), made)
        yield Apart(answerer, store, model, apart)
    finally:
        await store.close()


async def _index(apart: Settings, gathered: Gathered, model: Embedder) -> None:
    """Bring the index of each corpus up to date."""
    from retrieval import wiring
    from retrieval.errors import PathUnusable

    ingest = wiring.ingest(apart, model)
    for place, (collection, reader) in enumerate(gathered.sources.items(), start=1):
        step = progress(f"indexing {place} of {len(gathered.sources)}")
        told = await ingest.run(reader, collection, _watch(step))
        if not told.seen:
            raise PathUnusable(f"{reader.root}: there are no documents in it.")
        for skipped in told.failed[:3]:
            complain(f"Not indexed: {skipped.path}: {skipped.reason}")
        if told.embedding_error:
            complain(f"Not embedded: {told.embedding_error}")


def _watch(step: Callable[[int, int], None]) -> Callable[[Progress], None]:
    """Show how far indexing is."""
    return lambda at: step(at.done, at.total)
