"""Cases lost between two runs -> the likely causes, each by the evidence of single cases.

What became of the right page of each lost case is looked up in the records of the two runs. Each
case counts for one cause, the most specific that its evidence allows; the cause with the most cases
is named first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from retrieval.learn.inventory import ending
from retrieval.learn.losses import Lost, Scores, TwoRuns, above, shown, twins
from retrieval.ports import NightlyRun
from retrieval.text.counted import number_of

REMOVED, ONE_TITLE, NEW_TYPE, EMBEDDER = "removed", "one_title", "new_type", "embedder"
CHANGED, NO_MEANING, CUT, CONFIGURED = "changed", "no_meaning", "cut", "configured"
MORE, FAILED, UNKNOWN = "more", "failed", "unknown"
LONGEST_VALUE = 40
"""Characters of a part of a configuration up to which it is told what it was and is."""
MOST_PARTS = 6
"""Parts of a configuration that are named; of more the number is told."""


@dataclass(frozen=True, slots=True)
class Cause:
    """A likely cause, in a sentence, and the cases that point to it."""

    kind: str
    said: str
    cases: tuple[str, ...]


def causes(
    lost: Iterable[str],
    before: NightlyRun,
    after: NightlyRun,
    scored: tuple[Scores, Scores],
    names: Callable[[str], bool] = lambda _: True,
) -> tuple[Cause, ...]:
    """Return the likely causes of a loss, the likeliest first.

    Args:
        lost: The ids of the lost cases.
        before: The run that they were right in, whole.
        after: The run that they are wrong in, whole.
        scored: The scores of the two, by case.
        names: Whether the pages of a collection may be named to those who will read of it.
    """
    seen = frozenset(page for score in scored[0].values() for page, _ in score.top)
    runs = TwoRuns(before, after, seen, names)
    cases = [Lost(scored[0][case], scored[1][case]) for case in lost]
    found: dict[str, list[Lost]] = {}
    for one in cases:
        found.setdefault(kind_of(one, runs), []).append(one)
    order = sorted(found, key=lambda kind: (kind == UNKNOWN, -len(found[kind]), kind))
    return tuple(
        Cause(
            kind,
            f"{_SAID[kind](found[kind], runs)} {_share(len(found[kind]), len(cases))}",
            tuple(one.before.case for one in found[kind]),
        )
        for kind in order
    )


def kind_of(lost: Lost, runs: TwoRuns) -> str:
    """Name the cause that the evidence of one case points to."""
    if lost.after.failure:
        return FAILED
    then, now = runs.digests(lost.page)
    still_found = bool(lost.before.found and lost.after.found)
    if then and not now:
        return ONE_TITLE if twins(lost, runs) else REMOVED
    if still_found and then != now:
        return CHANGED
    if still_found and runs.configured():
        return CONFIGURED
    checks = (
        (ONE_TITLE, twins(lost, runs)),
        (NEW_TYPE, _above_of_type(lost, runs)),
        (CHANGED, then != now),
        (EMBEDDER, len(set(runs.embedders(lost.collection))) > 1),
        (NO_MEANING, _meaning_lost(lost)),
        (CUT, _cut(runs, lost.collection)),
        (CONFIGURED, runs.configured()),
        (MORE, _grown(runs, lost.collection) and above(lost, runs)),
    )
    return next((kind for kind, holds in checks if holds), UNKNOWN)


def _above_of_type(lost: Lost, runs: TwoRuns) -> list[str]:
    """Return the types that are new and stand above a right page."""
    kinds = runs.new_types(lost.collection)
    return [kind for page in above(lost, runs) if (kind := ending(page)) in kinds]


def _meaning_lost(lost: Lost) -> bool:
    """Whether the search by meaning failed now and did not before."""
    return any("meaning" in note for note in set(lost.after.notes) - set(lost.before.notes))


def _cut(runs: TwoRuns, name: str) -> bool:
    """Whether documents are read or cut differently than before."""
    then, now = runs.had(name), runs.has(name)
    return any(then.get(key) != now.get(key) for key in ("chunker", "readers"))


def _grown(runs: TwoRuns, name: str) -> bool:
    """Whether there are more documents than before."""
    had, has = runs.had(name), runs.has(name)
    return bool(has.get("documents", 0) > had.get("documents", 0))


def _share(some: int, total: int) -> str:
    """Say how many of the lost cases speak for a cause."""
    return f"{some} of {total} lost {'case speaks' if total == 1 else 'cases speak'} for it."


def _counts(lost: Sequence[Lost], runs: TwoRuns) -> str:
    """Say how many documents there were and are, by collection."""
    names = dict.fromkeys(one.collection for one in lost)
    return ", ".join(
        f"{name}: {runs.had(name).get('documents', 0)} before, "
        f"{runs.has(name).get('documents', 0)} now"
        for name in names
    )


def _removed(lost: Sequence[Lost], runs: TwoRuns) -> str:
    pages = len({one.page for one in lost})
    what = "right page is" if pages == 1 else "right pages are"
    return (
        f"Documents were removed: {pages} {what} not in the index any more, "
        f"{runs.named_all(one.page for one in lost)} (documents of {_counts(lost, runs)})."
    )


def _one_title(lost: Sequence[Lost], runs: TwoRuns) -> str:
    title = Counter(one.title for one in lost).most_common(1)[0][0]
    pages = [page for one in lost if one.title == title for page in twins(one, runs)]
    gone = {one.page for one in lost if one.title == title and not runs.digests(one.page)[1]}
    split = f", and {runs.named_all(gone)} is gone: it may have been split" if gone else ""
    others = len({one.title for one in lost}) - 1
    more = f"; so it is with {number_of(others, 'other title')}" if others else ""
    new = len(set(pages))
    called = f"called {shown(title)}" if all(map(runs.may_name, pages)) else "called alike"
    return (
        f"Pages with one title: {number_of(new, 'new page is', 'new pages are')} {called} "
        f"({runs.named_all(pages)}){split}{more}."
    )


def _new_type(lost: Sequence[Lost], runs: TwoRuns) -> str:
    kinds = Counter(kind for one in lost for kind in _above_of_type(one, runs))
    kind = kinds.most_common(1)[0][0]
    then, now = runs.new_types(lost[0].collection).get(kind, (0, 0))
    pages = [page for one in lost for page in above(one, runs) if ending(page) == kind]
    return (
        f"A new type of document: {now} .{kind} documents, {then} before, stand above the right "
        f"pages, for instance {runs.named_all(pages)}."
    )


def _embedder(lost: Sequence[Lost], runs: TwoRuns) -> str:
    names = ", ".join(dict.fromkeys(one.collection for one in lost))
    then, now = runs.embedders(lost[0].collection)
    return f"The embedding model was changed from {then} to {now} ({names})."


def _changed(lost: Sequence[Lost], runs: TwoRuns) -> str:
    return f"The right pages were changed: {runs.named_all(one.page for one in lost)}."


def _no_meaning(lost: Sequence[Lost], runs: TwoRuns) -> str:  # noqa: ARG001 (like the others)
    note = next(note for note in lost[0].after.notes if "meaning" in note)
    return f"The search by meaning was not to be had: {note}"


def _cut_otherwise(lost: Sequence[Lost], runs: TwoRuns) -> str:
    then, now = runs.had(lost[0].collection), runs.has(lost[0].collection)
    changes = [
        f"{then.get(key)} to {now.get(key)}"
        for key in ("chunker", "readers")
        if then.get(key) != now.get(key)
    ]
    return f"Documents are read or cut otherwise: {'; '.join(changes)}."


def _configured(lost: Sequence[Lost], runs: TwoRuns) -> str:  # noqa: ARG001 (like the others)
    changed = sorted(runs.configured().items())
    parts = [_part(name, *values) for name, values in changed[:MOST_PARTS]]
    more = len(changed) - len(parts)
    return f"The configuration was changed: {'; '.join(parts)}{f' and {more} more' * bool(more)}."


def _part(name: str, then: str | None, now: str | None) -> str:
    """Name a part of the configuration, with what it was and is where that is short."""
    if max(len(then or ""), len(now or "")) > LONGEST_VALUE:
        return name
    return f"{name} from {then or 'nothing'} to {now or 'nothing'}"


def _more(lost: Sequence[Lost], runs: TwoRuns) -> str:
    pages = [page for one in lost for page in above(one, runs)]
    return (
        f"New documents stand above the right pages: {runs.named_all(pages)} "
        f"(documents of {_counts(lost, runs)})."
    )


def _failed(lost: Sequence[Lost], runs: TwoRuns) -> str:  # noqa: ARG001 (like the others)
    return f"Cases could not be asked: {lost[0].after.failure}"


def _unknown(lost: Sequence[Lost], runs: TwoRuns) -> str:  # noqa: ARG001 (like the others)
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
