"""What people decide about what the gate holds back: it goes live all the same, or is removed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from retrieval.learn.gate import HELD_ALARM, name_of, subject_of
from retrieval.ports import Alarms, Ruling, Rulings, Upkeep
from retrieval.ports.gating import ACCEPTED, DISCARDED, GENERATION, HELD, WEIGHTS

Act = Callable[[Ruling], Awaitable[None]]
"""Does what was decided. Raises FootnoteError; done again it changes nothing."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What can be done with weights that are held back: they are put in use, or removed."""

    take: Act
    remove: Act


@dataclass(frozen=True, slots=True)
class Decisions:
    """Carries each decision out once; one that could not be carried out may be made again."""

    store: Upkeep
    rulings: Rulings
    alarms: Alarms
    weights: Kept

    async def accept(self, ruling: Ruling, by: str) -> Ruling | None:
        """Let what is held back go live; None where it is not held back (any more).

        Raises InputError for a generation that is not complete, IndexLocked, LedgerError.
        """
        return await self._decide(ruling, ACCEPTED, by, self._take)

    async def discard(self, ruling: Ruling, by: str) -> Ruling | None:
        """Remove what is held back; None where it is not held back (any more)."""
        return await self._decide(ruling, DISCARDED, by, self._remove)

    async def _decide(self, ruling: Ruling, state: str, by: str, act: Act) -> Ruling | None:
        decided = await self.rulings.decide(ruling, state, by=by, among=(HELD, state))
        if decided is None:
            return None
        await act(decided)
        await self.alarms.end(HELD_ALARM, subject_of(decided))
        return decided

    async def _take(self, ruling: Ruling) -> None:
        if ruling.kind == GENERATION:
            await self.store.swap(ruling.collection, ruling.generation, hold=False)
        elif ruling.kind == WEIGHTS:
            await self.weights.take(ruling)

    async def _remove(self, ruling: Ruling) -> None:
        if ruling.kind == WEIGHTS:
            await self.weights.remove(ruling)
        if ruling.kind != GENERATION:
            return
        known = await self.store.generations(ruling.collection)
        if any(name_of(one) == ruling.name and not one.in_use for one in known):
            await self.store.drop(ruling.collection, ruling.generation)
