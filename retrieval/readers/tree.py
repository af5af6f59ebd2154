"""A tree of HTML, and what its smallest parts show as Markdown."""

from __future__ import annotations

import html
import re
import warnings

from bs4 import BeautifulSoup, MarkupResemblesLocatorWarning, XMLParsedAsHTMLWarning
from bs4.element import Comment, NavigableString, PageElement, PreformattedString, Tag

from retrieval.readers import tags
from retrieval.readers.code import ANCHOR, ANCHOR_END

Element = Tag
Node = PageElement
Text = NavigableString
Remark = Comment
Unseen = PreformattedString
"""Doctypes, processing instructions and the like (comments too)."""

_DEEPEST_SOURCE = 250
_SPACE = re.compile(r"[ \t\n\r\f]+")


def parse(source: str) -> Tag:
    """Return the tree of `source`; placeholders such as `<your-name>` stay as text.

    Of a source nested more deeply than anyone writes by hand only the words are kept.
    """
    if tags.nesting(source) > _DEEPEST_SOURCE:
        source = html.escape(tags.without_tags(source))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MarkupResemblesLocatorWarning)
        warnings.simplefilter("ignore", XMLParsedAsHTMLWarning)
        return BeautifulSoup(tags.escape_placeholders(source), "lxml")


def void(tag: Tag) -> str:
    """Return what an element without content shows."""
    if tag.name == "img":
        return image(tag)
    if tag.name == "br":
        return "\\\n"
    box = "[x] " if tag.has_attr("checked") else "[ ] "
    return box if tag.get("type") == "checkbox" else ""


def anchor(tag: Tag) -> str:
    """Return the marked id of an element, or the name of an anchor."""
    found = tag.get("id") or (tag.get("name") if tag.name == "a" else "")
    fragment = found if isinstance(found, str) else ""
    return f"{ANCHOR}{fragment}{ANCHOR_END}" if fragment and not _SPACE.search(fragment) else ""


def link(tag: Tag, inner: str) -> str:
    """Return a link around `inner`; a mark that only links to itself is nothing."""
    href = tag.get("href")
    words = inner.strip()
    if words in {"#", "¶", "🔗", "§"}:
        return ""
    if (
        not isinstance(href, str)
        or not words
        or href.strip().lower().startswith(("javascript:", "data:", "vbscript:"))
    ):
        return inner
    if "`" not in words and not _balanced(words):
        words = re.sub(r"(?<!\\)[\[\]]", r"\\\g<0>", words)
    before = " " if inner[:1].isspace() else ""
    after = " " if inner[-1:].isspace() else ""
    return f"{before}[{words}]({tags.destination(href)}){after}"


def _balanced(words: str) -> bool:
    """Whether every bracket is closed, as Markdown wants it of the words of a link."""
    depth = 0
    for char in re.sub(r"\\.", "", words):
        depth += (char == "[") - (char == "]")
        if depth < 0:
            return False
    return depth == 0


def image(tag: Tag) -> str:
    """Return a picture by its description, or nothing without one."""
    alt = " ".join(str(tag.get("alt") or "").split())
    source = str(tag.get("src") or "")
    if not alt or source.startswith("data:") or not source:
        return alt
    return f"![{alt}]({tags.destination(source)})"


def code(text: str) -> str:
    """Return a span of code."""
    words = " ".join(text.split())
    if not words:
        return " " if text else ""
    return f"`` {words} ``" if "`" in words else f"`{words}`"


def span(cell: Tag, name: str) -> int:
    """Return how many rows or columns a cell says that it covers."""
    value = str(cell.get(name, "1")).strip()
    return max(1, int(value)) if value.isdigit() and len(value) < 6 else 1
