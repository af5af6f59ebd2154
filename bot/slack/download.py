"""The content of a file -> bytes, from Slack's own hosts alone, within a size and a time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

import aiohttp

from bot.slack.refused import NO_ANSWER, NO_CONNECTION, SlackRefused
from bot.slack.web import SlackWeb

BYTES = 400_000
"""How much of a file is fetched at most; what is longer is read up to there."""
SECONDS = 10.0
_HOSTS = (".slack.com", ".slack-gov.com", ".slack-files.com")
METHOD = "files.download"
"""No method of Slack's; the name of a download in the log and the figures."""

Download = Callable[[str], Awaitable[bytes]]
"""Fetches the content under a file's address. Raises SlackRefused."""


def downloads(web: SlackWeb) -> Download:
    """Return what fetches files with the bot's token, which no other host is sent."""
    client = web.client

    async def download(url: str) -> bytes:
        if not slacks_own(url, client.base_url) or client.session is None:
            raise SlackRefused(METHOD, "not_slacks_own")
        bearer = {"Authorization": f"Bearer {client.token}"}
        asked = client.session.get(url, headers=bearer, allow_redirects=False)
        try:
            async with asyncio.timeout(SECONDS), asked as response:
                if response.status != 200 or response.content_type == "text/html":
                    raise SlackRefused(METHOD, f"http_{response.status}")
                return await _content(response)
        except TimeoutError as error:
            raise SlackRefused(METHOD, NO_ANSWER) from error
        except aiohttp.ClientError as error:
            raise SlackRefused(METHOD, NO_CONNECTION) from error

    return download


def slacks_own(url: str, base_url: str) -> bool:
    """Whether an address is Slack's, or of the very host that stands for Slack in the settings."""
    try:
        asked, base = urlsplit(url), urlsplit(base_url)
        same = (asked.scheme, asked.hostname, asked.port) == (base.scheme, base.hostname, base.port)
    except ValueError:
        return False
    if asked.username or not asked.hostname:
        return False
    own = asked.scheme == "https" and f".{asked.hostname}".endswith(_HOSTS)
    return same or (own and asked.port in {None, 443})


async def _content(response: aiohttp.ClientResponse) -> bytes:
    """Read the beginning of what comes."""
    found = bytearray()
    async for part in response.content.iter_chunked(64 * 1024):
        found += part
        if len(found) >= BYTES:
            break
    return bytes(found[:BYTES])
