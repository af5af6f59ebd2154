"""What a person types -> what Slack keeps: tokens for names and links, the rest escaped."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.playground.values import Json

_PIECES = re.compile(
    r"(?P<token><(?:@[UW][A-Z0-9]+|\#[CG][A-Z0-9]+(?:\|[^<>]*)?|!(?:here|channel|everyone))>)"
    r"|(?P<wide>(?<![\w@])@(?:here|channel|everyone)\b)"
    r"|(?P<person>(?<![\w@])@[\w.-]*\w)"
    r"|(?P<channel>(?<![\w\#])\#[\w-]*\w)"
    r"|(?P<link>https?://[^\s<>|]+)"
)


def encode(text: str, people: Mapping[str, str], channels: Mapping[str, str]) -> str:
    """Return the text with names and links as Slack's tokens; tokens already there are kept.

    Args:
        text: what was typed.
        people: ids by lower-case name.
        channels: ids by lower-case name.
    """
    done: list[str] = []
    end = 0
    for match in _PIECES.finditer(text):
        done += [escape(text[end : match.start()]), _token(match, people, channels)]
        end = match.end()
    return "".join([*done, escape(text[end:])])


def escape(text: str) -> str:
    """Escape the three characters that Slack escapes, once."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def named(text: str, people: Mapping[str, str]) -> str:
    """Return encoded text as an escaped slash command has it: with names in its tokens.

    `people` are names by id.
    """
    return _PERSON.sub(lambda match: f"<@{match[1]}|{people.get(match[1], match[1])}>", text)


def _token(match: re.Match[str], people: Mapping[str, str], channels: Mapping[str, str]) -> str:
    found = match[0]
    if match["token"]:
        return found
    if match["wide"]:
        return f"<!{found[1:]}>"
    name = found[1:].lower()
    if match["person"] and name in people:
        return f"<@{people[name]}>"
    if match["channel"] and name in channels:
        return f"<#{channels[name]}|{name}>"
    if match["link"]:
        return f"<{escape(found)}>"
    return escape(found)


_PERSON = re.compile(r"<@([UW][A-Z0-9]+)>")
_TOKENS = re.compile(
    r"<@([UW][A-Z0-9]+)>|<!(here|channel|everyone)>|<\#([CG][A-Z0-9]+)[^>]*>|<(https?://[^<>|]+)>"
)


def rich_text(text: str) -> list[Json]:
    """Return the one rich_text block that Slack's own client sends with a typed message."""
    elements: list[Json] = []
    end = 0
    for match in _TOKENS.finditer(text):
        elements += _plain(text[end : match.start()])
        user, wide, channel, link = match.groups()
        if user:
            elements.append({"type": "user", "user_id": user})
        elif wide:
            elements.append({"type": "broadcast", "range": wide})
        elif channel:
            elements.append({"type": "channel", "channel_id": channel})
        else:
            elements.append({"type": "link", "url": _shown(link)})
        end = match.end()
    elements += _plain(text[end:])
    section = {"type": "rich_text_section", "elements": elements}
    return [{"type": "rich_text", "block_id": "typed", "elements": [section]}]


def _plain(text: str) -> list[Json]:
    return [{"type": "text", "text": _shown(text)}] if text else []


def _shown(text: str) -> str:
    """Return escaped text as it was typed."""
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
