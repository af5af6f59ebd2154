"""POST /ingest: taken with the secret alone, bounded, and answered before anything is indexed."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.health import Health, serving
from bot.hook import BODY_BYTES, PER_MINUTE, Hook, Publish
from bot.metrics import Metrics
from retrieval.clock import SystemClock
from retrieval.errors import InputError, PathUnusable
from retrieval.ingest.report import Report
from retrieval.upkeep.published import Folder, Folders
from retrieval.upkeep.publishing import Busy, Planned, Publisher

SECRET = "correct horse battery"
GOOD = {"Authorization": f"Bearer {SECRET}"}
GZIP = {"Content-Encoding": "gzip"}
_ENCODINGS = st.sampled_from(["identity", "gzip", "deflate", "br", "x"])

Post = Callable[..., Any]


@dataclass
class Clock:
    """Seconds that a test sets."""

    now: float = 0.0

    def __call__(self) -> float:
        """Return them."""
        return self.now


async def refused(root: Path, collection: str) -> Report:
    """Index nothing: what is taken only waits here."""
    raise InputError(f"{root} {collection}")


async def _publish(path: str, collection: str) -> Planned:
    """Take all paths but three."""
    errors = {"outside": InputError("Not there."), "gone": PathUnusable("Nothing at gone.")}
    if not path or collection not in {"", "docs", "team"}:
        raise InputError("Not so.")
    if path == "busy":
        raise Busy("Too much waits.")
    if path in errors:
        raise errors[path]
    return Planned(f"/docs/{path}", "/docs", collection or "docs", waiting=path == "again")


@asynccontextmanager
async def posting(
    clock: Clock | None = None, *, hook: bool = True, publish: Publish = _publish
) -> AsyncIterator[Post]:
    """Serve the hook; yields what posts to it and returns status and body."""

    async def probe() -> str:
        return ""

    made = Hook(SECRET, publish, clock or Clock()) if hook else None
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
        ({"json": {"path": "vpn.md", "collection": 7}}, 400),
        ({"json": {"path": "vpn.md", "collection": "secret"}}, 400),
        ({"json": {"path": "outside"}}, 400),
        ({"json": {"path": "gone"}}, 404),
        ({"json": {"path": "busy"}}, 503),
        ({"data": b" " * (BODY_BYTES + 1)}, 413),
        ({"method": "GET"}, 405),
        ({"data": b"no gzip", "headers": {**GOOD, "Content-Encoding": "gzip"}}, 400),
        ({"data": b"no deflate", "headers": {**GOOD, "Content-Encoding": "deflate"}}, 400),
        ({"data": gzip.compress(b'{"path": "vpn.md"}'), "headers": {**GOOD, **GZIP}}, 400),
    ],
)
async def test_what_cannot_be_taken_is_refused(body: dict[str, Any], status: int) -> None:
    """With a sentence that says why, in JSON."""
    async with posting() as post:
        found, said = await post(**body)

    assert status == found
    assert said["error"].endswith(".") or said["error"].endswith("}")


_ODD_JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)
_PATHS = st.text(st.characters(), max_size=40) | st.sampled_from(
    ["\ud800", "a" * 9_000, "a/" * 4_000, "\0", "..", "/", "~", "a\n", "//x", "./\udcff", "C:\\"]
)
_BODIES = st.one_of(
    st.binary(max_size=60),
    _ODD_JSON.map(lambda said: json.dumps(said).encode()),
    _PATHS.map(lambda path: json.dumps({"path": path}).encode()),
)


@given(bodies=st.lists(st.tuples(_BODIES, _ENCODINGS), min_size=1, max_size=8))
@settings(max_examples=25, deadline=None)
def test_no_body_is_an_error_of_ours(
    bodies: list[tuple[bytes, str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """With the right secret, what the real publisher cannot take is refused, whatever it is."""

    async def roots(_: str) -> list[str]:
        return []

    folder = tmp_path_factory.getbasetemp()
    folders = Folders([Folder(folder)], ("docs", "team"))
    publisher = Publisher(folders, refused, roots, SystemClock())

    async def all_of_them() -> list[tuple[int, Any]]:
        async with posting(publish=publisher.publish) as post:
            return [
                await post(data=body, headers={**GOOD, "Content-Encoding": encoding})
                for body, encoding in bodies
            ]

    for status, said in asyncio.run(all_of_them()):
        assert status in {202, 400, 404}
        assert isinstance(said, dict)


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
