"""Ask a question again, live or of its record alone, and show where the two runs differ."""

from __future__ import annotations

import argparse
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from scripts.terminal import one_line, print_json, run

if TYPE_CHECKING:
    from retrieval.learn.difference import Change, HopDiff
    from retrieval.learn.replay import Replayed
    from retrieval.ports import Cases, Traces
    from retrieval.values import Trace

SHOWN = 10
"""Changes of a hop that are shown without --all."""

WIDTH = 160
"""Characters of a change without --all."""

AS_RECORDED = "as recorded"
"""What is said of evidence that no words are made of, where the other run has another."""


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.replay",
        description="Ask the question of an eval case or a trace again, within its scope and in "
        "its thread, and show hop by hop where that run and the recorded one part.",
    )
    add = parser.add_argument
    add("what", metavar="CASE | TRACE_ID", help="the id of a case or a trace, or the start of it")
    add(
        "--frozen",
        action="store_true",
        help="from the record alone, offline: every stage runs over what was found and replied "
        "then; the result is the same, times and ids apart, or what is lacking is named",
    )
    add("--keep", action="store_true", help="keep the trace of a live run in the ledger")
    add("--all", action="store_true", help="show every change and text in full")
    add("--json", action="store_true", help="print the changes as JSON, all of them")
    return parser


async def main() -> int:
    """Run the command; return its exit code."""
    parser = arguments()
    options = parser.parse_args()
    if options.frozen and options.keep:
        parser.error("--keep is for a live run: a frozen one says nothing new")
    from retrieval import wiring
    from retrieval.wiring_replay import replay_frozen, replay_live

    settings = wiring.settings()
    async with wiring.open_ledger(settings) as ledger:
        if options.frozen:
            trace = await find(ledger.cases, ledger, options.what)
            replayed = await replay_frozen(settings, trace, ledger)
        else:
            trace, lost = await _what_is_left(ledger.cases, ledger, options.what)
            replayed = await replay_live(settings, trace, ledger, keep=options.keep)
            replayed = replace(replayed, lacking=(*lost, *replayed.lacking))
    if options.json:
        print_json(told(replayed, frozen=options.frozen))
    else:
        print("\n".join(lines(replayed, frozen=options.frozen, whole=options.all)))
    return 1 if options.frozen and not replayed.identical else 0


async def find(cases: Cases, traces: Traces, name: str) -> Trace:
    """Return the trace that a name is of, itself or by its case. Raises LedgerError."""
    from retrieval.errors import CaseMissing, InputError, TraceMissing

    try:
        case = await cases.find(name)
    except CaseMissing as missing:
        try:
            return await traces.find(name)
        except TraceMissing as error:
            several = [str(one) for one in (missing, error) if str(one).startswith("Several")]
            said = " ".join(several) or f"The ledger holds no trace and no case {name!r}."
            raise TraceMissing(said) from error
    if not case.trace_id:
        raise InputError(f"Case {case.id} was brought in without an answer: there is no record.")
    return await traces.find(case.trace_id)


async def _what_is_left(cases: Cases, traces: Traces, name: str) -> tuple[Trace, tuple[str, ...]]:
    """Return a trace, and what of it is lost: its question can be asked again all the same."""
    from retrieval.errors import TextsGone

    try:
        return await find(cases, traces, name), ()
    except TextsGone as gone:
        said = f"the ledger no longer keeps {gone.lost} (pruned or deleted): not compared in words"
        return gone.trace, (said,)


def told(replayed: Replayed, *, frozen: bool) -> dict[str, Any]:
    """Return a replay as JSON data."""
    return {
        "trace_id": replayed.before.id,
        "question": replayed.before.question.text,
        "frozen": frozen,
        "identical": replayed.identical,
        "again": "" if frozen else replayed.after.id,
        "lacking": list(replayed.lacking),
        "changed": [asdict(change) for change in replayed.changed],
        "hops": [
            {"hop": one.hop, "same": one.same, "changes": [asdict(c) for c in one.changes]}
            for one in replayed.hops
        ],
    }


def lines(replayed: Replayed, *, frozen: bool, whole: bool = False) -> list[str]:
    """Write a replay as plain lines."""
    trace = replayed.before
    how = "from the record alone" if frozen else "with today's code and index"
    written = [
        f"trace {trace.id}, asked {trace.started}",
        f"question: {one_line(trace.question.text, None if whole else WIDTH)}",
        f"asked again {how}: {_verdict(replayed)}",
    ]
    if replayed.lacking:
        written += ["not as it was then:", *(f"  {one_line(s, None)}" for s in replayed.lacking)]
    if replayed.changed:
        written += ["changed since:"]
        written += [
            f"  {one_line(_change(one), None if whole else WIDTH)}" for one in replayed.changed
        ]
    return [*written, "", *(line for one in replayed.hops for line in _hop(one, whole=whole))]


def _verdict(replayed: Replayed) -> str:
    """Say in a few words how the runs compare."""
    if replayed.identical:
        return "identical, times and ids apart"
    first = next(one.hop for one in replayed.hops if not one.same)
    return f"the runs differ from {first} on"


def _hop(one: HopDiff, *, whole: bool) -> list[str]:
    """Write one hop."""
    if one.same:
        return [f"{one.hop}: the same"]
    shown = one.changes if whole else one.changes[:SHOWN]
    rest = len(one.changes) - len(shown)
    told = [f"  {one_line(_change(change), None if whole else WIDTH)}" for change in shown]
    more = [f"  and {rest} more (--all shows them)"] if rest else []
    return [f"{one.hop}:", *told, *more]


def _change(change: Change) -> str:
    """Word one change."""
    if change.before == AS_RECORDED:
        return f"~ {change.what}: {change.after}"
    if not change.before:
        return f"+ {change.what}: {change.after}"
    if not change.after:
        return f"- {change.what}: {change.before}"
    return f"~ {change.what}: {change.before} -> {change.after}"


if __name__ == "__main__":
    run(main)
