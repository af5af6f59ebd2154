"""Word documents (.docx) -> Page: headings, lists, tables and text in the order they stand."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from retrieval.errors import UnreadableDocument
from retrieval.readers import markdown
from retrieval.readers.decode import strip_hidden
from retrieval.readers.directives import fenced, gfm
from retrieval.readers.facts import metadata
from retrieval.readers.page import Options, Page, Removals, check_length
from retrieval.readers.wordml import (
    WordDocument,
    Words,
    elements,
    footnotes,
    list_formats,
    named,
    open_document,
    properties,
)

_CODE_STYLE = re.compile(r"code|preformatted|verbatim|listing", re.IGNORECASE)
_QUOTE_STYLE = re.compile(r"quot|block text", re.IGNORECASE)
_HEADING = re.compile(
    r"(?:heading|überschrift|titre|título|titolo|kop|заголовок)\s*(\d)", re.IGNORECASE
)
_TEMPLATE_YEAR = 2013
"""python-docx leaves the dates of its own template in what it writes."""
_GENERIC_TITLE = re.compile(r"(?:word )?document\d*$|untitled\W*\d*$", re.IGNORECASE)


def read(data: bytes, options: Options) -> Page:
    """Return the document as one page. Raises UnreadableDocument with the reason."""
    removals = Removals()
    document = open_document(data)
    try:
        writer = _Writer(document, removals)
        text = strip_hidden("\n".join(writer.blocks(document.element.body)), removals)
        about = _about(document)
    except (RecursionError, UnreadableDocument):
        raise
    except Exception as error:  # so do parts that are looked into only now
        raise UnreadableDocument("it is not a Word document, or damaged") from error
    page = markdown.page_of(text, options, removals)
    return Page(
        text=page.text,
        title=about.pop("title") or page.title,
        anchors=page.anchors,
        metadata=metadata(about, removals),
        warnings=removals.sentences(),
    )


def _about(document: WordDocument) -> dict[str, Any]:
    """Return what the document's properties say, in the words of front matter."""
    core = properties(document)
    if core is None:
        return {"title": ""}

    def day(moment: datetime | None) -> str:
        return moment.isoformat() if moment and moment.year != _TEMPLATE_YEAR else ""

    return {
        "title": _GENERIC_TITLE.sub("", " ".join((core.title or "").split())),
        "status": core.content_status or "",
        "tags": core.keywords or "",
        "version": core.version or "",
        "created": day(core.created),
        "updated": day(core.modified),
    }


class _Writer:
    """Writes the Markdown of one document."""

    def __init__(self, document: WordDocument, removals: Removals) -> None:
        self._words = Words(document, removals)
        self._styles = {style.style_id: style for style in document.styles}
        self._formats = list_formats(document)
        self._notes = footnotes(document)
        self._counts: dict[tuple[str, int], int] = {}
        self._length = 0

    def blocks(self, body: Any) -> list[str]:
        """Return the lines of everything in `body`, then its footnotes."""
        lines: list[str] = []
        code: list[str] = []
        listed = False
        for element in elements(body):
            if element.tag == named("w:tbl"):
                _flush(lines, code)
                lines.extend(["", *self._table(element), ""])
                listed = False
                continue
            kind = self._style(element)
            if _CODE_STYLE.search(kind):
                code.extend(self._spent(self._words.words(element, plain=True)).split("\n"))
                continue
            _flush(lines, code)
            words = self._spent(self._words.words(element)).strip()
            if words:
                level = self._list_level(element, kind)
                if not (listed and level is not None):
                    lines.append("")
                lines.extend(self._paragraph(element, kind, words, level).split("\n"))
                listed = level is not None
            for box in element.iter(named("w:txbxContent")):
                if not any(parent.tag == named("mc:Fallback") for parent in box.iterancestors()):
                    lines.extend(["", *self.blocks(box)])
        _flush(lines, code)
        return lines + self._used_notes(body)

    def _spent(self, words: str) -> str:
        """Return `words`; raise UnreadableDocument when the document holds too many."""
        self._length += len(words) + 1
        check_length(self._length)
        return words

    def _paragraph(self, element: Any, kind: str, words: str, level: int | None) -> str:
        heading = self._heading(element, kind)
        if heading:
            bare = " ".join(words.split())
            return f"\n{'#' * heading} {bare.strip('*') if bare.startswith('**') else bare}"
        if level is not None:
            return self._item(element, kind, level, words)
        return f"> {words}" if _QUOTE_STYLE.search(kind) else words

    # --- styles and lists -----------------------------------------------------------------------

    def _style(self, element: Any) -> str:
        style = self._styles.get(element.style or "")
        return style.name if style is not None and style.name else (element.style or "")

    def _heading(self, element: Any, kind: str) -> int:
        """Return the level of a heading, 0 for what is none."""
        if kind.lower() in {"title", "titel", "titre"}:
            return 1
        if match := _HEADING.match(kind):
            return min(max(int(match[1]), 1), 6)
        found = element.find(f"{named('w:pPr')}/{named('w:outlineLvl')}")
        value = found.get(named("w:val"), "9") if found is not None else "9"
        return int(value) + 1 if value.isdigit() and int(value) < 6 else 0

    def _numbering(self, element: Any) -> tuple[str, int] | None:
        """Return the number of the list and its level, from the paragraph or its style."""
        style = self._styles.get(element.style or "")
        places = [element.pPr]
        while style is not None and len(places) < 10:
            places.append(style.element.find(named("w:pPr")))
            style = getattr(style, "base_style", None)
        for place in places:
            found = place.find(named("w:numPr")) if place is not None else None
            if found is None:
                continue
            number, level = found.find(named("w:numId")), found.find(named("w:ilvl"))
            name = number.get(named("w:val")) if number is not None else ""
            depth = level.get(named("w:val"), "0") if level is not None else "0"
            return (name, int(depth) if depth.isdigit() else 0) if name and name != "0" else None
        return None

    def _list_level(self, element: Any, kind: str) -> int | None:
        if self._heading(element, kind):
            return None
        found = self._numbering(element)
        if found is not None:
            return min(found[1], 8)
        match = re.match(r"List (?:Bullet|Number)(?: (\d))?$", kind)
        return int(match[1] or 1) - 1 if match else None

    def _item(self, element: Any, kind: str, level: int, words: str) -> str:
        found = self._numbering(element) or (kind, level)
        numbered = self._formats.get(found, "number" if "Number" in kind else "bullet") != "bullet"
        self._counts = {
            key: n for key, n in self._counts.items() if key[1] <= level or key[0] != found[0]
        }
        self._counts[found] = self._counts.get(found, 0) + 1
        marker = f"{self._counts[found]}." if numbered else "-"
        indent = "   " * level
        return f"{indent}{marker} " + words.replace("\n", f"\n{indent}{' ' * (len(marker) + 1)}")

    # --- tables ---------------------------------------------------------------------------------

    def _table(self, table: Any) -> list[str]:
        rows: list[list[str]] = []
        above: dict[int, str] = {}
        for row in table.iter(named("w:tr")):
            if next(row.iterancestors(named("w:tbl"))) is not table:
                continue
            cells: list[str] = []
            for cell in elements(row, ("w:tc",)):
                merge = cell.find(f"{named('w:tcPr')}/{named('w:vMerge')}")
                goes_on = merge is not None and merge.get(named("w:val"), "continue") == "continue"
                words = above.get(len(cells), "") if goes_on else self._cell(cell)
                span = cell.find(f"{named('w:tcPr')}/{named('w:gridSpan')}")
                across = span.get(named("w:val"), "1") if span is not None else "1"
                for _ in range(min(int(across), 100) if across.isdigit() else 1):
                    above[len(cells)] = self._spent(words)
                    cells.append(words)
            if any(cells):
                rows.append(cells)
        if len(rows) == 1 and len(rows[0]) == 1:
            return [rows[0][0]]
        return gfm(rows)

    def _cell(self, cell: Any) -> str:
        parts: list[str] = []
        for element in elements(cell):
            if element.tag == named("w:tbl"):
                parts.extend(
                    line.strip("| ").replace(" | ", ", ")
                    for line in self._table(element)
                    if "---" not in line
                )
            elif words := " ".join(self._words.words(element).split()):
                listed = self._list_level(element, self._style(element)) is not None
                parts.append(f"• {words}" if listed else words)
        return " ".join(parts)

    def _used_notes(self, body: Any) -> list[str]:
        lines: list[str] = []
        for reference in body.iter(named("w:footnoteReference")):
            note = self._notes.get(reference.get(named("w:id")) or "")
            if note is not None and body.tag == named("w:body"):
                words = " ".join(self._words.words(p) for p in note.iter(named("w:p")))
                lines.extend(["", f"[^{reference.get(named('w:id'))}]: {' '.join(words.split())}"])
        return lines


def _flush(lines: list[str], code: list[str]) -> None:
    """Write the code gathered so far as a block."""
    if any(line.strip() for line in code):
        lines.extend(["", *fenced("", code), ""])
    code.clear()
