"""The quotes, list items and admonitions that a line of Markdown stands in or opens."""

from __future__ import annotations

from retrieval.text.lines import CODE_INDENT, MARKER, NOTE, base_of, indent_of, is_rule

Container = tuple[str, int]
"""A kind (">" quote, "i" item, "n" admonition) and the columns its lines are indented by."""


class Containers:
    """The open containers, outermost first, as a pass over the lines goes on."""

    def __init__(self, text: str, *, fragment: bool) -> None:
        self.text = text
        self.held: list[Container] = []
        self.base = base_of(text) if fragment else 0

    def within(self, kind: str) -> int:
        """Return how many containers of a kind are open."""
        return sum(held == kind for held, _ in self.held)

    def indented(self, count: int) -> int:
        """Return by how many columns the outer `count` containers indent their lines."""
        return self.base + sum(width for _, width in self.held[:count])

    def match(self, start: int, end: int) -> tuple[int, int, int]:
        """Return the indent left, where the line's own text begins, and the containers met."""
        text = self.text
        indent, at = indent_of(text, start, end, 0)
        indent = max(0, indent - self.base)
        column, met = indent, 0
        for kind, width in self.held:
            if at >= end:
                if kind == ">":
                    break
            elif kind == ">":
                if indent >= CODE_INDENT or text[at] != ">":
                    break
                more, at = indent_of(text, at + 1, end, column + 1)
                column += 1 + more
                indent = max(0, more - 1)
            elif indent >= width:
                indent -= width
            else:
                break
            met += 1
        return indent, at, met

    def opening(
        self, indent: int, at: int, end: int, *, interrupts: bool
    ) -> tuple[str, int, int, int] | None:
        """Return kind, width, indent after and text's place of a container opening here."""
        text = self.text
        if text[at] == ">":
            more, after = indent_of(text, at + 1, end, 1)
            return ">", 0, max(0, more - 1), after
        mark = MARKER.match(text, at, end)
        if mark is None:
            if text[at] in "!?=" and NOTE.match(text, at, end) and not interrupts:
                return "n", CODE_INDENT, 0, at
            return None
        if is_rule(text, at, end):
            return None
        width = mark.end() - at
        more, after = indent_of(text, mark.end(), end, indent + width)
        if interrupts and (after >= end or (mark[1] and int(mark[1]) != 1)):
            return None
        gap = 1 if after >= end or more > CODE_INDENT else more
        return "i", indent + width + gap, max(0, more - gap), after
