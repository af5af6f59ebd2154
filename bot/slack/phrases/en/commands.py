"""What the slash command and private answers say, in English."""

from __future__ import annotations

from bot.slack.phrases.en.counting import count


def command_help(command: str) -> str:
    """Say what can follow the command."""
    return (
        f"`{command} QUESTION` asks the documentation; only you see the answer, and a button under "
        "it shares it with the channel.\n"
        f"`{command} status` says whether I am well, how old the documentation is that I know, and "
        "what you may search from here.\n"
        f"`{command} mute` keeps me from speaking up in this channel, `{command} unmute` lets me "
        "again.\n"
        f"`{command} help` says this.\n"
        "Anything else is a question. You can also mention me in a channel, write to me directly, "
        "or choose “Ask Footnote about this” from the menu of a message."
    )


def command_help_maintainer(command: str) -> str:
    """Say what maintainers can ask for besides."""
    return (
        f"For maintainers: `{command} policy` says what may be searched here and by you, "
        f"`{command} cases` lists open cases, `{command} index` tells of the health of the index, "
        f"`{command} auto` whether I answer this channel unasked; `{command} auto on` and "
        f"`{command} auto off` change that."
    )


def looking_up(question: str) -> str:
    """Say that a private question arrived."""
    return f"I am looking that up: {question}"


def asked_privately(question: str) -> str:
    """Repeat a question above its private answer."""
    return f"You asked: {question}"


def share() -> str:
    """Label the button that shares a private answer."""
    return "Share to channel"


def interrupted() -> str:
    """Say that a private answer may not have been seen."""
    return "I was interrupted while I answered. If you see no answer, please ask again."


def search_is_down() -> str:
    """Answer a private question that nothing can be searched for."""
    return "Search is down at the moment. Please ask again in a few minutes."


def shared_by() -> str:
    """Follow the name of the person who shared an answer."""
    return " asked me, and shared the answer:"


def shared_line(question: str) -> str:
    """Announce a shared answer where there is room for a line only."""
    return f"A shared answer: {question}"


def shared() -> str:
    """Tell somebody that their answer was shared."""
    return "Shared."


def not_shared(reason: str = "") -> str:
    """Tell somebody why their answer was not shared."""
    return _NOT_SHARED.get(reason, "That answer cannot be shared here.")


_NOT_SHARED = {
    "before": "That answer was shared already.",
    "scope": "That answer has sources that not everybody here may see, so I do not share it.",
    "outside": "I may not write in this channel. Invite me, then share it again.",
    "gone": "I no longer have that answer. Please ask again, then share it.",
}


def muted(command: str) -> str:
    """Say that the bot was muted in a channel."""
    return (
        "I no longer speak up in this channel. Whoever mentions me here is told so, and nobody "
        f"else. `{command} unmute` lets me speak again; `{command} QUESTION` still asks me "
        "privately."
    )


def muted_before() -> str:
    """Say that nothing had to be done."""
    return "I was muted in this channel already."


def unmuted() -> str:
    """Say that the bot may speak again."""
    return "I answer in this channel again."


def unmuted_before() -> str:
    """Say that nothing had to be done."""
    return "I was not muted in this channel."


def may_not_mute() -> str:
    """Refuse to be muted by somebody."""
    return "Only members of this workspace can mute me, in channels of theirs."


def nothing_to_mute() -> str:
    """Say that a direct message is no channel."""
    return "There is nobody here but us: if you do not write to me, I keep quiet."


def silent_here(command: str) -> str:
    """Answer a mention in a channel where the bot is muted."""
    return (
        f"I am muted in this channel, so only you see this. `{command} QUESTION` asks me "
        f"privately, `{command} unmute` lets me answer here again."
    )


def only_maintainers() -> str:
    """Refuse what only maintainers may see or switch."""
    return "That is for the maintainers of Footnote alone; the policy file names them."


def try_again() -> str:
    """Say that something could not be found out in time."""
    return "I could not find that out in time. Please try again."


def well() -> str:
    """Say that nothing is known to be wrong."""
    return "I am up, and search answers."


def unwell() -> str:
    """Say that search does not answer."""
    return "I am up, but search does not answer at the moment."


def index_changed(ago: str) -> str:
    """Say when the index last changed."""
    return f"The documentation that I know last changed {ago}."


def you_may_search(names: str) -> str:
    """Name the collections that somebody may search from a place."""
    return f"From here you may search: {names}."


def pages_of(collection: str, pages: int) -> str:
    """Name a collection with how many pages it has."""
    return f"{collection} ({count(pages, 'page')})"


def muted_here() -> str:
    """Say that the bot is muted in this channel."""
    return "I am muted in this channel."


def ago(seconds: int) -> str:
    """Say how long ago something was."""
    for unit, length in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= length:
            return f"{count(seconds // length, unit)} ago"
    return "just now"
