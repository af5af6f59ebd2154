"""Takes questions down the answer path and gathers what a diagnosis of each rests on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

from retrieval.answer.answerer import Retrieved
from retrieval.answer.rank import fuse
from retrieval.errors import FootnoteError
from retrieval.learn.diagnose import Diagnosis, diagnose, furthest
from retrieval.learn.evaluate import Task, question
from retrieval.learn.evidence import Evidence, PageFacts, Wanted, place
from retrieval.learn.indexed import Name, Pages
from retrieval.learn.stages import Stage
from retrieval.values import Draft, Packed, Queries, Question, Trace, Verdict

Progress = Callable[[int, int], None]

AT_ONCE, AT_ONCE_BY_SERVICE = 2, 4
"""Questions at once: while one is searched for another is embedded or written."""

T = TypeVar("T")
Found = TypeVar("Found")

NOWHERE = PageFacts("", "")
ON_THE_WAY = frozenset(
    {
        Stage.NOT_FOUND,
        Stage.NOT_FOUND_BY_WORDS,
        Stage.NOT_FOUND_BY_MEANING,
        Stage.FUSION,
        Stage.RERANKER,
        Stage.BUDGET,
    }
)
"""Losses that a better wording of the question may explain."""


class AnswersStepwise(Protocol):
    """The answer path, stage by stage."""

    async def retrieve(self, question: Question) -> Retrieved:
        """Do the first four stages. Raises InputError, StoreError."""

    async def write(self, queries: Queries, packed: Packed) -> tuple[Draft, tuple[Verdict, ...]]:
        """Do the last two stages."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to diagnose: its right pages, any of which is right, and what is known of it."""

    id: str
    question: Question
    right: tuple[Name, ...]
    wanted: Wanted = field(default_factory=Wanted)


@dataclass(frozen=True, slots=True)
class Diagnosed:
    """What becomes of one question now, and what became of it then, where that was recorded."""

    asked: Asked
    diagnosis: Diagnosis
    then: Diagnosis | None = None

    @property
    def differs(self) -> bool:
        """Whether another stage lost the page then than now."""
        return self.then is not None and self.then.stage is not self.diagnosis.stage


class Diagnoser:
    """Diagnoses questions as they are answered now, and traces as they were answered then."""

    def __init__(self, path: AnswersStepwise, pages: Pages) -> None:
        """Take the answer path and what shows the right pages."""
        self._path, self._pages = path, pages

    async def run(
        self, asked: Sequence[Asked], progress: Progress, *, at_once: int = AT_ONCE
    ) -> list[Diagnosed]:
        """Diagnose every question as it is answered now; each goes down the path once."""
        await self.prepare(asked)

        async def one(which: Asked) -> Diagnosed:
            return Diagnosed(which, await self.now(which))

        return await some_at_once(asked, one, progress, at_once)

    async def prepare(self, asked: Sequence[Asked]) -> None:
        """Read the right pages of questions ahead, many at once. Raises StoreError."""
        await self._pages.prepare(name for one in asked for name in one.right)

    async def now(self, asked: Asked) -> Diagnosis:
        """Ask a question, and diagnose what came of it. Raises StoreError.

        It is asked only as far as a right page may come: not where none can be found, and nothing
        is written where none was packed.
        """
        bare = await self._evidence(asked, Evidence(Trace("", "", "", asked.question), NOWHERE))
        lost = [diagnose(one) for one in bare if not _reachable(one)]
        if len(lost) == len(bare):
            return furthest(lost)
        trace, failure = await self._ask(asked, bare)
        evidence = [replace(one, trace=trace, failure=failure) for one in bare]
        found = furthest([diagnose(one) for one in evidence])
        if found.stage in ON_THE_WAY and _is_new(asked.wanted.standalone, trace):
            evidence = await self._with_reference(asked, evidence)
            found = furthest([diagnose(one) for one in evidence])
        return found

    async def then(self, asked: Asked, trace: Trace) -> Diagnosis:
        """Diagnose what came of a question then, by its trace. Raises StoreError.

        What the index held then is not kept: where it has another generation by now, what it
        holds says nothing of that time.
        """
        searched = trace.candidates.generations if trace.candidates else {}
        evidence = []
        for one in await self._evidence(asked, Evidence(trace, NOWHERE)):
            then = searched.get(one.page.collection, "")
            same = not then or then == one.page.generation
            evidence.append(one if same else replace(one, page=replace(one.page, another=then)))
        return furthest([diagnose(one) for one in evidence])

    async def _evidence(self, asked: Asked, bare: Evidence) -> list[Evidence]:
        """Add each right page to what is known of a question."""
        wanted = asked.wanted
        pages = [await self._pages.facts(name, wanted) for name in asked.right]
        return [replace(bare, page=page, wanted=wanted) for page in pages]

    async def _ask(self, asked: Asked, pages: Sequence[Evidence]) -> tuple[Trace, str]:
        """Take a question down the path; return its hops, and why it ended early, if it did."""
        trace = Trace("", "", "", asked.question)
        try:
            found = await self._path.retrieve(asked.question)
            trace = found.onto(trace)
            if not any(one.is_page(source) for one in pages for source in found.packed.sources):
                return trace, ""
            draft, verdicts = await self._path.write(found.queries, found.packed)
        except FootnoteError as error:
            return trace, str(error)
        return replace(trace, draft=draft, verdicts=verdicts), ""

    async def _with_reference(self, asked: Asked, evidence: list[Evidence]) -> list[Evidence]:
        """Search the right wording of a question instead, and say where it finds its pages."""
        alone = replace(asked.question, text=asked.wanted.standalone, history=(), as_is=True)
        try:
            found = await self._path.retrieve(alone)
        except FootnoteError:
            return evidence
        order = fuse(found.candidates)
        return [replace(one, reference=place(order, one.is_page)) for one in evidence]


async def some_at_once(
    items: Sequence[T], do: Callable[[T], Awaitable[Found]], progress: Progress, at_once: int
) -> list[Found]:
    """Do something with each of some items, a few at once; what came of it stands in order."""
    gate = asyncio.Semaphore(at_once)
    done = 0

    async def one(item: T) -> Found:
        nonlocal done
        async with gate:
            found = await do(item)
        done += 1
        progress(done, len(items))
        return found

    return list(await asyncio.gather(*map(one, items)))


def _reachable(evidence: Evidence) -> bool:
    """Whether asking can find a page at all: it is indexed, where the question may be asked."""
    page = evidence.page
    return bool(page.chunks) and page.collection in evidence.trace.question.scope.collections


def _is_new(standalone: str, trace: Trace) -> bool:
    """Whether a wording of the question is none of those that were searched."""
    searches = trace.queries.searches if trace.queries else ()
    return bool(standalone) and standalone.casefold() not in {
        query.text.casefold() for query in searches
    }


def asked_of(task: Task) -> Asked | None:
    """Return a question of a set to diagnose, None for one that names no right page.

    A page that is not in the corpus is right all the same: that it is not is what is found.
    """
    case, collection = task.case, task.corpus.collection
    right = task.right or case.right
    if not right or case.answerable is False:
        return None
    names = [page.partition(":")[::2] if task.across else (collection, page) for page in right]
    wanted = Wanted(case.answer, case.must_say, case.must_not_say, case.standalone)
    return Asked(case.id, question(task, "history"), tuple((n[0], n[1]) for n in names), wanted)
