"""Answer -> what a terminal shows of it: our own words at the margin, those of a page behind a bar.

Each line of a quote has a bar before it, also where it is broken because it is long, and titles are
in quotation marks, so that no page can write what would pass for a source, a refusal, an owner or
a day of ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from retrieval.text.layout import Line
from retrieval.text.quoted import quoted_lines, verbatim
from retrieval.values import Answer, Citation, Note, RankedHit, VerifiedClaim
from scripts.terminal import visible

BAR = "│"
WIDTH = 100
"""Columns of quoted prose, fewer on a narrower terminal."""
FEWEST = 20
"""Columns that words have at least, however deep their list is nested."""
INDENT = "    "
"""Stands before what is said of a source; half of it before the further lines of a claim."""
REFUSAL = "The documentation does not say."

NOTES = {
    "stale": "Nothing cited was verified within a year; the newest page is from {subject}.",
    "differs": "The pages quoted do not say the same; the newest of them is from {subject}.",
    "respelt": "No page has “{typed}”; read as “{meant}”.",
    "search_degraded": "Search was not complete: {subject}",
    "writer_degraded": "Quoted without the writing model: {subject}",
    "uncovered": "A part of the question is not answered.",
    "unanswered": "Not answered is this part of the question: {subject}",
    "question_cut": "Only the first {subject} characters of the question were read.",
    "history_cut": "Only the latest part of the conversation was read.",
    "live": "No page can know that: {subject} would.",
    "search_down": "The same question may be answered when search is back.",
}

WOULD_KNOW = {
    "state": "a status page or a dashboard",
    "people": "the on-call schedule or a calendar",
    "figures": "a report or a database",
    "own": "the system that holds your own records",
    "everything": "the list of all pages",
    "world": "the web",
}
"""Where a question that no page answers belongs."""

_UNQUOTED = re.compile(r"[()\[\]“”,\s]+")
"""What could end or begin anew what stands in brackets behind a title."""
Numbers = dict[tuple[str, int, int], int]


def as_text(answer: Answer, columns: int | None = None) -> str:
    """Write an answer for people: claims with numbers, then what the numbers stand for.

    `columns` are those of the terminal, None where there is none and code stays on its lines.
    """
    if answer.outcome == "failed":
        return f"{answer.reason}\n\ntrace {answer.trace_id}"
    numbers: Numbers = {}
    lines: list[str] = []
    if answer.outcome == "not_in_context":
        lines.append(REFUSAL)
    if answer.outcome == "conflict":
        lines.append("The documentation disagrees with itself:")
    for claim in answer.claims:
        lines += _claim(claim, answer, numbers, columns)
    while lines and not lines[-1]:
        lines.pop()
    lines += _proof(answer, numbers, columns) + _nearest(answer.nearest)
    lines += [
        "",
        *map(_note, answer.notes),
        f"trace {answer.trace_id} · {answer.seconds:.2f} s",
    ]
    return "\n".join(lines)


def _claim(
    claim: VerifiedClaim, answer: Answer, numbers: Numbers, columns: int | None
) -> list[str]:
    """Write a claim with the numbers of its quotes; one that is its quotes as such."""
    marks = "".join(
        f"[{numbers.setdefault(_place(citation), len(numbers) + 1)}]"
        for citation in claim.citations
    )
    if verbatim(claim, answer.sources):
        return [*_quote(claim.citations, answer, columns), marks, ""]
    first, *rest = f"{claim.text} {marks}".split("\n")
    return [first, *(f"{INDENT[:2]}{line}".rstrip() for line in rest)]


def _quote(
    citations: Iterable[Citation], answer: Answer, columns: int | None, indent: str = ""
) -> Iterator[str]:
    """Yield the lines of quotes, each behind a bar."""
    before = f"{indent}{BAR}"
    for line in quoted_lines(citations, answer.sources):
        for said in _broken(line, columns, len(before) + 1):
            yield f"{before} {said}".rstrip()


def _broken(line: Line, columns: int | None, used: int) -> Iterator[str]:
    """Break a line so that it fits, with what stands before its words; code only where it must."""
    room = (columns or WIDTH) if line.fixed else min(columns or WIDTH, WIDTH)
    deep = max(0, len(line.margin) + used + FEWEST - room)
    margin = line.margin[deep:]
    said = [line.text]
    if columns is not None or not line.fixed:
        said = folded(line.text, room - used - len(margin), words=not line.fixed)
    for part in said:
        yield margin + part
        margin = " " * len(margin)


def folded(text: str, width: int, *, words: bool = True) -> list[str]:
    """Break a line into as many as have at most `width` columns, each at least one.

    It is broken between words, and within one only where it is longer; else anywhere.
    """
    from rich.cells import cell_len, chop_cells

    lines = [""]
    for word in text.split(" ") if words else [text]:
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if cell_len(joined) <= width:
            lines[-1] = joined
        else:
            lines += chop_cells(word.expandtabs(4), max(width, 2))
    return lines[1:] if len(lines) > 1 and not lines[0] else lines


def _note(note: Note) -> str:
    """Word a fact about an answer; of a question that no page answers, say what would know."""
    subject = WOULD_KNOW[note.subject] if note.kind == "live" else note.subject
    typed, _, meant = subject.partition(" → ")
    return NOTES.get(note.kind, note.kind).format(subject=subject, typed=typed, meant=meant)


def _place(citation: Citation) -> tuple[str, int, int]:
    """Tell one quote from another."""
    return (citation.document.id, citation.start, citation.end)


def _proof(answer: Answer, numbers: Numbers, columns: int | None) -> list[str]:
    """List each quote once, under its number, with the page it stands on."""
    citations = {_place(c): c for claim in answer.claims for c in claim.citations}
    lines = ["", "Sources"] if numbers else []
    for place, number in numbers.items():
        citation = citations[place]
        lines.append(f"[{number}] {_page(citation)}")
        lines += _quote((citation,), answer, columns, INDENT)
        lines.append(f"{INDENT}{visible(citation.url or citation.document.path)}")
    return lines


def _page(citation: Citation) -> str:
    """Name the page and heading of a quote, with its owner and the day it was verified."""
    metadata = citation.document.metadata
    name = citation.document.title
    if citation.heading and citation.heading != name:
        name = f"{name} › {citation.heading}"
    verified = metadata.verified.isoformat() if metadata.verified else ""
    updated = metadata.updated.isoformat() if metadata.updated else ""
    owner = _UNQUOTED.sub(" ", metadata.owner).strip()
    facts = [
        f"owner {owner}" if owner else "",
        f"verified {verified}" if verified else f"changed {updated}" if updated else "",
    ]
    told = ", ".join(fact for fact in facts if fact)
    return visible(f"{_titled(name)} ({told})" if told else _titled(name))


def _titled(name: str) -> str:
    """Put what a page calls itself in quotation marks, which it cannot close."""
    inside = name.replace("“", "'").replace("”", "'")
    return f"“{inside}”"


def _nearest(hits: tuple[RankedHit, ...]) -> list[str]:
    """Offer the pages that came nearest."""
    if not hits:
        return []
    pages = [
        visible(f"- {_titled(hit.document.title)}: {hit.document.url or hit.document.path}")
        for hit in hits
    ]
    return ["", "The nearest pages:", *pages]
