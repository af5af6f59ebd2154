"""The legs of a search over snapshots of index files: words, and meaning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from retrieval.stores import matching
from retrieval.stores.files import Snapshot
from retrieval.stores.matching import Group
from retrieval.stores.vectors import Floats
from retrieval.values import Chunk, DocumentFacts, Hit, LegResult, Query

_MOST_WHOLE_WORDS = 20
"""Words that a part may stand for; more would say that the part means nothing."""
_SHORTEST_PART = 3

Found = list[tuple[Snapshot, int, float]]


@dataclass(frozen=True, slots=True)
class Counts:
    """In how many chunks each expression is found: in each file, and in all of the scope."""

    totals: tuple[int, ...]
    here: tuple[dict[str, int], ...]
    everywhere: dict[str, int]


def words(files: Sequence[Snapshot], query: Query, limit: int) -> LegResult:
    """Return the chunks that hold the query's words: BM25 with the scope's frequencies."""
    started = perf_counter()
    found: Found = []
    groups, counts = _present(files, matching.groups(query))
    if groups:
        plain = len(files) == 1 and all(len(group.ways) == 1 for group in groups)
        for place, file in enumerate(files):
            if plain:
                sql, parameters = matching.plainly_scored(groups)
            else:
                here, total = counts.here[place], counts.totals[place]
                whole = sum(counts.totals)
                factors = matching.weights(groups, (here, total), (counts.everywhere, whole))
                sql, parameters = matching.scored(groups, factors)
            found += [(file, row, score) for row, score in file.best(sql, parameters, limit)]
    return _result("words", query, _hits(found, limit), started)


def meaning(
    files: Sequence[Snapshot], query: Query, vector: Floats, limit: int, embedder: str
) -> LegResult:
    """Return the chunks nearest to `vector`; files of another embedder are named in `error`."""
    started = perf_counter()
    found: Found = []
    strange = []
    for file in files:
        if (embedder and embedder != file.embedder) or len(vector) != file.dims:
            strange.append(file)
        else:
            found += [(file, row, score) for row, score in file.nearest(vector, limit)]
    error = "; ".join(
        f"embedder mismatch: '{file.collection}' was indexed with"
        f" {file.embedder or 'no embedder'}, the question was embedded with"
        f" {embedder or f'one of {len(vector)} dimensions'}; index it again to search by meaning"
        for file in strange
    )
    return _result("meaning", query, _hits(found, limit), started, error)


def _present(files: Sequence[Snapshot], asked: Sequence[Group]) -> tuple[list[Group], Counts]:
    """Keep what occurs in the scope; a word that does not becomes the words it is a part of."""
    counts = Counts(tuple(file.total() for file in files), tuple({} for _ in files), {})
    kept: dict[tuple[str, ...], Group] = {}
    for group in asked:
        known = _known(files, counts, group)
        if not known.ways and len(group.word) >= _SHORTEST_PART:
            whole = sorted({w for file in files for w in file.words_with(group.word)})
            known = _known(files, counts, matching.widened(group, whole[:_MOST_WHOLE_WORDS]))
        if known.ways:
            kept.setdefault(known.ways, known)
    return list(kept.values()), counts


def _known(files: Sequence[Snapshot], counts: Counts, group: Group) -> Group:
    """Count the ways to say it; keep those that occur."""
    for way in group.ways:
        if way not in counts.everywhere:
            for file, here in zip(files, counts.here, strict=True):
                here[way] = file.count(way)
            counts.everywhere[way] = sum(here[way] for here in counts.here)
    return Group(tuple(way for way in group.ways if counts.everywhere[way]), group.word)


def _hits(found: Found, limit: int) -> tuple[Hit, ...]:
    """Return the best, in a total order: score, then path, ordinal and id."""
    pages: list[tuple[float, Chunk, DocumentFacts]] = []
    for file in {id(file): file for file, _, _ in found}.values():
        scores = {row: score for owner, row, score in found if owner is file}
        for row, (chunk, document) in file.chunks(list(scores)).items():
            pages.append((scores[row], chunk, document))
    pages.sort(
        key=lambda page: (-page[0], page[2].path, page[1].ordinal, page[1].id, page[2].collection)
    )
    return tuple(
        Hit(chunk, document, rank, score)
        for rank, (score, chunk, document) in enumerate(pages[:limit], start=1)
    )


def _result(
    leg: str, query: Query, hits: tuple[Hit, ...], started: float, error: str = ""
) -> LegResult:
    return LegResult(leg, query.text, hits, query.weight, perf_counter() - started, error)
