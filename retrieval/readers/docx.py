"""Word documents (.docx) -> Page: headings, lists, tables and text in the order they stand."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from docx import Document as open_document
from docx.document import Document
from docx.oxml import parse_xml
from docx.oxml.ns import qn

from retrieval.errors import UnreadableDocument
from retrieval.readers import markdown
from retrieval.readers.decode import strip_hidden
from retrieval.readers.directives import fenced, gfm
from retrieval.readers.facts import metadata
from retrieval.readers.page import Options, Page, Removals

_MOST_BYTES = 300_000_000
_OLE = b"\xd0\xcf\x11\xe0"
_CODE_STYLE = re.compile(r"code|preformatted|verbatim|listing", re.IGNORECASE)
_QUOTE_STYLE = re.compile(r"quot|block text", re.IGNORECASE)
_HEADING = re.compile(
    r"(?:heading|überschrift|titre|título|titolo|kop|заголовок)\s*(\d)", re.IGNORECASE
)
_WRAPPERS = frozenset(
    map(
        qn,
        (
            "w:ins",
            "w:smartTag",
            "w:sdt",
            "w:sdtContent",
            "w:fldSimple",
            "w:bdo",
            "w:dir",
            "w:customXml",
            "w:moveTo",
        ),
    )
)
_TEMPLATE_YEAR = 2013
"""python-docx leaves the dates of its own template in what it writes."""
_GENERIC_TITLE = re.compile(r"(?:word )?document\d*$|untitled\W*\d*$", re.IGNORECASE)
_ESCAPED = re.compile(r"^(#{1,6} |>|[-+*] |\d{1,9}[.)] |```|~~~)|([*_`<\[])(?=\S)")


def read(data: bytes, options: Options) -> Page:
    """Return the document as one page. Raises UnreadableDocument with the reason."""
    removals = Removals()
    document = _open(data)
    writer = _Writer(document, removals)
    text = strip_hidden("\n".join(writer.blocks(document.element.body)), removals)
    page = markdown.page_of(text, options, removals)
    about = _about(document)
    return Page(
        text=page.text,
        title=about.pop("title") or page.title,
        anchors=page.anchors,
        metadata=metadata(about, removals),
        warnings=removals.sentences(),
    )


def _open(data: bytes) -> Document:
    if data.startswith(_OLE):
        raise UnreadableDocument("it is protected by a password, or an old .doc file")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(one.file_size for one in archive.infolist())
        if size > _MOST_BYTES:
            raise UnreadableDocument(f"it unpacks to {size} bytes, {_MOST_BYTES} at most")
        return open_document(io.BytesIO(data))
    except UnreadableDocument:
        raise
    except Exception as error:  # python-docx raises whatever a damaged file brings about
        raise UnreadableDocument(f"it is damaged: {type(error).__name__}: {error}"[:200]) from error


def _about(document: Document) -> dict[str, Any]:
    """Return what the document's properties say, in the words of front matter."""
    core = document.core_properties

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

    def __init__(self, document: Document, removals: Removals) -> None:
        self._document, self._removals = document, removals
        self._styles = {style.style_id: style for style in document.styles}
        self._formats = _list_formats(document)
        self._notes = _footnotes(document)
        self._counts: dict[tuple[str, int], int] = {}

    def blocks(self, body: Any) -> list[str]:
        """Return the lines of everything in `body`, then its footnotes."""
        lines: list[str] = []
        code: list[str] = []
        listed = False
        for element in _elements(body):
            if element.tag == qn("w:tbl"):
                _flush(lines, code)
                lines.extend(["", *self._table(element), ""])
                listed = False
                continue
            kind = self._style(element)
            if _CODE_STYLE.search(kind):
                code.extend(self._words(element, plain=True).split("\n"))
                continue
            _flush(lines, code)
            words = self._words(element).strip()
            if words:
                level = self._list_level(element, kind)
                if not (listed and level is not None):
                    lines.append("")
                lines.extend(self._paragraph(element, kind, words, level).split("\n"))
                listed = level is not None
            for box in element.iter(qn("w:txbxContent")):
                if not any(parent.tag == qn("mc:Fallback") for parent in box.iterancestors()):
                    lines.extend(["", *self.blocks(box)])
        _flush(lines, code)
        return lines + self._used_notes(body)

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
        found = element.find(f"{qn('w:pPr')}/{qn('w:outlineLvl')}")
        value = found.get(qn("w:val"), "9") if found is not None else "9"
        return int(value) + 1 if value.isdigit() and int(value) < 6 else 0

    def _numbering(self, element: Any) -> tuple[str, int] | None:
        """Return the number of the list and its level, from the paragraph or its style."""
        style = self._styles.get(element.style or "")
        places = [element.pPr]
        while style is not None and len(places) < 10:
            places.append(style.element.find(qn("w:pPr")))
            style = getattr(style, "base_style", None)
        for place in places:
            found = place.find(qn("w:numPr")) if place is not None else None
            if found is None:
                continue
            number, level = found.find(qn("w:numId")), found.find(qn("w:ilvl"))
            name = number.get(qn("w:val")) if number is not None else ""
            depth = level.get(qn("w:val"), "0") if level is not None else "0"
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
        for row in table.iter(qn("w:tr")):
            if next(row.iterancestors(qn("w:tbl"))) is not table:
                continue
            cells: list[str] = []
            for cell in _elements(row, ("w:tc",)):
                merge = cell.find(f"{qn('w:tcPr')}/{qn('w:vMerge')}")
                goes_on = merge is not None and merge.get(qn("w:val"), "continue") == "continue"
                words = above.get(len(cells), "") if goes_on else self._cell(cell)
                span = cell.find(f"{qn('w:tcPr')}/{qn('w:gridSpan')}")
                across = span.get(qn("w:val"), "1") if span is not None else "1"
                for _ in range(min(int(across), 100) if across.isdigit() else 1):
                    above[len(cells)] = words
                    cells.append(words)
            if any(cells):
                rows.append(cells)
        if len(rows) == 1 and len(rows[0]) == 1:
            return [rows[0][0]]
        return gfm(rows)

    def _cell(self, cell: Any) -> str:
        parts: list[str] = []
        for element in _elements(cell):
            if element.tag == qn("w:tbl"):
                parts.extend(
                    line.strip("| ").replace(" | ", ", ")
                    for line in self._table(element)
                    if "---" not in line
                )
            elif words := " ".join(self._words(element).split()):
                listed = self._list_level(element, self._style(element)) is not None
                parts.append(f"• {words}" if listed else words)
        return " ".join(parts)

    # --- words ----------------------------------------------------------------------------------

    def _words(self, element: Any, *, plain: bool = False) -> str:
        """Return the words of a paragraph with its links, bold and italic parts."""
        return _joined(list(self._pieces(element, plain=plain)))

    def _pieces(self, element: Any, *, plain: bool) -> Iterator[tuple[str, str]]:
        """Yield (mark, words): the mark stands on both sides of the words."""
        for child in element:
            if child.tag == qn("w:r"):
                yield from self._run(child, plain=plain)
            elif child.tag == qn("w:hyperlink"):
                words = _joined(list(self._pieces(child, plain=plain)))
                target = self._target(child)
                yield (
                    "",
                    f"[{words.strip()}]({target})"
                    if target and words.strip() and not plain
                    else words,
                )
            elif child.tag in _WRAPPERS:
                yield from self._pieces(child, plain=plain)

    def _run(self, run: Any, *, plain: bool) -> Iterator[tuple[str, str]]:
        about = run.find(qn("w:rPr"))
        words = "".join(self._characters(run, plain=plain))
        if not words:
            return
        if _on(about, "w:vanish"):
            self._removals.add("hidden text run")
            return
        bold = _on(about, "w:b") and not plain
        italic = _on(about, "w:i") and not plain
        yield ("***" if bold and italic else "**" if bold else "*" if italic else ""), words

    def _characters(self, run: Any, *, plain: bool) -> Iterator[str]:
        for child in run:
            if child.tag == qn("w:t"):
                yield (child.text or "") if plain else _ESCAPED.sub(r"\\\1\2", child.text or "")
            elif child.tag in {qn("w:br"), qn("w:cr")}:
                yield "\n" if child.get(qn("w:type"), "textWrapping") == "textWrapping" else " "
            elif child.tag == qn("w:tab"):
                yield "\t" if plain else " "
            elif child.tag == qn("w:noBreakHyphen"):
                yield "-"
            elif child.tag == qn("w:footnoteReference") and not plain:
                yield f"[^{child.get(qn('w:id'))}]"

    def _target(self, link: Any) -> str:
        relation = self._document.part.rels.get(link.get(qn("r:id")) or "")
        target = relation.target_ref if relation is not None and relation.is_external else ""
        ours = target.lower().startswith(("http://", "https://", "mailto:"))
        return target.replace(" ", "%20").replace(")", "%29") if ours else ""

    def _used_notes(self, body: Any) -> list[str]:
        lines: list[str] = []
        for reference in body.iter(qn("w:footnoteReference")):
            note = self._notes.get(reference.get(qn("w:id")) or "")
            if note is not None and body.tag == qn("w:body"):
                words = " ".join(self._words(p) for p in note.iter(qn("w:p")))
                lines.extend(["", f"[^{reference.get(qn('w:id'))}]: {' '.join(words.split())}"])
        return lines


def _elements(body: Any, kinds: tuple[str, ...] = ("w:p", "w:tbl")) -> Iterator[Any]:
    """Yield the paragraphs and tables of a body, those in content controls too."""
    wanted = {qn(kind) for kind in kinds}
    for child in body:
        if child.tag in wanted:
            yield child
        elif child.tag in _WRAPPERS:
            yield from _elements(child, kinds)


def _flush(lines: list[str], code: list[str]) -> None:
    """Write the code gathered so far as a block."""
    if any(line.strip() for line in code):
        lines.extend(["", *fenced("", code), ""])
    code.clear()


def _joined(pieces: list[tuple[str, str]]) -> str:
    """Join runs; neighbours of one mark become one, and marks stand at the words."""
    merged: list[tuple[str, str]] = []
    for mark, words in pieces:
        if merged and (merged[-1][0] == mark or not words.strip()):
            merged[-1] = (merged[-1][0], merged[-1][1] + words)
        else:
            merged.append((mark, words))
    parts = []
    for mark, words in merged:
        bare = words.strip()
        if not mark or not bare:
            parts.append(words)
            continue
        start = words.index(bare)
        parts.append(f"{words[:start]}{mark}{bare}{mark}{words[start + len(bare) :]}")
    return "".join(parts)


def _on(about: Any, name: str) -> bool:
    """Whether a switch of a run is on."""
    found = about.find(qn(name)) if about is not None else None
    return found is not None and found.get(qn("w:val"), "true") not in {"0", "false", "off"}


def _list_formats(document: Document) -> dict[tuple[Any, int], str]:
    """Return whether each level of each list is a bullet or a number."""
    try:
        root = document.part.numbering_part.element
    except (KeyError, NotImplementedError, AttributeError):
        return {}
    abstract: dict[tuple[Any, int], Any] = {
        (one.get(qn("w:abstractNumId")), int(level.get(qn("w:ilvl"), "0"))): level.find(
            qn("w:numFmt")
        )
        for one in root.iter(qn("w:abstractNum"))
        for level in one.iter(qn("w:lvl"))
    }
    formats: dict[tuple[Any, int], str] = {}
    for number in root.iter(qn("w:num")):
        kind = number.find(qn("w:abstractNumId"))
        for (name, level), found in abstract.items():
            if kind is not None and name == kind.get(qn("w:val")):
                value = found.get(qn("w:val"), "bullet") if found is not None else "bullet"
                formats[number.get(qn("w:numId")), level] = (
                    "bullet" if value in {"bullet", "none"} else value
                )
    return formats


def _footnotes(document: Document) -> dict[str, Any]:
    for relation in document.part.rels.values():
        if relation.reltype.endswith("/footnotes") and not relation.is_external:
            root = parse_xml(relation.target_part.blob)
            return {
                str(note.get(qn("w:id"))): note
                for note in root.iter(qn("w:footnote"))
                if not note.get(qn("w:type"))
            }
    return {}
