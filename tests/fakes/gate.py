"""Stand-ins for the gate: a ledger in memory, and a measure that says what it is told to."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from retrieval.errors import FootnoteError
from retrieval.learn.scoring import CaseScore
from retrieval.ports import EvalCase, GateWatch, GenerationFacts, Label, Ruling
from tests.fakes.clock import FakeClock


def case(name: str, right: str = "docs:a.md") -> EvalCase:
    """Make a labelled case, asked in `docs`."""
    content = {"question": f"Where is {name}?", "collections": ["docs"]}
    made = datetime(2026, 1, 1, tzinfo=UTC)
    return EvalCase(name, "", made, "triaged", "U1", "C1", content, label=Label(right=(right,)))


@dataclass
class Books:
    """Rulings, cases, alarms and notices in memory; fills the port of the gate."""

    known: list[EvalCase] = field(default_factory=list)
    kept: dict[str, Ruling] = field(default_factory=dict)
    standing: dict[str, str] = field(default_factory=dict)
    said: list[tuple[str, str, Sequence[Any]]] = field(default_factory=list)
    broken: FootnoteError | None = None
    clock: FakeClock = field(default_factory=FakeClock)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Any]:
        """Open it."""
        if self.broken:
            raise self.broken
        yield self

    @property
    def rulings(self) -> Any:
        """What was ruled."""
        return self

    @property
    def cases(self) -> Any:
        """The cases."""
        return _Cases(self.known)

    @property
    def alarms(self) -> Any:
        """What is wrong."""
        return _Alarms(self.standing)

    @property
    def outbox(self) -> Any:
        """What is said."""
        return self

    async def notify(self, to: str, text: str, *, key: str, **more: Any) -> bool:
        """Write to a channel."""
        assert more["within"], "A notice names questions: others may not read it."
        self.said.append((to, text, more.get("buttons", ())))
        return True

    async def keep(self, ruling: Ruling) -> None:
        """Keep a ruling."""
        self.kept[ruling.key] = ruling

    async def find(self, kind: str, collection: str, name: str) -> Ruling | None:
        """Find one."""
        return self.kept.get(f"{kind}|{collection}|{name}")

    async def latest(
        self, kind: str, collection: str = "", *, states: Sequence[str] = (), most: int = 20
    ) -> Sequence[Ruling]:
        """Return those of a kind."""
        found = [one for one in self.kept.values() if one.kind == kind]
        return [one for one in found if not states or one.state in states][:most]

    async def decide(
        self, ruling: Ruling, state: str, *, by: str, among: Sequence[str] = ("held",)
    ) -> Ruling | None:
        """Decide about one."""
        found = self.kept.get(ruling.key)
        if found is None or found.state not in among:
            return None
        self.kept[ruling.key] = replace(found, state=state, by=by, decided=self.clock.now())
        return self.kept[ruling.key]

    async def forget(self, collection: str, fingerprint: str) -> bool:
        """Forget what was thrown away."""
        before = len(self.kept)
        self.kept = {k: one for k, one in self.kept.items() if fingerprint not in one.fingerprints}
        return len(self.kept) < before


@dataclass
class _Cases:
    known: list[EvalCase]

    async def list(self, **_: Any) -> Sequence[EvalCase]:
        return self.known


@dataclass
class _Alarms:
    standing: dict[str, str]

    async def give(self, kind: str, subject: str, said: str) -> None:
        self.standing[f"{kind} {subject}"] = said

    async def end(self, kind: str, subject: str) -> bool:
        return bool(self.standing.pop(f"{kind} {subject}", None))


@dataclass
class FakeMeasure:
    """Finds of each case the page at a rank, by generation; counts what it was asked."""

    ranks: Mapping[str, Mapping[str, int | None]]
    failure: FootnoteError | None = None
    asked: list[str] = field(default_factory=list)

    async def __call__(
        self, facts: GenerationFacts, cases: Sequence[EvalCase], watch: GateWatch | None
    ) -> tuple[Sequence[CaseScore], str]:
        """Score cases on a generation."""
        self.asked.append(facts.name)
        if self.failure:
            raise self.failure
        if watch:
            watch("measuring", len(cases), len(cases))
        ranks = self.ranks[facts.name]
        return [
            CaseScore(one.id, "docs", ranks.get(one.id, 1), right=one.label.right) for one in cases
        ], ""
