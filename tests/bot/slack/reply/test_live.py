"""One task writes while an answer grows: first at once, then paced."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest

from bot.slack.reply.live import APPEND_APART, ENOUGH, UPDATE_APART, Live
from tests.fakes.slack_web import HandTime


@dataclass
class Grown:
    """Keeps what was to be shown, and when."""

    time: HandTime
    streaming: bool = True
    shown: list[tuple[float, str]] = field(default_factory=list)
    error: Exception | None = None

    async def grow(self, text: str, line: str) -> None:
        """Keep one text."""
        if self.error:
            raise self.error
        self.shown.append((round(self.time.now, 1), text))

    async def before(self) -> None:
        """Note that the first text comes now."""
        self.shown.append((round(self.time.now, 1), "(before)"))

    def live(self) -> Live:
        """Make the task's owner."""
        return Live(self, self.before, clock=self.time.clock, sleep=self.time.sleep)


@pytest.mark.parametrize(("streaming", "apart"), [(True, APPEND_APART), (False, UPDATE_APART)])
async def test_the_first_is_at_once_and_the_rest_paced(streaming: bool, apart: float) -> None:
    """Texts in between are passed over; the last one is shown when its time has come."""
    grown = Grown(HandTime(), streaming)
    live = grown.live()
    for text in ("a", "ab", "abc"):
        live.show(text, "")
        await grown.time.settle()
    await grown.time.turn(3)
    await live.end()

    assert [(0.0, "(before)"), (0.0, "a"), (apart, "abc")] == grown.shown


async def test_much_text_does_not_wait() -> None:
    """Several hundred new characters are appended at once."""
    grown = Grown(HandTime())
    live = grown.live()
    live.show("a", "")
    await grown.time.settle()
    live.show("a" * (ENOUGH + 1), "")
    await grown.time.settle()
    await live.end()

    assert 3 == len(grown.shown)


async def test_after_the_end_nothing_is_shown() -> None:
    """What was not written yet is left to the end of the answer."""
    grown = Grown(HandTime())
    live = grown.live()
    live.show("a", "")
    await grown.time.settle()
    live.show("ab", "")
    await live.end()
    live.show("abc", "")
    await grown.time.turn(5)

    assert [(0.0, "(before)"), (0.0, "a")] == grown.shown
    assert 1 == len(asyncio.all_tasks())


async def test_what_breaks_the_task_is_not_lost() -> None:
    """A ledger that cannot commit is told to whoever concludes."""
    grown = Grown(HandTime(), error=RuntimeError("no commit"))
    live = grown.live()
    live.show("a", "")
    await grown.time.settle()

    with pytest.raises(RuntimeError):
        await live.end()
