"""A small corpus in which right pages are lost, each in one way, by the real answer path.

Only who reranks, rewrites and writes is scripted, and closeness is that of bags of words. Some 130
pages about zeppelins stand before whatever they have words in common with.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from retrieval.answer.answerer import Answerer, Limits, Team
from retrieval.answer.pack import Budget
from retrieval.ingest.chunk import Chunker
from retrieval.ingest.ingest import Ingest
from retrieval.learn.diagnose import Diagnosis
from retrieval.learn.diagnosing import Asked, Diagnoser
from retrieval.learn.evidence import Wanted
from retrieval.learn.indexed import Pages
from retrieval.ports import Reader, Written
from retrieval.readers.folder import FolderReader
from retrieval.stores.sqlite import SqliteStore
from retrieval.stores.upkeep import SqliteUpkeep
from retrieval.stores.writing import SqliteIndex
from retrieval.values import (
    Candidates,
    Claim,
    Packed,
    Queries,
    Question,
    Quote,
    RankedHit,
    Scope,
    Turn,
)
from tests.fakes.team import BagEmbedder, FixedClock, MemoryTraces, ScriptedReranker

FILES = Path(__file__).parents[1] / "readers" / "files"
ZEPPELINS = "How is the zeppelin timetable for tuesday departures?"
LONG = " ".join(f"Rule {n} of the canteen names tray {n} and spoon {n}." for n in range(90))
HIDDEN = """<html><body><h1>Parking</h1><table>
<tr><th>Lot</th><th style="display:none">Gate code</th></tr>
<tr><td>North lot</td><td style="display:none">marmoset falcon seventeen</td></tr>
</table></body></html>"""

PAGES: Mapping[str, str] = {
    **{
        f"zeppelin/{n:03}.md": f"# Z{n}\n\nThe zeppelin timetable {n} for tuesday departures.\n"
        for n in range(130)
    },
    **{f"quokka/{n:02}.md": f"# Q{n}\n\nThe quokka allowance of group {n}.\n" for n in range(14)},
    "quokka/right.md": "# Payments\n\nWho keeps one gets the quokka allowance in march, in cash.\n",
    "fusion.md": "# Notes\n\n" + " ".join(f"word{n}" for n in range(60)) + " wombat.\n",
    "lonely.md": "# Badges\n\nLost cards are replaced by the porter.\n",
    "cut.md": f"# Canteen\n\n{LONG}\n",
    "hidden.html": HIDDEN,
    "salary.md": "# Salary\n\nSalaries are paid on the last working day.\n",
    "twin-a.md": "# Mail\n\nThe postroom frankates parcels until four.\n",
    "twin-b.md": "# Mail\n\nThe postroom frankates parcels until four.\n",
    "old.md": "---\nstatus: archived\n---\n# Kiln\n\nThe pottery kiln is lit by the warden.\n",
    "leave-2023.md": "---\nupdated: 2023-02-01\n---\n# Holiday\n\n"
    "Holiday for sailors is 30 days a year.\n",
    "leave-2025.md": "---\nupdated: 2025-11-01\n---\n# Shore time\n\n"
    "For sailors holiday is now 25 days in each year, as agreed.\n",
    "ferry-2023.md": "---\nupdated: 2023-02-01\n---\n# Crossing\n\n"
    "The ferry sails Monday to Friday from 8:00 to 18:00.\n",
    "ferry-2025.md": "---\nupdated: 2025-11-01\n---\n# Sail by ferry\n\n"
    "The **ferry** sails Monday to Thursday from 9:00 to 16:00.\n",
    "manual.md": "# Boilers\n\n"
    + "\n".join(
        f"## Boiler {n}\n\n"
        + "The boiler valve turns. " * (9 - n)
        + " ".join(f"part{n}x{m}" for m in range(150))
        + f" Ring {n} of them is brass.\n"
        for n in range(6)
    ),
    "hall.md": "# Hall\n\nThe hall is heated.\n\nThe hall is open until nine.\n",
    "late.md": "# Lockers\n\nLockers are on the ground floor.\n",
}
HR = {"secret.md": "# Severance\n\nSeverance is one month for each year.\n"}


class Reversing(ScriptedReranker):
    """A reranker that turns the order over."""

    async def rerank(
        self, queries: Queries, candidates: Candidates, hits: Sequence[RankedHit]
    ) -> Sequence[float]:
        """Give the worst the best score."""
        return [float(hit.rank) for hit in hits]


@dataclass
class LastLine:
    """A writer that quotes the last line of the best source, or of the page that it likes."""

    path: str = ""
    name: str = "last-line"

    async def write(self, queries: Queries, packed: Packed) -> AsyncIterator[Written]:
        """Quote it."""
        liked = [one for one in packed.sources if one.document.path == self.path]
        source = [*liked, *packed.sources][0]
        line = source.text.strip().splitlines()[-1]
        yield Written(status="answered")
        yield Written(claim=Claim(line, (Quote(source.label, line),)))


class Both:
    """A writer that quotes the last lines of several pages."""

    name = "both"

    def __init__(self, *paths: str) -> None:
        """Take the pages."""
        self._paths = paths

    async def write(self, queries: Queries, packed: Packed) -> AsyncIterator[Written]:
        """Quote them, one after the other."""
        yield Written(status="answered")
        for path in self._paths:
            source = next(one for one in packed.sources if one.document.path == path)
            line = source.text.strip().splitlines()[-1]
            yield Written(claim=Claim(line, (Quote(source.label, line),)))


@dataclass
class Planted:
    """The corpus, indexed in a folder of its own."""

    home: Path
    embedder: BagEmbedder = field(default_factory=BagEmbedder)

    @property
    def pages(self) -> Path:
        """The folder of the pages of `docs`."""
        return self.home / "docs"

    def plant(self) -> Planted:
        """Write the pages and index them; then change what is to be out of date."""
        for folder, pages in (("docs", PAGES), ("hr", HR)):
            for path, text in pages.items():
                place = self.home / folder / path
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_text(text, encoding="utf-8")
        (self.pages / "table.xlsx").write_bytes(b"PK\x03\x04 cells")
        for name in ("scanned.pdf", "fpdf2.pdf"):
            shutil.copy(FILES / name, self.pages / name)
        asyncio.run(self._index())
        (self.pages / "new.md").write_text("# Bees\n\nThe hives stand on the roof.\n", "utf-8")
        (self.pages / "late.md").write_text("# Lockers\n\nLockers have moved upstairs.\n", "utf-8")
        return self

    async def _index(self) -> None:
        index = SqliteIndex(self.home / "index")
        chunker = Chunker(self.embedder.count, maximum=self.embedder.max_tokens)
        for collection in ("docs", "hr"):
            ingest = Ingest(index, chunker, self.embedder)
            await ingest.run(FolderReader(self.home / collection), collection)

    def reader(self, _: str, root: str) -> Reader:
        """Read a root again."""
        return FolderReader(Path(root))

    async def diagnose(self, text: str, *right: str, **how: Any) -> Diagnosis:
        """Ask a question whose right pages are "path" or "collection:path", and diagnose it.

        `how`: wanted, history, without, asker, place, and whoever is to be of the team instead.
        """
        scope = Scope(how.pop("scope", ("docs",)))
        question = Question(
            text,
            scope,
            how.pop("history", ()),
            asker=how.pop("asker", "U1"),
            place=how.pop("place", "C1"),
            without=how.pop("without", ()),
        )
        names = [tuple(page.split(":")) if ":" in page else ("docs", page) for page in right]
        asked = Asked(
            "1", question, tuple((n[0], n[1]) for n in names), how.pop("wanted", Wanted())
        )
        store = SqliteStore(self.home / "index", embedder=self.embedder.identity)
        budget = how.pop("budget", Budget())
        team = {
            "embedder": self.embedder,
            "reranker": ScriptedReranker(),
            "writer": LastLine(),
            "fallback": LastLine(),
            "traces": MemoryTraces(),
            "clock": FixedClock(),
            **how,
        }
        answerer = Answerer(Team(store=store, **team), limits=Limits(budget))
        pages = Pages(SqliteUpkeep(self.home / "index"), self.reader)
        try:
            (found,) = await Diagnoser(answerer, pages).run([asked], lambda *_: None)
        finally:
            await store.close()
        return found.diagnosis


def turns(*texts: str) -> tuple[Turn, ...]:
    """Make a thread of a person's messages."""
    return tuple(Turn("user", text) for text in texts)
