"""What each person has read, and how much is new to them."""

from __future__ import annotations

from collections.abc import Iterable

from bot.playground.archive import Archive
from bot.playground.values import Channel, Message


class Reading:
    """Keeps, per person and channel, the ts of the newest message read."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._marks: dict[tuple[str, str], str] = {}

    def mark(self, user: str, channel: str, ts: str = "") -> None:
        """Note that everything up to `ts` (or all there is) was read."""
        reached = ts or self._archive.stamp()
        self._marks[user, channel] = max(reached, self._marks.get((user, channel), ""))
        data = {"user": user, "ts": reached}
        self._archive.log.record(self._archive.now(), "read", channel, data, user)

    def unread(self, user: str, channels: Iterable[Channel]) -> dict[str, int]:
        """Return how many messages are new to a person, for each channel where there are any.

        A reply counts when the person wrote in its thread.
        """
        counts = {channel.id: self._new(user, channel.id) for channel in channels}
        return {channel: count for channel, count in counts.items() if count}

    def _new(self, user: str, channel: str) -> int:
        mark = self._marks.get((user, channel), "")
        every = self._archive.top(channel)
        every += [
            reply
            for root in every
            if root.thread_ts
            for reply in self._archive.replies(channel, root.ts)
            if self._follows(user, root)
        ]
        return sum(message.ts > mark and message.user != user for message in every)

    def _follows(self, user: str, root: Message) -> bool:
        replies = self._archive.replies(root.channel, root.ts)
        return user in {root.user, *(reply.user for reply in replies)}
