"""Messages from the outbox: posted, found again by their key, and edited in place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.slack import phrases
from bot.slack.actions import LONGEST_LABEL, row
from bot.slack.actions import button as pressed
from bot.slack.blocks import Block, mrkdwn
from bot.slack.escaping import visible
from bot.slack.markdown import sanitise
from bot.slack.splitting import size, split
from bot.slack.web import Web
from retrieval.ports import Button

NOTICE = "footnote_notice"
"""The `event_type` of the metadata of a message from the outbox."""
LIMIT = 3_000
"""Characters of a section."""
NAMES = 60
"""Characters of whom a notice names first, in its first section."""
MOST = 12_500
"""Characters of all sections of a message; Slack refuses some 13,200."""
LONGEST_CONFIRM = 300
MOST_IN_A_ROW = 5

SECOND = "\ue000"
"""Stands in the first lines of a text for the second person whom it names."""
_PERSON = re.compile(r"[UW][A-Z0-9]{2,20}")
_CHANNEL = re.compile(r"[CG][A-Z0-9]{2,20}")


@dataclass(frozen=True, slots=True)
class Notice:
    """What a message from the outbox says.

    `text` is Markdown; in its code `<`, `>` and `&` may be written as entities, as `fence` does.
    `key` goes into the metadata, by which the message is found again. `links` are the addresses
    that may be links; `about` is the id of a person whom it names first, or "U1 U2" of one who
    speaks for another, who is named where the text has SECOND, or the id of a channel, which is
    shown by its name where the text has that id first. `buttons` stand below it, `thread` is the
    message that it replies to.
    """

    text: str
    key: str
    links: Sequence[str] = ()
    about: str = ""
    buttons: Sequence[Button] = ()
    thread: str = ""

    def said(self) -> dict[str, Any]:
        """Return what Slack is told to post."""
        first, *more = self._shown()
        blocks = {"blocks": self._blocks([first, *more])} if self.buttons or more else {}
        return self._around() | {"text": first} | blocks

    def amended(self) -> dict[str, Any]:
        """Return what Slack is told to show instead of what stands there, whatever stood below."""
        shown = self._shown()
        return self._around() | {"text": shown[0], "blocks": self._blocks(shown)}

    def rows(self) -> list[Block]:
        """Return the rows of its buttons."""
        return _rows(self.buttons)

    def _shown(self) -> list[str]:
        """Return what it says in pieces that fit a section, parted between paragraphs."""
        people = [f"<@{one}>" for one in self.about.split()[:2] if _PERSON.fullmatch(one)]
        said = sanitise(self.text, self.links, written=True)
        head, *pieces = [mrkdwn(piece) for piece in split(said, LIMIT - NAMES)] or [""]
        second = f"({people[1]})" if people[1:] else ""
        if SECOND in head:
            head, second = head.replace(SECOND, people[-1] if people else "?", 1), ""
        if _CHANNEL.fullmatch(self.about):  # Who cannot see that channel reads its id.
            head = head.replace(self.about, f"<#{self.about}> ({self.about})", 1)
        return _within([" ".join(filter(None, [*people[:1], second, head])), *pieces])

    def _blocks(self, shown: Sequence[str]) -> list[Block]:
        sections = [
            {"type": "section", "text": {"type": "mrkdwn", "text": piece, "verbatim": True}}
            for piece in shown
            if piece.strip()
        ]
        return [*sections, *_rows(self.buttons)]

    def _around(self) -> dict[str, Any]:
        """Return the mark by which it is found again, and that it calls nobody by a name."""
        mark = {"event_type": NOTICE, "event_payload": {"key": self.key}}
        return {"metadata": mark, "parse": "none", "link_names": False}


async def deliver(web: Web, to: str, notice: Notice) -> tuple[str, str]:
    """Post a message to a channel or a person by their id; return its channel and its ts.

    Raises SlackRefused.
    """
    reply = await web.call(
        "chat.postMessage",
        channel=to,
        thread_ts=notice.thread or None,
        unfurl_links=False,
        unfurl_media=False,
        **notice.said(),
    )
    return str(reply.get("channel") or to), str(reply["ts"])


async def amend(web: Web, where: tuple[str, str], notice: Notice) -> None:
    """Let a delivered message say something else, in its place. Raises SlackRefused."""
    await web.call("chat.update", channel=where[0], ts=where[1], **notice.amended())


def _within(pieces: Sequence[str]) -> list[str]:
    """Return as many pieces as a message takes, the last one marked where some are left out."""
    shown: list[str] = []
    for piece in pieces:
        if shown and sum(map(size, [*shown, piece])) > MOST:
            return [*shown, "…"]
        shown.append(piece)
    return shown


def _rows(buttons: Iterable[Button]) -> list[Block]:
    """Return rows of buttons; Slack takes an action but once in a row."""
    rows: list[list[Button]] = [[]]
    for button in buttons:
        if len(rows[-1]) == MOST_IN_A_ROW or button.action in {one.action for one in rows[-1]}:
            rows.append([])
        rows[-1].append(button)
    return [row(f"{NOTICE}_{n}", *map(_shown, some)) for n, some in enumerate(rows) if some]


def _shown(button: Button) -> Block:
    """Return a button, with what it asks before it counts."""
    label = visible(button.label)[:LONGEST_LABEL]
    shown = pressed(button.action, label, button.value, button.style)
    if not button.confirm:
        return shown

    def plain(text: str, most: int) -> Block:
        return {"type": "plain_text", "text": visible(text)[:most]}

    asks = {
        "title": plain(label, 100),
        "text": plain(button.confirm, LONGEST_CONFIRM),
        "confirm": plain(label, 30),
        "deny": plain(phrases.deny(), 30),
    }
    return {**shown, "confirm": asks}
