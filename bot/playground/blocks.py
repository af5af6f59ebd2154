"""Block Kit -> what Slack finds wrong with it, in Slack's own words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.playground.expansion import expanded
from bot.playground.rules import (
    Check,
    Problems,
    anything,
    check_fields,
    one_of,
    several,
    shape,
    string,
    text,
    typed,
)

BLOCKS = 50
VIEW_BLOCKS = 100
IDENT = 255
MARKDOWN = 12_000
PLAIN = ("plain_text",)


def check(blocks: Sequence[Any], most: int = BLOCKS) -> list[str]:
    """Return the problems of a message's blocks, none when Slack takes them.

    A markdown block counts as the many blocks that it becomes.
    """
    problems = Problems()
    shown = sum(_weight(block) for block in blocks)
    if len(blocks) > most or shown > most:
        problems.add(f"no more than {most} items allowed", "/blocks")
    seen: set[str] = set()
    for number, block in enumerate(blocks):
        _block(problems, block, f"/blocks/{number}")
        ident = block.get("block_id") if isinstance(block, dict) else None
        if isinstance(ident, str) and ident in seen:
            problems.add(f'`block_id` "{ident}" already exists', f"/blocks/{number}/block_id")
        seen.add(ident if isinstance(ident, str) else "")
        seen.discard("")
    if sum(len(block["text"]) for block in blocks if _is_markdown(block)) > MARKDOWN:
        problems.add(f"must be less than {MARKDOWN + 1} characters", "/blocks")
    return problems.found


def check_view(view: Any, kind: str) -> list[str]:
    """Return the problems of a modal or of a home, whatever was given as one."""
    problems = Problems()
    if not isinstance(view, dict):
        problems.add("must provide an object", "/view")
        return problems.found
    if view.get("type") != kind:
        problems.add(f"must be one of: {kind}", "/view/type")
    string(most=3_000, least=0)(
        problems, view.get("private_metadata", ""), "/view/private_metadata"
    )
    string(most=IDENT, least=0)(problems, view.get("callback_id", ""), "/view/callback_id")
    blocks = view.get("blocks")
    if not isinstance(blocks, list):
        problems.add("missing required field: blocks", "/view")
        return problems.found
    if kind == "modal":
        _modal(problems, view, blocks)
    return [
        *problems.found,
        *(one.replace(":/", ":/view/", 1) for one in check(blocks, VIEW_BLOCKS)),
    ]


def _modal(problems: Problems, view: Mapping[str, Any], blocks: Sequence[Any]) -> None:
    label = text(most=24, kinds=PLAIN)
    label(problems, view.get("title"), "/view/title")
    for name in ("submit", "close"):
        if view.get(name) is not None:
            label(problems, view[name], f"/view/{name}")
    asks = any(isinstance(block, dict) and block.get("type") == "input" for block in blocks)
    if asks and view.get("submit") is None:
        problems.add("missing required field: submit", "/view")


def characters(blocks: Sequence[Any]) -> int:
    """Count the characters of every text in blocks."""
    total = 0
    waiting: list[Any] = list(blocks)
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting += value
        elif isinstance(value, dict):
            waiting += [inner for name, inner in value.items() if name != "text"]
            inner = value.get("text")
            total += len(inner) if isinstance(inner, str) else 0
            waiting += [] if isinstance(inner, str) else [inner]
    return total


def _is_markdown(block: Any) -> bool:
    return (
        isinstance(block, dict)
        and block.get("type") == "markdown"
        and isinstance(block.get("text"), str)
    )


def _weight(block: Any) -> int:
    return max(1, expanded(block["text"])) if _is_markdown(block) else 1


def _block(problems: Problems, block: Any, pointer: str) -> None:
    if not isinstance(block, dict):
        problems.add("must provide an object", pointer)
        return
    kind = block.get("type")
    if not isinstance(kind, str) or kind not in FIELDS:
        problems.add(f"unsupported type: {kind}", pointer)
        return
    if "block_id" in block:
        string(most=IDENT)(problems, block["block_id"], f"{pointer}/block_id")
    check_fields(problems, block, FIELDS[kind], pointer)
    if kind == "section" and not ("text" in block or "fields" in block):
        problems.add("missing required field: text", pointer)


_ID: Mapping[str, Check] = {"action_id": string(IDENT)}
_OPTION = shape(text=text(75), value=string(150))
_OPTIONS: Mapping[str, Check] = {**_ID, "options": several(_OPTION, 100)}
_SIDE = shape(text=text(75, PLAIN), value=string(2_000))
_BUTTON: Mapping[str, Check] = {
    **_ID,
    "text!": text(75, PLAIN),
    "value": string(2_000, 0),
    "url": string(3_000),
}
_IMAGE: Mapping[str, Check] = {"image_url": string(3_000), "alt_text!": string(2_000)}
_INPUTS: Mapping[str, Mapping[str, Check]] = {
    "plain_text_input": {**_ID, "placeholder": text(150, PLAIN)},
    "static_select": {**_OPTIONS, "placeholder": text(150, PLAIN)},
    "multi_static_select": _OPTIONS,
    "radio_buttons": {**_ID, "options!": several(_OPTION, 10)},
    "checkboxes": {**_ID, "options!": several(_OPTION, 10)},
    "datepicker": _ID,
    "users_select": _ID,
    "conversations_select": _ID,
    "channels_select": _ID,
    "number_input": _ID,
    "email_text_input": _ID,
    "url_text_input": _ID,
}
_ELEMENTS: Mapping[str, Mapping[str, Check]] = {
    **_INPUTS,
    "button": _BUTTON,
    "overflow": {**_ID, "options!": several(_OPTION, 5)},
    "image": _IMAGE,
}
_TEXTS: Mapping[str, Mapping[str, Check]] = {
    "plain_text": {"text!": string(3_000)},
    "mrkdwn": {"text!": string(3_000)},
    "image": _IMAGE,
}
_FEEDBACK: Mapping[str, Mapping[str, Check]] = {
    "feedback_buttons": {**_ID, "positive_button!": _SIDE, "negative_button!": _SIDE},
    "icon_button": {**_ID, "icon!": string(75), "text!": text(75, PLAIN), "value": string(2_000)},
}
_CELL = typed(raw_text={"text!": string(3_000)}, raw_number={}, rich_text={"elements!": anything})
FIELDS: Mapping[str, Mapping[str, Check]] = {
    "section": {
        "text": text(3_000),
        "fields": several(text(2_000), 10),
        "accessory": typed(**_ELEMENTS),
    },
    "divider": {},
    "header": {"text!": text(150, PLAIN)},
    "context": {"elements!": several(typed(**_TEXTS), 10)},
    "actions": {"elements!": several(typed(**_ELEMENTS), 25)},
    "context_actions": {"elements!": several(typed(**_FEEDBACK), 5)},
    "image": {**_IMAGE, "title": text(2_000, PLAIN)},
    "markdown": {"text!": string(MARKDOWN)},
    "input": {
        "label!": text(2_000, PLAIN),
        "element!": typed(**_INPUTS),
        "hint": text(2_000, PLAIN),
    },
    "rich_text": {"elements!": anything},
    "table": {"rows!": several(several(_CELL, 20), 100)},
    "task_card": {
        "task_id!": string(IDENT),
        "title!": string(IDENT),
        "status": one_of("pending", "in_progress", "complete", "error"),
    },
    "plan": {"title!": string(IDENT)},
    "alert": {"text!": anything},
    "video": {"title!": text(200, PLAIN), "video_url!": string(3_000), "alt_text!": string(2_000)},
    "file": {"external_id!": string(IDENT)},
    "card": {},
    "carousel": {},
    "container": {},
}
"""What each block may hold; the names that end in "!" must be there."""
