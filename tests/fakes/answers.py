"""Answers to show: claims with citations of pages, as the answer path makes them."""

from __future__ import annotations

from datetime import date
from typing import Any

from retrieval.values import (
    Answer,
    Citation,
    DocumentFacts,
    Metadata,
    Note,
    Outcome,
    Source,
    VerifiedClaim,
)

URL = "https://docs.example/"


def page(name: str = "leave", **metadata: Any) -> DocumentFacts:
    """Make a page with a link."""
    url = f"{URL}{name}"
    return DocumentFacts(name, "docs", f"{name}.md", name.capitalize(), url, Metadata(**metadata))


def citation(
    text: str = "Leave is 25 days.",
    document: DocumentFacts | None = None,
    *,
    heading: str = "Days",
    fragment: str = "days",
    start: int = 0,
    label: str = "S1",
) -> Citation:
    """Cite words of a page."""
    document = document or page(owner="People team", verified=date(2026, 1, 2))
    end = start + len(text)
    return Citation(label, document, text, start, end, "c", "0" * 64, heading, fragment)


def claim(text: str = "Leave is 25 days.", *citations: Citation, side: str = "") -> VerifiedClaim:
    """Make a claim; without citations it quotes itself."""
    return VerifiedClaim(text, citations or (citation(text),), side)


def source(text: str, document: DocumentFacts | None = None, *, label: str = "S1") -> Source:
    """Pack a passage."""
    return Source(label, document or page(), (), text, 0, len(text))


def answer(*claims: VerifiedClaim, notes: tuple[Note, ...] = (), **more: Any) -> Answer:
    """Make an answer of claims."""
    outcome = more.pop("outcome", Outcome.ANSWERED if claims else Outcome.NOT_IN_CONTEXT)
    told = {"sources": (), "nearest": (), "trace_id": "abc123", "seconds": 0.1, **more}
    return Answer(outcome=outcome, claims=claims, notes=notes, **told)
