"""The right to write to a collection in Elasticsearch."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import time
from typing import Any

import pytest

from retrieval.errors import IndexLocked
from retrieval.stores import elastic_mapping as mapping
from retrieval.stores.elastic_client import Elastic, Login
from retrieval.stores.elastic_lease import Lease, leases_of
from tests.fakes.elastic import until
from tests.fakes.elastic_gate import gate


@pytest.fixture(name="elastic")
async def _elastic(elasticsearch_url: str) -> Any:
    elastic = Elastic(Login((elasticsearch_url,)))
    yield elastic
    await elastic.close()


async def stand(elastic: Elastic, prefix: str, **facts: Any) -> None:
    """Write a lease as another process left it."""
    told = {"holder": "h", "until": time.time() + 60, "host": "elsewhere", "process": 1} | facts
    await elastic.api.index(
        index=leases_of(prefix),
        id=mapping.kept_id("lease", "docs"),
        document={"kind": "lease", "facts": told},
    )


def ended() -> int:
    """Return the id of a process that is no more."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


async def test_one_writes_at_a_time(elastic: Elastic, index_prefix: str) -> None:
    """Who comes second is told so, and gets it when the first gives it back."""
    first, second = (Lease(elastic, index_prefix, "docs") for _ in range(2))
    await first.take(0.0)
    with pytest.raises(IndexLocked, match="Another process is indexing 'docs'"):
        await second.take(0.0)
    await first.release()
    await second.take(0.0)
    second.check()
    await second.release()


async def test_collections_do_not_wait_for_each_other(elastic: Elastic, index_prefix: str) -> None:
    """Each has a lease of its own."""
    first, second = (Lease(elastic, index_prefix, name) for name in ("docs", "wiki"))
    await first.take(0.0)
    await second.take(0.0)
    await first.release()
    await second.release()


async def test_of_many_who_ask_at_once_one_gets_it(elastic: Elastic, index_prefix: str) -> None:
    """The version of the document decides."""
    leases = [Lease(elastic, index_prefix, "docs") for _ in range(8)]
    ends = await asyncio.gather(*(one.take(0.0) for one in leases), return_exceptions=True)

    assert 7 == sum(isinstance(end, IndexLocked) for end in ends)
    await asyncio.gather(*(one.release() for one in leases))


@pytest.mark.parametrize(
    "left",
    [
        {"until": 0.0},
        {"holder": ""},
        {"host": socket.gethostname(), "process": "ended"},
    ],
    ids=["run out", "given back", "its process is gone"],
)
async def test_a_lease_that_nobody_holds_is_taken(
    elastic: Elastic, index_prefix: str, left: dict[str, Any]
) -> None:
    """That of a killed process of this machine at once, of another when it has run out."""
    lease = Lease(elastic, index_prefix, "docs")
    await lease.take(0.0)
    await lease.release()
    await stand(elastic, index_prefix, **left | ({"process": ended()} if "process" in left else {}))
    await lease.take(0.0)
    await lease.release()


async def test_a_running_process_of_another_machine_keeps_it(
    elastic: Elastic, index_prefix: str
) -> None:
    """Until its time is over, whatever runs here."""
    lease = Lease(elastic, index_prefix, "docs")
    await lease.take(0.0)
    await lease.release()
    await stand(elastic, index_prefix, process=os.getpid())
    with pytest.raises(IndexLocked):
        await lease.take(0.0)


async def version(elastic: Elastic, prefix: str) -> int:
    """Return how often the lease was written."""
    found = await elastic.api.get(index=leases_of(prefix), id=mapping.kept_id("lease", "docs"))
    return int(found["_version"])


async def test_a_lease_is_renewed_while_it_is_held(elastic: Elastic, index_prefix: str) -> None:
    """Before its seconds are over, again and again."""
    lease = Lease(elastic, index_prefix, "docs", seconds=4.0)
    await lease.take(0.0)
    first = await version(elastic, index_prefix)

    async def renewed() -> bool:
        return await version(elastic, index_prefix) >= first + 2

    async with asyncio.timeout(30):
        await until(renewed)
    lease.check()
    await lease.release()


async def test_who_lost_it_is_told(elastic: Elastic, index_prefix: str) -> None:
    """Once another has written the lease, it is not renewed, and writing stops."""
    lease = Lease(elastic, index_prefix, "docs", seconds=4.0)
    await lease.take(0.0)
    await stand(elastic, index_prefix)

    async def lost() -> bool:
        return not lease.held

    async with asyncio.timeout(30):
        await until(lost)
    with pytest.raises(IndexLocked, match="run the same command again"):
        lease.check()
    await lease.release()


async def test_a_claim_whose_answer_got_lost_is_found(
    elasticsearch_url: str, index_prefix: str
) -> None:
    """A node that dies breaks off what may have been done: the lease is held once all the same."""
    async with gate(elasticsearch_url) as opened:
        elastic = Elastic(Login((opened.url,)))
        lease = Lease(elastic, index_prefix, "docs")
        for after in (True, False):
            opened.at("/_doc/lease/docs", 2, lambda: None, after=after)
            await lease.take(0.0)
            lease.check()
            await lease.release()
        await elastic.close()
