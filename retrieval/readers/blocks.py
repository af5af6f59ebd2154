"""The lines of a Markdown page -> lines without directives and comments, code blocks hidden."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from retrieval.readers import directives
from retrieval.readers.code import Vault
from retrieval.readers.margins import column, dedent, unquoted
from retrieval.readers.page import Removals

_DEEPEST = 12

_PREFIX = r"(?P<prefix>[ \t>]*+(?>(?:(?:[-*+]|\d{1,9}[.)])[ \t]++)*))"
_FENCE = re.compile(_PREFIX + r"(?P<fence>`{3,}+|~{3,}+)(?P<info>.*)$")
_DIRECTIVE = re.compile(r"\{([\w:.+-]+)\}[ \t]*(.*)$")
_COLONS = re.compile(
    r"(?P<prefix>[ \t>]*+)(?P<fence>:{3,}+)[ \t]*+"
    r"(?P<brace>\{)?(?P<name>[A-Za-z][\w:+.-]*+)(?(brace)\})"
    r"(?:\[(?P<label>[^\]\n]*+)\])?(?:\{[^}\n]*+\})?[ \t]*(?P<title>.*)$"
)
_COLONS_END = re.compile(r"[ \t>]*:{3,}[ \t]*$")
_INDENTED = re.compile(
    r"(?P<prefix>[ \t]*+)(?:!!!|\?\?\?\+?|(?P<tab>===[!+]?))[ \t]*+"
    r"(?P<kind>[A-Za-z][\w -]*?)?[ \t]*(?:\"(?P<title>[^\"\n]*)\")?[ \t]*$"
)
_ITEM = re.compile(r"([ \t]*+)(?:[-*+]|\d{1,9}[.)])([ \t]+|$)")
_CONTAINERS = re.compile(r"[^ \t>]")
_STRUCTURED = re.compile(r"<(table|ul|ol|dl|pre|script|style|svg|select)(?=[\s>/])", re.IGNORECASE)
_HTML_LINE = re.compile(r"[ \t]*</?[a-zA-Z]")


class Folder:
    """Folds the lines of one page; `vault` receives the code, `removals` the comments.

    A fence is closed by a line of at least as many of its characters; one that is never closed
    runs to the end of its container. A directive is folded as a page of its own.
    """

    def __init__(self, vault: Vault, removals: Removals, depth: int = 0) -> None:
        self._vault, self._removals, self._depth = vault, removals, depth
        self._out: list[str] = []
        self._indents: list[int] = []
        self._lines: list[str] = []
        self._blank = True
        self._comments_end = True
        self._unclosed: set[str] = set()
        self._pairs: dict[int, int] | None = None
        self._looks: tuple[tuple[str, Callable[[int], int | None]], ...] = (
            ("<!--", self._comment),
            ("<", self._html),
            *((sign, self._fence) for sign in ("```", "~~~")),
            (":::", self._colons),
            *((sign, self._indented) for sign in ("!!!", "???", "===")),
        )

    def fold(self, lines: Sequence[str]) -> list[str]:
        """Return `lines` folded; each line that is one code block stands as its mark."""
        self._lines = list(lines)
        at = 0
        while at < len(self._lines):
            at = self._step(at)
        return self._out

    def _step(self, at: int) -> int:
        line = self._lines[at]
        if not line.strip():
            self._emit(line)
            return at + 1
        for sign, look in self._looks:
            if sign in line and (moved := look(at)) is not None:
                return moved
        return self._text(at)

    def _emit(self, *lines: str) -> None:
        self._out.extend(lines)
        self._blank = not lines[-1].strip() if lines else self._blank

    def _inner(self, lines: Sequence[str]) -> list[str]:
        if self._depth >= _DEEPEST:
            return list(lines)
        return Folder(self._vault, self._removals, self._depth + 1).fold(lines)

    def _block(self, prefix: str, lines: Sequence[str]) -> None:
        """Emit lines of ours behind `prefix`, with a blank line on both sides."""
        following = _CONTAINERS.sub(" ", prefix)
        if not lines:
            if prefix.strip(" \t>"):
                self._emit(prefix.rstrip())
            return
        if not self._blank and not prefix.strip(" \t>"):
            self._emit(following.rstrip())
        self._emit(prefix + lines[0], *((following + line).rstrip() for line in lines[1:]))
        self._emit(following.rstrip())

    def _hide(self, prefix: str, lines: Sequence[str]) -> None:
        self._emit(prefix + self._vault.hide("\n".join(lines)))

    # --- fences -----------------------------------------------------------------------------

    def _fence(self, at: int) -> int | None:
        match = _FENCE.match(self._lines[at])
        if match is None or (match["fence"][0] == "`" and "`" in match["info"]):
            return None
        prefix, fence, info = match["prefix"], match["fence"], match["info"].rstrip()
        end, body = self._body(at + 1, prefix, fence)
        self._enter(self._lines[at])
        directive = _DIRECTIVE.match(info.strip())
        if directive is None:
            self._hide(prefix, [fence + info, *body, fence])
            return end
        name = directive[1].rpartition(":")[2].lower()
        self._directive(prefix, name, directive[2].strip(), body)
        return end

    def _directive(self, prefix: str, name: str, argument: str, body: Sequence[str]) -> None:
        lines = directives.render(name, argument, body, self._inner)
        if lines and lines[0].startswith("```"):
            self._hide(prefix, lines)
        else:
            self._block(prefix, lines)

    def _body(self, at: int, prefix: str, fence: str) -> tuple[int, list[str]]:
        """Return where a fence ends and the lines inside it, without what indents the fence."""
        quotes, width = prefix.count(">"), len(prefix.expandtabs(4))
        body: list[str] = []
        while at < len(self._lines):
            line, found = unquoted(self._lines[at], quotes)
            if found < quotes:
                return at, body
            stripped = line.strip()
            if stripped.startswith(fence) and not stripped.strip(fence[0]):
                return at + 1, body
            body.append(line if quotes else dedent(line, width))
            at += 1
        return at, body

    def _colons(self, at: int) -> int | None:
        line = self._lines[at]
        if _COLONS_END.match(line):
            return at + 1
        match = _COLONS.match(line)
        if match is None:
            return None
        prefix = match["prefix"]
        quotes, width = prefix.count(">"), column(prefix)
        if self._pairs is None:
            self._pairs = self._colon_pairs()
        end = self._pairs.get(at, at)
        body = self._lines[at + 1 : end]
        body = [unquoted(one, quotes)[0] if quotes else dedent(one, width) for one in body]
        title = (match["label"] or match["title"] or "").strip()
        title = title.removeprefix(match["fence"]).strip(' "')
        self._directive(prefix, match["name"].rpartition(":")[2].lower(), title, body)
        return end + 1

    def _colon_pairs(self) -> dict[int, int]:
        """Return by line which colon fence ends where; those in code are none."""
        pairs: dict[int, int] = {}
        waiting: list[int] = []
        fence = ""
        for at, raw in enumerate(self._lines):
            line = raw.strip(" \t>")
            if fence:
                fence = "" if line.startswith(fence) and not line.strip(fence[0]) else fence
            elif line.startswith(("```", "~~~")) and "{" not in line:
                fence = line[: len(line) - len(line.lstrip(line[0]))]
            elif _COLONS_END.match(raw):
                if waiting:
                    pairs[waiting.pop()] = at
            elif line.startswith(":::"):
                waiting.append(at)
        return pairs

    def _indented(self, at: int) -> int | None:
        match = _INDENTED.match(self._lines[at])
        if match is None or not (match["kind"] or match["title"]):
            return None
        if match["tab"] and not match["title"]:
            return None
        width = column(match["prefix"]) + 4
        end = at + 1
        while end < len(self._lines) and (
            not self._lines[end].strip() or column(self._lines[end]) >= width
        ):
            end += 1
        inner = self._inner([dedent(line, width) for line in self._lines[at + 1 : end]])
        kind = (match["kind"] or "").split(" ")[0]
        title = match["title"] if match["title"] is not None else kind.capitalize()
        if match["tab"]:
            self._block(match["prefix"], [f"**{title}**", "", *inner])
        else:
            self._block(match["prefix"], directives.admonition(title, inner))
        return end

    # --- comments and HTML --------------------------------------------------------------------

    def _comment(self, at: int) -> int | None:
        """Take out the comment that starts in this line, and look at the line again."""
        line = self._lines[at]
        start = line.find("<!--")
        while start >= 0 and line.count("`", 0, start) % 2:
            start = line.find("<!--", start + 4)
        if start < 0 or not self._comments_end:
            return None
        end, offset = at, line.find("-->", start + 2)
        while offset < 0 and end + 1 < len(self._lines):
            end += 1
            offset = self._lines[end].find("-->")
        if offset < 0 and line[:start].strip():
            self._comments_end = False
            return None
        self._removals.add("HTML comment")
        rest = self._lines[end][offset + 3 :] if offset >= 0 else ""
        left = line[:start] + rest.lstrip() if not line[:start].strip() else line[:start] + rest
        if not left.strip():
            return end + 1
        self._lines[end] = left
        return end

    def _html(self, at: int) -> int | None:
        """Turn a table, list or the like written in HTML into Markdown."""
        line = self._lines[at]
        match = _STRUCTURED.search(line)
        if match is None or line.count("`", 0, match.start()) % 2:
            return None
        found = None if match[1].lower() in self._unclosed else self._element(at, match)
        if found is None:
            self._unclosed.add(match[1].lower())
            return None
        end, source, rest = found
        before = line[: match.start()]
        if match[1].lower() in {"ul", "ol", "dl"} and "\n\n" in source:
            return None
        from retrieval.readers.html import fragment  # noqa: PLC0415  (bs4 is slow to load)

        inner = self._inner(fragment(source, self._removals, self._vault.sheet).split("\n"))
        if before.strip():
            self._emit(before.rstrip())
        self._block(" " * self._margin(column(before)), inner)
        if rest.strip():
            self._lines[end] = rest
            return end
        return end + 1

    def _element(self, at: int, match: re.Match[str]) -> tuple[int, str, str] | None:
        """Return the last line of an element, its source and what follows it on that line."""
        tag = re.compile(f"<(/?){match[1]}(?=[\\s>/])[^<>]*>?", re.IGNORECASE)
        depth, start = 0, match.start()
        for end in range(at, len(self._lines)):
            for one in tag.finditer(self._lines[end], start if end == at else 0):
                depth += -1 if one[1] else 1
                if depth <= 0:
                    parts = [*self._lines[at:end], self._lines[end][: one.end()]]
                    parts[0] = parts[0][start:]
                    return end, "\n".join(parts), self._lines[end][one.end() :]
        return None

    # --- text and indented code ---------------------------------------------------------------

    def _text(self, at: int) -> int:
        line = self._lines[at]
        width = column(line)
        margin = self._margin(width)
        if self._blank and width >= margin + 4 and not _HTML_LINE.match(line):
            return self._indented_code(at, margin)
        self._enter(line)
        self._emit(line)
        return at + 1

    def _margin(self, width: int) -> int:
        """Return the column of the list item that a line of this indentation belongs to."""
        while self._blank and self._indents and width < self._indents[-1]:
            self._indents.pop()
        return self._indents[-1] if self._indents else 0

    def _enter(self, line: str) -> None:
        match = _ITEM.match(line)
        if match is None:
            if line[:1] == "#":
                self._indents.clear()
            return
        indent = column(match[1])
        while self._indents and indent < self._indents[-1]:
            self._indents.pop()
        gap = len(match[2])
        self._indents.append(indent + len(match[0].strip()) + (gap if 0 < gap < 5 else 1))

    def _indented_code(self, at: int, margin: int) -> int:
        end = last = at
        while end < len(self._lines):
            if self._lines[end].strip():
                if column(self._lines[end]) < margin + 4:
                    break
                last = end
            end += 1
        body = [dedent(line, margin + 4) for line in self._lines[at : last + 1]]
        self._hide(" " * margin, directives.fenced("", body))
        return last + 1
