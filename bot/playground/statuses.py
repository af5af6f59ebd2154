"""The status lines that the app shows in threads, which end by themselves."""

from __future__ import annotations

from collections.abc import Sequence

from bot.playground.archive import Archive
from bot.playground.values import Status

LIFE = 120.0
"""Seconds after which Slack takes a status away."""


class Statuses:
    """Keeps at most one status a thread."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._standing: dict[tuple[str, str], Status] = {}

    def standing(self) -> list[Status]:
        """Return the statuses that are shown now."""
        return list(self._standing.values())

    def set(self, channel: str, thread_ts: str, text: str, phrases: Sequence[str] = ()) -> None:
        """Show a status in a thread, or take it away when it is empty."""
        if not text:
            self.clear(channel, thread_ts)
            return
        ends = self._archive.now() + LIFE
        status = Status(channel, thread_ts, text, tuple(phrases), ends)
        self._standing[channel, thread_ts] = status
        self._record(status)

    def clear(self, channel: str, thread_ts: str) -> None:
        """Take the status of a thread away, if there is one."""
        gone = self._standing.pop((channel, thread_ts), None)
        if gone:
            self._record(Status(channel, thread_ts, "", (), 0.0))

    def tick(self) -> None:
        """Take away what has stood for its time."""
        now = self._archive.now()
        for status in self.standing():
            if status.ends <= now:
                self.clear(status.channel, status.thread_ts)

    def _record(self, status: Status) -> None:
        data = {
            "thread_ts": status.thread_ts,
            "status": status.text,
            "phrases": list(status.phrases),
        }
        self._archive.log.record(self._archive.now(), "status", status.channel, data)
