"""The part of a text that is nearly the same as another text, letter by letter."""

from __future__ import annotations

from rapidfuzz import fuzz


def nearest(needle: str, haystack: str, least: float) -> tuple[int, int] | None:
    """Return the span of `haystack` that is most like `needle`, cut at the ends of words.

    `least` is the smallest similarity that counts, 0 to 1 (the normalised Indel similarity of
    the needle and the best span of its length).
    """
    if not needle or len(needle) > len(haystack):
        return None
    found = fuzz.partial_ratio_alignment(needle, haystack, score_cutoff=100 * least)
    if found is None or found.dest_start == found.dest_end:
        return None
    return _whole_words(haystack, found.dest_start, found.dest_end)


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    while start > 0 and text[start - 1] != " " and text[start] != " ":
        start -= 1
    while end < len(text) and text[end] != " " and text[end - 1] != " ":
        end += 1
    while start < end and text[start] == " ":
        start += 1
    while end > start and text[end - 1] == " ":
        end -= 1
    return start, end
