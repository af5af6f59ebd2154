"""Embeds texts with a model of any OpenAI-compatible service."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from retrieval.errors import (
    ModelError,
    ModelReplyInvalid,
    ModelTooLong,
    PartlyEmbedded,
    SettingsError,
)
from retrieval.models import failures
from retrieval.models.batching import Limits, Rows, Vectors, batches
from retrieval.models.openai import Service
from retrieval.models.patience import Patience
from retrieval.models.tokens import Tokens
from retrieval.values import Price, Usage

_SHORTEST = 16
"""Tokens to which a text is cut at most, when the service takes less than was said."""

# Dimensions of OpenAI's own models, as its documentation of embeddings gives them.
_DIMS = {
    "text-embedding-3-small": 1536,
    "text-embedding-3-large": 3072,
    "text-embedding-ada-002": 1536,
}


@dataclass(frozen=True, slots=True)
class EmbeddingUse:
    """How an embedding model wants to be used.

    `dims` is the length of its vectors (asked of those models of OpenAI's that can shorten
    them), known for OpenAI's own models; `max_tokens` is the longest text it takes; the prefixes
    stand before every text of their kind. `query_seconds` is how long a person waits for the vector
    of a question before it is searched by its words alone.
    """

    dims: int | None = None
    max_tokens: int | None = None
    query_prefix: str = ""
    passage_prefix: str = ""
    limits: Limits = field(default_factory=Limits)
    query_seconds: float = 5.0


@dataclass(slots=True)
class _Work:
    """Texts that are being embedded: what is sent of each, its row, and why it was refused.

    `tokens` is what was charged for so far, `estimated` where a reply did not say it.
    """

    sent: list[str]
    rows: Rows
    refused: dict[int, ModelError] = field(default_factory=dict)
    tokens: int = 0
    estimated: bool = False

    def missing(self) -> list[int]:
        """Return the places that are still to be asked for."""
        return [place for place in self.rows.missing() if place not in self.refused]


class OpenAIEmbedder:
    """An `Embedder` over /v1/embeddings.

    Args:
        model: the model's name at the service.
        api_key: never shown in an error.
        base_url: the service; None for OpenAI's own.
        use: dimensions, longest text, prefixes and the size of requests.
        patience: time limits and retries, for each request.
        price: what its tokens cost; None where nobody said it.
    """

    def __init__(  # noqa: PLR0913 - each is one setting
        self,
        model: str,
        *,
        api_key: str,
        base_url: str | None = None,
        use: EmbeddingUse | None = None,
        patience: Patience | None = None,
        price: Price | None = None,
    ) -> None:
        self._service = Service(model, api_key, base_url, patience or Patience())
        self._use = use or EmbeddingUse()
        self._limits = self._use.limits
        self._price = price
        self._spent = (0, False)
        self._tokens = Tokens(model)
        self._dims = self._use.dims or _DIMS.get(model)
        self.cut = 0
        """How many texts were longer than the model takes, and lost their end, so far."""

    @property
    def identity(self) -> str:
        """The service's host, the model, its dimensions and prefixes."""
        place, use = self._service.place, self._use
        parts = [f"{place.host}/{place.model}", str(self.dims)]
        if use.query_prefix or use.passage_prefix:
            parts += [repr(use.query_prefix), repr(use.passage_prefix)]
        return " ".join(parts)

    @property
    def dims(self) -> int:
        """The length of a vector. Raises SettingsError where no one has said it."""
        if self._dims is None:
            raise SettingsError(
                f"The length of the vectors of {self._service.place.model} is not known: "
                "set FOOTNOTE_EMBEDDING_DIMS."
            )
        return self._dims

    @property
    def max_tokens(self) -> int:
        """How many tokens of a text it takes; 512, as most open models, where no one said it."""
        longest = 8191 if self._service.place.model in _DIMS else 512
        prefix = max(map(self.count, (self._use.query_prefix, self._use.passage_prefix)))
        return (self._use.max_tokens or longest) - prefix

    def count(self, text: str) -> int:
        """Return the number of tokens of `text`, never fewer than the service counts."""
        return self._tokens.count(text)

    async def close(self) -> None:
        """Close the connections."""
        await self._service.close()

    async def passages(self, texts: Sequence[str]) -> Vectors:
        """Embed texts to be found, shape (len(texts), dims). Raises ModelError.

        A text without words gets a vector of zeros: services reject it. Where some texts fail
        and others were paid for, PartlyEmbedded has the vectors of those.
        """
        work = self._work(texts, self._use.passage_prefix)
        try:
            return await self._embed(work)
        finally:
            self._spent = (self._spent[0] + work.tokens, self._spent[1] or work.estimated)

    async def query(self, text: str) -> Vectors:
        """Embed one text to find by, shape (dims,). Raises ModelError."""
        return (await self.paid_query(text))[0]

    async def paid_query(self, text: str) -> tuple[Vectors, Usage]:
        """Embed one text to find by; return its vector and what that was charged for.

        A person waits for it, so it takes `query_seconds` at most. Raises ModelError.
        """
        work = self._work([text], self._use.query_prefix)
        try:
            async with asyncio.timeout(self._use.query_seconds):
                vector: Vectors = (await self._embed(work))[0]
        except TimeoutError:
            raise failures.late(self._service.place, "vectors") from None
        return vector, self._usage(work.tokens, estimated=work.estimated)

    def spent(self) -> Usage:
        """Return what embedding passages was charged for since this was asked last."""
        (tokens, estimated), self._spent = self._spent, (0, False)
        return self._usage(tokens, estimated=estimated)

    def _usage(self, tokens: int, *, estimated: bool) -> Usage:
        if not tokens:
            return Usage()
        usage = Usage(tokens, estimated=estimated, model=self._service.place.model)
        return self._price.charge(usage) if self._price else usage

    def _work(self, texts: Sequence[str], prefix: str) -> _Work:
        sent = [prefix + self._fitting(text) if text.strip() else "" for text in texts]
        work = _Work(sent, Rows(len(texts), self._dims, self._service.place.model))
        for place, text in enumerate(sent):
            if not text:
                work.rows.skip(place)
        return work

    async def _embed(self, work: _Work) -> Vectors:
        try:
            await self._fill_all(work)
        except ModelError as error:
            if not any(work.sent[place] for place in work.rows.done()):
                raise
            raise self._partly(work, error, passing=True) from error
        if work.refused:
            raise self._partly(work, next(iter(work.refused.values())), passing=False)
        self._dims = work.rows.dims
        return work.rows.vectors()

    def _partly(self, work: _Work, error: ModelError, *, passing: bool) -> ModelError:
        """Return the error for texts of which some failed, or the error itself if all did."""
        done = work.rows.done()
        if not done:
            return error
        self._dims = work.rows.dims
        message = f"{len(work.rows.missing())} of {len(work.sent)} texts: {error}"
        return PartlyEmbedded(message, done, work.rows.vectors()[done], passing=passing)

    async def _fill_all(self, work: _Work) -> None:
        """Fill the rows of all texts but those that the service refuses even alone.

        A reply that lacks some of its vectors is asked for those again, and only for those.
        """
        tokens = [self.count(text) for text in work.sent]
        for _ in range(1 + self._service.patience.retries):
            for group in batches(work.missing(), tokens, self._limits):
                await self._fill(work, group)
        if work.missing():
            raise ModelReplyInvalid(
                f"The embedding model {self._service.place.model} returned "
                f"no vector for {len(work.missing())} of {len(work.sent)} texts."
            )

    async def _fill(self, work: _Work, group: Sequence[int]) -> None:
        """Ask for the vectors of a group; one that the service does not take is halved."""
        try:
            work.rows.fill(group, await self._request(work, group))
        except (ModelTooLong, failures.Unfit) as error:
            if len(group) == 1:
                await self._alone(work, group[0], error)
                return
            middle, known = len(group) // 2, len(work.refused)
            await self._fill(work, group[:middle])
            await self._fill(work, group[middle:])
            if len(work.refused) == known:  # it was not one text, but that there were so many
                items = min(self._limits.items, len(group) - middle)
                self._limits = replace(self._limits, items=items)

    async def _alone(self, work: _Work, place: int, error: ModelError) -> None:
        """Cut a text that is too long by itself; note one that is rejected for another reason."""
        tokens = self.count(work.sent[place]) // 2
        if not isinstance(error, ModelTooLong) or tokens < _SHORTEST:
            work.refused[place] = error
            if len(work.refused) > self._service.patience.retries and not work.rows.done():
                raise error  # it is not the texts
            return
        self.cut += 1
        work.sent[place] = self._tokens.fitting(work.sent[place], tokens)
        await self._fill(work, [place])

    async def _request(
        self, work: _Work, group: Sequence[int]
    ) -> list[tuple[int, Sequence[float]]]:
        service, texts = self._service, [work.sent[place] for place in group]
        fields: dict[str, Any] = {"model": service.place.model, "encoding_format": "float"}
        if self._use.dims and service.place.model.startswith("text-embedding-3"):
            fields["dimensions"] = self._use.dims
        reply = await service.embed({**fields, "input": texts})
        told = getattr(getattr(reply, "usage", None), "prompt_tokens", None)
        work.estimated = work.estimated or not told
        work.tokens += told or sum(map(self.count, texts))
        try:
            return [(int(item.index), item.embedding) for item in reply.data]
        except (AttributeError, TypeError, ValueError) as error:
            raise failures.unknown_form(service.place) from error

    def _fitting(self, text: str) -> str:
        if self.count(text) <= self.max_tokens:
            return text
        self.cut += 1
        return self._tokens.fitting(text, self.max_tokens)
