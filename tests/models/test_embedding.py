"""Tests of embedding by a service."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import numpy as np
import pytest

from retrieval.errors import (
    ModelRejected,
    ModelReplyInvalid,
    ModelUnavailable,
    PartlyEmbedded,
    SettingsError,
)
from retrieval.models.batching import Limits
from retrieval.models.embedding import EmbeddingUse, OpenAIEmbedder
from retrieval.models.patience import Patience
from retrieval.values import Price, Usage
from tests.fakes.openai_server import STALL, Asked, OpenAIServer, Respond, Step, error, vectors

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


async def test_how_much_a_service_takes_at_once_is_remembered() -> None:
    """After a request was halved, the next ones are no larger than what was taken."""

    def at_most_two(asked: Asked) -> Respond:
        few = len(asked.json["input"]) <= 2
        return embed(asked) if few else error(422, "batch size 4 > maximum allowed batch size 2")

    texts = ["a", "bb", "ccc", "dddd"]
    async with embedding(at_most_two) as (it, server):
        await it.passages(texts)
        tried = len(server.requests)
        await it.passages(texts)

    assert [2, 2] == [len(asked.json["input"]) for asked in server.requests[tried:]]


def without(*refused: str, status: int = 400) -> Callable[[Asked], Respond]:
    """Embed all but requests that hold one of the texts."""

    def step(asked: Asked) -> Respond:
        bad = set(refused) & set(asked.json["input"])
        return error(status, "not this") if bad else embed(asked)

    return step


async def test_a_text_that_is_refused_costs_the_others_nothing() -> None:
    """The rest is embedded once each, and the error says how many failed and carries the rest."""
    texts = ["a", "bb", "ccc", "dddd", "eeeee"]
    async with embedding(without("ccc")) as (it, server):
        with pytest.raises(PartlyEmbedded, match=r"1 of 5 texts: .*not this") as caught:
            await it.passages(texts)
        limits = it._limits

    paid = [
        text
        for asked in server.requests
        if "ccc" not in asked.json["input"]
        for text in asked.json["input"]
    ]
    assert sorted(["a", "bb", "dddd", "eeeee"]) == sorted(paid)
    assert ([0, 1, 3, 4], False) == (caught.value.done, caught.value.passing)
    np.testing.assert_allclose(
        caught.value.vectors, expected(["a", "bb", "dddd", "eeeee"]), rtol=1e-6
    )
    assert EmbeddingUse().limits == limits


async def test_what_was_paid_for_before_an_outage_is_kept() -> None:
    """A service that fails in the middle leaves the vectors of the requests before."""
    use = EmbeddingUse(dims=2, limits=Limits(items=1))
    async with embedding(embed, error(503), use=use) as (it, _):
        with pytest.raises(PartlyEmbedded) as caught:
            await it.passages(["a", "bb", "ccc"])

    assert ([0], True) == (caught.value.done, caught.value.passing)
    np.testing.assert_allclose(caught.value.vectors, expected(["a"]), rtol=1e-6)


async def test_a_request_that_is_wrong_in_itself_is_not_tried_for_every_text() -> None:
    """Where nothing is taken at all, a few requests tell that it is not the texts."""
    async with embedding(error(400, "unknown field")) as (it, server):
        with pytest.raises(ModelRejected, match="unknown field"):
            await it.passages(["a" * n for n in range(1, 65)])

    assert len(server.requests) < 12


@pytest.mark.parametrize("status", [401, 403, 404])
async def test_a_wrong_key_is_no_reason_to_halve(status: int) -> None:
    """Neither the key nor the model's name gets better with fewer texts."""
    async with embedding(error(status)) as (it, server):
        with pytest.raises(ModelRejected):
            await it.passages(["a", "bb"])

    assert 1 == len(server.requests)


async def test_a_text_that_the_model_finds_too_long_is_cut() -> None:
    """Where the model takes less than was said, the start of the text is embedded, and counted."""

    def short(asked: Asked) -> Respond:
        longest = max(len(text.split()) for text in asked.json["input"])
        return embed(asked) if longest <= 60 else error(400, "maximum context length is 64 tokens")

    async with embedding(short) as (it, server):
        result = await it.passages(["a", "word " * 200])

    assert (2, 2) == result.shape
    assert 1 <= it.cut
    assert all(len(text.split()) <= 200 for text in server.requests[-1].json["input"])


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


def metered(asked: Asked) -> Respond:
    """Embed, and charge for a hundred tokens a text."""
    reply = embed(asked)
    tokens = 100 * len(asked.json["input"])
    return Respond(body=reply.body | {"usage": {"prompt_tokens": tokens, "total_tokens": tokens}})


async def test_what_was_charged_for_is_known() -> None:
    """That of a query comes with it; that of passages adds up until it is asked for."""
    async with embedding(metered) as (it, _):
        it._price = Price(2.0, 2.0, 0.0, "EUR")
        _, query = await it.paid_query("How?")
        await it.passages(["a", "bb"])
        await it.passages(["ccc"])
        first, second = it.spent(), it.spent()

    assert (100, 0.0002, "EUR", "m") == (query.prompt, query.cost, query.currency, query.model)
    assert (300, 0.0006, False) == (first.prompt, first.cost, first.estimated)
    assert Usage() == second


async def test_what_the_service_does_not_tell_is_estimated() -> None:
    """Then it is counted here, and marked."""
    async with embedding(embed) as (it, _):
        _, paid = await it.paid_query("How do I pay?")

    assert paid.estimated
    assert it.count("How do I pay?") == paid.prompt


async def test_a_person_does_not_wait_long_for_a_vector() -> None:
    """A query that gets none in its time fails, so that the words are searched alone."""
    use = EmbeddingUse(dims=2, query_seconds=0.05)
    async with embedding(Respond(events=(STALL,)), use=use) as (it, _):
        with pytest.raises(ModelUnavailable, match="no vectors in time"):
            await it.query("How?")
