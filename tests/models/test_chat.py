"""Tests of the chat adapter against a service that misbehaves as real ones do."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from typing import Any

import pytest

from retrieval.errors import (
    ModelError,
    ModelRefused,
    ModelRejected,
    ModelReplyInvalid,
    ModelTooLong,
    ModelUnavailable,
)
from retrieval.models.chat import OpenAIChat
from retrieval.models.patience import Patience
from retrieval.ports import ChatPiece, ChatRequest, Message
from retrieval.values import Usage
from tests.fakes.openai_server import (
    DROP,
    STALL,
    USAGE,
    OpenAIServer,
    Respond,
    Step,
    chunk,
    error,
    rejecting,
    says,
)

KEY = "sk-very-secret"
SCHEMA = {"type": "object", "properties": {"status": {"type": "string"}}}
REQUEST = ChatRequest(
    (Message("system", "Answer."), Message("user", "How?")), "answer", SCHEMA, 50, cache_key="same"
)
QUICK = Patience(first=5.0, between=5.0, deadline=5.0, retries=2, backoff=0.001)
STALLED = 0.06
"""Seconds that the tests wait for what never comes."""
REPLY = '{"status": "answered"}'

Chats = Callable[..., Any]


@asynccontextmanager
async def chatting(
    *script: Step, patience: Patience = QUICK, **more: Any
) -> AsyncIterator[tuple[OpenAIChat, OpenAIServer]]:
    """Run a service and a chat that uses it."""
    async with OpenAIServer(*script) as server:
        chat = OpenAIChat("some-model", api_key=KEY, base_url=server.url, patience=patience, **more)
        try:
            yield chat, server
        finally:
            await chat.close()


async def reply(chat: OpenAIChat, request: ChatRequest = REQUEST) -> list[ChatPiece]:
    """Return every piece of one reply."""
    return [piece async for piece in chat.stream(request)]


async def failed(*script: Step, patience: Patience = QUICK) -> tuple[ModelError, int]:
    """Return the error that a script ends in, and how many requests were made."""
    async with chatting(*script, patience=patience) as (chat, server):
        with pytest.raises(ModelError) as caught:
            await reply(chat)
    assert KEY not in str(caught.value)
    return caught.value, len(server.requests)


async def test_a_reply_comes_piece_by_piece_with_finish_and_usage() -> None:
    """Words come as they are streamed, and the last piece has how it ended and what it cost."""
    async with chatting(says('{"status"', ': "answered"}')) as (chat, server):
        pieces = await reply(chat)

    asked = server.requests[0]
    assert ['{"status"', ': "answered"}', ""] == [piece.text for piece in pieces]
    assert ChatPiece("", "stop", Usage(100, 64, 20, model="some-model")) == pieces[-1]
    assert f"Bearer {KEY}" == asked.headers["authorization"]
    assert SCHEMA == asked.json["response_format"]["json_schema"]["schema"]
    assert (50, 0.0) == (asked.json["max_tokens"], asked.json["temperature"])


async def test_a_reply_that_is_cut_at_its_length_says_so() -> None:
    """A reply that reaches the longest length ends with that finish and is no error."""
    async with chatting(says('{"sta', finish="length")) as (chat, _):
        pieces = await reply(chat)

    assert "length" == pieces[-1].finish


async def test_usage_is_estimated_where_the_service_does_not_tell() -> None:
    """Without usage in the stream, it is counted here, and marked so."""
    async with chatting(says(REPLY, usage=None)) as (chat, _):
        usage = (await reply(chat))[-1].usage

    assert usage is not None
    assert usage.estimated
    assert usage.prompt > 2
    assert chat.count(REPLY) == usage.completion


@pytest.mark.parametrize(
    ("phrases", "lacking"),
    [
        ({"json_schema": "response_format.type must be one of text, json_object"}, "json_schema"),
        ({"response_format": "Unrecognized request argument"}, "response_format"),
        ({"stream_options": "unknown field stream_options"}, "stream_options"),
        ({"temperature": "Unsupported value: 'temperature'"}, "temperature"),
        ({'"max_tokens"': "Use 'max_completion_tokens' instead."}, '"max_tokens"'),
        ({"prompt_cache_key": "Unrecognized request argument"}, "prompt_cache_key"),
        (
            {"response_format": "what?", "stream_options": "include_usage is not known"},
            "response_format",
        ),
    ],
)
async def test_what_a_service_does_not_know_is_learnt_once(
    phrases: dict[str, str], lacking: str
) -> None:
    """A field that is rejected is left out, and the next request does not try it again."""
    async with chatting(rejecting(phrases, says(REPLY))) as (chat, server):
        first = await reply(chat)
        tried = len(server.requests)
        second = await reply(chat)

    assert REPLY == first[0].text == second[0].text
    assert tried + 1 == len(server.requests)
    assert lacking not in json.dumps(server.requests[-1].json)


async def test_a_cache_key_that_is_not_known_costs_no_rung() -> None:
    """A service that rejects the key without naming it still gets the schema."""
    script = rejecting({"prompt_cache_key": "Extra inputs are not permitted"}, says(REPLY))
    async with chatting(script) as (chat, server):
        await reply(chat)

    assert 2 == len(server.requests)
    assert "json_schema" in json.dumps(server.requests[-1].json)


async def test_requests_that_start_alike_are_marked_so() -> None:
    """The key goes to the service as it is; a request without one has none."""
    plain = ChatRequest(REQUEST.messages, "answer", SCHEMA, 50)
    async with chatting(says(REPLY)) as (chat, server):
        await reply(chat)
        await reply(chat, plain)

    assert ["same", None] == [asked.json.get("prompt_cache_key") for asked in server.requests]


@pytest.mark.parametrize("knows", ["json_object", "text"])
async def test_where_no_schema_is_enforced_it_stands_in_the_prompt(knows: str) -> None:
    """On the lower rungs the schema is in the first message, and the questions are unchanged."""
    phrases = {"json_schema": "no"} | ({"response_format": "no"} if knows == "text" else {})
    async with chatting(rejecting(phrases, says(REPLY))) as (chat, server):
        await reply(chat)

    system, user = server.requests[-1].json["messages"]
    assert json.dumps(SCHEMA) in system["content"]
    assert "How?" == user["content"]


async def test_a_service_that_ignores_the_schema_is_told_in_the_prompt_next_time() -> None:
    """Prose instead of JSON shows that the schema was ignored; the next request spells it out."""
    async with chatting(says("Sure! You can"), says(REPLY)) as (chat, server):
        await reply(chat)
        await reply(chat)

    assert "response_format" not in server.requests[1].json
    assert json.dumps(SCHEMA) in server.requests[1].json["messages"][0]["content"]


@pytest.mark.parametrize(
    ("response", "kind", "words"),
    [
        (error(401, f"Incorrect API key provided: {KEY}"), ModelRejected, "OPENAI_API_KEY"),
        (error(403), ModelRejected, "another model"),
        (error(404), ModelRejected, "OPENAI_BASE_URL"),
        (error(400, "no such thing", "model_not_found"), ModelRejected, "no model some-model"),
        (
            error(400, "maximum context length is 8", "context_length_exceeded"),
            ModelRejected,
            "long",
        ),
        (error(400, "bad", "content_filter"), ModelRefused, "content filter"),
        (error(429, "no credit", "insufficient_quota"), ModelUnavailable, "credit"),
        (says("{", finish="content_filter"), ModelRefused, "content filter"),
        (
            Respond(events=(chunk({"refusal": "I cannot"}), chunk({}, "stop"))),
            ModelRefused,
            "declined",
        ),
    ],
)
async def test_what_will_not_pass_is_asked_once_and_told(
    response: Respond, kind: type[ModelError], words: str
) -> None:
    """A wrong key, name or length and a refusal raise at once, and say what to do."""
    raised, requests = await failed(response)

    assert isinstance(raised, kind)
    assert words in str(raised)
    assert 1 == requests


@pytest.mark.parametrize(
    "response",
    [
        error(500),
        error(503),
        error(429, headers={"retry-after": "0.001"}),
        error(408),
        Respond(events=(DROP,)),
        Respond(events=({"error": {"message": "overloaded"}},)),
    ],
)
async def test_what_may_pass_is_asked_again_and_then_given_up(response: Respond) -> None:
    """An overloaded or broken service is asked three times in all."""
    raised, requests = await failed(response)

    assert isinstance(raised, ModelUnavailable)
    assert 3 == requests


async def test_a_service_that_recovers_is_used() -> None:
    """After a failure that passes, the reply is as if nothing had been."""
    async with chatting(error(503), Respond(events=(DROP,)), says(REPLY)) as (chat, _):
        assert REPLY == (await reply(chat))[0].text


async def test_a_longer_pause_than_there_is_time_for_is_not_waited_for() -> None:
    """A service that asks for a minute while the deadline is nearer is given up at once."""
    began = time.monotonic()
    raised, requests = await failed(error(429, headers={"retry-after": "60"}))

    assert isinstance(raised, ModelUnavailable)
    assert 1 == requests
    assert time.monotonic() - began < 4


@pytest.mark.parametrize(
    ("response", "requests"),
    [
        (says(STALL), 1),
        (says('{"sta', STALL), 1),
        (says('{"sta', DROP), 1),
        (says('{"sta', finish=None), 1),
    ],
)
async def test_a_reply_that_stops_is_unavailable_and_never_asked_again(
    response: Respond, requests: int
) -> None:
    """A stream that stalls, is cut or ends without an end raises, also in the middle."""
    raised, made = await failed(response, patience=Patience(STALLED, STALLED, 5.0, 2, 0.001))

    assert isinstance(raised, ModelUnavailable)
    assert requests == made


@pytest.mark.parametrize("pieces", [(DROP,), ('{"sta', DROP)])
async def test_a_reply_that_is_cut_is_told_as_that(pieces: tuple[str, ...]) -> None:
    """The service was reached, so nobody is sent to look at its address."""
    raised, _ = await failed(says(*pieces))

    assert str(raised).endswith("broke off its reply.")


async def test_the_deadline_holds_for_the_whole_reply() -> None:
    """A service that goes on slowly for ever is stopped by the deadline."""
    patience = Patience(first=5.0, between=5.0, deadline=STALLED)
    raised, _ = await failed(says("{", STALL), patience=patience)

    assert isinstance(raised, ModelUnavailable)


async def test_words_before_a_failure_were_given() -> None:
    """What had come before the connection broke reached the reader, with what it cost."""
    got: list[ChatPiece] = []
    async with chatting(says("one ", "two", DROP)) as (chat, _):
        with pytest.raises(ModelUnavailable):  # noqa: PT012 - the loop is what raises
            async for piece in chat.stream(REQUEST):
                got.append(piece)  # noqa: PERF401

    assert ["one ", "two", ""] == [piece.text for piece in got]
    assert got[-1].usage is not None
    assert got[-1].usage.completion == chat.count("one two")


async def test_thinking_counts_as_a_sign_of_life_and_is_not_the_reply() -> None:
    """A reasoning model's thoughts are not part of the reply."""
    thoughts = Respond(
        events=(
            chunk({"reasoning_content": "Hm."}),
            chunk({"content": REPLY}, "stop"),
        )
    )
    async with chatting(thoughts) as (chat, _):
        assert REPLY == "".join(piece.text for piece in await reply(chat))


async def test_a_prompt_over_the_context_is_not_sent() -> None:
    """Services may cut a long prompt without a word, so it is refused here."""
    long = ChatRequest((Message("user", "word " * 500),), "answer", SCHEMA, 50)
    async with chatting(says(REPLY), context_tokens=400) as (chat, server):
        with pytest.raises(ModelRejected, match="FOOTNOTE_CONTEXT_TOKENS"):
            await reply(chat, long)

    assert [] == server.requests


@pytest.mark.parametrize(
    ("message", "limit"),
    [
        ("This model's maximum context length is 4096 tokens. However, you requested 9000", 4096),
        ("the request exceeds the available context size (2048 tokens), try increasing it", 2048),
        ("Requested tokens (9000) exceed context window of 2048", 2048),
        ("prompt is too long: 210000 tokens > 20000 maximum", 20000),
        ("Prompt contains 9000 tokens, too large for model with 8192 maximum context length", 8192),
        ("The input token count (9000) exceeds the maximum number of tokens allowed (8192).", 8192),
        ("`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 9000", 4096),
        ("too long", 32_000),
    ],
)
async def test_what_the_service_says_of_its_context_is_remembered(message: str, limit: int) -> None:
    """However it is worded, the limit is raised, and the next request is made to fit."""
    async with chatting(error(400, message)) as (chat, server):
        with pytest.raises(ModelTooLong) as caught:
            await reply(chat)

        assert limit == chat.context_tokens == (caught.value.limit or limit)
    assert 1 == len(server.requests)


async def test_nobody_at_the_address_is_unavailable() -> None:
    """A service that is not running is named, with the setting to check."""
    async with OpenAIServer(says(REPLY)) as server:
        url = server.url
    chat = OpenAIChat("m", api_key=KEY, base_url=url, patience=QUICK)
    with pytest.raises(ModelUnavailable, match="OPENAI_BASE_URL"):
        await reply(chat)
    await chat.close()


async def test_something_else_at_the_address_has_no_known_form() -> None:
    """A web page instead of a stream is an invalid reply, and no traceback."""
    raised, _ = await failed(Respond(events=("<html>",)))

    assert isinstance(raised, ModelReplyInvalid)


@pytest.mark.parametrize("kind", ["text/html; charset=utf-8", "application/json", "text/plain"])
async def test_a_web_page_at_the_address_is_named_so(kind: str) -> None:
    """Asked once; the sentence says which setting leads there."""
    page = Respond(body=b"\n<!doctype html><title>Log in</title>", headers={"content-type": kind})
    raised, requests = await failed(page)

    assert isinstance(raised, ModelReplyInvalid)
    assert "web page (HTML)" in str(raised)
    assert "OPENAI_BASE_URL" in str(raised)
    assert 1 == requests


def whole(**message: Any) -> Respond:
    """Reply all at once."""
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": "stop"}
    return Respond(body={"id": "c", "choices": [choice], "usage": USAGE})


async def test_a_reply_that_was_not_streamed_is_used() -> None:
    """It is whole: its words, its finish and its usage are those of a stream."""
    async with chatting(whole(content=REPLY)) as (chat, _):
        pieces = await reply(chat)

    assert [REPLY, ""] == [piece.text for piece in pieces]
    assert ChatPiece("", "stop", Usage(100, 64, 20, model="some-model")) == pieces[-1]


@pytest.mark.parametrize(
    ("response", "kind", "words", "made"),
    [
        (Respond(body={"status": "ok"}), ModelReplyInvalid, "without streaming", 1),
        (Respond(body=[1]), ModelReplyInvalid, "without streaming", 1),
        (whole(content=None), ModelReplyInvalid, "without streaming", 1),
        (whole(content=[{"type": "text"}]), ModelReplyInvalid, "without streaming", 1),
        (whole(content=None, refusal="I cannot"), ModelRefused, "declined", 1),
        (Respond(body={"error": {"message": "busy", "code": "503"}}), ModelUnavailable, "503", 3),
        (Respond(body={"error": "no model loaded"}), ModelUnavailable, "500", 3),
        (Respond(body=b'{"choices": ['), ModelUnavailable, "broke off", 3),
    ],
)
async def test_json_that_is_no_reply_is_told_as_what_it_is(
    response: Respond, kind: type[ModelError], words: str, made: int
) -> None:
    """JSON without a message, a refusal, an error with status 200, and half a reply."""
    raised, requests = await failed(response)

    assert isinstance(raised, kind)
    assert words in str(raised)
    assert made == requests


async def test_a_stream_under_another_name_is_a_stream() -> None:
    """Some services call their stream plain text or JSON."""
    called = dataclasses.replace(says(REPLY), headers={"content-type": "application/json"})
    async with chatting(called) as (chat, _):
        assert REPLY == "".join(piece.text for piece in await reply(chat))


async def test_a_reader_that_leaves_early_closes_the_stream() -> None:
    """Breaking off in the middle is no error, and the next reply is whole."""
    async with chatting(says("{", "more"), says(REPLY)) as (chat, _):
        async with aclosing(chat.stream(REQUEST)) as pieces:
            first = await anext(pieces)
        second = await reply(chat)

    assert "{" == first.text
    assert REPLY == second[0].text


async def test_the_loop_is_free_while_a_reply_is_awaited() -> None:
    """Several replies come side by side over one client."""
    async with chatting(says(REPLY)) as (chat, _):
        replies = await asyncio.gather(*(reply(chat) for _ in range(5)))

    assert [REPLY] * 5 == [pieces[0].text for pieces in replies]
