"""A person installs the app: sent to Slack, known again, and let in once."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pytest
from aiohttp import web
from yarl import URL

from bot.oauth.installer import Refused
from bot.oauth.pages import COOKIE, INSTALL, REDIRECT, Client, Pages
from bot.playground import server
from bot.slack.needs import SCOPES
from bot.slack.web import open_web
from retrieval import wiring
from retrieval.errors import LedgerError
from retrieval.ledger.ledger import Ledger
from retrieval.settings import load


@dataclass(slots=True)
class _Office:
    """An installer that notes what it is told."""

    books: Any
    parts: Any
    told: list[Mapping[str, Any]] = field(default_factory=list)
    error: Exception | None = None

    async def install(self, told: Mapping[str, Any]) -> str:
        """Take it, or refuse as set."""
        if self.error:
            raise self.error
        self.told.append(told)
        return "<One>"


@dataclass(slots=True)
class _Browser:
    """A browser before the two addresses, and what Slack was asked for."""

    session: aiohttp.ClientSession
    url: str
    installer: _Office
    asked: list[Mapping[str, str]]
    said: dict[str, Any]

    async def get(self, path: str) -> tuple[int, str, Mapping[str, str]]:
        """Open an address, going nowhere else from there."""
        where = f"{self.url.rstrip('/')}{path}"
        async with self.session.get(where, allow_redirects=False) as reply:
            return reply.status, await reply.text(), reply.headers

    async def begin(self) -> dict[str, str]:
        """Begin to install; return what Slack is asked."""
        status, _, headers = await self.get(INSTALL)
        assert 302 == status
        query = parse_qs(urlsplit(headers["Location"]).query)
        return {name: one[0] for name, one in query.items()}


@asynccontextmanager
async def _browser(ledger: Ledger) -> AsyncIterator[_Browser]:
    asked: list[Mapping[str, str]] = []
    said: dict[str, Any] = {"ok": True, "access_token": "xoxb-1", "team": {"id": "T1"}}

    async def access(request: web.Request) -> web.Response:
        assert not request.query
        asked.append({name: str(value) for name, value in (await request.post()).items()})
        return web.json_response(said)

    listening, url = server.bind()
    async with (
        open_web("", base_url=f"{url}api/") as slack,
        aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session,
    ):
        parts = type("Parts", (), {"web": slack})()
        installer = _Office(ledger.installations, parts)
        client = Client("1.2", "client-secret", url, f"{url}api/")
        app = web.Application()
        app.router.add_routes(Pages(installer, client).routes())  # type: ignore[arg-type]
        app.router.add_post("/api/oauth.v2.access", access)
        async with server.serve(app, listening):
            yield _Browser(session, url, installer, asked, said)


@pytest.fixture(name="ledger")
async def _ledger(tmp_path: Path) -> AsyncIterator[Ledger]:
    async with wiring.open_ledger(load(data=tmp_path)) as ledger:
        yield ledger


async def test_a_person_is_sent_to_slack_and_let_in_once(ledger: Ledger) -> None:
    """With every scope that the bot needs; the second time the state is spent."""
    async with _browser(ledger) as browser:
        asked = await browser.begin()
        back = f"{REDIRECT}?code=abc&state={asked['state']}"
        cookie = browser.session.cookie_jar.filter_cookies(URL(f"{browser.url}slack/x"))[COOKIE]
        first = await browser.get(back)
        browser.session.cookie_jar.update_cookies({COOKIE: cookie.value}, URL(browser.url))
        second = await browser.get(back)

    assert ",".join(sorted(SCOPES)) == asked["scope"]
    assert f"{browser.url.rstrip('/')}{REDIRECT}" == asked["redirect_uri"]
    assert 200 == first[0]
    assert "&lt;One&gt;" in first[1]
    assert "no-store" == first[2]["Cache-Control"]
    assert 400 == second[0]
    (given,) = browser.asked
    assert ("1.2", "client-secret", "abc") == (
        given["client_id"],
        given["client_secret"],
        given["code"],
    )
    assert 1 == len(browser.installer.told)


@pytest.mark.parametrize("state", ["", "another", "ä%00", "{state}x"])
async def test_whoever_was_not_sent_is_not_let_in(ledger: Ledger, state: str) -> None:
    """A link that somebody else made, with a state of theirs or none, gets nobody in."""
    async with _browser(ledger) as browser:
        asked = await browser.begin()
        status, text, _ = await browser.get(
            f"{REDIRECT}?code=abc&state={state.format(state=asked['state'])}"
        )

    assert 400 == status
    assert INSTALL in text
    assert [] == browser.asked


async def test_another_browser_is_not_let_in_with_the_state(ledger: Ledger) -> None:
    """It lacks the cookie: a state alone can be read on the way."""
    async with _browser(ledger) as browser:
        asked = await browser.begin()
        browser.session.cookie_jar.clear()
        status, _, _ = await browser.get(f"{REDIRECT}?code=abc&state={asked['state']}")

    assert (400, []) == (status, browser.asked)


async def test_who_says_no_is_told_so(ledger: Ledger) -> None:
    """Slack sends the browser back without a code."""
    async with _browser(ledger) as browser:
        asked = await browser.begin()
        status, text, _ = await browser.get(
            f"{REDIRECT}?error=access_denied&state={asked['state']}"
        )

    assert 200 == status
    assert "did not agree" in text


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (Refused("This workspace is <not> one."), 403, "&lt;not&gt;"),
        (LedgerError("secret path"), 503, "try again later"),
    ],
)
async def test_what_fails_is_told_without_details(
    ledger: Ledger, error: Exception, status: int, said: str
) -> None:
    """What is refused says why; what broke is in the log alone."""
    async with _browser(ledger) as browser:
        browser.installer.error = error
        asked = await browser.begin()
        got = await browser.get(f"{REDIRECT}?code=abc&state={asked['state']}")

    assert status == got[0]
    assert said in got[1]
    assert "secret path" not in got[1]


async def test_a_code_that_slack_refuses_is_told(ledger: Ledger) -> None:
    """By Slack's word."""
    async with _browser(ledger) as browser:
        browser.said.clear()
        browser.said.update(ok=False, error="invalid_code")
        asked = await browser.begin()
        status, text, _ = await browser.get(f"{REDIRECT}?code=abc&state={asked['state']}")

    assert 403 == status
    assert "invalid_code" in text


async def test_a_ledger_that_is_locked_is_told(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anybody is sent away."""

    async def ask(*_: object, **__: object) -> None:
        raise LedgerError("The ledger is busy.")

    monkeypatch.setattr(ledger.installations, "ask", ask)
    async with _browser(ledger) as browser:
        status, _, _ = await browser.get(INSTALL)

    assert 503 == status
