"""The gate: a new index generation goes live only where the labelled cases do not get worse by it.

A generation that is held back stays beside the one in use, with the cases that got worse, until
people accept or discard it. A process killed while it measures has ruled nothing: the next run
measures again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from datetime import timedelta
from typing import Protocol

import structlog

from retrieval.errors import FootnoteError, GenerationDiscarded, InputError, LedgerError
from retrieval.learn.labelled import labelled
from retrieval.learn.ruling import NO_CASES, Compared, compare, sentence
from retrieval.learn.rulings_told import buttons, discarded, notice, told
from retrieval.learn.scoring import CaseScore
from retrieval.ports import (
    Alarms,
    Cases,
    Channel,
    Clock,
    EvalCase,
    Fingerprint,
    GateWatch,
    GenerationFacts,
    Judged,
    Notifier,
    Ruling,
    Rulings,
    Upkeep,
)
from retrieval.ports.gating import (
    ACCEPTED,
    DISCARDED,
    GENERATION,
    GONE,
    HELD,
    PASSED,
    UNMEASURED,
)

HELD_ALARM = "held"
AGAIN = timedelta(days=1)
"""How long what was held back is not measured again, whatever changed in it."""
MOST_CASES = 1_000_000


class GateLedger(Protocol):
    """What of a ledger the gate reads and writes."""

    @property
    def rulings(self) -> Rulings:
        """What was ruled."""

    @property
    def cases(self) -> Cases:
        """The cases to measure with."""

    @property
    def alarms(self) -> Alarms:
        """What is wrong with indexes."""

    @property
    def outbox(self) -> Notifier:
        """What is to be said without having been asked."""


class Measure(Protocol):
    """Scores cases on one generation of a collection, the others as they are in use."""

    async def __call__(
        self, facts: GenerationFacts, cases: Sequence[EvalCase], watch: GateWatch | None
    ) -> tuple[Sequence[CaseScore], str]:
        """Return the scores, and what was not as it would be; raises FootnoteError."""


class CaseGate:
    """Rules by the labelled cases; implements the port `Gate`."""

    def __init__(
        self,
        store: Upkeep,
        books: Callable[[], AbstractAsyncContextManager[GateLedger]],
        measure: Measure,
        clock: Clock,
        channel: Channel | None = None,
    ) -> None:
        """`books` opens the ledger, which is opened only when it is needed."""
        self._store = store
        self._books = books
        self._measure = measure
        self._clock = clock
        self._channel = channel or Channel()

    async def admit(self, collection: str, fingerprint: Fingerprint) -> None:
        """Raise GenerationDiscarded where an index made so was thrown away, and not built since."""
        try:
            async with self._books() as books:
                await tidy(self._store, books, collection)
                thrown = await books.rulings.latest(
                    GENERATION, collection, states=(DISCARDED,), most=100
                )
        except LedgerError:
            return  # What nobody can look up stops no indexing.
        mark = digest(fingerprint)
        for one in thrown:
            if mark in one.fingerprints:
                raise GenerationDiscarded(discarded(one))

    async def judge(
        self, collection: str, generation: str, watch: GateWatch | None = None
    ) -> Judged:
        """Put a complete generation in use unless cases got worse; return whether, and why."""
        try:
            async with self._books() as books:
                ruling = await self._ruling(books, collection, generation, watch)
        except LedgerError as error:
            said = f"Generation {generation} waits: what it is measured by cannot be read: {error}"
            return Judged(current=False, said=said)
        if ruling.state not in {PASSED, ACCEPTED}:
            return Judged(current=False, said=told(ruling))
        await self._store.swap(collection, generation, hold=False)
        return Judged(current=True, said=told(ruling))

    async def measure(
        self, books: GateLedger, collection: str, generation: str, watch: GateWatch | None = None
    ) -> Ruling:
        """Measure a generation against the one in use, and keep what that says.

        Raises InputError for a generation that is not there, StoreError, LedgerError.
        """
        known = await self._store.generations(collection)
        facts = next((one for one in known if one.name == generation), None)
        used = next((one for one in known if one.in_use), None)
        if facts is None:
            raise InputError(f"'{collection}' has no generation {generation!r}.")
        ruling = Ruling(
            GENERATION,
            collection,
            name_of(facts),
            PASSED,
            self._clock.now(),
            against=used.name if used else "",
            fingerprints=tuple(sorted({digest(facts.fingerprint(root)) for root in facts.roots})),
        )
        cases = about(collection, labelled(await books.cases.list(most=MOST_CASES)))
        if not cases or used is None or used.name == generation:
            ruling = replace(ruling, said=NO_CASES)
        else:
            compared, notes = await self._compare(cases, (used, facts), watch)
            ruling = ruled(ruling, compared, notes)
        await self._keep(books, ruling, logged=watch is None)
        return ruling

    async def remembered(
        self, books: GateLedger, collection: str, generation: str, watch: GateWatch | None = None
    ) -> Ruling:
        """Return what was ruled if neither generation has changed since, else measure.

        Raises what `measure` does.
        """
        known = await self._store.generations(collection)
        facts = next((one for one in known if one.name == generation), None)
        used = next((one.name for one in known if one.in_use), "")
        found = facts and await books.rulings.find(GENERATION, collection, name_of(facts))
        rules = found and found.cases and found.state in {PASSED, HELD, ACCEPTED}
        if facts and found and rules and found.against == used:
            both = [one.changed for one in known if one.name in {generation, used}]
            if all(changed is not None and changed <= found.made for changed in both):
                return found
        return await self.measure(books, collection, generation, watch)

    async def _ruling(
        self, books: GateLedger, collection: str, generation: str, watch: GateWatch | None
    ) -> Ruling:
        """Return the standing ruling, or make one: what is held back is not measured each time."""
        generations = await self._store.generations(collection)
        facts = next((one for one in generations if one.name == generation), None)
        known = facts and await books.rulings.find(GENERATION, collection, name_of(facts))
        if facts and known:
            lately = self._clock.now() - known.made < AGAIN
            same = facts.changed is not None and facts.changed <= known.made
            if known.state in {PASSED, ACCEPTED} or lately or same:
                return known
        return await self.measure(books, collection, generation, watch)

    async def _compare(
        self,
        cases: Sequence[EvalCase],
        pair: tuple[GenerationFacts, GenerationFacts],
        watch: GateWatch | None,
    ) -> tuple[Compared, str]:
        """Score both generations; a failure of what is measured with is no loss."""
        runs: list[Sequence[CaseScore]] = []
        notes: list[str] = []
        try:
            for facts in pair:
                scores, note = await self._measure(facts, cases, watch)
                runs.append(scores)
                notes.append(note)
        except LedgerError:
            raise
        except FootnoteError as error:
            return Compared(len(cases), unmeasured=str(error)), ""
        return compare(cases, *runs), " ".join(filter(None, notes))

    async def _keep(self, books: GateLedger, ruling: Ruling, *, logged: bool) -> None:
        """Keep a ruling, and report it if it holds something back.

        A watched command reports that itself, so it is not logged as well.
        """
        log = structlog.get_logger()
        log = log.bind(collection=ruling.collection, generation=ruling.generation)
        if ruling.state != UNMEASURED:  # The next run measures again.
            await books.rulings.keep(ruling)
        subject = subject_of(ruling)
        if ruling.state == PASSED:
            if logged:
                log.info("gate_passed", said=ruling.said)
            await books.alarms.end(HELD_ALARM, subject)
            return
        if logged:
            log.warning("gate_held", said=ruling.said)
        await books.alarms.give(HELD_ALARM, subject, told(ruling))
        if self._channel.id and ruling.state == HELD:
            await books.outbox.notify(
                self._channel.id,
                notice(ruling),
                key=f"gate:{ruling.key}:{ruling.made:%Y-%m-%d}",
                team=self._channel.team,
                buttons=buttons(ruling),
                within=True,
            )


def ruled(ruling: Ruling, compared: Compared, notes: str = "") -> Ruling:
    """Rule by what the cases say."""
    state = UNMEASURED if compared.unmeasured else PASSED if compared.passes else HELD
    return replace(
        ruling,
        state=state,
        cases=compared.cases,
        measures=compared.measures,
        lost=compared.lost,
        said=f"{sentence(compared)} {notes}".strip(),
    )


def name_of(facts: GenerationFacts) -> str:
    """Return a name for a generation that no later one will have."""
    return f"{facts.name}@{facts.made:%Y%m%dT%H%M%S%f}" if facts.made else facts.name


def subject_of(ruling: Ruling) -> str:
    """Name what an alarm is about."""
    return f"{ruling.collection or ruling.kind} {ruling.generation[:16]}"


async def tidy(store: Upkeep, books: GateLedger, collection: str) -> None:
    """Settle rulings on held generations that are gone, or that were put in use by other means."""
    held = await books.rulings.latest(GENERATION, collection, states=(HELD,), most=100)
    there = {name_of(one): one for one in await store.generations(collection)} if held else {}
    for one in held:
        facts = there.get(one.name)
        if facts is None or facts.in_use:
            state = ACCEPTED if facts else GONE
            await books.rulings.decide(one, state, by="swap" if facts else "")
            await books.alarms.end(HELD_ALARM, subject_of(one))


def about(collection: str, cases: Sequence[EvalCase]) -> tuple[EvalCase, ...]:
    """Return the cases that concern a collection: asked in it, or answered by its pages."""
    return tuple(
        case
        for case in cases
        if collection in case.content.get("collections", ())
        or any(page.partition(":")[0] == collection for page in case.label.right)
    )


def digest(fingerprint: Fingerprint) -> str:
    """Return what names a fingerprint, 16 hexadecimal digits."""
    parts = (fingerprint.reader, fingerprint.chunker, fingerprint.embedder, str(fingerprint.dims))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]
