"""Packed -> claims, one by one: asks the writer, and the quoting writer when it cannot."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

from retrieval.answer.prompt import SENTINEL, SYSTEM, Fitted, Room, fit, secret_token
from retrieval.answer.reply import REPLY_TOKENS, read_reply
from retrieval.errors import ModelError, ModelTooLong
from retrieval.ports import Chat, ChatRequest, Writer, Written, close
from retrieval.values import Claim, Draft, Packed, Queries, Usage, Weighing

MOST_CLAIMS = 12
"""Claims of one answer; nobody reads more."""
MOST_CHARACTERS = 24_000
"""Characters of all claims and quotes of one answer."""
DEADLINE = 60.0
"""Seconds that a writer has for its whole reply."""


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
    weighed: list[Weighing] = field(default_factory=list)
    unanswered: tuple[str, ...] = ()

    def begun_again(self, reason: str) -> _Drafting:
        """Return a draft for the writer that takes over; it keeps the replies and costs so far."""
        return _Drafting(self.on_claim, reason, raw=self.raw, usage=self.usage, notes=self.notes)

    async def collect(self, written: AsyncIterator[Written]) -> None:
        """Take what a writer says until it ends, or has said enough."""
        try:
            async for one in written:
                self.status, self.usage = one.status or self.status, one.usage or self.usage
                self.raw += [one.raw] if one.raw else []
                self.notes += [one.note] if one.note else []
                self.closeness += [] if one.closeness is None else [one.closeness]
                self.weighed += [one.weighed] if one.weighed else []
                self.unanswered += one.unanswered
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
            weighed=tuple(self.weighed),
            unanswered=self.unanswered,
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
        """Close the model's connections."""
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
