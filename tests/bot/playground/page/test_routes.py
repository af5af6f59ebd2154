"""The addresses of the page, over HTTP."""

from __future__ import annotations

import asyncio
from pathlib import Path

import aiohttp
import pytest

from tests.browser.served import page
from tests.playground import ADA, BOT, GENERAL, GUS, LEADS


@pytest.fixture(name="web")
async def _web():
    async with aiohttp.ClientSession() as session:
        yield session


async def _text(web: aiohttp.ClientSession, url: str) -> tuple[int, str]:
    async with web.get(url) as response:
        return response.status, await response.text()


async def test_the_page_stands_without_script(web, tmp_path: Path) -> None:
    """The server writes all of it; a form that is sent without script leads back to the thread."""
    (tmp_path / "a.md").write_text("# A")
    async with page(tmp_path) as pg:
        status, text = await _text(web, pg.url)
        form = {"user": ADA, "channel": GENERAL, "text": "Hi @footnote", "thread_ts": ""}
        async with web.post(f"{pg.url}playground/post", data=form) as response:
            back = str(response.url)

        assert 200 == status
        assert ">1 page</a>" in text
        [sent] = pg.messages()
        assert f"{pg.url}?as={ADA}&channel={GENERAL}&thread={sent['ts']}" == back
        assert f"Hi <@{BOT}>" == sent["text"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("pages/", 200),
        ("pages/a.md", 200),
        ("pages/..%2Fsecret.md", 404),
        ("pages/none.md", 404),
        ("traces/none", 404),
        ("cases", 200),
        ("cases/none", 404),
        ("static/page.js", 200),
        ("static/..%2Froutes.py", 404),
        ("static/routes.py", 404),
        ("?trace=none", 404),
        (f"playground/channel?as={GUS}&channel={LEADS}", 400),
        (f"playground/thread?as={ADA}&channel={GENERAL}&ts=1.0", 400),
    ],
)
async def test_what_is_not_there_is_said_in_words(
    web, tmp_path: Path, path: str, status: int
) -> None:
    """A page, trace or room that does not exist, or is not one's own, is no fault of ours."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# A")
    (tmp_path / "secret.md").write_text("# Secret")
    async with page(tmp_path / "docs") as pg:
        url = aiohttp.client.URL(f"{pg.url}{path}", encoded=True)
        answered, text = await _text(web, url)

        assert status == answered
        assert "Secret" not in text
        assert "Traceback" not in text


@pytest.mark.parametrize(
    "said",
    [
        {"act": "post", "text": ""},
        {"act": "delete", "ts": "1.0"},
        {"act": "press", "ts": "1.0", "action_id": "x", "value": ""},
        {"act": "frobnicate"},
        {"act": "react"},
    ],
)
async def test_what_cannot_be_done_is_refused_by_name(web, said: dict[str, str]) -> None:
    """With Slack's own word for it, also when a part of what is needed was not said."""
    async with page() as pg:
        body = {"user": ADA, "channel": GENERAL, **said}
        async with web.post(f"{pg.url}playground/{said['act']}", json=body) as response:
            told = await response.json()

        assert 400 == response.status
        assert not told["ok"]
        assert told["error"]


async def test_events_are_sent_from_where_the_page_was_made(web) -> None:
    """What happened between the making of the page and its first event is not lost."""
    async with page() as pg:
        before = pg.workspace.log.last
        pg.say(ADA, GENERAL, "Said in between")
        url = f"{pg.url}playground/events?as={ADA}&after={before}"
        async with web.get(url) as response, asyncio.timeout(10):
            lines = [await response.content.readline() for _ in range(4)]

        assert "text/event-stream" == response.content_type
        assert b"Said in between" in lines[3]


async def test_the_server_stops_while_pages_are_open(web) -> None:
    """Open streams of events end with it, at once."""
    async with asyncio.timeout(10):
        async with page() as pg:
            response = await web.get(f"{pg.url}playground/events?as={ADA}")
            await response.content.readline()

        await response.content.read()


async def test_a_permalink_leads_to_the_thread(web) -> None:
    """What chat.getPermalink gives can be opened in the page."""
    async with page() as pg:
        ts = pg.say(ADA, GENERAL, "Hello")
        link = f"{pg.url}archives/{GENERAL}/p{ts.replace('.', '')}"
        async with web.get(link, allow_redirects=False) as response:
            assert f"/?channel={GENERAL}&thread={ts}" == response.headers["Location"]
