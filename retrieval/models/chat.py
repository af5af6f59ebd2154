"""Chats with a model of any OpenAI-compatible service, over streamed Chat Completions."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

from retrieval.errors import ModelError, ModelTooLong
from retrieval.models import failures
from retrieval.models.chat_reply import Reply
from retrieval.models.dialect import Learnt
from retrieval.models.openai import Service, lost, refused
from retrieval.models.patience import Patience
from retrieval.models.tokens import Tokens
from retrieval.ports import ChatPiece, ChatRequest
from retrieval.values import Price, Usage

# What a chat service adds to each message: its role and two markers, rounded up.
_MESSAGE_TOKENS = 6


class OpenAIChat:
    """A `Chat` over streamed Chat Completions.

    What the service does not understand of a request is learnt from its first rejection, and
    remembered for an hour; how much the model takes, as long as this object lives.

    Args:
        model: the model's name at the service.
        api_key: never shown in an error.
        base_url: the service; None for OpenAI's own.
        context_tokens: how many tokens prompt and reply may have together.
        patience: time limits and retries.
        tokens: the counter; by default one that estimates from above.
        price: what its tokens cost; None where nobody said it.
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
        price: Price | None = None,
    ) -> None:
        self._service = Service(model, api_key, base_url, patience or Patience())
        self._context_tokens = context_tokens
        self._tokens = tokens or Tokens(model)
        self._price = price
        self._learnt = Learnt()

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
        """Close the connections."""
        await self._service.close()

    async def stream(self, request: ChatRequest) -> AsyncIterator[ChatPiece]:
        """Yield the reply as it comes; the last piece has the finish ("stop", "length") and usage.

        A reply that breaks off has its usage in the last piece as well, and no finish.

        Raises:
            ModelTooLong: the prompt is longer than the model takes.
            ModelRejected: the key or the model's name is wrong.
            ModelRefused: the model declined, or a content filter stopped it.
            ModelUnavailable: no connection, no time left, or an overloaded service.
            ModelReplyInvalid: what came is no Chat Completions stream.
        """
        prompt = self._prompt_tokens(request)
        if prompt > self._context_tokens:
            # Some services cut a longer prompt without a word.
            raise failures.too_long(self._service.place, prompt, self._context_tokens)
        ends = time.monotonic() + self._service.patience.deadline
        reading, words = await self._begun(request, ends)
        reply = reading.reply

        def estimate(text: str) -> Usage:
            return Usage(prompt, 0, self.count(text), estimated=True)

        try:
            while words is not None:
                if words:
                    yield ChatPiece(words)
                words = await reading.go_on()
            yield reply.end(estimate, self._price)
            self._learnt.dialect = self._learnt.dialect.after(reply.text, request.schema)
        except ModelError:
            # What was said is charged for, however it ended.
            yield ChatPiece(usage=reply.spent(estimate, self._price))
            raise
        finally:
            await reading.close()

    async def _begun(self, request: ChatRequest, ends: float) -> tuple[_Reading, str | None]:
        """Begin a reply; what the service says of the model's context is remembered."""
        try:
            return await self._service.patiently(lambda: self._begin(request, ends), ends)
        except ModelTooLong as error:
            if error.limit:
                self._context_tokens = min(self._context_tokens, error.limit)
            raise

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
        dialect, first = self._learnt.dialect, self._service.patience.first
        while True:
            asked = self._service.chat(dialect.fields(request, self.name))
            try:
                stream = await self._service.within(asked, first, ends, "reply")
            except Exception as error:
                said = refused(error)
                adapted = dialect.adapted(said) if said else None
                if adapted is None:
                    raise
                dialect = adapted
            else:
                self._learnt.dialect = dialect
                return stream

    def _prompt_tokens(self, request: ChatRequest) -> int:
        messages = self._learnt.dialect.messages(request)
        return sum(self.count(message.content) + _MESSAGE_TOKENS for message in messages)


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
        try:
            chunk = await self._service.within(step, seconds, self._ends, "words")
        except Exception as error:
            if lost(error):  # the service was reached: it began this reply
                raise ConnectionError from error
            raise
        return None if chunk is None else self.reply.take(chunk)

    async def go_on(self) -> str | None:
        """Return as `next` does; what fails now cannot be asked again. Raises ModelError."""
        try:
            return await self.next()
        except Exception as error:  # noqa: BLE001 - the transport's errors have many bases
            raise self._service.explain(error)[0] from None

    async def close(self) -> None:
        """Close the connection, whatever its state."""
        with suppress(Exception):
            await self._stream.close()
