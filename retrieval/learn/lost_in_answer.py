"""Lost by the writer or after it: not used, dropped by a check, or outdone by another page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from retrieval.answer.freshness import as_of
from retrieval.answer.proof import content
from retrieval.learn.evidence import Evidence, Loss, standing_pieces
from retrieval.learn.evidence_said import Said, say
from retrieval.learn.judge import says_as_much
from retrieval.learn.lost_in_index import quoted
from retrieval.learn.stages import Stage, Step
from retrieval.learn.standing import among, stands
from retrieval.text.normal import normal_text
from retrieval.text.numbers import quantities
from retrieval.text.plain import plain
from retrieval.text.sentences import units
from retrieval.values import Citation, DocumentFacts, Dropped, VerifiedClaim

QUOTING = "quoting"
"""What the name of the writer begins with that only quotes."""
ALIKE, CLOSE = 0.5, 0.7
"""Shares of the fewer content words that two sentences about one thing have in common: where
their numbers differ, and where they do not."""


def answered_rightly(evidence: Evidence) -> Loss | None:
    """Say that nothing was lost: the answer cites the page and says what it must."""
    shown = _shown(evidence)
    text = "\n".join(claim.text for claim in shown)
    if not any(_cites(evidence, claim.citations) for claim in shown):
        return None
    if _unsaid(evidence, text) or _forbidden(evidence, text) or not _expected(evidence):
        return None
    labels = sorted({c.label for claim in shown for c in claim.citations if _mine(evidence, c)})
    said = say("cited", page=evidence.page.path, labels=", ".join(labels))
    do = "Nothing. If the answer is wrong all the same, say in the label what it has to say."
    return Loss(Stage.RIGHT, said, do)


def lost_in_answer(evidence: Evidence) -> Loss | None:
    """Name what became of a page that the writer saw; None where that is of no known kind."""
    if not evidence.trace.draft or not evidence.sources:
        return None
    return _dropped(evidence) or _outdone(evidence) or _unused(evidence)


def _shown(evidence: Evidence) -> list[VerifiedClaim]:
    return [one for one in evidence.trace.verdicts if isinstance(one, VerifiedClaim)]


def _mine(evidence: Evidence, citation: Citation) -> bool:
    document, page = citation.document, evidence.page
    return (document.collection, document.path) == (page.collection, page.path)


def _cites(evidence: Evidence, citations: Iterable[Citation]) -> bool:
    return any(_mine(evidence, citation) for citation in citations)


def _expected(evidence: Evidence) -> bool:
    """Whether what was shown says the expected answer, where that stands in the page as it is.

    An expected answer in other words than those of the page is not held against what was shown.
    """
    answer, shown = evidence.wanted.answer, _shown(evidence)
    if not answer or not stands(evidence.page.text, answer):
        return True
    quotes = [c.text for claim in shown for c in claim.citations if _mine(evidence, c)]
    said = "\n".join([*(claim.text for claim in shown), *quotes])
    return says_as_much(said, answer) or any(stands(answer, quote) for quote in quotes)


def _unsaid(evidence: Evidence, text: str) -> list[tuple[str, ...]]:
    """Return what had to be said and was not."""
    return [group for group in evidence.wanted.groups if group and not among((text,), group)]


def _forbidden(evidence: Evidence, text: str) -> list[str]:
    return [wording for wording in evidence.wanted.never if stands(text, wording)]


def _dropped(evidence: Evidence) -> Loss | None:
    """Look for a claim that rested on the page and was dropped."""
    labels = {source.label for source in evidence.sources}
    texts = [source.text for source in evidence.sources]
    for verdict in evidence.trace.verdicts:
        if not isinstance(verdict, Dropped):
            continue
        quotes = verdict.claim.quotes
        if any(q.label in labels or among(texts, (q.text,)) for q in quotes):
            said = say(
                "dropped",
                claim=quoted(verdict.claim.text),
                page=evidence.page.path,
                check=verdict.check,
                reason=verdict.reason,
            )
            do = "Look at the quote: the writer has to give it word for word, with its label."
            return Loss(Stage.CLAIM_DROPPED, said, do, verdict.check)
    return None


def _outdone(evidence: Evidence) -> Loss | None:
    """Look for a shown quote from a page of another date that contradicts this page."""
    shown = _shown(evidence)
    text = "\n".join(claim.text for claim in shown)
    if any(_cites(evidence, claim.citations) for claim in shown) and not _forbidden(evidence, text):
        return None
    mine = evidence.sources[0].document
    for claim in shown:
        for citation in claim.citations:
            other = citation.document
            if _mine(evidence, citation) or _day(other) == _day(mine):
                continue
            if sentence := _otherwise(citation.text, [one.text for one in evidence.sources]):
                said = say(
                    "outdone",
                    other=_dated(other),
                    quote=quoted(citation.text),
                    page=_dated(mine),
                    sentence=quoted(sentence),
                )
                do = "Retire the page that is wrong, or give it a status or an end date."
                return Loss(Stage.STALE_OR_CONFLICTING, said, do, other.path, Step.PACKED)
    return None


def _otherwise(quote: str, texts: Sequence[str]) -> str:
    """Return a sentence that is about the same as a quote and contradicts it.

    About the same: they share half of the content words of the shorter one and differ in their
    numbers, or more of them and differ in words; and neither holds the other. A heading says
    nothing of its own.
    """
    if among(texts, (quote,)):
        return ""
    for text in texts:
        for unit in units(text):
            sentence = text[unit.start : unit.end]
            if unit.kind != "heading" and _contradict(quote, sentence):
                return plain(sentence)
    return ""


def _contradict(one: str, other: str) -> bool:
    """Whether two sentences are about one thing and do not say the same of it."""
    a, b = normal_text(one), normal_text(other)
    mine, theirs = content(one), content(other)
    fewer = min(len(mine), len(theirs))
    if not fewer or a in b or b in a:
        return False
    share = len(mine & theirs) / fewer
    numbers = {str(found) for found in quantities(a)} != {str(found) for found in quantities(b)}
    return share >= ALIKE and (numbers or (share >= CLOSE and mine != theirs))


def _day(document: DocumentFacts) -> date | None:
    return as_of(document.metadata)


def _dated(document: DocumentFacts) -> str | Said:
    day = _day(document)
    return f"{document.path} ({day.isoformat()})" if day else say("undated", page=document.path)


def _unused(evidence: Evidence) -> Loss | None:
    """Say what the writer did instead of using the page; None where it used it."""
    draft, shown = evidence.trace.draft, _shown(evidence)
    if not draft:
        return None
    labels = ", ".join(source.label for source in evidence.sources)
    packed = {"page": evidence.page.path, "labels": labels}
    if any(_cites(evidence, claim.citations) for claim in shown):
        return _half_used(evidence, packed)
    others = dict.fromkeys(c.document.path for claim in shown for c in claim.citations)
    why = say("writer_cited", writer=draft.writer, pages=", ".join(others))
    if not shown:
        why = say("writer_said", writer=draft.writer, status=draft.status or say("nothing"))
        if draft.claims:
            why = say("writer_unshown", writer=draft.writer)
    if draft.live:
        why = say("about_live", live=draft.live)
    do = "Hand the writer the page alone (scripts.evaluate --gold-context): is it the prompt?"
    if draft.writer.startswith(QUOTING):
        do = "Calibrate the quoting writer (scripts.calibrate), or have a model write."
    return Loss(Stage.NOT_USED, say("not_used", **packed, why=why), do, draft.status)


def _half_used(evidence: Evidence, packed: Mapping[str, str]) -> Loss | None:
    """Say what of the page was not said, though it stands in it."""
    text = "\n".join(claim.text for claim in _shown(evidence))
    known = standing_pieces(evidence)
    expected = [] if _expected(evidence) else [(evidence.wanted.answer,)]
    for group in [*_unsaid(evidence, text), *expected]:
        if group in known:
            said = say("half_used", **packed, wording=quoted(group[0]))
            do = "Look at the writer: it chose another sentence of the page."
            return Loss(Stage.NOT_USED, said, do, group[0], Step.SHOWN)
    return None
