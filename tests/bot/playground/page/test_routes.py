"""The addresses of the page, over HTTP."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import aiohttp
import pytest

from bot.playground.page.guard import HEADERS
from bot.playground.values import Message
from retrieval.ports import EvalCase
from tests.browser.served import Kept, page
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


async def test_a_channel_begins_with_the_mark_that_it_has_everywhere(web) -> None:
    """A private one with its lock, as in its heading."""
    async with page() as pg:
        text = (await _text(web, f"{pg.url}playground/channel?as={ADA}&channel={LEADS}"))[1]

    mark = text.partition('class="welcome-mark">')[2].partition("</span>")[0]
    assert mark.startswith("<svg")
    assert mark in text.partition("</h1>")[0]


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
        ("nope", 404),
        ("playground/nope", 404),
        ("nope/%ED%A0%80", 404),
        (f"playground/channel?as={GUS}&channel={LEADS}", 400),
        ("playground/events?after=x", 400),
        ("playground/events?after=-1", 400),
        ("traces/%ED%A0%80", 404),
        ("pages/%ED%A0%80", 404),
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


async def test_an_unknown_trace_leaves_the_workspace_in_place(web, tmp_path: Path) -> None:
    """The pane says that there is none; the conversation stands beside it."""
    async with page(tmp_path) as pg:
        status, text = await _text(web, f"{pg.url}?trace=none")
        _, pane = text.split('<aside class="pane"')

        assert 200 == status
        assert 'id="main"' in text
        assert "Nothing is known of" in pane
        assert " hidden" not in pane[: pane.index(">")]


async def test_an_unknown_address_has_a_way_back(web, tmp_path: Path) -> None:
    """A page of ours with the usual headers, whatever the method is."""
    async with page(tmp_path) as pg:
        for method in ("GET", "POST"):
            async with web.request(method, f"{pg.url}nope") as response:
                text = await response.text()

            assert 404 == response.status
            assert HEADERS.items() <= dict(response.headers).items()
            assert 'href="/"' in text


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


async def test_no_message_breaks_a_page(web) -> None:
    """Half a surrogate pair, from a person or from the app, is shown as what it is not."""
    async with page() as pg:
        said = b'{"user": "%s", "channel": "%s", "text": "a\\ud800b \\ud83d\\ude00"}'
        body, kind = said % (ADA.encode(), GENERAL.encode()), {"Content-Type": "application/json"}
        async with web.post(f"{pg.url}playground/post", data=body, headers=kind) as response:
            assert 200 == response.status
        archive = pg.workspace.archive
        archive.add(Message(GENERAL, archive.stamp(), BOT, "c\udfffd", by_app=True))
        status, text = await _text(web, f"{pg.url}playground/channel?as={ADA}&channel={GENERAL}")

        assert 200 == status
        assert "a\ufffdb \U0001f600" == pg.messages()[0]["text"]
        assert "c?d" in text


async def test_a_case_is_shown_with_its_answer_first(web) -> None:
    """Hits are a table of rounded numbers, folded beyond ten; the versions are there as well."""
    legs = {"words": {"rank": 3, "score": 0.123456789012345}}
    hits = [{"rank": n, "path": "a.md", "chunk": "0" * 64, "legs": legs} for n in range(1, 13)]
    content = {"question": "Why?", "hits": hits, "answer": "So.", "outcome": "answered"}
    content |= {"standalone": "Why?", "persons": [{"person": ADA, "place": GENERAL}]}
    content |= {"versions": {"writer": "quoting", "generations": {"docs": "0003"}}}
    case = EvalCase("c1", "t1", datetime(2026, 1, 2, tzinfo=UTC), "new", ADA, GENERAL, content)
    async with page(kept=Kept(made=[case])) as pg:
        status, text = await _text(web, f"{pg.url}cases/c1")

    assert 200 == status
    assert sorted(
        ("Outcome", "Answer", "Hits", "Versions"), key=lambda h: text.index(f">{h}<")
    ) == [
        "Outcome",
        "Answer",
        "Hits",
        "Versions",
    ]
    assert '<td class="col-legs">words (rank 3, score 0.1235)</td>' in text
    assert '<td class="col-chunk">000000000000</td>' in text
    assert "<summary>2 more</summary>" in text
    assert ">Standalone<" not in text
    assert '<td class="col-person">Ada Okafor</td>' in text
    assert "<dt>generations</dt><dd>docs 0003</dd>" in text


async def test_events_are_sent_from_where_the_page_was_made(web) -> None:
    """What happened between the making of the page and its first event is not lost."""
    async with page() as pg:
        before = pg.workspace.log.last
        pg.say(ADA, GENERAL, "Said in between")
        url = f"{pg.url}playground/events?as={ADA}&after={before}"
        async with web.get(url) as response, asyncio.timeout(10):
            lines = [await response.content.readline() for _ in range(5)]

        assert "text/event-stream" == response.content_type
        assert b"Said in between" in lines[4]


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
