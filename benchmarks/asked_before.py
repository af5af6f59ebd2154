"""How fast an earlier answer is found, and whether it is ever taken for another question's.

    python -m benchmarks.asked_before [--answers 100000]

Lookup is in a ledger of so many liked answers, the wording of each its own. The questions of
handbooks and runbooks are then compared with each other, and each with itself in other words.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, create_engine, insert

from benchmarks.refusal import EVALDATA
from retrieval import wiring
from retrieval.answer.again import CLOSE
from retrieval.ledger import tables
from retrieval.ledger.ledger import Ledger
from retrieval.text.wording import bare, key
from retrieval.values import Question, Scope

OPEN = Scope(("docs",))


async def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.asked_before")
    parser.add_argument("--answers", type=int, default=100_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        await _lookups(Path(folder) / "ledger.db", options.answers)
    await _wordings()


async def _lookups(file: Path, answers: int) -> None:
    """Time lookups that find nothing that may be said, and such that find nothing at all."""
    async with Ledger.open(f"sqlite:///{file}") as ledger:
        engine = create_engine(f"sqlite:///{file}")
        with engine.begin() as connection:
            _fill(connection, answers)
        engine.dispose()
        for name, text in (("known", "How many seats has room {}?"), ("new", "Who owns desk {}?")):
            times = []
            for number in range(200):
                asked = Question(text.format(number * answers // 200), OPEN, asker="U2")
                started = time.perf_counter()
                await ledger.earlier.liked(asked)
                times.append(1000 * (time.perf_counter() - started))
            median, worst = statistics.median(times), max(times)
            print(f"{answers} liked answers, {name}: median {median:.2f} ms, worst {worst:.2f} ms")


def _fill(connection: Connection, answers: int) -> None:
    """Put liked answers in, seen by their askers alone: they are found, and none is read."""
    now = datetime.now(UTC)
    base = {"standalone": "", "asker": "U1", "place": "D1", "collections": [], "asked": now}
    texts = [f"How many seats has room {number}?" for number in range(answers)]
    questions = [{**base, "id": f"q{n}", "text": t, "asking": key(t)} for n, t in enumerate(texts)]
    connection.execute(insert(tables.questions), questions)
    said = {"outcome": "answered", "text": "", "reason": "", "writer": "", "seconds": 0.1}
    said |= {"prompt_tokens": 0, "cached_tokens": 0, "completion_tokens": 0}
    connection.execute(
        insert(tables.answers), [{**said, "question": f"q{n}"} for n in range(answers)]
    )
    liked = {"person": "U1", "value": 1, "source": "button", "place": "D1", "given": now}
    connection.execute(
        insert(tables.opinions), [{**liked, "trace": f"q{n}"} for n in range(answers)]
    )


async def _wordings() -> None:
    """Count questions taken for another one, and how close the same ones are."""
    asked = [
        json.loads(line)["question"]
        for name in ("handbooks", "runbooks")
        for line in (EVALDATA / name / "questions.jsonl").read_text("utf-8").splitlines()
    ]
    same: dict[str, set[str]] = defaultdict(set)
    for text in asked:
        if found := key(text):
            same[found].add(" ".join(text.split()))
    taken = sum(len(texts) - 1 for texts in same.values())
    print(f"{len(asked)} questions: {len(same)} with a wording, {taken} taken for another one")
    model = wiring.embedder(wiring.settings())
    pairs = [(text, _reworded(text)) for text in asked]
    kept = [(one, other) for one, other in pairs if key(one) and key(one) == key(other)]
    cosines = sorted(
        [float(await model.query(bare(a)) @ await model.query(bare(b))) for a, b in kept]
    )
    above = sum(cosine >= CLOSE for cosine in cosines)
    print(f"{len(cosines)} said otherwise: {above} within {CLOSE}; lowest {cosines[:3]}")


def _reworded(text: str) -> str:
    """Say a question in other words that make no difference."""
    plain = text[0].lower() + text[1:].rstrip("?")
    return f"hi, {plain.replace(' the ', ' ').replace('do I', 'can I')} please"


if __name__ == "__main__":
    asyncio.run(main())
