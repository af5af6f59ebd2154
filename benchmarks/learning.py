"""Times the commands and pages of the learning loop on 100,000 answers and 10,000 cases.

    python -m benchmarks.learning [--answers 100000] [--cases 10000]

A ledger in a temporary folder is filled with copies of an answer, a refusal, a case and an
escalation that were recorded as usual. Then each look-up is done three times in one process, of
which the median is printed, and each command once as people type it: the seconds until it says
something, until it has ended, and those of the processor. Aim: each within a second, or a word of
progress before that. Exits 1 where one takes longer in silence.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import pty
import resource
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median

from sqlalchemy import Connection, create_engine

from benchmarks import _filling
from retrieval import wiring
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Opinion
from retrieval.ports.escalations import UNRESOLVED
from retrieval.settings import Settings, load
from retrieval.values import Question, Scope
from tests.ledger.filled import ESCALATION
from tests.scenarios.conftest import PAGES

AIM = 1.0
HOME = Path(__file__).parents[1]
HELPING = 2_000
"""Escalations."""
SCOPE = Scope(("docs",))
TOLD = {"what may be graded"}
"""Look-ups of which their command says that they are being done."""
Lookups = Mapping[str, Callable[[], Awaitable[object]]]


async def recorded(settings: Settings) -> tuple[str, str, str]:
    """Index some pages, ask, and dislike: the ids of an answer and a refusal, and of a case."""
    pages = settings.data / "pages"
    pages.mkdir(parents=True)
    for name, text in PAGES.items():
        (pages / name).write_text(text, encoding="utf-8")
    ingest = wiring.ingest(settings, wiring.embedder(settings))
    assert (await ingest.run(wiring.folder_reader(settings, pages), "docs")).succeeded
    async with wiring.open_answerer(settings) as footnote:
        asked = [
            await footnote.answerer.answer(Question(text, SCOPE, asker="U1", place="C1"))
            for text in ("How do I install the VPN client?", "Who won the cup in 1998?")
        ]
    answered, refused = (answer.trace_id for answer in asked)
    async with wiring.open_ledger(settings) as ledger:
        opinion = Opinion(answered, "U2", -1, "button", "C1", datetime.now(UTC))
        case = await ledger.feedback.give(opinion)
        escalation = replace(ESCALATION, trace_id=answered)
        await ledger.escalations.open(escalation, key="key", by="U1")
    assert case
    return answered, refused, case


def fill(url: str, ids: tuple[str, str, str], answers: int, cases: int) -> None:
    """Fill the ledger, in one transaction."""
    engine = create_engine(url)
    began = time.monotonic()

    def all_of_it(connection: Connection) -> None:
        _filling.answers(connection, answers, ids[0], ids[1])
        _filling.cases(connection, cases, ids[2])
        _filling.escalations(connection, HELPING, ESCALATION.id)

    with engine.begin() as connection:
        all_of_it(connection)
    engine.dispose()
    print(f"{answers:,} answers, {cases:,} cases: filled in {time.monotonic() - began:.0f} s")


def lookups(ledger: Ledger) -> Lookups:
    """Return what the pages in Slack, the bot and the commands ask of a ledger."""
    now = datetime.now(UTC)
    month = now - timedelta(days=_filling.DAYS)
    middle = _filling.name_of(50)
    question = Question(_filling.text_of(7), SCOPE, asker="U9", place="C0007")
    team = _filling.TEAM
    return {
        "open cases (home)": lambda: ledger.cases.list(state="new", kind="complaint", most=10),
        "one's own questions (home)": lambda: ledger.asked.by(team, "U0007", most=8),
        "one's own opinions (home)": lambda: ledger.asked.judged(team, "U0007", most=5),
        "asked by several (panel)": lambda: ledger.asked.popular(team, since=month),
        "handed over, waiting (home)": lambda: ledger.escalations.list(
            states=UNRESOLVED, team=team, most=100
        ),
        "handed over, times": lambda: ledger.escalations.times(month),
        "asked before": lambda: ledger.earlier.liked(question),
        "a trace": lambda: ledger.find(middle),
        "a case": lambda: ledger.cases.find("c00000000007"),
        "a case, what was done": lambda: ledger.cases.history("c00000000007"),
        "questions of all cases": ledger.cases.wordings,
        "configurations (bisect)": ledger.configurations.list,
        "what may be graded": lambda: ledger.grades.gradable(month),
        "refused and disliked (gaps)": lambda: ledger.unmet.since(month, most=5_000),
        "answered since (gaps)": lambda: ledger.unmet.answered(month),
        "pages that were cited (recall)": ledger.recalls.cited,
        "to be marked (recall)": lambda: ledger.recalls.to_mark(team=team),
        "last night": ledger.nightly_runs.latest,
    }


COMMANDS = (
    "scripts.cases list",
    "scripts.cases list --state new --most 10",
    "scripts.cases show c00000000007",
    "scripts.cases label c00000000003 --right docs:vpn.md",
    "scripts.cases export --labelled",
    "scripts.escalations list",
    "scripts.escalations stats",
    "scripts.grade --report",
    "scripts.gaps",
    "scripts.nightly --dry-run",
    "scripts.replay --frozen c00000000007",
    "scripts.bisect --list c00000000007",
    "scripts.compare",
    "scripts.diagnose c00000000007",
)


async def looked_up(settings: Settings) -> bool:
    """Time each look-up; return whether all were quick."""
    quick = True
    async with wiring.open_ledger(settings) as ledger:
        for name, look in lookups(ledger).items():
            seconds = []
            for _ in range(3):
                began = time.monotonic()
                await look()
                seconds.append(time.monotonic() - began)
            in_time = median(seconds) < AIM or name in TOLD
            quick &= in_time
            slow = "" if in_time else "  TOO SLOW"
            print(f"{name:34} {median(seconds) * 1000:8.1f} ms{slow}", flush=True)
    return quick


def typed(command: str, data: Path, most: float) -> bool:
    """Run a command in a terminal, as people do; return whether it said something in time."""
    began, first, before = time.monotonic(), 0.0, _processor()
    ours, its = pty.openpty()
    with subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", *command.split()],
        cwd=HOME,
        env={**os.environ, "FOOTNOTE_DATA": str(data)},
        stdin=subprocess.DEVNULL,
        stdout=its,
        stderr=its,
    ) as process:
        os.close(its)
        while _read(ours, began + most):
            first = first or time.monotonic() - began
        if process.poll() is None and time.monotonic() - began >= most:
            process.terminate()
    os.close(ours)
    whole, worked = time.monotonic() - began, _processor() - before
    ended = f"{process.returncode}" if whole < most else "stopped"
    slow = "" if (first or whole) < AIM else "  TOO SLOW"
    print(f"{command:54} {first:6.2f} {whole:6.2f} {worked:6.2f}  {ended}{slow}", flush=True)
    return not slow


def _read(terminal: int, ends: float) -> bytes:
    """Read what a command says; nothing once it has ended or may run no longer."""
    ready, _, _ = select.select([terminal], [], [], max(0.0, ends - time.monotonic()))
    try:
        return os.read(terminal, 65_536) if ready else b""
    except OSError:
        return b""  # So Linux says that nobody holds the other end any more.


def _processor() -> float:
    """Return the processor's seconds of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    """Fill a ledger, look things up, run the commands."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--answers", type=int, default=100_000)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--most", type=float, default=20.0, help="seconds that a command may take")
    parser.add_argument("--only", default="", help="only commands with this in them")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        settings = load(data=Path(folder) / "data")
        ids = asyncio.run(recorded(settings))
        fill(settings.ledger_url, ids, options.answers, options.cases)
        quick = asyncio.run(looked_up(settings))
        print(f"\n{'seconds':54} a word  ended  of the processor, code")
        for command in COMMANDS:
            if options.only in command:
                quick &= typed(command, settings.data, options.most)
    return 0 if quick else 1


if __name__ == "__main__":
    sys.exit(main())
