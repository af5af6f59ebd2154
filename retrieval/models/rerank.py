"""Reranks with any service that takes a query and texts at `/rerank`.

Cohere, Jina and vLLM take `documents` and reply with `results`; text-embeddings-inference takes
`texts` and replies with a bare list. Which of the two it is, is learnt from the first rejection.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from retrieval.errors import ModelReplyInvalid
from retrieval.models import failures
from retrieval.models.openai import Service
from retrieval.models.patience import Patience
from retrieval.ports import Scores
from retrieval.text.judged import completed, passages
from retrieval.values import Candidates, Price, Queries, RankedHit, Usage


class ServiceReranker:
    """A `Reranker` over `/rerank`.

    Args:
        url: the service, with or without `/rerank` at its end.
        model: the model's name there; empty for a service that has one model.
        api_key: never shown in an error.
        seconds: how long one call may take, its repetition included.
        price: what its tokens cost; None where nobody said it.
    """

    def __init__(
        self, url: str, model: str, *, api_key: str, seconds: float, price: Price | None = None
    ) -> None:
        base, question, query = url.partition("?")
        base = base.rstrip("/").removesuffix("/rerank")
        self._service = Service(
            model,
            api_key,
            base + question + query,
            Patience(deadline=seconds, retries=1, backoff=0.1),
            address="FOOTNOTE_RERANK_URL",
            key="FOOTNOTE_RERANK_KEY",
        )
        self._price = price
        self._texts = False

    @property
    def name(self) -> str:
        """The model's name, or the service's host where it has only one."""
        return self._service.place.model or self._service.place.host

    async def close(self) -> None:
        """Close the connections."""
        await self._service.close()

    async def rerank(
        self,
        queries: Queries,
        candidates: Candidates,  # noqa: ARG002 - the port's; texts are judged by themselves
        hits: Sequence[RankedHit],
    ) -> Sequence[float]:
        """Return the service's scores of the best hits, and lower ones for the rest.

        Raises ModelError, ModelReplyInvalid among them for a reply that does not give each
        passage one score.
        """
        sent = passages(hits)
        reply = await self._ask(queries.standalone, sent)
        scores = self._scores(reply, len(sent))
        return Scores(completed(scores, len(hits)), self._usage(reply))

    async def _ask(self, query: str, sent: Sequence[str]) -> Any:
        """Send the passages in the form that the service knows."""
        model = self._service.place.model
        forms: dict[bool, dict[str, Any]] = {
            False: {"query": query, "documents": list(sent)},
            True: {"query": query, "texts": list(sent), "truncate": True},
        }
        named = {"model": model} if model else {}
        try:
            return await self._service.post("/rerank", named | forms[self._texts], "scores")
        except failures.Unfit:
            other = not self._texts
            reply = await self._service.post("/rerank", named | forms[other], "scores")
            self._texts = other
            return reply

    def _scores(self, reply: Any, count: int) -> list[float]:
        """Read a reply: one finite score for each passage, in whatever order it lists them."""
        found: dict[int, float] = {}
        results = _results(reply)
        for result in results:
            place, score = _result(result)
            if place is None or not 0 <= place < count or place in found or score is None:
                raise ModelReplyInvalid(
                    f"The reply of {self._service.place.host} names a passage that was not sent, "
                    "names one twice, or has no score for one."
                )
            found[place] = score
        if len(found) != count:
            raise ModelReplyInvalid(
                f"The reply of {self._service.place.host} has {len(found)} scores "
                f"for {count} passages."
            )
        return [found[place] for place in range(count)]

    def _usage(self, reply: Any) -> Usage:
        """Read what was charged, where the service says it in tokens."""
        told = reply.get("usage") if isinstance(reply, Mapping) else None
        tokens = told.get("total_tokens") if isinstance(told, Mapping) else None
        if not isinstance(tokens, int) or tokens <= 0:
            return Usage()
        usage = Usage(prompt=tokens, model=self.name)
        return self._price.charge(usage) if self._price else usage


def _results(reply: Any) -> Sequence[Any]:
    """Return the list of results, wherever a service puts it."""
    if isinstance(reply, Mapping):
        reply = next((reply[name] for name in ("results", "data") if name in reply), None)
    return reply if isinstance(reply, list) else ()


def _result(result: Any) -> tuple[int | None, float | None]:
    """Return the place and the score of a result; None for what is none."""
    if not isinstance(result, Mapping):
        return None, None
    place, score = result.get("index"), result.get("relevance_score", result.get("score"))
    known = isinstance(score, int | float) and math.isfinite(score)
    return (place if type(place) is int else None), (float(score) if known else None)
