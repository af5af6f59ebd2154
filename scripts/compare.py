"""Compare two versions of what answers on all labelled cases, before one is made the default."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from retrieval.text.counted import number_of
from scripts.apart import open_apart, questions
from scripts.compare_shown import lines, tell_same, to_json, verdict
from scripts.terminal import complain, print_json, progress, run

if TYPE_CHECKING:
    from retrieval.learn.gather import Gathered
    from retrieval.ports import Cases, Configurations, EvalCase
    from retrieval.settings import Settings
    from retrieval.wiring_compare import CaseRun
    from retrieval.wiring_versions import Version

MOST = 1_000_000


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.compare",
        description="Ask all labelled cases by two versions of what answers, and say which is "
        "better and whether chance explains the difference. A version is the id of a "
        "configuration (or the start of it), a .toml or .json file of what is otherwise, or "
        "`current`: what the settings and files make now. The indexes are those in use.",
    )
    add = parser.add_argument
    add("before", nargs="?", default="", metavar="A", help="default: the one that passed last")
    add("after", nargs="?", default="current", metavar="B", help="default: current")
    add(
        "--questions",
        nargs="+",
        type=Path,
        default=[],
        metavar="FILE",
        help="questions files in place of the cases, each asked of the corpus beside it",
    )
    add("--corpus", type=Path, help="the corpus of the questions files")
    add(
        "--gate",
        action="store_true",
        help="keep whether B passes; exit code 1 where it is worse or nothing was measured",
    )
    add("--json", action="store_true", help="print the comparison as JSON, every case in it")
    return parser


async def main() -> int:
    """Run the command; return its exit code."""
    parser = arguments()
    options = parser.parse_args()
    if options.gate and options.questions:
        parser.error("--gate goes by the cases, not by questions files")
    from retrieval import wiring
    from retrieval.learn.changes import changes
    from retrieval.learn.comparison import UNMEASURED, WORSE, comparison
    from retrieval.wiring_compare import last_passed

    settings = wiring.settings()
    async with wiring.open_ledger(settings) as ledger:
        before = options.before or await last_passed(ledger)
        versions = await _versions(settings, ledger.configurations, (before, options.after))
        if (same := await _same(settings, versions)) and not options.gate:
            return tell_same(same, as_json=options.json)
        cases = await _cases(ledger.cases) if not options.questions else ()
        if options.questions:
            runs, asked = await _by_questions(settings, versions, options)
        else:
            runs = await _by_cases(settings, versions, cases, once=bool(same))
            asked = {case.id: str(case.content.get("question", "")) for case in cases}
        found = comparison(runs[0].scores, runs[1].scores, asked)
        changed = changes(runs[0].content, runs[1].content)
        if options.gate and found.verdict != UNMEASURED:
            from bot.settings import policy_file
            from retrieval.wiring_compare import keep_ruling

            said = verdict(found, runs)
            await keep_ruling(ledger, runs, cases, found, said, policy_file())
    if options.json:
        print_json(to_json(found, runs, changed))
    else:
        print("\n".join(lines(found, runs, changed)))
    return 1 if options.gate and found.verdict in {WORSE, UNMEASURED} else 0


async def _same(
    settings: Settings, versions: tuple[Version, Version]
) -> tuple[CaseRun, CaseRun] | None:
    """Return two versions that are one configuration; None for two that differ."""
    from retrieval.wiring_compare import made

    one, other = [await made(settings, version) for version in versions]
    return (one, other) if one.configuration == other.configuration else None


async def _versions(
    settings: Settings, known: Configurations, named: tuple[str, str]
) -> tuple[Version, Version]:
    """Find the two versions. Raises InputError where there is none to compare with."""
    from retrieval.errors import InputError
    from retrieval.wiring_versions import version

    before, after = named
    if not before:
        raise InputError(
            "No configuration has passed yet. The one in use is made the first by "
            "`python -m scripts.compare current current --gate`. Or name what to compare with: a "
            "configuration's id, as `scripts.explain` shows it, or a file."
        )
    return await version(settings, known, before), await version(settings, known, after)


async def _cases(every: Cases) -> Sequence[EvalCase]:
    """Return the cases that count; none is said."""
    from retrieval.learn.labelled import labelled

    cases = labelled(await every.list(most=MOST))
    if not cases:
        complain(
            "There are no labelled cases, so nothing is compared. Label some with "
            "`python -m scripts.cases label`, or give --questions."
        )
    return cases


async def _by_cases(
    settings: Settings,
    versions: tuple[Version, Version],
    cases: Sequence[EvalCase],
    *,
    once: bool,
) -> tuple[CaseRun, CaseRun]:
    """Ask the cases by both versions, or `once` where they are the same."""
    from retrieval.wiring_compare import run_cases

    one, other = versions
    times = "once" if once else "by each version"
    complain(f"Asking {number_of(len(cases), 'case')} {times} ...")
    first = await run_cases(settings, one, cases, progress(f"asking by {one.name}"))
    if once:
        return first, replace(first, name=other.name)
    return first, await run_cases(settings, other, cases, progress(f"asking by {other.name}"))


async def _by_questions(
    settings: Settings, versions: tuple[Version, Version], options: argparse.Namespace
) -> tuple[tuple[CaseRun, CaseRun], Mapping[str, str]]:
    """Ask the questions of files by both versions, each on an index of its own embedder."""
    gathered = questions(settings, options.questions, corpus=options.corpus)
    tasks = [
        replace(task, case=replace(task.case, id=f"{task.case.set}/{task.case.id}"))
        for task in gathered.tasks
    ]
    gathered.tasks[:] = tasks
    one, other = versions
    runs = await _asked(settings, one, gathered), await _asked(settings, other, gathered)
    return runs, {task.case.id: task.case.text for task in tasks}


async def _asked(settings: Settings, version: Version, gathered: Gathered) -> CaseRun:
    """Ask the questions by one version."""
    from retrieval import wiring
    from retrieval.learn.evaluate import Evaluator, Plan
    from retrieval.learn.scoring import scored
    from retrieval.wiring_compare import AT_ONCE, CaseRun
    from retrieval.wiring_configuration import restore, today
    from retrieval.wiring_versions import plain

    then, made = settings, today(settings)
    if version.content is not None:
        then, made = restore(settings, version.content)
    async with open_apart(then, gathered, made) as apart:
        budget = replace(wiring.budget(then, service=made.service), whole=0)
        plan = Plan(at_once=AT_ONCE if made.service else 1)
        evaluator = Evaluator(apart.answerer, apart.store, budget, plan)
        findings = await evaluator.run(gathered.tasks, progress(f"asking by {version.name}"))
        name = apart.answerer.configuration
        return CaseRun(version.name, tuple(map(scored, findings)), name, plain(made))


if __name__ == "__main__":
    run(main)
