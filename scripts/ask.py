"""Ask one question and get the answer with its proof."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from retrieval.errors import InputError
from retrieval.ingest.naming import own_collection
from retrieval.text.words import words
from scripts.answered import REFUSAL, as_text
from scripts.terminal import columns, complain, passing, print_json, run, visible

if TYPE_CHECKING:
    from retrieval.footnote import Footnote
    from retrieval.values import Answer, Citation, Queries, Scope

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
            print(as_text(answer, columns()), flush=True)
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
        from retrieval.answer.respell import as_meant
        from retrieval.values import Candidates

        kind = type(hop).__name__
        if kind == "Queries":
            self.queries = hop  # type: ignore[assignment]  # the name of the class says so
        elif isinstance(hop, Candidates) and self.queries:
            self.queries = as_meant(self.queries, hop.respelt)
        if self._show and kind in STATUS:
            passing(f"{STATUS[kind]} …")
        if self._show and kind == "Draft":
            passing()


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
