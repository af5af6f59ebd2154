"""Markdown with raised text in tags -> superscript characters; the marks of footnotes go."""

from __future__ import annotations

import html
import re

from retrieval.text.raised import raised

MOST = 80
"""The most characters of raised text that are looked at; more is small print."""
SIGN = r"[\[(]?[\w*†‡§¶]{1,4}[\])]?"
"""The mark of a footnote."""
_ABOUT = r"(?:\s[^<>]{0,300})?"
_SUP = rf"<sup(?P<about>{_ABOUT})>"
_HERE = r"<a\s[^<>]{0,200}?href=[\"']?#[^<>]{0,200}>"
_PLACE = r"\(#[^()\s]{0,100}\)"
_BETWEEN = r"[\[\](),;\s]{0,3}"
_LINKED = re.compile(
    rf"<sup{_ABOUT}>{_BETWEEN}(?:(?:{_HERE}{SIGN}</a>|\[{SIGN}\]{_PLACE}){_BETWEEN}){{1,9}}</sup>"
    rf"|{_HERE}\s?<sup{_ABOUT}>{SIGN}</sup>\s?</a>|\[<sup>{SIGN}</sup>\]{_PLACE}",
    re.IGNORECASE,
)
_FACE = r"(?:</?(?:b|em|font|i|small|span|strong|u)>)*"
_RAISED = re.compile(
    rf"{_SUP}{_FACE}(?P<words>[^<>\n\ufdd0]{{1,{MOST}}}){_FACE}</sup>", re.IGNORECASE
)
_EMPHASIS = re.compile(r"([*_]{1,3})(\w.{0,10})\1")


def in_markdown(text: str) -> str:
    """Return Markdown, its code hidden, with superscripts for what tags raise.

    The tags stay: what they hide is looked for later.
    """
    if "<sup" not in text and "<SUP" not in text:
        return text
    return _RAISED.sub(_shown, _LINKED.sub("", text))


def _shown(match: re.Match[str]) -> str:
    words = _EMPHASIS.sub(r"\2", match["words"])
    if words[0] in "[!\\":
        return match.group()
    return f"<sup{match['about']}>{html.escape(raised(html.unescape(words)), quote=False)}</sup>"
