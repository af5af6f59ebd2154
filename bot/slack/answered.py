"""A person's reply where the bot could not answer -> whether it may be the answer.

Pure and cheap: no model is asked. Whoever wrote it decides; they are only offered it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from bot.slack.addressed import Said
from bot.slack.asking import adds_nothing, asks, bare, laughs, to_everyone, wants_person
from bot.slack.decode import LONGEST, SHORTCODE, TOKEN, says_something
from bot.slack.payload import Payload, string

KEEP_ACTION = "footnote_keep"
"""Keeps what somebody wrote as the right answer; its value is `keep_value`."""
FEWEST_WORDS, FEWEST_CHARACTERS = 5, 12
"""What a reply without a link has at least; the characters are for scripts without spaces."""

_ADDRESS = re.compile(r"<https?://[^<>\s]+>|https?://\S+")
_PUTS_OFF = re.compile(
    r"\b(?:let me|lemme|i'?ll|i will|i'm (?:going|looking|checking)"
    r"|one (?:sec|second|moment|minute)|hold on|not sure|no idea|don'?t know"
    r"|same (?:here|question|problem)|me too|i also"
    r"|ich (?:schau|guck|frag|klär|prüf|melde)\w*|moment(?:chen)?|keine ahnung|weiß (?:ich )?nicht"
    r"|ich auch)\b|確認します|わかりません|分かりません|調べます",
    re.IGNORECASE,
)


def may_answer(said: Payload) -> bool:
    """Whether a message may be the answer to what was asked in its thread.

    It says something at some length or links to a page, asks nothing, and puts nobody off.
    """
    text = string(said, "text")
    if not text or len(text) > LONGEST:
        return False
    plain = bare(text)
    words = TOKEN.sub(" ", SHORTCODE.sub(" ", plain))
    if "?" in words or "\uff1f" in words or asks(plain) or wants_person(plain):
        return False
    if _PUTS_OFF.search(plain) or laughs(text) or to_everyone(plain):
        return False
    if _ADDRESS.search(text):
        return True
    spaced = len(words.split()) >= FEWEST_WORDS
    unspaced = len(words.strip()) >= FEWEST_CHARACTERS and not words.isascii()
    return says_something(words) and (spaced or unspaced) and not adds_nothing(plain)


def best(said: Sequence[Said], person: str, since: str) -> Said | None:
    """Return what a person said since a message that is most likely the answer; None for nothing.

    That is the longest of what may be one: after a longer talk the last word is often an aside.
    """
    mine = [
        one
        for one in said
        if (one.speaker, one.who) == ("person", person)
        and float(one.ts) > float(since)
        and may_answer({"text": one.text})
    ]
    return max(mine, key=lambda one: len(one.text), default=None)


def keep_value(trace_id: str, ts: str, root: str) -> str:
    """Say which message of which thread answers what was asked there."""
    return json.dumps([trace_id, ts, root])


def read_keep(value: str) -> tuple[str, str, str] | None:
    """Read what `keep_value` says; None for anything else."""
    try:
        trace_id, ts, root = json.loads(value)
    except (ValueError, TypeError, RecursionError):
        return None
    known = all(isinstance(one, str) and one for one in (trace_id, ts, root))
    return (trace_id, ts, root) if known else None
