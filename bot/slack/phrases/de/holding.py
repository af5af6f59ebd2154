"""What is said of what the gate holds back, in German."""

from __future__ import annotations


def maintainers_decide() -> str:
    """Refuse somebody who does not look after the bot."""
    return "Darüber entscheiden nur die Betreuer des Bots."


def nothing_held() -> str:
    """Say that there is nothing to decide about."""
    return "Unter diesem Namen wird nichts mehr zurückgehalten."


def not_decided(reason: str) -> str:
    """Say why what was decided could not be done."""
    return f"Das hat nicht geklappt: {reason}"


def decided_before() -> str:
    """Say that somebody was quicker."""
    return "Darüber wurde schon entschieden."


def accepted_held() -> str:
    """Say after a person's name that they accepted it."""
    return "hat es angenommen: Es wird jetzt verwendet."


def discarded_held() -> str:
    """Say after a person's name that they threw it away."""
    return "hat es verworfen."
