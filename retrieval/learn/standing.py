"""Whether, and where, a wording stands in a text, whatever its marks and white space."""

from __future__ import annotations

from collections.abc import Sequence

from retrieval.text.normal import Normal, find, normal_text, normalise

LONG = 12
"""Letters and digits from which a wording is also looked for by these alone: no chance find."""

Span = tuple[int, int]


def standing(text: str, wording: str) -> Span | None:
    """Return the span of `text` in which a wording stands, None where it does not.

    In whole words first; a longer wording also by its letters and digits alone, so that cells,
    line ends and hyphens make no difference.
    """
    wanted = normal_text(wording)
    normal = normalise(text)
    found = find(normal.text, wanted)
    if found:
        return normal.span(*found)
    bare, _ = _bare(wanted)
    return _by_letters(normal, bare) if len(bare) >= LONG else None


def stands(text: str, wording: str) -> bool:
    """Whether a wording stands in a text."""
    return standing(text, wording) is not None


def among(texts: Sequence[str], wordings: Sequence[str]) -> bool:
    """Whether one of some wordings stands whole in one of some texts."""
    return any(stands(text, wording) for text in texts for wording in wordings)


def _by_letters(normal: Normal, wanted: str) -> Span | None:
    """Find a wording by its letters and digits."""
    bare, places = _bare(normal.text)
    at = bare.find(wanted)
    if at < 0:
        return None
    return normal.span(places[at], places[at + len(wanted) - 1] + 1)


def _bare(text: str) -> tuple[str, list[int]]:
    """Return the letters and digits of a text, and where in it each stands."""
    places = [at for at, letter in enumerate(text) if letter.isalnum()]
    return "".join(text[at] for at in places), places
