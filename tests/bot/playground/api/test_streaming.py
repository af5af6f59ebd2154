"""chat.startStream, appendStream and stopStream, with all that can go wrong."""

from __future__ import annotations

import pytest
from slack_sdk.models.messages.chunk import (
    BlocksChunk,
    MarkdownTextChunk,
    PlanUpdateChunk,
    TaskUpdateChunk,
)

from bot.playground.cast import PARTNER, TEAM
from tests.playground import ADA, BEN, DIRECT, GENERAL, PARTNERS, SAM, refusal

FOR_ADA = {"recipient_team_id": TEAM, "recipient_user_id": ADA}


async def _started(pg, web, text="Hello "):
    ts = pg.ask("how?")
    started = await web.chat_startStream(
        channel=GENERAL, thread_ts=ts, markdown_text=text, **FOR_ADA
    )
    return ts, started["ts"]


async def test_a_stream_grows_and_ends_with_its_blocks(pg, web):
    """Text is one markdown block that grows; what stopStream brings stands below it."""
    thread, ts = await _started(pg, web)
    await web.chat_appendStream(channel=GENERAL, ts=ts, markdown_text="wor")
    growing = pg.answers(thread_ts=thread)[0]
    metadata = {"event_type": "answer", "event_payload": {}}
    await web.chat_stopStream(
        channel=GENERAL, ts=ts, markdown_text="ld", blocks=[{"type": "divider"}], metadata=metadata
    )
    done = pg.answers(thread_ts=thread)[0]

    assert ("in_progress", "Hello wor") == (growing["streaming_state"], growing["text"])
    assert ("completed", "Hello world") == (done["streaming_state"], done["text"])
    assert ["markdown", "divider"] == [block["type"] for block in done["blocks"]]
    assert (metadata, thread) == (done["metadata"], done["thread_ts"])


async def test_chunks_of_slack_sdk_are_taken(pg, web):
    """Text, tasks that replace themselves, a plan and blocks, built by the client's own models."""
    thread, ts = await _started(pg, web)
    task = {"id": "1", "title": "Search"}
    chunks = [
        TaskUpdateChunk(**task, status="in_progress"),
        PlanUpdateChunk(title="Plan"),
        MarkdownTextChunk(text="more"),
        BlocksChunk(blocks=[{"type": "divider"}]),
    ]
    await web.chat_appendStream(channel=GENERAL, ts=ts, chunks=chunks)
    await web.chat_appendStream(
        channel=GENERAL, ts=ts, chunks=[TaskUpdateChunk(**task, status="complete")]
    )

    blocks = pg.answers(thread_ts=thread)[0]["blocks"]
    kinds = ["markdown", "task_card", "plan", "markdown", "divider"]
    assert kinds == [block["type"] for block in blocks]
    assert "complete" == blocks[1]["status"]


async def test_slack_sdks_own_streamer_works(pg, web):
    """The helper of the client starts, appends and stops."""
    ts = pg.ask("how?")
    stream = await web.chat_stream(channel=GENERAL, thread_ts=ts, buffer_size=4, **FOR_ADA)
    await stream.append(markdown_text="first ")
    await stream.append(markdown_text="second ")
    await stream.stop(markdown_text="third")

    assert "first second third" == pg.answers(thread_ts=ts)[0]["text"]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({}, "missing_recipient_team_id"),
        ({"recipient_team_id": TEAM}, "missing_recipient_user_id"),
        ({"recipient_team_id": "T404", "recipient_user_id": ADA}, "team_not_found"),
        ({"recipient_team_id": TEAM, "recipient_user_id": "U404"}, "user_not_found"),
        ({**FOR_ADA, "thread_ts": "1.000001"}, "thread_not_found"),
        ({**FOR_ADA, "chunks": [{"type": "odd"}]}, "invalid_chunks"),
        ({**FOR_ADA, "chunks": [{"type": "task_update", "status": []}]}, "invalid_chunks"),
        ({**FOR_ADA, "markdown_text": "x" * 12_001}, "msg_too_long"),
    ],
)
async def test_a_stream_that_slack_would_not_start_is_refused(pg, web, arguments, error):
    """Each refusal has Slack's own name."""
    given = {"channel": GENERAL, "thread_ts": pg.ask("how?")} | arguments

    assert error == await refusal(web.chat_startStream(**given))


async def test_a_direct_conversation_needs_no_recipient(pg, web):
    """Only channels ask for whom a stream is."""
    ts = pg.say(ADA, DIRECT, "how?")
    started = await web.chat_startStream(channel=DIRECT, thread_ts=ts)

    assert DIRECT == started["channel"]


async def test_a_recipient_of_another_company_is_named_by_their_own_team(pg, web):
    """A stranger in a shared channel is found under their team."""
    ts = pg.say(SAM, PARTNERS, "how?")
    started = await web.chat_startStream(
        channel=PARTNERS, thread_ts=ts, recipient_team_id=PARTNER, recipient_user_id=SAM
    )

    assert started["ok"]


async def test_a_stream_lives_five_minutes(pg, web):
    """Then it can neither be appended to nor stopped, and what was there stays."""
    thread, ts = await _started(pg, web)
    pg.advance(299)
    await web.chat_appendStream(channel=GENERAL, ts=ts, markdown_text="x")
    pg.advance(1)
    append = web.chat_appendStream(channel=GENERAL, ts=ts, markdown_text="y")
    stop = web.chat_stopStream(channel=GENERAL, ts=ts)

    assert "message_not_in_streaming_state" == await refusal(append)
    assert "message_not_in_streaming_state" == await refusal(stop)
    assert "Hello x" == pg.answers(thread_ts=thread)[0]["text"]


async def test_a_message_that_is_being_streamed_cannot_be_updated(pg, web):
    """It can once it is done."""
    thread, ts = await _started(pg, web)
    update = web.chat_update(channel=GENERAL, ts=ts, text="x")
    error = await refusal(update)
    await web.chat_stopStream(channel=GENERAL, ts=ts)
    await web.chat_update(channel=GENERAL, ts=ts, text="x")

    assert "streaming_state_conflict" == error
    assert "x" == pg.answers(thread_ts=thread)[0]["text"]


async def test_only_the_apps_own_open_streams_can_be_written_to(pg, web):
    """A person's message, a message that is no stream, a message that is not there."""
    theirs = pg.ask("how?")
    ours = (await web.chat_postMessage(channel=GENERAL, text="x"))["ts"]

    for ts, error in [
        (theirs, "message_not_owned_by_app"),
        (ours, "message_not_in_streaming_state"),
        ("1.000001", "message_not_found"),
    ]:
        call = web.chat_appendStream(channel=GENERAL, ts=ts, markdown_text="x")
        assert error == await refusal(call)


async def test_an_append_of_nothing_is_refused(pg, web):
    """There has to be text or a chunk."""
    _, ts = await _started(pg, web)
    call = web.chat_appendStream(channel=GENERAL, ts=ts, markdown_text="")

    assert "no_text" == await refusal(call)


async def test_a_stream_holds_as_much_as_a_message(pg, web):
    """13,200 characters altogether, blocks of the end included, and refused whole."""
    thread, ts = await _started(pg, web, "x" * 12_000)
    await web.chat_appendStream(channel=GENERAL, ts=ts, markdown_text="x" * 1_200)
    append = web.chat_appendStream(channel=GENERAL, ts=ts, markdown_text="x")
    block = {"type": "section", "text": {"type": "mrkdwn", "text": "y"}}
    stop = web.chat_stopStream(channel=GENERAL, ts=ts, blocks=[block])

    assert "msg_blocks_too_long" == await refusal(append)
    assert "msg_blocks_too_long" == await refusal(stop)
    assert "in_progress" == pg.answers(thread_ts=thread)[0]["streaming_state"]


async def test_a_person_can_stop_a_stream(pg, web):
    """The app is told so at its next append."""
    thread, ts = await _started(pg, web)
    pg.workspace.halt(BEN, GENERAL, thread)
    append = web.chat_appendStream(channel=GENERAL, ts=ts, markdown_text="x")

    assert "stopped_by_user" == await refusal(append)
    assert "completed" == pg.answers(thread_ts=thread)[0]["streaming_state"]


async def test_twenty_streams_may_be_started_in_a_minute(pg, web):
    """The next gets a 429 with the seconds to wait."""
    ts = pg.ask("how?")
    for _ in range(20):
        await web.chat_startStream(channel=GENERAL, thread_ts=ts, **FOR_ADA)
    error = await refusal(web.chat_startStream(channel=GENERAL, thread_ts=ts, **FOR_ADA))
    pg.advance(60)
    again = await web.chat_startStream(channel=GENERAL, thread_ts=ts, **FOR_ADA)

    assert ("ratelimited", True) == (error, again["ok"])


async def test_a_session_can_be_set_with_the_end(pg, web):
    """session_status of stopStream is kept; a status that Slack does not know is refused."""
    thread, ts = await _started(pg, web)
    wrong = await refusal(web.chat_stopStream(channel=GENERAL, ts=ts, session_status="odd"))
    await web.chat_stopStream(channel=GENERAL, ts=ts, session_status="suspended")

    assert "invalid_arguments" == wrong
    assert "suspended" == pg.workspace.panel.sessions[GENERAL, thread]
