"""A heading -> the fragment that the host of the pages gives it."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable

_CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_LONGEST = 2_000
_IMAGE = re.compile(
    r"!\[([^\[\]]*+)\](?>(?:\([^()\n]*+(?>(?:\([^()\n]*+\)[^()\n]*+)*)\)|\[[^\[\]]*+\])?)"
)
_LINK = re.compile(
    r"(?<!!)\[([^\[\]]*+)\](?:\([^()\n]*+(?>(?:\([^()\n]*+\)[^()\n]*+)*)\)|\[[^\[\]]*+\])"
)
_STARS = re.compile(r"(?<!\\)\*{1,3}")
_UNDERSCORES = re.compile(r"(?<![\w\\])_{1,3}(?=\S)|(?<=\S)(?<!\\)_{1,3}(?!\w)")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_TAG = re.compile(r"</?[a-zA-Z][^<>]*+>")
_EXPLICIT = re.compile(r"[ \t]*\{:?[ \t]*(?:[^{}#\n]*[ \t])?#([\w:.-]+)[^{}\n]*\}[ \t]*$")
_ASCII_PUNCTUATION = re.compile(r"[^\w\- ]", re.ASCII)
_RUNS = re.compile(r"[-\s]+")

EXPLICIT_STYLES = frozenset({"docusaurus", "mkdocs", "mdbook", "hugo", "kramdown"})
"""Hosts that honour `## Heading {#id}`."""


def plain(heading: str) -> str:
    """Return the words of a heading: links, code, emphasis, tags and entities undone."""
    text = heading[:_LONGEST]
    text = _CODE.sub(_as_entities, text) if "`" in text else text
    text = _IMAGE.sub(r"\1", text)
    text = _LINK.sub(r"\1", text)
    text = _TAG.sub("", text)
    text = _UNDERSCORES.sub("", _STARS.sub("", text)).replace("~~", "")
    return " ".join(html.unescape(_ESCAPE.sub(r"\1", text)).split())


def _as_entities(match: re.Match[str]) -> str:
    """Write code so that nothing in it is taken for Markdown or a tag."""
    return "".join(c if c.isalnum() or c == " " else f"&#{ord(c)};" for c in match[2])


def take_explicit(heading: str) -> tuple[str, str]:
    """Part a heading from the id written behind it: "Setup {#install}" gives both."""
    if not heading.rstrip().endswith("}"):
        return heading, ""
    match = _EXPLICIT.search(heading[-300:])
    if match is None:
        return heading, ""
    cut = len(heading) - len(match.group())
    return heading[:cut].rstrip(), match.group(1)


class Slugger:
    """Gives each heading of one page its fragment, counting those that repeat.

    `style` is one of `STYLES`; github as its own github-slugger does, the others as their
    documentation says.
    """

    def __init__(self, style: str = "github") -> None:
        self.style = style
        self._make, self._joint = STYLES[style]
        self._seen: dict[str, int] = {}

    def slug(self, heading: str, explicit: str = "") -> str:
        """Return the fragment of the next heading, whose Markdown is `heading`."""
        if explicit and self.style in EXPLICIT_STYLES:
            self._seen.setdefault(explicit, 0)
            return explicit
        words = plain(heading)
        if self.style == "ids":
            return ""
        if explicit:
            words = f"{words} {{#{explicit}}}"
        return self._unique(self._make(words))

    def _unique(self, slug: str) -> str:
        taken = slug
        while taken in self._seen:
            self._seen[slug] += 1
            taken = f"{slug}{self._joint}{self._seen[slug]}"
        self._seen[taken] = 0
        return taken


def _github(words: str) -> str:
    text = words.lower()
    if text.isascii():
        return _ASCII_PUNCTUATION.sub("", text).replace(" ", "-")
    return "".join(c for c in text if c in "- " or _kept(c)).replace(" ", "-")


def _kept(char: str) -> bool:
    category = unicodedata.category(char)
    return category[0] in "LM" or category in {"Nd", "Nl", "Pc"}


def _gitlab(words: str) -> str:
    slug = re.sub(r"-{2,}", "-", _github(words))
    return f"anchor-{slug}" if slug.isdigit() else slug


def _mkdocs(words: str) -> str:
    """Return the slug of Python-Markdown's toc extension, MkDocs' default."""
    ascii_words = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()
    return _RUNS.sub("-", re.sub(r"[^\w\s-]", "", ascii_words).strip().lower())


def _mdbook(words: str) -> str:
    kept = (c.lower() for c in words if c.isalnum() or c in "_- ")
    return "".join(kept).replace(" ", "-")


def _kramdown(words: str) -> str:
    start = re.sub(r"^[^a-zA-Z]+", "", words)
    return re.sub(r"[^a-zA-Z0-9 -]", "", start).replace(" ", "-").lower() or "section"


STYLES: dict[str, tuple[Callable[[str], str], str]] = {
    "github": (_github, "-"),
    "gitlab": (_gitlab, "-"),
    "docusaurus": (_github, "-"),
    "hugo": (_github, "-"),
    "mdbook": (_mdbook, "-"),
    "mkdocs": (_mkdocs, "_"),
    "kramdown": (_kramdown, "-"),
    "ids": (lambda _words: "", ""),
}
