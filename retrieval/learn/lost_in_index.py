"""Lost before anybody asked: not read, not indexed, not written yet, or cut apart."""

from __future__ import annotations

from collections.abc import Sequence

from retrieval.learn.evidence import Evidence, Loss, PageFacts, standing_pieces
from retrieval.learn.evidence_said import Said, say
from retrieval.learn.stages import IN_NO_SOURCE, Stage
from retrieval.learn.standing import Span, among, standing
from retrieval.learn.unwritten import says
from retrieval.text.shorten import shorten_line

UNREAD = ("without text that can be read", "too many characters", "pages were read")
"""What a reader's warnings say of pages whose text it does not have."""
SHOWN = 60
"""Characters of a wording that are shown."""

Wordings = tuple[str, ...]


def lost_in_index(evidence: Evidence) -> Loss | None:
    """Say whether the page, or what should be said of it, is not whole in the index.

    Nothing is said where another index was searched than the one that is there now.
    """
    page = evidence.page
    if page.another:
        return None
    if not page.chunks:
        return None if _was_found(evidence) else _absent(page)
    return _unread(evidence) or _cut(evidence)


def not_written(evidence: Evidence) -> Loss | None:
    """Say that the page does not hold yet what a person answered in its stead.

    Then nothing is lost, whatever else of the page is cited: there is nothing to be found in it.
    """
    page, wanted = evidence.page, evidence.wanted
    known = wanted.unwritten and page.chunks and not page.another
    if not known or says(page.text, wanted.answer) or _unread(evidence):
        return None
    said = say("not_written", page=page.path, wording=quoted(wanted.answer))
    do = "Write it into the page and index that; or label the case, if the page says it as it is."
    return Loss(Stage.NOT_WRITTEN, said, do)


def quoted(text: str) -> str:
    """Show the beginning of a text between quotation marks, on one line."""
    return f"“{shorten_line(text, SHOWN)}”"


def _was_found(evidence: Evidence) -> bool:
    """Whether a search has found the page, whatever the index holds now."""
    candidates = evidence.trace.candidates
    legs = candidates.legs if candidates else ()
    return any(evidence.is_page(hit) for leg in legs for hit in leg.hits)


def _absent(page: PageFacts) -> Loss:
    """Say why a page is not in the index."""
    if page.passed_over:
        said = say("passed_over", page=page.path, reason=page.passed_over)
        do = "Save it in a form that can be read, or change what excludes it; then index again."
        return Loss(Stage.NOT_READ, said, do, page.passed_over)
    if page.there:
        said = say("in_source", page=page.path, root=page.root)
        do = f"Index it: python -m scripts.ingest {page.root} --collection {page.collection}."
        return Loss(Stage.NOT_INDEXED, said, do, "in the source")
    if page.there is False:
        said = say("nowhere", page=page.path, collection=page.collection)
        do = "Name a page that is there, or add the folder that holds it with scripts.ingest."
        return Loss(Stage.NOT_READ, said, do, IN_NO_SOURCE)
    said = say("source_unknown", page=page.path, collection=page.collection)
    do = "Index the folder that holds it with scripts.ingest."
    return Loss(Stage.NOT_INDEXED, said, do, "source not known")


def _unread(evidence: Evidence) -> Loss | None:
    """Look in the source for what should be said and is not in the indexed text."""
    page = evidence.page
    for group in evidence.wanted.pieces:
        if among((page.text,), group):
            continue
        if among((page.now,), group):
            said = say("changed_since", wording=quoted(group[0]), page=page.path)
            do = f"Index it again: python -m scripts.ingest {page.root}."
            return Loss(Stage.NOT_INDEXED, said, do, "changed since")
        if among((page.raw,), group):
            told = [say("reading_lost", wording=quoted(group[0]), page=page.path)]
            if page.warnings:
                told.append(say("reader_said", warnings=" ".join(page.warnings)))
            do = "Look at what the reader takes out of this file, and save it in a plainer form."
            return Loss(Stage.NOT_READ, tuple(told), do, "a part of it")
        if unread := [one for one in page.warnings if any(said in one for said in UNREAD)]:
            warnings = " ".join(unread)
            said = say("no_text", wording=quoted(group[0]), page=page.path, warnings=warnings)
            do = "Recognise the text of the scanned pages (OCR), then index again."
            return Loss(Stage.NOT_READ, said, do, unread[0])
    return None


def _cut(evidence: Evidence) -> Loss | None:
    """Look for what stands whole in the page and in none of its chunks."""
    if evidence.sources and evidence.packed_whole:
        return None  # Neighbours were joined again.
    chunks = evidence.page.chunks
    pieces = [f"{chunk.lead}\n{chunk.text}" for chunk in chunks]
    for group in standing_pieces(evidence):
        if among(pieces, group):
            continue
        wording, span = _place(evidence.page.text, group)
        said = _boundaries(evidence.page, wording, span)
        do = "Mend chunking: keep what belongs together under one heading, or in one list or table."
        return Loss(Stage.CUT_APART, said, do)
    return None


def _place(text: str, group: Sequence[str]) -> tuple[str, Span]:
    """Return the wording of a group that stands in a text, and where."""
    return next((one, span) for one in group if (span := standing(text, one)))


def _boundaries(page: PageFacts, wording: str, span: Span) -> Said:
    """Say which boundaries between chunks a wording crosses."""
    first = page.chunks[0].start
    start, end = span[0] + first, span[1] + first
    crossed = [
        say("boundary", chunk=chunk.ordinal + 1, end=chunk.end)
        for chunk in page.chunks
        if start < chunk.end < end
    ]
    where = {"start": start, "end": end, "boundaries": tuple(crossed[:3])}
    return say("cut_apart", wording=quoted(wording), page=page.path, **where)
