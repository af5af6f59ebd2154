"""Who writes, what is read of a model's reply, and what happens when it fails."""

from __future__ import annotations

import asyncio
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.answer.generate import (
    MOST_CHARACTERS,
    MOST_CLAIMS,
    ModelWriter,
    generate,
    read_claim,
    read_prose,
)
from retrieval.errors import ModelError, ModelRefused, ModelReplyInvalid, ModelUnavailable
from retrieval.ports import ChatPiece, Written
from retrieval.values import Claim, Packed, Quote
from tests.fakes.chat import ScriptedChat
from tests.fakes.sources import asked, packed
from tests.fakes.team import FirstSentence, ScriptedWriter

PACKED = packed("Staff get 30 days of leave.")
CLAIM = Claim("Staff get 30 days.", (Quote("S1", "Staff get 30 days of leave."),))
REPLY = json.dumps(
    {
        "status": "answered",
        "claims": [
            {
                "text": CLAIM.text,
                "side": "",
                "quotes": [{"label": "S1", "text": "Staff get 30 days of leave."}],
            }
        ],
    }
)


async def draft(writer, fallback=None, sources=PACKED, **more):
    """Generate, and return the draft with the claims as they were handed on."""
    seen: list[Claim] = []

    async def on_claim(claim: Claim) -> None:
        seen.append(claim)

    done = await generate(writer, fallback or FirstSentence(), asked(), sources, on_claim, **more)
    assert tuple(seen) == done.claims
    return done


async def written(reply: str, size: int = 7) -> list[Written]:
    """Return what the model writer makes of a reply that comes in small pieces."""
    pieces = [reply[at : at + size] for at in range(0, len(reply), size)]
    return [one async for one in ModelWriter(ScriptedChat(pieces)).write(asked(), PACKED)]


async def test_nothing_packed_means_that_nobody_is_asked():
    """Without sources the draft is a refusal, and no writer was called."""
    writer = ScriptedWriter(claims=(CLAIM,))
    done = await draft(writer, sources=Packed(()))

    assert ("NOT_IN_CONTEXT", 0) == (done.status, writer.calls)


async def test_claims_are_handed_on_as_they_come():
    """Status, claims, usage and the raw reply end up in the draft."""
    done = await draft(ModelWriter(ScriptedChat([REPLY])))

    assert ("scripted-chat", "answered", (CLAIM,), REPLY) == (
        done.writer,
        done.status,
        done.claims,
        done.raw,
    )
    assert 10 == done.usage.prompt


async def test_a_writer_that_fails_at_once_is_replaced():
    """The fallback writes, and the draft says why."""
    done = await draft(ScriptedWriter(error=ModelUnavailable("The service is down.")))

    assert ("first-sentence", "The service is down.") == (done.writer, done.fallback)
    assert 1 == len(done.claims)


async def test_a_writer_that_breaks_off_keeps_what_it_said():
    """After a claim nobody else takes over; the answer is partial and the draft says why."""
    fallback = FirstSentence()
    done = await draft(ScriptedWriter(claims=(CLAIM,), error=ModelUnavailable("Gone.")), fallback)

    assert ("scripted", "partial", (CLAIM,), 0) == (
        done.writer,
        done.status,
        done.claims,
        fallback.calls,
    )
    assert "Gone." in done.fallback


async def test_a_writer_that_takes_too_long_is_replaced():
    """The deadline counts as a failure."""

    class Slow(FirstSentence):
        async def write(self, queries, packed):
            await asyncio.Event().wait()
            yield Written()

    done = await draft(Slow(name="slow"), deadline=0.01)

    assert "first-sentence" == done.writer
    assert "slow took longer" in done.fallback


async def test_the_fallback_is_not_asked_twice():
    """A quoting writer that fails is a failure to be told."""
    writer = ScriptedWriter(error=ModelUnavailable("Down."))

    with pytest.raises(ModelError):
        await draft(writer, writer)


async def test_claims_are_bounded():
    """A writer that does not stop is listened to for so many claims and characters."""
    many = await draft(ScriptedWriter(claims=(CLAIM,) * 100))
    large = await draft(ScriptedWriter(claims=(Claim("x" * (MOST_CHARACTERS + 1), ()), CLAIM)))

    assert MOST_CLAIMS == len(many.claims)
    assert (CLAIM,) == large.claims


async def test_a_refusal_has_no_claims():
    """What comes after NOT_IN_CONTEXT is not handed on."""
    done = await draft(ScriptedWriter(status="NOT_IN_CONTEXT", claims=(CLAIM,)))

    assert ("NOT_IN_CONTEXT", ()) == (done.status, done.claims)


@pytest.mark.parametrize("size", [1, 3, 1000])
async def test_a_reply_is_read_however_it_is_cut(size):
    """Pieces of any size give the status, the claim and the raw reply, in this order."""
    status, claim, raw = await written(REPLY, size)

    assert ("answered", CLAIM, REPLY) == (status.status, claim.claim, raw.raw)


@pytest.mark.parametrize("reply", ["NOT_IN_CONTEXT", " `NOT_IN_CONTEXT`.\n"])
async def test_the_bare_sentinel_is_a_refusal(reply):
    """A service that cannot do JSON may say the sentinel alone."""
    first, *_ = await written(reply)

    assert "NOT_IN_CONTEXT" == first.status


async def test_cited_text_is_read_into_claims():
    """Sentences with a label behind them are claims, quoted words their quotes."""
    reply = 'Staff get 30 days [S1]. The page says "30 days of leave" [S1, S2].\nNothing cited.'
    claims = [one.claim for one in await written(reply) if one.claim]

    assert [Quote("S1", "Staff get 30 days.")] == [
        Quote(one.label, one.text.replace(" .", ".")) for one in claims[0].quotes
    ]
    assert [("S1", "30 days of leave"), ("S2", "30 days of leave")] == [
        (one.label, one.text) for one in claims[1].quotes
    ]
    assert 2 == len(claims)


@pytest.mark.parametrize("reply", ["I am not sure.", "", "{", '{"a": 1}', "[S1]", REPLY[:-3]])
async def test_a_reply_in_no_known_form_is_an_error(reply):
    """No cited sentence and no whole JSON: the reply is invalid."""
    with pytest.raises(ModelReplyInvalid):
        await written(reply)


async def test_a_content_filter_is_a_refusal_of_the_service():
    """The finish reason of a filter is told apart from an end."""

    class Filtered(ScriptedChat):
        async def stream(self, request):
            yield ChatPiece(finish="content_filter")

    with pytest.raises(ModelRefused):
        [one async for one in ModelWriter(Filtered()).write(asked(), PACKED)]


async def test_an_endless_reply_is_broken_off():
    """A reply that does not end is invalid long before memory is full."""
    chat = ScriptedChat(["x" * 50_000] * 100)

    with pytest.raises(ModelReplyInvalid):
        [one async for one in ModelWriter(chat).write(asked(), PACKED)]


async def test_each_request_has_a_token_of_its_own():
    """No page can have written the token of a request."""
    chat = ScriptedChat([REPLY])
    writer = ModelWriter(chat)
    for _ in range(2):
        [one async for one in writer.write(asked(), PACKED)]

    first, second = (request.messages[1].content.split(".")[0] for request in chat.asked)
    assert first != second


@given(
    st.recursive(
        st.none() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["text", "quotes", "label", "side"]), inner, max_size=4
            )
        ),
    )
)
def test_any_decoded_value_is_a_claim_or_none(value):
    """What a model may send in a claim's place never fails."""
    claim = read_claim(value)

    assert claim is None or all(isinstance(one.label, str) for one in claim.quotes)


@given(st.text(max_size=200))
def test_any_prose_is_read_or_refused(text):
    """Prose gives claims with quotes, or is invalid."""
    try:
        said = read_prose(text)
    except ModelReplyInvalid:
        return
    assert all(one.claim.quotes for one in said if one.claim)
