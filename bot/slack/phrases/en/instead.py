"""What is said instead of an answer, in English."""

from __future__ import annotations

from bot.slack.phrases.en.counting import count


def help_() -> str:
    """Say what the bot is for."""
    return (
        "Ask me about the documentation: mention me in a channel, or write to me here. Every "
        "sentence of my answer has its source; where the documentation does not say, I say so. "
        "To ask further, go on in the same thread; mention me again where I do not answer."
    )


def too_late(seconds: int = 0) -> str:
    """Give up on a question that took too long."""
    after = f"after {count(seconds, 'second')}" if seconds else "in time"
    return f"I could not finish {after}. Please ask again; a shorter question is quicker."


def no_index() -> str:
    """Say that nothing was indexed."""
    return (
        "There is no documentation to search yet. Whoever runs me can add it with "
        "`python -m scripts.ingest PATH`."
    )


def search_down(seconds: int) -> str:
    """Say that search is down, and how long the question is kept."""
    within = count(seconds, "second") if seconds < 120 else count(seconds // 60, "minute")
    return (
        "Search is down at the moment. Your question is kept: the answer comes in place of this "
        f"message if search is back within {within}."
    )


def behind_another() -> str:
    """Say that a question waits for an earlier one of its thread, which is kept."""
    return (
        "Search is down at the moment, and an earlier question of this thread is kept. Yours is "
        "kept too, and comes after it."
    )


def search_stayed_down() -> str:
    """Close a question that was kept too long."""
    return "Search is still down, and your question is not kept any longer. Please ask again later."


def ledger_locked() -> str:
    """Say that the ledger could not be written."""
    return "I cannot write to my ledger at the moment. Please ask again in a minute."


def press_again() -> str:
    """Tell whoever pressed a button that it could not be kept."""
    return (
        "I cannot write to my ledger, so your opinion is not kept. Please press again in a minute."
    )


def broken(reference: str = "") -> str:
    """Say that something of ours failed."""
    told = f" Whoever runs me finds it in the log under {reference}." if reference else ""
    return f"Something went wrong on my side, and I have no answer.{told} Please ask again."


def not_in_channel(channel: str = "") -> str:
    """Tell a person directly why their question in a channel had no answer there."""
    where = f"the channel {channel}" if channel else "that channel"
    return (
        f"You asked me something in {where}, where I may not write. Invite me there, or ask me "
        "here."
    )


def place_unknown() -> str:
    """Say that nobody could tell what kind of place this is."""
    return (
        "I could not find out who can read along here, so I say nothing. Please ask again in a "
        "minute, or write to me directly."
    )


def refused(reason: str) -> str:
    """Say why a person may not be answered in a place; `reason` is one of the policy's words."""
    return _REFUSED.get(reason, "I may not answer here.")


_REFUSED = {
    "deactivated": "I do not answer accounts that are no longer in use.",
    "bot": "I do not answer other programs, unless whoever runs me lists them.",
    "team": "I answer only people of the workspace that I belong to.",
    "stranger": "I answer only people of this organisation.",
    "guest": "I do not answer guests here, nor group messages that a guest is in. Please ask a "
    "member of the workspace.",
    "shared": "I do not answer in channels that are shared with another organisation.",
    "place": "I do not know what kind of place this is, so I say nothing here.",
    "nothing": "There is no documentation that I may show here. Ask in the channel of the team "
    "that it belongs to, or write to me directly.",
}


def thanks(value: int) -> str:
    """Acknowledge an opinion."""
    if value > 0:
        return "Thank you!"
    return "Thank you. The question is kept with all that I found, so that it can be mended."


def ask_again_after_edit() -> str:
    """Answer an edit of a question that was answered."""
    return "I do not answer a question again when it is edited. Please ask it anew in this thread."
