"""The bot in a workspace: what is heard there is dealt with there, and nowhere else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from structlog.testing import capture_logs

from bot.metrics import Metrics
from bot.parts import Parts
from bot.settings import BotSettings
from bot.slack.app import Identity
from bot.slack.reply.pace import STREAMS
from bot.slack.work import Work
from bot.workspaces import Making, Workspaces
from retrieval import policy, wiring
from retrieval.errors import LedgerError
from retrieval.ledger.ledger import Ledger
from retrieval.settings import load
from tests.fakes.slack import FakeWeb

TOKENS = {"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_APP_TOKEN": "xapp-1"}


def _parts(ledger: Ledger, team: str = "T1") -> Parts:
    """Return the parts of a bot that answers nobody."""
    return Parts(
        settings=cast("Any", None),
        bot=BotSettings.model_validate(TOKENS),
        metrics=Metrics(),
        footnote=cast("Any", None),
        ledger=ledger,
        web=cast("Any", FakeWeb()),
        identity=Identity(team, "UBOT", "BBOT", "AAPP"),
        policy=policy.default(("docs",)),
    )


@asynccontextmanager
async def _workspaces(
    folder: Path,
) -> AsyncIterator[tuple[Workspaces, Ledger, list[tuple[str, str]]]]:
    """Yield workspaces that note which workspace dealt with which question."""
    done: list[tuple[str, str]] = []

    def handler(parts: Parts) -> Any:
        async def handle(work: Work) -> str:
            done.append((parts.identity.team, str(work.job.payload["text"])))
            return "answered"

        return handle

    async with wiring.open_ledger(load(data=folder)) as ledger:
        workspaces = Workspaces(_parts(ledger), Making(handler, lambda _: {}))
        try:
            yield workspaces, ledger, done
        finally:
            await workspaces.close()


def _question(text: str, team: str = "T1") -> dict[str, Any]:
    event = {"type": "message", "user": "UANN", "text": text, "ts": "5.0", "channel": "D1"}
    ids = {"team_id": team, "api_app_id": "AAPP", "event_id": f"Ev{text}"}
    return {"type": "event_callback", "event": event | {"channel_type": "im"}} | ids


async def _worked(workspaces: Workspaces, ledger: Ledger) -> None:
    """Work until nothing is left to do."""
    running = asyncio.create_task(workspaces.workers.run())
    async with asyncio.timeout(20):
        while True:
            backlog = await ledger.inbox.backlog(within=[f"{team}:" for team in workspaces.teams])
            if not backlog.waiting + backlog.working:
                break
            await asyncio.sleep(0.01)
    await workspaces.workers.drain()
    await running


async def test_what_is_heard_in_a_workspace_is_dealt_with_there(tmp_path: Path) -> None:
    """A row of another workspace in the same ledger is left to whoever works there."""
    async with _workspaces(tmp_path) as (workspaces, ledger, done):
        workspaces.open(_parts(ledger))
        await ledger.inbox.put("question", "T2:C1:1", {"team": "T2", "text": "theirs?"}, ["k"])
        taken = await workspaces.take(_question("how?"))
        await _worked(workspaces, ledger)

        assert 1 == (await ledger.inbox.backlog()).waiting
    assert 200 == taken.status
    assert [("T1", "how?")] == done


async def test_without_a_workspace_nothing_is_taken(tmp_path: Path) -> None:
    """No row is leased, whosesoever it is, until its workspace is opened; nor after it was left."""
    async with _workspaces(tmp_path) as (workspaces, ledger, done):
        await ledger.inbox.put("question", "T1:C1:1", {"team": "T1", "text": "how?"}, ["k"])
        assert not await workspaces.workers._take()
        workspaces.open(_parts(ledger))
        await workspaces.leave("T1")
        assert not await workspaces.workers._take()

    assert [] == done


async def test_a_delivery_that_breaks_ends_the_watch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bug there is not silent: the process ends, and is started again."""

    async def due(**_: object) -> Any:
        raise ValueError("a bug")

    async with _workspaces(tmp_path) as (workspaces, ledger, _):
        monkeypatch.setattr(ledger.outbox, "due", due)
        workspaces.open(_parts(ledger))
        with pytest.raises(ValueError, match="a bug"):
            await workspaces.watch()


async def test_an_outbox_that_cannot_be_read_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is no reason to end."""
    asked = asyncio.Event()

    async def due(**_: object) -> Any:
        asked.set()
        raise LedgerError("The ledger is busy.")

    async with _workspaces(tmp_path) as (workspaces, ledger, _):
        monkeypatch.setattr(ledger.outbox, "due", due)
        workspaces.open(_parts(ledger))
        await asked.wait()
        await asyncio.sleep(0)

        assert ("T1",) == workspaces.teams
        assert not workspaces._broken.done()


async def test_slacks_limits_are_shared_among_processes(tmp_path: Path) -> None:
    """As many as there are, at least as many as there should be; of more there is a warning."""
    async with _workspaces(tmp_path) as (workspaces, ledger, _):
        parts = _parts(ledger)
        workspaces.open(parts)
        with capture_logs() as lines:
            workspaces.share(1)
            alone = [parts.pace.may_stream() for _ in range(STREAMS + 1)]
            workspaces.share(3)

    assert STREAMS == sum(alone)
    assert 3 == parts.pace.replicas
    assert [(3, 1)] == [
        (one["connections"], one["expected"]) for one in lines if one["event"] == "more_connections"
    ]
