"""List and show the questions that were handed over to people, and count them by week."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from scripts.terminal import complain, one_line, print_json, run, visible, whole_number

if TYPE_CHECKING:
    from retrieval.learn.escalated import Week
    from retrieval.ports import Escalation, EscalationEvent

MOST = 50
"""Questions that `list` shows unless it is told otherwise."""
UNREAD = "(not shown to those who help)"
"""Stands for a question that not everybody who was told may read, wherever it was asked."""
WEEKS = 12
"""Weeks that `stats` looks back unless it is told otherwise."""
STATES: Mapping[str, Sequence[str]] = {
    "unresolved": ("open", "claimed"),
    "open": ("open",),
    "claimed": ("claimed",),
    "resolved": ("resolved",),
    "solved": ("solved",),
    "all": (),
}
COLUMNS = (
    "week", "collection", "opened", "open", "claimed", "resolved", "solved", "overdue",
    "to claim", "to resolve",
)  # fmt: skip


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.escalations",
        description="The questions that were handed over to people: which of them wait, what was "
        "done with one, and how many there were and how long they took.",
    )
    add = parser.add_subparsers(
        dest="what", required=True, metavar="list | show | stats"
    ).add_parser
    listing = add("list", help="list them, newest first")
    listing.add_argument(
        "--state", choices=tuple(STATES), default="unresolved", help="only these (unresolved)"
    )
    listing.add_argument("--most", type=whole_number(), default=MOST, help=f"how many ({MOST})")
    listing.add_argument("--json", action="store_true", help="print them as JSON, whole")
    showing = add("show", help="show one, with all that was done with it")
    showing.add_argument("escalation", metavar="ID", help="its id, or the start of it")
    showing.add_argument("--json", action="store_true", help="print it as JSON, whole")
    stats = add(
        "stats",
        help="count them by week and collection, with the median times to claim and to resolve",
    )
    stats.add_argument(
        "--weeks", type=whole_number(), default=WEEKS, help=f"how many weeks to look back ({WEEKS})"
    )
    stats.add_argument("--json", action="store_true", help="print them as JSON")
    return parser


async def main() -> int:
    """Run the command; return its exit code."""
    options = arguments().parse_args()
    from retrieval import wiring

    now = datetime.now(UTC)
    async with wiring.open_ledger(wiring.settings()) as ledger:
        books = ledger.escalations
        if options.what == "show":
            one = await books.find(options.escalation)
            _show(one, await books.history(one.id), as_json=options.json)
        elif options.what == "list":
            found = await books.list(states=STATES[options.state], most=options.most + 1)
            _list(found, options.most, now, as_json=options.json)
        else:
            from retrieval.learn.escalated import weekly

            since = now - timedelta(weeks=options.weeks)
            _stats(weekly(await books.times(since), now), as_json=options.json)
    return 0


def _list(found: Sequence[Escalation], most: int, now: datetime, *, as_json: bool) -> None:
    """Print questions, a line each."""
    shown = found[:most]
    if as_json:
        print_json([{**asdict(one), "overdue": overdue(one, now)} for one in shown])
        return
    if not shown:
        complain("Nothing that was handed over to people is in that state.")
    else:
        print("\n".join("  ".join(row(one, now)) for one in shown))
    if len(found) > most:
        complain(f"There are more than these {most}; --most shows more.")


def overdue(one: Escalation, now: datetime) -> bool:
    """Whether a question waits past its deadline."""
    return one.closed is None and one.due < now


def row(one: Escalation, now: datetime) -> tuple[str, ...]:
    """Return the cells of a question."""
    state = f"{one.state}, overdue" if overdue(one, now) else one.state
    asked = str(one.content.get("question") or UNREAD)
    cells = (one.id, f"{one.opened:%Y-%m-%d %H:%M} UTC", state, f"due {one.due:%Y-%m-%d %H:%M} UTC")
    told = (*cells, one.collection or "-", one.to, one.holder or "-", asked)
    return tuple(one_line(cell, None) for cell in told)


def _show(one: Escalation, history: Sequence[EscalationEvent], *, as_json: bool) -> None:
    """Print all that is known of a question."""
    if as_json:
        print_json({**asdict(one), "history": [asdict(event) for event in history]})
    else:
        print("\n".join(lines(one, history)))


def lines(one: Escalation, history: Sequence[EscalationEvent]) -> list[str]:
    """Write a question as plain lines."""
    content = one.content
    told = {
        "escalation": f"{one.id}, {one.state}",
        "asked by": f"{one.asker} in {one.channel} {one.thread}".rstrip(),
        "told": f"{one.to} for {one.collection}" if one.collection else one.to,
        "opened": f"{one.opened:%Y-%m-%d %H:%M} UTC, due {one.due:%Y-%m-%d %H:%M} UTC",
        "has it": one.holder,
        "question": content.get("question") or UNREAD,
        "searched": content.get("searched"),
        "owners": ", ".join(content.get("owners") or ()),
        "answer": content.get("answer"),
        "page": content.get("page"),
    }
    written = [f"{name}: {one_line(str(text), None)}" for name, text in told.items() if text]
    near = [_passage(one) for one in content.get("passages") or ()]
    if near:
        written += ["", "nearest", *(f"  {one_line(text, None)}" for text in near)]
    written += ["", "history", *(f"  {one_line(_event(event), None)}" for event in history)]
    shown = one_line(one.trace_id, None)
    return [*written, "", f"To see every hop: python -m scripts.explain {shown}"]


def _passage(one: Mapping[str, Any]) -> str:
    """Tell a passage, and why it was not the answer."""
    why = f"{one.get('why') or 'near'} {one.get('detail') or ''}".strip()
    return f'{one.get("title")} ({why}): "{one.get("text")}"'


def _event(event: EscalationEvent) -> str:
    """Tell what somebody did."""
    whom = event.note.get("holder") if event.what == "assigned" else event.note.get("from")
    more = f" {'to' if event.what == 'assigned' else 'from'} {whom}" if whom else ""
    untold = "" if event.told else " (not everybody was told yet)"
    by = event.by or "a rule"
    return f"{event.at:%Y-%m-%d %H:%M} UTC {event.what} by {by}{more}{untold}"


def _stats(weeks: Sequence[Week], *, as_json: bool) -> None:
    """Print the figures."""
    if as_json:
        print_json([asdict(week) for week in weeks])
    elif not weeks:
        complain("Nothing was handed over to people in that time.")
    else:
        print("\n".join(table(weeks)))


def table(weeks: Sequence[Week]) -> list[str]:
    """Write figures below each other, numbers to the right."""
    rows = [COLUMNS, *map(_cells, weeks)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(COLUMNS))]
    return [
        "  ".join(
            cell.ljust(width) if place < 2 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _cells(week: Week) -> tuple[str, ...]:
    counts = (week.opened, week.open, week.claimed, week.resolved, week.solved, week.overdue)
    times = (week.minutes_to_claim, week.minutes_to_resolve)
    return (week.week, visible(week.collection or "-"), *map(str, counts), *map(_time, times))


def _time(minutes: float | None) -> str:
    """Write minutes as people say them."""
    if minutes is None:
        return "-"
    whole = round(minutes)
    hours, days = whole // 60, whole // (24 * 60)
    if days:
        return f"{days} d {hours % 24} h"
    return f"{hours} h {whole % 60} min" if hours else f"{whole} min"


if __name__ == "__main__":
    run(main)
