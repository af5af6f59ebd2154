"""Measures whether the current page stands above its older text.

    python -m benchmarks.freshness [--written]

The older texts of ../shared/evaldata/handbooks/stale_versions.jsonl are indexed beside the pages
that took their place, each with its own date. Asked are the sets' questions about those pages,
and each page's title with up to two of its headings. Counted is how often the first chunk of the
current page stands above the first chunk of the old one, with and without the rule of versions.
With `--written` the quoting writer answers as well, and it is counted how often it quotes old texts
alone, and how often a newer page that says otherwise is quoted beside what it wrote.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from retrieval import wiring
from retrieval.answer.answerer import Answerer, Retrieved
from retrieval.answer.rank import fuse
from retrieval.learn.evaluate import NoTraces
from retrieval.settings import Settings, load
from retrieval.values import Question, RankedHit, Scope, VerifiedClaim

HANDBOOKS = Path(__file__).parents[2] / "shared" / "evaldata" / "handbooks"
COLLECTION = "freshness"
HEADINGS = 2
_HEADING = re.compile(r"^##\s+(.+?)\s*#*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Written:
    """Whether a question was answered, from old texts alone, and with a newer page beside that."""

    answered: bool
    old: bool
    added: bool


def lines(path: Path) -> list[dict[str, Any]]:
    """Read a file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


async def index(settings: Settings, folder: Path, rows: Sequence[dict[str, Any]]) -> None:
    """Index the current pages and, as a source of its own, their older texts."""
    known = {row["path"]: row for row in lines(HANDBOOKS / "doc_meta.jsonl")}
    now, then = folder / "now", folder / "then"
    for row in rows:
        for root in (now, then):
            (root / row["path"]).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(HANDBOOKS / row["path"], now / row["path"])
        (then / row["path"]).write_text(row["old_text"], encoding="utf-8")
    dated = {row["path"]: {"last_modified": row["as_of"]} for row in rows}
    ingest = wiring.ingest(settings, wiring.embedder(settings))
    for root, facts in ((now, known), (then, dated)):
        await ingest.run(wiring.folder_reader(settings, root, facts=facts), COLLECTION)


def questions(rows: Sequence[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """Yield (question, path of the page)."""
    titles = {row["path"]: row.get("title") for row in lines(HANDBOOKS / "doc_meta.jsonl")}
    paths = {row["path"] for row in rows}
    for row in lines(HANDBOOKS / "questions.jsonl"):
        for path in set(row["gold_docs"]) & paths:
            yield row["question"], path
    for path in sorted(paths):
        title = titles.get(path) or Path(path).stem
        yield title, path
        text = (HANDBOOKS / path).read_text(encoding="utf-8", errors="replace")
        for heading in _HEADING.findall(text)[:HEADINGS]:
            yield f"{title}: {heading}", path


def page(path: str) -> str:
    """Return a page's path without the folder before it, which tells two sources apart."""
    return path.removeprefix("now/").removeprefix("then/")


def above(hits: Sequence[RankedHit], path: str, current: set[str]) -> bool | None:
    """Whether the current page comes first of the two; None where neither is found."""
    for hit in hits:
        if page(hit.document.path) == path:
            return hit.document.id in current
    return None


async def written(answerer: Answerer, hops: Retrieved, current: set[str]) -> Written:
    """Write one answer, and say what of it is old."""
    draft, verdicts = await answerer.write(hops.queries, hops.packed)
    claims = [one for one in verdicts if isinstance(one, VerifiedClaim)]
    added = max(0, len(verdicts) - len(draft.claims))
    own = [c.document.id for one in claims[: len(claims) - added] for c in one.citations]
    return Written(bool(claims), bool(own) and not current & set(own), added > 0)


async def measure(*, writing: bool = False) -> int:
    """Print the figures."""
    rows = lines(HANDBOOKS / "stale_versions.jsonl")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        settings = load(data=folder / "data")
        await index(settings, folder, rows)
        model = wiring.embedder(settings)
        store = wiring.store(settings, model)
        answerer = await wiring.answerer(settings, model, store, NoTraces())
        scope = Scope((COLLECTION,))
        every = {hit.document.id: hit.document for hit in await store.within(scope).everything()}
        oldest = {row["path"]: row["as_of"] for row in rows}
        current = {
            known.id
            for known in every.values()
            if known.metadata.updated
            and known.metadata.updated.isoformat() != oldest[page(known.path)]
        }
        ruled, plain, answers = [], [], []
        for text, path in questions(rows):
            hops = await answerer.retrieve(Question(text, scope))
            ruled.append(above(hops.ranked.hits, path, current))
            plain.append(above(fuse(hops.candidates), path, current))
            answers += [await written(answerer, hops, current)] if writing else []
        await store.close()
    for name, found in (("fused alone", plain), ("with the rule of versions", ruled)):
        seen = [one for one in found if one is not None]
        print(f"{name:28}current page above in {sum(seen) / len(seen):.3f} of {len(seen)}")
    if answers:
        print(told(answers))
    return 0


def told(answers: Sequence[Written]) -> str:
    """Return the figures of what was written."""
    answered = [one for one in answers if one.answered]
    old = [one for one in answered if one.old]
    return (
        f"{len(answered)} of {len(answers)} answered, {len(old)} from old texts alone\n"
        f"a newer page quoted beside {sum(one.added for one in answered)}, beside"
        f" {sum(one.added for one in old)} of those from old texts alone"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--written", action="store_true", help="write answers, too: some minutes")
    options = parser.parse_args()
    if not HANDBOOKS.is_dir():
        sys.exit("This needs the evaluation sets in ../shared/evaldata.")
    sys.exit(asyncio.run(measure(writing=options.written)))
