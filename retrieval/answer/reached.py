"""Keeps each hop that a question reaches in a trace, whatever happens afterwards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from retrieval.ports import Watch
from retrieval.values import (
    Candidates,
    Draft,
    Dropped,
    Packed,
    Queries,
    Ranked,
    Trace,
    VerifiedClaim,
)

_HOPS = {
    Queries: "queries",
    Candidates: "candidates",
    Ranked: "ranked",
    Packed: "packed",
    Draft: "draft",
}


@dataclass(slots=True)
class Reached:
    """A `Watch` that puts each hop into a trace, and then passes it on to another watch."""

    trace: Trace
    watch: Watch

    async def __call__(self, hop: object) -> None:
        """Keep a hop."""
        if isinstance(hop, VerifiedClaim | Dropped):
            self.trace = replace(self.trace, verdicts=(*self.trace.verdicts, hop))
        elif name := _HOPS.get(type(hop)):
            changed: dict[str, Any] = {name: hop}
            self.trace = replace(self.trace, **changed)
        await self.watch(hop)
