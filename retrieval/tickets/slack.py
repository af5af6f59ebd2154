"""Tickets as messages in a Slack channel: opened there, and closed in the message's thread."""

from __future__ import annotations

from retrieval.ports import Opened, Outbox


class SlackTickets:
    """Messages by way of the outbox; implements the port `Ticketer`."""

    name = "slack"

    def __init__(self, outbox: Outbox, channel: str, team: str = "") -> None:
        """Take the outbox, the channel's id, and the workspace that it is of."""
        self._outbox = outbox
        self._channel = channel
        self._team = team

    async def find(self, key: str) -> Opened | None:  # noqa: ARG002 (the outbox knows)
        """Nothing need be looked for: the outbox takes a key but once."""
        return None

    async def open(self, key: str, title: str, body: str) -> Opened:
        """Write the message; a key that was written stays as it was."""
        text = f"**{title}**\n{body}"
        to, team = self._channel, self._team
        await self._outbox.notify(to, text, key=f"ticket:{key}", team=team, within=True)
        return Opened(self._channel)

    async def close(self, key: str, ref: str, comment: str) -> None:
        """Answer below the message that what it is about is back; name it where that is not known.

        The outbox forgets where it delivered, which a ticket may outlive.
        """
        where = await self._outbox.where(f"ticket:{key}")
        await self._outbox.notify(
            ref,
            f"Closed: {comment}" if where else f"{key} is closed: {comment}",
            key=f"ticket-closed:{key}",
            team=self._team,
            thread=where[1] if where else "",
            within=True,
        )

    async def reach(self) -> str:
        """Say which channel; the bot finds out whether it may write there."""
        return f"messages to {self._channel}"
