"""The last pass over a page: headings in one form, their anchors, and the code put back."""

from __future__ import annotations

import re
from dataclasses import dataclass

from retrieval.readers.code import ANCHOR, ANCHOR_END, Vault
from retrieval.readers.decode import one_line
from retrieval.readers.page import Removals
from retrieval.readers.slugs import EXPLICIT_STYLES, Slugger, plain, take_explicit
from retrieval.values import Anchor

_ATX = re.compile(r"( {0,3})(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_NO_PARAGRAPH = re.compile(
    r"[ \t]*(?:[>|#]|[-*+][ \t]|\d{1,9}[.)][ \t]|\ufdd0\d+\ufdd1$)"
    r"|(?: {4}|\t)|[ \t]*([-*_][ \t]*)\1{2}"
)
_ANCHORS = re.compile(f"{ANCHOR}([^{ANCHOR}{ANCHOR_END}]*){ANCHOR_END}")
_INLINE_ID = re.compile(r"(?:(?<=\s)|^)\{#([\w:.-]+)\}")
_EMPTY_LINK = re.compile(r"(?<!!)\[\]\([^()\s]*\)")


@dataclass(frozen=True, slots=True)
class Outlined:
    """A finished text with its anchors and the words of its first heading of level one."""

    text: str
    anchors: tuple[Anchor, ...]
    title: str


def outline(text: str, vault: Vault, style: str, removals: Removals) -> Outlined:
    """Return `text` with its code back, headings as `## Words` and where links can land.

    What entities brought in that cannot be seen goes here, wherever they stood.
    """
    return _Outline(vault, style, removals).run(text)


class _Outline:
    """Writes the lines of a page, counting characters for the anchors."""

    def __init__(self, vault: Vault, style: str, removals: Removals) -> None:
        self._vault, self._slugger, self._removals = vault, Slugger(style), removals
        self._out: list[str] = []
        self._length = 0
        self._anchors: list[Anchor] = []
        self._title = ""

    def run(self, text: str) -> Outlined:
        lines = text.split("\n")
        at = 0
        while at < len(lines):
            line = lines[at]
            below = lines[at + 1] if at + 1 < len(lines) else ""
            if _UNDERLINE.match(below) and line.strip() and not _NO_PARAGRAPH.match(line):
                at += 1
                line = ("# " if below.strip()[0] == "=" else "## ") + line.strip()
            self._line(line)
            at += 1
        text = "\n".join(self._out)
        kept = text.rstrip()
        anchors = tuple(one for one in self._anchors if one.offset < len(kept))
        return Outlined(kept + "\n" if kept else "", anchors, self._title)

    def _line(self, line: str) -> None:
        if "\ufdd0" in line and (block := self._vault.block(line)) is not None:
            for one in block:
                self._keep(one_line(one, self._removals))
            return
        own: list[str] = []
        if ANCHOR in line:
            own = _ANCHORS.findall(line)
            line = _ANCHORS.sub("", line)
            line = _EMPTY_LINK.sub("", line)
            self._anchors.extend(Anchor(self._length, fragment) for fragment in own)
            if not line.strip():
                return
        if line.lstrip(" ")[:1] == "#" and (match := _ATX.match(line)):
            self._heading(len(match[2]), self._show(match[3] or ""))
            return
        if "{#" in line:
            line = self._inline_ids(line)
        self._write(self._show(line).rstrip())

    def _show(self, line: str) -> str:
        return one_line(self._vault.show(line), self._removals)

    def _inline_ids(self, line: str) -> str:
        """Take out ids written behind a paragraph or item; they are anchors where hosts say so."""
        if self._slugger.style in EXPLICIT_STYLES:
            self._anchors.extend(Anchor(self._length, m[1]) for m in _INLINE_ID.finditer(line))
        return _INLINE_ID.sub("", line)

    def _heading(self, level: int, words: str) -> None:
        words, explicit = take_explicit(words)
        fragment = self._slugger.slug(words, explicit)
        if not words.strip():
            return
        if fragment:
            self._anchors.append(Anchor(self._length, fragment))
        if level == 1 and not self._title:
            self._title = plain(words)
        self._write(f"{'#' * level} {words.strip()}")

    def _write(self, line: str) -> None:
        blank = not line
        if blank and (not self._out or not self._out[-1]):
            return
        self._keep(line)

    def _keep(self, line: str) -> None:
        self._out.append(line)
        self._length += len(line) + 1
