"""Every sentence that the bot says, in English.

What is put into a sentence (a reason, a name, a number) is not escaped here: everything that
leaves goes through the sanitiser. A status follows the bot's name ("Footnote is searching …").
"""

from __future__ import annotations

# --- while it works -------------------------------------------------------------------------


def reading_question() -> str:
    """Say that the question arrived."""
    return "is reading the question …"


def searching(pages: int = 0) -> str:
    """Say that the pages are searched."""
    return (
        f"is searching {_count(pages, 'page')} …" if pages else "is searching the documentation …"
    )


def reading(sources: int = 0) -> str:
    """Say that an answer is written from the best passages."""
    return f"is reading {_count(sources, 'passage')} …" if sources else "is reading …"


def checking() -> str:
    """Say that the answer is held against its sources."""
    return "is checking the answer against its sources …"


def waiting(before: int = 0) -> str:
    """Say that others come first."""
    return f"has {_count(before, 'question')} to answer before this one …"


# --- the answer -----------------------------------------------------------------------------


def refusal() -> str:
    """Say that there is no answer."""
    return "The documentation does not say."


def nearest() -> str:
    """Head the pages that come nearest."""
    return "The nearest pages:"


def sources() -> str:
    """Head the list of sources."""
    return "Sources"


def conflict() -> str:
    """Say that two pages contradict each other."""
    return "The documentation disagrees with itself:"


def owner(name: str) -> str:
    """Name the owner of a page."""
    return f"owner {name}"


def verified(day: str) -> str:
    """Say when a page was last verified."""
    return f"verified {day}"


def changed(day: str) -> str:
    """Say when a page was last changed, where nobody says that it was verified."""
    return f"changed {day}"


def note(kind: str, subject: str) -> str:
    """Word a fact about an answer; an empty string for a kind that nobody knows."""
    return _NOTES.get(kind, "").format(subject=subject)


_NOTES = {
    "stale": "Nothing cited here was verified within a year; the newest page is from {subject}.",
    "search_degraded": "The search was not complete: {subject}",
    "writer_degraded": "Quoted without the writing model: {subject}",
    "uncovered": "The documentation does not cover a part of the question.",
    "question_cut": "Only the first {subject} characters of the question were read.",
    "history_cut": "Only the latest part of this thread was read.",
    "history_missing": "The messages before this one could not be read.",
    "files_unread": "Attached files were not read.",
}


def failure(reason: str, trace_id: str = "") -> str:
    """Say why there is no answer."""
    return reason or broken(trace_id)


def continued() -> str:
    """Open a message that goes on where the one before ended."""
    return "(continued)"


def helpful() -> str:
    """Label the button for an answer that helped."""
    return "Helpful"


def unhelpful() -> str:
    """Label the button for an answer that did not."""
    return "Not helpful"


def footer(trace_id: str) -> str:
    """Name the trace of an answer."""
    return f"trace {trace_id}"


# --- instead of an answer -------------------------------------------------------------------


def help_() -> str:
    """Say what the bot is for."""
    return (
        "Ask me about the documentation: mention me in a channel, or write to me here. Every "
        "sentence of my answer has its source; where the documentation does not say, I say so. "
        "To ask further, mention me again in the same thread."
    )


def nothing_asked() -> str:
    """Answer a message without a word in it."""
    return f"I found no question in that. {help_()}"


def joined() -> str:
    """Introduce the bot to a channel."""
    return f"Hello! {help_()}"


def too_late(seconds: int = 0) -> str:
    """Give up on a question that took too long."""
    after = f"after {_count(seconds, 'second')}" if seconds else "in time"
    return f"I could not finish {after}. Please ask again; a shorter question is quicker."


def no_index() -> str:
    """Say that nothing was indexed."""
    return (
        "There is no documentation to search yet. Whoever runs me can add it with "
        "`python -m scripts.ingest PATH`."
    )


def search_down(seconds: int) -> str:
    """Say that search is down, and how long the question is kept."""
    within = _count(seconds, "second") if seconds < 120 else _count(seconds // 60, "minute")
    return (
        "Search is down at the moment. Your question is kept: the answer comes in place of this "
        f"message if search is back within {within}."
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


def deleted() -> str:
    """End an answer whose question was deleted."""
    return "The question was deleted, so I stopped here."


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
