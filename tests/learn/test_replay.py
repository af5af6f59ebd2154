"""A question is asked again as it was asked, and its new trace is handed on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from retrieval.answer.answerer import Answerer, Team
from retrieval.errors import FootnoteError, TraceMissing
from retrieval.learn.replay import Caught, again, compared
from tests.fakes.replayed import ASKED, answered, shelf
from tests.fakes.team import (
    BagEmbedder,
    FirstSentence,
    FixedClock,
    MemoryTraces,
    ScriptedReranker,
    facts,
)


async def test_it_is_asked_again_in_its_scope_and_thread() -> None:
    """Of the path of now, whatever it is."""
    trace = await answered(replace(ASKED, asker="U1", place="C1"))
    kept, first = MemoryTraces(), FirstSentence()
    caught = Caught(kept)
    store = shelf()
    store.put(facts("days.md", "Days"), "Staff get days of leave, how many do they get?\n")
    team = Team(store, BagEmbedder(), ScriptedReranker(), first, first, caught, FixedClock())

    after = await again(trace, Answerer(team), caught)
    replayed = compared(trace, after, ("the moon",))

    assert trace.question == after.question
    assert ([after], ("the moon",)) == (kept.kept, replayed.lacking)
    assert not replayed.identical
    assert ["search", "rank", "pack", "write", "verify", "answer"] == [
        hop.hop for hop in replayed.hops if not hop.same
    ]


async def test_what_is_caught_is_kept_only_where_somebody_keeps_it() -> None:
    """A replay leaves nothing behind unless it is told to."""
    caught = Caught()
    with pytest.raises(FootnoteError, match="no trace"):
        caught.caught()

    trace = await answered()
    await caught.record(trace)

    assert trace == caught.caught()
    assert await caught.configure({"a": 1}) == await caught.configure({"a": 1})
    with pytest.raises(TraceMissing):
        await caught.find(trace.id)
    assert trace == await Caught(MemoryTraces([trace])).find(trace.id)
