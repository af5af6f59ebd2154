"""What was to be answered is not there any more."""

from __future__ import annotations

GONE = frozenset({"thread_not_found", "message_not_found"})
"""Slack's words for it: the question, its thread or our message was deleted meanwhile."""


class Gone(Exception):
    """The question or the answer was deleted: nothing is to be said."""
