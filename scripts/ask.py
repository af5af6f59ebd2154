"""Ask one question and get the answer with its proof."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from retrieval.errors import InputError
from retrieval.ingest.naming import own_collection
from retrieval.text.quoted import quoted_lines
from retrieval.text.words import words
from scripts.terminal import complain, passing, print_json, run, visible

if TYPE_CHECKING:
    from retrieval.footnote import Footnote
    from retrieval.values import Answer, Citation, Note, Queries, RankedHit, Scope

REFUSAL = "The documentation does not say."

NOTES = {
    "stale": "Nothing cited was verified within a year; the newest page is from {subject}.",
    "search_degraded": "Search was not complete: {subject}",
    "writer_degraded": "Quoted without the writing model: {subject}",
    "uncovered": "A part of the question is not covered by the documentation.",
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

STATUS = {
    "Queries": "Searching",
    "Candidates": "Ranking what was found",
    "Packed": "Reading the sources",
}


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.ask",
        description="Answer one question from the indexed documentation, every sentence with its "
        "quoted source. Exit code 0 also when the documentation does not say; 1 when "
        "something failed; 2 when used wrongly or set up wrongly.",
    )
    parser.add_argument("question", help="the question, in quotation marks")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--collection", help="search this collection only; default: all there are")
    where.add_argument(
        "--docs",
        type=Path,
        metavar="PATH",
        help="search only what `scripts.ingest --own PATH` has indexed",
    )
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")
    parser.add_argument("--trace", action="store_true", help="print every hop after the answer")
    return parser


async def main() -> int:
    """Run the command; return its exit code."""
    parser = arguments()
    options = parser.parse_args()
    if not words(options.question):
        parser.error("there are no words in the question; ask in a sentence, in quotation marks")
    from retrieval import wiring

    settings = wiring.settings()
    if "log_level" not in settings.model_fields_set:
        wiring.configure_log("error")  # what it warns of is said below, as sentences
    async with wiring.open_answerer(settings) as footnote:
        scope = await _scope(footnote, options)
        seen = _Watch(show=not options.json)
        answer = await footnote.ask(options.question, scope, watch=seen)
        if options.json:
            print_json(as_json(answer, seen.queries))
        else:
            print(as_text(answer), flush=True)
        for warning in footnote.warnings:
            complain(warning)
        if options.trace and not footnote.warnings:
            from retrieval.explaining import explain
            from scripts.explain import lines

            trace = await footnote.traces.find(answer.trace_id)
            print("\n".join(lines(explain(trace))))
    return 1 if answer.outcome == "failed" else 0


async def _scope(footnote: Footnote, options: argparse.Namespace) -> Scope:
    """Return what is searched. Raises InputError where it is not there."""
    own = options.docs and own_collection(options.docs)
    try:
        return await footnote.scope(own or options.collection)
    except InputError as error:
        if not own:
            raise
        path = visible(str(options.docs))
        message = f"{path} is not indexed by itself: run `python -m scripts.ingest --own {path}`."
        raise InputError(message) from error


class _Watch:
    """Shows on the terminal what is being done, and remembers what was searched for."""

    def __init__(self, *, show: bool) -> None:
        self.queries: Queries | None = None
        self._show = show

    async def __call__(self, hop: object) -> None:
        kind = type(hop).__name__
        if kind == "Queries":
            self.queries = hop  # type: ignore[assignment]  # the name of the class says so
        if self._show and kind in STATUS:
            passing(f"{STATUS[kind]} …")
        if self._show and kind == "Draft":
            passing()


def as_text(answer: Answer) -> str:
    """Write an answer for people: claims with numbers, then what the numbers stand for."""
    if answer.outcome == "failed":
        return f"{answer.reason}\n\ntrace {answer.trace_id}"
    numbers: dict[tuple[str, int, int], int] = {}
    lines: list[str] = []
    if answer.outcome == "not_in_context":
        lines.append(REFUSAL)
    if answer.outcome == "conflict":
        lines.append("The documentation disagrees with itself:")
    for claim in answer.claims:
        marks = "".join(
            f"[{numbers.setdefault(_place(citation), len(numbers) + 1)}]"
            for citation in claim.citations
        )
        lines.append(f"{claim.text} {marks}")
    lines += _proof(answer, numbers) + _nearest(answer.nearest)
    lines += [
        "",
        *map(_note, answer.notes),
        f"trace {answer.trace_id} · {answer.seconds:.2f} s",
    ]
    return "\n".join(lines)


def _note(note: Note) -> str:
    """Word a fact about an answer; of a question that no page answers, say what would know."""
    subject = WOULD_KNOW[note.subject] if note.kind == "live" else note.subject
    return NOTES.get(note.kind, note.kind).format(subject=subject)


def _place(citation: Citation) -> tuple[str, int, int]:
    """Tell one quote from another."""
    return (citation.document.id, citation.start, citation.end)


def _proof(answer: Answer, numbers: dict[tuple[str, int, int], int]) -> list[str]:
    """List each quote once, under its number, with the page it stands on."""
    citations = {_place(c): c for claim in answer.claims for c in claim.citations}
    lines = ["", "Sources"] if numbers else []
    for place, number in numbers.items():
        citation = citations[place]
        quote = "\n     ".join(quoted_lines(citation, answer.sources))
        lines.append(f"[{number}] {_page(citation)}")
        lines.append(f'    "{quote}"')
        lines.append(f"    {visible(citation.url or citation.document.path)}")
    return lines


def _page(citation: Citation) -> str:
    """Name the page and heading of a quote, with its owner and the day it was verified."""
    metadata = citation.document.metadata
    name = citation.document.title
    if citation.heading and citation.heading != name:
        name = f"{name} › {citation.heading}"
    verified = metadata.verified.isoformat() if metadata.verified else ""
    updated = metadata.updated.isoformat() if metadata.updated else ""
    facts = [
        f"owner {metadata.owner}" if metadata.owner else "",
        f"verified {verified}" if verified else f"changed {updated}" if updated else "",
    ]
    told = ", ".join(fact for fact in facts if fact)
    return visible(f"{name} ({told})" if told else name)


def _nearest(hits: tuple[RankedHit, ...]) -> list[str]:
    """Offer the pages that came nearest."""
    if not hits:
        return []
    pages = [
        visible(f"- {hit.document.title}: {hit.document.url or hit.document.path}") for hit in hits
    ]
    return ["", "The nearest pages:", *pages]


def as_json(answer: Answer, queries: Queries | None) -> dict[str, Any]:
    """Put an answer in the stable form that other programs read."""
    return {
        "outcome": str(answer.outcome),
        "text": "\n".join(claim.text for claim in answer.claims)
        or (answer.reason if answer.outcome == "failed" else REFUSAL),
        "claims": [
            {
                "text": claim.text,
                "side": claim.side,
                "replaced": claim.replaced,
                "citations": [_citation(citation) for citation in claim.citations],
            }
            for claim in answer.claims
        ],
        "sources": [
            {
                "label": source.label,
                "document": source.document.path,
                "title": source.document.title,
                "heading": source.heading_path[-1] if source.heading_path else "",
                "url": source.document.url,
                "text": source.text,
            }
            for source in answer.sources
        ],
        "nearest": [
            {
                "document": hit.document.path,
                "title": hit.document.title,
                "url": hit.document.url,
            }
            for hit in answer.nearest
        ],
        "notes": [{"kind": note.kind, "subject": note.subject} for note in answer.notes],
        "standalone": queries.standalone if queries else "",
        "queries": [query.text for query in queries.searches] if queries else [],
        "trace_id": answer.trace_id,
        "seconds": round(answer.seconds, 4),
    }


def _citation(citation: Citation) -> dict[str, Any]:
    """Put one citation in the stable form."""
    verified = citation.document.metadata.verified
    return {
        "document": citation.document.path,
        "heading": citation.heading,
        "url": citation.url,
        "quote": citation.text,
        "last_verified": verified.isoformat() if verified else None,
    }


if __name__ == "__main__":
    run(main)
