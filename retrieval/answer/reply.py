"""A model's reply, piece by piece -> its status, then claims: JSON on the way, or cited prose."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable, Mapping

from retrieval.answer.prompt import SENTINEL, STATUSES
from retrieval.errors import ModelError, ModelRefused, ModelReplyInvalid
from retrieval.ports import ChatPiece, Written
from retrieval.text.json_stream import Event, ReplyParser
from retrieval.values import Claim, Quote, Usage

LONGEST_REPLY = 200_000
"""Characters after which a reply is broken off, whatever the service was told."""
REPLY_TOKENS = 1_500
"""Tokens of the longest reply asked for: twelve claims with their quotes."""

_CUT_OFF = "The model's reply was cut off at its longest length of {} tokens."

_MARKER = re.compile(r"\[\s*(S\d{1,3}(?:\s*,\s*S\d{1,3})*)\s*\]")
_QUOTED = re.compile(r"\"([^\"\n]{8,1000})\"|\u201c([^\u201d\n]{8,1000})\u201d")
_SENTENCE = re.compile(r"(?<=[.!?\]])\s+(?=[^\s\[])|\n+")


async def read_reply(
    pieces: AsyncIterator[ChatPiece], *, longest: int = REPLY_TOKENS
) -> AsyncIterator[Written]:
    """Read a reply as it comes; an error ends it, after what was paid for.

    `longest` is how many tokens it may have. Raises ModelError, ModelReplyInvalid among them for
    a reply in no known form.
    """
    reply = _Reply()
    usage: Usage | None = None
    cut = False
    try:
        async for piece in pieces:
            usage = piece.usage or usage
            cut = piece.finish == "length"
            if piece.text:
                yield Written(raw=piece.text)
            if piece.finish == "content_filter":
                raise ModelRefused("The model service's content filter stopped the reply.")
            for written in reply.feed(piece.text):
                yield written
        for written in reply.close(cut_at=longest if cut else 0):
            yield written
    except ModelError:
        if usage:
            yield Written(usage=usage)
        raise
    yield Written(usage=usage)


class _Reply:
    """A reply as it comes: JSON read on the way, anything else at its end."""

    def __init__(self) -> None:
        self._parser = ReplyParser()
        self._length = 0
        self._said = False

    def feed(self, text: str) -> list[Written]:
        """Return what is complete with this piece. Raises ModelReplyInvalid."""
        self._length += len(text)
        if self._length > LONGEST_REPLY:
            raise ModelReplyInvalid("The model's reply did not end.")
        return self._written(self._parser.feed(text))

    def close(self, *, cut_at: int = 0) -> list[Written]:
        """Return what is left. Raises ModelReplyInvalid for a reply in no known form.

        `cut_at` is the longest length, where the reply was cut off there: 0 where it was not.
        """
        try:
            return self._written(self._parser.close())
        except ModelReplyInvalid:
            if cut_at:
                raise ModelReplyInvalid(_CUT_OFF.format(cut_at)) from None
            if self._said:
                raise
        return read_prose(self._parser.raw)

    def _written(self, events: Iterable[Event]) -> list[Written]:
        found: list[Written] = []
        for kind, value in events:
            if kind == "status" and value in STATUSES:
                found.append(Written(status=value))
            elif kind == "claim" and (claim := read_claim(value)):
                found.append(Written(claim=claim))
        self._said = self._said or bool(found)
        return found


def read_claim(value: object) -> Claim | None:
    """Return the claim that a decoded JSON object is, as far as it has the form of one."""
    if not isinstance(value, Mapping) or not isinstance(value.get("text"), str):
        return None
    quotes = value.get("quotes")
    side = value.get("side")
    return Claim(
        value["text"],
        tuple(
            Quote(quote["label"], quote["text"])
            for quote in (quotes if isinstance(quotes, list) else ())
            if isinstance(quote, Mapping)
            and isinstance(quote.get("label"), str)
            and isinstance(quote.get("text"), str)
        ),
        side if side in ("a", "b") else "",
    )


def read_prose(reply: str) -> list[Written]:
    """Read a reply in plain text: sentences with [S1] behind them, quotes in quotation marks.

    A sentence without a quote offers itself as the quote. Raises ModelReplyInvalid when no
    sentence names a source.
    """
    if reply.strip(" \n\t.`\"'*") == SENTINEL:
        return [Written(status=SENTINEL)]
    claims = [claim for line in _SENTENCE.split(reply) if (claim := _prose_claim(line))]
    if not claims:
        raise ModelReplyInvalid("The model's reply is neither the JSON asked for nor cited text.")
    return [Written(status="answered"), *(Written(claim=claim) for claim in claims)]


def _prose_claim(line: str) -> Claim | None:
    labels = [label.strip() for group in _MARKER.findall(line) for label in group.split(",")]
    text = " ".join(_MARKER.sub("", line).split())
    if not labels or not text:
        return None
    quotes = [a or b for a, b in _QUOTED.findall(line)] or [text]
    return Claim(text, tuple(Quote(label, quote) for label in labels for quote in quotes))
