"""Reads HTML as a browser would, to hold what may be in it."""

from __future__ import annotations

import re
from html.parser import HTMLParser

TAGS = frozenset(
    {"a", "b", "blockquote", "br", "code", "div", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr"}
    | {"li", "mark", "ol", "p", "pre", "s", "span", "strong", "table", "tbody", "td", "th"}
    | {"thead", "tr", "ul"}
)
ATTRIBUTES = frozenset(
    {"aria-label", "class", "data-language", "data-trace-link", "href", "id", "rel", "role"}
    | {"start", "tabindex", "target"}
)


class Read(HTMLParser):
    """Collects tags, attributes, links and words."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.links: list[str] = []
        self.words = ""
        self.feed(str(html))
        self.close()

    def handle_starttag(self, tag, attrs):
        """Keep what a tag is and has."""
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.links += [value or "" for name, value in attrs if name == "href"]

    def handle_data(self, data):
        """Keep the words."""
        self.words += data


def hold_safe(html: str) -> Read:
    """Hold that HTML has only the tags, attributes and links that the page may show."""
    read = Read(html)
    assert set() == read.tags - TAGS
    assert set() == read.attributes - ATTRIBUTES
    for link in read.links:
        scheme = re.match(r"([a-z][a-z0-9+.-]*):", link.lower())
        assert scheme is None or scheme[1] in {"http", "https", "mailto"}, link
    return read
