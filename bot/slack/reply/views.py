"""The views of the app: its home, and the windows that buttons open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bot.slack import phrases
from bot.slack.blocks import Block, mrkdwn
from bot.slack.escaping import visible
from bot.slack.markdown import sanitise
from bot.slack.web import Web

MOST_BLOCKS = 100
"""Blocks of a view; Slack refuses more."""
SECTION, HEADER, BUTTON = 3_000, 150, 75
"""Characters of a section, a header and the label of a button."""


def section(markdown: str, button: Block | None = None) -> Block:
    """Return a block that shows Markdown, with a button beside it where one is given."""
    text = mrkdwn(sanitise(markdown))
    if len(text) > SECTION:
        text = mrkdwn(sanitise(markdown[: SECTION // 2])) + " …"
    block: Block = {"type": "section", "text": _mrkdwn(text)}
    return {**block, "accessory": button} if button else block


def linked(line: str, label: str, address: str) -> Block:
    """Return a block that shows a sentence and, below it, a link to a message of ours.

    Without an address the label stands alone, as what is said in its place; it may be empty.
    """
    link = f"<{address}|{label}>" if address else label
    said = mrkdwn(sanitise(line)).replace("\n\n", "\n")
    return {"type": "section", "text": _mrkdwn(f"{said}\n{link}".rstrip())}


def header(text: str) -> Block:
    """Return a heading."""
    return {"type": "header", "text": {"type": "plain_text", "text": visible(text)[:HEADER]}}


def button(action_id: str, label: str, value: str) -> Block:
    """Return a button that carries an id."""
    text = {"type": "plain_text", "text": label[:BUTTON]}
    return {"type": "button", "action_id": action_id, "text": text, "value": value}


async def publish_home(web: Web, user: str, blocks: Sequence[Block], seen: str = "") -> None:
    """Publish somebody's home, over the one with the hash `seen`. Raises SlackRefused."""
    view = {"type": "home", "blocks": list(blocks[:MOST_BLOCKS])}
    await web.call("views.publish", user_id=user, view=view, hash=seen or None)


async def open_view(web: Web, trigger_id: str, view: Block) -> None:
    """Open a window that is made elsewhere. Raises SlackRefused."""
    await web.call("views.open", trigger_id=trigger_id, view=view)


async def open_modal(web: Web, trigger_id: str, title: str, lines: Iterable[str]) -> None:
    """Open a window that shows some paragraphs. Raises SlackRefused."""
    view: dict[str, Any] = {
        "type": "modal",
        "title": {"type": "plain_text", "text": title},
        "close": {"type": "plain_text", "text": phrases.close()},
        "blocks": [section(line) for line in lines][:MOST_BLOCKS],
    }
    await web.call("views.open", trigger_id=trigger_id, view=view)


def _mrkdwn(text: str) -> Block:
    return {"type": "mrkdwn", "text": text, "verbatim": True}
