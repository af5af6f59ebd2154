"""Markdown -> plain text that is safe to show: no marks, no markup, no mentions, no controls."""

from __future__ import annotations

import re
import unicodedata

from retrieval.text.blocks import blocks
from retrieval.text.inline import MENTION
from retrieval.text.render import render
from retrieval.text.shorten import shorten_line

_INVISIBLE = re.compile(
    "[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]"
)
_URL = re.compile(
    r"(?:[A-Za-z][A-Za-z0-9+.-]{1,20}://|www\.)[^\s<>\"'`|]{1,2000}|mailto:[^\s<>]{1,300}"
)


def plain(markdown: str) -> str:
    """Return what a reader of rendered Markdown sees, a line or more a block; code is verbatim.

    Links are their text and images their description; list, heading and emphasis marks, tags,
    mentions and invisible characters are gone, entities decoded; a row's cells stand as
    "cell | cell". Takes time linear in the text.
    """
    text = visible(markdown)
    return MENTION.sub("", render(text, blocks(text, fragment=True)))


def visible(text: str) -> str:
    """Return the text without control, direction and other invisible characters; lines stay."""
    if text.replace("\n", "").replace("\t", "").isprintable():
        return text
    text = _INVISIBLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return "".join(
        letter for letter in text if letter in "\n\t" or unicodedata.category(letter)[0] != "C"
    )


def unmarked(text: str, most: int) -> str:
    """Return a text on one line, of at most so many characters, with no mark-up of its own."""
    return shorten_line(text.replace("`", "'").replace("*", ""), most)


def linked(title: str, url: str, most: int) -> str:
    """Return a title as a link in Markdown; alone where the address is none that a link can have.

    Of the title, which comes from outside, no mark stays that would end the link.
    """
    label = unmarked(title, most).replace("[", "(").replace("]", ")")
    return f"[{label}](<{url}>)" if url and not set(url) & set("<>\n") else label


def urls(text: str) -> tuple[str, ...]:
    """Return the addresses that stand in a text, without the punctuation after them."""
    return tuple(_trimmed(match.group()) for match in _URL.finditer(text))


def _trimmed(address: str) -> str:
    address = address.rstrip(".,;:!?*_")
    while address.endswith(")") and address.count("(") < address.count(")"):
        address = address[:-1].rstrip(".,;:!?*_")
    return address
