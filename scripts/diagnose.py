"""Say where the right page of a question died: the first stage that lost it, with the evidence."""

from __future__ import annotations

import argparse
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from retrieval.text.counted import number_of
from scripts.apart import open_apart, questions
from scripts.terminal import complain, print_json, progress, run, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from retrieval.learn.diagnosing import Asked, Diagnosed
    from retrieval.learn.diagnosing_cases import Opens
    from retrieval.learn.indexed import Pages
    from retrieval.ports import Cases, EvalCase, Rewrites
    from retrieval.settings import Settings
    from retrieval.values import Trace

EVERYTHING = 1_000_000
SHOWN = 20
"""Lost questions of a set that are listed; --all and --json have them all."""


class CaseLedger(Protocol):
    """The ledger, as far as it is needed here."""

    @property
    def cases(self) -> Cases:
        """The cases."""

    @property
    def rewrites(self) -> Rewrites:
        """What people made of searches."""

    async def find(self, trace_id: str) -> Trace:
        """Return a trace. Raises TraceMissing, LedgerError."""


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.diagnose",
        description="Tell which stage first lost the right page of a case, then (as recorded) and "
        "now, with the evidence and what to do; of a set of questions, or of all labelled cases, "
        "how many right pages come through each stage, and which stage loses most.",
    )
    add = parser.add_argument
    add(
        "what",
        nargs="?",
        default="",
        metavar="CASE | QUESTIONS.jsonl",
        help="a case's id, or the start of it, or a file of questions; default: all labelled cases",
    )
    add("--right", default="", metavar="PAGE", help="the right page of the case: link or path")
    add("--corpus", type=Path, help="a folder of documents, or a file of passages (.jsonl.gz)")
    add("--all", action="store_true", help="list every question that was lost")
    add("--json", action="store_true", help="print what was found as JSON")
    return parser


async def main() -> int:
    """Run the command; return its exit code."""
    parser = arguments()
    options = parser.parse_args()
    from retrieval import wiring

    settings = wiring.settings()
    path = Path(options.what) if options.what else None
    if options.right and (not options.what or (path and path.is_file())):
        parser.error("--right says the right page of one case; name the case")
    if path and (path.is_file() or path.suffix == ".jsonl"):
        return await _set(settings, path, options)
    if options.corpus:
        parser.error("--corpus is for a file of questions")
    return await _cases(settings, options)


async def _set(settings: Settings, path: Path, options: argparse.Namespace) -> int:
    """Diagnose a file of questions over an index of its own."""
    from retrieval import wiring_diagnosis
    from retrieval.learn.diagnosing import asked_of

    gathered = questions(settings, [path], corpus=options.corpus)
    asked = [one for task in gathered.tasks if (one := asked_of(task))]
    if left := len(gathered.tasks) - len(asked):
        complain(f"Left aside: {number_of(left, 'question')} without a right page.")
    async with open_apart(settings, gathered, remembering=True) as apart:
        diagnoser = wiring_diagnosis.diagnoser(
            apart.settings, apart.answerer, lambda collection, _: gathered.sources.get(collection)
        )
        at_once = _at_once(settings)
        found = await diagnoser.run(asked, progress("diagnosing"), at_once=at_once)
    _print_set(found, options)
    return 0


def _at_once(settings: Settings) -> int:
    """Say how many questions are asked at once."""
    from retrieval.learn.diagnosing import AT_ONCE, AT_ONCE_BY_SERVICE

    return AT_ONCE_BY_SERVICE if settings.has_service else AT_ONCE


async def _cases(settings: Settings, options: argparse.Namespace) -> int:
    """Diagnose one case, or all labelled ones, then and now."""
    from retrieval import wiring, wiring_diagnosis, wiring_learn
    from retrieval.learn.diagnosing_cases import diagnose_cases

    async with AsyncExitStack() as stack:
        ledger = await stack.enter_async_context(wiring.open_ledger(settings))
        path = await stack.enter_async_context(wiring_learn.open_path(settings))
        there = await path.store.collections()
        diagnoser = wiring_diagnosis.diagnoser(settings, path.answerer)
        cases = await _wanted(ledger, options, there, wiring_diagnosis.pages(settings))
        found = await diagnose_cases(
            cases, diagnoser, ledger, progress("diagnosing"), at_once=_at_once(settings)
        )
    if options.what:
        _print_case(found[0], options)
    else:
        _print_set(found, options)
    return 0


async def _wanted(
    ledger: CaseLedger, options: argparse.Namespace, there: Sequence[str], pages: Pages
) -> list[tuple[EvalCase, Asked]]:
    """Choose the cases, each with what is to be diagnosed of it."""
    from retrieval.errors import InputError
    from retrieval.learn.diagnosing_cases import asked_of_case
    from retrieval.learn.labelled import labelled
    from retrieval.learn.locating import locate

    opens = _opens()
    meant = {one.trace_id: one.wanted for one in await ledger.rewrites.list(most=EVERYTHING)}
    if not options.what:
        cases = labelled(await _counting(ledger))
        asked = [(case, asked_of_case(case, there, meant=meant, opens=opens)) for case in cases]
        return [(case, one) for case, one in asked if one]
    case = await ledger.cases.find(options.what)
    said = [options.right] if options.right else []
    given = [] if case.label.right else [one["page"] for one in _persons(case)]
    named = [name for text in said or given for name in await locate(text, pages, there)]
    if not named and there:
        own = [name for name in case.content.get("collections", ()) if name in there]
        named = [_nowhere(text, there, (own or there)[0]) for text in said or given]
    one = asked_of_case(case, there, right=named, meant=meant, opens=opens)
    if one is None:
        raise InputError(f"No right page of case {case.id} is known. Give it with --right PAGE.")
    return [(case, one)]


def _nowhere(text: str, there: Sequence[str], own: str) -> tuple[str, str]:
    """Name a page that is not indexed by its collection, or else by the case's own."""
    collection, _, path = text.partition(":")
    return (collection, path) if collection in there else (own, text)


async def _counting(ledger: CaseLedger) -> list[EvalCase]:
    """Read the cases that may count, a state at a time: there may be many, each with its hits."""
    from retrieval.learn.labelled import COUNTING

    step = progress("reading cases")
    found: list[EvalCase] = []
    for done, state in enumerate(COUNTING, start=1):
        found += await ledger.cases.list(state=state, most=EVERYTHING)
        step(done, len(COUNTING))
    return found


def _opens() -> Opens | None:
    """Return what the current policy says, None where there is none.

    Who is a guest and what is shared is not known here: only what a collection is open to is.
    """
    from bot.settings import policy_file
    from retrieval.policy import load

    path = policy_file()
    every = load(path).collections if path else {}

    def opens(case: EvalCase, collection: str) -> bool:
        rules = every.get(collection)
        if not rules:
            return False
        return rules.open or case.place in rules.channels or case.person in rules.people

    return opens if path else None


def _persons(case: EvalCase) -> list[Any]:
    """Return what was said by those who gave a right page with their dislike."""
    return [one for one in case.content.get("persons", ()) if one.get("page")]


def _print_case(found: Diagnosed, options: argparse.Namespace) -> None:
    """Print what became of a case."""
    from retrieval.learn.diagnosis_told import case_as_json, case_lines

    if options.json:
        print_json(case_as_json(found))
    else:
        print("\n".join(visible(line) for line in case_lines(found)))


def _print_set(found: Sequence[Diagnosed], options: argparse.Namespace) -> None:
    """Print what became of a set."""
    from retrieval.learn.diagnosis_told import as_json, lines

    if options.json:
        print_json(as_json(found))
    else:
        shown = None if options.all else SHOWN
        print("\n".join(visible(line) for line in lines(found, most=shown)))


if __name__ == "__main__":
    run(main)
