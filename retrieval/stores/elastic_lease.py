"""Whose turn it is to write to a collection in Elasticsearch: a document that runs out."""

from __future__ import annotations

import asyncio
import os
import random
import socket
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

from retrieval.errors import IndexLocked, StoreError, StoreUnavailable
from retrieval.stores import elastic_mapping as mapping
from retrieval.stores.elastic_client import Conflict, Elastic

SECONDS = 30.0
"""After these a lease that nobody renewed is another's to take."""

_RENEWALS = 3
"""Times that a lease is renewed before it would run out."""
_PAUSE = 0.2
_TRIES = 5


@dataclass(frozen=True, slots=True)
class _Stand:
    """The lease's document as it was read: what it says, and its version to write it by."""

    facts: dict[str, Any]
    version: dict[str, int]

    @property
    def free(self) -> bool:
        """Whether nobody holds it: given back, run out, or held by a process that is no more."""
        if not self.facts.get("holder") or float(self.facts["until"]) < time.time():
            return True
        return self.facts["host"] == socket.gethostname() and not _runs(int(self.facts["process"]))


class Lease:
    """The right to write to a collection, renewed in the background until it is released.

    Clocks of machines that index one collection must agree to some seconds.
    """

    def __init__(
        self, elastic: Elastic, prefix: str, collection: str, seconds: float = SECONDS
    ) -> None:
        """`seconds` is how long it holds without being renewed."""
        self.collection = collection
        self._elastic = elastic
        self._index = leases_of(prefix)
        self._id = mapping.kept_id("lease", collection)
        self._seconds = seconds
        self._holder = uuid4().hex
        self._version: dict[str, int] = {}
        self._until = 0.0
        self._renewing: asyncio.Task[None] | None = None

    async def take(self, wait: float) -> None:
        """Take the lease, waiting `wait` seconds at most. Raises IndexLocked, StoreError."""
        deadline = time.monotonic() + wait
        while not await self._taken():
            if time.monotonic() >= deadline:
                raise IndexLocked(
                    f"Another process is indexing '{self.collection}'. Try again when it is done."
                )
            await asyncio.sleep(_PAUSE * random.uniform(0.5, 1.5))  # noqa: S311  (no secret)
        self._renewing = asyncio.create_task(self._renew())

    @property
    def held(self) -> bool:
        """Whether nobody else can have it yet."""
        return time.monotonic() < self._until

    def check(self) -> None:
        """Make sure that it is still held. Raises IndexLocked where another may have it."""
        if not self.held:
            raise IndexLocked(
                f"The right to write to '{self.collection}' was lost: it could not be renewed in"
                " time. What was put stays; run the same command again."
            )

    async def release(self) -> None:
        """Let others write. A lease that cannot be given back runs out by itself."""
        if self._renewing is not None:
            self._renewing.cancel()
            with suppress(asyncio.CancelledError):
                await self._renewing
        if self.held:
            self._until = 0.0
            with suppress(StoreError):
                await self._write({"holder": ""})

    async def _taken(self) -> bool:
        """Try once."""
        stand = await self._read()
        if stand is not None and not stand.free:
            return False
        self._version = stand.version if stand else {}
        try:
            await self._write(self._claim())
        except Conflict:
            return False
        return True

    async def _read(self) -> _Stand | None:
        """Return how the lease stands, None where it was never taken; its index is made."""
        for _ in range(_TRIES - 1):
            with suppress(StoreUnavailable):  # as while another makes the index
                return await self._read_once()
            await asyncio.sleep(_PAUSE)
        return await self._read_once()

    async def _read_once(self) -> _Stand | None:
        with self._elastic.translated():
            api = self._elastic.within(self._seconds / 2)
            found = await api.options(ignore_status=404).get(index=self._index, id=self._id)
            if "error" in found:
                await _make(self._elastic, self._index)
        if not found.get("found"):
            return None
        version = {"if_seq_no": found["_seq_no"], "if_primary_term": found["_primary_term"]}
        return _Stand(found["_source"]["facts"], version)

    def _claim(self) -> dict[str, Any]:
        return {
            "holder": self._holder,
            "until": time.time() + self._seconds,
            "host": socket.gethostname(),
            "process": os.getpid(),
        }

    async def _write(self, facts: dict[str, Any]) -> None:
        """Write it over the version that was read. Raises Conflict where another did.

        A node that dies breaks a request off that may have been done, and a client may send one
        again by itself: where what stands there is ours, it is written over.
        """
        for _ in range(_TRIES - 1):
            try:
                await self._write_once(facts)
            except (Conflict, StoreUnavailable) as error:
                if not await self._mine() and isinstance(error, Conflict):
                    raise
                await asyncio.sleep(_PAUSE)
            else:
                return
        await self._write_once(facts)

    async def _write_once(self, facts: dict[str, Any]) -> None:
        how: dict[str, Any] = self._version or {"op_type": "create"}
        with self._elastic.translated():
            # No retry by the client: one that came through unseen would meet its own version.
            said = await self._elastic.api.options(
                request_timeout=self._seconds / 2, max_retries=0
            ).index(
                index=self._index, id=self._id, document={"kind": "lease", "facts": facts}, **how
            )
        self._version = {"if_seq_no": said["_seq_no"], "if_primary_term": said["_primary_term"]}
        self._until = _held_until(facts)

    async def _renew(self) -> None:
        """Keep it, through failures, until it has run out or another has it."""
        while self.held:
            await asyncio.sleep(self._seconds / _RENEWALS)
            try:
                await self._write(self._claim())
            except Conflict:
                self._until = 0.0
            except StoreError:
                continue

    async def _mine(self) -> bool:
        """Whether what stands there is this lease's; then its version is known again."""
        with suppress(StoreError):
            stand = await self._read_once()
            if stand and stand.facts.get("holder") == self._holder:
                self._version = stand.version
                return True
        return False


def _held_until(facts: Mapping[str, Any]) -> float:
    """Return until when a claim holds, by the clock that nobody sets; 0 for what is no claim."""
    if not facts["holder"]:
        return 0.0
    return time.monotonic() + float(facts["until"]) - time.time()


def leases_of(prefix: str) -> str:
    """Return the index of the leases; no collection's index has a name like it."""
    return f"{prefix}-leases"


async def _make(elastic: Elastic, index: str) -> None:
    """Make the index of the leases, unless another did so just now."""
    with suppress(Conflict), elastic.translated():
        await elastic.api.indices.create(
            index=index,
            settings={"number_of_shards": 1, "auto_expand_replicas": "0-1"},
            mappings={
                "dynamic": "strict",
                "properties": {
                    "kind": {"type": "keyword"},
                    "facts": {"type": "object", "enabled": False},
                },
            },
        )


def _runs(process: int) -> bool:
    """Whether a process of this machine is there; one that is another's person's counts."""
    return process == os.getpid() or Path(f"/proc/{process}").exists() or not Path("/proc").is_dir()
