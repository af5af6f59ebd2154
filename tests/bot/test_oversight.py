"""The bot looks after its indexes: watchers each minute, a service's model each hour."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from bot.metrics import Metrics
from bot.oversight import Oversight, figures, looking_after
from bot.settings import BotSettings
from retrieval.ledger.ledger import Ledger
from retrieval.settings import load
from retrieval.upkeep.alarms import Watchman
from tests.fakes.clock import FakeClock

LIMIT = timedelta(minutes=15)


async def test_a_watcher_that_fell_silent_is_an_alarm_and_a_figure(tmp_path: Path) -> None:
    """The alarm stands in the ledger, the figures say how many and how far behind."""
    clock, metrics = FakeClock(), Metrics()
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", clock=clock) as ledger:
        await ledger.watchers.beat("docs", "/docs", clock.now())
        clock.pass_by(16 * 60)
        watchman = Watchman(ledger.alarms, ledger.outbox)
        await Oversight(ledger.watchers, watchman, clock, LIMIT).look()
        standing = [alarm.kind for alarm in await ledger.alarms.standing()]
        await figures(metrics, ledger.alarms, ledger.watchers, clock)
    page = metrics.page().decode()

    assert ["stale"] == standing
    assert 'footnote_index_alarms{kind="stale"} 1.0' in page
    assert 'footnote_index_alarms{kind="empty"} 0.0' in page
    assert 'footnote_index_behind_seconds{collection="docs",root="/docs"} 960.0' in page


async def test_the_model_is_asked_once_an_hour(tmp_path: Path) -> None:
    """However often the watchers are looked at."""
    clock, asked = FakeClock(), []

    async def same_model() -> None:
        asked.append(clock.now())

    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", clock=clock) as ledger:
        watchman = Watchman(ledger.alarms, ledger.outbox)
        oversight = Oversight(ledger.watchers, watchman, clock, LIMIT, same_model)
        for _ in range(61):
            await oversight.look()
            clock.pass_by(60)

    assert 2 == len(asked)


async def test_there_is_a_hook_where_there_is_a_secret(tmp_path: Path) -> None:
    """Without one there is none."""
    tokens = {"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_APP_TOKEN": "xapp-1"}
    secret = {"FOOTNOTE_INGEST_SECRET": "a long enough secret"}
    found = []
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        for said in (tokens, tokens | secret):
            bot = BotSettings(**said)
            async with looking_after(load(data=tmp_path), bot, ledger, ("docs",)) as hook:
                found.append(hook is not None)

    assert [False, True] == found
