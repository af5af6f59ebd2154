"""Packed -> claims, one by one: asks the writer, and the quoting writer when it cannot."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field

from retrieval.answer.prompt import SENTINEL, STATUSES, SYSTEM, Fitted, Room, fit, secret_token
from retrieval.errors import ModelError, ModelRefused, ModelReplyInvalid, ModelTooLong
from retrieval.ports import Chat, ChatPiece, ChatRequest, Writer, Written, close
from retrieval.text.json_stream import Event, ReplyParser
from retrieval.values import Claim, Draft, Packed, Queries, Quote, Usage

MOST_CLAIMS = 12
"""Claims of one answer; nobody reads more."""
MOST_CHARACTERS = 24_000
"""Characters of all claims and quotes of one answer."""
LONGEST_REPLY = 200_000
"""Characters after which a reply is broken off, whatever the service was told."""
DEADLINE = 60.0
"""Seconds that a writer has for its whole reply."""
REPLY_TOKENS = 1_500
"""Tokens of the longest reply asked for: twelve claims with their quotes."""

_CUT_OFF = "The model's reply was cut off at its longest length of {} tokens."

_MARKER = re.compile(r"\[\s*(S\d{1,3}(?:\s*,\s*S\d{1,3})*)\s*\]")
_QUOTED = re.compile(r"\"([^\"\n]{8,1000})\"|\u201c([^\u201d\n]{8,1000})\u201d")
_SENTENCE = re.compile(r"(?<=[.!?\]])\s+(?=[^\s\[])|\n+")

OnClaim = Callable[[Claim], Awaitable[None]]


async def generate(  # noqa: PLR0913 - the two writers, the two hops, and who waits for claims
    writer: Writer,
    fallback: Writer,
    queries: Queries,
    packed: Packed,
    on_claim: OnClaim,
    *,
    deadline: float = DEADLINE,
) -> Draft:
    """Have the claims written; `on_claim` is awaited with each as soon as it is there.

    Nothing packed means that nobody is asked. A writer that fails before its first claim is
    replaced by `fallback`; one that fails later has said a part, which is kept. Raises
    ModelError when the fallback fails too.
    """
    started = time.perf_counter()
    if not packed.sources:
        return Draft(writer.name, SENTINEL, ())
    drafting = _Drafting(on_claim)
    try:
        async with asyncio.timeout(deadline):
            await drafting.collect(writer.write(queries, packed))
    except (ModelError, TimeoutError) as error:
        reason = str(error) or f"{writer.name} took longer than {deadline:.0f} seconds"
        if drafting.claims:
            drafting.status, drafting.broken = "partial", f"broke off: {reason}"
        elif fallback is writer:
            raise
        else:
            drafting = drafting.begun_again(reason)
            await drafting.collect(fallback.write(queries, packed))
            writer = fallback
    return drafting.draft(writer.name, time.perf_counter() - started)


@dataclass(slots=True)
class _Drafting:
    """A draft in the making."""

    on_claim: OnClaim
    broken: str = ""
    status: str = ""
    claims: list[Claim] = field(default_factory=list)
    raw: list[str] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    notes: list[str] = field(default_factory=list)
    closeness: list[tuple[float, ...]] = field(default_factory=list)

    def begun_again(self, reason: str) -> _Drafting:
        """Return a draft for who takes over; what was replied and paid so far stays in it."""
        return _Drafting(self.on_claim, reason, raw=self.raw, usage=self.usage, notes=self.notes)

    async def collect(self, written: AsyncIterator[Written]) -> None:
        """Take what a writer says until it ends, or has said enough."""
        try:
            async for one in written:
                self.status, self.usage = one.status or self.status, one.usage or self.usage
                self.raw += [one.raw] if one.raw else []
                self.notes += [one.note] if one.note else []
                self.closeness += [] if one.closeness is None else [one.closeness]
                if one.claim and self.status != SENTINEL and self._has_room(one.claim):
                    self.claims.append(one.claim)
                    await self.on_claim(one.claim)
        finally:
            if close := getattr(written, "aclose", None):
                await close()

    def _has_room(self, claim: Claim) -> bool:
        said = sum(_length(one) for one in self.claims)
        return len(self.claims) < MOST_CLAIMS and said + _length(claim) <= MOST_CHARACTERS

    def draft(self, writer: str, seconds: float) -> Draft:
        """Return what was said."""
        status = self.status or ("answered" if self.claims else SENTINEL)
        return Draft(
            writer,
            status,
            tuple(self.claims),
            raw="".join(self.raw),
            fallback=self.broken,
            usage=self.usage,
            seconds=seconds,
            notes=tuple(self.notes),
            closeness=tuple(self.closeness),
        )


def _length(claim: Claim) -> int:
    return len(claim.text) + sum(len(quote.text) for quote in claim.quotes)


class ModelWriter:
    """Writes with a chat model, and reads its reply as it comes."""

    def __init__(
        self,
        chat: Chat,
        prompt: str = SYSTEM,
        *,
        reply_tokens: int = REPLY_TOKENS,
        secret: bytes | None = None,
    ) -> None:
        """Take the model, what it is told, its longest reply, and what marks' tokens come from."""
        self._chat = chat
        self.prompt = prompt
        self._reply_tokens = reply_tokens
        self._secret = secret or secrets.token_bytes(32)

    @property
    def name(self) -> str:
        """The model's name."""
        return self._chat.name

    async def close(self) -> None:
        """Let go of the model's connections."""
        await close(self._chat)

    async def write(self, queries: Queries, packed: Packed) -> AsyncIterator[Written]:
        """Yield the reply's pieces, its status, claims as they are complete, and the usage.

        Where the service says that the request is too long, it is asked once more with less.
        Raises ModelError, ModelReplyInvalid among them for a reply in no known form.
        """
        token = secret_token(packed, self._secret)
        asked = self._fitted(queries, packed, self._chat.context_tokens, token)
        said = False
        try:
            async for written in self._written(asked):
                said = said or not written.note
                yield written
        except ModelTooLong as error:
            if said:
                raise
            total = error.limit or self._half(asked.request)
            asked = self._fitted(queries, packed, total, token)
            async for written in self._written(asked):
                yield written

    def _fitted(self, queries: Queries, packed: Packed, total: int, token: str) -> Fitted:
        """Build a request that takes no more than `total` tokens with its reply."""
        most = min(total, self._chat.context_tokens)
        room = Room(most, self._reply_tokens, self._chat.count)
        return fit(queries, packed, room, token=token, system=self.prompt)

    def _half(self, asked: ChatRequest) -> int:
        """Return how much a request may take that has half as much in it."""
        prompt = sum(self._chat.count(message.content) for message in asked.messages)
        return prompt // 2 + self._reply_tokens

    async def _written(self, asked: Fitted) -> AsyncIterator[Written]:
        """Ask the model, and read its reply."""
        if asked.left_out:
            yield Written(note=asked.left_out)
        pieces = self._chat.stream(asked.request)
        async for written in read_reply(pieces, longest=asked.request.max_tokens):
            yield written


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
