"""Shows eval cases: a list of them, or everything about one."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from scripts.terminal import complain, one_line, print_json

if TYPE_CHECKING:
    from retrieval.ports import CaseEvent, EvalCase, Label

CUT, LONGEST = 300, 2_000
"""Characters of a question in a list, and of any line of a case shown; --json has it whole."""
HITS = 10
"""Hits of a case that are printed; --json has them all."""


def listed(cases: Sequence[EvalCase], most: int, *, as_json: bool) -> None:
    """Print cases: drawn for a terminal, a line each elsewhere."""
    shown = cases[:most]
    if as_json:
        print_json([asdict(case) for case in shown])
        return
    if not shown:
        complain("There are no cases. One is made when somebody judges an answer.")
    elif sys.stdout.isatty():
        _draw(shown)
    else:
        print("\n".join("  ".join(row) for row in map(_row, shown)))
    if len(cases) > most:
        complain(f"There are more than these {most}; --most shows more.")


def _draw(cases: Sequence[EvalCase]) -> None:
    """Draw a table of cases."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title_justify="left")
    for name in ("id", "date", "kind", "state", "outcome", "where"):
        table.add_column(name, no_wrap=True)
    table.add_column("question", overflow="fold")
    for case in cases:
        table.add_row(*map(Text, _row(case)))
    Console(highlight=False).print(table)


def _row(case: EvalCase) -> tuple[str, ...]:
    """Return the cells of a case."""
    content = case.content
    state = f"{case.state}, folded" if case.into else case.state
    cells = (case.id, f"{case.made:%Y-%m-%d}", case.kind, state, content["outcome"])
    more = f" (+{case.folded})" if case.folded else ""
    told = (*cells, case.place or "-", f"{one_line(content['question'], CUT)}{more}")
    return tuple(one_line(cell, None) for cell in told)


def lines(case: EvalCase, history: Sequence[CaseEvent], alike: Sequence[str]) -> list[str]:
    """Write a case as plain lines, with what was done with it, and cases that ask the same."""
    content = case.content
    folded = f", {case.folded} folded into it" if case.folded else ""
    into = f", folded into {case.into}" if case.into else ""
    told = {
        "case": f"{case.id}, {case.kind}, {case.state}{into}{folded}, "
        f"made {case.made:%Y-%m-%d %H:%M} UTC",
        "where": case.place,
        "disliked by": ", ".join(one["person"] for one in content["persons"]) or _nobody(case),
        "question": content["question"],
        "standalone": content["standalone"],
        "collections": ", ".join(content["collections"]),
        "outcome": f"{content['outcome']} {content['reason']}".strip(),
    }
    written = [f"{name}: {one_line(text, LONGEST)}" for name, text in told.items() if text]
    parts = {
        "why it is disliked": [_why(one) for one in content["persons"] if one.get("reason")],
        "what is right": _right(case.label),
        "what was done": [_event(one) for one in history],
        "cases that seem to ask the same": list(alike),
    }
    for title, part in (*((t, p) for t, p in parts.items() if p), *_parts(content)):
        written += ["", title, *(f"  {one_line(one, LONGEST)}" for one in part)]
    if case.trace_id:
        shown = one_line(case.trace_id, None)
        written += ["", f"To see every hop: python -m scripts.explain {shown}"]
    return written


def _nobody(case: EvalCase) -> str:
    """Say that nobody dislikes the answer any more, where somebody did."""
    return "nobody any more" if case.kind == "complaint" and case.trace_id == case.id else ""


def _why(person: Any) -> str:
    """Tell why somebody dislikes an answer, and which page they say is right."""
    page = f", right page: {person['page']}" if person.get("page") else ""
    return f"{person['person']}: {person['reason']}{page}"


def _right(label: Label) -> list[str]:
    """Tell what is known to be right."""
    told = [
        *(f"page: {page}" for page in label.right),
        *([f"answer: {label.expected}"] if label.expected else ()),
        *(f"must say: {' or '.join(group)}" for group in label.must_say),
        *(f"must not say: {words}" for words in label.must_not_say),
    ]
    if label.answerable is not None:
        told.append("has an answer" if label.answerable else "a refusal")
    return [*told, f"note: {label.note}"] if label.note else told


def _event(one: CaseEvent) -> str:
    """Tell a step."""
    state = f" to {one.state}" if one.what == "moved" else ""
    note = f": {one.note}" if one.note else ""
    what = "asked in" if one.what == "asked_in" else one.what
    return f"{one.when:%Y-%m-%d %H:%M} UTC {one.by} {what}{state}{note}"


def _parts(content: Any) -> Iterator[tuple[str, list[str]]]:
    """Yield the parts of a case that have something in them, with their lines."""
    hits = content["hits"]
    rest = [f"and {len(hits) - HITS} more (--json has them)"] if len(hits) > HITS else []
    parts = {
        "thread": [f"{turn['role']}: {turn['text']}" for turn in content["history"]],
        "searched": [f"{query['text']} ({query['origin']})" for query in content["queries"]],
        "answer": content["answer"].splitlines(),
        "citations": [_citation(one) for one in content["citations"]],
        "hits": [*map(_hit, hits[:HITS]), *rest],
        "packed": [f"{one['label']} {one['path']}" for one in content["packed"]],
        "versions": [f"{name}: {_version(one)}" for name, one in content["versions"].items()],
    }
    yield from ((title, part) for title, part in parts.items() if part)


def _citation(one: Any) -> str:
    """Tell a citation."""
    under = f" > {one['heading']}" if one["heading"] else ""
    return f'claim {one["claim"]}: "{one["quote"]}" {one["path"]}{under}'


def _hit(one: Any) -> str:
    """Tell a hit, with its rank in each leg."""
    legs = ", ".join(f"{leg} {found['rank']}" for leg, found in one["legs"].items())
    score = "-" if one["score"] is None else f"{one['score']:.4f}"
    return f"{one['rank']}. {one['path']} chunk {one['chunk'][:12]} score {score} ({legs})"


def _version(one: Any) -> str:
    """Tell a version, of each collection where there are several."""
    pairs = one.items() if isinstance(one, dict) else ()
    return ", ".join(f"{name} {value}" for name, value in pairs) if pairs else str(one or "-")
