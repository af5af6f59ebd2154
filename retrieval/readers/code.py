"""Keeps code out of reach of everything that rewrites prose, and puts it back."""

from __future__ import annotations

import re
from collections import defaultdict, deque

from retrieval.readers.cascade import Sheet

_OPEN, _SHUT = "\ufdd0", "\ufdd1"
# Noncharacters: decoding takes them out of every page, so that they can only be ours.
_MARK = re.compile(f"{_OPEN}(\\d+){_SHUT}")
_BLOCK = re.compile(
    f"([ \t>]*+(?>(?:(?:[-*+]|\\d{{1,9}}[.)])[ \t]++)*)){_OPEN}(\\d+){_SHUT}[ \t]*$"
)
ANCHOR, ANCHOR_END = "\ufdd2", "\ufdd3"
"""Around a fragment that can be linked to, until the anchors are collected."""
_ANCHORS = re.compile(f"{ANCHOR}[^{ANCHOR}{ANCHOR_END}]*{ANCHOR_END}")
_RUN = re.compile("`+")
_BREAK = re.compile(r"\n(?=[ \t]*(?:\n|[-*+|>#\ufdd0] ?|\d{1,9}[.)][ \t]))")
_MATH = re.compile(
    r"\$\$(?>(?:[^$`\n\ufdd0]++|\n(?![ \t]*\n))+)\$\$"
    r"|\$(?=[^\s$])[^$\n`]++\$|\\\((?>(?:[^\\\n]++|\\(?![()]))+)\\\)"
)
_LISTS = re.compile(r"[^ \t>]")

_ROLE = re.compile(r"\{([A-Za-z][\w:.+-]{0,40})\}$")
_TARGET = re.compile(r"(.*\S)\s*<[^<>]*>$", re.DOTALL)
_PLAIN_CODE_ROLES = frozenset({"code", "literal", "file", "command", "program", "py", "samp"})


class Vault:
    """Holds pieces of code; the text has a mark for each meanwhile."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self.sheet = Sheet()
        """The style sheets of the page, of code that is never shown."""

    def hide(self, piece: str) -> str:
        """Keep `piece` (a block without its indentation, or a span) and return its mark."""
        self._pieces.append(_ANCHORS.sub("", self.show(piece)))
        return f"{_OPEN}{len(self._pieces) - 1}{_SHUT}"

    def show(self, text: str) -> str:
        """Put every piece back into `text`; within a line only."""
        while _OPEN in text:
            text = _MARK.sub(lambda match: self._pieces[int(match[1])], text)
        return text

    def block(self, line: str) -> list[str] | None:
        """Return the lines of the block that `line` stands for, each with the line's prefix.

        None when the line is not the mark of a block alone.
        """
        match = _BLOCK.match(line)
        if match is None:
            return None
        piece = self._pieces[int(match[2])]
        if "\n" not in piece:
            return None
        following = _LISTS.sub(" ", match[1])
        first, *rest = piece.split("\n")
        return [
            match[1] + first,
            *((following + code).rstrip() if not code else following + code for code in rest),
        ]


def hide_spans(text: str, vault: Vault) -> str:
    """Hide the code spans of `text`; the text of a MyST role takes the place of the role.

    A span ends at the next run of as many backticks in the same paragraph, row or list item.
    """
    if "$" in text or "\\(" in text:
        text = _MATH.sub(lambda match: _math(match.group(), vault), text)
    if "`" not in text:
        return text
    parts: list[str] = []
    start = 0
    for match in _BREAK.finditer(text):
        parts.append(_hide_in(text[start : match.start()], vault))
        start = match.start()
    parts.append(_hide_in(text[start:], vault))
    return "".join(parts)


def _math(formula: str, vault: Vault) -> str:
    """Hide a formula; what stands between two prices is none."""
    return vault.hide(formula) if formula[:2] == "$$" or "\\" in formula else formula


def _hide_in(paragraph: str, vault: Vault) -> str:
    if "`" not in paragraph:
        return paragraph
    runs = [(m.start(), m.end()) for m in _RUN.finditer(paragraph)]
    waiting: dict[int, deque[int]] = defaultdict(deque)
    for begin, end in runs:
        waiting[end - begin].append(begin)
    parts: list[str] = []
    done = 0
    for begin, end in runs:
        if begin < done:
            continue
        if begin and paragraph[begin - 1] == "\\" and end - begin == 1:
            continue
        closers = waiting[end - begin]
        while closers and closers[0] < end:
            closers.popleft()
        if not closers:
            continue
        shut = closers[0]
        before, span = paragraph[done:begin], paragraph[begin : shut + end - begin]
        parts.append(_span(before, span, paragraph[end:shut], vault))
        done = shut + end - begin
    parts.append(paragraph[done:])
    return "".join(parts)


def _span(before: str, span: str, inside: str, vault: Vault) -> str:
    """Return what stands before a code span and its mark, or the text of a role."""
    role = _ROLE.search(before[-60:]) if before.endswith("}") else None
    if role is None:
        return before + vault.hide(span)
    kept = before[: len(before) - len(role.group())]
    return kept + _role(role[1].rpartition(":")[2].lower(), inside.strip(), vault)


def _role(name: str, inside: str, vault: Vault) -> str:
    if name in _PLAIN_CODE_ROLES:
        return vault.hide(f"`{inside}`")
    if name == "math":
        return vault.hide(f"${inside}$")
    if name in {"octicon", "fa", "fas", "far", "fab", "material-regular"}:
        return ""
    if match := _TARGET.match(inside):
        return match[1]
    return inside.removeprefix("~").removeprefix("!")
