"""Slack's Web API as the bot calls it: one session, bounded patience, every refusal a sentence."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, Protocol
from urllib.parse import urlsplit

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.web.async_client import AsyncWebClient

from bot.slack.refused import NO_ANSWER, NO_CONNECTION, RATE_LIMITED, SlackRefused

TIMEOUT = 20.0
"""Seconds that one attempt of a call may take."""
ATTEMPTS = 4
LONGEST_WAIT = 30.0
"""Seconds that Slack may ask us to wait before we give a call up; it seldom asks for more."""
PAUSES = (0.2, 1.0, 3.0)
"""Seconds before the second, third and fourth attempt after a lost connection."""

READS = frozenset(
    {
        "bots.info",
        "chat.getPermalink",
        "conversations.history",
        "conversations.info",
        "conversations.list",
        "conversations.members",
        "conversations.replies",
        "files.info",
        "team.info",
        "users.conversations",
        "users.info",
    }
)
"""Methods that take their arguments in the address and not as JSON."""
RESPONSE = "response_url"
"""No method of Slack's: posts to the address, given as `url`, that came with a command or a press.

It works for half an hour, five times, and also where the bot is not in the channel.
"""
FORMS = frozenset({"oauth.v2.access"})
"""Methods that take their arguments as a form; none of them may stand in an address."""
REPEATABLE = READS | {
    "assistant.threads.setStatus",
    "assistant.threads.setSuggestedPrompts",
    "auth.test",
    "chat.delete",
    "chat.stopStream",
    "chat.update",
    "conversations.open",
    "views.publish",
}
"""Methods that may be called again when nobody knows whether the first call arrived.

A second chat.stopStream is refused at worst; a second post, start or append would be seen twice.
"""

UNSURE = frozenset({"fatal_error", "internal_error", "request_timeout", "service_unavailable"})
"""Errors of which Slack says that a part of what was asked may have been done."""

_RESPONDING = frozenset({"hooks.slack.com", "hooks.slack-gov.com"})
_OVER = ("expired_url", "used_url", "invalid_blocks", "invalid_payload", "no_text")
"""What a response address may say, in JSON or in plain words."""

OnError = Callable[[str, str], None]
"""Told of every refusal, the repeated ones too: the method and Slack's name of the error."""


Before = Callable[[str, Mapping[str, Any]], Awaitable[None]]
"""Awaited before a method that changes something is called, with its arguments."""


class Web(Protocol):
    """Slack's Web API."""

    async def call(self, method: str, **arguments: Any) -> Mapping[str, Any]:
        """Call `method` ("chat.postMessage"); arguments that are None are left out.

        Returns the reply, whose "ok" is true. Raises SlackRefused.
        """

    def guarded(self, before: Before) -> Web:
        """Return the same, with something awaited just before each attempt to change anything."""


class SlackWeb:
    """The Web API over slack_sdk's own client."""

    def __init__(
        self,
        client: AsyncWebClient,
        *,
        on_error: OnError | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        before: Before | None = None,
    ) -> None:
        """Take the client; its retries are taken off it, since they also repeat posts."""
        client.retry_handlers = []
        self.client = client
        self._on_error = on_error or _nobody
        self._sleep = sleep
        self._before = before

    def guarded(self, before: Before) -> SlackWeb:
        """Return the same, with something awaited just before each attempt to change anything."""
        return SlackWeb(self.client, on_error=self._on_error, sleep=self._sleep, before=before)

    def having(self, token: str) -> SlackWeb:
        """Return the same with another token: Slack as the bot of another workspace calls it."""
        shared = self.client
        client = AsyncWebClient(token, base_url=shared.base_url, session=shared.session)
        return SlackWeb(client, on_error=self._on_error, sleep=self._sleep)

    async def call(self, method: str, **arguments: Any) -> Mapping[str, Any]:
        """Call a method; wait as Slack asks, repeat what is safe to repeat, both with bounds."""
        given = {name: value for name, value in arguments.items() if value is not None}
        attempt = 0
        while True:
            attempt += 1
            try:
                return await self._once(method, given)
            except SlackRefused as refused:
                self._on_error(method, refused.error)
                wait = _patience(refused, attempt)
                if wait is None:
                    raise
                await self._sleep(wait)

    async def _once(self, method: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Call once. Raises SlackRefused for whatever went wrong."""
        if self._before and method not in READS:
            await self._before(method, arguments)
        try:
            if method == RESPONSE:
                return await self._respond(dict(arguments))
            if method in READS:
                reply = await self.client.api_call(method, http_verb="GET", params={**arguments})
            elif method in FORMS:
                reply = await self.client.api_call(method, data={**arguments})
            else:
                reply = await self.client.api_call(method, json={**arguments})
        except SlackApiError as error:
            raise _refused(method, error.response) from error
        except (aiohttp.ClientConnectorError, aiohttp.InvalidURL) as error:
            raise SlackRefused(method, NO_CONNECTION) from error
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise SlackRefused(method, NO_ANSWER, unsure=True) from error
        except (SlackClientError, AttributeError, ValueError) as error:
            # The client trips over replies that are no JSON object: a proxy spoke, not Slack.
            raise SlackRefused(method, NO_ANSWER, unsure=True) from error
        data = reply.data
        return data if isinstance(data, dict) else {}

    async def _respond(self, said: dict[str, Any]) -> Mapping[str, Any]:
        """Post to a response address. Raises SlackRefused; an address elsewhere is not called."""
        url = str(said.pop("url"))
        if not _is_slacks(url, self.client.base_url):
            raise SlackRefused(RESPONSE, "invalid_url")
        session = self.client.session
        if session is None:
            raise SlackRefused(RESPONSE, NO_CONNECTION)
        async with session.post(url, json=said, allow_redirects=False) as reply:
            if reply.status == 200:
                return {}
            told = await reply.text()
            raise _not_responded(reply.status, told, reply.headers.get("Retry-After"))


@asynccontextmanager
async def open_web(
    token: str, *, base_url: str, on_error: OnError | None = None
) -> AsyncIterator[SlackWeb]:
    """Open one session for all calls; it is closed at the end."""
    timeout = aiohttp.ClientTimeout(total=TIMEOUT)
    async with aiohttp.ClientSession(timeout=timeout) as session:
        client = AsyncWebClient(token, base_url=base_url, session=session)
        yield SlackWeb(client, on_error=on_error)


def _is_slacks(url: str, api: str) -> bool:
    """Whether a response address is one of Slack's: on its host for them, or that of its API."""
    parts, ours = urlsplit(url), urlsplit(api)
    if (parts.scheme, parts.netloc) == (ours.scheme, ours.netloc):
        return True
    return parts.scheme == "https" and parts.netloc in _RESPONDING


def _not_responded(status: int, told: str, wait: object) -> SlackRefused:
    """Make the refusal out of what a response address said."""
    error = next((name for name in _OVER if name in told), f"http_{status}")
    if status == 429:
        return SlackRefused(RESPONSE, RATE_LIMITED, wait=retry_after(wait))
    return SlackRefused(RESPONSE, error, unsure=status >= 500)


def retry_after(value: object) -> float:
    """Read a Retry-After header: seconds, whole or not; one second where it makes no sense."""
    try:
        seconds = float(str(value).strip())
    except ValueError:
        return 1.0
    return seconds if math.isfinite(seconds) and seconds >= 0 else 1.0


def _patience(refused: SlackRefused, attempt: int) -> float | None:
    """Return the seconds after which to call again; None where it is time to give up."""
    if attempt >= ATTEMPTS:
        return None
    if refused.error == RATE_LIMITED:
        return refused.retry_after if refused.retry_after <= LONGEST_WAIT else None
    if refused.error == NO_CONNECTION:
        return PAUSES[attempt - 1]
    if refused.unsure and refused.method in REPEATABLE:
        return PAUSES[attempt - 1]
    return None


def _refused(method: str, response: Any) -> SlackRefused:
    """Make the refusal out of whatever the client has of the reply."""
    data = getattr(response, "data", None)
    told = data if isinstance(data, dict) else {}
    status = int(getattr(response, "status_code", 0) or getattr(response, "status", 0) or 0)
    headers = getattr(response, "headers", None) or {}
    wait = next((v for k, v in headers.items() if k.lower() == "retry-after"), None)
    error = str(told.get("error") or "")
    if status == 429 or error in ("ratelimited", "rate_limited"):
        return SlackRefused(method, RATE_LIMITED, wait=retry_after(wait))
    if not error or error in UNSURE or status >= 500:
        return SlackRefused(method, error or NO_ANSWER, unsure=True)
    messages = (told.get("response_metadata") or {}).get("messages") or ()
    return SlackRefused(
        method, error, needed=str(told.get("needed") or ""), details=tuple(map(str, messages))
    )


def _nobody(_method: str, _error: str) -> None:
    """Tell nobody."""
