"""POST /ingest: taken with the secret alone, bounded, and answered before anything is indexed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp
import pytest

from bot.health import Health, serving
from bot.hook import BODY_BYTES, PER_MINUTE, Hook
from bot.metrics import Metrics
from retrieval.errors import InputError, PathUnusable
from retrieval.upkeep.publishing import Busy, Planned

SECRET = "correct horse battery"
GOOD = {"Authorization": f"Bearer {SECRET}"}

Post = Callable[..., Any]


@dataclass
class Clock:
    """Seconds that a test sets."""

    now: float = 0.0

    def __call__(self) -> float:
        """Return them."""
        return self.now


async def _publish(path: str, collection: str) -> Planned:
    """Take all paths but three."""
    errors = {"outside": InputError("Not there."), "gone": PathUnusable("Nothing at gone.")}
    if path == "busy":
        raise Busy("Too much waits.")
    if path in errors:
        raise errors[path]
    return Planned(f"/docs/{path}", "/docs", collection, waiting=path == "again")


@asynccontextmanager
async def posting(clock: Clock | None = None, *, hook: bool = True) -> AsyncIterator[Post]:
    """Serve the hook; yields what posts to it and returns status and body."""

    async def probe() -> str:
        return ""

    made = Hook(SECRET, _publish, ("docs", "team"), clock or Clock()) if hook else None
    health = Health(Metrics(), {}, probe, made)
    async with (
        serving(health, "127.0.0.1", 0) as port,
        aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session,
    ):

        async def post(headers: Any = GOOD, method: str = "POST", **body: Any) -> tuple[int, Any]:
            async with session.request(method, "/ingest", headers=headers, **body) as reply:
                read = reply.content_type == "application/json"
                return reply.status, await reply.json() if read else await reply.text()

        yield post


async def test_a_page_is_taken_and_it_is_said_what_will_happen() -> None:
    """202 with the root that is indexed and whether that waited already."""
    async with posting() as post:
        first = await post(json={"path": "vpn.md"})
        second = await post(json={"path": "again", "collection": "team"})

    assert (202, "will be indexed") == (first[0], first[1]["state"])
    assert ("/docs/vpn.md", "/docs", "docs") == tuple(
        first[1][name] for name in ("path", "root", "collection")
    )
    assert ("waits already", "team") == (second[1]["state"], second[1]["collection"])


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": SECRET},
        {"Authorization": "Bearer "},
        {"Authorization": f"Bearer {SECRET}x"},
        {"Authorization": "Bearer ünïcode"},
        {"X-Secret": SECRET},
    ],
)
async def test_without_the_secret_nothing_is_taken(headers: dict[str, str]) -> None:
    """401, whatever the body is."""
    async with posting() as post:
        status, said = await post(headers=headers, json={"path": "vpn.md"})

    assert (401, {"error": "The secret is wrong."}) == (status, said)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"data": b"no json"}, 400),
        ({"data": b"[" * 9_000}, 400),
        ({"json": ["vpn.md"]}, 400),
        ({"json": {"path": 7}}, 400),
        ({"json": {}}, 400),
        ({"json": {"path": "vpn.md", "collection": "secret"}}, 400),
        ({"json": {"path": "outside"}}, 400),
        ({"json": {"path": "gone"}}, 404),
        ({"json": {"path": "busy"}}, 503),
        ({"data": b" " * (BODY_BYTES + 1)}, 413),
        ({"method": "GET"}, 405),
    ],
)
async def test_what_cannot_be_taken_is_refused(body: dict[str, Any], status: int) -> None:
    """With a sentence that says why."""
    async with posting() as post:
        assert status == (await post(**body))[0]


async def test_no_more_is_taken_in_a_minute_than_may() -> None:
    """After that 429, until time has passed; wrong secrets use nothing up."""
    clock = Clock()
    async with posting(clock) as post:
        for _ in range(PER_MINUTE):
            await post(headers={}, json={"path": "vpn.md"})
        taken = [(await post(json={"path": "vpn.md"}))[0] for _ in range(PER_MINUTE + 1)]
        clock.now += 1.0
        later = [(await post(json={"path": "vpn.md"}))[0] for _ in range(2)]

    assert [202] * PER_MINUTE + [429] == taken
    assert [202, 429] == later


async def test_without_a_secret_there_is_no_hook() -> None:
    """404, as for any page that is not there."""
    async with posting(hook=False) as post:
        assert 404 == (await post(json={"path": "vpn.md"}))[0]
