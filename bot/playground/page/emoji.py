"""The emoji that the page knows by Slack's names; the first ones are in the picker."""

from __future__ import annotations

import re

PICKER = {
    "+1": "👍",
    "-1": "👎",
    "white_check_mark": "✅",
    "eyes": "👀",
    "heart": "❤️",
    "tada": "🎉",
    "pray": "🙏",
    "raised_hands": "🙌",
    "rocket": "🚀",
    "fire": "🔥",
    "100": "💯",
    "joy": "😂",
    "thinking_face": "🤔",
    "question": "❓",
    "warning": "⚠️",
    "wave": "👋",
}

EMOJI = PICKER | {
    "thumbsup": "👍",
    "thumbsdown": "👎",
    "mag": "🔍",
    "bulb": "💡",
    "books": "📚",
    "book": "📖",
    "memo": "📝",
    "link": "🔗",
    "x": "❌",
    "hourglass": "⏳",
    "hourglass_flowing_sand": "⏳",
    "speech_balloon": "💬",
    "information_source": "ℹ️",
    "robot_face": "🤖",
    "page_facing_up": "📄",
    "arrow_right": "➡️",
    "smile": "😄",
    "slightly_smiling_face": "🙂",
}

_SHORTCODE = re.compile(r":([a-z0-9_+-]{1,40})(?:::skin-tone-\d)?:")


def emoji(name: str) -> str:
    """Return the emoji of a name, the name in colons where it is not known."""
    return EMOJI.get(name.split("::", maxsplit=1)[0], f":{name}:")


def replaced(text: str) -> str:
    """Return text with the names it knows replaced by their emoji."""
    return _SHORTCODE.sub(lambda match: EMOJI.get(match[1], match[0]), text)
