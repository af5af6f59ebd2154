"""One bot in two workspaces: installed by a browser, heard over HTTP, and taken away again."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pytest
from cryptography.fernet import Fernet

from bot import running
from bot import settings as bot_settings
from bot.playground.state import Workspace
from retrieval.settings import load
from tests.playground import Pg
from tests.scenarios.conftest import text_of

LEAVE = "How many weeks of paid parental leave do parents get?"


@asynccontextmanager
async def _bot(
    pg: Pg, data: Path, teams: str, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[str]:
    """Run a bot that may be installed in some workspaces; yields its address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    url, app = f"http://127.0.0.1:{port}", pg.workspace.app
    environment = {
        "SLACK_CLIENT_ID": app.client_id,
        "SLACK_CLIENT_SECRET": app.client_secret,
        "SLACK_SIGNING_SECRET": app.signing_secret,
        "FOOTNOTE_OAUTH_URL": url,
        "FOOTNOTE_OAUTH_TEAMS": teams,
        "FOOTNOTE_OAUTH_KEYS": Fernet.generate_key().decode(),
        "FOOTNOTE_SLACK_API_URL": pg.api,
        "FOOTNOTE_HTTP_PORT": str(port),
        "FOOTNOTE_HEALTH_PORT": "0",
    }
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    told, stop = bot_settings.load(http=True), asyncio.Event()
    task = asyncio.create_task(running.run(load(data=data), told, stop, http=True))
    push = pg.playground.push_to(f"{url}/slack/events")
    async with asyncio.timeout(60):
        while not await _verified(push):
            assert not task.done(), task.result()
            await asyncio.sleep(0.02)
    try:
        yield url
    finally:
        stop.set()
        await task


async def _verified(push: object) -> bool:
    try:
        return bool(await push.verify())  # type: ignore[attr-defined]
    except aiohttp.ClientError:
        return False


async def _install(pg: Pg, url: str, team: str) -> tuple[int, str]:
    """Let somebody install the app in a workspace by a browser; return the last page."""
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(cookie_jar=jar) as browser:
        async with browser.get(f"{url}/slack/install", allow_redirects=False) as begun:
            where = begun.headers["Location"]
        asked = {name: one[0] for name, one in parse_qs(urlsplit(where).query).items()}
        form = {name: asked[name] for name in ("redirect_uri", "state")}
        form |= {"team": team, "answer": "allow"}
        async with browser.post(where, data=form, allow_redirects=False) as said:
            back = said.headers["Location"]
        async with browser.get(back) as page:
            return page.status, await page.text()


def _ask(workspace: Workspace) -> tuple[str, str]:
    """Let a member mention the bot in a channel that it is in; return channel and ts."""
    bot = workspace.app.user_id
    channel = next(
        one
        for one in workspace.channels.values()
        if bot in one.members and one.kind == "channel" and not one.shared
    )
    person = next(one for one in channel.members if one != bot)
    return channel.id, workspace.post(person, channel.id, f"<@{bot}> {LEAVE}").ts


async def _answered(pg: Pg, workspace: Workspace) -> str:
    """Ask in a workspace; return the one answer that comes there."""
    channel, ts = _ask(workspace)

    def answers() -> list[str]:
        said = [one for one in workspace.messages(channel) if one.get("thread_ts") == ts]
        return [text_of(one) for one in said if one.get("bot_id") and "26 weeks" in text_of(one)]

    (answer,) = await pg.wait_for(answers)
    return str(answer)


async def test_each_workspace_is_answered_with_its_own_token(
    pg: Pg, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Installed one after the other, each by a browser; the one that left is not answered."""
    second = pg.playground.add_second()
    first_id, second_id = pg.workspace.team.id, second.team.id
    async with _bot(pg, data, f"{first_id},{second_id}", monkeypatch) as url:
        pages = [await _install(pg, url, team) for team in (first_id, second_id)]
        answers = [await _answered(pg, one) for one in (pg.workspace, second)]
        second.uninstall()
        await pg.settled()
        await _answered(pg, pg.workspace)

    assert [200, 200] == [status for status, _ in pages]
    assert "Installed" in pages[0][1]
    assert all("26 weeks" in answer for answer in answers)


async def test_a_workspace_that_may_not_is_sent_away(
    pg: Pg, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its token is given back, and nothing that is asked there is answered."""
    second = pg.playground.add_second()
    async with _bot(pg, data, pg.workspace.team.id, monkeypatch) as url:
        status, page = await _install(pg, url, second.team.id)
        await _install(pg, url, pg.workspace.team.id)
        await _answered(pg, pg.workspace)

    assert 403 == status
    assert "not one of those" in page
    assert not second.installed
