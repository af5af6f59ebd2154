"""Tests of reranking by a service: late, wrong in length, out of range, repeating, and down."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.answer.rank import rank
from retrieval.errors import ModelReplyInvalid
from retrieval.models.rerank import ServiceReranker
from retrieval.text.judged import TOP
from retrieval.values import Candidates, Hit, LegResult, Price, Ranked
from tests.fakes.openai_server import STALL, Asked, OpenAIServer, Respond, Step, error, says
from tests.fakes.sources import asked
from tests.fakes.team import chunks, facts

QUERIES = asked("How many days?")
PAGES = 40


def found(pages: int = PAGES) -> Candidates:
    """Return what one leg found: a chunk of each page, in their order."""
    hits = [
        Hit(chunks(f"{n:02}.md", f"Text {n}.")[0], facts(f"{n:02}.md"), n, 1.0 / n)
        for n in range(1, pages + 1)
    ]
    return Candidates((LegResult("words", "q", tuple(hits)),))


def results(scores: list[Any], **more: Any) -> Respond:
    """Reply as Cohere, Jina and vLLM do, the best first."""
    listed = [{"index": i, "relevance_score": score} for i, score in enumerate(scores)]
    return Respond(body={"results": listed[::-1], **more})


def backwards(asked: Asked) -> Respond:
    """Find the last passage the best."""
    texts = asked.json.get("documents") or asked.json["texts"]
    return results([float(place) for place in range(len(texts))])


@asynccontextmanager
async def reranking(
    *script: Step, seconds: float = 5.0, **more: Any
) -> AsyncIterator[tuple[ServiceReranker, OpenAIServer]]:
    """Run a service and a reranker that uses it."""
    async with OpenAIServer(*script) as server:
        model = more.pop("model", "judge")
        reranker = ServiceReranker(server.url, model, api_key="secret", seconds=seconds, **more)
        try:
            yield reranker, server
        finally:
            await reranker.close()


async def ranked(reranker: ServiceReranker, seconds: float = 5.0) -> Ranked:
    """Rank what was found, with the reranker."""
    today = date(2026, 1, 1)
    return await rank(QUERIES, found(), reranker, today=today, rerank_seconds=seconds)


def paths(ranked: Ranked) -> list[str]:
    """Return the pages in their order."""
    return [hit.document.path for hit in ranked.hits]


FUSED = [f"{n:02}.md" for n in range(1, PAGES + 1)]


async def test_the_best_pages_come_in_the_order_of_the_service() -> None:
    """Thirty passages are sent with the key, the model and the question; the rest stays below."""
    async with reranking(backwards) as (reranker, server):
        done = await ranked(reranker)

    sent = server.requests[0]
    assert FUSED[:TOP][::-1] + FUSED[TOP:] == paths(done)
    assert ("judge", ()) == (done.reranker, done.notes)
    assert ("/v1/rerank", "Bearer secret") == (sent.path, sent.headers["authorization"])
    assert ("judge", "How many days?") == (sent.json["model"], sent.json["query"])
    assert "Page\nText 1." == sent.json["documents"][0]


async def test_a_service_that_wants_texts_is_given_texts() -> None:
    """What it rejects once is not tried again; its reply is a bare list of scores."""

    def tei(asked: Asked) -> Respond:
        if "texts" not in asked.json:
            return error(422, "missing field `texts`")
        count = len(asked.json["texts"])
        return Respond(body=[{"index": i, "score": i / count} for i in range(count)])

    async with reranking(tei, model="") as (reranker, server):
        first, second = await ranked(reranker), await ranked(reranker)

    assert paths(first) == paths(second) == FUSED[:TOP][::-1] + FUSED[TOP:]
    assert 3 == len(server.requests)
    assert "model" not in server.requests[-1].json
    assert "127.0.0.1" in first.reranker


@pytest.mark.parametrize("ending", ["", "/", "/rerank", "/rerank/"])
async def test_the_address_may_have_its_end_or_not(ending: str) -> None:
    """Both the service's address and that of its `/rerank` are understood."""
    async with OpenAIServer(backwards) as server:
        reranker = ServiceReranker(server.url + ending, "m", api_key="", seconds=5.0)
        await ranked(reranker)
        await reranker.close()

    assert "/v1/rerank" == server.requests[0].path


_GOOD = [0.1] * TOP
_BODY = {"results": [{"index": 0, "relevance_score": 1.0}] * TOP}


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (results(_GOOD[1:]), "29 scores for 30 passages"),
        (results([*_GOOD, 0.1]), "was not sent"),
        (Respond(body=_BODY), "names one twice"),
        (results([*_GOOD[1:], None]), "no score"),
        (results([*_GOOD[1:], math.nan]), "no score"),
        (results([*_GOOD[1:], "0.5"]), "no score"),
        (Respond(body={"results": [{"index": -1, "relevance_score": 1}] * TOP}), "not sent"),
        (Respond(body={"results": None}), "0 scores"),
        (Respond(body={}), "0 scores"),
        (Respond(body="no"), "0 scores"),
        (Respond(body=b"<html>"), "no known form"),
        (error(401), "FOOTNOTE_RERANK_KEY"),
        (error(404), "FOOTNOTE_RERANK_URL"),
        (error(503), "503"),
        (error(429, headers={"retry-after": "60"}), "no more requests"),
        (error(400, "bad"), "bad"),
    ],
)
async def test_a_service_that_fails_leaves_the_fused_order(step: Step, words: str) -> None:
    """Too few, too many, out of range, twice, no number, no key, down: the trace says which."""
    async with reranking(step) as (reranker, _):
        done = await ranked(reranker)

    assert FUSED == paths(done)
    assert "identity" == done.reranker
    assert words in done.notes[0]
    assert done.notes[0].endswith("order kept")


async def test_a_service_that_is_late_leaves_the_fused_order() -> None:
    """No question waits for a reranker longer than it may take."""
    late = Respond(events=(STALL,))
    async with reranking(late, seconds=30.0) as (reranker, _):
        done = await ranked(reranker, seconds=0.05)

    assert (FUSED, "identity") == (paths(done), done.reranker)
    assert "took more than 0.05 s" in done.notes[0]


async def test_a_service_that_is_not_there_leaves_the_fused_order() -> None:
    """The address to check is named."""
    async with OpenAIServer(says("")) as server:
        url = server.url
    reranker = ServiceReranker(url, "m", api_key="", seconds=5.0)
    done = await ranked(reranker)
    await reranker.close()

    assert (FUSED, "identity") == (paths(done), done.reranker)
    assert "FOOTNOTE_RERANK_URL" in done.notes[0]


async def test_a_service_that_recovers_is_used() -> None:
    """One failure that passes is not the end of it."""
    async with reranking(error(503), backwards) as (reranker, _):
        assert "judge" == (await ranked(reranker)).reranker


async def test_what_it_charged_is_in_the_trace_with_its_cost() -> None:
    """Jina's and vLLM's usage are read; Cohere counts searches, which are no tokens."""
    price = Price(0.05, 0.05, 0.0, "USD")
    counted = results(_GOOD, usage={"total_tokens": 2_000})
    searches = results(_GOOD, meta={"billed_units": {"search_units": 1}})
    async with reranking(counted, searches, price=price) as (reranker, _):
        first, second = await ranked(reranker), await ranked(reranker)

    assert (2_000, "judge", 0.0001) == (first.usage.prompt, first.usage.model, first.usage.cost)
    assert 0 == second.usage.prompt


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 5) | st.floats() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["results", "data", "index", "relevance_score", "score"]), inner
        )
    ),
    max_leaves=20,
)


@settings(deadline=None)
@given(_JSON, st.integers(0, 3))
def test_any_reply_is_scores_or_invalid(reply: Any, count: int) -> None:
    """Whatever JSON a service replies, there is a finite score a passage, or an error."""
    reranker = ServiceReranker("http://127.0.0.1:1", "m", api_key="", seconds=1.0)
    try:
        scores = reranker._scores(reply, count)
    except ModelReplyInvalid:
        return
    assert count == len(scores)
    assert all(math.isfinite(score) for score in scores)
