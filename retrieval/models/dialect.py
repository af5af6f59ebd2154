"""What a chat service understands of a request, learnt from what it rejects.

There are three ways to ask for JSON, each with fewer services that cannot do it: a JSON schema
that the service enforces, JSON of any form with the schema in the prompt, and plain text with the
schema in the prompt.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from retrieval.models.failures import Refused
from retrieval.ports import ChatRequest, Message

SCHEMA, OBJECT, TEXT = "json_schema", "json_object", "text"
_BELOW = {SCHEMA: OBJECT, OBJECT: TEXT}

_INSTRUCTION = (
    "Reply with one JSON object and nothing else: no code fence, no words around it. "
    "The object follows this JSON schema:\n"
)


@dataclass(frozen=True, slots=True)
class Dialect:
    """How to put a request: the rung of the ladder, and which fields the service knows.

    `length` names the field for the longest reply: OpenAI's reasoning models have another name
    for it than every other service. `cache` says that requests that start alike are marked so.
    """

    rung: str = SCHEMA
    usage: bool = True
    temperature: bool = True
    length: str = "max_tokens"
    cache: bool = True

    def adapted(self, refused: Refused) -> Dialect | None:
        """Return the dialect to try after this rejection; None where another would not help."""
        hopeless = refused.too_long or refused.filtered or refused.no_model
        if refused.status not in {400, 422} or hopeless:
            return None
        text = refused.text
        without = self._without(text)
        if without is not None:
            return without
        # Services word it in many ways that they know no response_format, so any other
        # rejection means the rung below; from the lowest one, the request is really wrong.
        # A cache key is worth less than a rung, so it goes first where neither is named.
        if self.cache and "response_format" not in text and "json" not in text:
            return replace(self, cache=False)
        return replace(self, rung=_BELOW[self.rung]) if self.rung in _BELOW else None

    def _without(self, text: str) -> Dialect | None:
        """Return the dialect without the field that a rejection names; None where it names none."""
        if self.cache and "prompt_cache_key" in text:
            return replace(self, cache=False)
        if self.usage and ("stream_options" in text or "include_usage" in text):
            return replace(self, usage=False)
        if self.length == "max_tokens" and "max_completion_tokens" in text:
            return replace(self, length="max_completion_tokens")
        if self.temperature and "temperature" in text:
            return replace(self, temperature=False)
        return None

    def after(self, reply: str, schema: Mapping[str, Any]) -> Dialect:
        """Return the dialect to use from now on, given a whole reply.

        A service that enforces JSON starts with its brace, and one that enforces a schema has
        its fields; one that does neither has ignored what it was asked for, and must be told in
        the prompt.
        """
        ignored = bool(reply) and (not reply.lstrip().startswith("{") or _lacks(reply, schema))
        return replace(self, rung=TEXT) if ignored else self

    def fields(self, request: ChatRequest, model: str) -> dict[str, Any]:
        """Return the fields of a Chat Completions request, streamed."""
        fields: dict[str, Any] = {
            "model": model,
            "messages": [
                {"role": message.role, "content": message.content}
                for message in self.messages(request)
            ],
            "stream": True,
            self.length: request.max_tokens,
        }
        if self.usage:
            fields["stream_options"] = {"include_usage": True}
        if self.temperature:
            fields["temperature"] = request.temperature
        if self.cache and request.cache_key:
            fields["prompt_cache_key"] = request.cache_key
        if self.rung == SCHEMA:
            fields["response_format"] = {"type": SCHEMA, SCHEMA: _schema(request)}
        elif self.rung == OBJECT:
            fields["response_format"] = {"type": OBJECT}
        return fields

    def messages(self, request: ChatRequest) -> tuple[Message, ...]:
        """Return the messages, with the schema in the first one where nothing enforces it.

        It goes to the front, so that the prefix that a provider caches stays the same.
        """
        if self.rung == SCHEMA:
            return request.messages
        instruction = _INSTRUCTION + json.dumps(request.schema, ensure_ascii=False)
        first, *rest = request.messages or (Message("system", ""),)
        if first.role != "system":
            return (Message("system", instruction), *request.messages)
        return (Message("system", f"{first.content}\n\n{instruction}".lstrip()), *rest)


class Learnt:
    """The dialect of one model of one service, as far as it is known.

    It is forgotten after `seconds`: what stands behind an address is updated now and then, and
    to learn it again costs a rejected request or two.
    """

    def __init__(
        self, *, seconds: float = 3_600.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Know nothing yet."""
        self._seconds, self._clock = seconds, clock
        self._dialect = Dialect()
        self._since = clock()

    @property
    def dialect(self) -> Dialect:
        """How to put the next request."""
        if self._clock() - self._since > self._seconds:
            self._dialect, self._since = Dialect(), self._clock()
        return self._dialect

    @dialect.setter
    def dialect(self, dialect: Dialect) -> None:
        if dialect != self._dialect:
            self._dialect, self._since = dialect, self._clock()


def _lacks(reply: str, schema: Mapping[str, Any]) -> bool:
    """Whether a reply is whole JSON without a field that the schema requires."""
    try:
        value = json.loads(reply)
    except (ValueError, RecursionError):
        return False
    required = schema.get("required", ())
    return isinstance(value, Mapping) and any(name not in value for name in required)


def _schema(request: ChatRequest) -> Mapping[str, Any]:
    return {"name": request.schema_name, "schema": dict(request.schema), "strict": True}
