"""What is asked of whoever dislikes an answer: the buttons, and the window for the right page."""

from __future__ import annotations

from typing import Any

from bot.slack import phrases
from bot.slack.actions import Block, button, plain_text, row
from retrieval.ports import REASONS
from retrieval.values import Outcome

REASON = "footnote_reason_"
"""How the action of a reason's button begins; the reason follows, the value is the trace."""
REASON_ACTIONS = tuple(f"{REASON}{reason}" for reason in REASONS)
OF_WORDS = frozenset({"outdated", "incomplete", "invented"})
"""The reasons that find fault with what was said."""
UNSAID = frozenset({Outcome.NOT_IN_CONTEXT, Outcome.FAILED})
"""The outcomes of which nothing was said."""
PAGE_ACTION = "footnote_page"
"""Opens a window for the link of the right page; its value is the trace of the answer."""
PAGE_VIEW = "footnote_page"
"""The `callback_id` of that window."""
LONGEST_LINK = 2_000
"""Characters that may be typed as a link."""


def reason_of(action_id: str) -> str:
    """Return the reason that a button stands for, empty where it is none."""
    reason = action_id.removeprefix(REASON)
    return reason if action_id.startswith(REASON) and reason in REASONS else ""


def asking_why(trace_id: str, outcome: str = "") -> list[Block]:
    """Return a button a reason that an answer of that outcome may have, and one for the page."""
    fit = [one for one in REASONS if outcome not in UNSAID or one not in OF_WORDS]
    reasons = [button(f"{REASON}{one}", phrases.reason_name(one), trace_id) for one in fit]
    return [row("footnote_reasons", *reasons), *asking_page(trace_id)]


def asking_page(trace_id: str) -> list[Block]:
    """Return the button for the right page."""
    return [row(PAGE_ACTION, button(PAGE_ACTION, phrases.name_the_page(), trace_id))]


def page_view(about: str) -> dict[str, Any]:
    """Return the window in which the link of the right page is pasted."""
    return {
        "type": "modal",
        "callback_id": PAGE_VIEW,
        "private_metadata": about,
        "title": plain_text(phrases.page_title()),
        "submit": plain_text(phrases.page_submit()),
        "close": plain_text(phrases.close()),
        "blocks": [
            {
                "type": "input",
                "block_id": PAGE_ACTION,
                "label": plain_text(phrases.page_label()),
                "hint": plain_text(phrases.page_hint()),
                "element": {
                    "type": "plain_text_input",
                    "action_id": PAGE_ACTION,
                    "min_length": 1,
                    "max_length": LONGEST_LINK,
                },
            }
        ],
    }
