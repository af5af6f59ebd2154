"""What stands around an answer, in English."""

from __future__ import annotations

from bot.slack.phrases.en.instead import broken


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


def verified_long_ago(day: str) -> str:
    """Mark a claim whose page was last verified long before another one that is quoted."""
    return f"(page last verified {day})"


def changed_long_ago(day: str) -> str:
    """Mark a claim whose page was last changed so long ago, where nobody says it was verified."""
    return f"(page last changed {day})"


def note(kind: str, subject: str) -> str:
    """Word a fact about an answer; an empty string for a kind that nobody knows."""
    if kind == "live":
        return _LIVE.get(subject, "")
    typed, _, meant = subject.partition(" → ")
    return _NOTES.get(kind, "").format(subject=subject, typed=typed, meant=meant)


_LIVE = {
    "state": "No page can know how things stand right now. A status page or a dashboard would.",
    "people": "No page can know who is where at the moment. A schedule or a calendar would.",
    "figures": "No page holds figures of today or of a period. A report or a database would.",
    "own": "No page knows your own records. The system that holds them would.",
    "everything": "I answer from a few passages and cannot list all. The wiki's own search can.",
    "world": "No page of yours can know that. The web would.",
}
"""What would know, by the kind of question that no page answers."""


_NOTES = {
    "asked_before": "This was answered on {subject} and found helpful; all that it cites is "
    "unchanged since.",
    "differs": "The pages quoted here do not say the same; the newest of them is from {subject}.",
    "stale": "Nothing cited here was verified within a year; the newest page is from {subject}.",
    "respelt": "No page has “{typed}”; read as “{meant}”.",
    "search_degraded": "The search was not complete: {subject}",
    "writer_degraded": "Quoted without the writing model: {subject}",
    "set_aside": "Searched again without the pages that I cited before.",
    "uncovered": "A part of the question is not answered.",
    "unanswered": "Not answered is this part of the question: {subject}",
    "question_cut": "Only the first {subject} characters of the question were read.",
    "history_cut": "Only the latest part of this thread was read.",
    "history_missing": "The messages before this one could not be read.",
    "history_own": "Slack does not show me this thread now, so I read only what I was asked and "
    "answered in it.",
    "files_unread": "These files were not read: {subject}",
    "files_cut": "Only the beginning of these files was read: {subject}",
    "links_unread": "Linked messages were not read, since not everyone here, or not I, may see "
    "them.",
    "channels_unread": "What people write in channels is not part of the documentation, so I know "
    "nothing of what was said in {subject}",
}


def private_channel() -> str:
    """Stand for a channel whose name is not for everyone."""
    return "a private channel"


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
