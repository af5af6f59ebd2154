"""A night's findings -> what the maintainers read: figures with a chart, what changed, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from retrieval.learn.causes import Cause
from retrieval.learn.chart import bars, percent
from retrieval.learn.drops import BEFORE, LEAST, NAMES, Drop
from retrieval.learn.figures import REFUSALS
from retrieval.learn.paired import Paired
from retrieval.ports import NightlyRun, Ticket
from retrieval.text.counted import number_of

NIGHTS = 28
"""Runs that the chart shows at most."""
SHOWN = 12
"""Cases that are named in a message; the command names all."""
IN_A_TICKET = 60
_CLOSING = (
    "To see where the right page is lost: `python -m scripts.diagnose CASE`. This is closed once "
    "the same cases are back to within two points. If what is lost was meant to go: "
    "`python -m scripts.nightly --accept {key}`."
)
LONGEST = 2_900
"""Characters of a message; Slack's sections take 3,000."""


@dataclass(frozen=True, slots=True)
class Night:
    """What a run found: itself, earlier runs (the newest first), and what changed since then.

    `changed` compares recall on the same cases with the run before, None where there is none.
    `drops` fell by more than two points, each with its `causes` by measure and kind. `opened` and
    `closed` are tickets, `standing` those of earlier runs that are still open; `warnings` are
    sentences about what was measured.
    """

    run: NightlyRun
    earlier: Sequence[NightlyRun] = ()
    changed: Paired | None = None
    drops: Sequence[Drop] = ()
    causes: Sequence[Cause] = ()
    fates: Mapping[str, str] | None = None
    opened: Sequence[Ticket] = ()
    closed: Sequence[Ticket] = ()
    standing: Sequence[Ticket] = ()
    warnings: Sequence[str] = ()


def message(night: Night) -> str:
    """Write the message of a night in Markdown."""
    run = night.run
    if run.failure:
        return "\n".join([f"**Nightly, {_day(run)}:** nothing was measured. {run.failure}"])
    every = run.figures["all"]
    before = night.earlier[0] if night.earlier else None
    was = f", {percent(_r5(before))} on {_day(before)}" if before else ""
    lines = [
        f"**Nightly, {_day(run)}:** recall@5 {percent(every['r5'])}{was}; {_cases(every)}",
        *chart(night),
        *(f"- {line}" for line in _told(night) if line),
    ]
    return "\n".join(lines)[:LONGEST]


def _told(night: Night) -> list[str]:
    """Tell what changed and why, a line each; some may be empty."""
    figures = night.run.figures
    return [
        *_changes(night),
        *(_said(drop, night.run) for drop in night.drops),
        *_causes(night),
        *(f"Ticket opened: {_where(ticket)}" for ticket in night.opened),
        *(f"Recovered, ticket closed: {_where(ticket)}" for ticket in night.closed),
        *(_open(ticket) for ticket in night.standing),
        _unasked(night),
        _parts("By collection", figures["collections"]),
        _parts("By age of the case", figures["ages"]),
        *night.warnings,
    ]


def chart(night: Night) -> list[str]:
    """Draw the figures of the last weeks, a line each, between fences."""
    runs = [*reversed(night.earlier[: NIGHTS - 1]), night.run]
    rows = {name: [_of(run, take) for run in runs] for name, take in _LINES.items()}
    lines = [
        f"{name:<16} {bars(values)} {percent(values[-1]):>7}"
        for name, values in rows.items()
        if any(value is not None for value in values)
    ]
    table = night.run.figures["all"]["refusals"]
    if any(table.values()):
        lines.append("; ".join(f"{table[name]} {name}" for name in REFUSALS))
    return ["```", *lines, "```"]


def as_data(night: Night) -> dict[str, Any]:
    """Return what a night found as plain data, for other programs."""
    run, changed = night.run, night.changed
    return {
        "period": run.period,
        "started": run.started.isoformat(),
        "seconds": round(run.seconds, 3),
        "configuration": run.configuration,
        "failure": run.failure,
        "figures": run.figures,
        "unasked": dict(run.index.get("unasked", {})),
        "collections": run.index.get("collections", {}),
        "lost": list(changed.worse) if changed else [],
        "gained": list(changed.better) if changed else [],
        "drops": [_drop_data(drop) for drop in night.drops],
        "causes": [asdict(cause) for cause in night.causes],
        "fates": dict(night.fates or {}),
        "opened": [_ticket_data(ticket) for ticket in night.opened],
        "closed": [_ticket_data(ticket) for ticket in night.closed],
        "standing": [_ticket_data(ticket) for ticket in night.standing],
        "warnings": list(night.warnings),
    }


def _drop_data(drop: Drop) -> dict[str, Any]:
    return {
        "measure": drop.measure,
        "against": {"kind": drop.kind, "period": drop.against.period},
        "points": round(drop.points, 3),
        "certain": drop.certain,
        **asdict(drop.paired),
    }


def _ticket_data(ticket: Ticket) -> dict[str, str]:
    return {"key": ticket.key, "by": ticket.by, "ref": ticket.ref, "url": ticket.url}


def title(drop: Drop) -> str:
    """Name a drop in a line."""
    before, after = drop.paired.before, drop.paired.after
    return f"{NAMES[drop.measure]} fell from {percent(before)} to {percent(after)}"


def ticket_title(night: Night) -> str:
    """Return the title of a ticket about what fell in a night."""
    drop = night.drops[0]
    return f"Footnote: {title(drop)}, {number_of(len(drop.paired.worse), 'case')} lost"


def ticket_body(night: Night, key: str) -> str:
    """Write what a ticket says: pages and case ids, and no word that anybody asked."""
    drop = night.drops[0]
    lost = drop.paired.worse
    fates = night.fates or {}
    lines = [
        *(f"- {_said(one, night.run)}" for one in night.drops if one.certain),
        "",
        "**Likely cause**" if night.causes else "",
        *(f"{place}. {cause.said}" for place, cause in enumerate(night.causes, start=1)),
        "",
        _CLOSING.format(key=key),
        "",
        "**Lost cases**",
        *(f"- `{case}`: {fates.get(case, '')}" for case in lost[:IN_A_TICKET]),
        f"- and {len(lost) - IN_A_TICKET} more" if len(lost) > IN_A_TICKET else "",
    ]
    return "\n".join(lines)


def _unasked(night: Night) -> str:
    """Name the cases that could not be asked."""
    unasked = night.run.index.get("unasked", {})
    if not unasked:
        return ""
    more = f" and {len(unasked) - SHOWN} more" if len(unasked) > SHOWN else ""
    why = next(iter(unasked.values()))
    named = ", ".join(f"`{case}`" for case in list(unasked)[:SHOWN])
    return f"Could not be asked, and not counted: {named}{more}. {why}"


def _day(run: NightlyRun) -> str:
    return f"{run.started:%d %b}"


def _cases(every: Mapping[str, Any]) -> str:
    """Say over how many cases."""
    said = f"{every['searched']} of {every['cases']} labelled cases have a right page"
    failed = f", {every['failed']} could not be asked" if every["failed"] else ""
    return f"{said}{failed}."


def _changes(night: Night) -> list[str]:
    """Name the cases that were lost and gained since the run before."""
    if night.changed is None:
        return ["This is the first run: there is nothing to compare it with."]
    changed = night.changed
    if not changed.better and not changed.worse:
        return [f"No case changed, of {changed.n}."]
    parts = {"Lost": changed.worse, "Gained": changed.better}
    return [f"{name} ({len(ids)}): {_ids(ids)}" for name, ids in parts.items() if ids]


def _ids(ids: Sequence[str]) -> str:
    """Name some cases."""
    named = ", ".join(f"`{one}`" for one in ids[:SHOWN])
    return f"{named} and {len(ids) - SHOWN} more" if len(ids) > SHOWN else named


def _said(drop: Drop, run: NightlyRun) -> str:
    """Say what fell, and whether that is enough to be sure of."""
    found = drop.paired
    at = f", {drop.against.started:%H:%M}" if drop.against.period == run.period else ""
    than = f"the run of {_day(drop.against)}{at}"
    since = than if drop.kind == BEFORE else f"the best of the last four weeks, {than}"
    said = (
        f"Drop: {title(drop)} since {since}: on the same {number_of(found.n, 'case')} "
        f"{number_of(len(found.worse), 'was', 'were')} lost and {len(found.better)} gained "
        f"(p = {found.p:.2g})."
    )
    if drop.certain:
        return said
    if not drop.enough:
        return f"{said} Below {LEAST} cases no ticket is made."
    return f"{said} That may be chance: no ticket is made."


def _causes(night: Night) -> list[str]:
    """Name the likeliest causes, each on a line."""
    return [f"Likely cause: {cause.said}" for cause in night.causes[:3]]


def _where(ticket: Ticket) -> str:
    """Say where a ticket is."""
    return ticket.url or (f"{ticket.by} {ticket.ref}" if ticket.ref else ticket.key)


def _open(ticket: Ticket) -> str:
    """Say of a ticket that it is still open, and how many cases it is about."""
    lost = {case for cases in ticket.content.get("lost", {}).values() for case in cases}
    cases = number_of(len(lost), "lost case is", "lost cases are")
    return f"Ticket still open, whose {cases} not told again: {_where(ticket)}"


def _parts(name: str, groups: Mapping[str, Mapping[str, Any]]) -> str:
    """Tell recall for each of several groups; nothing where there is but one."""
    shown = [
        f"{group} {percent(row['r5'])} of {row['searched']}"
        for group, row in groups.items()
        if row["searched"]
    ]
    return f"{name}: {', '.join(shown)}" if len(shown) > 1 else ""


def _r5(run: NightlyRun) -> float | None:
    return _of(run, _LINES["recall@5"])


def _of(run: NightlyRun, take: Callable[[Mapping[str, Any]], float | None]) -> float | None:
    """Return a figure of a run, None where it has none."""
    return take(run.figures["all"]) if run.figures.get("all") else None


def _rightly(every: Mapping[str, Any]) -> float | None:
    """Return the share of answers and refusals that were right to be so."""
    table = every["refusals"]
    total = sum(table.values())
    right = sum(_matching(table, "rightly"))
    return right / total if total else None


def _matching(table: Mapping[str, int], word: str) -> Iterable[int]:
    return (many for name, many in table.items() if name.endswith(word))


_LINES: Mapping[str, Callable[[Mapping[str, Any]], float | None]] = {
    "recall@5": lambda every: every["r5"],
    "MRR": lambda every: every["mrr"],
    "valid citations": lambda every: every["valid"],
    "right refusals": _rightly,
    "right answers": lambda every: every["said"]["right"],
    "with right page": lambda every: every["gold"]["right"],
}
