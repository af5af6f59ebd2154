"""The agent panel: prompts, titles, sessions, and what people look at."""

from __future__ import annotations

import pytest

from bot.playground.events import events_of
from tests.playground import ADA, BOT, DIRECT, GENERAL

SEEN = [{"type": "slack#/types/channel_id", "value": GENERAL, "team_id": "T0PLAYGR0UND"}]


def _events(pg):
    changes = pg.workspace.log.since(0)
    return [event for change in changes for event in events_of(change, pg.workspace)]


async def test_what_somebody_looks_at_comes_with_all_that_they_do(pg):
    """With a change of it, with what they write to the app, and with opening the app."""
    pg.workspace.look(ADA, SEEN)
    pg.say(ADA, DIRECT, "how?")
    pg.workspace.open_home(ADA)
    changed, message, opened = _events(pg)

    assert ("app_context_changed", ADA, DIRECT, {"entities": SEEN}) == tuple(
        changed[name] for name in ("type", "user", "channel", "context")
    )
    assert SEEN == message["app_context"]["entities"] == opened["context"]["entities"]


async def test_who_sees_nothing_has_an_empty_context(pg):
    """And elsewhere it is not told at all."""
    pg.workspace.look(ADA, SEEN)
    pg.say(ADA, GENERAL, "how?")
    pg.workspace.look(ADA, [])
    pg.say(ADA, DIRECT, "how?")
    _, elsewhere, changed, direct = _events(pg)

    assert {} == changed["context"]
    assert not {"app_context"} & (set(elsewhere) | set(direct))


@pytest.mark.parametrize(
    ("does", "kind"),
    [
        (lambda panel: panel.suggest(DIRECT, {"title": "Try", "prompts": []}), "prompts"),
        (lambda panel: panel.entitle((DIRECT, "1.000001"), "Leave"), "title"),
        (lambda panel: panel.enter((DIRECT, "1.000001"), "processing"), "session"),
    ],
)
async def test_the_page_is_told_of_each_change(pg, does, kind):
    """By a change in the log of the conversation."""
    does(pg.workspace.panel)
    (told,) = pg.workspace.log.since(0)

    assert (kind, DIRECT) == (told.kind, told.channel)


async def test_a_session_that_works_can_be_stopped(pg):
    """The app is told who stopped it, and where."""
    ts = pg.say(ADA, DIRECT, "how?")
    panel = pg.workspace.panel
    panel.enter((DIRECT, ts), "processing")
    stoppable = panel.stoppable((DIRECT, ts))
    pg.stop(ADA, DIRECT, ts)
    panel.enter((DIRECT, ts), "active")
    stopped = _events(pg)[-1]

    assert (True, False) == (stoppable, panel.stoppable((DIRECT, ts)))
    assert ("agent_session_stopped", ADA, ts, []) == tuple(
        stopped[name] for name in ("type", "user", "thread_ts", "streaming_message_ts")
    )
    assert BOT not in panel.entities
