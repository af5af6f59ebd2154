"""The server as a whole."""

from __future__ import annotations

import aiohttp
import pytest
from aiohttp import web

from bot.playground import server
from retrieval.clock import SystemClock


async def test_others_bring_routes_of_their_own():
    """The page does."""

    async def hello(_):
        return web.Response(text="hello")

    listening, url = server.bind()
    playground = server.furnished(SystemClock(), url)
    application = server.create_app(playground, lambda app: app.router.add_get("/", hello))
    async with (
        server.serve(application, listening),
        aiohttp.ClientSession() as http,
        http.get(url) as answer,
    ):
        assert "hello" == await answer.text()


def test_a_port_in_use_is_said():
    """By the system's own error."""
    listening, url = server.bind()
    with listening, pytest.raises(OSError, match="in use"):
        server.bind(int(url.rstrip("/").rpartition(":")[2]))


async def test_the_server_looks_at_the_time_by_itself(pg):
    """A status ends though nobody asks."""
    ts = pg.ask("a")
    pg.workspace.statuses.set("C0GENERAL1", ts, "busy")
    pg.clock.move(120)
    await pg.wait_for(lambda: not pg.statuses())

    assert [] == pg.statuses()


@pytest.mark.parametrize("body", [b"{", b"[]", b'{"text": "x", "blocks": [3]}', b"\xff"])
async def test_a_response_address_is_not_broken_by_its_body(pg, body):
    """It says no."""
    url = f"{pg.url}actions/T/none"
    async with aiohttp.ClientSession() as http, http.post(url, data=body) as answer:
        assert answer.status in {400, 404}
