"""Plays a tape against the bot that is connected to a playground, and checks what comes of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.playground.acts import Acts
from bot.playground.clock import MovableClock
from bot.playground.counts import Counts
from bot.playground.server import Playground
from bot.playground.tapes import Step, Tape
from bot.playground.values import Refused
from retrieval.errors import InputError

PATIENCE = 60.0
"""Seconds of real time that anything may take to come true."""
LOOK = 0.01
QUIET = 1.0
"""Seconds without a call after which the bot counts as done."""


@dataclass(slots=True)
class Outcome:
    """What a tape came to: the expectations that did not hold, each as a sentence."""

    checked: int = 0
    wrong: list[str] = field(default_factory=list)


async def _nothing() -> None:
    """Do nothing."""


@dataclass(slots=True)
class Player:
    """Does what a tape says, as fast as its conditions let it.

    Args:
        playground: What the bot is connected to.
        clock: The playground's: it is put forward to the time of each step.
        kill: Kills the bot, which starts again by itself; None where it cannot be killed.
        idle: Awaited before the last look, and before one at what should not be there.
        patience: Seconds of real time that anything may take.
    """

    playground: Playground
    clock: MovableClock
    kill: Callable[[], Awaitable[None]] | None = None
    idle: Callable[[], Awaitable[None]] = _nothing
    patience: float = PATIENCE

    async def play(self, tape: Tape) -> Outcome:
        """Play it all; then make sure that what was expected is so when all is quiet.

        Raises:
            InputError: a step cannot be done, or what it waits for did not come.
        """
        acts = Acts(self.playground, self.clock)
        counts = Counts(acts)
        outcome, start = Outcome(), self.clock.monotonic()
        expected: dict[str, Any] = {}
        for number, step in enumerate(tape.steps, start=1):
            await self._until(counts, step, number)
            self.clock.move(max(0.0, start + step.at - self.clock.monotonic()))
            self.playground.tick()
            if step.do == "expect":
                expected = merged(expected, step.fields)
                await self._expect(counts, step.fields)
                _check(counts, step.fields, outcome, f"step {number}")
            else:
                await self._do(acts, step, number)
        await self._settle()
        _check(counts, expected, outcome, "at the end")
        return outcome

    async def _do(self, acts: Acts, step: Step, number: int) -> None:
        if step.do != "kill":
            try:
                acts.do(step)
            except Refused as refused:
                told = f'step {number}: "{step.do}" is refused: {refused.error}.'
                raise InputError(told) from None
        elif self.kill is None:
            raise InputError(f"step {number}: this bot cannot be killed.")
        else:
            await self.kill()

    async def _until(self, counts: Counts, step: Step, number: int) -> None:
        """Wait for what a step waits for."""
        for name, value in step.when.items():
            if not await self._true(lambda name=name, value=value: counts.holds(name, value)):  # type: ignore[misc]
                told = f"step {number}: {name} {value} did not come in {self.patience:g} seconds."
                raise InputError(told)

    async def _expect(self, counts: Counts, wanted: Mapping[str, Any]) -> None:
        """Wait until everything is as expected, for as long as there is patience.

        That something is not there is true before it comes, too: it counts when all is quiet.
        """
        await self._true(lambda: all(one[1] == one[2] for one in counts.figures(wanted)))
        if any(0 in dict(wanted.get(name, {})).values() for name in ("answers", "whispers")):
            await self._settle()

    async def _true(self, ready: Callable[[], bool]) -> bool:
        """Wait until something is true; False where it did not become so in time."""
        ends = time.monotonic() + self.patience
        while not ready():
            if time.monotonic() > ends:
                return False
            await asyncio.sleep(LOOK)
        return True

    async def _settle(self) -> None:
        """Wait until all is acknowledged and the bot calls no more, nor waits for an answer."""
        faults = self.playground.faults
        await self._true(lambda: not self.playground.deliveries.pending)
        await self.idle()
        await self._true(lambda: not faults.under_way)
        seen, since = -1, time.monotonic()
        while time.monotonic() - since < QUIET:
            if seen != len(faults.calls):
                seen, since = len(faults.calls), time.monotonic()
                await self._true(lambda: not faults.under_way)
            await asyncio.sleep(LOOK)


def _check(counts: Counts, wanted: Mapping[str, Any], outcome: Outcome, place: str) -> None:
    for told, found, value in counts.figures(wanted):
        outcome.checked += 1
        if found != value:
            outcome.wrong.append(f"{place}: {told} should be {value} and is {found}.")


def merged(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    """Return expectations with later ones in the place of earlier."""
    told = dict(first)
    for name, value in second.items():
        told[name] = {**told.get(name, {}), **value} if isinstance(value, dict) else value
    return told
