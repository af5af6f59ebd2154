"""Cases lost between two runs -> the likely causes, each by the evidence of single cases.

What became of the right page of each lost case is looked up in the records of the two runs. Each
case counts for one cause, the most specific that its evidence allows; the cause with the most cases
is named first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from retrieval.learn.inventory import ending
from retrieval.learn.losses import Evidence, Lost, Scores, above, shown, twins
from retrieval.ports import NightlyRun

REMOVED, ONE_TITLE, NEW_TYPE, EMBEDDER = "removed", "one_title", "new_type", "embedder"
CHANGED, NO_MEANING, CUT, CONFIGURED = "changed", "no_meaning", "cut", "configured"
MORE, FAILED, UNKNOWN = "more", "failed", "unknown"


@dataclass(frozen=True, slots=True)
class Cause:
    """A likely cause, in a sentence, and the cases that point to it."""

    kind: str
    said: str
    cases: tuple[str, ...]


def causes(
    lost: Iterable[str], before: NightlyRun, after: NightlyRun, scored: tuple[Scores, Scores]
) -> tuple[Cause, ...]:
    """Return the likely causes of a loss, the likeliest first.

    Args:
        lost: The ids of the lost cases.
        before: The run that they were right in, whole.
        after: The run that they are wrong in, whole.
        scored: The scores of the two, by case.
    """
    seen = frozenset(page for score in scored[0].values() for page, _ in score.top)
    evidence = Evidence(before, after, seen)
    cases = [Lost(scored[0][case], scored[1][case]) for case in lost]
    found: dict[str, list[Lost]] = {}
    for one in cases:
        found.setdefault(kind_of(one, evidence), []).append(one)
    order = sorted(found, key=lambda kind: (kind == UNKNOWN, -len(found[kind]), kind))
    return tuple(
        Cause(
            kind,
            f"{_SAID[kind](found[kind], evidence)} {_share(len(found[kind]), len(cases))}",
            tuple(one.before.case for one in found[kind]),
        )
        for kind in order
    )


def kind_of(lost: Lost, evidence: Evidence) -> str:
    """Name the cause that the evidence of one case points to."""
    if lost.after.failure:
        return FAILED
    then, now = evidence.digests(lost.page)
    still_found = bool(lost.before.found and lost.after.found)
    if then and not now:
        return ONE_TITLE if twins(lost, evidence) else REMOVED
    if still_found and then != now:
        return CHANGED
    if still_found and evidence.configured():
        return CONFIGURED
    checks = (
        (ONE_TITLE, twins(lost, evidence)),
        (NEW_TYPE, _above_of_type(lost, evidence)),
        (CHANGED, then != now),
        (EMBEDDER, len(set(evidence.embedders(lost.collection))) > 1),
        (NO_MEANING, _meaning_lost(lost)),
        (CUT, _cut(evidence, lost.collection)),
        (CONFIGURED, evidence.configured()),
        (MORE, _grown(evidence, lost.collection) and above(lost, evidence)),
    )
    return next((kind for kind, holds in checks if holds), UNKNOWN)


def _above_of_type(lost: Lost, evidence: Evidence) -> list[str]:
    """Return the types that are new and stand above a right page."""
    kinds = evidence.new_types(lost.collection)
    return [kind for page in above(lost, evidence) if (kind := ending(page)) in kinds]


def _meaning_lost(lost: Lost) -> bool:
    """Whether the search by meaning failed now and did not before."""
    return any("meaning" in note for note in set(lost.after.notes) - set(lost.before.notes))


def _cut(evidence: Evidence, name: str) -> bool:
    """Whether documents are read or cut otherwise than before."""
    then, now = evidence.had(name), evidence.has(name)
    return any(then.get(key) != now.get(key) for key in ("chunker", "readers"))


def _grown(evidence: Evidence, name: str) -> bool:
    """Whether there are more documents than before."""
    had, has = evidence.had(name), evidence.has(name)
    return bool(has.get("documents", 0) > had.get("documents", 0))


def _share(some: int, total: int) -> str:
    """Say how many of the lost cases speak for a cause."""
    return f"{some} of {total} lost {'case speaks' if total == 1 else 'cases speak'} for it."


def _named(pages: Iterable[str]) -> str:
    """Name the most frequent of some pages."""
    common = [shown(page) for page, _ in Counter(pages).most_common(4)]
    return ", ".join(common[:3]) + (" and others" if len(common) > 3 else "")


def _counts(lost: Sequence[Lost], evidence: Evidence) -> str:
    """Say how many documents there were and are, by collection."""
    names = dict.fromkeys(one.collection for one in lost)
    return ", ".join(
        f"{name}: {evidence.had(name).get('documents', 0)} before, "
        f"{evidence.has(name).get('documents', 0)} now"
        for name in names
    )


def _removed(lost: Sequence[Lost], evidence: Evidence) -> str:
    pages = len({one.page for one in lost})
    what = "right page is" if pages == 1 else "right pages are"
    return (
        f"Documents were removed: {pages} {what} not in the index any more, "
        f"{_named(one.page for one in lost)} (documents of {_counts(lost, evidence)})."
    )


def _one_title(lost: Sequence[Lost], evidence: Evidence) -> str:
    title = Counter(one.title for one in lost).most_common(1)[0][0]
    pages = [page for one in lost if one.title == title for page in twins(one, evidence)]
    gone = {one.page for one in lost if one.title == title and not evidence.digests(one.page)[1]}
    split = f", and {_named(gone)} is gone: it may have been split" if gone else ""
    return (
        f"Pages with one title: {len(set(pages))} new ones are called {shown(title)}, "
        f"{_named(pages)}{split}."
    )


def _new_type(lost: Sequence[Lost], evidence: Evidence) -> str:
    kinds = Counter(kind for one in lost for kind in _above_of_type(one, evidence))
    kind = kinds.most_common(1)[0][0]
    then, now = evidence.new_types(lost[0].collection).get(kind, (0, 0))
    pages = [page for one in lost for page in above(one, evidence) if ending(page) == kind]
    return (
        f"A new type of document: {now} .{kind} documents, {then} before, stand above the right "
        f"pages, for instance {_named(pages)}."
    )


def _embedder(lost: Sequence[Lost], evidence: Evidence) -> str:
    names = ", ".join(dict.fromkeys(one.collection for one in lost))
    then, now = evidence.embedders(lost[0].collection)
    return f"The embedding model was changed from {then} to {now} ({names})."


def _changed(lost: Sequence[Lost], evidence: Evidence) -> str:  # noqa: ARG001 (like the others)
    return f"The right pages were changed: {_named(one.page for one in lost)}."


def _no_meaning(lost: Sequence[Lost], evidence: Evidence) -> str:  # noqa: ARG001 (like the others)
    note = next(note for note in lost[0].after.notes if "meaning" in note)
    return f"The search by meaning was not to be had: {note}"


def _cut_otherwise(lost: Sequence[Lost], evidence: Evidence) -> str:
    then, now = evidence.had(lost[0].collection), evidence.has(lost[0].collection)
    changes = [
        f"{then.get(key)} to {now.get(key)}"
        for key in ("chunker", "readers")
        if then.get(key) != now.get(key)
    ]
    return f"Documents are read or cut otherwise: {'; '.join(changes)}."


def _configured(lost: Sequence[Lost], evidence: Evidence) -> str:  # noqa: ARG001 (like the others)
    return f"The configuration was changed: {', '.join(sorted(evidence.configured()))}."


def _more(lost: Sequence[Lost], evidence: Evidence) -> str:
    pages = [page for one in lost for page in above(one, evidence)]
    return (
        f"New documents stand above the right pages: {_named(pages)} "
        f"(documents of {_counts(lost, evidence)})."
    )


def _failed(lost: Sequence[Lost], evidence: Evidence) -> str:  # noqa: ARG001 (like the others)
    return f"Cases could not be asked: {lost[0].after.failure}"


def _unknown(lost: Sequence[Lost], evidence: Evidence) -> str:  # noqa: ARG001 (like the others)
    return (
        "Of no known cause: the right pages are there and unchanged, and so are the model and the "
        f"configuration. Look at one with python -m scripts.diagnose {lost[0].before.case}"
    )


_SAID = {
    REMOVED: _removed,
    ONE_TITLE: _one_title,
    NEW_TYPE: _new_type,
    EMBEDDER: _embedder,
    CHANGED: _changed,
    NO_MEANING: _no_meaning,
    CUT: _cut_otherwise,
    CONFIGURED: _configured,
    MORE: _more,
    FAILED: _failed,
    UNKNOWN: _unknown,
}
