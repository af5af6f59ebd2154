"""Claim -> VerifiedClaim or Dropped: what may be shown is decided here, by code alone.

A claim is shown when its quotes stand word for word in the sources packed for the question and
carry all that it says. One that says more than its quotes is replaced by them; one without a
valid quote is dropped. Nothing that a model wrote about its own certainty is looked at.

What this cannot catch: a claim built from the quotes' own words alone that relates them
otherwise ("finance approves what legal requests" from "legal approves what finance requests"),
a quote that is out of date or wrong where it stands, and a true claim that does not answer.
"""

from __future__ import annotations

import re

from retrieval.answer.facts import excess
from retrieval.answer.proof import Proof
from retrieval.answer.quotes import cite
from retrieval.answer.shown import (
    code_lines,
    headed,
    joins,
    lined,
    only_headers,
    safe,
    shown,
    unmarked,
)
from retrieval.text.normal import normal_text
from retrieval.text.plain import urls, visible
from retrieval.values import Citation, Claim, Dropped, Packed, Verdict, VerifiedClaim

LONGEST_CLAIM = 2_000
"""Characters of the longest claim that is read; a longer one is replaced by its quotes."""
MOST_QUOTES = 8
"""Quotes of one claim that are looked at."""

_MARKER = re.compile(
    r"\s*(?:\[|\()\s*(?:source\s+)?[SC]\d{1,3}(?:\s*[,;]\s*[SC]\d{1,3})*\s*(?:\]|\))"
)
_LIST_MARK = re.compile(r"^(?:[-*+\u2022]|\d{1,3}[.)])\s+(?=\S)", re.MULTILINE)


def verify(claim: Claim, packed: Packed) -> Verdict:
    """Check a claim against the packed sources.

    The question is no evidence: words that only the person who asks has said prove nothing.
    """
    citations, reasons = _citations(claim, packed)
    if not citations:
        check = "label" if any("labelled" in reason for reason in reasons) else "quote"
        return Dropped(claim, check, "; ".join(dict.fromkeys(reasons)) or "the claim has no quote")
    if only_headers(citations, packed):
        return Dropped(claim, "quote", "its quotes are the header of a table, without a row")
    text, reason = _checked(claim.text, citations, packed)
    if reason or not text:
        citations = headed(citations, packed)
        text = shown(citations, packed)
    if not text:
        return Dropped(claim, "quote", "its quotes have no words to show")
    return VerifiedClaim(text, citations, claim.side, reason)


def _checked(claim: str, citations: tuple[Citation, ...], packed: Packed) -> tuple[str, str]:
    """Return the claim's text as it may be shown, and what it says beyond its quotes.

    The text is empty where the quotes are shown in its place, laid out as on their page.
    """
    if len(claim) > LONGEST_CLAIM:
        return "", "the claim is longer than anyone would read"
    quotes = tuple(citation.text for citation in citations)
    allowed = frozenset(address for quote in quotes for address in urls(quote))
    code = code_lines(citations, packed)
    said = unmarked(_MARKER.sub("", visible(claim)), code)
    if foreign := [address for address in urls(said) if address not in allowed]:
        return "", f"no quote has the address {foreign[0][:80]!r}"
    text = safe(said) if any(code) else _LIST_MARK.sub("", safe(said))
    if not any(letter.isalnum() for letter in text):
        return "", "the claim says nothing"
    if normal_text(claim).strip(" .") == normal_text("\n".join(quotes)).strip(" ."):
        return "" if lined(citations, packed) else text, ""
    if joins(text, code):
        return "", "it puts two lines of code on one"
    return text, excess(text, Proof(quotes, _context(citations, packed)))


def _context(citations: tuple[Citation, ...], packed: Packed) -> tuple[str, ...]:
    """Return what is shown beside the quotes or stands over them: title, headings, lead."""
    labels = {citation.label for citation in citations}
    parts: list[str] = []
    for source in packed.sources:
        if source.label in labels:
            parts += [source.document.title, *source.heading_path, source.lead]
            cited = {citation.chunk_id for citation in citations}
            parts += [h for c in source.chunks if c.id in cited for h in c.heading_path]
    return tuple(dict.fromkeys(part for part in parts if part))


def _citations(claim: Claim, packed: Packed) -> tuple[tuple[Citation, ...], list[str]]:
    """Return the citations of a claim's valid quotes, each place once, and why others are not."""
    found: dict[tuple[str, int, int], Citation] = {}
    reasons: list[str] = []
    for quote in claim.quotes[:MOST_QUOTES]:
        citations, reason = cite(quote, packed)
        for one in citations:
            found.setdefault((one.document.id, one.start, one.end), one)
        if not citations:
            reasons.append(reason)
    return tuple(found.values()), reasons
