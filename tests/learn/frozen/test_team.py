"""A team made of a trace does all that was done, and nothing that was not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from retrieval.answer import again as repeating
from retrieval.answer.model_reranker import ModelReranker
from retrieval.answer.rewrite import ModelRewriter
from retrieval.errors import ModelUnavailable
from retrieval.learn.frozen.lacking import Lacking
from retrieval.learn.frozen.team import said_before
from retrieval.ports import Scores
from retrieval.values import Draft, Question, Turn, Usage
from tests.fakes.chat import ScriptedChat
from tests.fakes.replayed import ASKED, again, answered
from tests.fakes.team import OPEN, MemoryTraces, ScriptedReranker

FOLLOWING = Question("and how is it booked?", OPEN, (Turn("user", "How many days of leave?"),))
WORDED = '{"standalone": "How is leave booked?", "searches": ["book leave"]}'


@pytest.mark.parametrize(
    "chat",
    [
        ScriptedChat([WORDED]),
        ScriptedChat(["no idea"]),
        ScriptedChat([WORDED[:9]], ModelUnavailable("Down.")),
        ScriptedChat([], ModelUnavailable("Down.")),
        ScriptedChat(['{"standalone": "Who won?", "searches": []}']),
    ],
    ids=["used", "invalid", "broken off", "down", "drifts"],
)
async def test_a_question_is_worded_anew_as_it_was(chat: ScriptedChat) -> None:
    """By the reply that was kept, read again; or not, for the same reason."""
    trace = await answered(FOLLOWING, rewriter=ModelRewriter(chat))
    replayed = await again(trace, names={"rewriter": "scripted-chat"})

    assert [] == [hop for hop in replayed.hops if not hop.same]
    assert () == replayed.lacking


async def test_a_reply_that_is_asked_for_now_and_was_not_then_is_named() -> None:
    """Without a rewriter the follow-up was searched by its own words."""
    trace = await answered(FOLLOWING)
    replayed = await again(trace, names={"rewriter": "small"})

    assert ("the reply of small",) == replayed.lacking
    assert not replayed.identical


@pytest.mark.parametrize(
    "reranker",
    [
        ScriptedReranker([0.1, 0.2]),
        ScriptedReranker([0.1]),
        ScriptedReranker(error=ModelUnavailable("Down.")),
        ScriptedReranker(error=TimeoutError()),  # type: ignore[arg-type]
        ScriptedReranker(Scores([0.1, 0.4], Usage(7))),
        ModelReranker(ScriptedChat(['{"best": [2]}'])),
        ModelReranker(ScriptedChat(['{"best": [99]}'])),
        ModelReranker(ScriptedChat(["?"], ModelUnavailable("Down."))),
    ],
    ids=["scores", "few", "down", "late", "paid", "judge", "invalid", "broken off"],
)
async def test_it_is_ordered_as_it_was(reranker: ScriptedReranker) -> None:
    """By the scores, the reply or the failure that are in the record."""
    trace = await answered(reranker=reranker)
    judged = isinstance(reranker, ModelReranker)
    replayed = await again(trace, names={"reranker": reranker.name}, judged=judged)

    assert [] == [hop for hop in replayed.hops if not hop.same]
    assert () == replayed.lacking


async def test_our_own_reranker_runs_again() -> None:
    """What it looks at is in the record; another order is a difference."""
    trace = await answered()
    other = ScriptedReranker([0.1, 0.2])
    same, changed = await again(trace, ours=ScriptedReranker()), await again(trace, ours=other)

    assert same.identical
    assert ["rank", "pack", "write", "verify", "answer"] == [
        hop.hop for hop in changed.hops if not hop.same
    ]


async def test_an_answer_that_was_said_again_is_said_again() -> None:
    """From the answer that it repeats, if that is kept; else it is named."""

    class Liked:
        async def liked(self, question: Question, *, most: int = 3) -> list[object]:
            del question, most
            return [first]

    first = await answered()
    repeated = await answered(replace(ASKED, asker="U2"), earlier=Liked())
    traces, lacking = MemoryTraces([first]), Lacking()

    assert repeated.draft
    assert repeating.WRITER == repeated.draft.writer
    assert first == await said_before(repeated, traces, lacking)
    assert (await again(repeated, traces=traces)).identical
    assert await said_before(repeated, MemoryTraces(), lacking) is None
    assert await said_before(first, traces, lacking) is None
    assert ["the answer that was said again"] == lacking.named


async def test_a_question_that_failed_while_it_was_written_fails_again() -> None:
    """Then neither writer had anything to say."""
    trace = await answered()
    assert trace.answer
    failed = replace(
        trace,
        draft=None,
        verdicts=(),
        answer=replace(
            (await _failure("Both are down.")),
            trace_id=trace.id,
        ),
    )
    replayed = await again(failed)

    assert replayed.after.answer
    assert "Both are down." == replayed.after.answer.reason


async def _failure(reason: str):
    trace = await answered(Question("?", OPEN))
    assert trace.answer
    return replace(trace.answer, reason=reason)


async def test_without_a_configuration_the_record_names_its_people() -> None:
    """A draft says who wrote it; one that another took over does not say from whom."""
    trace = await answered()
    draft = Draft("first-sentence", "answered", (), "I do not know.", "Too late.")

    replayed = await again(replace(trace, draft=draft))

    assert replayed.after.draft
    assert ("first-sentence", "Too late.") == (
        replayed.after.draft.writer,
        replayed.after.draft.fallback,
    )
