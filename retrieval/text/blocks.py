"""Markdown as a row of blocks that tile the text: where headings, items, fences and rows stand.

One pass over the lines, after the block rules of CommonMark 0.31 with GitHub's tables, in time
linear in the text whatever it says. Differences, all deliberate: a table's delimiter row is
looked for on the next line only; `:::` and `!!!` lines are admonitions; nesting stops at 32.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from retrieval.text.containers import Containers
from retrieval.text.lines import (
    ATX,
    CODE_INDENT,
    COLONS,
    FENCE,
    SETEXT,
    ends,
    html_until,
    is_delimiter_row,
    is_rule,
)

DEEPEST = 32
"""Containers (quotes, items) a line may stand in; deeper marks are read as text."""


@dataclass(frozen=True, slots=True)
class Block:
    """Whole lines of one kind, `text[start:end]`, the last line break included.

    `kind` is heading, paragraph, item (the paragraph that a list marker stands before), quote,
    admonition (its opening or closing line), fence (indented code too), table, html, rule or
    blank. `content` is where the first line's own text begins, after quote and list marks.
    `level` is a heading's (1 to 6), `depth` the number of list items the block stands in,
    `quoted` the number of quotes, `opens` whether it is the first of its item, `indent` the
    columns of its containers. For a table, `body` is where the line after the delimiter row
    begins; for a fence, where its code begins.
    """

    kind: str
    start: int
    end: int
    content: int
    level: int = 0
    depth: int = 0
    quoted: int = 0
    opens: bool = False
    indent: int = 0
    body: int = 0


def blocks(text: str, *, fragment: bool = False) -> tuple[Block, ...]:
    """Return the blocks of `text`; joined in order they are `text`, character for character.

    Args:
        text: Markdown; lines end in a line feed, with or without a carriage return.
        fragment: Whether it was cut from a document, so that an indented first item, row or
            fence stands where its containers were and is no indented code.
    """
    return _Scanner(text, fragment=fragment).run()


class _Scanner:
    """The state of the pass: open containers, and the open leaf block."""

    def __init__(self, text: str, *, fragment: bool) -> None:
        self.text = text
        self.found: list[Block] = []
        self.around = Containers(text, fragment=fragment)
        self.containers = self.around.held
        self.kind = ""
        self.start = self.end = self.content = self.level = self.body = self.indent = 0
        self.opens = False
        self.until: str | re.Pattern[str] = ""
        self.fence = ("", 0)

    def run(self) -> tuple[Block, ...]:
        text, length, start = self.text, len(self.text), 0
        while start < length:
            end = text.find("\n", start) + 1 or length
            plain = self.kind == "paragraph" and not self.containers
            delimits = self.kind == "table" and start < self.body
            if delimits or (plain and text[start].isalpha() and "|" not in text[start:end]):
                self.end = end
            else:
                self.line(start, end)
            start = end
        self.close()
        return tuple(self.found)

    # --- one line -------------------------------------------------------------------------

    def line(self, start: int, end: int) -> None:
        indent, at, matched = self.around.match(start, end)
        if at >= end:
            self.blank(start, end, matched)
            return
        whole = matched == len(self.containers)
        if whole and self.kind in ("fence", "html") and self.inside(indent, at, end):
            return
        opened = False
        continues = self.kind in ("paragraph", "item", "quote")
        while indent < CODE_INDENT and len(self.containers) < DEEPEST:
            step = self.around.opening(
                indent, at, end, interrupts=whole and continues and not opened
            )
            if step is None:
                break
            if not opened:
                self.close()
                del self.containers[matched:]
                opened = True
            kind, width, after, at = step
            self.containers.append((kind, width))
            indent = after
            if at >= end:
                break
        self.leaf(start, end, indent, at, _Line(matched, opened, whole, continues and not opened))

    def blank(self, start: int, end: int, matched: int) -> None:
        if self.kind in ("fence", "html") and matched == len(self.containers):
            if self.kind == "fence" or self.until:
                self.end = end
                return
        elif self.kind == "code" and matched == len(self.containers):
            self.body = end
            return
        empty = self.kind == "item" and self.content >= self.end
        self.close()
        del self.containers[matched:]
        if empty and self.containers and self.containers[-1][0] == "i":
            self.containers.pop()
        self.emit("blank", start, end)

    def inside(self, indent: int, at: int, end: int) -> bool:
        """Take the line into the open fence or HTML block; return whether it belongs there."""
        if self.kind == "fence":
            mark, size = self.fence
            self.end = end
            if indent < CODE_INDENT and self.text[at] == mark:
                run = self.text[at:end].rstrip()
                if len(run) >= size and not run.strip(mark):
                    self.close()
            return True
        self.end = end
        if self.until and ends(self.until, self.text, at, end):
            self.close()
        return True

    # --- leaves ---------------------------------------------------------------------------

    def leaf(self, start: int, end: int, indent: int, at: int, line: _Line) -> None:
        text = self.text
        if at < end and indent >= CODE_INDENT:
            self.code(start, end, at, line)
            return
        kind = "" if at >= end else self.special(at, end, line)
        if kind:
            if kind == "setext":
                self.kind, self.level, self.end = "heading", 1 if text[at] == "=" else 2, end
                self.close()
                return
            self.begin(kind, start, end, at, line)
            self.finish(kind, at, end)
        elif self.kind and (line.continues or self.goes_on(line)):
            self.end = end
        else:
            self.begin("item" if line.opened else "paragraph", start, end, at, line)

    def goes_on(self, line: _Line) -> bool:
        return self.kind == "table" and line.whole and not line.opened

    def special(self, at: int, end: int, line: _Line) -> str:
        """Return the kind of a leaf that begins here and is no plain text, else nothing."""
        text, first, kind = self.text, self.text[at], ""
        if first == "#" and ATX.match(text, at, end):
            kind = "heading"
        elif first in "`~" and FENCE.match(text, at, end):
            kind = "fence"
        elif first in "=-" and line.continues and line.whole and SETEXT.match(text, at, end):
            kind = "setext"
        elif first in "-*_" and is_rule(text, at, end):
            kind = "rule"
        elif not self.goes_on(line) and self.table(at, end, line):
            kind = "table"
        elif first == "<" and self.html(at, end, line):
            kind = "html"
        elif self.noted(at, end, line):
            kind = "admonition"
        return kind

    def noted(self, at: int, end: int, line: _Line) -> bool:
        """Return whether the line opens or closes an admonition."""
        if self.text[at] == ":" and COLONS.match(self.text, at, end):
            return True
        return line.opened and self.containers[-1][0] == "n"

    def begin(self, kind: str, start: int, end: int, at: int, line: _Line) -> None:
        self.close()
        if not line.opened:
            del self.containers[line.matched :]
        self.kind, self.start, self.end, self.content = kind, start, end, min(at, end)
        self.opens = line.opened and self.containers[-1][0] == "i"
        if kind == "item" and not self.opens:
            self.kind = "paragraph"
        if self.kind == "paragraph" and self.containers and self.containers[-1][0] == ">":
            self.kind = "quote"

    def finish(self, kind: str, at: int, end: int) -> None:
        """Note what a special leaf needs to know about itself; close those of one line."""
        text = self.text
        if kind == "heading":
            mark = ATX.match(text, at, end)
            self.level = len(mark[1]) if mark else 1
        elif kind == "fence":
            mark = FENCE.match(text, at, end)
            self.fence = (text[at], len(mark[0]) if mark else 3)
            self.body = end
        elif kind == "table":
            self.body = text.find("\n", end) + 1 or len(text)
        elif kind == "html" and not (self.until and ends(self.until, text, at + 2, end)):
            return
        if kind not in ("fence", "table"):
            self.close()

    def code(self, start: int, end: int, at: int, line: _Line) -> None:
        if line.continues and self.kind and not line.opened:
            self.end = end
        elif self.kind == "code" and line.whole and not line.opened:
            self.end = self.body = end
        else:
            self.begin("code", start, end, at, line)
            self.body = end

    def html(self, at: int, end: int, line: _Line) -> bool:
        """Return whether an HTML block begins here, and note in `until` what ends it."""
        until = html_until(self.text, at, end, alone=not line.continues)
        if until is None:
            return False
        self.close()
        self.until = until
        return True

    def table(self, at: int, end: int, line: _Line) -> bool:
        """Return whether this line and the next are a table's header and delimiter rows."""
        if end >= len(self.text) or "|" not in (row := self.text[at:end]):
            return False
        count = len(self.containers) if line.opened else line.matched
        stop = self.text.find("\n", end) + 1 or len(self.text)
        indent, start, met = self.around.match(end, stop)
        within = met >= count and indent < CODE_INDENT
        return within and is_delimiter_row(self.text, start, stop, row)

    # --- out ------------------------------------------------------------------------------

    def close(self) -> None:
        """Put the open leaf, if there is one, among the blocks found."""
        kind, self.kind = self.kind, ""
        if not kind:
            return
        if kind == "code":
            self.emit("fence", self.start, self.end, body=self.start)
            if self.body > self.end:
                self.emit("blank", self.end, self.body)
        else:
            body = self.body if kind in ("fence", "table") else 0
            self.emit(kind, self.start, self.end, body=body)
        self.opens = False

    def emit(self, kind: str, start: int, end: int, *, body: int = 0) -> None:
        found = self.found
        if kind == "blank":
            if found and found[-1].kind == "blank":
                start = found.pop().start
            found.append(Block("blank", start, end, end))
            return
        around = self.around
        depth, quoted = around.within("i"), around.within(">")
        level = self.level if kind == "heading" else 0
        indent = around.indented(len(self.containers))
        found.append(
            Block(kind, start, end, self.content, level, depth, quoted, self.opens, indent, body)
        )


@dataclass(frozen=True, slots=True)
class _Line:
    """How a line meets what is open.

    `matched` containers go on, `opened` new ones began, `whole` says that all open ones go on,
    `continues` that a paragraph is open which the line may go on with.
    """

    matched: int
    opened: bool
    whole: bool
    continues: bool
