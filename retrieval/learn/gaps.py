"""Questions that got no answer, or a bad one -> what the documentation lacks, the most asked first.

Questions that one page would answer are one gap. It closes as its questions are answered: one
drops out once it is answered, in the same wording and without a dislike, after it was last asked in
vain. Questions and pages are shown only as far as `Visible` allows.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np

from retrieval.answer.live import live
from retrieval.learn.alike import groups
from retrieval.learn.lacking import Page, lacking
from retrieval.learn.outline import Outline, outline
from retrieval.ports import Embedder
from retrieval.ports.unmet import Decided, Unmet, UnmetQuestions
from retrieval.text.wording import bare, key

MOST = 2_000
"""Questions of a period that are looked at, the newest ones."""
LOOKED = 3
"""Questions of a gap whose traces are asked for the nearest page, the newest ones."""
SHOWN = 5
"""Wordings of a gap that are shown."""
Progress = Callable[[int, int], None]
Pages = Callable[[Sequence[str]], Awaitable[Page | None]]
"""Finds the nearest page of some traces, with its text; None where there is none to be shown."""


@dataclass(frozen=True, slots=True)
class Visible:
    """What may be shown: `read` says whether a question, `name` whether a collection's pages.

    `counted` says whether questions that may not be read are counted all the same.
    """

    read: Callable[[Unmet], bool]
    name: Callable[[str], bool] = lambda _: True
    counted: bool = True


@dataclass(frozen=True, slots=True)
class Worded:
    """A wording of a question of a gap, and how often it was asked so."""

    text: str
    times: int


@dataclass(frozen=True, slots=True)
class Gap:
    """What the documentation lacks.

    `people` and `times` count all of its questions, `hidden` those that may not be shown, of which
    nothing else is told: `questions`, the page, and the outline are made of the others alone.
    """

    id: str
    people: int
    times: int
    refused: int
    disliked: int
    hidden: int
    first: datetime
    last: datetime
    collections: tuple[str, ...] = ()
    questions: tuple[Worded, ...] = ()
    page: Page | None = None
    outline: Outline | None = None
    traces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """The gaps of a period; `more` says that its older questions were not looked at.

    `known` are the questions of which somebody said what is right: they lack no page.
    """

    gaps: tuple[Gap, ...]
    questions: int
    closed: int
    more: bool = False
    known: int = 0


@dataclass(frozen=True, slots=True)
class Finder:
    """Finds gaps; `pages` is None where nearest pages are not wanted."""

    questions: UnmetQuestions
    embedder: Embedder
    visible: Visible
    pages: Pages | None = None

    async def find(
        self,
        since: datetime,
        *,
        collection: str = "",
        most: int = 0,
        progress: Progress | None = None,
    ) -> Found:
        """Find the gaps of a period, at most so many where that is not 0.

        Raises LedgerError, ModelError.
        """
        unmet = await self.questions.since(since, most=MOST + 1)
        more, unmet = len(unmet) > MOST, unmet[:MOST]
        asked = [one for one in unmet if _documents(one, collection) and self._told(one)]
        decided = await self.questions.decided()
        unknown = [one for one in asked if not _is_among(one, decided)]
        still = _open(unknown, await self.questions.answered(since))
        texts = list(dict.fromkeys(_plainly(one) for one in sorted(still, key=_oldest)))
        vectors = await self._embedded(texts, progress)
        by_text: dict[str, list[Unmet]] = {}
        for one in still:
            by_text.setdefault(_plainly(one), []).append(one)
        found = [
            [one for at in group for one in by_text[texts[at]]]
            for group in (groups(texts, vectors) if texts else ())
        ]
        ranked = sorted((_gap(members, self.visible) for members in found), key=_rank)
        shown = ranked[:most] if most else ranked
        gaps = [await self._whole(gap, still) for gap in shown]
        closed, known = len(unknown) - len(still), len(asked) - len(unknown)
        return Found(tuple(gaps), len(asked), closed, more=more, known=known)

    def _told(self, one: Unmet) -> bool:
        """Whether anything is told of a question, if only that it was asked."""
        return self.visible.counted or self.visible.read(one)

    async def _embedded(self, texts: Sequence[str], progress: Progress | None) -> np.ndarray:
        """Embed questions, shape (len(texts), dims)."""
        vectors = []
        for done, text in enumerate(texts, start=1):
            vectors.append(await self.embedder.query(text))
            if progress:
                progress(done, len(texts))
        return np.asarray(vectors, dtype=np.float32)

    async def _whole(self, gap: Gap, still: Sequence[Unmet]) -> Gap:
        """Add the nearest page and an outline, made of what may be shown."""
        if not gap.questions:
            return gap
        mine = set(gap.traces)
        shown = [one for one in still if one.trace_id in mine and self.visible.read(one)]
        newest = [one.trace_id for one in sorted(shown, key=_oldest, reverse=True)[:LOOKED]]
        page = await self.pages(newest) if self.pages else None
        if page and not self.visible.name(page.collection):
            page = None
        texts = [bare(one.text) for one in sorted(shown, key=_oldest)]
        words = lacking(texts, page.text) if page else ()
        return replace(gap, page=page, outline=outline(texts, words, page))


def _documents(one: Unmet, collection: str) -> bool:
    """Whether documents could answer a question, and of the collection that is asked about."""
    return not live(one.text) and (not collection or collection in one.collections)


def _is_among(one: Unmet, decided: Decided) -> bool:
    """Whether somebody said of a question, or of its wording, what is right."""
    return one.trace_id in decided.traces or key(one.text) in decided.wordings


def _open(asked: Sequence[Unmet], answered: Mapping[str, datetime]) -> list[Unmet]:
    """Return the questions that have not been answered since they were last asked in vain."""
    last: dict[str, datetime] = {}
    for one in asked:
        if known := key(one.text):
            last[known] = max(last.get(known, one.asked), one.asked)

    def closed(one: Unmet) -> bool:
        known = key(one.text)
        return bool(known) and known in answered and answered[known] > last[known]

    return [one for one in asked if not closed(one)]


def _plainly(one: Unmet) -> str:
    """Return a question as it is compared: without polite phrases or a leading capital."""
    text = bare(one.text)
    return text[:1].upper() + text[1:]


def _oldest(one: Unmet) -> tuple[datetime, str]:
    return one.asked, one.trace_id


def _gap(members: Sequence[Unmet], visible: Visible) -> Gap:
    """Make a gap of its questions; what may not be shown is counted and no more."""
    ordered = sorted(members, key=_oldest)
    shown = [one for one in ordered if visible.read(one)]
    traces = tuple(one.trace_id for one in ordered)
    return Gap(
        id=hashlib.sha256(traces[0].encode()).hexdigest()[:12],
        people=len({one.asker or one.trace_id for one in ordered}),
        times=len(ordered),
        refused=sum(not one.disliked for one in ordered),
        disliked=sum(one.disliked for one in ordered),
        hidden=len(ordered) - len(shown),
        first=ordered[0].asked,
        last=ordered[-1].asked,
        collections=tuple(sorted({name for one in shown for name in one.collections})),
        questions=_wordings(shown),
        traces=traces,
    )


def _wordings(shown: Iterable[Unmet]) -> tuple[Worded, ...]:
    """Return the wordings of a gap, the most asked first, then in the order in which they came."""
    counts = Counter(_plainly(one) for one in shown)
    return tuple(Worded(text, times) for text, times in counts.most_common(SHOWN))


def _rank(gap: Gap) -> tuple[int, float, str]:
    """Put gaps in order: more people first, then the one that was asked of last."""
    return -gap.people, -gap.last.timestamp(), gap.id
