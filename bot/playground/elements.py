"""Block Kit's elements as people use them: found by action id, and told by what was chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.playground.values import Json, Refused

PRESSED = {"actions", "context_actions", "section", "input"}
"""Blocks with elements that can be pressed or filled in."""
_CHOICES = {"static_select", "radio_buttons", "overflow"}
_SEVERAL = {"checkboxes", "multi_static_select"}
_NAMED = {
    "datepicker": "selected_date",
    "users_select": "selected_user",
    "conversations_select": "selected_conversation",
    "channels_select": "selected_channel",
}


def find(blocks: Sequence[Json], action_id: str, value: str) -> tuple[Json, Json]:
    """Find an element by its action id; among several, the one with the value.

    Raises:
        Refused: "action_not_found".
    """
    found = [
        (block, element)
        for block in blocks
        for element in _elements(block)
        if isinstance(element, dict) and element.get("action_id") == action_id
    ]
    for block, element in found:
        if element.get("value") == value:
            return block, element
    if not found:
        raise Refused("action_not_found")
    return found[0]


def _elements(block: Json) -> list[Any]:
    if block["type"] not in PRESSED:
        return []
    return [*block.get("elements", ()), block.get("accessory"), block.get("element")]


def acted(block: Json, element: Json, value: str) -> Json:
    """Return what Slack tells of a press: the element, and what it says now.

    Raises:
        Refused: "action_not_found" when it has no such side.
    """
    kind = element["type"]
    told: Json = {
        "type": kind,
        "action_id": element["action_id"],
        "block_id": block.get("block_id", ""),
    }
    if kind == "button":
        return told | {name: element[name] for name in ("text", "value") if name in element}
    if kind == "feedback_buttons":
        sides = [element["positive_button"], element["negative_button"]]
        pressed = next((side for side in sides if side["value"] == value), None)
        if pressed is None:
            raise Refused("action_not_found")
        return told | {"text": pressed["text"], "value": value}
    if kind == "icon_button":
        return told | {"text": element["text"], "value": value or element.get("value", "")}
    return told | state(element, value)


def state(element: Mapping[str, Any], value: str) -> Json:
    """Return what an input says when `value` was typed or chosen; several are parted by commas."""
    kind = element["type"]
    options = [one for one in element.get("options") or () if isinstance(one, dict)]
    if kind in _CHOICES:
        chosen = [one for one in options if one.get("value") == value]
        return {"type": kind, "selected_option": chosen[0] if chosen else None}
    if kind in _SEVERAL:
        wanted = value.split(",")
        return {
            "type": kind,
            "selected_options": [one for one in options if one.get("value") in wanted],
        }
    if kind in _NAMED:
        return {"type": kind, _NAMED[kind]: value or None}
    return {"type": kind, "value": value or element.get("value") or None}


def filled(blocks: Sequence[Json], answers: Mapping[str, str]) -> Json:
    """Return a view's state after somebody filled in `answers` ({action id: value}).

    What was not filled in says what it said at first.
    """
    values: Json = {}
    for block in blocks:
        if not isinstance(block, dict) or block.get("type") not in PRESSED - {"context_actions"}:
            continue
        for element in _elements(block):
            if not isinstance(element, dict) or "action_id" not in element:
                continue
            if element["type"] in {"button", "overflow", "image"}:
                continue
            given = answers.get(element["action_id"])
            told = _initial(element) if given is None else state(element, given)
            values.setdefault(block.get("block_id", ""), {})[element["action_id"]] = told
    return values


def _initial(element: Mapping[str, Any]) -> Json:
    told = state(element, "")
    for name in told:
        if name != "type" and f"initial_{name.removeprefix('selected_')}" in element:
            told[name] = element[f"initial_{name.removeprefix('selected_')}"]
    return told
