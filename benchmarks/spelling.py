"""What a misspelt word costs, and which questions are read otherwise than they were typed.

    python -m benchmarks.spelling [FOLDER] [--most 100]

First the questions of the handbooks are searched as people typed them: each word that is read as
another one is named, to be looked at. Then one word of six letters or more of each of some
questions gets one slip (a letter left out, doubled or taken for another one, or two swapped), at a
place and of a kind drawn with a fixed seed, and is asked as it was, with the slip, and with the
slip where nothing is read otherwise (`as_is`).
"""

from __future__ import annotations

import argparse
import asyncio
import random
import string
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from retrieval import wiring
from retrieval.answer.answerer import Answerer
from retrieval.learn.evaluate import Task, question
from retrieval.learn.metrics import first_right
from retrieval.text.query import parse
from retrieval.text.spelling import SHORTEST, suspects
from retrieval.text.words import stem
from retrieval.values import Question, Respelt, VerifiedClaim
from scripts.apart import open_apart, questions
from scripts.terminal import progress

EVALDATA = Path(__file__).parents[2] / "shared" / "evaldata"
SEED = 5
DEEP = 5
KINDS = ("left out", "doubled", "swapped", "another")


@dataclass(frozen=True, slots=True)
class Came:
    """What came of one question: the rank of the right page, whether it was answered."""

    rank: int | None
    answered: bool
    respelt: Respelt = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A word, the slip in it, and what came of the question in each way of asking it."""

    word: str
    slip: str
    typed: Came
    read: Came
    left: Came


def slip(word: str, draw: random.Random) -> str:
    """Return a word with one slip in it; swapping two letters that are the same is none."""
    place = draw.randrange(len(word))
    kind = draw.choice(KINDS)
    before, letter, after = word[:place], word[place], word[place + 1 :]
    if kind == "left out":
        return before + after
    if kind == "doubled":
        return before + letter + letter + after
    if kind == "swapped" and after[:1] not in ("", letter):
        return before + after[0] + letter + after[1:]
    return before + draw.choice(string.ascii_lowercase.replace(letter, "")) + after


def with_slip(text: str, draw: random.Random) -> tuple[str, str, str] | None:
    """Return a question with a slip in it, the word and the slip; None where no word is long."""
    words = suspects(parse(text, "asked"))
    plain = [word for word in words if len(word) >= SHORTEST and text.count(word) == 1]
    if not plain:
        return None
    word = draw.choice(plain)
    typed = slip(word, draw)
    return text.replace(word, typed), word, typed


async def ask(answerer: Answerer, task: Task, asked: Question) -> Came:
    """Take one question down the answer path."""
    found = await answerer.retrieve(asked)
    _, verdicts = await answerer.write(found.queries, found.packed)
    pages = list(dict.fromkeys(task.page(hit.document) for hit in found.ranked.hits))
    answered = any(isinstance(verdict, VerifiedClaim) for verdict in verdicts)
    return Came(first_right(pages, task.right), answered, found.candidates.respelt)


async def measure(folder: Path, most: int) -> tuple[int, list[tuple[str, Respelt]], list[Row]]:
    """Return how many questions there are, those that are read otherwise, and the slips."""
    settings = wiring.settings()
    gathered = questions(settings, [folder / "handbooks" / "questions.jsonl"])
    tasks = [task for task in gathered.tasks if task.case.right]
    draw, step = random.Random(SEED), progress("asking")  # noqa: S311 - a sample, no secret
    otherwise: list[tuple[str, Respelt]] = []
    rows: list[Row] = []
    async with open_apart(settings, gathered) as apart:
        for done, task in enumerate(tasks, start=1):
            found = await apart.answerer.retrieve(question(task, "history"))
            if found.candidates.respelt:
                otherwise.append((task.case.text, found.candidates.respelt))
            step(done, len(tasks))
        sample = draw.sample(tasks, len(tasks))
        for task in sample:
            made = with_slip(task.case.text, draw)
            if made and len(rows) < most:
                rows.append(await _row(apart.answerer, task, *made))
                step(len(rows), most)
    return len(tasks), otherwise, rows


async def _row(answerer: Answerer, task: Task, text: str, word: str, typed: str) -> Row:
    """Ask a question in each way."""
    whole = question(task, "last")
    wrong = replace(whole, text=text)
    ways = (whole, wrong, replace(wrong, as_is=True))
    return Row(word, typed, *[await ask(answerer, task, way) for way in ways])


def told(count: int, otherwise: Sequence[tuple[str, Respelt]], rows: Sequence[Row]) -> str:
    """Return the figures for people."""
    lines = [f"{len(otherwise)} of {count} questions as they were typed are read otherwise"]
    lines += [f"  {_pairs(respelt)}: {text}" for text, respelt in otherwise]
    missed = [row for row in rows if not _right(row)]
    lines.append(f"{len(rows)} slips: {len(rows) - len(missed)} read as the word that was meant")
    ways = {
        "as it was": [row.typed for row in rows],
        "with the slip": [row.read for row in rows],
        "with the slip, left as it is": [row.left for row in rows],
    }
    for name, came in ways.items():
        within = sum(one.rank is not None and one.rank <= DEEP for one in came)
        answered = sum(one.answered for one in came)
        lines.append(f"  {name:30} R@{DEEP} {_share(within, came)}  answered {answered}")
    lines += [
        f"  {row.word}, typed {row.slip}: {_pairs(row.read.respelt) or 'left'}" for row in missed
    ]
    return "\n".join(lines)


def _right(row: Row) -> bool:
    """Whether the slip was read as a form of the word that it was."""
    return stem(dict(row.read.respelt).get(row.slip, "")) == stem(row.word)


def _share(count: int, of: Sequence[Came]) -> str:
    return f"{count / max(1, len(of)):.3f}"


def _pairs(respelt: Respelt) -> str:
    return ", ".join(f"{typed} → {meant}" for typed, meant in respelt)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", type=Path, nargs="?", default=EVALDATA)
    parser.add_argument("--most", type=int, default=100, help="questions that get a slip")
    options = parser.parse_args()
    print(told(*asyncio.run(measure(options.folder, options.most))))


if __name__ == "__main__":
    main()
