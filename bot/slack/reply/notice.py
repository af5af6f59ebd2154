"""Messages from the outbox: posted, found again by their key, and edited in place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.slack import phrases
from bot.slack.actions import LONGEST_LABEL, row
from bot.slack.actions import button as pressed
from bot.slack.blocks import Block, mrkdwn, notification
from bot.slack.escaping import visible
from bot.slack.markdown import sanitise
from bot.slack.web import Web
from retrieval.ports import Button

NOTICE = "footnote_notice"
"""The `event_type` of the metadata of a message from the outbox."""
LIMIT = 3_000
"""Characters; Slack takes more, but a notice that long is a fault."""
LONGEST_CONFIRM = 300
MOST_IN_A_ROW = 5

_PERSON = re.compile(r"[UW][A-Z0-9]{2,20}")


@dataclass(frozen=True, slots=True)
class Notice:
    """What a message from the outbox says.

    `key` goes into the metadata, by which the message is found again. `links` are the addresses
    that may be links; `about` is the id of a person whom it names first, or "U1 U2" of one who
    speaks for another. `buttons` stand below it, `thread` is the message that it replies to.
    """

    text: str
    key: str
    links: Sequence[str] = ()
    about: str = ""
    buttons: Sequence[Button] = ()
    thread: str = ""

    def said(self) -> dict[str, Any]:
        """Return what Slack is told to post."""
        text, said = self._shown(), self._around()
        return said | {"text": text} | ({"blocks": self._blocks(text)} if self.buttons else {})

    def amended(self) -> dict[str, Any]:
        """Return what Slack is told to show instead of what stands there, whatever stood below."""
        return self._around() | {
            "text": notification(self.text),
            "blocks": self._blocks(self._shown()),
        }

    def rows(self) -> list[Block]:
        """Return the rows of its buttons."""
        return _rows(self.buttons)

    def _shown(self) -> str:
        people = [f"<@{one}>" for one in self.about.split()[:2] if _PERSON.fullmatch(one)]
        named = "{} ".format(" (".join(people) + ")" * (len(people) - 1)) if people else ""
        return named + mrkdwn(sanitise(self.text[:LIMIT], self.links))

    def _blocks(self, text: str) -> list[Block]:
        return [*_sections(text), *_rows(self.buttons)]

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


def _sections(text: str) -> list[Block]:
    """Return the blocks that show a text, each within what a section takes."""
    parts, rest = [], text
    while len(rest) > LIMIT:
        at = rest.rfind("\n", 1, LIMIT) if "\n" in rest[1:LIMIT] else LIMIT
        parts.append(rest[:at])
        rest = rest[at:]
    shown = [part.strip("\n") for part in (*parts, rest)]
    return [
        {"type": "section", "text": {"type": "mrkdwn", "text": part, "verbatim": True}}
        for part in shown
        if part
    ]


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
