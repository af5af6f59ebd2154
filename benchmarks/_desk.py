"""A few pages in a folder of their own, indexed and asked: what two benchmarks of safety share."""

from __future__ import annotations

import json
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from retrieval import wiring
from retrieval.answer.answerer import Answerer, Retrieved
from retrieval.answer.generate import generate
from retrieval.answer.verify import verify
from retrieval.learn.evaluate import NoTraces
from retrieval.models.quoting import QuotingWriter
from retrieval.ports import Writer
from retrieval.settings import load
from retrieval.values import Claim, Document, Question, Scope, Verdict

EVALDATA = Path(__file__).parents[2] / "shared" / "evaldata"
NEEDED = "This needs the evaluation sets in ../shared/evaldata."
_COLLECTION = "bench"


@dataclass(frozen=True)
class Desk:
    """The answer path over the pages, and the pages as their reader gives them, by id."""

    answerer: Answerer
    quoting: QuotingWriter
    documents: Mapping[str, Document]

    async def find(self, question: str) -> Retrieved:
        """Search, rank and pack."""
        return await self.answerer.retrieve(Question(question, Scope((_COLLECTION,))))

    async def write(self, writer: Writer, found: Retrieved) -> list[Verdict]:
        """Let a writer speak; return what became of each of its claims."""
        verdicts: list[Verdict] = []

        async def check(claim: Claim) -> None:
            verdicts.append(verify(claim, found.packed))

        await generate(writer, self.quoting, found.queries, found.packed, check)
        return verdicts


@asynccontextmanager
async def desk(pages: Mapping[str, str]) -> AsyncIterator[Desk]:
    """Index pages (path -> text) in a temporary folder, without any model service."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name) / "pages"
        for path, text in pages.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        alone = {"openai_api_key": None, "openai_base_url": ""}
        settings = load(data=Path(name) / "data").model_copy(update=alone)
        model, reader = wiring.embedder(settings), wiring.folder_reader(settings, root)
        await wiring.ingest(settings, model).run(reader, _COLLECTION)
        documents = [reader.read(file) for file in reader.scan().files]
        store = wiring.store(settings, model)
        try:
            answerer = await wiring.answerer(settings, model, store, NoTraces())
            quoting = wiring.quoting_writer(settings, model)
            yield Desk(answerer, quoting, {one.id: one for one in documents})
        finally:
            await store.close()


def lines(path: Path) -> list[dict[str, Any]]:
    """Read a file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return rows under a head, the first column to the left and the others to the right."""
    cells = [[str(cell) for cell in row] for row in (head, *rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if at else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in cells
    )
