"""One question that was answered by fakes, for whoever runs it again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from retrieval.answer.answerer import Answerer, Limits, Team
from retrieval.learn.frozen.lacking import Lacking
from retrieval.learn.frozen.team import Known
from retrieval.learn.replay import Replayed, Setting, frozen
from retrieval.values import Question, Trace
from tests.fakes.team import (
    OPEN,
    BagEmbedder,
    FirstSentence,
    FixedClock,
    MemoryStore,
    MemoryTraces,
    ScriptedReranker,
    facts,
)

ASKED = Question("How many days of leave do staff get?", OPEN)
LEAVE = ("Staff get 30 days of leave.\n", "It is booked in the portal.\n", "Ask early.\n")


def shelf() -> MemoryStore:
    """Return a store of two pages."""
    store = MemoryStore()
    store.put(facts("leave.md", "Leave"), *LEAVE)
    store.put(facts("vpn.md", "VPN"), "Install the client.\n", "Staff connect by it.\n")
    return store


async def answered(question: Question = ASKED, limits: Limits | None = None, **parts: Any) -> Trace:
    """Answer a question; `parts` of the team take the place of the fakes."""
    traces, first = MemoryTraces(), FirstSentence()
    team = Team(shelf(), BagEmbedder(), ScriptedReranker(), first, first, traces, FixedClock())
    await Answerer(replace(team, **parts), limits=limits).answer(question)
    return traces.kept[0]


async def again(
    trace: Trace,
    limits: Limits | None = None,
    *,
    traces: MemoryTraces | None = None,
    **known: Any,
) -> Replayed:
    """Answer the question of a trace from the trace alone."""
    setting = Setting(limits or Limits())
    parts = Known(**{"quoting": FirstSentence(), **known})
    return await frozen(trace, parts, setting, traces or MemoryTraces(), Lacking())
