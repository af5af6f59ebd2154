"""The buttons of an answer: their names, what their values say, and the blocks they stand in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bot.slack import phrases
from bot.slack.escaping import visible
from retrieval.text.shorten import shorten_line

QUOTES_ACTION = "footnote_quotes"
"""Shows the quotes of an answer to whoever presses; its value is the answer's trace."""
SEARCH_ACTION = "footnote_search"
"""Opens the searched question for its asker to change; its value is the answer's trace."""
HUMAN_ACTION = "footnote_human"
"""Hands a question over to people; its value is the trace of what was found."""
STOP_ACTION = "footnote_stop"
"""Stops an answer that is being written; its value is the root of its thread."""
AGAIN_ACTION = "footnote_again"
"""Asks an edited question again; its value is `again_value`."""
AFRESH_ACTION = "footnote_afresh"
"""Has a question answered afresh that an earlier answer was given to; its value is the question."""
SEARCH_VIEW = "footnote_search"
"""The `callback_id` of the modal in which the searched question is changed."""

LONGEST_VALUE = 2_000
"""Characters of a button's value."""
LONGEST_LABEL = 75
LONGEST_SEARCHED = 300
"""Characters of the searched question that are shown under an answer."""

Block = dict[str, Any]


def plain_text(text: str) -> Block:
    """Return words of a window or a button, in which nothing is read as markup."""
    return {"type": "plain_text", "text": text}


def button(action_id: str, label: str, value: str, style: str = "") -> dict[str, Any]:
    """Return a button; its label is words alone."""
    text = plain_text(label[:LONGEST_LABEL])
    made = {"type": "button", "action_id": action_id, "text": text, "value": value}
    return {**made, "style": style} if style else made


def row(block_id: str, *buttons: Mapping[str, Any]) -> Block:
    """Return a block of buttons."""
    return {"type": "actions", "block_id": block_id, "elements": list(buttons)}


def about_answer(
    trace_id: str, *, quotes: bool, searched: bool, human: bool, afresh: str = ""
) -> list[Block]:
    """Return what can be done about an answer; nothing where nothing can.

    `afresh` is the question to answer afresh, where that is offered.
    """
    afresh = afresh if len(afresh) <= LONGEST_VALUE else ""
    buttons = [
        button(QUOTES_ACTION, phrases.show_quotes(), trace_id) if quotes else None,
        button(SEARCH_ACTION, phrases.edit_search(), trace_id) if searched else None,
        button(AFRESH_ACTION, phrases.answer_afresh(), afresh) if afresh else None,
        _human_button(trace_id) if human else None,
    ]
    shown = [one for one in buttons if one]
    return [row("footnote_answer", *shown)] if shown else []


def _human_button(trace_id: str) -> Block:
    """Return what hands a question over, and says before that where it goes."""
    asks = {
        "title": plain_text(phrases.confirm_title()),
        "text": plain_text(phrases.confirm_text()),
        "confirm": plain_text(phrases.confirm()),
        "deny": plain_text(phrases.deny()),
    }
    return {**button(HUMAN_ACTION, phrases.ask_a_human(), trace_id), "confirm": asks}


def stop_button(root: str) -> Block:
    """Return what stops an answer while it is written."""
    return row(STOP_ACTION, button(STOP_ACTION, phrases.stop(), root))


def searched_line(searched: str) -> Block:
    """Return the small line that says what was searched."""
    shown = shorten_line(visible(searched), LONGEST_SEARCHED)
    text = {"type": "plain_text", "text": phrases.searched(shown), "emoji": False}
    return {"type": "context", "elements": [text]}


def again_value(ts: str, root: str, text: str) -> str:
    """Say which message is asked again, in which thread, as what; empty where that is too long."""
    value = json.dumps([ts, root, text], ensure_ascii=False)
    return value if len(value) <= LONGEST_VALUE else ""


def read_again(value: str) -> tuple[str, str, str] | None:
    """Read what `again_value` says; None for anything else."""
    try:
        ts, root, text = json.loads(value)
    except (ValueError, TypeError, RecursionError):
        return None
    known = isinstance(ts, str) and isinstance(root, str) and isinstance(text, str)
    return (ts, root, text) if known and ts and text.strip() else None
