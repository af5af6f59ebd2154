"""Markdown -> plain text that is safe to show: no marks, no markup, no mentions, no controls."""

from __future__ import annotations

import re
import unicodedata

from retrieval.text.normal import TAGS

_CODE = re.compile(
    r"(?P<fence>^[ \t]{0,12}(?P<mark>`{3,}|~{3,})[^\n]{0,200}\n(?P<block>.*?)(?:^[ \t]{0,12}(?P=mark)|\Z))"
    r"|(?P<ticks>`{1,3})(?!`)(?P<inline>[^`\n]{1,500})(?P=ticks)(?!`)",
    re.MULTILINE | re.DOTALL,
)
_LINK = re.compile(
    r"!?\[(?P<keep>[^\[\]]{0,1000})\]"
    r"(?:\((?:[^()\s]|\([^()\s]{0,200}\)){0,2000}(?:\s{1,4}\"[^\"\n]{0,300}\")?\)|\[[^\[\]\n]{0,300}\])"
)
_AUTOLINK = re.compile(r"<(?P<keep>(?:https?://|mailto:)[^<>\s|]{1,2000})(?:\|[^<>\n]{0,300})?>")
_MENTION = re.compile(r"<[!@#][^<>\n]{0,200}>")
_TAG = re.compile(
    rf"<!--.{{0,2000}}?-->|</?(?:{TAGS}|script|style|iframe|object|svg|form|input|button|link|meta)"
    r"(?:\s[^<>]{0,1000})?/?>",
    re.DOTALL | re.IGNORECASE,
)
_HEADING = re.compile(r"^[ \t]{0,12}#{1,6}[ \t]+", re.MULTILINE)
_QUOTED = re.compile(r"^[ \t]{0,12}(?:>[ \t]?){1,9}", re.MULTILINE)
_RULE = re.compile(r"^[ \t|:=-]{3,}$\n?", re.MULTILINE)
_EMPHASIS = re.compile(
    r"(?<!\s)\*{1,3}(?!\w)|(?<!\w)\*{1,3}(?!\s)|~~|(?<!\w)_{1,3}(?=\S)|(?<=\S)_{1,3}(?!\w)"
)
_ESCAPE = re.compile(r"\\(?=[!-/:-@\[-`{-~])")
_ROW = re.compile(r"^[ \t]*\|(.*?)\|?[ \t]*$", re.MULTILINE)
_INVISIBLE = re.compile(
    "[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]"
)
_SPACES = re.compile(r"[ \t\f\v\u00a0]+")
_LINES = re.compile(r"[ \t]*\n[ \t]*(?:\n[ \t]*)*")
_URL = re.compile(
    r"(?:[A-Za-z][A-Za-z0-9+.-]{1,20}://|www\.)[^\s<>\"'`|]{1,2000}|mailto:[^\s<>]{1,300}"
)


def plain(text: str) -> str:
    """Return what a reader of rendered Markdown sees, in lines; code is left as it stands."""
    text = visible(text)
    pieces: list[str] = []
    at = 0
    for match in _CODE.finditer(text):
        code = match.group("block") if match.group("fence") is not None else match.group("inline")
        pieces += [_prose(text[at : match.start()]), _MENTION.sub("", code)]
        at = match.end()
    pieces.append(_prose(text[at:]))
    return _LINES.sub("\n", "".join(pieces)).strip()


def visible(text: str) -> str:
    """Return the text without control, direction and other invisible characters; lines stay."""
    text = _INVISIBLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return "".join(
        letter for letter in text if letter in "\n\t" or unicodedata.category(letter)[0] != "C"
    )


def urls(text: str) -> tuple[str, ...]:
    """Return the addresses that stand in a text, without the punctuation after them."""
    return tuple(_trimmed(match.group()) for match in _URL.finditer(text))


def without_urls(text: str, allowed: frozenset[str]) -> str:
    """Return the text without the addresses that are not `allowed`."""

    def replace(match: re.Match[str]) -> str:
        address = _trimmed(match.group())
        return match.group() if address in allowed else match.group()[len(address) :]

    return _SPACES.sub(" ", _URL.sub(replace, text)).strip()


def _trimmed(address: str) -> str:
    address = address.rstrip(".,;:!?*_")
    while address.endswith(")") and address.count("(") < address.count(")"):
        address = address[:-1].rstrip(".,;:!?*_")
    return address


def _prose(text: str) -> str:
    text = _LINK.sub(lambda match: match.group("keep"), text)
    text = _AUTOLINK.sub(lambda match: match.group("keep"), text)
    text = _TAG.sub("", _MENTION.sub("", text))
    for pattern in (_QUOTED, _HEADING, _RULE, _EMPHASIS, _ESCAPE):
        text = pattern.sub("", text)
    text = _ROW.sub(
        lambda match: _SPACES.sub(" ", match.group(1).replace("|", " | ")).strip(), text
    )
    return _SPACES.sub(" ", text)
