"""A trace -> the same question asked again, and where the two runs differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from retrieval.answer.answerer import Answerer, Limits
from retrieval.errors import FootnoteError
from retrieval.learn.difference import Change, HopDiff, diff
from retrieval.learn.evaluate import NoTraces
from retrieval.learn.frozen.lacking import Lacking
from retrieval.learn.frozen.team import Known, said_before, team
from retrieval.ports import Traces
from retrieval.text.synonyms import Synonyms
from retrieval.values import Trace


@dataclass(frozen=True, slots=True)
class Replayed:
    """A question that was asked again.

    `lacking` names what the record lacks or could not be restored, and `changed` what is set
    differently now: each may explain why the runs differ.
    """

    before: Trace
    after: Trace
    hops: tuple[HopDiff, ...]
    lacking: tuple[str, ...] = ()
    changed: tuple[Change, ...] = ()

    @property
    def identical(self) -> bool:
        """Whether the runs are the same to the last number, times and ids apart."""
        return all(hop.same for hop in self.hops)


class Caught:
    """Keeps the last trace, for whoever asked; hands it on where it is to be kept for good."""

    def __init__(self, kept: Traces | None = None) -> None:
        """Take who keeps traces for good, None for nobody."""
        self._kept: Traces = kept or NoTraces()
        self.trace: Trace | None = None

    async def record(self, trace: Trace) -> None:
        """Catch a trace."""
        self.trace = trace
        await self._kept.record(trace)

    async def find(self, trace_id: str) -> Trace:
        """Find a trace where they are kept."""
        return await self._kept.find(trace_id)

    async def configure(self, configuration: Mapping[str, Any]) -> str:
        """Name a configuration, and keep it where they are kept."""
        return await self._kept.configure(configuration)

    def caught(self) -> Trace:
        """Return the trace. Raises FootnoteError where none came."""
        if self.trace is None:
            raise FootnoteError("The question left no trace.")
        return self.trace


def compared(
    before: Trace,
    after: Trace,
    lacking: tuple[str, ...] = (),
    changed: tuple[Change, ...] = (),
) -> Replayed:
    """Compare two runs of a question."""
    return Replayed(before, after, diff(before, after), lacking, changed)


async def again(trace: Trace, answerer: Answerer, caught: Caught) -> Trace:
    """Ask the question of a trace again: within its scope, in its thread, of the same person.

    `answerer` records to `caught`, and says no earlier answer again.
    """
    await answerer.answer(trace.question)
    return caught.caught()


@dataclass(frozen=True, slots=True)
class Setting:
    """What an answerer is set to: what it may cost, its synonyms, and its configuration's id."""

    limits: Limits = field(default_factory=Limits)
    synonyms: Mapping[str, Synonyms] = field(default_factory=dict)
    configuration: str = ""


async def frozen(
    trace: Trace, known: Known, setting: Setting, traces: Traces, lacking: Lacking
) -> Replayed:
    """Answer the question of a trace from the record alone: every stage runs, and nobody is asked.

    `traces` are looked into for the earlier answer that this one may repeat. `lacking` may have
    been begun: what turns out to be lacking is added.
    """
    earlier = await said_before(trace, traces, lacking)
    caught = Caught()
    answerer = Answerer(
        team(trace, known, caught, earlier, lacking),
        limits=setting.limits,
        synonyms=setting.synonyms,
        configuration=setting.configuration,
    )
    await answerer.answer(trace.question)
    return compared(trace, caught.caught(), tuple(lacking.named))
