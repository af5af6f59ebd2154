"""What `scripts.compare` found, as lines for people and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from scripts.terminal import one_line, print_json

if TYPE_CHECKING:
    from retrieval.learn.comparison import Comparison, Moved, Row
    from retrieval.learn.difference import Change
    from retrieval.wiring_compare import CaseRun

SHOWN = 20
"""Cases of a list that are printed; --json has them all."""


def tell_same(runs: tuple[CaseRun, CaseRun], *, as_json: bool) -> int:
    """Say that there is nothing to compare; return the exit code."""
    from retrieval.learn.comparison import comparison

    one, other = runs
    said = f"{_same(one, other)}: no case was asked."
    if as_json:
        data = to_json(comparison((), (), {}), runs, ())
        print_json({**data, "verdict": "same", "said": said})
        return 0
    lacking = [f"not as it was in {run.name}: {what}" for run in runs for what in run.lacking]
    print("\n".join(map(one_line, [*lacking, said])))
    return 0


def _same(one: CaseRun, other: CaseRun) -> str:
    return f"{one.name} and {other.name} are the same configuration, {one.configuration[:12]}"


def to_json(
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
        written += ["", "changed in B:", *(f"  {one_line(_change(c))}" for c in changed)]
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
    if runs[0].configuration == runs[1].configuration:
        once = "each case was asked once, and nothing can differ"
        return (
            f"{_same(*runs)}: {once if found.cases else 'there is no case that both were asked'}."
        )
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
