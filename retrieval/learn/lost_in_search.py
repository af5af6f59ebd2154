"""Lost on the way to the writer: by scope, rewrite, legs, order or pack."""

from __future__ import annotations

from retrieval.answer.rank import SET_ASIDE
from retrieval.learn.evidence import (
    FIRST,
    MEANING_LEGS,
    TOP,
    Evidence,
    Loss,
    Places,
    Target,
    place,
    places,
    within,
)
from retrieval.learn.evidence_said import Said, say
from retrieval.learn.stages import Stage, Step
from retrieval.learn.standing import among
from retrieval.values import LeftOut, Trace

Kind = frozenset[str]
WORDS: Kind = frozenset({"words"})


def lost_in_search(evidence: Evidence, found: Places) -> Loss | None:
    """Name what lost a page before the writer saw it; None where it was packed.

    Where the page was packed without the passage that has what should be said, that passage is
    followed instead.
    """
    if loss := _outside(evidence):
        return loss
    if evidence.sources:
        return _passage(evidence)
    trace = evidence.trace
    if not trace.candidates:
        return None
    return (
        _drifted(evidence, found)
        or _not_found(evidence, found)
        or _fused_out(found)
        or _set_aside(evidence)
        or _ranked_out(evidence, found)
        or _not_packed(evidence, found)
    )


def ordinal(found: int | None, *, most: str = "not_there") -> Said:
    """Word a place."""
    return say(most) if found is None else say("at", place=found)


def _outside(evidence: Evidence) -> Loss | None:
    """Look whether the collection of the page was in the scope."""
    question, page = evidence.trace.question, evidence.page
    if page.collection in question.scope.collections:
        return None
    if not question.asker and not question.place:
        scope = ", ".join(question.scope.collections) or say("nothing")
        said = say("not_asked_of", page=page.path, collection=page.collection, scope=scope)
        do = "Ask it of that collection, too, or name a right page of one that it is asked of."
        return Loss(Stage.OUTSIDE_SCOPE, said, do, page.collection)
    said = say(
        "outside_scope",
        page=page.path,
        collection=page.collection,
        asker=question.asker or say("asker_unnamed"),
        place=question.place or say("place_unnamed"),
        scope=", ".join(question.scope.collections) or say("nothing"),
    )
    do = "Open the collection to that place in the policy, or ask where it may be searched."
    return Loss(Stage.OUTSIDE_SCOPE, said, do, page.collection)


def _drifted(evidence: Evidence, found: Places) -> Loss | None:
    """Look whether other words found the page than those that it was searched by."""
    trace = evidence.trace
    searches = trace.queries.searches if trace.queries else ()
    anew = [query.text for query in searches if query.origin != "asked"]
    if within(found.rewritten):
        return None
    own = bool(anew) and within(found.asked)
    reference = within(evidence.reference) and not within(found.asked) and not within(found.fused)
    if not own and not reference:
        return None
    by = (
        say("own_words", place=found.asked)
        if own
        else say("reference", query=evidence.wanted.standalone, place=evidence.reference)
    )
    made = f"“{anew[0]}”" if anew else say("as_it_stood")
    deep = ordinal(found.rewritten if anew else found.asked, most="not_at_all")
    said = say("drifted", query=made, at=deep, reference=by)
    do = "Look at the rewrite: what it left out of the thread, or brought in of its own."
    return Loss(Stage.REWRITE_DRIFTED, said, do, anew[0] if anew else "")


def _not_found(evidence: Evidence, found: Places) -> Loss | None:
    """Look at both legs."""
    trace, page = evidence.trace, evidence.page
    if found.words is not None or found.meaning is not None:
        return None
    words, meaning = _searched(trace, WORDS), _searched(trace, MEANING_LEGS)
    told: tuple[Said, ...] = (
        say("legs", words=_told(trace, WORDS), meaning=_told(trace, MEANING_LEGS)),
    )
    if page.another:
        told += (say("another_index", index=page.another),)
    if words and not meaning:
        do = "Have the pages embedded (scripts.index status says what is wrong)."
        return Loss(Stage.NOT_FOUND_BY_WORDS, told, do)
    if meaning and not words:
        do = "Look at the words leg: its error is in the trace."
        return Loss(Stage.NOT_FOUND_BY_MEANING, told, do)
    do = "Give the page the words that people use, in a heading, or add a synonym."
    return Loss(Stage.NOT_FOUND, told, do)


def _searched(trace: Trace, kinds: Kind) -> bool:
    """Whether a leg could search at all."""
    legs = trace.candidates.legs if trace.candidates else ()
    return any(leg.leg in kinds and (leg.hits or not leg.error) for leg in legs)


def _told(trace: Trace, kinds: Kind) -> Said:
    """Say what a leg looked at without finding the page."""
    legs = [leg for leg in trace.candidates.legs if leg.leg in kinds] if trace.candidates else []
    errors = list(dict.fromkeys(leg.error for leg in legs if leg.error))
    hits = max((len(leg.hits) for leg in legs), default=0)
    notes = trace.candidates.notes if trace.candidates and not legs else ()
    if not hits and (errors or notes or not legs):
        return say("not_searched", reasons="; ".join(errors or notes) or say("no_leg"))
    best = max((leg.hits[0].score for leg in legs if leg.hits), default=None)
    least = min((leg.hits[-1].score for leg in legs if leg.hits), default=None)
    if best is None:
        return say("not_among", count=hits)
    return say("not_among_scored", count=hits, best=f"{best:.3f}", least=f"{least:.3f}")


def _fused_out(found: Places) -> Loss | None:
    """Look whether the fused order lost what a leg had."""
    if within(found.fused):
        return None
    said = say(
        "fused_out",
        words=ordinal(found.words),
        meaning=ordinal(found.meaning),
        fused=ordinal(found.fused),
        first=FIRST,
    )
    do = "Look at the leg that does not have it: pages that both legs have come before it."
    if found.words is not None and found.meaning is not None:
        do = "Both legs have it too low: give it the words that people use, in a heading."
    return Loss(Stage.FUSION, said, do)


def _set_aside(evidence: Evidence) -> Loss | None:
    """Look whether the freshness rules, or the asker, left the page out."""
    left = _left(evidence, evidence.trace.ranked.left_out if evidence.trace.ranked else ())
    if not left:
        return None
    if left.reason == SET_ASIDE:
        said = say("left_out", page=evidence.page.path, reason=left.reason)
        do = "Nothing to mend: the person who asked had turned the page down."
        return Loss(Stage.UNKNOWN, said, do, left.reason, Step.FUSED)
    said = say("freshness_out", page=evidence.page.path, reason=left.reason)
    do = "Correct the status or the dates of the page, or label the page that took its place."
    return Loss(Stage.STALE_OR_CONFLICTING, said, do, left.reason, Step.FUSED)


def _left(evidence: Evidence, left_out: tuple[LeftOut, ...]) -> LeftOut | None:
    """Return why the page was left out, if it was.

    What is left out is named without its collection: its document's id says whose it is.
    """
    mine = {chunk.document_id for chunk in evidence.page.chunks}
    trace = evidence.trace
    legs = trace.candidates.legs if trace.candidates else ()
    mine |= {hit.document.id for leg in legs for hit in leg.hits if evidence.is_page(hit)}
    return next((left for left in left_out if left.document_id in mine), None)


def _ranked_out(evidence: Evidence, found: Places) -> Loss | None:
    """Look whether the page fell behind when the fused order was reranked."""
    ranked = evidence.trace.ranked
    if not ranked or within(found.reranked, TOP):
        return None
    scored = sorted(ranked.hits, key=lambda hit: -hit.score)
    if ranked.reranker and within(by_score := place(scored, evidence.is_page), TOP):
        at = ordinal(found.reranked)
        said = say("newer_first", page=evidence.page.path, before=by_score, at=at)
        do = "Check the dates of the page; if it is out of date, label the newer one."
        return Loss(Stage.STALE_OR_CONFLICTING, said, do, "newer first", Step.FUSED)
    score = next((f"{hit.score:.4f}" for hit in ranked.hits if evidence.is_page(hit)), "")
    at = ordinal(found.reranked)
    if score and found.reranked is not None:
        at = say("at_score", place=found.reranked, score=score)
    by = say("the_reranker", name=ranked.reranker) if ranked.reranker else say("nobody")
    put = say("reranked_out", fused=ordinal(found.fused), reranker=by, at=at, top=TOP)
    noted = (say("notes", notes=" ".join(ranked.notes)),) if ranked.notes else ()
    do = "Teach the reranker (scripts.tune) with this case, or try another one."
    return Loss(Stage.RERANKER, (put, *noted), do, ranked.reranker)


def _not_packed(evidence: Evidence, found: Places) -> Loss | None:
    """Say why the page was not packed, though it was ranked well."""
    packed = evidence.trace.packed
    if not packed:
        return None
    left = _left(evidence, packed.left_out)
    others = ", ".join(dict.fromkeys(source.document.path for source in packed.sources))
    if left:
        said = say("not_packed", at=ordinal(found.reranked), reason=left.reason)
        do = "Where two pages say the same, keep one of them; else label the one that was packed."
        return Loss(Stage.BUDGET, said, do, left.reason)
    count = len(packed.sources)
    said = say("no_room", at=ordinal(found.reranked), count=count, pages=others)
    do = "Raise FOOTNOTE_SOURCES, or lower how many passages of one page stand beside each other."
    return Loss(Stage.BUDGET, said, do, "no room")


def _passage(evidence: Evidence) -> Loss | None:
    """Follow the passage that has what should be said, where the page was packed without it."""
    if evidence.packed_whole or not evidence.trace.candidates or evidence.trace.packed is None:
        return None
    page = evidence.page
    ids = {
        chunk.id
        for chunk in page.chunks
        if any(among((f"{chunk.lead}\n{chunk.text}",), one) for one in evidence.wanted.pieces)
    }
    packed = {chunk.id for source in evidence.sources for chunk in source.chunks}
    missing = ids - packed
    if not missing:
        return None

    return _passage_lost(evidence, lambda hit: hit.chunk.id in missing, missing)


def _passage_lost(evidence: Evidence, wanted: Target, missing: set[str]) -> Loss | None:
    """Say where the passage that has what should be said was lost."""
    trace, found = evidence.trace, places(evidence, wanted)
    page = evidence.page.path
    if not_found := _not_found(evidence, found):
        legs = not_found.evidence
        told = legs if isinstance(legs, tuple) else (legs,)
        return Loss(not_found.stage, (say("passage_missing", page=page), *told), not_found.do)
    hits = trace.ranked.hits if trace.ranked else ()
    rank = next((hit.rank for hit in hits if wanted(hit)), None)
    left_out = trace.packed.left_out if trace.packed else ()
    reason = next((left.reason for left in left_out if left.chunk_id in missing), "")
    at = say("chunk_at", place=rank) if rank else say("not_ranked")
    said = say("passage_left_out", page=page, at=at, reason=reason or say("full"))
    do = "Have more packed of one page (FOOTNOTE_SOURCES, FOOTNOTE_SOURCE_TOKENS)."
    return Loss(Stage.BUDGET, said, do, reason or "no room")
