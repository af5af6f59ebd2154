"""Files are fetched from Slack's own hosts alone, and no further than a limit."""

from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import pytest
from aiohttp import web as server
from slack_sdk.web.async_client import AsyncWebClient

from bot.slack import download
from bot.slack.download import downloads, slacks_own
from bot.slack.refused import SlackRefused
from bot.slack.web import SlackWeb


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://files.slack.com/files-pri/T1-F1/download/a.txt", True),
        ("https://acme.slack.com/files/a.txt", True),
        ("https://files.slack-gov.com/a.txt", True),
        ("http://127.0.0.1:8000/files/a.txt", True),
        ("http://files.slack.com/a.txt", False),
        ("https://files.slack.com.evil.example/a.txt", False),
        ("https://evilslack.com/a.txt", False),
        ("https://user@files.slack.com/a.txt", False),
        ("https://files.slack.com:8443/a.txt", False),
        ("http://127.0.0.1:9000/a.txt", False),
        ("http://[::1", False),
        ("file:///etc/passwd", False),
        ("", False),
    ],
)
def test_the_token_goes_to_slack_alone(url: str, expected: bool) -> None:
    """Slack's hosts over TLS, or the very host and port that stand for Slack in the settings."""
    assert expected is slacks_own(url, "http://127.0.0.1:8000/api/")


class _Host:
    """A host with files, which remembers what it was shown."""

    def __init__(self) -> None:
        self.shown: list[str] = []
        self.url = ""

    async def give(self, request: server.Request) -> server.Response:
        self.shown.append(request.headers.get("Authorization", ""))
        name = request.match_info["name"]
        if name == "login":
            return server.Response(text="<html>Sign in</html>", content_type="text/html")
        if name == "moved":
            raise server.HTTPFound("http://127.0.0.1:1/elsewhere")
        return server.Response(body=b"x" * int(name), content_type="text/plain")


@pytest.fixture(name="host")
async def _host() -> AsyncIterator[_Host]:
    """The host, on a free port."""
    host, app = _Host(), server.Application()
    app.router.add_get("/files/{name}", host.give)
    runner = server.AppRunner(app)
    await runner.setup()
    site = server.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host.url = f"http://127.0.0.1:{runner.addresses[0][1]}/"
    yield host
    await runner.cleanup()


async def _fetch(host: _Host, name: str) -> bytes:
    async with aiohttp.ClientSession() as session:
        client = AsyncWebClient("xoxb-1", base_url=f"{host.url}api/", session=session)
        return await downloads(SlackWeb(client))(f"{host.url}files/{name}")


async def test_a_file_is_fetched_with_the_token(host: _Host) -> None:
    """As much of it as the limit, however long it is."""
    assert 5 == len(await _fetch(host, "5"))
    assert download.BYTES == len(await _fetch(host, str(download.BYTES * 2)))
    assert {"Bearer xoxb-1"} == set(host.shown)


@pytest.mark.parametrize("name", ["login", "moved"])
async def test_what_is_no_file_is_refused(host: _Host, name: str) -> None:
    """A page to sign in at, or a way to another host: neither is read, and no token follows it."""
    with pytest.raises(SlackRefused):
        await _fetch(host, name)


async def test_another_host_is_not_asked(host: _Host) -> None:
    """The address comes from Slack, and is looked at all the same."""
    async with aiohttp.ClientSession() as session:
        client = AsyncWebClient("xoxb-1", base_url="https://slack.com/api/", session=session)
        with pytest.raises(SlackRefused):
            await downloads(SlackWeb(client))(f"{host.url}files/5")

    assert [] == host.shown
