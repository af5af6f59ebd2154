"""A span of a source's text -> the same words with the marks and signs that belong to them.

A quote is found by its words, which leaves out what normalisation does: the full stop behind code,
the other half of a pair of marks, the rest of a link, the bars of a row. Cut without these, it
would be another text than its page has, and the same row would be cited as two.
"""

from __future__ import annotations

import re
from functools import lru_cache

from retrieval.text.inline import held_spans

_STOPS = re.compile(r"(?:[.!?…]+|:)(?!\w)")
_PAIRS = (
    *((mark, mark) for mark in ("**", "__", "~~", "`", "*", "_", '"')),
    ("“", "”"),
    ("«", "»"),
)
"""What stands around words, longer marks before those that they are made of."""
_MOST_ROUNDS = 4
"""Times that the edges are looked at: marks stand within marks, and a full stop behind them all."""
_held = lru_cache(maxsize=256)(held_spans)


def whole(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a span with its full stop, its pairs of marks, its links and the bars of its rows."""
    for _ in range(_MOST_ROUNDS):
        before = start, end
        start, end = _linked(text, *_paired(text, *_closed(text, start, end)))
        if before == (start, end):
            break
    return _barred(text, start, end)


def _closed(text: str, start: int, end: int) -> tuple[int, int]:
    """Take in the full stop or colon after a span."""
    stop = _STOPS.match(text, end)
    return start, stop.end() if stop else end


def _paired(text: str, start: int, end: int) -> tuple[int, int]:
    """Take in the other half of the marks that a span begins or ends within, or both halves."""
    for opening, closing in _PAIRS:
        before, after = text.endswith(opening, 0, start), text.startswith(closing, end)
        if not (before or after):
            continue
        same = opening == closing
        more = text.count(opening, start, end) - (0 if same else text.count(closing, start, end))
        more = more % 2 if same else more
        around = before and after and not more and (not same or _open(text, opening, start))
        if around or (before and (more < 0 or (same and more))):
            start -= len(opening)
        if around or (after and more > 0 and not (before and same)):
            end += len(closing)
    return start, end


def _open(text: str, mark: str, at: int) -> bool:
    """Whether a mark that its line has before `at` is still to be closed there."""
    return text.count(mark, text.rfind("\n", 0, at) + 1, at) % 2 == 1


def _linked(text: str, start: int, end: int) -> tuple[int, int]:
    """Take in the rest of a link, picture or code whose words a span begins or ends with."""
    for first, last in _held(text):
        if first < end < last and (text[end] == "]" or not text[end:last].strip("*_`")):
            end = last
        if first < start < last and not text[first + 1 : start].strip("*_`"):
            start = first - text.endswith("!", 0, first)
    return start, end


def _barred(text: str, start: int, end: int) -> tuple[int, int]:
    """Take in the outer bars of the rows that a span has all words of; a part of a row has none."""
    line = text.rfind("\n", 0, start) + 1
    stop = text.find("\n", end)
    before = text[line:start].lstrip(" \t>")
    after = text[end : stop if stop >= 0 else len(text)].rstrip()
    first, last = not before.strip(" \t|"), not after.strip(" \t|")
    if "\n" in text[start:end] or (first and last):
        start -= len(before) if first else 0
        end += len(after) if last else 0
    return start, end
