"""Tests of how the chunks of a reply are put together."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace as Chunk
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.errors import ModelError, ModelUnavailable
from retrieval.models.chat_reply import Reply
from retrieval.models.failures import Place
from retrieval.ports import ChatPiece
from retrieval.values import Price, Usage

PLACE = Place("host", "model")
ESTIMATED = Usage(1, 0, 1, estimated=True)

fields = st.none() | st.text(max_size=5)
deltas = st.none() | st.builds(Chunk, content=fields, refusal=fields) | st.builds(Chunk)
choices = st.builds(
    Chunk, delta=deltas, finish_reason=st.none() | st.sampled_from(["stop", "length", "tool_calls"])
)
usages = st.none() | st.builds(Chunk, prompt_tokens=st.none() | st.integers(0, 9))
chunks = st.builds(Chunk, choices=st.none() | st.lists(choices, max_size=2), usage=usages)


def said(content: str | None = None, finish: str | None = None) -> Any:
    """Return a chunk with words in it."""
    return Chunk(choices=[Chunk(delta=Chunk(content=content), finish_reason=finish)])


def test_words_and_end_come_out_as_they_went_in() -> None:
    """The text is the pieces in order, and the last piece carries finish and usage."""
    reply = Reply(PLACE)
    words = [reply.take(chunk) for chunk in (said("a"), said(), said("b", "stop"))]

    assert ["a", "", "b"] == words
    assert "ab" == reply.text
    estimated = replace(ESTIMATED, model="model")
    assert ChatPiece(finish="stop", usage=estimated) == reply.end(lambda _: ESTIMATED)


def test_usage_may_come_in_a_chunk_without_choices() -> None:
    """The usage chunk has no choices, and its usage is taken instead of an estimate."""
    reply = Reply(PLACE)
    reply.take(said("a", "stop"))
    reply.take(Chunk(choices=[], usage=Chunk(prompt_tokens=5, completion_tokens=2)))

    assert Usage(5, 0, 2, model="model") == reply.end(lambda _: ESTIMATED).usage


def test_a_price_gives_the_usage_its_cost() -> None:
    """A million tokens of the prompt, of its cached part and of the reply each have a price."""
    reply = Reply(PLACE)
    reply.take(said("a", "stop"))
    cached = Chunk(cached_tokens=400)
    usage = Chunk(prompt_tokens=1000, completion_tokens=10, prompt_tokens_details=cached)
    reply.take(Chunk(choices=[], usage=usage))
    told = reply.end(lambda _: ESTIMATED, Price(2.0, 0.5, 8.0, "EUR")).usage

    assert told is not None
    assert ("EUR", 0.00148) == (told.currency, told.cost)


def test_a_stream_without_an_end_is_broken() -> None:
    """A reply whose service never said that it was complete is not taken as complete."""
    reply = Reply(PLACE)
    reply.take(said("a"))
    with pytest.raises(ModelUnavailable):
        reply.end(lambda _: ESTIMATED)


@settings(deadline=None)
@given(st.lists(chunks, max_size=6))
def test_no_chunk_breaks_the_reply(stream: list[Any]) -> None:
    """Whatever fields a service leaves out, there is a last piece or a model error."""
    reply = Reply(PLACE)
    try:
        for chunk in stream:
            reply.take(chunk)
        last = reply.end(lambda _: ESTIMATED)
    except ModelError:
        return
    assert last.finish in {"stop", "length"}
