"""Speaks to any service with OpenAI's kind of interface. The only file that imports openai."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlsplit, urlunsplit

import openai

from retrieval.errors import ModelError
from retrieval.models import failures
from retrieval.models.chat_reply import Unstreamed
from retrieval.models.failures import Place, Refused
from retrieval.models.patience import Patience, pause

OPENAI = "https://api.openai.com/v1"

_Result = TypeVar("_Result")


class Service:
    """One model of a service: its client, made at first use, and what its errors mean.

    An address with `api-version` in its query is Azure's: the key goes in a header of its own,
    and a path that names no deployment is completed with the model's name as the deployment.
    """

    def __init__(  # noqa: PLR0913 - two of them only name settings for errors
        self,
        model: str,
        api_key: str,
        base_url: str | None,
        patience: Patience,
        *,
        address: str = "OPENAI_BASE_URL",
        key: str = "OPENAI_API_KEY",
    ) -> None:
        """Take the model's name, the key, and where the service is, None for OpenAI's own."""
        self._base_url = base_url or OPENAI
        self._api_key = api_key or "none"
        self._client: openai.AsyncOpenAI | None = None
        host = urlsplit(self._base_url).netloc.rpartition("@")[2]
        self.place = Place(host, model, address, key)
        self.patience = patience

    @property
    def client(self) -> openai.AsyncOpenAI:
        """The client; retries and limits of time are ours, as a stream has none of its own."""
        if self._client is None:
            self._client = self._connected()
        return self._client

    def _connected(self) -> openai.AsyncOpenAI:
        parts = urlsplit(self._base_url)
        query = dict(parse_qsl(parts.query))
        version = query.pop("api-version", "")
        settings: dict[str, Any] = {
            "api_key": self._api_key,
            "base_url": urlunsplit(parts._replace(query="", fragment="")),
            "max_retries": 0,
            "timeout": self.patience.deadline,
            "default_query": query or None,
        }
        if version:
            return openai.AsyncAzureOpenAI(api_version=version, **settings)
        return openai.AsyncOpenAI(**settings)

    async def close(self) -> None:
        """Close the connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    def chat(self, fields: Mapping[str, Any]) -> Awaitable[Any]:
        """Open a stream of Chat Completions, once; errors are the vendor's or ModelErrors.

        A reply that was not streamed is a stream of one chunk.
        """
        return self._open(self.client.chat.completions.create(**fields))

    async def _open(self, asked: Awaitable[Any]) -> Any:
        stream = await asked
        try:
            return await self._opened(stream)
        except BaseException:
            await stream.close()
            raise

    async def _opened(self, stream: Any) -> Any:
        """Return the chunks of what a service replied, which some call a stream and some do not."""
        response = stream.response
        if "event-stream" in response.headers.get("content-type", ""):
            return stream
        parts = response.aiter_bytes()
        head = b""
        async for part in parts:
            head += part
            if head.strip():
                break
        first = head.lstrip()[:1]
        if first == b"<":
            raise failures.web_page(self.place)
        if first in (b"{", b"["):
            whole = _json(head + b"".join([part async for part in parts]))
            if error := whole.get("error"):
                said = error.get("message") if isinstance(error, Mapping) else error
                raise openai.APIError(str(said), response.request, body=error)
            return Unstreamed(whole, self.place)
        response.aiter_bytes = lambda: _chained(head, parts)
        return stream

    async def embed(self, fields: Mapping[str, Any]) -> Any:
        """Send one embeddings request, with retries; return the service's reply."""
        return await self._ask(lambda: self.client.embeddings.create(**fields), "vectors")

    async def post(self, path: str, body: Mapping[str, Any], what: str) -> Any:
        """Send JSON to a path of the service, with retries; return the JSON that it replies."""
        send = self.client.post
        return await self._ask(lambda: send(path, cast_to=object, body=dict(body)), what)

    async def _ask(self, send: Callable[[], Awaitable[Any]], what: str) -> Any:
        ends = time.monotonic() + self.patience.deadline
        reply = await self.patiently(
            lambda: self.within(send(), self.patience.deadline, ends, what), ends
        )
        if isinstance(reply, str) and reply.lstrip().startswith("<"):
            raise failures.web_page(self.place)
        return reply

    async def within(
        self, awaited: Awaitable[_Result], seconds: float, ends: float, what: str
    ) -> _Result:
        """Wait at most `seconds`, and no longer than until `ends`."""
        left = max(0.0, min(seconds, ends - time.monotonic()))
        try:
            async with asyncio.timeout(left):
                return await awaited
        except TimeoutError as error:
            raise failures.late(self.place, what) from error

    async def patiently(self, call: Callable[[], Awaitable[_Result]], ends: float) -> _Result:
        """Call until it succeeds, the error will not pass, or patience is at its end."""
        attempt = 1
        while True:
            try:
                return await call()
            except Exception as error:  # noqa: BLE001 - the transport's errors have many bases
                failed, passing, headers = self.explain(error)
                wait = pause(headers, attempt, self.patience.backoff)
                late = time.monotonic() + wait >= ends
                if not passing or late or attempt > self.patience.retries:
                    raise failed from None  # the service's own words may hold the key
            await asyncio.sleep(wait)
            attempt += 1

    def explain(self, error: Exception) -> tuple[ModelError, bool, Mapping[str, str]]:
        """Return what to raise, whether it may pass, and the headers of the reply."""
        if isinstance(error, ModelError):
            return error, False, {}
        if isinstance(error, openai.APIStatusError):
            said = _said(error)
            return failures.failure(said, self.place), said.passing, error.response.headers
        if isinstance(error, openai.APIConnectionError):
            return failures.unreachable(self.place, error), True, {}
        if isinstance(error, openai.APIError):
            said = Refused.in_stream(str(error.code or error.type or ""), error.message)
            return failures.failure(said, self.place), said.passing, {}
        if isinstance(error, ValueError):
            return failures.unknown_form(self.place), False, {}
        return failures.broken_off(self.place), True, {}


def _json(body: bytes) -> Mapping[str, Any]:
    """Read the object of a reply. Raises ConnectionError where it breaks off."""
    try:
        read = json.loads(body)
    except ValueError as error:
        raise ConnectionError from error
    return read if isinstance(read, Mapping) else {}


async def _chained(head: bytes, parts: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Yield what was read already, then the rest."""
    yield head
    async for part in parts:
        yield part


def lost(error: Exception) -> bool:
    """Whether the connection was lost, or never made."""
    return isinstance(error, openai.APIConnectionError)


def refused(error: Exception) -> Refused | None:
    """Return what a service said with another status than 200; None for any other error."""
    return _said(error) if isinstance(error, openai.APIStatusError) else None


def _said(error: openai.APIStatusError) -> Refused:
    body = error.body if isinstance(error.body, Mapping) else {}
    code = body.get("code") or body.get("type") or error.code or ""
    return Refused(error.status_code, str(code), str(body.get("message") or error.message))
