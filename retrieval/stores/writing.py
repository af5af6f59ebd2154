"""The write side of the SQLite store: whose turn it is to write, and which file is written to."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from contextlib import closing
from pathlib import Path

from retrieval.ports import Completion, Fingerprint
from retrieval.stores import generations, rounds, schema
from retrieval.stores.filling import SqliteGeneration, facts_of_new


class SqliteIndex:
    """A folder of collections, open for writing."""

    def __init__(
        self,
        folder: Path,
        *,
        wait: float = 5.0,
        held: bool = False,
        anew: bool = False,
        besides: Collection[str] = (),
    ) -> None:
        """`wait` bounds each wait for another process, in seconds.

        `held`, `anew` and `besides` are for building, as the port says.
        """
        self._folder = folder
        self._wait = wait
        self._build = ("anew" if anew else "held") if held or anew else ""
        self._besides = frozenset(besides)

    async def begin(self, collection: str, root: str, fingerprint: Fingerprint) -> SqliteGeneration:
        """Take the lease; open the generation of `fingerprint`, or make it."""
        return await asyncio.to_thread(self._begin, collection, root, fingerprint)

    def _begin(self, collection: str, root: str, fingerprint: Fingerprint) -> SqliteGeneration:
        lease = generations.Lease(self._folder, collection, self._wait)
        try:
            found = self._find(collection, root, fingerprint, lease)
            generation = found or self._make(collection, fingerprint, lease)
            with schema.translated(generation.path):
                generation.prepare(root, fingerprint.reader)
            if not generation.held and not self._used(collection):
                generations.put_in_use(self._folder, collection, generation.name, self._wait)
        except BaseException:
            lease.release()
            raise
        return generation

    def _used(self, collection: str) -> Path | None:
        """Return the file of the generation in use, where there is one."""
        for name in generations.in_use(self._folder, collection)[:1]:
            path = generations.file_of(self._folder, collection, name)
            return path if path.is_file() else None
        return None

    def _find(
        self, collection: str, root: str, fingerprint: Fingerprint, lease: generations.Lease
    ) -> SqliteGeneration | None:
        """Open the generation that `fingerprint` fits: the one in use, else the newest.

        For building: the newest that was built likewise, and neither is in use nor was before.
        """
        kept = generations.in_use(self._folder, collection)
        used = kept[:1]
        there = generations.on_disk(self._folder, collection)
        names = [name for name in there if name not in self._besides]
        if self._build:
            names = [name for name in names if name not in kept]
        for name in sorted(names, key=lambda name: name not in used):
            path = generations.file_of(self._folder, collection, name)
            connection = schema.open_to_write(path, self._wait)
            generation = SqliteGeneration(path, name, connection, lease)
            with schema.translated(path):
                wanted = not self._build or generation.held == self._build
                if wanted and generation.fits(root, fingerprint):
                    return generation
            connection.close()
        return None

    def _make(
        self, collection: str, fingerprint: Fingerprint, lease: generations.Lease
    ) -> SqliteGeneration:
        """Make a new generation, with the vectors that the one in use has already paid for."""
        name = generations.next_name(self._folder, collection)
        path = generations.file_of(self._folder, collection, name)
        facts = facts_of_new(fingerprint, self._build)
        connection = schema.create(path, facts, self._wait)
        generation = SqliteGeneration(path, name, connection, lease)
        used = self._used(collection)
        if used and self._build != "anew":
            with schema.translated(used):
                generation.borrow(used, fingerprint.embedder)
        return generation

    async def roots(self, collection: str) -> Sequence[str]:
        """Name the roots of all generations of a collection, in order."""
        return await asyncio.to_thread(self._roots, collection)

    def _roots(self, collection: str) -> list[str]:
        names = generations.on_disk(self._folder, collection)
        files = [generations.file_of(self._folder, collection, name) for name in names]
        return sorted({root for file in files for root in _roots_of(file, self._wait)})

    async def complete(
        self,
        generation: SqliteGeneration,
        root: str,
        taken_over: Sequence[str] = (),
        *,
        gated: bool = False,
    ) -> Completion:
        """Say that `root` is wholly in it; put it in use once nothing is lacking."""
        collection = generation.path.name.split(".", 1)[0]
        again = generation.name in generations.in_use(self._folder, collection)[1:]
        lacking = await generation.run(lambda: generation.finish(root, taken_over, again=again))
        used = self._used(collection)
        if used == generation.path:
            return Completion(generation.name, current=True, without_vectors=lacking)
        held = bool(generation.held)
        whole = {name for name, (_, whole) in generation.roots().items() if whole}
        done = rounds.gone_through_again(generation.connection) if again else whole
        wanted = _roots_of(used, self._wait) if used else []
        to_come = tuple(name for name in wanted if name not in {*done, *taken_over})
        ready = not (lacking or to_come or held)
        waits = ready and gated and used is not None
        if ready and not waits:
            await generation.run(lambda: rounds.begin_anew(generation.connection))
            generations.put_in_use(self._folder, collection, generation.name, self._wait)
        return Completion(generation.name, ready and not waits, lacking, to_come, held, waits)

    async def release(self, generation: SqliteGeneration) -> None:
        """Release the lease; what was put stays."""
        await asyncio.to_thread(generation.close)

    async def forget(self, collection: str, root: str) -> int:
        """Take every page of a root out of the collection; return how many there were."""
        return await asyncio.to_thread(self._forget, collection, root)

    def _forget(self, collection: str, root: str) -> int:
        lease = generations.Lease(self._folder, collection, self._wait)
        most = 0
        try:
            for name in generations.on_disk(self._folder, collection):
                path = generations.file_of(self._folder, collection, name)
                with closing(schema.open_to_write(path, self._wait)) as connection:
                    generation = SqliteGeneration(path, name, connection, lease)
                    with schema.translated(path):
                        most = max(most, generation.forget(root))
        finally:
            lease.release()
        return most


def _roots_of(path: Path, wait: float) -> list[str]:
    """Return the roots of the generation in use."""
    connection = schema.open_to_read(path, wait)
    try:
        with schema.translated(path):
            return [name for (name,) in connection.execute("SELECT name FROM root ORDER BY name")]
    finally:
        connection.close()
