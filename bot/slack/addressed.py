"""A reply in the bot's thread -> whether it is said to the bot. Silent wherever that is in doubt.

Pure: the turns of the thread come in, the verdict goes out. People who talk among themselves are
left alone, and once a person has answered or corrected, the bot has stepped back until somebody
mentions it again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bot.slack import asking
from bot.slack.decode import mentions

Speaker = Literal["bot", "person", "other"]
_BROADCAST = re.compile(r"<!(?:subteam\^|here|channel|everyone)")


@dataclass(frozen=True, slots=True)
class Said:
    """One message of a thread: by the bot itself, a person, or another bot; text as Slack has it.

    `who` is the id of who wrote it, `ts` the message.
    """

    speaker: Speaker
    who: str
    text: str
    ts: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is wanted of the bot, and why; `wanted` is empty where it is left alone."""

    wanted: Literal["question", "not_it", "human", ""]
    reason: str


@dataclass(frozen=True, slots=True)
class Bot:
    """Who the bot is: its id, and the name that people call it by."""

    user: str
    name: str = ""


def could_be(text: str, bot: Bot) -> str:
    """Say why a reply is not said to the bot, whatever the thread; empty where it could be."""
    if any(user != bot.user for user in mentions(text)) or _BROADCAST.search(text):
        return "said to someone else in the bot's thread"
    said = asking.bare(text)
    if _wanted(said) or asking.called(said, bot.name) == "bot" or asking.says_solved(said):
        return ""
    return "nothing asked in the bot's thread"


def addressed(turns: Sequence[Said], author: str, text: str, bot: Bot) -> Verdict:
    """Decide about a person's reply that follows on `turns` (the thread, oldest first)."""
    if reason := could_be(text, bot):
        return Verdict("", reason)
    said = asking.bare(text)
    wanted = _wanted(said)
    name = asking.called(said, bot.name)
    if name == "bot":
        return Verdict(wanted or "question", "the bot is called by its name")
    before, after = _around_the_answer(turns, bot)
    unheard = "" if before else "the bot has said nothing in this thread yet"
    if reason := _elsewhere(said, name, text) or unheard or _taken_up(after, author, bot):
        return Verdict("", reason)
    if author == asker(before, bot):
        return Verdict(wanted, "who asked goes on")
    return _of_another(before, author, said)


def asker(before: Sequence[Said], bot: Bot) -> str:
    """Say whom the bot answered: who mentioned it last, or else asked last, in its last part."""
    last = max((n for n, one in enumerate(before) if one.speaker == "bot"), default=-1)
    people = [one for one in before[last + 1 :] if one.speaker == "person"]
    mentioned = [one for one in people if bot.user in mentions(one.text)]
    asked = [one for one in people if asking.asks(asking.bare(one.text))]
    for found in (mentioned, asked, people):
        if found:
            return found[-1].who
    return ""


def _wanted(said: str) -> Literal["question", "not_it", "human", ""]:
    """Say what bare text wants of whomever it is said to."""
    if asking.wants_person(said):
        return "human"
    if asking.says_wrong(said):
        return "not_it"
    return "question" if asking.asks(said) else ""


def _elsewhere(said: str, name: str, text: str) -> str:
    """Say why the words themselves show that somebody else is meant, or nobody."""
    if name:
        return "said to someone else in the bot's thread"
    if asking.to_everyone(said):
        return "said to everyone in the bot's thread"
    if asking.about_a_bot(said):
        return "about the bot, not to it"
    return "a joke in the bot's thread" if asking.laughs(text) else ""


def _around_the_answer(turns: Sequence[Said], bot: Bot) -> tuple[Sequence[Said], Sequence[Said]]:
    """Return what was said before the bot's last words, and after them.

    Where it was mentioned since, and has not answered yet, the mention stands for its words.
    """
    last = max(
        (
            n
            for n, one in enumerate(turns)
            if one.speaker == "bot" or bot.user in mentions(one.text)
        ),
        default=-1,
    )
    first = last
    while first >= 0 and turns[first].speaker == "bot":
        first -= 1
    return turns[: first + 1], turns[last + 1 :]


def _taken_up(after: Sequence[Said], author: str, bot: Bot) -> str:
    """Say why the talk after the answer is one among people; empty where it is not."""
    for one in after:
        said = asking.bare(one.text)
        if one.speaker == "bot" or asking.adds_nothing(said):
            continue
        if one.who != author:
            return "people are talking in the bot's thread"
        called = asking.called(said, bot.name)
        others = [user for user in mentions(one.text) if user != bot.user]
        if others or (called and called != "bot") or asking.to_everyone(said):
            return "the talk has turned to someone else"
    return ""


_LEANS = re.compile(
    r"\b(?:also|as well|too|same|apply|applies|(?:does|do) (?:this|that|it|they|these|those)"
    r"|auch|gilt|ebenso|aussi|también)\b|同じ|も",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:did|was|were|worked|helped|yesterday|tomorrow|tonight|i'm|i am)\b", re.IGNORECASE
)


def _of_another(before: Sequence[Said], author: str, said: str) -> Verdict:
    """Decide about somebody who did not ask: only what plainly goes on with the answer counts."""
    talking = {
        one.who
        for one in before
        if one.speaker == "person" and not asking.adds_nothing(asking.bare(one.text))
    }
    if len(talking - {author}) > 1 or (author in talking and len(talking) > 1):
        return Verdict("", "several people talk in this thread")
    if asking.to_you(said) or _PAST.search(said):
        return Verdict("", "said to who asked")
    if not asking.begins_by_asking(said) or not _LEANS.search(said):
        return Verdict("", "a side question in the bot's thread")
    return Verdict("question", "goes on with the answer")
