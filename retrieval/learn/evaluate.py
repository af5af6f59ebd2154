"""Cases -> findings: each question goes down the answer path, and what every stage did is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from retrieval.answer.answerer import Answerer, Retrieved, outcome
from retrieval.answer.pack import Budget, pack
from retrieval.answer.rank import fuse
from retrieval.errors import FootnoteError, IndexMissing, TraceMissing
from retrieval.learn.corpus import Corpus
from retrieval.learn.judge import Judgement, judge, stands_whole
from retrieval.learn.questions import Case
from retrieval.ports import Store
from retrieval.tracing import configuration_id
from retrieval.values import (
    Candidates,
    DocumentFacts,
    Hit,
    Packed,
    Question,
    Ranked,
    RankedHit,
    Scope,
    Trace,
    Turn,
)

LEGS = ("words", "meaning", "fused", "reranked")
DEEPEST = 20
"""How many pages of each order are kept; the deepest measure looks no further."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """How the questions are asked.

    `turns` is what becomes of a thread: "history" (as it was), "last" (the last turn alone),
    "pasted" (all turns of the person in one text) or "standalone" (the set's own wording).
    `beside`: where the case says what an answer must say, the writer is handed the right pages
    too, once more and apart (`Finding.gold`).
    """

    gold_context: bool = False
    answers: bool = True
    turns: str = "history"
    at_once: int = 1
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Task:
    """A case with the corpus that it is asked of, and its right pages there.

    Asked `across` several collections, its pages are named "collection:path".
    """

    case: Case
    corpus: Corpus
    right: tuple[str, ...]
    across: tuple[str, ...] = ()

    @property
    def scope(self) -> Scope:
        """What is searched."""
        return Scope(self.across or (self.corpus.collection,))

    def page(self, document: DocumentFacts) -> str:
        """Name a page as `right` does."""
        return f"{document.collection}:{document.path}" if self.across else document.path


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of one case.

    `ranked` holds the pages of each order, best first. `whole` is None where no answer's text
    is known or it stands in no right page. `found` are the pages of the final order, and `gold`
    judges what the writer made of the right pages alone, where that was asked for beside. `failure`
    says why there is nothing else; `unindexed`: a collection that it asks is not indexed;
    `unembedded`: why the question has no vector, so that it was searched by its words alone.
    """

    task: Task
    ranked: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    whole: bool | None = None
    packed_right: bool = False
    judgement: Judgement | None = None
    outcome: str = ""
    gold: Judgement | None = None
    found: tuple[DocumentFacts, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    failure: str = ""
    unindexed: bool = False
    unembedded: str = ""


class Evaluator:
    """Takes questions down the answer path, stage by stage."""

    def __init__(self, answerer: Answerer, store: Store, budget: Budget, plan: Plan) -> None:
        """Take the path, the index it searches, what it packs, and how to ask."""
        self._answerer = answerer
        self._store = store
        self._budget = replace(budget, per_document=budget.sources)
        self._plan = plan
        self._pages: dict[str, dict[str, list[Hit]]] = {}
        self._right: frozenset[str] = frozenset()
        self._reading = asyncio.Lock()

    async def run(self, tasks: Sequence[Task], progress: Progress) -> list[Finding]:
        """Ask every question; findings stand in the order of the tasks."""
        gate = asyncio.Semaphore(self._plan.at_once)
        self._right = frozenset(page for task in tasks for page in task.right)
        self._pages.clear()
        done = 0

        async def one(task: Task) -> Finding:
            nonlocal done
            async with gate:
                try:
                    finding = await self._ask(task)
                except FootnoteError as error:
                    missing = isinstance(error, IndexMissing)
                    finding = Finding(task, failure=str(error), unindexed=missing)
            done += 1
            progress(done, len(tasks))
            return finding

        return list(await asyncio.gather(*(one(task) for task in tasks)))

    async def _ask(self, task: Task) -> Finding:
        """Take one question down the path."""
        found = await self._answerer.retrieve(question(task, self._plan.turns))
        finding = Finding(
            task,
            ranked=_orders(found, task.page),
            whole=await self._whole(task),
            packed_right=any(task.page(s.document) in task.right for s in found.packed.sources),
            found=_documents(found.ranked.hits),
            seconds=_seconds(found),
            notes=found.queries.notes + found.candidates.notes + found.ranked.notes,
            unembedded=_unembedded(found.candidates),
        )
        if not self._plan.answers:
            return finding
        packed = found.packed
        if self._plan.gold_context and task.right:
            packed = await self._gold(task, found)
        judgement, outcome = await self._write(task, found, packed)
        beside = self._plan.beside and task.right and task.case.says
        gold = await self._write(task, found, await self._gold(task, found)) if beside else (None,)
        return replace(
            finding,
            judgement=judgement,
            outcome=outcome,
            gold=gold[0],
            seconds={**finding.seconds, "write": judgement.seconds},
        )

    async def _write(self, task: Task, found: Retrieved, packed: Packed) -> tuple[Judgement, str]:
        """Have an answer written from what is packed; return what it is worth and its outcome."""
        draft, verdicts = await self._answerer.write(found.queries, packed)
        judgement = judge(task.case, task.right, packed, draft, verdicts)
        return judgement, outcome(draft, verdicts).value

    async def _gold(self, task: Task, found: Retrieved) -> Packed:
        """Pack the right pages alone: their best passages for this question first."""
        hits = [hit for hit in found.ranked.hits if task.page(hit.document) in task.right]
        seen = {hit.chunk.id for hit in hits}
        pages = await self._read(task)
        rest = [hit for page in task.right for hit in pages.get(page, ())]
        hits += [_unranked(hit) for hit in rest if hit.chunk.id not in seen]
        gold = Ranked(tuple(hits), (), "gold")
        store = self._store.within(task.scope)
        packed = await pack(gold, store, replace(self._budget, whole=0))
        return replace(packed, frequencies=found.packed.frequencies)

    async def _whole(self, task: Task) -> bool | None:
        """Whether the answer's text stands whole in a chunk of a right page."""
        if not task.case.answer or not task.right:
            return None
        pages = await self._read(task)
        chunks = [[hit.chunk for hit in pages.get(page, ())] for page in task.right]
        texts = ["".join(chunk.text for chunk in page) for page in chunks]
        if not stands_whole(task.case.answer, texts):
            return None
        pieces = [f"{chunk.lead}\n{chunk.text}" for page in chunks for chunk in page]
        return stands_whole(task.case.answer, pieces)

    async def _read(self, task: Task) -> Mapping[str, Sequence[Hit]]:
        """Return every chunk of the right pages of a case; each collection is read once."""
        async with self._reading:
            for name in task.scope.collections:
                if name not in self._pages:
                    self._pages[name] = await self._chunks(name)
        names = task.scope.collections
        found = ((page, self._pages[name].get(page)) for name in names for page in task.right)
        return {page: hits for page, hits in found if hits}

    async def _chunks(self, name: str) -> dict[str, list[Hit]]:
        """Read the chunks of those pages of a collection that are right for any case."""
        pages: dict[str, list[Hit]] = {}
        for hit in await self._store.within(Scope((name,))).everything():
            for page in {hit.document.path, f"{name}:{hit.document.path}"} & self._right:
                pages.setdefault(page, []).append(hit)
        return pages


def question(task: Task, turns: str) -> Question:
    """Word the question as the plan says."""
    case, scope = task.case, task.scope
    if turns == "last":
        return Question(case.text, scope)
    if turns == "pasted":
        asked = [turn.text for turn in case.history if turn.role == "user"]
        return Question("\n".join([*asked, case.text]), scope)
    if turns == "standalone":
        return Question(case.standalone or case.text, scope)
    history: tuple[Turn, ...] = case.history
    return Question(case.text, scope, history)


def _orders(found: Retrieved, name: Callable[[DocumentFacts], str]) -> dict[str, tuple[str, ...]]:
    """Return the pages in the order of each leg, of their fusion, and after reranking."""
    legs = found.candidates.legs
    orders = {
        kind: fuse(Candidates(tuple(leg for leg in legs if leg.leg == kind)))
        for kind in dict.fromkeys([*LEGS[:2], *(leg.leg for leg in legs)])
    }
    orders["fused"] = fuse(found.candidates)
    orders["reranked"] = list(found.ranked.hits)
    return {kind: tuple(map(name, _documents(hits))) for kind, hits in orders.items()}


def _unembedded(candidates: Candidates) -> str:
    """Say why a wording of the question has no vector; empty where each has one."""
    asked = {leg.query for leg in candidates.legs}
    if asked == {leg.query for leg in candidates.legs if leg.leg == "meaning"}:
        return ""
    return next(iter(candidates.notes), "").removeprefix("meaning: ")


def _documents(hits: Sequence[RankedHit]) -> tuple[DocumentFacts, ...]:
    """Fold chunks to pages: a page stands where its best chunk stands."""
    pages: dict[str, DocumentFacts] = {}
    for hit in hits:
        pages.setdefault(hit.document.key, hit.document)
        if len(pages) == DEEPEST:
            break
    return tuple(pages.values())


def _seconds(found: Retrieved) -> dict[str, float]:
    """Return the seconds of the stages up to packing."""
    return {
        "rewrite": found.queries.seconds,
        "search": found.candidates.seconds,
        "rank": found.ranked.seconds,
        "pack": found.packed.seconds,
    }


def _unranked(hit: Hit) -> RankedHit:
    """Give a chunk that no leg found its place behind those that were found."""
    return RankedHit(hit.chunk, hit.document, hit.rank, 0.0, 0.0, {})


class NoTraces:
    """Keeps no traces: an evaluation's questions were asked by nobody."""

    async def record(self, trace: Trace) -> None:
        """Let a trace go."""

    async def find(self, trace_id: str) -> Trace:
        """Find nothing."""
        raise TraceMissing(f"There is no trace {trace_id}: an evaluation keeps none.")

    async def configure(self, configuration: Mapping[str, Any]) -> str:
        """Name a configuration as the ledger does, without keeping it."""
        return configuration_id(configuration)
