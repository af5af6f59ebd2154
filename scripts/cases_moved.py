"""Takes eval cases out of the ledger as a questions file, and brings them in from one."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from retrieval.text.counted import number_of
from scripts.terminal import complain, is_terminal, print_json, progress, visible
from scripts.written import write

if TYPE_CHECKING:
    from typing import Protocol

    from retrieval.ports import Cases, CaseScopes, EvalCase, Rewrites
    from retrieval.settings import Settings

    class CasesAndScopes(Cases, CaseScopes, Protocol):
        """The cases of the ledger, and where they are asked."""


EVERYTHING = 1_000_000
SHOWN = 20
"""Wrong lines that are told of."""
BY = "scripts.cases"
"""Who did what is done by the command."""


async def rewrites_taken_out(rewrites: Rewrites, options: argparse.Namespace) -> None:
    """Write what people made of searches as questions, oldest first. Raises InputError."""
    from retrieval.learn.interchange import rewrite_row

    kept = await rewrites.list(most=EVERYTHING)
    if _write([rewrite_row(case) for case in kept], options.out, "There are no rewrite cases."):
        complain(f"{len(kept):,} in {options.out}.")


async def taken_out(kept: Cases, options: argparse.Namespace) -> None:
    """Write cases as questions, oldest first. Raises InputError."""
    from retrieval.learn.interchange import as_row
    from retrieval.learn.labelled import labelled

    if is_terminal():
        complain("Reading the cases.")
    cases = await wanted(kept, options)
    cases = labelled(cases) if options.labelled else cases
    rows, step = [], progress("exporting")
    for number, case in enumerate(cases, start=1):
        rows.append(as_row(case, whole=options.whole))
        step(number, len(cases))
    if _write(rows, options.out, "There are no cases to export."):
        complain(_told(cases, options.out))


async def wanted(
    cases: Cases, options: argparse.Namespace, most: int = EVERYTHING
) -> Sequence[EvalCase]:
    """Return the cases of the state and kind that the options ask for, the newest first."""
    standing, state = options.state == "standing", options.state
    found = await cases.list(
        state="" if state in {"all", "standing"} else state,
        kind="" if options.kind == "all" else options.kind,
        most=EVERYTHING if standing else most,
        folded=options.folded,
    )
    if standing:
        found = [case for case in found if case.state not in {"withdrawn", "dropped"}]
    return found


def _write(rows: Sequence[dict[str, Any]], path: Path | None, nothing: str) -> bool:
    """Write rows, the last first; whether that was into a file."""
    if not rows:
        complain(nothing)
        return False
    text = "".join(f"{visible(json.dumps(row, ensure_ascii=False))}\n" for row in rows[::-1])
    if path is None:
        print(text, end="")
        return False
    write(path, text)
    return True


def _told(cases: Sequence[EvalCase], path: Path) -> str:
    """Say how many were written, and how many of them are measured."""
    from retrieval.learn.labelled import counts

    bare = sum(not counts(case) for case in cases)
    said = f"{len(cases):,} in {path}."
    if not bare:
        return said
    return (
        f"{said} Of {bare:,} nothing is said of what is right: add gold_docs, the pages that "
        "answer, to those lines, or label the cases; until then they are asked but not measured."
    )


async def brought_in(cases: CasesAndScopes, options: argparse.Namespace) -> None:
    """Keep the cases of a file; nothing is kept where a line is wrong. Raises InputError."""
    from retrieval import wiring
    from retrieval.clock import SystemClock
    from retrieval.errors import InputError
    from retrieval.learn.interchange import read_cases

    settings = wiring.settings()
    incoming = read_cases(
        options.file,
        collection=options.collection,
        now=SystemClock().now(),
        longest=settings.question_characters,
    )
    if not (incoming.wrong or incoming.cases):
        raise InputError(f"{options.file} has no lines: there is nothing to import.")
    if incoming.wrong:
        told = [*incoming.wrong[:SHOWN]]
        if len(incoming.wrong) > SHOWN:
            told.append(f"and {len(incoming.wrong) - SHOWN} more lines are wrong.")
        raise InputError("\n".join([*map(visible, told), "Nothing was imported."]))
    await _warned(settings, incoming.cases)
    step = progress("importing")
    counts = dict.fromkeys(("imported", "updated", "unchanged", "kept"), 0)
    for number, case in enumerate(incoming.cases, start=1):
        counts[await _keep(cases, case, update=options.update)] += 1
        step(number, len(incoming.cases))
    if options.json:
        print_json(counts)
        return
    told = [f"{count:,} {name}" for name, count in counts.items() if count]
    print(f"{number_of(len(incoming.cases), 'case')}: {', '.join(told)}.")
    if counts["kept"]:
        complain(
            "Those kept are there with another label, state or collection; --update brings them "
            "in line with the file."
        )


async def _warned(settings: Settings, cases: Sequence[EvalCase]) -> None:
    """Say which collections of the cases are not indexed: they cannot be asked yet."""
    from retrieval import wiring_upkeep
    from retrieval.errors import FootnoteError
    from retrieval.learn.scoring import task_of

    try:
        indexed = set(await wiring_upkeep.upkeep(settings).collections())
    except FootnoteError as error:
        complain(f"Whether their collections are indexed is not known: {visible(str(error))}")
        return
    for name in sorted({name for case in cases for name in task_of(case).across} - indexed):
        complain(f"The collection {visible(name)} is not indexed: its cases cannot be asked yet.")


async def _keep(cases: CasesAndScopes, case: EvalCase, *, update: bool) -> str:
    """Keep a case; say in a word what became of it."""
    if await cases.add(case):
        return "imported"
    there = await cases.find(case.id)
    elsewhere = not there.trace_id and _asked(there) != _asked(case)
    if (there.label, there.state) == (case.label, case.state) and not elsewhere:
        return "unchanged"
    if not update:
        return "kept"
    if elsewhere:
        await cases.ask_in(case.id, _asked(case), by=BY)
    if there.label != case.label:
        await cases.label(case.id, case.label, by=BY)
    moved = await cases.find(case.id)
    if case.state not in {moved.state, "withdrawn"}:
        note = case.label.note or ("as imported" if case.state in {"kept", "dropped"} else "")
        await cases.move(case.id, case.state, note=note, by=BY)
    return "updated"


def _asked(case: EvalCase) -> tuple[str, ...]:
    """Return the collections in which a case is asked."""
    return tuple(case.content.get("collections", ()))
