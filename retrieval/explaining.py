"""A trace -> an explanation: at each hop what was there, and why the rest was not.

Pure: the same data serves the command line and the bot's page.
"""

from __future__ import annotations

from collections.abc import Iterable

from retrieval import tracing
from retrieval.explained_draft import written
from retrieval.explanation import (
    Explanation,
    Hop,
    Table,
    begin,
    dates,
    facts,
    numbers,
    place,
    tables,
    tokens,
)
from retrieval.values import (
    Answer,
    Candidates,
    Citation,
    Dropped,
    LeftOut,
    LegResult,
    Packed,
    Queries,
    Query,
    Question,
    Ranked,
    RankedHit,
    Source,
    Trace,
    Verdict,
    VerifiedClaim,
)


def explain(trace: Trace) -> Explanation:
    """Explain what happened to a question."""
    hops = [_question(trace.question)]
    if trace.queries:
        hops.append(_rewrite(trace.queries))
    if trace.candidates:
        hops.append(_search(trace.candidates))
    if trace.ranked:
        hops.append(_rank(trace.ranked))
    if trace.packed:
        hops.append(_pack(trace.packed, trace.ranked))
    if trace.draft:
        hops.append(written(trace.draft, trace.packed))
    if trace.draft or trace.verdicts:
        hops.append(_verify(trace.verdicts))
    if trace.answer:
        hops.append(_answer(trace.answer))
    return Explanation(
        id=trace.id,
        started=trace.started,
        configuration=trace.configuration,
        outcome=trace.answer.outcome.value if trace.answer else "not finished",
        seconds=trace.answer.seconds if trace.answer else 0.0,
        hops=tuple(hops),
        usage=tracing.usage(trace),
    )


def _question(question: Question) -> Hop:
    """Tell what was asked, where, and after what."""
    turns = tuple((turn.role, turn.text) for turn in question.history)
    return Hop(
        "question",
        facts(
            asked=question.text,
            asker=question.asker,
            place=question.place,
            searched=", ".join(question.scope.collections),
        ),
        tables(Table("history", ("role", "text"), turns)),
    )


def _rewrite(queries: Queries) -> Hop:
    """Tell what was searched for, and how it was worded."""
    same = queries.standalone == queries.question.text
    return Hop(
        "rewrite",
        facts(
            standalone="as asked" if same else queries.standalone,
            rewriter=queries.rewriter,
            tokens=tokens(queries.usage),
            reply=queries.raw,
        ),
        tables(
            Table(
                "searches",
                ("worded by", "text", "weight", "terms", "identifiers"),
                tuple(_query(query) for query in queries.searches),
            )
        ),
        queries.notes,
        queries.seconds,
    )


def _query(query: Query) -> tuple[str, ...]:
    """Tell one search, with what may stand for each of its terms."""
    terms = ", ".join("|".join(term.alternatives) for term in query.terms)
    identifiers = ", ".join(query.identifiers)
    return (query.origin, query.text, f"{query.weight:g}", terms, identifiers)


def _search(candidates: Candidates) -> Hop:
    """Tell what each leg found for each query, and how rare the words are."""
    counts = candidates.frequencies.counts
    rare = sorted(counts.items(), key=lambda item: (item[1], item[0]))
    generations = ", ".join(f"{name} {made}" for name, made in candidates.generations.items())
    total = candidates.frequencies.total
    return Hop(
        "search",
        facts(
            index=generations,
            tokens=tokens(candidates.usage),
            respelt=", ".join(f"{typed} → {meant}" for typed, meant in candidates.respelt),
            words=", ".join(f"{word} {count}" for word, count in rare)
            + (f" (of {total} chunks)" if rare else ""),
        ),
        tuple(_leg(leg) for leg in candidates.legs),
        candidates.notes,
        candidates.seconds,
    )


def _leg(leg: LegResult) -> Table:
    """Tell what one leg found."""
    rows = tuple(
        (
            str(hit.rank),
            f"{hit.score:.4g}",
            place(hit.document.path, hit.chunk.heading_path),
            begin(hit.chunk.text),
        )
        for hit in leg.hits
    )
    more = (f", failed: {leg.error}" if leg.error else "") + (f", {leg.note}" if leg.note else "")
    title = f"{leg.leg}: {leg.query} ({len(leg.hits)} hits, {leg.seconds * 1000:.0f} ms{more})"
    return Table(title, ("rank", "score", "page", "begins"), rows)


def _rank(ranked: Ranked) -> Hop:
    """Tell the final order with the fused one beside it, and what was left out."""
    fused = {
        hit.chunk.id: rank
        for rank, hit in enumerate(sorted(ranked.hits, key=lambda hit: -hit.fused), start=1)
    }
    rows = tuple(_ranked(hit, fused[hit.chunk.id]) for hit in ranked.hits)
    columns = ("rank", "score", "fused rank", "fused", "ranks in legs", "page", "dates", "begins")
    return Hop(
        "rank",
        facts(reranker=ranked.reranker, tokens=tokens(ranked.usage), reply=ranked.raw),
        (Table("order", columns, rows), *_left_out(ranked.left_out)),
        ranked.notes,
        ranked.seconds,
    )


def _ranked(hit: RankedHit, fused: int) -> tuple[str, ...]:
    """Tell one place of the order."""
    return (
        str(hit.rank),
        f"{hit.score:.4g}",
        str(fused),
        f"{hit.fused:.4g}",
        numbers(hit.ranks),
        place(hit.document.path, hit.chunk.heading_path),
        dates(hit.document.metadata),
        begin(hit.chunk.text),
    )


def _pack(packed: Packed, ranked: Ranked | None) -> Hop:
    """Tell what the writer was handed, and what was not and why."""
    told = {chunk.id for source in packed.sources for chunk in source.chunks}
    told |= {left.chunk_id for left in packed.left_out}
    rest = sum(hit.chunk.id not in told for hit in ranked.hits) if ranked else 0
    rows = tuple(_source(source) for source in packed.sources)
    return Hop(
        "pack",
        facts(
            tokens=str(packed.tokens),
            whole="the whole scope" if packed.whole else "",
            not_reached=f"{rest} hits further down; there were enough passages" if rest else "",
        ),
        (
            Table("sources", ("label", "tokens", "score", "page", "text"), rows),
            *_left_out(packed.left_out),
        ),
        packed.notes,
        packed.seconds,
    )


def _source(source: Source) -> tuple[str, ...]:
    """Tell one packed source, its text whole."""
    page = place(source.document.path, source.heading_path)
    text = f"{source.lead}\n{source.text}" if source.lead else source.text
    return (source.label, str(source.tokens), f"{source.score:.4g}", page, text)


def _verify(verdicts: Iterable[Verdict]) -> Hop:
    """Tell what became of each claim: shown, replaced by its quotes, or dropped by which check."""
    return Hop(
        "verify",
        tables=tables(
            Table("verdicts", ("verdict", "claim", "why"), tuple(map(_verdict, verdicts)))
        ),
    )


def _verdict(verdict: Verdict) -> tuple[str, str, str]:
    """Tell one verdict."""
    if isinstance(verdict, Dropped):
        return ("dropped", verdict.claim.text, f"{verdict.check}: {verdict.reason}")
    return ("replaced" if verdict.replaced else "shown", verdict.text, verdict.replaced)


def _answer(answer: Answer) -> Hop:
    """Tell how it ended and what people saw."""
    cited = tuple(
        _citation(claim, citation) for claim in answer.claims for citation in claim.citations
    )
    near = tuple((str(hit.rank), hit.document.path) for hit in answer.nearest)
    columns = ("claim", "label", "page", "span", "quote", "chunk")
    notes = (f"{note.kind} {note.subject}".strip() for note in answer.notes)
    return Hop(
        "answer",
        facts(outcome=answer.outcome.value, reason=answer.reason),
        tables(Table("citations", columns, cited), Table("nearest pages", ("rank", "page"), near)),
        tuple(notes),
        answer.seconds,
    )


def _citation(claim: VerifiedClaim, citation: Citation) -> tuple[str, ...]:
    """Tell one citation."""
    return (
        claim.text,
        citation.label,
        citation.url or citation.document.path,
        f"{citation.start}-{citation.end}",
        citation.text,
        f"{citation.chunk_id} {citation.chunk_digest[:12]}",
    )


def _left_out(left_out: Iterable[LeftOut]) -> tuple[Table, ...]:
    """Tell what went no further, and why."""
    rows = tuple((left.path, left.reason, left.chunk_id) for left in left_out)
    return tables(Table("left out", ("page", "why", "chunk"), rows))
