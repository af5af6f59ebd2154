"""Copies a collection from one store to another with its vectors; nothing is embedded again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from retrieval.errors import StoreError
from retrieval.ports import GenerationFacts, Index, PageEntry, StoredPage, UpkeepStore
from retrieval.text.counted import number_of

if TYPE_CHECKING:
    from retrieval.ports import Vectors

AT_ONCE = 50
"""Pages that are read and written at once."""
TEXTS_AT_ONCE = 500
CLOSE = 1e-5
"""How much a number of a vector may differ: a store may make it of unit length once more."""

Step = Callable[[int, int], None]
"""Told how many pages are done, of how many."""


@dataclass(frozen=True, slots=True)
class Copy:
    """What copying came to: the generation that was made, and what differs in it.

    `put` pages were put this time, `stood` had been put by an earlier copy that was stopped.
    """

    generation: str
    put: int
    stood: int
    differences: tuple[str, ...]


class Copier:
    """Copies a generation of one store into a held generation of another."""

    def __init__(
        self, source: UpkeepStore, target: UpkeepStore, index: Index[Any], step: Step
    ) -> None:
        """Take both stores, the write side of the target, made for building, and who is told."""
        self._source = source
        self._target = target
        self._index = index
        self._step = step
        self._put = self._done = self._total = 0

    async def copy(self, facts: GenerationFacts) -> Copy:
        """Copy; what an earlier copy has put is not put again. Raises StoreError.

        The generation that is made waits to be swapped in.
        """
        if not facts.roots:
            raise StoreError(f"Generation {facts.name} of '{facts.collection}' holds no folder.")
        entries = await self._source.entries(facts.collection, facts.name)
        self._put, self._done, self._total = 0, 0, len(entries)
        by_root: dict[str, list[PageEntry]] = {root: [] for root in facts.roots}
        for entry in entries:
            by_root[entry.root].append(entry)
        made = ""
        for root, some in by_root.items():
            made = await self._root(facts, root, some)
        canaries = await self._source.canaries(facts.collection, facts.name)
        await self._target.keep_canaries(facts.collection, made, canaries)
        differences = await compare(self._source, facts, self._target, made)
        return Copy(made, self._put, len(entries) - self._put, tuple(differences))

    async def _root(self, facts: GenerationFacts, root: str, entries: Sequence[PageEntry]) -> str:
        """Copy the pages of one root; return the generation."""
        collection = facts.collection
        generation = await self._index.begin(collection, root, facts.fingerprint(root))
        try:
            known = await generation.manifest(root)
            for path in known.keys() - {entry.path for entry in entries}:
                await generation.remove(root, path)
            wanted = [entry for entry in entries if known.get(entry.path) != entry.digest]
            self._done += len(entries) - len(wanted)
            for start in range(0, len(wanted), AT_ONCE):
                await self._pages(facts, generation, wanted[start : start + AT_ONCE])
            if facts.embedder:
                pending = await generation.pending()
                await self._attach(facts, generation, [text.digest for text in pending])
            await self._index.complete(generation, root)
            return str(generation.name)
        finally:
            await self._index.release(generation)

    async def _pages(
        self, facts: GenerationFacts, generation: Any, entries: Sequence[PageEntry]
    ) -> None:
        """Put some pages with the vectors of their texts."""
        ids = [entry.document for entry in entries]
        pages = await self._source.pages(facts.collection, facts.name, ids)
        digests = {chunk.digest for page in pages for chunk in page.chunks if chunk.embedded}
        vectors = await self._vectors(facts, sorted(digests))
        for page in pages:
            own = {chunk.digest for chunk in page.chunks} & vectors.keys()
            known = {digest: vectors[digest] for digest in own}
            await generation.put(page.document, page.chunks, vectors=known)
            self._put += 1
        self._done += len(entries)
        self._step(self._done, self._total)

    async def _attach(
        self, facts: GenerationFacts, generation: Any, digests: Sequence[str]
    ) -> None:
        """Give texts that were put without a vector theirs."""
        for start in range(0, len(digests), TEXTS_AT_ONCE):
            found = await self._vectors(facts, digests[start : start + TEXTS_AT_ONCE])
            if found:
                await generation.attach(list(found), np.stack(list(found.values())))

    async def _vectors(
        self, facts: GenerationFacts, digests: Sequence[str]
    ) -> Mapping[str, Vectors]:
        """Return the vectors of texts that the source has."""
        found: dict[str, Vectors] = {}
        for start in range(0, len(digests) if facts.embedder else 0, TEXTS_AT_ONCE):
            some = digests[start : start + TEXTS_AT_ONCE]
            found |= await self._source.vectors(facts.collection, facts.name, some)
        return found


async def compare(
    source: UpkeepStore, facts: GenerationFacts, target: UpkeepStore, made: str
) -> Sequence[str]:
    """Compare two generations page by page; return a sentence for each way they differ."""
    name = facts.collection
    here = {(e.root, e.path): e for e in await source.entries(name, facts.name)}
    there = {(e.root, e.path): e for e in await target.entries(name, made)}
    found = []
    lacking = [path for path in here if path not in there]
    if lacking:
        many = number_of(len(lacking), "page is", "pages are")
        found.append(f"{many} lacking, for instance {lacking[0][1]}.")
    extra = [path for path in there if path not in here]
    if extra:
        found.append(
            f"{number_of(len(extra), 'page is', 'pages are')} too many, for instance {extra[0][1]}."
        )
    other = [path for path in here if path in there and here[path] != there[path]]
    if other:
        found.append(
            f"{number_of(len(other), 'page differs', 'pages differ')}, for instance {other[0][1]}."
        )
    ids = [entry.document for entry in here.values()]
    differing = 0
    for start in range(0, len(ids), AT_ONCE):
        some = ids[start : start + AT_ONCE]
        pair = [
            await _held(source, name, facts.name, some),
            await _held(target, name, made, some),
        ]
        differing += sum(not _alike(*(side.get(one) for side in pair)) for one in some)
    if differing:
        found.append(f"The chunks or the vectors of {number_of(differing, 'page')} differ.")
    copied = next(one for one in await target.generations(name) if one.name == made)
    if copied.without_vectors > facts.without_vectors:
        many = number_of(copied.without_vectors, "text has", "texts have")
        found.append(f"{many} no vector in the copy; in its source, {facts.without_vectors}.")
    return found


Held = tuple[StoredPage, Mapping[str, Any]]


async def _held(
    upkeep: UpkeepStore, collection: str, generation: str, ids: Sequence[str]
) -> Mapping[str, Held]:
    """Return some pages, each with the vectors of its texts, by the id of the document."""
    pages = await upkeep.pages(collection, generation, ids)
    texts = list(dict.fromkeys(chunk.digest for page in pages for chunk in page.chunks))
    vectors: dict[str, Any] = {}
    for start in range(0, len(texts), TEXTS_AT_ONCE):
        some = texts[start : start + TEXTS_AT_ONCE]
        vectors.update(await upkeep.vectors(collection, generation, some))
    return {
        page.document.id: (
            page,
            {c.digest: vectors[c.digest] for c in page.chunks if c.digest in vectors},
        )
        for page in pages
    }


def _alike(one: Held | None, other: Held | None) -> bool:
    """Whether a page is the same in both; of vectors the last digits may differ.

    The copy may have more of them: those that its store had of the same texts already.
    """
    if one is None or other is None:
        return one is other
    (page, vectors), (second, others) = one, other
    return (
        page == second
        and vectors.keys() <= others.keys()
        and all(np.allclose(vectors[name], others[name], atol=CLOSE) for name in vectors)
    )
