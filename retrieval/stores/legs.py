"""The legs of a search over snapshots of index files: words and meaning, and meaning of pages.

The third leg ranks whole pages by the mean of what their chunks mean, and lends a page's rank to
those of its chunks that the other two found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import Thread
from time import perf_counter
from typing import TypeVar

from retrieval.stores import matching
from retrieval.stores.embedders import Embedded
from retrieval.stores.files import Snapshot
from retrieval.stores.matching import Group
from retrieval.stores.parts import words_with
from retrieval.stores.postings import Posting, best_of, summed
from retrieval.stores.vectors import Floats
from retrieval.stores.wanted import MOST_WHOLE_WORDS, SHORTEST_PART
from retrieval.values import Chunk, DocumentFacts, Hit, LegResult, Query

PAGE_WEIGHT = 0.4
"""What the rank of a whole page counts beside that of a chunk; .3 to .5 measured alike."""

_DIGITS = 6
"""Of a score; sums of floats in another order, and float32 cosines, differ beyond."""

Found = Sequence[tuple[Snapshot, int, float]]
T = TypeVar("T")


def search(
    files: Sequence[Snapshot], query: Query, vector: Floats | None, limit: int, embedder: str
) -> list[LegResult]:
    """Run every leg for one query; without a vector that of words only.

    While SQLite looks for the words the vectors are scanned, and what they find is read.
    """
    started = perf_counter()
    if vector is None:
        return [_words(files, query, limit, started)]
    scans = [(file, file.scan(vector, limit)) for file in _alike(files, vector, embedder)]
    with _beside(lambda: [(file, file.ahead(scan())) for file, scan in scans]) as scanned:
        words = _words(files, query, limit, started)
    started = perf_counter()
    near = scanned()
    found = [(file, *row) for file, one in near for row in one.chunks]
    error = _mismatch(files, vector, embedder)
    meaning = _leg("meaning", query, _hits(found, limit), started, error=error)
    chunks = list({hit.chunk.id: hit for leg in (words, meaning) for hit in leg.hits}.values())
    started = perf_counter()
    lent = _lent([(file, *row) for file, one in near for row in one.pages], chunks, limit)
    return [words, meaning, _leg("page_meaning", query, lent, started, weight=PAGE_WEIGHT)]


@contextmanager
def _beside(work: Callable[[], T]) -> Iterator[Callable[[], T]]:
    """Do `work` in a thread of its own meanwhile; yields what waits for its end and returns it."""
    done: Future[T] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:  # noqa: BLE001  (it is raised where it is waited for)
            done.set_exception(error)

    thread = Thread(target=run, name="scan")
    thread.start()
    try:
        yield done.result
    finally:
        thread.join()


def _words(files: Sequence[Snapshot], query: Query, limit: int, started: float) -> LegResult:
    """Return the chunks that have the words."""
    wording = Wording.of(files, query)
    return _leg("words", query, _hits(wording.best(limit), limit), started)


@dataclass(frozen=True, slots=True)
class Wording:
    """What of a query occurs in a scope, and how to score it with the scope's frequencies."""

    files: tuple[Snapshot, ...]
    groups: tuple[Group, ...]
    postings: Mapping[str, Sequence[Posting]]
    """Of each way, where it stands in each file."""

    @classmethod
    def of(cls, files: Sequence[Snapshot], query: Query) -> Wording:
        """Keep what occurs; a word that does not becomes the words that it is a part of."""
        kept: dict[tuple[str, ...], Group] = {}
        found: dict[str, list[Posting]] = {}
        for group in matching.groups(query):
            one = _occurring(files, group, found)
            if not one.ways and len(group.word) >= SHORTEST_PART:
                whole = sorted({word for file in files for word in words_with(file, group.word)})
                one = _occurring(files, matching.widened(group, whole[:MOST_WHOLE_WORDS]), found)
            if one.ways:
                kept.setdefault(one.ways, one)
        return cls(tuple(files), tuple(kept.values()), found)

    def best(self, limit: int) -> Found:
        """Return the `limit` best rows of each file, and all that tie with the last."""
        if not self.groups:
            return []
        found: list[tuple[Snapshot, int, float]] = []
        for place, (file, factors) in enumerate(zip(self.files, self._factors(), strict=True)):
            parts = [
                best_of(
                    [
                        self.postings[way][place].times(factor)
                        for way, factor in zip(group.ways, weighed, strict=True)
                    ]
                )
                for group, weighed in zip(self.groups, factors, strict=True)
            ]
            found += [(file, *row) for row in summed(parts).best(limit)]
        return found

    def _factors(self) -> list[list[list[float]]]:
        """Return of each file, for each way of each group, what to multiply FTS5's score with.

        FTS5 knows the frequencies of its own file. They are those of the scope where it is of
        one file, and no group has several ways; else each way is weighed again.
        """
        if len(self.files) == 1 and all(len(group.ways) == 1 for group in self.groups):
            return [[[1.0]] * len(self.groups)]
        totals = [file.total() for file in self.files]
        counts = [
            {way: len(some[place]) for way, some in self.postings.items()}
            for place in range(len(self.files))
        ]
        everywhere = {way: sum(here[way] for here in counts) for way in self.postings}
        return [
            matching.weights(self.groups, (here, total), (everywhere, sum(totals)))
            for here, total in zip(counts, totals, strict=True)
        ]


def _occurring(files: Sequence[Snapshot], group: Group, found: dict[str, list[Posting]]) -> Group:
    """Keep of a group the ways to say it that occur; put into `found` where each of them does."""
    for way in group.ways:
        if way not in found:
            found[way] = [file.posting(way) for file in files]
    return replace(group, ways=tuple(way for way in group.ways if any(map(len, found[way]))))


def _mismatch(files: Sequence[Snapshot], vector: Floats, embedder: str) -> str:
    """Name the files of another embedder, which are not searched by meaning."""
    said = (_made_by(file).mismatch(embedder, len(vector)) for file in files)
    return "; ".join(filter(None, said))


def _alike(files: Sequence[Snapshot], vector: Floats, embedder: str) -> list[Snapshot]:
    """Return the files whose vectors the same embedder made, as far as one can tell."""
    return [file for file in files if _made_by(file).fits(embedder, len(vector))]


def _made_by(file: Snapshot) -> Embedded:
    return Embedded(file.collection, file.embedder, file.dims)


def _hits(found: Found, limit: int) -> tuple[Hit, ...]:
    """Return the best chunks, in a total order: score, then path, ordinal and id."""
    scored: list[tuple[float, Chunk, DocumentFacts]] = []
    for file, scores in _by_file(found):
        scored += [(scores[row], *page) for row, page in file.chunks(list(scores)).items()]
    scored.sort(
        key=lambda one: (-one[0], one[2].path, one[1].ordinal, one[1].id, one[2].collection)
    )
    return tuple(
        Hit(chunk, document, rank, score)
        for rank, (score, chunk, document) in enumerate(scored[:limit], start=1)
    )


def _lent(found: Found, chunks: Sequence[Hit], limit: int) -> tuple[Hit, ...]:
    """Give the chunks of each page that was found the page's rank and score."""
    pages: list[tuple[float, str, str, str]] = []
    for file, scores in _by_file(found):
        facts = file.documents(scores)
        pages += [
            (-score, facts[row].path, facts[row].id, file.collection)
            for row, score in scores.items()
        ]
    ranks = {
        (collection, name): (rank, -score)
        for rank, (score, _, name, collection) in enumerate(sorted(pages)[:limit], start=1)
    }
    hits = [
        Hit(hit.chunk, hit.document, *ranks[place])
        for hit in chunks
        if (place := (hit.document.collection, hit.document.id)) in ranks
    ]
    return tuple(sorted(hits, key=lambda hit: (hit.rank, hit.chunk.ordinal)))


def _by_file(found: Found) -> Iterable[tuple[Snapshot, Mapping[int, float]]]:
    """Return the scores by row of each file, rounded: what is equal but for noise is a tie."""
    parted: dict[str, tuple[Snapshot, dict[int, float]]] = {}
    for file, row, score in found:
        parted.setdefault(file.collection, (file, {}))[1][row] = round(score, _DIGITS)
    return parted.values()


def _leg(  # noqa: PLR0913  (the last two have a usual value)
    leg: str,
    query: Query,
    hits: tuple[Hit, ...],
    started: float,
    *,
    weight: float = 1.0,
    error: str = "",
) -> LegResult:
    seconds = perf_counter() - started
    return LegResult(leg, query.text, hits, query.weight * weight, seconds, error)
