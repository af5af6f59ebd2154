"""A message that only points ("any idea?") -> the earlier message that is asked."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.slack import asking
from bot.slack.addressed import Said
from bot.slack.asked import question

_ADDRESS = re.compile(r"\(?https?://\S+")
_LONGEST = 10
_POINTS = re.compile(
    r"(?:(?:hey|hi|hello|ok|so|and|please|pls|hallo|hm+)\W+)*(?:"
    r"(?:any|got any|have any) (?:ideas?|thoughts?|clues?|suggestions?|advice)"
    r"(?: (?:on|about) (?:this|that|it))?"
    r"|(?:some )?(?:ideas|thoughts|help|suggestions)(?: here| please)?"
    r"|(?:can|could|would|will|do) you (?:please )?(?:help|know|assist|answer|take|chime in|look"
    r"|tell us)(?: (?:us|me|here|this|that|it|one|at|with|on|above|out|please|more|the answer))*"
    r"|(?:please )?(?:help|answer|look)(?: (?:us|me|this|that|it|here|at|with|please))*"
    r"|what (?:do you think|about (?:this|that|it)|would you say|do you say)"
    r"(?: (?:about|of) (?:this|that|it))?"
    r"|do you have (?:an? )?(?:ideas?|answer|clue)(?: (?:on|about|for|to) (?:this|that|it))?"
    r"|same question(?: here)?|see above|your turn|over to you|this(?: one)?|\^+|what now|thoughts"
    r"|(?:weißt|kennst|kannst) du (?:das|es|was|etwas|helfen|uns helfen|mir helfen)"
    r"(?: dazu| bitte)?"
    r"|(?:hast du )?(?:eine |irgendeine )?(?:idee|ideen|ahnung)(?: dazu)?|was (?:meinst|sagst) du"
    r"(?: dazu)?|hilfe(?: bitte)?|une idée|des idées|tu sais|alguna idea"
    r"|(?:これ|この件)?(?:わかりますか|分かりますか|どう思いますか|お願いします|助けてください)"
    r")\W*",
    re.IGNORECASE,
)


def points(text: str) -> bool:
    """Whether what is asked stands somewhere else: above in the thread, or under a link."""
    said = _ADDRESS.sub(" ", asking.bare(text)).strip(" ()<>|")
    if not any(character.isalnum() for character in said):
        return True
    short = len(said.split()) <= _LONGEST
    return short and _POINTS.fullmatch(" ".join(said.split())) is not None


def pointed_at(turns: Sequence[Said]) -> Said | None:
    """Return the message of a thread that is asked, of those before the one that points.

    The newest question that people asked since the bot's last words; the thread's first message
    where nobody asked, as long as it says something; else the newest that does.
    """
    last = max((n for n, one in enumerate(turns) if one.speaker == "bot"), default=-1)
    since = [one for one in turns[last + 1 :] if _says(one)]
    asked = [one for one in since if one.speaker == "person" and asking.asks(_bare(one))]
    alone = [one for one in asked if not _refers(one)]
    if last < 0 and turns and _says(turns[0]) and not alone:
        return turns[0]
    for found in (alone, asked, since):
        if found:
            return found[-1]
    return next((one for one in turns if one.speaker != "bot" and _says(one)), None)


def _bare(one: Said) -> str:
    """Return the words of a message."""
    return asking.bare(question(one.text))


def _says(one: Said) -> bool:
    """Whether a message says more than that it is there, and does not only point itself."""
    said = _bare(one)
    return one.speaker != "bot" and not asking.adds_nothing(said) and not points(said)


def _refers(one: Said) -> bool:
    """Whether a question is one among people about each other ("did you restart?")."""
    said = _bare(one)
    return asking.to_you(said) or bool(asking.called(said)) or asking.to_everyone(said)
