"""A person's message -> what it asks: addressees are taken out, small talk is recognised.

Names stand for the people who shall read along, not for what is asked: with them no page would
cover the question. The name of a channel stays where the sentence needs it.
"""

from __future__ import annotations

import re
from typing import Literal

from bot.slack.decode import SHORTCODE, SPACES, TOKEN, cut, decode
from bot.slack.escaping import visible

_PERSON, _CHANNEL, _END = "\ue000", "\ue001", "\ue002"
"""Marks in the private use area; a message that has them loses them."""
_MARKS = {ord(mark): None for mark in (_PERSON, _CHANNEL, _END)}
_NAME = f"(?:{_PERSON}|{_CHANNEL}[^{_END}]*{_END})"

_OPENING = re.compile(rf"(?:(?:cc|fyi)\b:?\s*)?(?P<name>{_NAME})", re.IGNORECASE)
_AFTER_OPENING = re.compile(r"[,;:!.–—-]*(?:\s+[–—-]+)?(?:\s+|$)|[,;]*")
_TAIL = 60
"""Characters before a name that say whether it belongs to the sentence; no more is looked at."""
_COPY = re.compile(r"(?:^|(?<=\W))(?:cc|fyi):?$", re.IGNORECASE)
_VERB = re.compile(r"(?:is|are|was|has|does|can|and|or)\b", re.IGNORECASE)
_NEEDS_A_NAME = re.compile(
    r"\b(?:a|about|and|at|by|called|for|from|in|into|is|join|of|on|or|read|reads|the|to|under|use"
    r"|uses|via|what'?s|with)$",
    re.IGNORECASE,
)
_WITHIN = re.compile(rf"[ \t]?{_PERSON}(?:['’]s\b)?")


def question(text: str) -> str:
    """Return what Slack's `text` asks, decoded; whom it mentions is taken out.

    Mentions of people, groups and everyone are left out wherever they stand, names of channels
    at the beginning and the end where they are no part of the sentence. Of a long message the
    beginning is read.
    """
    plain = visible(cut(text))
    plain = plain if plain.isascii() else plain.translate(_MARKS)
    shown = decode(TOKEN.sub(_marked, plain))
    if _PERSON in shown or _CHANNEL in shown:
        shown = SPACES.sub(" ", _WITHIN.sub("", _without_last(_without_first(shown))))
    return shown.replace(_CHANNEL, "#").replace(_END, "").strip()


def _marked(token: re.Match[str]) -> str:
    """Return the mark of a token that names somebody or a channel, any other as it is."""
    target, _, label = token[1].partition("|")
    if target.startswith(("@", "!subteam^", "!here", "!channel", "!everyone")):
        return _PERSON
    return f"{_CHANNEL}{label or target[1:]}{_END}" if target.startswith("#") else token[0]


def _without_first(text: str) -> str:
    """Leave out the names that a text begins with."""
    at = 0
    while opening := _OPENING.match(text, at):
        after = _AFTER_OPENING.match(text, opening.end())
        following = after.end() if after else opening.end()
        if opening["name"] != _PERSON and _VERB.match(text, following):
            break
        at = following
    return text[at:]


def _without_last(text: str) -> str:
    """Leave out the names that a text ends with; what closes the sentence stays."""
    close = ""
    while (start := max(text.rfind(_PERSON), text.rfind(_CHANNEL))) >= 0:
        person = text[start] == _PERSON
        after = text[start + 1 if person else text.index(_END, start) + 1 :].strip(" \t\n)]")
        head = text[:start].rstrip()
        if after.strip("?!.…") or not (person or _stands_apart(head, after + close)):
            break
        head, close = head.rstrip(",;:([–—- \t\n"), after + close
        if copy := _COPY.search(head, max(len(head) - _TAIL, 0)):
            head = head[: copy.start()].rstrip(",;:([–—- \t\n")
        text = head
    return text + close


def _stands_apart(head: str, close: str) -> bool:
    """Whether the name of a channel at the end of a text is no part of its last sentence."""
    return not close and not _NEEDS_A_NAME.search(head, max(len(head) - _TAIL, 0))


# --- small talk -----------------------------------------------------------------------------

SmallTalk = Literal["", "help", "greeting"]

_WORD = re.compile(r"\w+(?:['’]\w+)*")
_LONGEST = 16
"""Words of the longest thing that is looked at; whatever is longer asks something."""
_HELLO = (
    r"(?:hi+|hello|hey+|hiya|howdy|yo|greetings|good (?:day|morning|afternoon|evening)|morning)"
    r"(?: (?:there|all|everyone|everybody|team|folks|again|bot|footnote))?"
)
_THANKS = (
    r"(?:(?:ok|okay|great|perfect|cool|nice|super|awesome),? )?"
    r"(?:thanks|thank you|thank u|thx|ty|cheers|much appreciated)"
    r"(?: (?:a lot|so much|very much|a million|again|everyone|bot|footnote|for (?:the|your) help))*"
    r"|ok|okay|great|perfect|cool|nice|awesome|got it|good bot|bye|goodbye|ping|test|testing"
)
_HELP = (
    r"help(?: (?:me|please|me please))?|please help(?: me)?|i need (?:some )?help"
    r"|(?:can|could) you (?:please )?help(?: me)?"
    r"|how (?:do|can|should) (?:i|we) (?:ask|use|talk to|query)"
    r"(?: you| (?:you )?a question| (?:you )?questions| you something| this bot| the bot)"
    r"|what (?:can|could|do|should) (?:i|we) ask(?: you)?(?: about| for)?"
    r"|what (?:can|could|do|does) (?:you|this bot|the bot)"
    r" (?:do|know|answer|help(?: me| us)? with|help)(?: for (?:me|us))?"
    r"|what are you(?: (?:for|able to do|good for))?|what(?: i|')s this bot(?: for)?"
    r"|who are you|how (?:do|does) (?:you|this bot|the bot) work"
    r"|are you (?:there|alive|a bot|human|working)|how are you(?: doing)?(?: today)?|usage|commands"
)
_GREETING_ONLY = re.compile(rf"(?:{_HELLO}|{_THANKS})(?: (?:{_HELLO}|{_THANKS}))?")
_HELP_ONLY = re.compile(rf"(?:(?:{_HELLO}) )?(?:please )?(?:{_HELP})(?: please)?")


def small_talk(text: str) -> SmallTalk:
    """Say whether a message asks nothing of the documentation.

    It is "help" where it asks how the bot is used and "greeting" where it greets or thanks. What
    only begins so is a question.
    """
    words = [word.replace("’", "'") for word in _WORD.findall(SHORTCODE.sub(" ", text.casefold()))]
    if not words or len(words) > _LONGEST:
        return ""
    said = " ".join(words)
    if _HELP_ONLY.fullmatch(said):
        return "help"
    return "greeting" if _GREETING_ONLY.fullmatch(said) else ""
