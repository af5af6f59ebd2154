"""Plain text (.txt) -> Page: the words as they stand."""

from __future__ import annotations

from retrieval.readers.decode import decode
from retrieval.readers.page import Options, Page, Removals, check_length


def read(data: bytes, options: Options) -> Page:  # noqa: ARG001  (one shape for all formats)
    """Return the text as it is. Raises UnreadableDocument when it is not text."""
    removals = Removals()
    text = decode(data, removals).strip("\n")
    check_length(len(text))
    return Page(text=text + "\n" if text.strip() else "", warnings=removals.sentences())
