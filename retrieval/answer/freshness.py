"""What the dates and the status of a page mean for an answer: out, older, or old.

Rules, in the order in which they apply: a page that is archived, superseded, not yet or no
longer in force is out; of two versions of one page the newer comes first; a page that was
verified within a year comes before its equals; an answer that rests on older pages alone says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta

from retrieval.text.words import words
from retrieval.values import DocumentFacts, Metadata, RankedHit, Source

YEAR = timedelta(days=365)

NEAR = 0.02
"""Share of the range of scores within which two hits are equals: about one rank in one leg."""

_OUT = frozenset(
    {"archived", "superseded", "deprecated", "obsolete", "retired", "withdrawn", "draft"}
)
SAME_PAGE = 0.5
"""Share of words that a chunk of an older version has in common with one of the newer."""

_NUMBERED = re.compile(r"\d+(?:\.\d+)*")
"""A version or a year; a `v` before it makes no difference."""
_NOT_LETTERS = re.compile(r"[\W\d_]+")


def unfit(metadata: Metadata, today: date) -> str:
    """Return why a page may not be used on this day, or an empty string."""
    if metadata.status in _OUT:
        return f"its status is {metadata.status}"
    if metadata.effective_from and metadata.effective_from > today:
        return f"not in force before {metadata.effective_from.isoformat()}"
    if metadata.effective_to and metadata.effective_to < today:
        return f"in force until {metadata.effective_to.isoformat()}"
    return ""


def as_of(metadata: Metadata) -> date | None:
    """Return the day on which the page was last known to be right, as far as it says."""
    known = [day for day in (metadata.verified, metadata.updated) if day]
    return metadata.verified or (max(known) if known else metadata.created)


def current(metadata: Metadata, today: date) -> bool | None:
    """Whether a page is within its review period, a year where it names none; None if undated."""
    day = as_of(metadata)
    period = YEAR if metadata.review_days is None else timedelta(days=metadata.review_days)
    return None if day is None else day >= today - period


def dated(sources: Iterable[Source], today: date) -> tuple[Source, ...]:
    """Note of each source whether its page is within its review period."""
    return tuple(replace(one, current=current(one.document.metadata, today)) for one in sources)


def stale_since(documents: Iterable[DocumentFacts], today: date) -> date | None:
    """Return the newest date of the pages when all of them are dated and older than a year."""
    days = [as_of(document.metadata) for document in documents]
    if not days or any(day is None for day in days):
        return None
    newest = max(day for day in days if day)
    return newest if newest < today - YEAR else None


def fresh_first(hits: Sequence[RankedHit], today: date) -> list[RankedHit]:
    """Move pages verified within a year before their equals that were not.

    Pages that do not say when they were verified keep their places.
    """
    if not hits:
        return []
    scores = [hit.score for hit in hits]
    margin = NEAR * (max(scores) - min(scores))
    ordered: list[RankedHit] = []
    for hit in hits:
        place = len(ordered)
        if _verified(hit, today) is True:
            while place and _passes(hit, ordered[place - 1], margin, today):
                place -= 1
        ordered.insert(place, hit)
    return ordered


def _passes(hit: RankedHit, before: RankedHit, margin: float, today: date) -> bool:
    """Whether a fresh page may go before an older one: they are equals."""
    return _verified(before, today) is False and before.score - hit.score <= margin


def _verified(hit: RankedHit, today: date) -> bool | None:
    """Whether the page was verified within a year; None when it does not say."""
    day = hit.document.metadata.verified
    return None if day is None else day >= today - YEAR


def older_versions(hits: Sequence[RankedHit], asked: str) -> list[RankedHit]:
    """Place the newest version of a page above its older versions.

    `asked` is the question: a version or year that it names keeps the page that carries it in
    place. Documents without a date, or of one date, keep theirs.
    """
    newer = _newer_versions(hits, set(_NUMBERED.findall(asked.casefold())))
    best: dict[str, RankedHit] = {}
    for hit in hits:
        best.setdefault(hit.document.id, hit)
    ordered: dict[str, RankedHit] = {}
    for hit in hits:
        newest = newer.get(hit.document.id)
        if newest:
            ordered.setdefault(best[newest].chunk.id, best[newest])
        ordered.setdefault(hit.chunk.id, hit)
    return list(ordered.values())


def _newer_versions(hits: Sequence[RankedHit], asked: set[str]) -> dict[str, str]:
    """Map each document to the newest version of it among the hits, where there is one."""
    pages: dict[str, dict[str, list[RankedHit]]] = {}
    for hit in hits:
        if as_of(hit.document.metadata):
            group = pages.setdefault(_page(hit.document), {})
            group.setdefault(hit.document.id, []).append(hit)
    newer: dict[str, str] = {}
    for group in pages.values():
        newest_first = sorted(group.values(), key=_day, reverse=True)
        for place, older in enumerate(newest_first):
            for newest in newest_first[:place]:
                if _day(older) < _day(newest) and _versions(older, newest, asked):
                    newer[older[0].document.id] = newest[0].document.id
                    break
    return newer


def _day(hits: Sequence[RankedHit]) -> date:
    """Return the day of the document that these hits belong to."""
    return as_of(hits[0].document.metadata) or date.min


def _page(document: DocumentFacts) -> str:
    """Name the page that a document may be a version of: its title without digits and marks."""
    return _NOT_LETTERS.sub(" ", document.title).strip().casefold()


def _versions(older: Sequence[RankedHit], newer: Sequence[RankedHit], asked: set[str]) -> bool:
    """Whether two documents of one title are one page, and the old one is not asked for."""
    if asked & _numbers(older[0].document) - _numbers(newer[0].document):
        return False
    return any(_overlap(a, b) >= SAME_PAGE for a in older for b in newer)


def _numbers(document: DocumentFacts) -> set[str]:
    """Return the numbers and versions by which a document is told from its siblings."""
    return set(
        _NUMBERED.findall(
            f"{document.title} {document.path} {document.metadata.version}".casefold()
        )
    )


def _overlap(first: RankedHit, second: RankedHit) -> float:
    """Return the share of the shorter chunk's words that the other one has too."""
    a, b = set(words(first.chunk.text)), set(words(second.chunk.text))
    return len(a & b) / min(len(a), len(b)) if a and b else 0.0
