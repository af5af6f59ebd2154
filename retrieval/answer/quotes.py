"""Quote -> Citations: finds a writer's quote in the source it names, word for word.

A quote is found after one normalisation; an ellipsis in it parts it into pieces that must stand
in order; a near miss is repaired to the source's own words when no number, name, identifier or
negation differs. What is found is widened where its words, cut out of their sentence, could say
something else: when the rest of the sentence denies or conditions them, or when they are few.

A source's `lead` stands elsewhere in its document. Words that stand in the lead alone are cited
from the packed source of the same document that holds them; where there is none they prove
nothing, but the words of the same quote that stand in the source still do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from retrieval.answer.edges import whole
from retrieval.text.blocks import blocks
from retrieval.text.names import fixed_words, is_identifier
from retrieval.text.near import nearest
from retrieval.text.normal import Normal, find, normal_text, normalise
from retrieval.text.numbers import quantities
from retrieval.text.polarity import denials, turns
from retrieval.text.sentences import units
from retrieval.text.words import UNSPACED
from retrieval.values import Chunk, Citation, Packed, Quote, Source

LONGEST_QUOTE = 4_000
"""Characters of the longest quote that is looked for; a longer one proves nothing readable."""
FEWEST_WORDS = 3
"""Words that a quote needs unless it holds a number with its unit or an identifier."""
SHORT = 6
"""Quotes of fewer words are widened to their sentence, which says what they are about."""
WIDEST = 400
"""Characters of the longest sentence that a quote is widened to."""
NEAR_MISS = 0.92
"""Similarity from which a quote is repaired (a word or two in a sentence)."""
FEWEST_REPAIRED = 5
"""Words that a quote needs to be repaired: in fewer, every word matters."""

_LABEL = re.compile(r"\w+")
_ELLIPSIS = re.compile(r"\s*[\[(]?\.{3,}[\])]?\s*")
_OUTER = " \"'.,;:"
_units = lru_cache(maxsize=256)(units)


@dataclass(frozen=True, slots=True)
class Found:
    """The spans of a source's text that a quote stands for, or why there is none."""

    spans: tuple[tuple[int, int], ...] = ()
    reason: str = ""


def cite(quote: Quote, packed: Packed) -> tuple[tuple[Citation, ...], str]:
    """Return the citations of a quote, in order, or none and the reason."""
    source = _labelled(quote.label, packed)
    if source is None:
        return (), f"no source is labelled {quote.label[:20]!r}"
    found = locate(quote.text, source.text)
    if found.spans:
        return tuple(place(source, *span) for span in found.spans), ""
    if source.lead:
        return _through_lead(quote, source, packed), found.reason
    return (), found.reason


def _labelled(label: str, packed: Packed) -> Source | None:
    """Return the source of a label; small models write more around it than they were given."""
    words = _LABEL.findall(label)
    named = [source for source in packed.sources if source.label in words]
    return named[0] if len(named) == 1 else None


def locate(quote: str, text: str) -> Found:
    """Find a quote in a text: verbatim, in pieces, or nearly."""
    if len(quote) > LONGEST_QUOTE:
        return Found(reason="the quote is longer than anyone would read")
    needle = normal_text(quote).strip(_OUTER)
    if not _says_something(needle, quote):
        lines = tuple(_line(needle, text))[:1]
        return Found(lines, "" if lines else "the quote is too short to prove anything")
    haystack = normalise(text)
    spans = (
        _verbatim(needle, haystack)
        or _pieces(needle, haystack)
        or _repaired(quote, text, needle, haystack)
    )
    if not spans:
        return Found(reason="the quote does not stand in its source")
    placed = (_signed(quote.strip(), text, *haystack.span(*span)) for span in spans)
    return Found(tuple(whole(text, *_widened(text, *span)) for span in placed))


def _says_something(needle: str, quote: str) -> bool:
    words = needle.split()
    if len(words) >= FEWEST_WORDS or any(len(run) >= 4 for run in UNSPACED.findall(needle)):
        return True
    kept = normal_text(quote, fold=False).split()
    return any(is_identifier(word.strip(_OUTER)) for word in kept) or any(
        number.unit for number in quantities(needle)
    )


def _line(needle: str, text: str) -> Iterator[tuple[int, int]]:
    """Yield where a short quote is a whole row, header or line of code: all there is to quote."""
    tables = [(block.start, block.body) for block in blocks(text, fragment=True) if block.body]
    for unit in _units(text) if needle else ():
        header = any(start <= unit.start < body for start, body in tables)
        whole = unit.kind in ("row", "code") or header
        if whole and normal_text(text[unit.start : unit.end]).strip(_OUTER) == needle:
            yield unit.start, unit.end


def _verbatim(needle: str, haystack: Normal) -> tuple[tuple[int, int], ...]:
    """Find the needle as it stands."""
    span = find(haystack.text, needle)
    return (span,) if span else ()


def _pieces(needle: str, haystack: Normal) -> tuple[tuple[int, int], ...]:
    pieces = [piece.strip(_OUTER) for piece in _ELLIPSIS.split(needle)]
    pieces = [piece for piece in pieces if piece]
    spans: list[tuple[int, int]] = []
    for piece in pieces if len(pieces) > 1 else ():
        span = find(haystack.text, piece, spans[-1][1] if spans else 0)
        if span is None or len(piece.split()) < FEWEST_WORDS:
            return ()
        spans.append(span)
    return tuple(spans)


def _repaired(quote: str, text: str, needle: str, haystack: Normal) -> tuple[tuple[int, int], ...]:
    """Find a near miss in which nothing that matters differs."""
    if len(needle.split()) < FEWEST_REPAIRED:
        return ()
    span = nearest(needle, haystack.text, NEAR_MISS)
    if span is None:
        return ()
    start, end = haystack.span(*span)
    theirs = text[start:end]
    return (span,) if _critical(quote) == _critical(theirs) else ()


def _critical(text: str) -> tuple[object, ...]:
    """Return what must not differ between a quote and the words it is repaired to."""
    folded, kept = normal_text(text), normal_text(text, fold=False)
    numbers = sorted((one.kind, one.value, one.unit, one.qualifier) for one in quantities(folded))
    names = sorted(one.text.lower() for one in fixed_words("x " + kept))
    return numbers, names, denials(folded)


def _widened(text: str, start: int, end: int) -> tuple[int, int]:
    """Widen a span to its sentence where its words alone could mislead."""
    first, last = sentence(text, start, end)
    if last - first > WIDEST:
        return start, end
    few = len(text[start:end].split()) < SHORT
    if few or turns(text[first:start]):
        start = first
    if few or turns(text[end:last]):
        end = last
    return start, end


def _signed(quote: str, text: str, start: int, end: int) -> tuple[int, int]:
    """Take in the signs around a span of code, which normalisation leaves out: `rm -r *`, `}`."""
    for unit in _units(text):
        if unit.kind == "code" and unit.start < end and start < unit.end:
            exact = text.find(quote, max(0, end - len(quote)), start + len(quote))
            return (exact, exact + len(quote)) if exact >= 0 else (start, end)
    return start, end


def sentence(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the span of the whole sentences, rows or items that `text[start:end]` stands in."""
    for unit in _units(text):
        if unit.start <= start < unit.end:
            start = unit.start
        if unit.start < end <= unit.end:
            end = unit.end
    return start, end


def _through_lead(quote: Quote, source: Source, packed: Packed) -> tuple[Citation, ...]:
    """Cite a quote that stands in the lead, or partly in the lead and partly in the source."""
    elsewhere = [
        other
        for other in packed.sources
        if other is not source and other.document.id == source.document.id
    ]
    if locate(quote.text, source.lead).spans:
        for other in elsewhere:
            if spans := locate(quote.text, other.text).spans:
                return tuple(place(other, *span) for span in spans)
        return ()
    return tuple(_across(quote.text, source))


def _across(quote: str, source: Source) -> Iterator[Citation]:
    """Cite the lines of a quote that stand in the source, if its other lines stand in the lead."""
    lead = normal_text(source.lead)
    needles = [normal_text(line).strip(_OUTER) for line in quote.splitlines()]
    rest = [
        line
        for line, needle in zip(quote.splitlines(), needles, strict=True)
        if needle and not find(lead, needle)
    ]
    found = [locate(line, source.text) for line in rest]
    if len(rest) < len(needles) and all(one.spans for one in found):
        for one in found:
            yield from (place(source, *span) for span in one.spans)


def place(source: Source, start: int, end: int) -> Citation:
    """Return the citation of `text[start:end]` of a source.

    Its heading is the nearest one that all of it stands under: a quote with several of the
    questions of a page is not named by the first.
    """
    chunk = _holding(source, source.start + start)
    last = _holding(source, source.start + end - 1)
    pairs = zip(chunk.heading_path, last.heading_path, strict=False)
    over = [heading for heading, _ in takewhile(lambda pair: pair[0] == pair[1], pairs)]
    return Citation(
        label=source.label,
        document=source.document,
        text=source.text[start:end],
        start=source.start + start,
        end=source.start + end,
        chunk_id=chunk.id,
        chunk_digest=chunk.digest,
        heading=over[-1] if over else "",
        fragment=chunk.fragment,
    )


def _holding(source: Source, offset: int) -> Chunk:
    """Return the chunk of a source that holds an offset of the document."""
    return next(
        (chunk for chunk in source.chunks if chunk.start <= offset < chunk.end), source.chunks[0]
    )
