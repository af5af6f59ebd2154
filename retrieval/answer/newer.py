"""Claims -> quotations of newer pages that say otherwise, and whether what is quoted agrees.

An answer from an older page is as sure as one from a newer one, and the page that took its place
need not have its title. Where a newer page was read, and a sentence of it has each word of the
question that the quoted one has, and another number, date or name in the same words, it is quoted
as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import lru_cache

from retrieval.answer.freshness import as_of
from retrieval.answer.verify import verify
from retrieval.text.differing import differ, said
from retrieval.text.sentences import units
from retrieval.text.words import STOP_WORDS, stem, words
from retrieval.values import Citation, Claim, Packed, Quote, Source, Verdict, VerifiedClaim

MOST = 2
"""Newer pages that are added to an answer."""
_KINDS = ("sentence", "item")


def newer(asked: str, packed: Packed, verdicts: Sequence[Verdict]) -> list[VerifiedClaim]:
    """Return what to quote as well: one sentence of each newer page that is not quoted yet.

    Of a writer that sets two sides against each other nothing is added.
    """
    claims = [one for one in verdicts if isinstance(one, VerifiedClaim)]
    if any(claim.side for claim in claims):
        return []
    cited = _cited(claims)
    pages = {citation.document.id for citation in cited}
    found: dict[str, VerifiedClaim] = {}
    for citation in cited:
        for source in packed.sources:
            page = source.document.id
            if page in pages or page in found or not _later(source, citation):
                continue
            for text in _otherwise(citation, _sentences(source.text), _over(source), asked):
                verdict = verify(Claim(text, (Quote(source.label, text),)), packed)
                if isinstance(verdict, VerifiedClaim):
                    found.setdefault(page, verdict)
    return list(found.values())[:MOST]


def differing(asked: str, claims: Sequence[VerifiedClaim]) -> date | None:
    """Return the newest day of pages that are quoted and do not say the same; None if they do."""
    cited = _cited(claims)
    days = [
        max(_day(one), _day(other))
        for place, one in enumerate(cited)
        for other in cited[:place]
        if one.document.id != other.document.id and _day(one) != _day(other)
        if any(_otherwise(one, _sentences(other.text), _under(other), asked))
    ]
    return max(days, default=None)


def _cited(claims: Iterable[VerifiedClaim]) -> list[Citation]:
    return [citation for claim in claims for citation in claim.citations]


def _later(source: Source, citation: Citation) -> bool:
    """Whether a passage's page is known to be right at a later day than what is quoted."""
    day, quoted = as_of(source.document.metadata), as_of(citation.document.metadata)
    return day is not None and quoted is not None and day > quoted


def _day(citation: Citation) -> date:
    return as_of(citation.document.metadata) or date.min


def _otherwise(
    citation: Citation, sentences: Sequence[str], over: str, asked: str
) -> Iterator[str]:
    """Yield the sentences that say otherwise than a quotation; `over` is what they stand under."""
    wanted, above = _content(asked), _content(over)
    for old in _sentences(citation.text):
        own = wanted & said(old).content
        for new in sentences if own else ():
            theirs = _content(new)
            if own & theirs and own <= theirs | above and differ(old, new):
                yield new


@lru_cache(maxsize=256)
def _sentences(text: str) -> tuple[str, ...]:
    return tuple(text[one.start : one.end] for one in units(text) if one.kind in _KINDS)


def _under(citation: Citation) -> str:
    return f"{citation.document.title} {citation.heading}"


def _over(source: Source) -> str:
    return " ".join((source.document.title, *source.heading_path))


@lru_cache(maxsize=4096)
def _content(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words(text) if word not in STOP_WORDS)
