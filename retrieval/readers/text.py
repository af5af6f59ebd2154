"""Plain text (.txt) -> Page: the words as they stand, but for those struck through."""

from __future__ import annotations

from retrieval.readers.decode import decode
from retrieval.readers.page import Options, Page, Removals, check_length
from retrieval.readers.struck import without_struck


def read(data: bytes, options: Options) -> Page:  # noqa: ARG001  (one shape for all formats)
    """Return the text without what `~~` strikes through.

    Raises UnreadableDocument when it is not text.
    """
    removals = Removals()
    text = without_struck(decode(data, removals), removals).strip("\n")
    check_length(len(text))
    return Page(text=text + "\n" if text.strip() else "", warnings=removals.sentences())
