"""Citation -> the address that lands on its sentence: the heading's anchor, and words to look for.

A browser scrolls to `#anchor:~:text=start,end` and marks what lies between, where `start` and
`end` are whole words of the page as people see it, each from within one block (URL Fragment Text
Directives, WICG). Where the words are not found it stays at the anchor.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

from retrieval.text.blocks import Block, blocks
from retrieval.text.plain import visible
from retrieval.text.render import words
from retrieval.text.words import UNSPACED
from retrieval.values import Citation, Source

FEW = 7
"""Words that are looked for at either end of a sentence; fewer stand on a page more than once."""
ALL = 12
"""Words up to which a sentence is looked for whole."""
LONGEST = 240
"""Characters of an end, once encoded; scripts without spaces are looked for by the clause."""
LEAST = 12
"""Letters of words that are looked for at the least."""

_HARD_BREAK = re.compile(r"(?: {2,}|\\)\n")
_MARGINS = re.compile(r"\n|[ \t]{2,}|\t")
_CELLS = re.compile(r"\n|(?:^|\s)\|(?=\s|$)")
_CLAUSES = re.compile(r"[\u3000-\u3003\u3008-\u3011\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f]+")
_EDGES = re.compile(r"^[^\w]+|[^\w]+$")
_SHOWN_OTHERWISE = re.compile(r"[\"'`\u2018-\u201f<>\ufffd]|--|\.\.\.|[-=]>|\(\w{1,2}\)|:\w+:")
"""What a site may show in other characters than its source has: curly quotes, dashes, arrows."""


@dataclass(frozen=True, slots=True)
class _Run:
    """Words that stand beside each other in one block, as they are shown."""

    words: tuple[str, ...]

    @property
    def sure(self) -> bool:
        """Whether it is long enough to stand on a page once."""
        return len(self.words) >= FEW or bool(UNSPACED.search(self.words[0]))

    @property
    def whole(self) -> str:
        """All of it, encoded."""
        return _encoded(" ".join(self.words))

    @property
    def first(self) -> str:
        """Its first words, as few as say enough, encoded; nothing where not even all of them do."""
        ends = (self.words[:count] for count in range(FEW, ALL + 1))
        return next(filter(None, (_encoded(" ".join(end)) for end in ends)), "")

    @property
    def last(self) -> str:
        """Its last words, likewise."""
        ends = (self.words[-count:] for count in range(FEW, ALL + 1))
        return next(filter(None, (_encoded(" ".join(end)) for end in ends)), "")


def landing(citation: Citation, source: Source | None = None, *, scripted: bool = False) -> str:
    """Return the address of a citation, with the words to land on.

    `source` is the passage that it was cut from, in which its blocks are told for what they are.
    On a page that is rendered by a script there is nothing to find yet when the browser looks:
    `scripted` leaves only the anchor, as a page of a PDF does.
    """
    address = citation.url
    if scripted or not address or citation.fragment.startswith("page="):
        return address
    if address.split("#", 1)[0].lower().endswith(".pdf"):
        return address
    directive = _directive(list(_runs(citation, source)))
    if not directive:
        return address
    return f"{address}{'' if '#' in address else '#'}:~:text={directive}"


def _directive(runs: list[_Run]) -> str:
    """Return the words to look for, encoded; nothing where there are too few to be sure."""
    if not runs:
        return ""
    sure = [run for run in runs if run.sure]
    if not sure:  # Cells of a row, words between quotes: the longest is the least to stand twice.
        return max(runs, key=lambda run: len(run.whole)).whole or runs[0].first
    first, last = sure[0], sure[-1]
    if first is last and len(first.words) <= ALL:
        return first.whole
    if first is last:  # What is looked for at either end must not overlap.
        half = len(first.words) // 2
        first, last = _Run(first.words[:half]), _Run(last.words[half:])
    start, end = first.first, last.last
    return f"{start},{end}" if start != end else start


def _encoded(text: str) -> str:
    """Percent-encode words, the characters that a directive gives a meaning too."""
    text = _trimmed(text)
    if sum(map(str.isalnum, text)) < LEAST and not (UNSPACED.search(text) and len(text) >= 4):
        return ""
    said = quote(text, safe="").replace("-", "%2D")
    return said if len(said) <= LONGEST else ""


def _runs(citation: Citation, source: Source | None) -> Iterator[_Run]:
    """Yield the runs of words of a quote that are shown on its page as they are written."""
    for piece in _pieces(citation, source):
        for shown in _CELLS.split(visible(piece)):
            if UNSPACED.search(shown):
                clauses = (_trimmed(clause) for clause in _CLAUSES.split(shown))
                yield from (_Run((clause,)) for clause in clauses if _encoded(clause))
            else:
                yield from _spaced(shown)


def _spaced(shown: str) -> Iterator[_Run]:
    """Part a line at the words that may be shown in another way; keep what is long enough."""
    run: list[str] = []
    for word in [*shown.split(), ""]:
        if word and not _SHOWN_OTHERWISE.search(word):
            run.append(word)
            continue
        found = _Run(tuple(run))
        if found.first and found.last:
            yield found
        run = []


def _trimmed(text: str) -> str:
    """Leave out the signs around words: a directive ends at the end of a word."""
    return _EDGES.sub("", text)


def _pieces(citation: Citation, source: Source | None) -> Iterator[str]:
    """Yield what is shown of a quote, block by block and line by line."""
    text, start, end = citation.text, 0, len(citation.text)
    if source and source.document.key == citation.document.key:
        text, start = source.text, citation.start - source.start
        start, end = _whole_words(text, start, citation.end - source.start)
    for block in blocks(text, fragment=True):
        here = block.end > start and block.start < end
        if here and block.kind != "heading":  # The anchor leads to a heading.
            yield from _lines(text, block, max(start, block.start), min(end, block.end))


def _lines(text: str, block: Block, start: int, end: int) -> Iterator[str]:
    """Yield what is shown of a part of a block, apart where a line is broken on purpose."""
    if block.kind == "fence":  # There each space counts.
        yield from _MARGINS.split(words(text, block, start, end))
        return
    at = start
    for broken in _HARD_BREAK.finditer(text, start, end):
        yield words(text, block, at, broken.start())
        at = broken.end()
    if at < end:
        yield words(text, block, at, end)


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """Leave out the half of a word at either end of a span."""
    start, end = max(start, 0), min(end, len(text))
    if start >= end:
        return start, start
    if start and text[start - 1].isalnum() and not UNSPACED.match(text[start]):
        while start < end and text[start].isalnum():
            start += 1
    if end < len(text) and text[end].isalnum() and not UNSPACED.match(text[end]):
        while end > start and text[end - 1].isalnum():
            end -= 1
    return start, end
