"""Who writes, what is read of a model's reply, and what happens when it fails."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, replace

import pytest

from retrieval.answer.generate import (
    MOST_CHARACTERS,
    MOST_CLAIMS,
    ModelWriter,
    generate,
)
from retrieval.answer.prompt import SYSTEM
from retrieval.errors import (
    ModelError,
    ModelRefused,
    ModelReplyInvalid,
    ModelTooLong,
    ModelUnavailable,
)
from retrieval.ports import ChatPiece, Written
from retrieval.values import Claim, Packed, Quote, Usage
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


class Silent(ScriptedChat):
    """Says its pieces, and then nothing for as long as it is waited for."""

    async def stream(self, request):
        """Say the pieces."""
        for text in self.pieces:
            yield ChatPiece(text)
        await asyncio.Event().wait()


async def draft(writer, fallback=None, sources=PACKED, **more):
    """Generate, and return the draft with the claims as they were handed on."""
    seen: list[Claim] = []

    async def on_claim(claim: Claim) -> None:
        seen.append(claim)

    done = await generate(writer, fallback or FirstSentence(), asked(), sources, on_claim, **more)
    assert tuple(seen) == done.claims
    return done


async def written(reply: str, size: int = 7) -> list[Written]:
    """Return what the model writer makes of a reply in small pieces, without the pieces."""
    pieces = [reply[at : at + size] for at in range(0, len(reply), size)]
    made = [one async for one in ModelWriter(ScriptedChat(pieces)).write(asked(), PACKED)]
    assert reply == "".join(one.raw for one in made)
    return [one for one in made if not one.raw]


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
    """Pieces of any size give the status, the claim and the usage, in this order."""
    status, claim, usage = await written(REPLY, size)

    assert ("answered", CLAIM, Usage(10, 0, 5)) == (status.status, claim.claim, usage.usage)


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


async def test_no_page_can_know_the_token_of_its_marks():
    """Other sources, and another writer, make another token; the same ones the same words."""

    async def start(writer: ModelWriter, chat: ScriptedChat, sources: Packed) -> str:
        [one async for one in writer.write(asked(), sources)]
        return chat.asked[-1].messages[1].content.split(".")[0]

    chat = ScriptedChat([REPLY])
    writer, other = ModelWriter(chat), ModelWriter(chat)
    first = await start(writer, chat, PACKED)

    assert first == await start(writer, chat, PACKED)
    assert first != await start(other, chat, PACKED)
    assert first != await start(writer, chat, packed("Staff get 31 days of leave."))


@dataclass
class ShortOfRoom(ScriptedChat):
    """Says of requests over a number of characters that they are too long."""

    most: int = 0
    limit: int = 0

    async def stream(self, request):
        """Say the pieces to a request that is short enough."""
        if sum(len(message.content) for message in request.messages) > self.most:
            self.asked.append(request)
            raise ModelTooLong("The request is too long.", self.limit)
        async for piece in super().stream(request):
            yield piece


@pytest.mark.parametrize("limit", [0, 1_560])
async def test_a_request_that_is_too_long_is_made_once_more_with_less(limit: int):
    """The last sources go, and the trace says that they did, whether a limit was named or not."""
    chat = ShortOfRoom([REPLY], most=len(SYSTEM) + 2_500, limit=limit)
    writer = ModelWriter(chat, reply_tokens=100)
    done = await draft(writer, sources=packed(PACKED.sources[0].text, *["word " * 400] * 3))

    assert ("scripted-chat", (CLAIM,), "") == (done.writer, done.claims, done.fallback)
    assert 2 == len(chat.asked)
    assert "no room for" in done.notes[0]


async def test_a_request_is_shortened_only_once():
    """A service that still says so is not asked a third time; the fallback writes."""
    chat = ShortOfRoom([REPLY])
    sources = packed("One.", "Two.", "Three. " * 900)
    done = await draft(ModelWriter(chat, reply_tokens=100), sources=sources)

    assert 2 == len(chat.asked)
    assert ("first-sentence", "The request is too long.") == (done.writer, done.fallback)


@dataclass
class CutOff(ScriptedChat):
    """Ends at its longest length."""

    async def stream(self, request):
        """Say the pieces, and that there would be more."""
        async for piece in super().stream(request):
            yield replace(piece, finish=piece.finish and "length")


async def test_a_reply_that_is_cut_off_says_so():
    """What was said is kept and the answer partial; a whole reply at the limit is whole."""
    cut = await draft(ModelWriter(CutOff([REPLY[:-2]])))
    whole = await draft(ModelWriter(CutOff([REPLY])))
    nothing = await draft(ModelWriter(CutOff([""])))

    assert ("partial", (CLAIM,)) == (cut.status, cut.claims)
    assert "longest length of 1500 tokens" in cut.fallback
    assert ("answered", "") == (whole.status, whole.fallback)
    assert "longest length" in nothing.fallback


async def test_a_reply_that_fails_after_it_was_paid_for_has_its_cost():
    """The draft of the fallback has the usage of the model that failed."""
    done = await draft(ModelWriter(ScriptedChat(["I am not sure."])))

    assert ("first-sentence", 10) == (done.writer, done.usage.prompt)


async def test_what_a_model_replied_before_another_took_over_is_kept():
    """Its words and what they cost stand in the draft, though nothing of it is shown."""
    down = ScriptedChat(["I think that", " it is"], ModelUnavailable("Down."))
    done = await draft(ModelWriter(down))

    assert ("first-sentence", "Down.", "I think that it is") == (
        done.writer,
        done.fallback,
        done.raw,
    )


async def test_what_came_before_the_time_was_over_is_kept():
    """A reply that is waited for no longer has all its pieces in the draft, and all its claims."""
    pieces = [REPLY[: REPLY.rindex("]}")], ', {"text": "Not']

    done = await draft(ModelWriter(Silent(pieces)), deadline=0.05)

    assert (CLAIM,) == done.claims
    assert "".join(pieces) == done.raw
    assert done.fallback.startswith("broke off: ")
