"""A case lost between two runs, and what was kept of the two: what became of its right page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from retrieval.learn.scoring import CaseScore
from retrieval.ports import NightlyRun
from retrieval.text.counted import number_of

UNNAMED = "that not everybody here may search"
"""What is said of a page in place of its name."""
MUCH_MORE = 2
"""A type of document is new where there are more than so many times as many as before."""

Scores = Mapping[str, CaseScore]


@dataclass(frozen=True, slots=True)
class Lost:
    """A lost case: what it scored before and after, and the right page that it was found by."""

    before: CaseScore
    after: CaseScore

    @property
    def page(self) -> str:
        """The right page that stood highest before."""
        top = [page for page, _ in self.before.top if page in self.before.right]
        return (top or list(self.before.right) or [""])[0]

    @property
    def title(self) -> str:
        """What that page was called."""
        return dict(self.before.top).get(self.page, "")

    @property
    def collection(self) -> str:
        """The collection of that page."""
        return self.page.partition(":")[0] or self.before.collection


@dataclass(frozen=True, slots=True)
class TwoRuns:
    """Two runs over the same cases, and what they were measured on.

    `names` says of a collection whether its pages may be named to those who will read of it.
    """

    before: NightlyRun
    after: NightlyRun
    seen: frozenset[str] = field(default_factory=frozenset)
    """The pages that stood among the first of any case before."""
    names: Callable[[str], bool] = lambda _: True

    def may_name(self, page: str) -> bool:
        """Whether a page may be named."""
        return self.names(page.partition(":")[0])

    def named(self, page: str) -> str:
        """Name a page, or say that it may not be."""
        return shown(page) if self.may_name(page) else f"a page {UNNAMED}"

    def named_all(self, pages: Iterable[str]) -> str:
        """Name the most frequent of some pages; those that may not be named are counted."""
        common = [page for page, _ in Counter(pages).most_common()]
        open_ = [shown(page) for page in common if self.may_name(page)]
        hidden = len(common) - len(open_)
        said = [*open_[:3], *([f"{number_of(hidden, 'page')} {UNNAMED}"] if hidden else [])]
        return ", ".join(said) + (" and others" if len(open_) > 3 else "")

    def had(self, name: str) -> Mapping[str, Any]:
        """Tell what a collection was like."""
        return dict(self.before.index.get("collections", {}).get(name, {}))

    def has(self, name: str) -> Mapping[str, Any]:
        """Tell what a collection is like now."""
        return dict(self.after.index.get("collections", {}).get(name, {}))

    def digests(self, page: str) -> tuple[str, str]:
        """Return the digest of a page before and now, empty where it was or is not there."""
        then, now = self.before.index.get("pages", {}), self.after.index.get("pages", {})
        return then.get(page, ""), now.get(page, "")

    def configured(self) -> dict[str, tuple[Any, Any]]:
        """Return what of the configuration changed, as it was and is."""
        then = dict(self.before.index.get("configuration", {}))
        now = dict(self.after.index.get("configuration", {}))
        if ("names" in then) != ("names" in now):
            return {}  # one of them was kept whole, by an older release: they are not comparable
        keys = [key for key in {**then, **now} if then.get(key) != now.get(key)]
        return {key: (then.get(key), now.get(key)) for key in keys}

    def embedders(self, name: str) -> tuple[str, str]:
        """Return the model of a collection's vectors, or else of the questions, then and now."""
        then, now = self.had(name).get("embedder", ""), self.has(name).get("embedder", "")
        if then == now and "embedder" in self.configured():
            then, now = map(str, self.configured()["embedder"])
        return str(then), str(now)

    def new_types(self, name: str) -> dict[str, tuple[int, int]]:
        """Return the types of documents that are new, or much more, with their counts."""
        then, now = self.had(name).get("types", {}), self.has(name).get("types", {})
        return {
            kind: (then.get(kind, 0), many)
            for kind, many in now.items()
            if many > MUCH_MORE * then.get(kind, 0)
        }


def shown(name: str) -> str:
    """Write the name of a page or a title, which comes from outside, so that it says no more."""
    said = " ".join(name.replace("`", "'").split())
    return f"`{said}`"


def twins(lost: Lost, runs: TwoRuns) -> list[str]:
    """Return the pages that now stand above a right page, or for it, under its very title."""
    if not lost.title:
        return []
    same = [page for page, title in lost.after.top if title == lost.title and page != lost.page]
    return [page for page in same if page not in runs.seen]


def above(lost: Lost, runs: TwoRuns) -> list[str]:
    """Return the pages that now stand above a right page, and that no case had met before."""
    rank = lost.after.rank or len(lost.after.top) + 1
    return [page for page, _ in lost.after.top[: rank - 1] if page not in runs.seen]


def fate(lost: Lost, runs: TwoRuns) -> str:
    """Tell what became of the right page of a lost case."""
    then, now = runs.digests(lost.page)
    page = runs.named(lost.page)
    if lost.after.failure:
        return f"could not be asked: {lost.after.failure}"
    if not lost.page:
        return f"ended as {lost.after.outcome}, before as {lost.before.outcome}"
    if then and not now:
        return f"{page} is not in the index any more"
    changed = ", and has changed" if then and then != now else ""
    if lost.after.rank == lost.before.rank:
        ended = f"ended as {lost.after.outcome}, before as {lost.before.outcome}"
        return f"{page} stands where it stood{changed}; {ended}"
    where = f"stands at {lost.after.rank}" if lost.after.rank else "is not among the first 20 pages"
    return f"{page} {where}, before at {lost.before.rank}{changed}"
