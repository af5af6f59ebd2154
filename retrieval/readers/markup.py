"""A tree of HTML -> Markdown: blocks, lists, tables and the text in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from retrieval.readers.decode import strip_hidden
from retrieval.readers.directives import admonition, fenced, gfm
from retrieval.readers.grid import Cell, spread
from retrieval.readers.page import Removals
from retrieval.readers.raising import words_of
from retrieval.readers.tree import (
    Element,
    Node,
    Remark,
    Text,
    Unseen,
    anchor,
    code,
    link,
    span,
    void,
)

_DEEPEST = 150
_SILENT = frozenset({
    "script", "style", "template", "svg", "noscript", "head", "iframe", "object", "embed",
    "canvas", "video", "audio", "select", "button", "textarea", "dialog", "map", "area", "link",
    "meta",
})  # fmt: skip
_BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "dialog",
    "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3",
    "h4", "h5", "h6", "header", "hr", "html", "legend", "li", "main", "menu", "nav", "ol", "p",
    "pre", "section", "summary", "table", "ul",
})  # fmt: skip
_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*"}
_CODE = frozenset({"code", "kbd", "samp", "tt", "var"})
_SPACE = re.compile(r"[ \t\n\r\f]+")
_LANGUAGE = re.compile(r"(?:language|lang|highlight|highlight-source|brush)[-:]\s*([\w+#.-]+)")
_ESCAPED = re.compile(r"(?m)^([ \t]*)(#{1,6} |>|[-+*] |\d{1,9}[.)] |={3,}$|-{3,}$|```|~~~)")


class Markup:
    """Writes the Markdown of a tree, without the elements that `skip` names.

    What people cannot see was taken out of the tree before.
    """

    def __init__(self, removals: Removals, skip: Callable[[Element], bool]) -> None:
        self._removals, self._skip = removals, skip

    def convert(self, root: Element) -> str:
        """Return the Markdown of everything below `root`."""
        return "\n".join(self._blocks(root, 0)).strip("\n") + "\n"

    # --- blocks -------------------------------------------------------------------------------

    def _blocks(self, parent: Element, depth: int) -> list[str]:
        """Return lines: every block of `parent` with a blank line between."""
        lines: list[str] = []
        inline: list[Node] = []

        def flush() -> None:
            words = self._paragraph(inline, depth)
            inline.clear()
            if words:
                lines.extend(["", *words.split("\n")] if lines else words.split("\n"))

        if depth > _DEEPEST:
            words = " ".join(parent.get_text(" ").split())
            return [words] if words else []
        for child in parent.children:
            if isinstance(child, Element) and self._left_out(child):
                continue
            if isinstance(child, Element) and _is_block(child):
                flush()
                block = self._block(child, depth + 1)
                if block:
                    lines.extend(["", *block] if lines else block)
            else:
                inline.append(child)
        flush()
        return lines

    def _left_out(self, tag: Element) -> bool:
        if tag.name in _SILENT:
            return True
        return self._skip(tag)

    def _block(self, tag: Element, depth: int) -> list[str]:
        lines = self._kind(tag, depth)
        if lines:
            lines[0] = anchor(tag) + lines[0]
        return lines

    def _kind(self, tag: Element, depth: int) -> list[str]:
        name = tag.name
        special = {
            "pre": self._pre, "table": self._table, "ul": self._list, "ol": self._list,
            "menu": self._list, "dl": self._definitions, "hr": self._rule,
        }.get(name)  # fmt: skip
        if special is not None:
            return special(tag, depth)
        if name[0] == "h" and name[1:].isdigit():
            words = " ".join(self._inline(tag.children, depth).split())
            return [f"{'#' * int(name[1])} {words}"] if words else []
        if "admonition" in (tag.get("class") or []):
            return self._admonition(tag, depth)
        lines = self._blocks(tag, depth)
        if name in {"summary", "legend", "dt"} and len(lines) == 1:
            return [f"**{lines[0].strip('*')}**"]
        quoted = name == "blockquote"
        return [f"> {line}".rstrip() for line in lines] if quoted else lines

    def _admonition(self, tag: Element, depth: int) -> list[str]:
        title = tag.find(class_="admonition-title")
        words = "Note"
        if isinstance(title, Element):
            words = words_of(title.extract())
        return admonition(words, self._blocks(tag, depth))

    def _rule(self, _tag: Element, _depth: int) -> list[str]:
        return ["---"]

    def _pre(self, tag: Element, _depth: int) -> list[str]:
        inner = tag.find("code")
        classes = [
            *(tag.get("class") or []),
            *((inner.get("class") if isinstance(inner, Element) else None) or []),
        ]
        language = next((m[1] for one in classes if (m := _LANGUAGE.match(one))), "")
        if classes[:1] == ["code"] and "literal-block" in classes[2:]:  # as docutils writes it
            language = classes[1]
        for line_break in tag.find_all("br"):
            line_break.replace_with("\n")
        text = tag.get_text().strip("\n").replace("\r\n", "\n")
        return (
            fenced(language, [line.rstrip() for line in text.split("\n")]) if text.strip() else []
        )

    def _list(self, tag: Element, depth: int) -> list[str]:
        start = str(tag.get("start", "1"))
        number = int(start) if start.isdigit() and len(start) < 7 else 1
        lines: list[str] = []
        for item in tag.children:
            if not isinstance(item, Element) or self._left_out(item):
                continue
            marker = f"{number}. " if tag.name == "ol" else "- "
            number += 1
            body = (
                self._blocks(item, depth + 1) if item.name == "li" else self._block(item, depth + 1)
            )
            if not body:
                continue
            tight = _tighten(body)
            if item.name != "li" and lines:
                lines.extend(" " * len(marker) + line if line else "" for line in tight)
                continue
            lines.append(f"{marker}{anchor(item)}{tight[0]}")
            lines.extend(" " * len(marker) + line if line else "" for line in tight[1:])
        return lines

    def _definitions(self, tag: Element, depth: int) -> list[str]:
        lines: list[str] = []
        for item in tag.find_all(["dt", "dd"]):
            if item.find_parent("dl") is not tag or self._left_out(item):
                continue
            body = self._blocks(item, depth + 1)
            if body and item.name == "dt":
                lines.extend([*([""] if lines else []), f"{anchor(item)}**{' '.join(body)}**", ""])
            elif body and "field-list" in (tag.get("class") or []) and lines:
                lines[-2:] = [f"{lines[-2]} {body[0]}", *body[1:], ""]
            elif body:
                lines.extend([*body, ""])
        return lines[:-1] if lines and not lines[-1] else lines

    # --- tables -------------------------------------------------------------------------------

    def _table(self, tag: Element, depth: int) -> list[str]:
        rows = [row for row in tag.find_all("tr") if row.find_parent("table") is tag]
        rows = [row for row in rows if not self._left_out(row)]
        caption = tag.find("caption")
        lines: list[str] = []
        if isinstance(caption, Element) and (words := words_of(caption)):
            lines = [f"**{words}**", ""]
        grid = spread([self._row(row, depth) for row in rows])
        if (len(grid) == 1 and len(grid[0]) == 1) or (
            grid and max(map(len, grid)) == 1 and tag.find(["pre", "ul", "ol"])
        ):
            cells = tag.find_all(["td", "th"])
            for cell in (c for c in cells if c.find_parent("table") is tag):
                lines.extend([*self._blocks(cell, depth + 1), ""])
            return lines[:-1] if lines else []
        return [*lines, *gfm(grid)]

    def _row(self, row: Element, depth: int) -> list[Cell]:
        return [
            Cell(
                "" if self._left_out(cell) else self._cell(cell, depth),
                span(cell, "colspan"),
                span(cell, "rowspan"),
            )
            for cell in row.find_all(["td", "th"], recursive=False)
        ]

    def _cell(self, cell: Element, depth: int) -> str:
        """Return a cell on one line; items of a list in it stand behind bullets."""
        parts: list[str] = []
        for line in self._blocks(cell, depth + 2):
            words = line.strip()
            if words.startswith("- "):
                words = "• " + words[2:]
            if words and not words.startswith("```"):
                parts.append(words.removesuffix("\\"))
        return anchor(cell) + " ".join(parts)

    # --- text ---------------------------------------------------------------------------------

    def _paragraph(self, elements: Iterable[Node], depth: int) -> str:
        words = self._inline(elements, depth)
        lines = (" ".join(line.split()) for line in words.split("\n"))
        text = "\n".join(line for line in lines if line).removesuffix("\\")
        return _ESCAPED.sub(r"\1\\\2", text)

    def _inline(self, elements: Iterable[Node], depth: int) -> str:
        return "".join(self._pieces(elements, depth))

    def _pieces(self, elements: Iterable[Node], depth: int) -> Iterator[str]:
        for one in elements:
            if isinstance(one, Remark):
                if str(one).strip():
                    self._removals.add("HTML comment")
            elif isinstance(one, Unseen):
                continue
            elif isinstance(one, Text):
                yield strip_hidden(_SPACE.sub(" ", str(one).replace("\xa0", " ")), self._removals)
            elif isinstance(one, Element) and depth <= _DEEPEST:
                if not self._left_out(one):
                    yield self._tag(one, depth + 1)
            elif isinstance(one, Element):
                yield one.get_text(" ")

    def _tag(self, tag: Element, depth: int) -> str:
        name = tag.name
        if name in {"br", "img", "input"}:
            return void(tag)
        if name in _CODE or (name == "span" and "literal" in (tag.get("class") or [])):
            return code(tag.get_text())
        inner = self._inline(tag.children, depth)
        if name == "a":
            return anchor(tag) + link(tag, inner)
        if name in _MARKS and inner.strip():
            edge = _MARKS[name]
            before, after = inner[: len(inner) - len(inner.lstrip())], inner[len(inner.rstrip()) :]
            return f"{before}{edge}{inner.strip()}{edge}{after}"
        if name == "q":
            return f'"{inner}"'
        return f" {inner} " if name in _BLOCKS else anchor(tag) + inner


def _is_block(tag: Element) -> bool:
    if tag.name in _BLOCKS or tag.name in _CODE:
        return tag.name in _BLOCKS
    return any(isinstance(one, Element) and one.name in _BLOCKS for one in tag.descendants)


def _tighten(lines: list[str]) -> list[str]:
    """Leave out the blank line between the words of an item and the list under it."""
    kept: list[str] = []
    for at, line in enumerate(lines):
        following = lines[at + 1] if at + 1 < len(lines) else ""
        if not line and following.startswith(("- ", "1. ")):
            continue
        kept.append(line)
    return kept
