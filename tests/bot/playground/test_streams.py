"""Messages that are written piece by piece."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.playground import cast
from bot.playground.archive import Archive
from bot.playground.log import Log
from bot.playground.streams import LIFE, Streams, join
from bot.playground.values import Message, Refused
from tests.playground import ManualClock


def _text(text):
    return {"type": "markdown", "text": text}


def _streams():
    clock = ManualClock()
    app = cast.app(frozenset(), frozenset())
    archive = Archive(Log(), clock, cast.team("http://127.0.0.1:1/"), app)
    return clock, archive, Streams(archive)


def _start(archive, streams, thread_ts=""):
    message = Message("C1", archive.stamp(), cast.BOT, "", thread_ts, by_app=True)
    return streams.start(message, [_text("a")])


def test_the_page_hears_of_each_piece_and_the_app_of_start_and_end():
    """By kinds of their own."""
    _, archive, streams = _streams()
    stream = _start(archive, streams)
    streams.append(stream, [_text("b")])
    streams.stop(stream, [{"type": "divider"}])

    assert ["message", "streamed", "changed"] == [one.kind for one in archive.log.since(0)]
    assert ("ab", "completed") == (stream.message.text, stream.message.streaming)
    assert [_text("ab"), {"type": "divider"}] == stream.message.blocks


def test_a_stream_ends_with_its_time():
    """And is then no longer writable."""
    clock, archive, streams = _streams()
    stream = _start(archive, streams)
    clock.move(LIFE - 1)
    streams.tick()
    open_still = streams.open()
    clock.move(1)
    streams.tick()

    assert ([stream], []) == (open_still, streams.open())
    with pytest.raises(Refused, match="message_not_in_streaming_state"):
        streams.writable(stream.message)


def test_a_person_stops_all_streams_of_a_thread_and_no_other():
    """Each is told so when it is written to."""
    _, archive, streams = _streams()
    parent = archive.add(Message("C1", archive.stamp(), "U1", "q"))
    inside, outside = _start(archive, streams, parent.ts), _start(archive, streams)

    assert [inside.message.ts] == streams.halt("C1", parent.ts)
    assert outside is streams.writable(outside.message)
    with pytest.raises(Refused, match="stopped_by_user"):
        streams.writable(inside.message)


@given(st.lists(st.text(max_size=4)))
def test_text_in_pieces_is_the_text(texts):
    """However it is cut, it is one part."""
    parts = []
    join(parts, [_text(text) for text in texts])

    assert "".join(texts) == "".join(part["text"] for part in parts)
    assert len(parts) == bool(texts)


def test_a_task_replaces_itself_and_blocks_stand_between_texts():
    """By its id."""
    parts = []
    task = {"type": "task_card", "task_id": "1", "status": "pending"}
    join(parts, [task, _text("a"), {"type": "divider"}, _text("b")])
    join(parts, [task | {"status": "complete"}, task | {"task_id": "2"}])

    kinds = ["task_card", "markdown", "divider", "markdown", "task_card"]
    assert kinds == [part["type"] for part in parts]
    assert "complete" == parts[0]["status"]
