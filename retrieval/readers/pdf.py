"""PDF files -> Page: columns in reading order, tables, page numbers as places to link to."""

from __future__ import annotations

import io
import logging
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pdfplumber
from pdfminer.pdfdocument import PDFPasswordIncorrect
from pdfplumber.page import Page as PdfPage
from pdfplumber.utils.exceptions import PdfminerException

from retrieval.errors import UnreadableDocument
from retrieval.readers.decode import strip_hidden
from retrieval.readers.directives import gfm
from retrieval.readers.facts import metadata
from retrieval.readers.layout import Line, Word, reading_order
from retrieval.readers.page import Options, Page, Removals, check_length
from retrieval.readers.paragraphs import SENTENCE_END, Block, blocks, heading_sizes
from retrieval.values import Anchor

_MOST_PAGES = 3_000
_MOST_EDGES = 4_000
_MOST_CHARACTERS = 60_000
_EDGE_ZONE = 0.12
"""The share of a page's height, at its top and bottom, in which running lines are looked for."""
_PAGE_NUMBER = re.compile(
    r"\W*(?:page|seite|p\.)?\s*\d{1,4}(?:\s*(?:of|/|von|de)\s*\d{1,4})?\W*$", re.IGNORECASE
)
_DATE = re.compile(r"D:(\d{4})(\d{2})?(\d{2})?")
_FILE_NAME = re.compile(
    r"(?:word )?document\d*$|untitled|.*\.(?:docx?|pdf|tex|dvi|indd|pptx?|html?)$|microsoft word",
    re.IGNORECASE,
)
_MONO = re.compile(r"mono|courier|consol|menlo|typewriter|cmtt|inconsolata", re.IGNORECASE)
_BOLD = re.compile(r"bold|black|heavy|semibold|-bd|,bd", re.IGNORECASE)


@dataclass(slots=True)
class _Sheet:
    """One page: its lines in reading order."""

    number: int
    height: float
    lines: list[Line] = field(default_factory=list)
    pictured: bool = False


def read(data: bytes, options: Options) -> Page:  # noqa: ARG001  (one shape for all formats)
    """Return the document as one page. Raises UnreadableDocument with the reason."""
    removals = Removals()
    # pdfminer tells of every odd byte; what matters is said in the page's warnings.
    logging.getLogger("pdfminer").setLevel(logging.ERROR)
    try:
        with pdfplumber.open(io.BytesIO(data)) as pdf:
            about = pdf.metadata or {}
            if len(pdf.pages) > _MOST_PAGES:
                removals.say(f"Only its first {_MOST_PAGES} pages were read.")
            sheets = _sheets(pdf.pages[:_MOST_PAGES], removals)
    except UnreadableDocument:
        raise
    except Exception as error:  # pdfminer raises whatever a damaged file brings about
        raise UnreadableDocument(_reason(error)) from error
    _say_scans(sheets, removals)
    _drop_running_lines(sheets)
    text, anchors = _write(sheets)
    return Page(
        text=text,
        title=_title(about) or _first_heading(text),
        anchors=anchors,
        metadata=metadata(_facts(about), removals),
        warnings=removals.sentences(),
    )


def _reason(error: Exception) -> str:
    cause = error.args[0] if isinstance(error, PdfminerException) and error.args else error
    if isinstance(cause, PDFPasswordIncorrect):
        return "it is protected by a password"
    return "it is not a PDF, or damaged"


def _say_scans(sheets: Sequence[_Sheet], removals: Removals) -> None:
    """Name the pages without text; raise when none has any."""
    empty = [sheet for sheet in sheets if not sheet.lines]
    if len(empty) == len(sheets):
        raise UnreadableDocument("no page has text that can be read: it is a scan, or empty")
    scans = [str(sheet.number) for sheet in empty if sheet.pictured]
    if scans:
        shown = ", ".join(scans[:20]) + (" and more" if len(scans) > 20 else "")
        removals.say(f"Scanned pages without text that can be read: {shown}.")


def _sheets(pages: Sequence[PdfPage], removals: Removals) -> list[_Sheet]:
    """Lay the pages out. Raises UnreadableDocument once they hold too much text."""
    sheets: list[_Sheet] = []
    length = 0
    for page in pages:
        sheets.append(_sheet(page, removals))
        length += sum(len(line.text) for line in sheets[-1].lines)
        check_length(length)
    return sheets


# --- one page -----------------------------------------------------------------------------------


def _sheet(page: PdfPage, removals: Removals) -> _Sheet:
    sheet = _Sheet(page.page_number, float(page.height), pictured=bool(page.images))
    if len(page.chars) > _MOST_CHARACTERS:
        removals.say(f"Page {page.page_number} holds too many characters to be laid out.")
        return sheet
    shown = page.filter(lambda thing: _shown(thing, page))
    gone = len(page.chars) - len(shown.chars)
    if gone:
        removals.add("hidden character", gone)
    words = [
        _word(word, removals)
        for word in shown.extract_words(
            x_tolerance_ratio=0.2, extra_attrs=["fontname", "size"], keep_blank_chars=False
        )
    ]
    words = [word for word in words if word.text]
    for box, lines in _tables(shown, removals):
        words = [word for word in words if not _within(word, box)]
        words.append(Word("", box[0], box[2], box[1], box[3], 0.0, block="\n".join(lines)))
    sheet.lines = reading_order(words)
    page.close()
    return sheet


def _shown(thing: dict[str, Any], page: PdfPage) -> bool:
    """Whether people can see a character: on the page, of a size, not white on nothing."""
    if thing.get("object_type") != "char":
        return True
    if thing["size"] < 1.5 or thing["x1"] <= page.bbox[0] or thing["x0"] >= page.bbox[2]:
        return not thing["text"].strip()
    if thing["bottom"] <= page.bbox[1] or thing["top"] >= page.bbox[3]:
        return False
    return not _white(thing.get("non_stroking_color")) or _backed(thing, page)


def _white(color: Any) -> bool:
    values = color if isinstance(color, list | tuple) else [color]
    if len(values) == 4:
        return all(value == 0 for value in values)
    return len(values) in {1, 3} and all(isinstance(v, int | float) and v >= 0.99 for v in values)


def _backed(thing: dict[str, Any], page: PdfPage) -> bool:
    """Whether something coloured or a picture stands behind a white character."""
    x, y = (thing["x0"] + thing["x1"]) / 2, (thing["top"] + thing["bottom"]) / 2
    for back in (*page.rects, *page.images, *page.curves):
        if back["x0"] <= x <= back["x1"] and back["top"] <= y <= back["bottom"]:
            if back.get("object_type") == "image":
                return True
            if back.get("fill") and not _white(back.get("non_stroking_color")):
                return True
    return False


def _word(word: dict[str, Any], removals: Removals) -> Word:
    return Word(
        strip_hidden(word["text"], removals),
        float(word["x0"]),
        float(word["x1"]),
        float(word["top"]),
        float(word["bottom"]),
        float(word["size"]),
        bool(_BOLD.search(word["fontname"])),
        bool(_MONO.search(word["fontname"])),
    )


def _within(word: Word, box: tuple[float, float, float, float]) -> bool:
    x, y = (word.x0 + word.x1) / 2, (word.top + word.bottom) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _tables(
    page: PdfPage, removals: Removals
) -> list[tuple[tuple[float, float, float, float], list[str]]]:
    """Return each ruled table of two columns or more with its box."""
    if len(page.edges) > _MOST_EDGES:
        removals.say(f"Page {page.page_number} is drawn too finely for its tables to be found.")
        return []
    found = []
    for table in page.find_tables():
        rows = [[strip_hidden(cell or "", removals) for cell in row] for row in table.extract()]
        rows = [row for row in rows if any(cell.strip() for cell in row)]
        filled = [
            at
            for at in range(max(map(len, rows), default=0))
            if any(at < len(r) and r[at].strip() for r in rows)
        ]
        rows = [[row[at] if at < len(row) else "" for at in filled] for row in rows]
        if len(rows) >= 2 and len(filled) >= 2:
            found.append((table.bbox, gfm(rows)))
    return found


# --- the document -------------------------------------------------------------------------------


def _drop_running_lines(sheets: Sequence[_Sheet]) -> None:
    """Take out the lines that repeat at the top or bottom of the pages, and page numbers."""
    counts: Counter[str] = Counter()
    for sheet in sheets:
        counts.update({_pattern(line) for line in sheet.lines if _at_edge(line, sheet)})
    least = max(2, (len(sheets) + 1) // 3)
    running = {pattern for pattern, count in counts.items() if count >= least}
    for sheet in sheets:
        kept = [
            line
            for line in sheet.lines
            if not (
                _at_edge(line, sheet)
                and (
                    _pattern(line) in running or (len(sheets) > 1 and _PAGE_NUMBER.match(line.text))
                )
            )
        ]
        sheet.lines = kept


def _at_edge(line: Line, sheet: _Sheet) -> bool:
    zone = _EDGE_ZONE * sheet.height
    return line.bottom < zone or line.top > sheet.height - zone


def _pattern(line: Line) -> str:
    return re.sub(r"\d+|\b[ivxl]+\b", "#", line.text.lower())


def _write(sheets: Sequence[_Sheet]) -> tuple[str, tuple[Anchor, ...]]:
    """Return the text of all pages and where each begins."""
    sizes, body = heading_sizes([line for sheet in sheets for line in sheet.lines])
    parts: list[str] = []
    anchors: list[Anchor] = []
    length = 0
    last: Block | None = None
    for sheet in sheets:
        found = blocks(sheet.lines, sizes, body)
        for at, block in enumerate(found):
            joint = _joint(last, block, first=at == 0)
            if parts:
                parts.append(joint)
                length += len(joint)
            if at == 0:
                anchors.append(Anchor(length, f"page={sheet.number}"))
            words = ("#" * block.level + " " if block.level else "") + block.text
            parts.append(words)
            length += len(words)
            last = block
    text = "".join(parts)
    return (text + "\n" if text else ""), tuple(anchors)


def _joint(last: Block | None, block: Block, *, first: bool) -> str:
    """Return what parts two blocks: a space where a sentence goes on over the page's end."""
    if last is None:
        return ""
    runs_on = (
        first and not last.level and not block.level and not block.item
        and not last.text.endswith(SENTENCE_END) and not last.fixed and not block.fixed
        and block.text[:1].islower()
    )  # fmt: skip
    if runs_on:
        return " "
    return "\n" if last.item and block.item else "\n\n"


def _title(about: dict[str, Any]) -> str:
    title = about.get("Title")
    words = " ".join(title.split()) if isinstance(title, str) else ""
    return "" if _FILE_NAME.match(words) or not words.isprintable() else words


def _first_heading(text: str) -> str:
    for line in text.split("\n"):
        if line.startswith("# "):
            return line[2:].strip()
    return ""


def _facts(about: dict[str, Any]) -> dict[str, str]:
    facts = {}
    for key, name in (("CreationDate", "created"), ("ModDate", "updated")):
        value = about.get(key)
        if isinstance(value, str) and (match := _DATE.match(value)):
            facts[name] = f"{match[1]}-{match[2] or '01'}-{match[3] or '01'}"
    if isinstance(about.get("Keywords"), str):
        facts["keywords"] = about["Keywords"]
    return facts
