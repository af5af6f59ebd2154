"""Embeds texts with a model of any OpenAI-compatible service."""

from __future__ import annotations

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
    stand before every text of their kind.
    """

    dims: int | None = None
    max_tokens: int | None = None
    query_prefix: str = ""
    passage_prefix: str = ""
    limits: Limits = field(default_factory=Limits)


class OpenAIEmbedder:
    """An `Embedder` over /v1/embeddings.

    Args:
        model: the model's name at the service.
        api_key: never shown in an error.
        base_url: the service; None for OpenAI's own.
        use: dimensions, longest text, prefixes and the size of requests.
        patience: time limits and retries, for each request.
    """

    def __init__(
        self,
        model: str,
        *,
        api_key: str,
        base_url: str | None = None,
        use: EmbeddingUse | None = None,
        patience: Patience | None = None,
    ) -> None:
        self._service = Service(model, api_key, base_url, patience or Patience())
        self._use = use or EmbeddingUse()
        self._limits = self._use.limits
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
        """Let go of the connections."""
        await self._service.close()

    async def passages(self, texts: Sequence[str]) -> Vectors:
        """Embed texts to be found, shape (len(texts), dims). Raises ModelError.

        A text without words gets a vector of zeros: services reject it. Where some texts fail
        and others were paid for, PartlyEmbedded has the vectors of those.
        """
        return await self._embed(texts, self._use.passage_prefix)

    async def query(self, text: str) -> Vectors:
        """Embed one text to find by, shape (dims,). Raises ModelError."""
        vector: Vectors = (await self._embed([text], self._use.query_prefix))[0]
        return vector

    async def _embed(self, texts: Sequence[str], prefix: str) -> Vectors:
        sent = [prefix + self._fitting(text) if text.strip() else "" for text in texts]
        rows = Rows(len(texts), self._dims, self._service.place.model)
        for place, text in enumerate(sent):
            if not text:
                rows.skip(place)
        try:
            refused = await self._fill_all(rows, sent)
        except ModelError as error:
            if not any(sent[place] for place in rows.done()):
                raise
            raise self._partly(rows, error, passing=True) from error
        if refused:
            raise self._partly(rows, refused[0], passing=False)
        self._dims = rows.dims
        return rows.vectors()

    def _partly(self, rows: Rows, error: ModelError, *, passing: bool) -> ModelError:
        """Return the error for texts of which some failed, or the error itself if all did."""
        done = rows.done()
        if not done:
            return error
        self._dims = rows.dims
        message = f"{len(rows.missing())} of {len(done) + len(rows.missing())} texts: {error}"
        return PartlyEmbedded(message, done, rows.vectors()[done], passing=passing)

    async def _fill_all(self, rows: Rows, sent: list[str]) -> list[ModelError]:
        """Fill the rows; return why the service takes some of the texts in no company.

        A reply that lacks some of its vectors is asked for those again, and only for those.
        """
        refused: dict[int, ModelError] = {}
        tokens = [self.count(text) for text in sent]
        for _ in range(1 + self._service.patience.retries):
            missing = [place for place in rows.missing() if place not in refused]
            for group in batches(missing, tokens, self._limits):
                await self._fill(rows, group, sent, refused)
        lacking = [place for place in rows.missing() if place not in refused]
        if lacking:
            raise ModelReplyInvalid(
                f"The embedding model {self._service.place.model} returned "
                f"no vector for {len(lacking)} of {len(sent)} texts."
            )
        return list(refused.values())

    async def _fill(
        self, rows: Rows, group: Sequence[int], sent: list[str], refused: dict[int, ModelError]
    ) -> None:
        """Ask for the vectors of a group; one that the service does not take is halved."""
        try:
            rows.fill(group, await self._request([sent[place] for place in group]))
        except (ModelTooLong, failures.Unfit) as error:
            if len(group) == 1:
                await self._alone(rows, group[0], sent, refused, error)
                return
            middle, known = len(group) // 2, len(refused)
            await self._fill(rows, group[:middle], sent, refused)
            await self._fill(rows, group[middle:], sent, refused)
            if len(refused) == known:  # it was not one text, but that there were so many
                items = min(self._limits.items, len(group) - middle)
                self._limits = replace(self._limits, items=items)

    async def _alone(
        self,
        rows: Rows,
        place: int,
        sent: list[str],
        refused: dict[int, ModelError],
        error: ModelError,
    ) -> None:
        """Cut a text that is too long by itself; note one that is rejected for another reason."""
        tokens = self.count(sent[place]) // 2
        if not isinstance(error, ModelTooLong) or tokens < _SHORTEST:
            refused[place] = error
            if len(refused) > self._service.patience.retries and not rows.done():
                raise error  # it is not the texts
            return
        self.cut += 1
        sent[place] = self._tokens.fitting(sent[place], tokens)
        await self._fill(rows, [place], sent, refused)

    async def _request(self, texts: Sequence[str]) -> list[tuple[int, Sequence[float]]]:
        service = self._service
        fields: dict[str, Any] = {"model": service.place.model, "encoding_format": "float"}
        if self._use.dims and service.place.model.startswith("text-embedding-3"):
            fields["dimensions"] = self._use.dims
        reply = await service.embed({**fields, "input": list(texts)})
        try:
            return [(int(item.index), item.embedding) for item in reply.data]
        except (AttributeError, TypeError, ValueError) as error:
            raise failures.unknown_form(service.place) from error

    def _fitting(self, text: str) -> str:
        if self.count(text) <= self.max_tokens:
            return text
        self.cut += 1
        return self._tokens.fitting(text, self.max_tokens)
