"""Claims -> which rest on pages past their review period, while others rest on newer ones.

Sources are the passages by label; only of those is known how old their pages are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile

from retrieval.values import Citation, Source, VerifiedClaim

Sources = Mapping[str, Source]


def is_old(citation: Citation, sources: Sources) -> bool:
    """Whether a citation is of a page past its review period."""
    source = sources.get(citation.label)
    return source is not None and source.current is False


def contrast(claims: Iterable[VerifiedClaim], sources: Sources) -> bool:
    """Whether a page within its review period is cited, beside which older ones stand out."""
    labels = {citation.label for claim in claims for citation in claim.citations}
    return any(label in labels and source.current for label, source in sources.items())


def settled(claims: Sequence[VerifiedClaim], sources: Sources) -> list[VerifiedClaim]:
    """Return the claims that can be shown before the others are known: those that take no side.

    As long as no newer page is cited, but one may still be, they end before the first of an old
    page: what is shown can only grow, and its mark would come too late.
    """
    shown = [claim for claim in claims if not claim.side]
    may_come = any(source.current for source in sources.values())
    if not may_come or contrast(shown, sources):
        return shown
    return list(takewhile(lambda claim: not _of_old(claim, sources), shown))


def _of_old(claim: VerifiedClaim, sources: Sources) -> bool:
    return any(is_old(citation, sources) for citation in claim.citations)
