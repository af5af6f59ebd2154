"""Tests of retrieval/learn/duty.py: a duty is held while its work goes on."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest

from retrieval.errors import LedgerError
from retrieval.learn.duty import held
from retrieval.ports import Duty


@dataclass
class Duties:
    """Duties that remember what was asked of them."""

    free: bool = True
    lost: bool = False
    broken: int = 0
    calls: list[str] = field(default_factory=list)
    renewed: asyncio.Event = field(default_factory=asyncio.Event)

    async def begin(self, name: str, period: str, *, seconds: float = 1.0) -> bool:
        """Begin."""
        self.calls.append(f"begin {name} {period}")
        return self.free

    async def renew(self, name: str, period: str, *, seconds: float = 1.0) -> bool:
        """Renew, or fail."""
        if self.broken:
            self.broken -= 1
            raise LedgerError("The ledger is busy.")
        self.renewed.set()
        return not self.lost

    async def end(self, name: str, period: str) -> bool:
        """End."""
        self.calls.append("end")
        return True

    async def release(self, name: str, period: str, *, counted: bool = True) -> None:
        """Give up."""
        self.calls.append("release" if counted else "release, uncounted")

    async def latest(self, name: str) -> Duty | None:
        """There is none."""
        return None


async def test_it_is_done_when_the_block_ends() -> None:
    """Begun, then ended."""
    duties = Duties()
    async with held(duties, "nightly", "d") as hold:
        assert hold

    assert ["begin nightly d", "end"] == duties.calls


async def test_what_somebody_else_does_is_left_to_them() -> None:
    """Nothing is held, and nothing ended."""
    duties = Duties(free=False)
    async with held(duties, "nightly", "d") as hold:
        assert hold is None

    assert ["begin nightly d"] == duties.calls


async def test_it_is_given_up_when_the_block_raises_or_says_so() -> None:
    """Whoever comes next may begin it."""
    failing, undone = Duties(), Duties()
    with pytest.raises(ValueError, match="no"):
        async with held(failing, "nightly", "d"):
            raise ValueError("no")
    async with held(undone, "nightly", "d") as hold:
        assert hold
        hold.done = hold.counted = False

    assert ["release", "release, uncounted"] == [failing.calls[-1], undone.calls[-1]]


async def test_it_is_renewed_while_the_block_lasts() -> None:
    """Also after the ledger could not be written once; what is lost is not fought for."""
    duties = Duties(broken=1, lost=True)
    async with held(duties, "nightly", "d", seconds=0.003):
        async with asyncio.timeout(5):
            await duties.renewed.wait()

    assert 0 == duties.broken
