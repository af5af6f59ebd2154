"""Puts the chunks of a streamed Chat Completions reply together."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from retrieval.models import failures
from retrieval.models.failures import Place
from retrieval.ports import ChatPiece
from retrieval.values import Price, Usage


class Reply:
    """What has come so far of one reply; chunks are taken as the service made them.

    Services differ in what they leave out, so that every field may be absent or null.
    """

    def __init__(self, place: Place) -> None:
        self._place = place
        self._pieces: list[str] = []
        self._refused = False
        self._finish = ""
        self._usage: Usage | None = None
        self.alive = False
        """Whether the model has said or thought anything yet."""

    @property
    def text(self) -> str:
        """The reply so far."""
        return "".join(self._pieces)

    def take(self, chunk: Any) -> str:
        """Take a chunk and return the words in it, if any.

        Raises:
            ModelRefused: the service's content filter stopped the reply.
        """
        self._usage = _usage(getattr(chunk, "usage", None)) or self._usage
        choices = getattr(chunk, "choices", None)
        if not choices:
            return ""
        delta = getattr(choices[0], "delta", None)
        words = str(getattr(delta, "content", None) or "")
        refused = bool(getattr(delta, "refusal", None))
        thought = getattr(delta, "reasoning_content", None) or getattr(delta, "reasoning", None)
        self._refused = self._refused or refused
        self._finish = getattr(choices[0], "finish_reason", None) or self._finish
        self.alive = self.alive or bool(words or refused or thought)
        if self._finish == "content_filter":
            raise failures.filtered(self._place)
        self._pieces.append(words)
        return words

    def end(self, estimate: Callable[[str], Usage], price: Price | None = None) -> ChatPiece:
        """Return the last piece; `estimate` is asked for the usage where the service said none.

        A `price` gives the usage its cost.

        Raises:
            ModelRefused: the model declined.
            ModelUnavailable: the stream stopped before the service said that it was complete.
        """
        if self._refused:
            raise failures.refusal(self._place)
        if not self._finish:
            raise failures.broken_off(self._place)
        finish = "length" if self._finish == "length" else "stop"
        return ChatPiece(finish=finish, usage=self.spent(estimate, price))

    def spent(self, estimate: Callable[[str], Usage], price: Price | None = None) -> Usage:
        """Return what was charged so far, as `end` does, also where the reply has no end."""
        usage = self._usage or estimate(self.text)
        usage = replace(usage, model=self._place.model)
        return price.charge(usage) if price else usage


class Unstreamed:
    """A reply that came all at once, as a stream of one chunk."""

    def __init__(self, reply: Mapping[str, Any], place: Place) -> None:
        """Take the JSON of a reply. Raises ModelReplyInvalid where it holds no message."""
        self._chunks = [_whole(reply, place)]

    def __aiter__(self) -> Unstreamed:
        """Return itself."""
        return self

    async def __anext__(self) -> Any:
        """Return the one chunk, once."""
        if not self._chunks:
            raise StopAsyncIteration
        return self._chunks.pop()

    async def close(self) -> None:
        """Do nothing: the reply has been read."""


def _whole(told: Mapping[str, Any], place: Place) -> Any:
    """Return a whole reply in the form of a chunk. Raises ModelReplyInvalid."""
    reply = json.loads(json.dumps(told), object_hook=lambda fields: SimpleNamespace(**fields))
    choices = getattr(reply, "choices", None)
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = getattr(choice, "message", None)
    if not isinstance(getattr(message, "content", None) or getattr(message, "refusal", None), str):
        raise failures.unstreamed(place)
    finish = getattr(choice, "finish_reason", None) or "stop"
    chunk = SimpleNamespace(delta=message, finish_reason=finish)
    return SimpleNamespace(choices=[chunk], usage=getattr(reply, "usage", None))


def _usage(usage: Any) -> Usage | None:
    if usage is None:
        return None
    details = getattr(usage, "prompt_tokens_details", None)
    return Usage(
        prompt=getattr(usage, "prompt_tokens", None) or 0,
        cached=getattr(details, "cached_tokens", None) or 0,
        completion=getattr(usage, "completion_tokens", None) or 0,
    )
