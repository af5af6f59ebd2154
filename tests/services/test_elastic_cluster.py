"""Three nodes: one that dies costs no answer, and data that only it had is told of."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from retrieval.errors import StoreUnavailable
from retrieval.stores.elastic_lease import leases_of
from scripts._services.elasticsearch import Cluster, Node
from tests.fakes.elastic import until
from tests.services.indexing import Shop, shop, whole

pytestmark = pytest.mark.long

SLOWEST = 5.0
"""Seconds that a search may take while a node dies, on a machine that does much else."""


@pytest.fixture(name="shop")
async def _shop(tmp_path: Path, elasticsearch_cluster: Cluster) -> AsyncIterator[Shop]:
    async with shop(tmp_path, elasticsearch_cluster.url, "died") as opened:
        opened.count = 40
        yield opened


async def _first(shop: Shop, cluster: Cluster) -> Node:
    """Return the node that has the first copy of the index."""
    shards = await shop.elastic.api.cat.shards(index=f"{shop.prefix}.docs.*", format="json")
    (name,) = [str(one["node"]) for one in shards if one["prirep"] == "p"]  # type: ignore[index]
    (node,) = [one for one in cluster.nodes if one.name == name]
    return node


async def _copied(shop: Shop) -> bool:
    health = await shop.elastic.api.cluster.health(index=f"{shop.prefix}.docs.*")
    return bool(health["status"] == "green")


async def _alone(shop: Shop) -> bool:
    """Whether there is one copy of the index, and it moves nowhere."""
    shards = await shop.elastic.api.cat.shards(index=f"{shop.prefix}.docs.*", format="json")
    return ["STARTED"] == [str(one["state"]) for one in shards]  # type: ignore[index]


async def _leased(shop: Shop) -> bool:
    said = await shop.elastic.api.get(index=leases_of(shop.prefix), id="lease/docs")
    return bool(said["_source"]["facts"]["holder"])


async def test_a_node_that_dies_costs_no_answer(shop: Shop, elasticsearch_cluster: Cluster) -> None:
    """Of searches that ask without pause none fails, and indexing meanwhile ends well."""
    shop.write("first")
    assert (0, "") == await shop.index()
    await until(lambda: _copied(shop))
    node = await _first(shop, elasticsearch_cluster)
    shop.write("second")
    async with shop.asked(readers=4):
        process = await shop.begin()
        await until(lambda: _leased(shop))
        await asyncio.to_thread(node.kill)
        said, wrong = await process.communicate()

    assert (0, b"", b"") == (process.returncode, said, wrong)
    assert {1} == shop.found
    assert shop.slowest < SLOWEST
    assert whole("second", 40) == await shop.state()


async def test_an_index_that_no_node_has_is_told(
    shop: Shop, elasticsearch_cluster: Cluster
) -> None:
    """Searching and indexing both say what to do; when the node is back all is as before."""
    shop.write("first")
    assert (0, "") == await shop.index()
    alone = {"auto_expand_replicas": "false", "number_of_replicas": 0}
    await shop.elastic.api.indices.put_settings(index=f"{shop.prefix}.docs", settings=alone)
    await until(lambda: _alone(shop))
    node = await _first(shop, elasticsearch_cluster)
    await asyncio.to_thread(node.kill)
    with pytest.raises(StoreUnavailable, match="Start the node that has it"):
        await shop.hits(1)
    code, said = await shop.index()
    assert (1, 1) == (code, said.count("\n"))
    assert "Start the node that has it" in said

    await asyncio.to_thread(elasticsearch_cluster.start)
    assert (0, "") == await shop.index()
    assert whole("first", 40) == await shop.state()
