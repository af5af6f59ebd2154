"""Tests of embedding by a service."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import numpy as np
import pytest

from retrieval.errors import (
    ModelRejected,
    ModelReplyInvalid,
    ModelUnavailable,
    SettingsError,
)
from retrieval.models.batching import Limits
from retrieval.models.embedding import EmbeddingUse, OpenAIEmbedder
from retrieval.models.patience import Patience
from tests.fakes.openai_server import Asked, OpenAIServer, Respond, Step, error, vectors

QUICK = Patience(deadline=5.0, retries=2, backoff=0.001)


def row(text: str) -> list[float]:
    """Return a vector that tells which text it is of."""
    return [float(len(text)), 1.0]


def embed(asked: Asked) -> Respond:
    """Embed what was asked, listed from the last to the first."""
    texts = asked.json["input"]
    return vectors([row(text) for text in texts], order=reversed(range(len(texts))))


def expected(texts: Sequence[str]) -> np.ndarray:
    """Return the unit vectors of texts."""
    rows = np.array([row(text) for text in texts], dtype=np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@asynccontextmanager
async def embedding(
    *script: Step, use: EmbeddingUse | None = None
) -> AsyncIterator[tuple[OpenAIEmbedder, OpenAIServer]]:
    """Run a service and an embedder that uses it."""
    async with OpenAIServer(*script) as server:
        embedder = OpenAIEmbedder(
            "m", api_key="k", base_url=server.url, use=use or EmbeddingUse(dims=2), patience=QUICK
        )
        try:
            yield embedder, server
        finally:
            await embedder.close()


async def test_vectors_come_in_the_order_of_the_texts() -> None:
    """A reply in another order is put right by its index, over several requests."""
    texts = ["a" * length for length in range(1, 8)]
    async with embedding(embed, use=EmbeddingUse(dims=2, limits=Limits(items=3))) as (it, server):
        result = await it.passages(texts)

    np.testing.assert_allclose(result, expected(texts), rtol=1e-6)
    assert np.float32 == result.dtype
    assert [3, 3, 1] == [len(asked.json["input"]) for asked in server.requests]


async def test_only_what_failed_is_asked_again() -> None:
    """A request that fails is repeated; those that came through are not."""
    use = EmbeddingUse(dims=2, limits=Limits(items=1))
    async with embedding(embed, error(500), embed, use=use) as (it, server):
        result = await it.passages(["a", "bb"])

    np.testing.assert_allclose(result, expected(["a", "bb"]), rtol=1e-6)
    assert ["a", "bb", "bb"] == [asked.json["input"][0] for asked in server.requests]


async def test_vectors_that_a_reply_lacks_are_asked_for_alone() -> None:
    """Of a reply with a gap, the rest is kept."""
    async with embedding(vectors([row("a"), row("bb")], order=[1]), embed) as (it, server):
        result = await it.passages(["a", "bb"])

    np.testing.assert_allclose(result, expected(["a", "bb"]), rtol=1e-6)
    assert ["a"] == server.requests[1].json["input"]


async def test_a_request_that_is_too_large_is_halved() -> None:
    """Where the service takes fewer texts at once than it was sent, they are sent in parts."""

    def at_most_two(asked: Asked) -> Respond:
        return embed(asked) if len(asked.json["input"]) <= 2 else error(413)

    async with embedding(at_most_two) as (it, _):
        result = await it.passages(["a", "bb", "ccc", "dddd", "eeeee"])

    np.testing.assert_allclose(result, expected(["a", "bb", "ccc", "dddd", "eeeee"]), rtol=1e-6)


async def test_texts_without_words_are_not_sent() -> None:
    """Services reject empty texts, so their vector is zero and finite, and nothing is asked."""
    async with embedding(embed) as (it, server):
        result = await it.passages(["", " \n"])

    assert (2, 2) == result.shape
    assert not result.any()
    assert [] == server.requests


async def test_a_query_is_prefixed_and_cut_to_what_the_model_takes() -> None:
    """The prefix of queries stands before it, and a text over the limit is cut and counted."""
    use = EmbeddingUse(dims=2, max_tokens=20, query_prefix="query: ")
    async with embedding(embed, use=use) as (it, server):
        vector = await it.query("word " * 100)
        sent = server.requests[0].json["input"][0]

        assert (2,) == vector.shape
        assert sent.startswith("query: word word")
        assert it.count(sent) <= 21
        assert 1 == it.cut


@pytest.mark.parametrize(
    ("response", "kind"),
    [
        (vectors([[1.0, 2.0, 3.0]]), ModelReplyInvalid),
        (vectors([[]]), ModelReplyInvalid),
        (Respond(body={"data": [{"index": 0}]}), ModelReplyInvalid),
        (Respond(body={"data": None}), ModelReplyInvalid),
        (Respond(body={}), ModelReplyInvalid),
        (Respond(body=b"<html>"), ModelReplyInvalid),
        (vectors([row("a")], order=[]), ModelReplyInvalid),
        (error(401), ModelRejected),
        (error(404), ModelRejected),
        (error(400, "too long: maximum context length"), ModelRejected),
        (error(503), ModelUnavailable),
    ],
)
async def test_errors_are_told_apart(response: Respond, kind: type[Exception]) -> None:
    """Another length, no vector, no known form, a wrong key and an outage are each said."""
    async with embedding(response) as (it, _):
        with pytest.raises(kind):
            await it.passages(["a"])


async def test_the_length_of_vectors_is_known_learnt_or_asked_for() -> None:
    """OpenAI's models are known; of another, the setting or the first reply tells."""
    known = OpenAIEmbedder("text-embedding-3-small", api_key="k")
    async with embedding(embed, use=EmbeddingUse()) as (it, _):
        with pytest.raises(SettingsError, match="FOOTNOTE_EMBEDDING_DIMS"):
            _ = it.dims
        await it.passages(["a"])

        assert 2 == it.dims
    assert 1536 == known.dims


def test_the_identity_names_host_model_dims_and_prefixes() -> None:
    """Vectors of another service, model, length or prefix are never mixed; the key is not named."""
    plain = OpenAIEmbedder("m", api_key="k", base_url="http://u:p@h:1/v1", use=EmbeddingUse(dims=2))
    prefixed = OpenAIEmbedder(
        "m", api_key="k", base_url="http://h:1/v1", use=EmbeddingUse(2, passage_prefix="passage: ")
    )

    assert "h:1/m 2" == plain.identity
    assert plain.identity != prefixed.identity
