"""What is kept of each question, what it cost, and the time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from retrieval.values import Trace, Usage


class Traces(Protocol):
    """What happened to each question, kept."""

    async def record(self, trace: Trace) -> None:
        """Keep a trace: hops, answer, citations, texts by digest. Raises LedgerError."""

    async def find(self, trace_id: str) -> Trace:
        """Return a trace by its id or an unambiguous start of it. Raises TraceMissing."""

    async def configure(self, configuration: Mapping[str, Any]) -> str:
        """Keep a configuration (prompts, settings, model names, weights); return its id."""


@dataclass(frozen=True, slots=True)
class ConfigurationFacts:
    """A configuration that was recorded, and how many `questions` were asked by it, and when.

    One that no question is left of was used `since` it was recorded, as far as is known. `nights`
    are the nightly runs that it measured.
    """

    id: str
    content: Mapping[str, Any]
    since: datetime
    last: datetime
    questions: int
    nights: int = 0


class Configurations(Protocol):
    """The configurations that answers were made with. Both raise LedgerError."""

    async def list(self) -> Sequence[ConfigurationFacts]:
        """Return all, in the order in which they were first used."""

    async def find(self, name: str) -> ConfigurationFacts:
        """Return one by its id or an unambiguous start of it. Raises ConfigurationMissing."""


@dataclass(frozen=True, slots=True)
class Charge:
    """What a model charged for at one stage of one question; it names nobody and quotes nothing.

    Embedding pages is charged to a run of indexing, which has a name of its own in `trace`.
    """

    trace: str
    asked: datetime
    collections: tuple[str, ...]
    stage: str
    usage: Usage


class Charges(Protocol):
    """What was charged, kept when the questions themselves are pruned."""

    async def add(self, charge: Charge) -> None:
        """Keep what was charged for something else than a question. Raises LedgerError."""

    async def between(self, since: datetime | None, until: datetime | None) -> Sequence[Charge]:
        """Return what was charged from `since` up to before `until`, the oldest first."""


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """Return the time now, in UTC, with its zone."""

    def monotonic(self) -> float:
        """Return seconds that never go back."""
