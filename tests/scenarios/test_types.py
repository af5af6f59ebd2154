"""What the bot sends is what Slack's own types take: @slack/web-api and @slack/types.

The calls are those that the scenarios before this one have recorded, and one question asked here.
What comes after it is looked at when the run ends.
"""

from __future__ import annotations

from pathlib import Path

from tests import recorded
from tests.playground import ADA, GENERAL, playground
from tests.scenarios.conftest import bot_in
from tests.types.checking import available, compiled, written


async def test_every_recorded_call_is_of_slacks_own_types(data: Path) -> None:
    """Arguments, blocks and views, as the compiler and as slack_sdk see them."""
    available()
    async with playground() as pg, bot_in(pg, data) as desk:
        await desk.answer(GENERAL, pg.ask("How do I install the VPN client?", ADA))
        await desk.idle()
    calls = list(recorded.kept())

    assert {"chat.startStream", "chat.stopStream"} <= {method for method, _ in calls}
    assert [] == compiled(written(calls))
