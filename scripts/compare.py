"""Compare two versions of what answers on all labelled cases, before one is made the default."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scripts.apart import open_apart, questions
from scripts.terminal import complain, one_line, print_json, progress, run

if TYPE_CHECKING:
    from retrieval.learn.comparison import Comparison, Moved, Row
    from retrieval.learn.difference import Change
    from retrieval.learn.gather import Gathered
    from retrieval.ports import Cases, Configurations, EvalCase
    from retrieval.settings import Settings
    from retrieval.wiring_compare import CaseRun
    from retrieval.wiring_versions import Version

MOST = 1_000_000
SHOWN = 20
"""Cases of a list that are printed; --json has them all."""


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
        cases = await _cases(ledger.cases) if not options.questions else ()
        if options.questions:
            runs, asked = await _by_questions(settings, versions, options)
        else:
            runs = await _by_cases(settings, versions, cases)
            asked = {case.id: str(case.content.get("question", "")) for case in cases}
        found = comparison(runs[0].scores, runs[1].scores, asked)
        changed = changes(runs[0].content, runs[1].content)
        if options.gate and found.verdict != UNMEASURED:
            from bot.settings import policy_file
            from retrieval.wiring_compare import keep_ruling

            said = verdict(found, runs)
            await keep_ruling(ledger, runs, cases, found, said, policy_file())
    if options.json:
        print_json(as_json(found, runs, changed))
    else:
        print("\n".join(lines(found, runs, changed)))
    return 1 if options.gate and found.verdict in {WORSE, UNMEASURED} else 0


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
    settings: Settings, versions: tuple[Version, Version], cases: Sequence[EvalCase]
) -> tuple[CaseRun, CaseRun]:
    """Ask the cases by both versions."""
    from retrieval.wiring_compare import run_cases

    one, other = versions
    return (
        await run_cases(settings, one, cases, progress(f"asking by {one.name}")),
        await run_cases(settings, other, cases, progress(f"asking by {other.name}")),
    )


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


def as_json(
    found: Comparison, runs: tuple[CaseRun, CaseRun], changed: Sequence[Change]
) -> dict[str, Any]:
    """Return a comparison as JSON data."""
    names = ("before", "after")
    return {
        "verdict": found.verdict,
        "said": verdict(found, runs),
        "cases": found.cases,
        "unasked": dict(found.unasked),
        **{
            name: {
                "version": one.name,
                "configuration": one.configuration,
                "lacking": list(one.lacking),
            }
            for name, one in zip(names, runs, strict=True)
        },
        "changed": [asdict(change) for change in changed],
        "measures": [asdict(row) for row in found.rows],
        "ranks": asdict(found.ranks) if found.ranks else None,
        "lost": [asdict(one) for one in found.lost],
        "gained": [asdict(one) for one in found.gained],
        "unmeasured": found.unmeasured,
    }


def lines(found: Comparison, runs: tuple[CaseRun, CaseRun], changed: Sequence[Change]) -> list[str]:
    """Write a comparison as plain lines."""
    one, other = runs
    written = [
        f"A: {one.name} ({one.configuration[:12]})",
        f"B: {other.name} ({other.configuration[:12]})",
    ]
    written += [f"not as it was in {r.name}: {one_line(said)}" for r in runs for said in r.lacking]
    if changed:
        written += ["", "otherwise in B:", *(f"  {one_line(_change(c))}" for c in changed)]
    written += ["", *_table(found), ""]
    for title, moved in (("lost", found.lost), ("gained", found.gained)):
        written += _moved(title, moved)
    written += _unasked(found)
    return [*written, verdict(found, runs)]


def _unasked(found: Comparison) -> list[str]:
    """List the cases that could be asked neither way."""
    if not found.unasked:
        return []
    named = list(found.unasked.items())
    told = [f"  {one_line(f'{case}: {why}')}" for case, why in named[:SHOWN]]
    more = [f"  and {len(named) - SHOWN} more (--json has them)"] if len(named) > SHOWN else []
    return [f"could not be asked, and not counted: {len(named)}", *told, *more, ""]


_COLUMNS = f"{'':34}{'n':>6}{'A':>8}{'B':>8}{'better':>8}{'worse':>8}{'p':>8}"


def _table(found: Comparison) -> list[str]:
    """Write the measures; p is of what got worse where more did, else of what got better."""
    told = [_COLUMNS, *map(_row, found.rows)] if found.rows else ["nothing was measured"]
    if found.ranks:
        gap = found.ranks.difference
        told.append(
            f"MRR@10 {found.ranks.theirs.value:.3f} -> {found.ranks.ours.value:.3f}, difference "
            f"{gap.value:+.3f} (95 % interval {gap.low:+.3f} to {gap.high:+.3f}) over {gap.n}"
        )
    return told


def _row(row: Row) -> str:
    p = row.p_worse if row.worse >= row.better else row.p_better
    odds = f"{p:8.3f}" if row.worse or row.better else f"{'-':>8}"
    counts = f"{row.better:8d}{row.worse:8d}"
    return f"{row.said:34}{row.n:6d}{row.before:8.3f}{row.after:8.3f}{counts}{odds}"


def _moved(title: str, moved: Sequence[Moved]) -> list[str]:
    """List cases that changed sides."""
    if not moved:
        return []
    told = [f"  {one_line(_case(one))}" for one in moved[:SHOWN]]
    more = [f"  and {len(moved) - SHOWN} more (--json has them)"] if len(moved) > SHOWN else []
    return [f"{title}:", *told, *more, ""]


def _case(one: Moved) -> str:
    """Word one case."""
    if one.measure == "found":
        ranks = " -> ".join(str(rank or "not found") for rank in (one.before, one.after))
        return f"{one.case}: right page {ranks}: {one.question}"
    return f"{one.case}: {one.measure}: {one.question}"


def verdict(found: Comparison, runs: tuple[CaseRun, CaseRun]) -> str:
    """Say in a sentence or two which is better."""
    one, other = (r.name for r in runs)
    if found.verdict == "unmeasured":
        return f"Nothing was measured: {found.unmeasured}"
    if not found.cases:
        return "Nothing is compared: there is no case that both were asked."
    if found.unmeasured:
        return f"{other} cannot be compared with {one}: {found.unmeasured}"
    told = {
        "worse": f"{other} is worse than {one}.",
        "better": f"{other} is better than {one}.",
        "equal": f"{other} is as good as {one}: no difference that chance does not explain.",
    }[found.verdict]
    if found.few:
        told += f" There are {found.cases} cases, fewer than 100: any case lost counts as worse."
    return told


def _change(change: Change) -> str:
    """Word one change of the configuration."""
    return f"{change.what}: {change.before or '(none)'} -> {change.after or '(none)'}"


if __name__ == "__main__":
    run(main)
