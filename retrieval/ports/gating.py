"""Whether something new may take the place of what is used: rulings, and who makes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from retrieval.ports.stores import Fingerprint

GATE_ACCEPT, GATE_DISCARD = "footnote_gate_accept", "footnote_gate_discard"
"""What the buttons under a notice of something held back do; their value is `Ruling.key`."""
GENERATION, WEIGHTS, CONFIGURATION = "generation", "weights", "configuration"
"""What may be held back: an index generation, a collection's weights, a configuration."""
PASSED, HELD, ACCEPTED, DISCARDED = "passed", "held", "accepted", "discarded"
"""What is ruled: it passed; it is held back; people took it all the same, or threw it away."""
GONE = "gone"
"""What becomes of something held back that is no more: another one came into use, or it was
pruned."""
UNMEASURED = "unmeasured"
"""What is ruled, and not kept, while nothing can be measured."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One measure over the cases that both runs know: "found", "citations" or "refusals".

    `before` and `after` are shares of right cases; `better` and `worse` count those that changed;
    `p` is how probable so many worse ones are by chance.
    """

    name: str
    n: int
    before: float
    after: float
    better: int
    worse: int
    p: float


@dataclass(frozen=True, slots=True)
class LostCase:
    """A case that got worse: by which measure, and the rank of its right page before and after.

    A rank is None where no right page was found, or none is known.
    """

    case: str
    question: str
    measure: str
    before: int | None = None
    after: int | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """What was ruled about something new, and why.

    `kind` is one of GENERATION, WEIGHTS, CONFIGURATION; `name` is that of the generation with when
    it was begun ("0002@20261130T1200", for names are given again), the digest of the weights or
    the id of the configuration; `collection` is empty for the last.
    `against` names what is used now. `fingerprints` are digests of what made a generation.
    `cases` is how many cases were measured, `said` the reason in a sentence. `by` is who decided,
    at `decided`; until then nobody has.
    """

    kind: str
    collection: str
    name: str
    state: str
    made: datetime
    against: str = ""
    fingerprints: tuple[str, ...] = ()
    cases: int = 0
    measures: tuple[Measured, ...] = ()
    lost: tuple[LostCase, ...] = ()
    said: str = ""
    by: str = ""
    decided: datetime | None = None

    @property
    def generation(self) -> str:
        """The name of the generation, as its store has it."""
        return self.name.partition("@")[0]

    @property
    def key(self) -> str:
        """Its name among all rulings, as buttons carry it."""
        return f"{self.kind}|{self.collection}|{self.name}"


class Rulings(Protocol):
    """What was ruled, kept. All raise LedgerError."""

    async def keep(self, ruling: Ruling) -> None:
        """Keep a ruling, over an earlier one about the same."""

    async def find(self, kind: str, collection: str, name: str) -> Ruling | None:
        """Return what was ruled about something, None where nothing was."""

    async def latest(
        self, kind: str, collection: str = "", *, states: Sequence[str] = (), most: int = 20
    ) -> Sequence[Ruling]:
        """Return rulings, the newest first: of some states, or of all."""

    async def decide(
        self, ruling: Ruling, state: str, *, by: str, among: Sequence[str] = (HELD,)
    ) -> Ruling | None:
        """Decide about what is held back; None where it is in no state of `among` any more."""

    async def forget(self, collection: str, fingerprint: str) -> bool:
        """Forget that generations made so were thrown away; False where none was."""


GateWatch = Callable[[str, int, int], None]
"""Told what is being measured, and how many cases are done, of how many."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What the gate decided about a complete generation: whether it is in use now, and why."""

    current: bool
    said: str = ""


class Gate(Protocol):
    """Lets a generation be put in use only where the cases do not get worse by it."""

    async def admit(self, collection: str, fingerprint: Fingerprint) -> None:
        """Raise GenerationDiscarded where an index made so was thrown away, and not built since."""

    async def judge(
        self, collection: str, generation: str, watch: GateWatch | None = None
    ) -> Judged:
        """Put a generation in use that lacks nothing, unless cases got worse; else say why not.

        What was ruled about it is remembered, so a run that finds it held back does not measure
        again. Raises StoreError.
        """
