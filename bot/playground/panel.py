"""The agent panel: suggested prompts, titles and sessions of threads, and what people look at."""

from __future__ import annotations

from collections.abc import Sequence

from bot.playground.archive import Archive
from bot.playground.values import Json

Thread = tuple[str, str]
"""A thread by its channel and the ts of its first message."""


class Panel:
    """Keeps what the app shows of itself as an agent; each change is recorded in the log."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self.prompts: dict[str, Json] = {}
        self.titles: dict[Thread, str] = {}
        self.sessions: dict[Thread, str] = {}
        self.entities: dict[str, list[Json]] = {}

    def suggest(self, channel: str, prompts: Json) -> None:
        """Show suggested prompts ({title, prompts}) above the composer of a conversation."""
        self.prompts[channel] = prompts
        self._record("prompts", channel, **prompts)

    def entitle(self, thread: Thread, title: str) -> None:
        """Give a thread a title."""
        self.titles[thread] = title
        self._record("title", thread[0], thread_ts=thread[1], title=title)

    def enter(self, thread: Thread, status: str) -> None:
        """Note how the app's session in a thread stands; "processing" shows a stop button."""
        self.sessions[thread] = status
        self._record("session", thread[0], thread_ts=thread[1], status=status)

    def stoppable(self, thread: Thread) -> bool:
        """Whether a thread has a stop button for what is no stream."""
        return self.sessions.get(thread) == "processing"

    def look(self, user: str, channel: str, entities: Sequence[Json]) -> None:
        """Note what somebody has before them beside the panel; `channel` is the app's own."""
        self.entities[user] = [dict(one) for one in entities]
        data = {"user": user, "entities": self.entities[user]}
        self._archive.log.record(self._archive.now(), "context", channel, data, user)

    def context(self, user: str) -> Json:
        """Return the context that events about somebody carry: empty where they see nothing."""
        seen = self.entities.get(user, [])
        return {"entities": seen} if seen else {}

    def _record(self, kind: str, channel: str, /, **data: object) -> None:
        self._archive.log.record(self._archive.now(), kind, channel, data)
