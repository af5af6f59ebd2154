"""Speaks to any OpenAI-compatible service, and chats. The only file that imports openai."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, TypeVar
from urllib.parse import urlsplit

import openai

from retrieval.errors import ModelError
from retrieval.models import failures
from retrieval.models.chat_reply import Reply
from retrieval.models.dialect import Dialect
from retrieval.models.failures import Place, Refused
from retrieval.models.patience import Patience, pause
from retrieval.models.tokens import Tokens
from retrieval.ports import ChatPiece, ChatRequest
from retrieval.values import Usage

OPENAI = "https://api.openai.com/v1"

# What a chat service adds to each message: its role and two markers, rounded up.
_MESSAGE_TOKENS = 6

_Result = TypeVar("_Result")


class OpenAIChat:
    """A `Chat` over streamed Chat Completions.

    What the service does not understand of a request is learnt from its first rejection, and
    remembered as long as this object lives.

    Args:
        model: the model's name at the service.
        api_key: never shown in an error.
        base_url: the service; None for OpenAI's own.
        context_tokens: how many tokens prompt and reply may have together.
        patience: time limits and retries.
        tokens: the counter; by default one that estimates from above.
    """

    def __init__(  # noqa: PLR0913 - each is one setting
        self,
        model: str,
        *,
        api_key: str,
        base_url: str | None = None,
        context_tokens: int = 32_000,
        patience: Patience | None = None,
        tokens: Tokens | None = None,
    ) -> None:
        self._service = Service(model, api_key, base_url, patience or Patience())
        self._context_tokens = context_tokens
        self._tokens = tokens or Tokens(model)
        self._dialect = Dialect()

    @property
    def name(self) -> str:
        """The model's name."""
        return self._service.place.model

    @property
    def context_tokens(self) -> int:
        """How many tokens prompt and reply may have together."""
        return self._context_tokens

    def count(self, text: str) -> int:
        """Return the number of tokens of `text`, never fewer than the service counts."""
        return self._tokens.count(text)

    async def close(self) -> None:
        """Let go of the connections."""
        await self._service.close()

    async def stream(self, request: ChatRequest) -> AsyncIterator[ChatPiece]:
        """Yield the reply as it comes; the last piece has the finish ("stop", "length") and usage.

        Raises:
            ModelRejected: the key, the model's name or the length of the request is wrong.
            ModelRefused: the model declined, or a content filter stopped it.
            ModelUnavailable: no connection, no time left, or an overloaded service.
            ModelReplyInvalid: what came is no Chat Completions stream.
        """
        prompt = self._prompt_tokens(request)
        if prompt > self._context_tokens:
            # Some services cut a longer prompt without a word.
            raise failures.too_long(self._service.place, prompt, self._context_tokens)
        ends = time.monotonic() + self._service.patience.deadline
        reading, words = await self._service.patiently(lambda: self._begin(request, ends), ends)
        try:
            while words is not None:
                if words:
                    yield ChatPiece(words)
                words = await reading.go_on()
            yield reading.reply.end(lambda text: Usage(prompt, 0, self.count(text), estimated=True))
            self._dialect = self._dialect.after(reading.reply.text)
        finally:
            await reading.close()

    async def _begin(self, request: ChatRequest, ends: float) -> tuple[_Reading, str | None]:
        """Open a stream and read it up to its first words, so that until then it can be redone."""
        reading = _Reading(self._service, await self._open(request, ends), ends)
        try:
            words: str | None = ""
            while not reading.reply.alive and words is not None:
                words = await reading.next()
        except BaseException:
            await reading.close()
            raise
        return reading, words

    async def _open(self, request: ChatRequest, ends: float) -> Any:
        """Send the request in the best dialect that the service takes."""
        dialect, create = self._dialect, self._service.client.chat.completions.create
        first = self._service.patience.first
        while True:
            fields = dialect.fields(request, self.name)
            try:
                stream = await self._service.within(create(**fields), first, ends, "reply")
            except openai.APIStatusError as error:
                adapted = dialect.adapted(_refused(error))
                if adapted is None:
                    raise
                dialect = adapted
            else:
                self._dialect = dialect
                return stream

    def _prompt_tokens(self, request: ChatRequest) -> int:
        messages = self._dialect.messages(request)
        return sum(self.count(message.content) + _MESSAGE_TOKENS for message in messages)


class Service:
    """One model of a service: its client, made at first use, and what its errors mean."""

    def __init__(self, model: str, api_key: str, base_url: str | None, patience: Patience) -> None:
        self._base_url = base_url or OPENAI
        self._api_key = api_key or "none"
        self._client: openai.AsyncOpenAI | None = None
        self.place = Place(urlsplit(self._base_url).netloc.rpartition("@")[2], model)
        self.patience = patience

    @property
    def client(self) -> openai.AsyncOpenAI:
        """The client; retries and limits of time are ours, as a stream has none of its own."""
        if self._client is None:
            self._client = openai.AsyncOpenAI(
                api_key=self._api_key,
                base_url=self._base_url,
                max_retries=0,
                timeout=self.patience.deadline,
            )
        return self._client

    async def close(self) -> None:
        """Let go of the connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    async def embed(self, fields: Mapping[str, Any]) -> Any:
        """Send one embeddings request, with retries; return the service's reply."""
        ends = time.monotonic() + self.patience.deadline
        create = self.client.embeddings.create
        return await self.patiently(
            lambda: self.within(create(**fields), self.patience.deadline, ends, "vectors"), ends
        )

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
            refused = _refused(error)
            return (failures.failure(refused, self.place), refused.passing, error.response.headers)
        if isinstance(error, openai.APIConnectionError):
            return failures.unreachable(self.place), True, {}
        if isinstance(error, openai.APIError):
            refused = Refused.in_stream(str(error.code or error.type or ""), error.message)
            return failures.failure(refused, self.place), refused.passing, {}
        if isinstance(error, ValueError):
            return failures.unknown_form(self.place), False, {}
        return failures.broken_off(self.place), True, {}


class _Reading:
    """A stream that is being read, each chunk within its limit of time."""

    def __init__(self, service: Service, stream: Any, ends: float) -> None:
        self.reply = Reply(service.place)
        self._service = service
        self._stream = stream
        self._chunks = aiter(stream)
        self._ends = ends

    async def next(self) -> str | None:
        """Return the words of the next chunk, which may be none; None at the end."""
        patience = self._service.patience
        seconds = patience.between if self.reply.alive else patience.first
        step = anext(self._chunks, None)
        chunk = await self._service.within(step, seconds, self._ends, "words")
        return None if chunk is None else self.reply.take(chunk)

    async def go_on(self) -> str | None:
        """Return as `next` does; what fails now cannot be asked again. Raises ModelError."""
        try:
            return await self.next()
        except Exception as error:  # noqa: BLE001 - the transport's errors have many bases
            raise self._service.explain(error)[0] from None

    async def close(self) -> None:
        """Let go of the connection, whatever state it is in."""
        with suppress(Exception):
            await self._stream.close()


def _refused(error: openai.APIStatusError) -> Refused:
    body = error.body if isinstance(error.body, Mapping) else {}
    code = body.get("code") or body.get("type") or error.code or ""
    return Refused(error.status_code, str(code), str(body.get("message") or error.message))
