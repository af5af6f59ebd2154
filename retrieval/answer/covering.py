"""Answer -> whether it covers its question well enough to be given unasked.

An answer that nobody asked for must be surer than one that somebody did. Code alone compares what
the answer quotes with the question, whichever writer wrote it: a passage that does not answer
rarely contains all of the question's rare words, and one that does is rarely close in meaning.
The thresholds were chosen with `benchmarks/covering.py`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from retrieval.text.alike import stands_for
from retrieval.text.identifiers import forms, hidden_forms
from retrieval.text.query import parse
from retrieval.text.words import STOP_WORDS, stem, words
from retrieval.values import Answer, Frequencies, Outcome, Packed, Queries, Query, Source


class Gap(StrEnum):
    """Why an answer may not be given unasked."""

    FAILED = "failed"
    LIVE = "live"
    NOTHING = "nothing"
    PART = "part"
    CONFLICT = "conflict"
    DEGRADED = "degraded"
    WORDS = "words"
    WEAK = "weak"


@dataclass(frozen=True, slots=True)
class Least:
    """The least that an answer must reach to be given unasked.

    `share` is how much of the question, weighted by rarity, stands in the quotes or in the headings
    above them; a word of rarity `rare` or more must be there, whatever the share. `meaning` is how
    close a quoted passage is to the question, and `both` the sum of share and closeness.
    """

    share: float = 0.6
    rare: float = 0.9
    meaning: float = 0.5
    both: float = 1.4


@dataclass(frozen=True, slots=True)
class Covering:
    """How well an answer covers its question; `gap` is empty where it does."""

    gap: Gap | None
    share: float = 0.0
    meaning: float = 0.0
    missing: tuple[str, ...] = ()


LEAST = Least()
UNKNOWN = Covering(Gap.FAILED)
"""That of an answer that got no further than the search."""
_GAPS = {
    Outcome.FAILED: Gap.FAILED,
    Outcome.NOT_IN_CONTEXT: Gap.NOTHING,
    Outcome.PARTIAL: Gap.PART,
    Outcome.CONFLICT: Gap.CONFLICT,
}
_MEASURE = re.compile(
    r"\bhow\s+(many|much|long|often|far|big|large|high|old|soon|late|early|quickly|fast)\b",
    re.IGNORECASE,
)
"""Words behind "how" that only ask: what answers has a number or a time in their place."""
_TURNS = """
all anybody anyone everybody everyone folks guys hello help hey hi know please question quick
someone somebody team tell thank thanks wonder wondering
"""
_COURTESY = frozenset(_TURNS.split())
"""Words by which people turn to each other: no page that answers has them."""
_NOTES = {
    "live": Gap.LIVE,
    "uncovered": Gap.PART,
    "unanswered": Gap.PART,
    "differs": Gap.CONFLICT,
    "search_degraded": Gap.DEGRADED,
}


def covering(queries: Queries, packed: Packed, answer: Answer, least: Least = LEAST) -> Covering:
    """Say whether an answer covers its question, and how well."""
    for note in answer.notes:
        if note.kind in _NOTES:
            return Covering(_NOTES[note.kind])
    if answer.outcome in _GAPS:
        return Covering(_GAPS[answer.outcome])
    share, missing = _words(_asked(queries), packed.frequencies, _quoted(answer), least.rare)
    meaning = _meaning(answer)
    gap = None
    if missing or share < least.share:
        gap = Gap.WORDS
    elif meaning < least.meaning or meaning + share < least.both:
        gap = Gap.WEAK
    return Covering(gap, share, meaning, missing)


def _asked(queries: Queries) -> Query:
    """Return the question that stands alone, as it was searched."""
    for query in queries.searches:
        if query.text == queries.standalone:
            return query
    return parse(queries.standalone, "standalone")


def _words(
    query: Query, frequencies: Frequencies, quoted: frozenset[str], rare: float
) -> tuple[float, tuple[str, ...]]:
    """Return the share of a question's words that are quoted, and the rare ones that are not.

    Names and numbers count as rare, however often they stand in the pages.
    """
    counts = _by_stem(frequencies.counts)
    named = {word for name in query.identifiers for form in forms(name) for word in words(form)}
    whole = found = 0.0
    missing = []
    idle = STOP_WORDS | _COURTESY | {word.lower() for word in _MEASURE.findall(query.text)}
    for term in query.terms:
        first = term.alternatives[0]
        if first in idle:
            continue
        weight = _rarity(first, counts, frequencies.total)
        there = any(_stands(way, quoted) for way in term.alternatives)
        whole += weight
        found += weight * there
        if not there and (weight >= rare or first in named or first.isdigit()):
            missing.append(first)
    return (found / whole if whole else 0.0), tuple(missing)


def _stands(way: str, quoted: frozenset[str]) -> bool:
    """Whether a word or a phrase stands in what is quoted, or another way to say it does."""
    return all(stem(word) in quoted or stands_for(word, quoted) for word in words(way) or [way])


def _quoted(answer: Answer) -> frozenset[str]:
    """Return the stems of what is quoted, and of the titles and headings that it stands under."""
    sources = {source.label: source for source in answer.sources}
    texts: list[str] = []
    for claim in answer.claims:
        for citation in claim.citations:
            texts += [citation.text, citation.heading, citation.document.title]
            texts += _over(sources.get(citation.label))
    every = [*(word for text in texts for word in (*words(text), *hidden_forms(text)))]
    return frozenset(map(stem, every))


def _over(source: Source | None) -> Sequence[str]:
    return source.heading_path if source else ()


def _meaning(answer: Answer) -> float:
    """Return the closeness of the closest quoted passage to the question, 0 where not known.

    A passage is as close as its closest chunk; the chunks around that one only continue it.
    """
    close = {source.label: max(source.scores.values(), default=0.0) for source in answer.sources}
    cited = (citation for claim in answer.claims for citation in claim.citations)
    return max((close.get(citation.label, 0.0) for citation in cited), default=0.0)


def _by_stem(counts: Mapping[str, int]) -> dict[str, int]:
    """Return the counts by stem; the store counts a word together with its other endings."""
    found: dict[str, int] = {}
    for word, count in counts.items():
        found[stem(word)] = max(count, found.get(stem(word), 0))
    return found


def _rarity(term: str, counts: Mapping[str, int], total: int) -> float:
    """Return how rare a term is: its inverse document frequency over that of an unseen one."""
    if total <= 0:
        return 1.0
    often = min((counts.get(stem(word), 0) for word in words(term)), default=0)
    return math.log((total + 1) / (min(often, total) + 0.5)) / math.log((total + 1) / 0.5)
