"""What is said of what the gate holds back."""

from __future__ import annotations


def maintainers_decide() -> str:
    """Refuse somebody who does not look after the bot."""
    return "Only the bot's maintainers decide about this."


def nothing_held() -> str:
    """Say that there is nothing to decide about."""
    return "Nothing is held back under that name any more."


def not_decided(reason: str) -> str:
    """Say why what was decided could not be done."""
    return f"That did not work: {reason}"


def decided_before() -> str:
    """Say that somebody was quicker."""
    return "Somebody has decided about it already."


def accepted_held() -> str:
    """Say after a person's name that they accepted it."""
    return "accepted it: it is used now."


def discarded_held() -> str:
    """Say after a person's name that they threw it away."""
    return "threw it away."
