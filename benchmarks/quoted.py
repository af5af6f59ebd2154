"""How often the quoting writer's answers hold the known answer of the page.

    [FOOTNOTE_SOURCE_TOKENS=400] python -m benchmarks.quoted [FOLDER] [--variant SETTINGS] [--own]

What is packed bounds what any writer can say, so how often that holds the known answer is told
first. Asked are the questions of the handbooks that stand alone. An answer holds the known one
where at least half of its first 45 words stand in what is quoted of a right page, three words in a
row or more. Of 106 answers that a person had judged, 55 of the 59 that hold it were right, and 9 of
the 47 others. A variant is the writer that ships with some settings changed (`words=400,same=.3`):
how many quotations are looked at closely, each embedded; after how many words no further one is
added; how likely it has to be, beside the best, on the same page and elsewhere; how long a section
is quoted whole. `--own` puts each question to the pages of its own organisation alone, which are
indexed the first time.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from retrieval import wiring
from retrieval.answer.answerer import Answerer
from retrieval.learn.evaluate import Task, question
from retrieval.models import choice, headed, spots
from retrieval.values import VerifiedClaim
from scripts.apart import open_apart, questions
from scripts.terminal import progress

EVALDATA = Path(__file__).parents[2] / "shared" / "evaldata"
FIRST_WORDS = 45
RUN = 3
"""Words in a row that both texts must have to count."""
HALF = 0.5
SETTINGS = {
    "places": (spots, "MOST_SPOTS"),
    "words": (choice, "MOST_WORDS"),
    "same": (choice, "NEARLY_AS_GOOD"),
    "elsewhere": (choice, "ELSEWHERE"),
    "section": (headed, "SECTION_WORDS"),
}
"""What a variant may change, and where it is kept."""
_NEXT = re.compile(r"\bQ[.:] ")


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of one question: words quoted (0: refused), pages, and what it holds.

    `within` is what the passages packed of the right page hold of the known answer, `tokens` how
    long all passages are. `newer` are the newer pages quoted beside what was written.
    """

    words: int
    passages: int
    pages: int
    packed: bool
    held: float
    within: float
    tokens: int
    newer: int = 0


def held(known: str, quoted: str) -> float:
    """Return the share of the known answer's first words that stand in what is quoted."""
    wanted, said = _words(_NEXT.split(known)[0] or known)[:FIRST_WORDS], _words(quoted)
    runs = {tuple(said[at : at + RUN]) for at in range(len(said))}
    found = [False] * len(wanted)
    for at in range(max(1, len(wanted) - RUN + 1)):
        if tuple(wanted[at : at + RUN]) in runs:
            found[at : at + RUN] = [True] * len(found[at : at + RUN])
    return sum(found) / len(wanted) if wanted else 0.0


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())


async def ask(answerer: Answerer, task: Task, known: str) -> Answer:
    """Take one question down the answer path."""
    found = await answerer.retrieve(question(task, "history"))
    draft, verdicts = await answerer.write(found.queries, found.packed)
    claims = [verdict for verdict in verdicts if isinstance(verdict, VerifiedClaim)]
    right = [c.text for c in claims if {q.document.path for q in c.citations} & set(task.right)]
    there = [one.text for one in found.packed.sources if one.document.path in task.right]
    return Answer(
        words=sum(len(claim.text.split()) for claim in claims),
        passages=len(claims),
        pages=len({c.document.id for claim in claims for c in claim.citations}),
        packed=bool(there),
        held=held(known, "\n".join(right)),
        within=held(known, "\n".join(there)),
        tokens=found.packed.tokens,
        newer=max(0, len(verdicts) - len(draft.claims)),
    )


async def measure(folder: Path, *, own: bool = False) -> list[Answer]:
    """Ask all questions, of all pages or each of its own organisation's."""
    file = folder / "handbooks" / "questions.jsonl"
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    alone: Mapping[str, Any] = {row["id"]: row for row in rows if not row.get("needs_context")}
    if not own:
        return await _measure(file, None, alone)
    found: list[Answer] = []
    for name in sorted({row["source"] for row in alone.values()}):
        its = {key: row for key, row in alone.items() if row["source"] == name}
        found += await _measure(file, folder / "handbooks" / "corpus" / name, its)
    return found


async def _measure(file: Path, corpus: Path | None, rows: Mapping[str, Any]) -> list[Answer]:
    """Ask the questions that are in `rows`, by their ids."""
    settings = wiring.settings()
    gathered = questions(settings, [file], corpus=corpus)
    tasks = [task for task in gathered.tasks if task.case.id in rows]
    step, found = progress("asking"), []
    async with open_apart(settings, gathered) as apart:
        for done, task in enumerate(tasks, start=1):
            found.append(await ask(apart.answerer, task, rows[task.case.id]["answer_excerpt"]))
            step(done, len(tasks))
    return found


def told(found: Sequence[Answer]) -> str:
    """Return the figures for people."""
    answered = [one for one in found if one.words]
    holding = sum(one.held >= HALF for one in answered)
    packed = [one for one in found if one.packed]
    count = max(1, len(answered))
    within, tokens = sum(one.within >= HALF for one in found), sum(one.tokens for one in found)
    return (
        f"packed: {tokens / len(found):.0f} tokens at the mean, the known answer for"
        f" {within / len(found):.3f}\n"
        f"{len(answered)} of {len(found)} answered, {sum(bool(one.words) for one in packed)} of"
        f" {len(packed)} whose page was packed\n"
        f"{holding} hold the known answer, {holding / count:.3f}\n"
        f"{sum(one.words for one in answered) / count:.0f} words,"
        f" {sum(one.passages for one in answered) / count:.2f} passages of"
        f" {sum(one.pages for one in answered) / count:.2f} pages at the mean\n"
        f"beside {sum(one.newer > 0 for one in answered)} a newer page that says otherwise"
    )


def variant(text: str) -> Mapping[str, float]:
    """Read the settings of a variant. Raises ArgumentTypeError for what is no setting."""
    found: dict[str, float] = {}
    for part in text.split(","):
        name, _, value = part.strip().partition("=")
        try:
            shipped = vars(SETTINGS[name][0])[SETTINGS[name][1]]
            found[name] = type(shipped)(value)
        except (KeyError, ValueError):
            raise argparse.ArgumentTypeError(
                f"{part!r} is no setting of the writer; say for instance words=400"
            ) from None
    return found


def change(settings: Mapping[str, float]) -> None:
    """Let the writer work with other settings from now on."""
    for name, value in settings.items():
        module, constant = SETTINGS[name]
        setattr(module, constant, value)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", type=Path, nargs="?", default=EVALDATA)
    told_of = f"of {', '.join(SETTINGS)}; for instance words=400,same=.3"
    parser.add_argument("--variant", type=variant, default={}, metavar="SETTINGS", help=told_of)
    parser.add_argument("--own", action="store_true", help="each organisation's pages alone")
    options = parser.parse_args()
    change(options.variant)
    print(told(asyncio.run(measure(options.folder, own=options.own))))


if __name__ == "__main__":
    main()
