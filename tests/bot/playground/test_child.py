"""The bot as a child process."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from bot.playground import child as child_module
from bot.playground.child import AGAIN, Child


def _child(code: str, said: list[str], **environment: str) -> Child:
    return Child({**environment}, said.append, command=(sys.executable, "-c", code))


async def _until(ready) -> None:
    async with asyncio.timeout(20):
        while not ready():  # noqa: ASYNC110  (a process of its own tells by being there)
            await asyncio.sleep(0.01)


async def test_a_child_that_keeps_dying_is_given_up() -> None:
    """Each death is said, and after five starts within a minute it is left."""
    said: list[str] = []
    await _child("raise SystemExit(3)", said).keep()

    assert AGAIN == len(said)
    assert "The bot stopped (code 3); starting it again." == said[0]
    assert f"The bot stopped {AGAIN} times within a minute (code 3)." == said[-1]


async def test_wrong_settings_are_not_tried_again() -> None:
    """The child says what is wrong; another start would end the same."""
    said: list[str] = []
    await _child("raise SystemExit(2)", said).keep()

    assert ["The bot's settings are wrong, as it says above."] == said


async def test_a_child_that_is_killed_is_started_again_and_stops_with_us() -> None:
    """SIGKILL from outside brings a new process; cancelling ends it, with nothing more said."""
    said: list[str] = []
    kept = _child("import time; time.sleep(600)", said)
    keeping = asyncio.create_task(kept.keep())
    await _until(lambda: kept.pid)
    first = kept.pid
    os.kill(first, signal.SIGKILL)
    await _until(lambda: kept.pid != first)
    second = kept.pid
    keeping.cancel()
    await asyncio.gather(keeping, return_exceptions=True)

    assert ["The bot stopped (code -9); starting it again."] == said
    with pytest.raises(ProcessLookupError):
        os.kill(second, 0)


STUBBORN = """
import pathlib, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
pathlib.Path(sys.argv[1]).touch()
time.sleep(600)
"""


async def test_a_child_that_does_not_stop_is_made_to(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """After its time to finish it is killed."""
    monkeypatch.setattr(child_module, "PATIENCE", 0.05)
    ready = tmp_path / "ready"
    stubborn = Child({}, print, command=(sys.executable, "-c", STUBBORN, str(ready)))
    keeping = asyncio.create_task(stubborn.keep())
    await _until(ready.exists)
    keeping.cancel()
    await asyncio.gather(keeping, return_exceptions=True)

    with pytest.raises(ProcessLookupError):
        os.kill(stubborn.pid, 0)
