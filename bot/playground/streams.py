"""Messages that are written piece by piece, and the five minutes that Slack gives them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.playground.archive import Archive
from bot.playground.values import Json, Message, Refused, Stream

LIFE = 300.0
"""Seconds after its start in which a stream can be written to (python-slack-sdk#1859)."""


class Streams:
    """Knows the messages that are still being written."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._open: dict[tuple[str, str], Stream] = {}
        self._halted: set[tuple[str, str]] = set()

    def open(self) -> list[Stream]:
        """Return the streams that are still open."""
        return list(self._open.values())

    def find(self, channel: str, ts: str) -> Stream | None:
        """Return the open stream of a message, or None."""
        return self._open.get((channel, ts))

    def start(self, message: Message, pieces: Sequence[Json]) -> Stream:
        """Begin a message with its first pieces (blocks), of which there may be none."""
        stream = Stream(message, self._archive.now())
        message.streaming = "in_progress"
        join(stream.parts, pieces)
        self._show(stream)
        self._archive.add(message)
        self._open[message.channel, message.ts] = stream
        return stream

    def writable(self, message: Message) -> Stream:
        """Return the stream of a message that can still be written to.

        Raises:
            Refused: "stopped_by_user" or "message_not_in_streaming_state".
        """
        if (message.channel, message.ts) in self._halted:
            raise Refused("stopped_by_user")
        stream = self.find(message.channel, message.ts)
        if stream is None:
            raise Refused("message_not_in_streaming_state")
        return stream

    def append(self, stream: Stream, pieces: Sequence[Json]) -> None:
        """Add pieces to a message; nobody but the page hears of it."""
        join(stream.parts, pieces)
        self._show(stream)
        message = stream.message
        data = {"message": self._archive.shape(message)}
        self._archive.log.record(self._archive.now(), "streamed", message.channel, data)

    def stop(
        self, stream: Stream, blocks: Sequence[Json] = (), metadata: Json | None = None
    ) -> None:
        """End a message, with blocks below what was written."""
        message = stream.message
        self._open.pop((message.channel, message.ts), None)
        self._archive.rewrite(
            message,
            blocks=[*stream.parts, *blocks],
            metadata=metadata or message.metadata,
            streaming="completed",
        )

    def halt(self, channel: str, thread_ts: str) -> list[str]:
        """Let a person stop what is being written in a thread; return the ts of each message."""
        halted = [
            stream
            for stream in self.open()
            if (stream.message.channel, stream.message.root) == (channel, thread_ts)
        ]
        for stream in halted:
            self._halted.add((channel, stream.message.ts))
            self.stop(stream)
        return [stream.message.ts for stream in halted]

    def expire(self) -> None:
        """End what is open, whatever its time."""
        for stream in self.open():
            self.stop(stream)

    def tick(self) -> None:
        """End what has been open for its time."""
        now = self._archive.now()
        for stream in self.open():
            if stream.started + LIFE <= now:
                self.stop(stream)

    def _show(self, stream: Stream) -> None:
        texts = [part["text"] for part in stream.parts if part["type"] == "markdown"]
        stream.message.text = "".join(texts)
        stream.message.blocks = list(stream.parts)


def join(parts: list[Json], pieces: Sequence[Json]) -> None:
    """Add pieces to the parts of a stream: text continues text, a task replaces itself."""
    for piece in pieces:
        last = parts[-1] if parts else {}
        place = _same_task(parts, piece)
        if piece["type"] == "markdown" == last.get("type"):
            parts[-1] = last | {"text": last["text"] + piece["text"]}
        elif place is not None:
            parts[place] = parts[place] | piece
        else:
            parts.append(dict(piece))


def _same_task(parts: Sequence[Json], piece: Json) -> int | None:
    if piece["type"] not in {"task_card", "plan"}:
        return None
    for place, part in enumerate(parts):
        if part["type"] == piece["type"] and part.get("task_id") == piece.get("task_id"):
            return place
    return None
