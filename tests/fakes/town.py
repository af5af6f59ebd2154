"""A made-up town with a page and a question for each of its permits, and a path that answers."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np

from retrieval.answer.answerer import Answerer, Team
from retrieval.answer.pack import Budget
from retrieval.ingest.ingest import Ingest
from retrieval.learn.measuring import Measuring
from retrieval.learn.nightly import Nightly, Told
from retrieval.learn.path import AnswerPath
from retrieval.ledger.ledger import Ledger
from retrieval.ports import EvalCase, Label, Written
from retrieval.stores.sqlite import SqliteStore
from retrieval.stores.upkeep import SqliteUpkeep
from retrieval.stores.writing import SqliteIndex
from retrieval.text.words import words
from retrieval.values import Claim, Packed, Queries, Quote
from tests.fakes.clock import FakeClock
from tests.fakes.pages import FakeCutter, FakeReader, vector
from tests.fakes.team import ScriptedReranker

PERMITS = 96
SECTIONS = 6
"""Of the guide, a page that as many cases ask for."""
CASES = PERMITS + SECTIONS
GUIDE = "guide.md"
_SYLLABLES = ("ba", "de", "fi", "go", "ku", "la", "me", "ni", "po", "ru", "sa", "te")


def word(number: int) -> str:
    """Make up a word."""
    first, rest = divmod(number, 12)
    return f"{_SYLLABLES[first % 12]}{_SYLLABLES[rest]}{_SYLLABLES[(first + rest) % 12]}v"


def other_word(number: int) -> str:
    """Make up the word that people have for the same thing."""
    return f"zum{word(number)}k"


def path(number: int) -> str:
    """Name the page of a permit."""
    return f"permits/{number:03}.md"


def page(number: int) -> str:
    """Write the page of a permit."""
    return f"# The {word(number)}\n\nA {word(number)} is signed at the town hall."


def section(number: int) -> str:
    """Write a section of the guide."""
    return f"Whoever wants to {word(PERMITS + number)} asks at the gate."


def guide(sections: Sequence[int]) -> str:
    """Write a page of the guide's title with some of its sections."""
    return "\n\n".join(["# The guide", *map(section, sections)])


PAGES = {path(number): page(number) for number in range(PERMITS)} | {GUIDE: guide(range(SECTIONS))}


@dataclass
class Concepts:
    """An embedder of words; one that `knows` takes other words for the same thing as equal."""

    knows: bool = True
    max_tokens: int = 250
    dims: int = 64

    @property
    def identity(self) -> str:
        """Two models have two names."""
        return "concepts 1" if self.knows else "letters 1"

    def count(self, text: str) -> int:
        """Count words."""
        return len(words(text))

    async def passages(self, texts: Sequence[str]) -> np.ndarray:
        """Embed texts to be found."""
        return np.stack([self._embed(text) for text in texts])

    async def query(self, text: str) -> np.ndarray:
        """Embed one text to find by."""
        return self._embed(text)

    def _embed(self, text: str) -> np.ndarray:
        same = {other_word(number): word(number) for number in range(PERMITS)} if self.knows else {}
        return vector(" ".join(same.get(one, one) for one in words(text)), self.dims)


@dataclass
class LastLine:
    """A writer that quotes the last line of the best source."""

    name: str = "last line"

    async def write(self, queries: Queries, packed: Packed) -> AsyncIterator[Written]:
        """Quote."""
        source = packed.sources[0]
        line = source.text.strip().splitlines()[-1]
        yield Written(status="answered")
        yield Written(claim=Claim(line, (Quote(source.label, line),)))


def case(number: int, clock: FakeClock) -> EvalCase:
    """Ask for a permit: every second one by the word that its page does not have."""
    asked = other_word(number) if number % 2 and number < PERMITS else word(number)
    right = path(number) if number < PERMITS else GUIDE
    return EvalCase(
        f"case-{number:03}",
        "",
        clock.now(),
        "triaged",
        "U1",
        "C1",
        {"question": f"Tell me of the {asked}", "collections": ["docs"], "history": []},
        kind="imported",
        label=Label(right=(f"docs:{right}",)),
    )


@dataclass
class Town:
    """An index of the pages, and what measures it every night."""

    folder: Path
    clock: FakeClock = field(default_factory=FakeClock)
    embedder: Concepts = field(default_factory=Concepts)
    pages: dict[str, str] = field(default_factory=lambda: dict(PAGES))
    asked: int = 0
    open: bool = True

    @property
    def url(self) -> str:
        """The address of its ledger."""
        return f"sqlite:///{self.folder}/ledger.db"

    def copy(self, folder: Path) -> Town:
        """Go on elsewhere from where this town stands."""
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        clock = FakeClock()
        clock.time = self.clock.time
        return replace(self, folder=folder, clock=clock, pages=dict(self.pages))

    async def index(self) -> None:
        """Bring the index up to date."""
        ingest = Ingest(SqliteIndex(self.folder / "index"), FakeCutter(), self.embedder)
        assert (await ingest.run(FakeReader(self.pages), "docs")).succeeded

    async def label(self, ledger: Ledger, permits: Sequence[int] = range(CASES)) -> None:
        """Label a case for each of some permits."""
        for number in permits:
            await ledger.cases.add(case(number, self.clock))

    @asynccontextmanager
    async def open_path(self, traces: Any) -> AsyncIterator[AnswerPath]:
        """Put the answer path together."""
        self.asked += 1
        store = SqliteStore(self.folder / "index", embedder=self.embedder.identity)
        writer = LastLine()
        team = Team(store, self.embedder, ScriptedReranker(), writer, writer, traces, self.clock)
        name = await traces.configure({"embedder": self.embedder.identity, "k": 60})
        try:
            yield AnswerPath(Answerer(team), store, Budget(), name)
        finally:
            await store.close()

    def names(self, collection: str) -> bool:
        """Say whether the pages of a collection may be named where it is told."""
        return self.open and collection == "docs"

    def nightly(self, ledger: Ledger, ticketer: Any = None) -> Nightly:
        """Build what measures it."""
        measuring = Measuring(lambda: self.open_path(ledger), SqliteUpkeep(self.folder / "index"))
        return Nightly(
            ledger, measuring, Told("CMAINT", "T1", ticketer, self.names, self.names), self.clock
        )

    def next_night(self) -> str:
        """Let a day pass; return the new night's period."""
        self.clock.time += timedelta(days=1)
        return f"{self.clock.time:%Y-%m-%d}"


def silent(done: int, total: int) -> None:
    """Show no progress."""
