"""What a writer said, what became of it, and what is known of the answer -> a judgement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from retrieval.learn.questions import Case
from retrieval.text.normal import find, normal_text
from retrieval.text.words import STOP_WORDS, stem, words
from retrieval.values import (
    DocumentFacts,
    Draft,
    Dropped,
    Packed,
    Quote,
    Source,
    Usage,
    Verdict,
    VerifiedClaim,
)

RIGHT, ACCEPTABLE, MISSING, WRONG = 1.0, 0.5, 0.0, -1.0
"""The scores of CRAG (Yang and others, NeurIPS 2024): a wrong answer is worse than none."""


MOSTLY = 2 / 3
"""The share of the content words of an expected answer that says as much; not measured."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """One answer, judged: `score` is None where nothing is known that could judge it.

    `quotes` of the writer stand before any check, `valid` of them stand verbatim in the source
    that they name. `by` says what judged: must_say, page or refusal.
    """

    answered: bool
    text: str
    cited: tuple[str, ...]
    quotes: int
    valid: int
    claims: int
    replaced: int
    dropped: tuple[tuple[str, int], ...]
    score: float | None
    by: str
    missing: tuple[str, ...]
    forbidden: tuple[str, ...]
    writer: str
    fallback: str
    usage: Usage
    seconds: float


def judge(
    case: Case,
    right: Collection[str],
    packed: Packed,
    draft: Draft,
    verdicts: Sequence[Verdict],
) -> Judgement:
    """Judge one answer; `right` are the right pages by their paths, or as "collection:path"."""
    shown = [verdict for verdict in verdicts if isinstance(verdict, VerifiedClaim)]
    dropped = Counter(verdict.check for verdict in verdicts if isinstance(verdict, Dropped))
    quotes = [quote for claim in draft.claims for quote in claim.quotes]
    text = "\n".join(claim.text for claim in shown)
    cited = tuple(dict.fromkeys(c.document.path for claim in shown for c in claim.citations))
    missing, forbidden = _unsaid(case, text), _said(case.must_not_say, text)
    right_pages = [c for claim in shown for c in claim.citations if _is_right(c.document, right)]
    score, by = _score(case, bool(shown), (missing, forbidden), right_pages)
    return Judgement(
        answered=bool(shown),
        text=text,
        cited=cited,
        quotes=len(quotes),
        valid=sum(_stands(quote, packed.sources) for quote in quotes),
        claims=len(draft.claims),
        replaced=sum(bool(claim.replaced) for claim in shown),
        dropped=tuple(sorted(dropped.items())),
        score=score,
        by=by,
        missing=missing,
        forbidden=forbidden,
        writer=draft.writer,
        fallback=draft.fallback,
        usage=draft.usage,
        seconds=draft.seconds,
    )


def is_right(case: Case, text: str, *, of_right_page: bool) -> bool:
    """Whether an answer is right in full, for whoever counts right and wrong alone.

    As in a judgement: by what must be said, where the case says that, else by the page; what must
    not be said is wrong in either.
    """
    if _said(case.must_not_say, text):
        return False
    return not _unsaid(case, text) if any(case.must_say) else of_right_page


def stands_whole(answer: str, chunks: Sequence[str]) -> bool:
    """Whether the text of an answer stands whole in one chunk, but for marks and white space."""
    wanted = normal_text(answer)
    return any(find(normal_text(chunk), wanted) for chunk in chunks)


def says_as_much(text: str, expected: str) -> bool:
    """Whether a text says what was expected: all of its numbers, and most of its content words.

    Code cannot read. It is a measure for the same case over time, and no proof that the text is
    right: where that matters, a case says what must be said (`must_say`).
    """
    said = frozenset(stem(word) for word in words(normal_text(text)))
    wanted = words(normal_text(expected))
    numbers = {word for word in wanted if any(letter.isdigit() for letter in word)}
    content = {stem(word) for word in wanted if word not in STOP_WORDS and word not in numbers}
    if not {stem(word) for word in numbers} <= said:
        return False
    return len(content & said) >= MOSTLY * len(content) if content else bool(numbers)


def _stands(quote: Quote, sources: Sequence[Source]) -> bool:
    """Whether a quote stands in the source that it names."""
    wanted = normal_text(quote.text)
    return any(
        source.label == quote.label and find(normal_text(f"{source.lead}\n{source.text}"), wanted)
        for source in sources
    )


def _is_right(document: DocumentFacts, right: Collection[str]) -> bool:
    """Whether a page is among the right ones."""
    return document.path in right or f"{document.collection}:{document.path}" in right


def _unsaid(case: Case, text: str) -> tuple[str, ...]:
    """Return the first wording of each thing that had to be said and was not."""
    return tuple(group[0] for group in case.must_say if group and not _said(group, text))


def _said(wordings: Sequence[str], text: str) -> tuple[str, ...]:
    """Return the wordings that stand in a text, in whole words."""
    said = normal_text(text)
    return tuple(wording for wording in wordings if find(said, normal_text(wording)))


def _score(
    case: Case,
    answered: bool,
    said: tuple[Sequence[str], Sequence[str]],
    right_pages: Sequence[object],
) -> tuple[float | None, str]:
    """Return the score of an answer and what it was judged by."""
    if case.answerable is None:
        return None, ""
    if not case.answerable:
        return (WRONG if answered else RIGHT), "refusal"
    if not answered:
        return MISSING, "refusal"
    if case.must_say or said[1]:
        return _by_words(case, *said), "must_say"
    if case.right:
        return (RIGHT if right_pages else WRONG), "page"
    return None, ""


def _by_words(case: Case, missing: Sequence[str], forbidden: Sequence[str]) -> float:
    """Return the score of an answer by what it says and what it must not."""
    if forbidden or len(missing) == len(case.must_say):
        return WRONG
    return ACCEPTABLE if missing else RIGHT
