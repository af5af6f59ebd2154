"""Arguments -> what a message says, within Slack's limits."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bot.playground.blocks import characters, check
from bot.playground.values import Json, Refused

if TYPE_CHECKING:
    from bot.playground.api.call import Call

MARKDOWN = 12_000
"""Characters of `markdown_text` and of all markdown blocks of one call."""
TEXT = 40_000
"""Characters after which a posted `text` is cut."""
UPDATE = 4_000
"""Characters of `text` that chat.update takes."""
BLOCKS = 13_200
"""Characters in all blocks together (slackapi/bolt-js#2509)."""


def content(call: Call, *, update: bool = False) -> tuple[str, list[Json]]:
    """Return the text and the blocks that a call brings.

    Raises:
        Refused: "no_text", "msg_too_long", "msg_blocks_too_long", "markdown_text_conflict",
            "invalid_blocks" or "invalid_blocks_format".
    """
    text = call.arguments.text("text")
    markdown = call.arguments.text("markdown_text")
    blocks = checked(call.arguments.items("blocks", "invalid_blocks_format") or [])
    if markdown and (text or blocks):
        raise Refused("markdown_text_conflict")
    if markdown:
        blocks = checked([written(markdown)])
        text = markdown
    if update and len(text) > UPDATE and not markdown:
        raise Refused("msg_too_long")
    if not text.strip() and not blocks and not (update and call.arguments.has("blocks")):
        raise Refused("no_text")
    return text[:TEXT], blocks


def written(markdown: str) -> Json:
    """Return markdown as a block; refuses with "msg_too_long"."""
    if len(markdown) > MARKDOWN:
        raise Refused("msg_too_long")
    return {"type": "markdown", "text": markdown}


def checked(blocks: Sequence[Any]) -> list[Json]:
    """Return blocks, each with a block id, if Slack would take them."""
    problems = check(blocks)
    if problems:
        messages = [f"[ERROR] {problem}" for problem in problems]
        metadata = {"messages": messages}
        raise Refused("invalid_blocks", errors=list(problems), response_metadata=metadata)
    if characters(blocks) > BLOCKS:
        raise Refused("msg_blocks_too_long")
    return [{"block_id": uuid.uuid4().hex[:5], **block} for block in blocks]


def metadata(call: Call) -> Json | None:
    """Return the metadata that a call brings, or None; refuses with "invalid_metadata_format"."""
    found = call.arguments.mapping("metadata", "invalid_metadata_format")
    if not found:
        return None
    if not isinstance(found.get("event_type"), str) or not isinstance(
        found.get("event_payload"), dict
    ):
        raise Refused("invalid_metadata_format")
    return found
