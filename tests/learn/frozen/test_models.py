"""Models that say again what they said, and fail where they failed."""

from __future__ import annotations

import json

import pytest

from retrieval.answer.generate import generate
from retrieval.errors import ModelError, ModelReplyInvalid
from retrieval.learn.frozen.lacking import Lacking
from retrieval.learn.frozen.models import (
    FrozenChat,
    FrozenEmbedder,
    FrozenReranker,
    FrozenWriter,
    failing,
)
from retrieval.ports import ChatRequest
from retrieval.values import Candidates, Claim, Draft, Quote, Ranked, Usage
from tests.fakes.sources import asked, packed
from tests.fakes.team import FirstSentence, chunks, facts, ranked

PAID = Usage(10, 0, 5)
_NONE = Candidates(())
CLAIMS = [
    {"text": f"Claim {n}.", "side": "", "quotes": [{"label": "S1", "text": "Staff get 30 days."}]}
    for n in range(3)
]
SAID = tuple(Claim(f"Claim {n}.", (Quote("S1", "Staff get 30 days."),)) for n in range(len(CLAIMS)))
PROSE = (Claim("Staff get 30 days.", (Quote("S1", "Staff get 30 days."),)),)
REPLY = json.dumps({"status": "answered", "claims": CLAIMS})


async def _drafted(draft: Draft, name: str = "large") -> tuple[Draft, list[str]]:
    """Have a draft written again; return it, and what was lacking for that."""
    lacking = Lacking()

    async def on_claim(claim: Claim) -> None:
        del claim

    writer = FrozenWriter(name, draft, lacking)
    again = await generate(writer, FirstSentence(), asked(), packed("Staff get 30 days."), on_claim)
    return again, lacking.named


@pytest.mark.parametrize(
    "draft",
    [
        Draft("large", "answered", SAID, REPLY, usage=PAID, notes=("2 sources left out",)),
        Draft("large", "answered", PROSE, "Staff get 30 days. [S1]"),
        Draft("large", "partial", SAID[:2], REPLY[:-9], "broke off: It fell over.", PAID),
        Draft("large", "partial", SAID[:1], REPLY, "broke off: It took longer.", PAID),
        Draft("large", "NOT_IN_CONTEXT", (), "NOT_IN_CONTEXT", usage=PAID),
    ],
    ids=["whole", "prose", "broken off", "out of time", "refused"],
)
async def test_what_was_written_is_written_again(draft: Draft) -> None:
    """The reply is read by the code that reads any; it breaks off where it did."""
    again, lacking = await _drafted(draft)

    assert (draft.status, draft.claims, draft.raw, draft.fallback, draft.usage, draft.notes) == (
        again.status,
        again.claims,
        again.raw,
        again.fallback,
        again.usage,
        again.notes,
    )
    assert [] == lacking


@pytest.mark.parametrize("raw", ["", '{"status": "answered", "cl', REPLY, "I do not know."])
async def test_a_writer_that_was_replaced_is_replaced_again(raw: str) -> None:
    """However much of a reply had come by then; what it cost stays."""
    reason = "The model's reply is neither the JSON asked for nor cited text."
    draft = Draft("first-sentence", "answered", SAID, raw, reason, PAID)
    again, _ = await _drafted(draft)

    assert ("first-sentence", reason, raw, PAID) == (
        again.writer,
        again.fallback,
        again.raw,
        again.usage,
    )


async def test_a_reply_that_the_ledger_lacks_is_named() -> None:
    """Older ledgers have claims of which no reply was kept."""
    again, lacking = await _drafted(Draft("large", "answered", SAID))

    assert ["the reply of large"] == lacking
    assert () == again.claims or again.fallback


async def test_a_reply_is_said_again_at_the_price_of_then() -> None:
    """And fails behind it, where it did."""
    request, lacking = ChatRequest((), "s", {}, 10), Lacking()
    chat = FrozenChat("small", "words", lacking, PAID)
    pieces = [piece async for piece in chat.stream(request)]

    assert ("words", PAID) == (pieces[0].text, pieces[1].usage)
    assert 0 == chat.count("words")
    with pytest.raises(ModelError, match=r"Down\."):
        [piece async for piece in FrozenChat("small", "", lacking, PAID, "Down.").stream(request)]
    assert [] == lacking.named
    assert [] == [piece async for piece in FrozenChat("small", "", lacking).stream(request)]
    assert ["the reply of small"] == lacking.named


def test_an_error_that_reading_makes_itself_is_not_made_twice() -> None:
    """Any other one is the model's own."""

    def invalid() -> None:
        raise ModelReplyInvalid("No JSON.")

    assert "" == failing("No JSON.", invalid)
    assert "Down." == failing("Down.", invalid)
    assert "Down." == failing("Down.", lambda: None)


async def test_an_embedder_fails_as_often_as_it_did() -> None:
    """What all queries cost is charged once; passages are nothing that it can do."""
    embedder = FrozenEmbedder("bag", ["Not now."], PAID)
    with pytest.raises(ModelError, match=r"Not now\."):
        await embedder.query("a")

    (one, paid), (other, free) = [await embedder.paid_query(text) for text in "bc"]

    assert (PAID, Usage(), Usage()) == (paid, free, embedder.spent())
    assert 1.0 == float(one @ other)
    assert 0 == embedder.count("words")
    with pytest.raises(ModelError, match="no vectors"):
        await embedder.passages(["a"])


async def test_a_reranker_gives_the_scores_of_then() -> None:
    """Or fails, or gives too few; a chunk that it never saw is named."""
    hits = [ranked(chunk, facts()) for chunk in chunks("a.md", "One.", "Two.")]
    record, lacking = Ranked(tuple(hits[:1]), (), "judge", usage=PAID), Lacking()

    scores = await FrozenReranker("judge", record, lacking).rerank(asked(), _NONE, hits)
    few = await FrozenReranker("judge", record, lacking, scored=1).rerank(asked(), _NONE, hits)

    assert [hits[0].score, hits[1].fused] == list(scores)
    assert ["the score of chunk 1 of a.md"] == lacking.named
    assert 1 == len(few)
    with pytest.raises(TimeoutError):
        await FrozenReranker("judge", record, lacking, TimeoutError()).rerank(asked(), _NONE, hits)
