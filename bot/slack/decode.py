"""Slack's text -> text as people see it: tokens and entities are turned back into words.

Slack sends `&`, `<` and `>` escaped, and tokens such as `<@U1>` or `<https://a.example|label>`
between real angle brackets (https://docs.slack.dev/messaging/formatting-message-text).
"""

from __future__ import annotations

import re

from bot.slack.escaping import visible

TOKEN = re.compile(r"<([^<>\n]*)>")
SHORTCODE = re.compile(r":[a-z0-9_+'\-]+:(?::skin-tone-\d:)?", re.IGNORECASE)
SPACES = re.compile(r"[ \t]{2,}")
LONGEST = 12_000
"""Characters of a message whose words are looked at: no pattern is given a longer text.

Less is read of a question; the rest is room for tokens and entities, which show as fewer.
"""
_LONGEST_ENTITY = len("&amp;")


def cut(text: str, most: int = LONGEST) -> str:
    """Return the beginning of Slack's text; no token or entity is left in halves at its end."""
    if len(text) <= most:
        return text
    head = text[:most]
    token = head.rfind("<")
    if token > head.rfind(">") and TOKEN.match(text, token):
        head = head[:token]
    entity = head.rfind("&", max(len(head) - _LONGEST_ENTITY + 1, 0))
    return head if entity < 0 or ";" in head[entity:] else head[:entity]


def decode(text: str, bot: str = "") -> str:
    """Return `text` as people see it; every mention of the user `bot` is taken out.

    What cannot be seen, such as a soft hyphen within a pasted word, is left out.
    """
    text = visible(text)
    shown = TOKEN.sub(lambda token: _token(token[1], bot), text)
    if shown != text:
        shown = SPACES.sub(" ", shown)
    for entity, character in (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")):
        shown = shown.replace(entity, character)
    return shown.strip()


def mentions(text: str) -> list[str]:
    """Return the ids of the people who are mentioned, in order."""
    return [
        token[1].partition("|")[0][1:] for token in TOKEN.finditer(text) if token[1].startswith("@")
    ]


def says_something(text: str) -> bool:
    """Whether decoded text has a letter or digit besides emoji."""
    return any(character.isalnum() for character in SHORTCODE.sub(" ", text))


def _token(inside: str, bot: str) -> str:
    """Return what a token shows."""
    target, _, label = inside.partition("|")
    if target.startswith("@"):
        return "" if bot and target == f"@{bot}" else f"@{label or target[1:]}"
    if target.startswith("#"):
        return f"#{label or target[1:]}"
    if target.startswith("!"):
        return _special(target[1:], label)
    address = target.removeprefix("mailto:")
    if not label or label in {target, address} or address.endswith(f"://{label}"):
        return label or address
    return f"{label} ({address})"


def _special(command: str, label: str) -> str:
    """Return what a group's mention, a broadcast or a date shows."""
    if command.startswith(("subteam^", "date^")):
        return label or "@group" * command.startswith("subteam^")
    name = label or command
    return name if name.startswith("@") else f"@{name}"
