"""Statuses, titles, prompts and sessions."""

from __future__ import annotations

import pytest

from bot.playground import cast
from tests.playground import ADA, DIRECT, GENERAL, RANDOM, playground, refusal


async def test_a_status_stands_until_it_is_cleared(pg, web):
    """An empty one clears it."""
    ts = pg.ask("how?")
    await web.assistant_threads_setStatus(
        channel_id=GENERAL, thread_ts=ts, status="is searching", loading_messages=["one", "two"]
    )
    standing = pg.statuses()
    await web.assistant_threads_setStatus(channel_id=GENERAL, thread_ts=ts, status="")

    assert ["is searching"] == standing
    assert [] == pg.statuses()


async def test_a_status_ends_after_two_minutes(pg, web):
    """Unless it is set again before."""
    ts = pg.ask("how?")
    for _ in range(2):
        await web.assistant_threads_setStatus(channel_id=GENERAL, thread_ts=ts, status="busy")
        pg.advance(119)
    standing = pg.statuses()
    pg.advance(1)

    assert ["busy"] == standing
    assert [] == pg.statuses()


async def test_a_post_in_the_thread_clears_the_status_and_an_update_does_not(pg, web):
    """Only new messages of the app in that thread do."""
    ts, other = pg.ask("a"), pg.ask("b")
    await web.assistant_threads_setStatus(channel_id=GENERAL, thread_ts=ts, status="busy")
    posted = await web.chat_postMessage(channel=GENERAL, thread_ts=other, text="x")
    await web.chat_update(channel=GENERAL, ts=posted["ts"], text="y")
    before = pg.statuses()
    await web.chat_postMessage(channel=GENERAL, thread_ts=ts, text="x")

    assert ["busy"] == before
    assert [] == pg.statuses()


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"channel_id": "C404"}, "channel_not_found"),
        ({"channel_id": RANDOM}, "channel_not_found"),
        ({"thread_ts": "1.000001"}, "invalid_thread_ts"),
        ({"thread_ts": "now"}, "invalid_thread_ts"),
        ({"loading_messages": ["x"] * 11}, "invalid_arguments"),
    ],
)
async def test_a_status_nowhere_is_refused(pg, web, arguments, error):
    """Each refusal has Slack's own name."""
    given = {"channel_id": GENERAL, "thread_ts": pg.ask("a"), "status": "busy"} | arguments

    assert error == await refusal(web.assistant_threads_setStatus(**given))


async def test_prompts_show_only_when_no_thread_is_named(pg, web):
    """With a thread_ts Slack says ok and shows nothing."""
    ts = pg.say(ADA, DIRECT, "hi")
    prompts = [{"title": "A", "message": "b"}]
    await web.assistant_threads_setSuggestedPrompts(
        channel_id=DIRECT, thread_ts=ts, prompts=prompts
    )
    hidden = dict(pg.workspace.panel.prompts)
    await web.api_call(
        "assistant.threads.setSuggestedPrompts",
        json={"channel_id": DIRECT, "prompts": prompts, "title": "Try"},
    )

    assert {} == hidden
    assert {DIRECT: {"title": "Try", "prompts": prompts}} == pg.workspace.panel.prompts


@pytest.mark.parametrize("prompts", [[], [{"title": "A", "message": "b"}] * 5, [{"title": "A"}]])
async def test_prompts_are_one_to_four_of_title_and_message(pg, web, prompts):
    """Anything else is refused."""
    ts = pg.say(ADA, DIRECT, "hi")
    call = web.assistant_threads_setSuggestedPrompts(
        channel_id=DIRECT, thread_ts=ts, prompts=prompts
    )

    assert "invalid_arguments" == await refusal(call)


async def test_a_thread_gets_a_title(pg, web):
    """SetTitle keeps it, cut to 200 characters."""
    ts = pg.say(ADA, DIRECT, "hi")
    await web.assistant_threads_setTitle(channel_id=DIRECT, thread_ts=ts, title="t" * 201)

    assert "t" * 200 == pg.workspace.panel.titles[DIRECT, ts]


async def test_a_session_is_set_and_renamed(pg, web):
    """The title of the first call stays until rename."""
    ts = pg.ask("a")
    first = refusal(web.agents_sessions_rename(channel_id=GENERAL, thread_ts=ts, title="x"))
    error = await first
    for title in ("one", "two"):
        await web.agents_sessions_setStatus(
            channel_id=GENERAL, thread_ts=ts, status="processing", title=title
        )
    kept = pg.workspace.panel.titles[GENERAL, ts]
    await web.agents_sessions_rename(channel_id=GENERAL, thread_ts=ts, title="three")

    assert ("session_not_found", "one") == (error, kept)
    assert "three" == pg.workspace.panel.titles[GENERAL, ts]


async def test_processing_warns_an_app_that_would_not_hear_of_the_stop_button():
    """The warning names the subscription that is missing."""
    async with playground(app=cast.app(events=frozenset())) as pg:
        from slack_sdk.web.async_client import AsyncWebClient  # noqa: PLC0415

        web = AsyncWebClient(token=pg.env()["SLACK_BOT_TOKEN"], base_url=pg.api)
        ts = pg.ask("a")
        answer = await web.agents_sessions_setStatus(
            channel_id=GENERAL, thread_ts=ts, status="processing"
        )

    assert "missing_agent_session_stopped_event_subscription" == answer["warning"]
