"""Whether every citation shown stands verbatim in its document, whatever the writer says.

    python -m benchmarks.citations [--pages N] [--seed N]

A seeded part of ../shared/evaldata/runbooks (at most N pages, those that questions are about
first) is indexed and asked. One writer quotes; the other says the worst that a model might:
quotes cut in words, joined from two sources, with another number, from another source, in other
letters and spaces, endless, empty. Each citation is looked up in the page as its reader gives it.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks._desk import EVALDATA, NEEDED, Desk, desk, lines, table
from retrieval.ports import Written
from retrieval.text.sentences import units
from retrieval.values import Claim, Document, Dropped, Packed, Queries, Quote, Source, Verdict

RUNBOOKS = EVALDATA / "runbooks"
LARGEST = 9_000
"""Bytes of the largest page taken, since embedding takes its time."""
CLAIMS = 12


def corpus(most: int, chance: random.Random) -> tuple[dict[str, str], list[str]]:
    """Return pages by path, and the questions about them."""
    asked: dict[str, list[str]] = {}
    for row in lines(RUNBOOKS / "questions.jsonl"):
        for path in row["gold_docs"]:
            asked.setdefault(path, []).append(row["question"])
    small = [path for path in sorted(asked) if _size(RUNBOOKS / path) <= LARGEST]
    chance.shuffle(small)
    pages = small[:most]
    texts = {path: (RUNBOOKS / path).read_text("utf-8", errors="replace") for path in pages}
    return texts, [question for path in pages for question in asked[path]]


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else sys.maxsize


# --- the worst that a writer might say ------------------------------------------------------


def sentence(source: Source, chance: random.Random) -> str:
    """Return a sentence, row or item of a source as it stands there."""
    found = [source.text[unit.start : unit.end] for unit in units(source.text)]
    return chance.choice(found or [source.text])


def verbatim(quote: str, _packed: Packed, _chance: random.Random) -> str:
    """Return the quote as it is."""
    return quote


def cut(quote: str, _packed: Packed, chance: random.Random) -> str:
    """Cut it somewhere, in words if it comes to that."""
    start, end = sorted(chance.randrange(len(quote) + 1) for _ in range(2))
    return quote[start:end]


def numbered(quote: str, _packed: Packed, chance: random.Random) -> str:
    """Change its digits, or add one."""
    changed = "".join(str(chance.randrange(10)) if c.isdigit() else c for c in quote)
    return changed if changed != quote else f"{quote} 42"


def joined(quote: str, packed: Packed, chance: random.Random) -> str:
    """Join it to a sentence of some source, with or without an ellipsis."""
    other = sentence(chance.choice(packed.sources), chance)
    return quote + chance.choice([" ", " ... ", " [...] ", "\n"]) + other


def spaced(quote: str, _packed: Packed, chance: random.Random) -> str:
    """Write it with other spaces, marks and letters."""
    marks = str.maketrans(
        {'"': "\u201c", "'": "\u2019", "-": "\u2011", " ": chance.choice("  \n\t")}
    )
    return chance.choice([quote.upper(), f"**{quote}**", f"\u200b{quote}"]).translate(marks)


def swapped(quote: str, _packed: Packed, chance: random.Random) -> str:
    """Take a word out, put one in, or change the order."""
    said = quote.split()
    at = chance.randrange(len(said)) if said else 0
    said[at : at + 1] = chance.choice([[], ["not"], [*said[at : at + 1], "never"]])
    return " ".join(said)


def elsewhere(_quote: str, packed: Packed, chance: random.Random) -> str:
    """Take a piece of a source by place, over the seams between its chunks."""
    text = chance.choice(packed.sources).text
    at = chance.randrange(len(text))
    return text[at : at + chance.randrange(1, 500)]


def nothing(_quote: str, _packed: Packed, chance: random.Random) -> str:
    """Say nothing, white space or something endless."""
    return chance.choice(["", " \n", "...", "\x00", "a " * 5_000, "e\u0301" * 40])


WAYS: tuple[Callable[[str, Packed, random.Random], str], ...] = (
    verbatim,
    cut,
    numbered,
    joined,
    spaced,
    swapped,
    elsewhere,
    nothing,
)


@dataclass(frozen=True)
class WorstWriter:
    """Claims with quotes that are wrong in every way it knows, and some that are right."""

    chance: random.Random
    name: str = "worst"

    async def write(self, queries: Queries, packed: Packed) -> AsyncIterator[Written]:
        """Say it."""
        del queries
        yield Written(status="answered")
        for _ in range(CLAIMS if packed.sources else 0):
            quotes = [self._quote(packed) for _ in range(self.chance.randrange(1, 4))]
            text = self.chance.choice([quotes[0].text, "All is well.", quotes[-1].text[::-1]])
            yield Written(claim=Claim(text[:600], tuple(quotes)))

    def _quote(self, packed: Packed) -> Quote:
        source = self.chance.choice(packed.sources)
        text = self.chance.choice(WAYS)(sentence(source, self.chance), packed, self.chance)
        label = self.chance.choice([source.label] * 6 + ["S9", "", "s1", f" {source.label} "])
        return Quote(label, text[:3_000])


# --- counting -------------------------------------------------------------------------------


def count(verdicts: Sequence[Verdict], documents: dict[str, Document], told: Counter[str]) -> None:
    """Count what was said and shown, and look up each citation in its document."""
    for verdict in verdicts:
        told["claims"] += 1
        if isinstance(verdict, Dropped):
            told["dropped"] += 1
            continue
        told["replaced"] += bool(verdict.replaced)
        told["without"] += not verdict.citations
        for one in verdict.citations:
            told["citations"] += 1
            text = documents[one.document.id].text
            told["verbatim"] += bool(one.text) and text[one.start : one.end] == one.text


async def measure(most: int, seed: int) -> int:
    """Print the table; return 1 when a citation is not verbatim."""
    chance = random.Random(seed)  # noqa: S311 - a sample, no secret
    pages, questions = corpus(most, chance)
    async with desk(pages) as made:
        told = await ask(made, questions, chance)
    rows = []
    for name, counts in told.items():
        cited = counts["citations"]
        share = f"{counts['verbatim'] / cited:.4f}" if cited else "-"
        rows.append((name, *(counts[key] for key in _COLUMNS), share))
    print(f"{len(pages)} pages, {len(questions)} questions")
    print(table(("writer", *_COLUMNS, "share"), rows))
    wrong = [c for c in told.values() if c["verbatim"] < c["citations"] or c["without"]]
    return 1 if wrong else 0


_COLUMNS = ("claims", "dropped", "replaced", "without", "citations", "verbatim")


async def ask(
    made: Desk, questions: Sequence[str], chance: random.Random
) -> dict[str, Counter[str]]:
    """Ask every question of both writers."""
    told: dict[str, Counter[str]] = {"quoting": Counter(), "worst case": Counter()}
    for question in questions:
        found = await made.find(question)
        for name, writer in (("quoting", made.quoting), ("worst case", WorstWriter(chance))):
            verdicts = await made.write(writer, found)
            count(verdicts, dict(made.documents), told[name])
    return told


def main() -> int:
    """Read the arguments."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--pages", type=int, default=40)
    parser.add_argument("--seed", type=int, default=3)
    options = parser.parse_args()
    if not RUNBOOKS.is_dir():
        print(NEEDED, file=sys.stderr)
        return 1
    return asyncio.run(measure(options.pages, options.seed))


if __name__ == "__main__":
    sys.exit(main())
