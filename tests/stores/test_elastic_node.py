"""A host that swallows packets is given up soon, and the next one is asked."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from retrieval.errors import StoreError, StoreUnavailable
from retrieval.stores import elastic_node
from retrieval.stores.elastic_client import Elastic, Login


@pytest.fixture(name="hole")
def _hole(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Listen with a full queue: whoever connects hears nothing."""
    monkeypatch.setattr(elastic_node, "CONNECT_SECONDS", 0.1)
    waiting = []
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(0)
        for _ in range(4):
            one = socket.socket()
            one.setblocking(False)
            one.connect_ex(listening.getsockname())
            waiting.append(one)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    for one in waiting:
        one.close()


async def _deleted(_: web.Request) -> web.Response:
    return web.json_response({"acknowledged": True}, headers={"x-elastic-product": "Elasticsearch"})


async def test_the_next_host_is_asked_at_once(hole: str) -> None:
    """Also for what may be done once only: nothing of it was sent."""
    app = web.Application()
    app.router.add_delete("/gone", _deleted)
    async with TestServer(app) as server:
        for hosts in ((hole, str(server.make_url(""))), (str(server.make_url("")), hole)):
            elastic = Elastic(Login(hosts), seconds=30.0)
            began = time.monotonic()
            for _ in range(2):
                said = await elastic.api.indices.delete(index="gone")
                assert said["acknowledged"]
            assert time.monotonic() - began < 10
            await elastic.close()


@pytest.mark.parametrize("status", [404, 405, 501])
async def test_a_server_of_another_kind_does_not_pass_for_an_empty_one(status: int) -> None:
    """A 404 that is let pass means that an index is not there; a web server's means nothing."""

    async def other(_: web.Request) -> web.Response:
        return web.Response(status=status, text="<html>no</html>", content_type="text/html")

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", other)
    async with TestServer(app) as server:
        elastic = Elastic(Login((str(server.make_url("")),)), seconds=5.0)
        with pytest.raises(StoreError, match="is not Elasticsearch"), elastic.translated():
            await elastic.api.options(ignore_status=404).indices.get(index="docs.*")
        await elastic.close()


async def test_a_host_alone_is_said_to_be_unreachable(hole: str) -> None:
    """After the tries that are due, not after the time of a request."""
    elastic = Elastic(Login((hole,)), seconds=30.0)
    began = time.monotonic()
    with pytest.raises(StoreUnavailable, match="cannot be reached"), elastic.translated():
        await elastic.api.indices.delete(index="gone")
    await elastic.close()

    assert time.monotonic() - began < 10
