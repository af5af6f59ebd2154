"""slack_sdk's own models as a second opinion about what the bot sends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from slack_sdk.errors import SlackObjectFormationError
from slack_sdk.models.blocks import Block
from slack_sdk.models.views import View

UNKNOWN = frozenset({"data_table", "data_visualization"})
"""Blocks that Slack has and slack_sdk has no class for."""


def problems(method: str, arguments: Mapping[str, Any]) -> list[str]:
    """Return what slack_sdk finds wrong with the blocks and views of a call, none if nothing."""
    found = _blocks(arguments.get("blocks") or ())
    for chunk in arguments.get("chunks") or ():
        if chunk.get("type") == "blocks":
            found += _blocks(chunk["blocks"])
    view = arguments.get("view")
    if view:
        found += _blocks(view.get("blocks") or ())
        found += _view(view)
    return [f"{method}: {one}" for one in found]


def _view(view: Mapping[str, Any]) -> list[str]:
    try:
        View(**view).validate_json()
    except (SlackObjectFormationError, TypeError) as error:
        return [f"view: {error}"]
    return []


def _blocks(blocks: Sequence[Mapping[str, Any]]) -> list[str]:
    return [problem for block in blocks for problem in _block(block)]


def _block(block: Mapping[str, Any]) -> list[str]:
    if block.get("type") in UNKNOWN:
        return []
    try:
        parsed = Block.parse(dict(block))
        if parsed is None:
            return [f"no block of type {block.get('type')}"]
        parsed.validate_json()
        again = parsed.to_dict()
    except (SlackObjectFormationError, TypeError) as error:
        return [f"{block.get('type')}: {error}"]
    return [f"{block['type']} has no {name}" for name in block if name not in again]
