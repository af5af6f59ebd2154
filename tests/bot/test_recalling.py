"""Tests of bot/recalling.py: pages are looked at once after each change; see also the scenario."""

from __future__ import annotations

from structlog.testing import capture_logs

from bot.recalling import Recalling


async def test_it_is_looked_once_after_each_change() -> None:
    """The first time always; never where there is no index."""
    changes: list[float | None] = [None, 1.0, 1.0, 2.0]
    looked: list[float | None] = []
    now: list[float | None] = [None]

    async def look() -> int:
        looked.append(now[0])
        return len(looked)

    async def changed() -> float | None:
        now[0] = changes.pop(0)
        return now[0]

    recalling = Recalling(look, changed)
    with capture_logs() as logs:
        for _ in range(4):
            await recalling.look()

    assert [1.0, 2.0] == looked
    assert [1, 2] == [line["answers"] for line in logs]
