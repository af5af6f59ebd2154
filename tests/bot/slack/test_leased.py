"""Whoever lost a question's lease writes nothing more to Slack, and only takes its status down."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.slack.leased import leased, still_ours
from bot.slack.work import LeaseLost, Work
from retrieval.errors import LedgerError
from retrieval.ports import Job
from tests.fakes.slack import FakeWeb

STATUS, SESSION = "assistant.threads.setStatus", "agents.sessions.setStatus"


class _Held:
    """A queue in which the lease is held, lost, or cannot be looked up."""

    def __init__(self, *, fails: bool = False, held: bool = True) -> None:
        self._fails, self._held = fails, held

    async def renew(self, _job: object, *, seconds: float) -> bool:
        """Hold it."""
        if self._fails:
            raise LedgerError("locked")
        return self._held and seconds > 0

    async def stopped(self, _job: object) -> str:
        """Nobody cancelled it."""
        return ""


def _work(queue: _Held, stopped: str = "") -> Work:
    job = Job(1, "question", "lane", {}, datetime.now(UTC), 1, "lease")
    return Work(job, queue, stopped=stopped)  # type: ignore[arg-type]


async def test_after_a_lost_lease_only_a_status_is_taken_down() -> None:
    """It harms nobody, and would stand for ever."""
    web = FakeWeb({STATUS: {}, SESSION: {}, "chat.postMessage": {"ts": "1.0"}})
    mine = leased(web, _work(_Held(), stopped="lost"))
    await mine.call(STATUS, status="")
    await mine.call(SESSION, status="active")
    with pytest.raises(LeaseLost):
        await mine.call(SESSION, status="processing")
    with pytest.raises(LeaseLost):
        await mine.call(STATUS, status="Searching")
    with pytest.raises(LeaseLost):
        await mine.call("chat.postMessage", text="26 weeks")

    assert [STATUS, SESSION] == [name for name, _ in web.calls]


async def test_a_ledger_that_cannot_say_costs_no_answer() -> None:
    """The lease may still hold: whoever writes next finds out."""
    await still_ours(_work(_Held(fails=True)))
    await still_ours(_work(_Held()))


async def test_a_lost_lease_is_noted_before_the_first_word() -> None:
    """Its work is stopped for that reason."""
    work = _work(_Held(held=False))
    await still_ours(work)

    assert "lost" == work.stopped
