"""The values that pass between stages: frozen, slotted, each carrying its own evidence.

Offsets are counted in characters (Unicode code points) of `Document.text`, the Markdown that
people are shown; a span is half open, `text[start:end]`. Dates are calendar dates in UTC. Times
are seconds. Ranks start at 1. Digests are lower-case hexadecimal SHA-256.
"""

from __future__ import annotations

from retrieval.values.answers import Answer, Note, Outcome, Trace
from retrieval.values.claims import (
    Citation,
    Claim,
    Decision,
    Draft,
    Dropped,
    Evidence,
    Quote,
    Verdict,
    VerifiedClaim,
    Weighed,
    Weighing,
)
from retrieval.values.documents import Anchor, Chunk, Document, DocumentFacts, Metadata
from retrieval.values.questions import Price, Queries, Query, Question, Scope, Term, Turn, Usage
from retrieval.values.searches import (
    Candidates,
    Frequencies,
    Hit,
    LeftOut,
    LegResult,
    Packed,
    Ranked,
    RankedHit,
    Respelt,
    Source,
)

__all__ = [
    "Anchor",
    "Answer",
    "Candidates",
    "Chunk",
    "Citation",
    "Claim",
    "Decision",
    "Document",
    "DocumentFacts",
    "Draft",
    "Dropped",
    "Evidence",
    "Frequencies",
    "Hit",
    "LeftOut",
    "LegResult",
    "Metadata",
    "Note",
    "Outcome",
    "Packed",
    "Price",
    "Queries",
    "Query",
    "Question",
    "Quote",
    "Ranked",
    "RankedHit",
    "Respelt",
    "Scope",
    "Source",
    "Term",
    "Trace",
    "Turn",
    "Usage",
    "Verdict",
    "VerifiedClaim",
    "Weighed",
    "Weighing",
]
