"""How often an answer would be given unasked: where it should, where nothing answers, near misses.

    python -m benchmarks.covering [FOLDER] [--most 150] [--only SET]

The sets are those of benchmarks/refusal.py. Shown is the share that is answered where the bot is
asked, and the share that the rule of retrieval/answer/covering.py lets through unasked; of native
questions also how many of those quote a right page, and why the others are left alone. Then the
same at other numbers, to see what each is for.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.refusal import EVALDATA, tasks
from retrieval import wiring
from retrieval.answer.answerer import Answerer
from retrieval.answer.covering import LEAST, UNKNOWN, Covering, Least, covering
from retrieval.learn.evaluate import NoTraces, Task, question
from retrieval.learn.gather import Readers
from retrieval.values import Answer, Packed, Queries
from scripts.terminal import progress

OTHERS = {
    "whole answers, whatever their words and closeness": Least(0.0, 2.0, 0.0, 0.0),
    "without the rule of rare words": replace(LEAST, rare=2.0),
    "without closeness": replace(LEAST, meaning=0.0, both=0.0),
    "without the share of words": replace(LEAST, share=0.0, both=0.0),
}


@dataclass(frozen=True, slots=True)
class Seen:
    """A question of a set, with its answer and what that is weighed by."""

    set: str
    task: Task
    answer: Answer
    queries: Queries | None = None
    packed: Packed | None = None

    @property
    def counts(self) -> bool:
        """Whether it says something of the rule: of native ones those whose page was packed."""
        if ">" in self.set or self.set.startswith("near"):
            return True
        packed = self.packed.sources if self.packed else ()
        return any(source.document.path in self.task.right for source in packed)

    def weighed(self, least: Least) -> Covering:
        """Weigh the answer."""
        if self.queries is None or self.packed is None:
            return UNKNOWN
        return covering(self.queries, self.packed, self.answer, least)

    @property
    def right(self) -> bool:
        """Whether a right page is quoted."""
        return any(source.document.path in self.task.right for source in self.answer.sources)


async def ask(answerer: Answerer, name: str, task: Task) -> Seen:
    """Ask a question, as the bot does."""
    seen: dict[type, object] = {}

    async def watch(hop: object) -> None:
        seen[type(hop)] = hop

    answer = await answerer.answer(question(task, "history"), watch)
    queries, packed = seen.get(Queries), seen.get(Packed)
    return Seen(
        name,
        task,
        answer,
        queries if isinstance(queries, Queries) else None,
        packed if isinstance(packed, Packed) else None,
    )


async def gathered(folder: Path, most: int, only: Sequence[str]) -> list[Seen]:
    """Index what has changed, and ask every question of the sets."""
    settings = wiring.settings()
    prefix = f"{settings.index_prefix}-evaluate"
    apart = settings.model_copy(update={"data": settings.data / "evaluate", "index_prefix": prefix})
    readers = Readers(
        lambda path, facts: wiring.folder_reader(settings, path, facts=facts),
        wiring.passage_reader,
    )
    model = wiring.embedder(apart)
    named, sources = tasks(folder, readers, most)
    named = [(name, task) for name, task in named if not only or name in only]
    used = {task.corpus.collection for _, task in named}
    ingest = wiring.ingest(apart, model)
    for collection in used:
        await ingest.run(sources.sources[collection], collection, lambda _at: None)
    store = wiring.store(apart, model)
    try:
        answerer = await wiring.answerer(settings, model, store, NoTraces())
        found, step = [], progress("asking")
        for name, task in named:
            found.append(await ask(answerer, name, task))
            step(len(found), len(named))
        return found
    finally:
        await store.close()


def table(found: Sequence[Seen], least: Least = LEAST) -> list[str]:
    """Return a line a set."""
    lines = []
    for name in dict.fromkeys(one.set for one in found):
        rows = [one for one in found if one.set == name and one.counts]
        asked = sum(bool(one.answer.claims) for one in rows)
        weighed = [(one, one.weighed(least)) for one in rows]
        given = [one for one, how in weighed if how.gap is None]
        gaps = Counter(str(how.gap) for _, how in weighed if how.gap)
        line = f"  {name:24} asked {asked:3}, unasked {len(given):3} of {len(rows):3}"
        line += f" ({len(given) / max(len(rows), 1):.1%})"
        if ">" not in name and "near" not in name:
            line += f", of a right page {sum(one.right for one in given)}"
        left = ", ".join(f"{gap} {n}" for gap, n in gaps.most_common())
        lines.append(f"{line}; {left}" if left else line)
    return lines


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", type=Path, nargs="?", default=EVALDATA)
    parser.add_argument("--most", type=int, default=150, help="questions of each set")
    parser.add_argument("--only", action="append", default=[], help="a set; may be repeated")
    options = parser.parse_args()
    found = asyncio.run(gathered(options.folder, options.most, options.only))
    print(f"as shipped, {LEAST}:")
    print("\n".join(table(found)))
    for name, least in OTHERS.items():
        print(f"{name}:")
        print("\n".join(table(found, least)))


if __name__ == "__main__":
    main()
