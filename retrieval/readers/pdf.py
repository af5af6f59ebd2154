"""PDF files -> Page: columns in reading order, tables, page numbers as places to link to."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Sequence
from typing import Any

import pdfplumber
from pdfminer.pdfdocument import PDFPasswordIncorrect
from pdfminer.pdfinterp import PDFPageInterpreter
from pdfplumber.page import Page as PdfPage
from pdfplumber.page import PDFPageAggregatorWithMarkedContent
from pdfplumber.utils.exceptions import PdfminerException

from retrieval.errors import UnreadableDocument
from retrieval.readers.about import facts_of, first_heading, title_of
from retrieval.readers.colors import WHITE
from retrieval.readers.crossed import close_gaps, crossed
from retrieval.readers.decode import strip_hidden
from retrieval.readers.directives import gfm
from retrieval.readers.facts import metadata
from retrieval.readers.ink import INVISIBLE, Ink, shade
from retrieval.readers.layout import Word, reading_order
from retrieval.readers.lifted import lift
from retrieval.readers.page import Options, Page, Removals, check_length
from retrieval.readers.sheets import Sheet, drop_running_lines, write

_MOST_PAGES = 3_000
_MOST = 300
"""Pages of which all characters are looked at."""
_MOST_EDGES = 4_000
_MOST_CHARACTERS = 60_000
_UNPAINTED, _OUTLINES, _BOTH = 3, frozenset({1, 5}), frozenset({2, 6})
"""Text rendering modes (ISO 32000, 9.3.6): in no colour, lines around the letters, lines too."""
_MONO = re.compile(r"mono|courier|consol|menlo|typewriter|cmtt|inconsolata", re.IGNORECASE)
_BOLD = re.compile(r"bold|black|heavy|semibold|-bd|,bd", re.IGNORECASE)


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
    drop_running_lines(sheets)
    text, anchors = write(sheets)
    return Page(
        text=text,
        title=title_of(about) or first_heading(text),
        anchors=anchors,
        metadata=metadata(facts_of(about), removals),
        warnings=removals.sentences(),
    )


def characters(data: bytes) -> str:
    """Return all characters of the pages, as they are drawn and as they stand, shown or not."""
    try:
        with pdfplumber.open(io.BytesIO(data)) as pdf:
            drawn = ["".join(str(one["text"]) for one in page.chars) for page in pdf.pages[:_MOST]]
            return "\n".join([*drawn, *(page.extract_text() for page in pdf.pages[:_MOST])])
    except Exception:  # noqa: BLE001  (pdfminer raises whatever a damaged file brings about)
        return ""


def _reason(error: Exception) -> str:
    cause = error.args[0] if isinstance(error, PdfminerException) and error.args else error
    if isinstance(cause, PDFPasswordIncorrect):
        return "it is protected by a password"
    return "it is not a PDF, or damaged"


def _say_scans(sheets: Sequence[Sheet], removals: Removals) -> None:
    """Name the pages without text; raise when none has any."""
    empty = [sheet for sheet in sheets if not sheet.lines]
    if len(empty) == len(sheets):
        raise UnreadableDocument("no page has text that can be read: it is a scan, or empty")
    if scans := [sheet.number for sheet in empty if sheet.pictured]:
        removals.say(f"Scanned pages without text that can be read: {_listed(scans)}.")
    if read_by_machine := [sheet.number for sheet in sheets if sheet.recognised and sheet.lines]:
        said = "Scanned pages whose text was recognised by a machine, which errs at times"
        removals.say(f"{said}: {_listed(read_by_machine)}.")


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers[:20])) + (" and more" if len(numbers) > 20 else "")


def _sheets(pages: Sequence[PdfPage], removals: Removals) -> list[Sheet]:
    """Lay the pages out. Raises UnreadableDocument once they hold too much text."""
    sheets: list[Sheet] = []
    length = 0
    for page in pages:
        sheets.append(_sheet(page, removals))
        length += sum(len(line.text) for line in sheets[-1].lines)
        check_length(length)
    return sheets


# --- one page -----------------------------------------------------------------------------------


def _sheet(page: PdfPage, removals: Removals) -> Sheet:
    _draw(page)
    sheet = Sheet(page.page_number, float(page.height), pictured=bool(page.images))
    if len(page.chars) > _MOST_CHARACTERS:
        removals.say(f"Page {page.page_number} holds too many characters to be laid out.")
        return sheet
    ink = Ink(_box(page), page.chars, [*page.rects, *page.curves], page.images)
    sheet.recognised = ink.recognised
    shown = _shown(page, ink, removals)
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


def _shown(page: PdfPage, ink: Ink, removals: Removals) -> PdfPage:
    """Return a page without what is hidden or struck through, raised characters as superscripts."""
    struck = crossed(page.chars, [*page.lines, *page.rects], _notes(page))
    shown = page.filter(lambda one: id(one) not in struck and ink.shows(one))
    gone = len(page.chars) - len(shown.chars) - len(struck)
    removals.add("hidden character", gone)
    removals.add("struck-through character", len(struck))
    if struck:
        close_gaps(page.chars, struck)
    if not ink.recognised:
        lift(shown.chars)
    return shown


def _notes(page: PdfPage) -> list[dict[str, Any]]:
    try:
        return list(page.annots)
    except Exception:  # noqa: BLE001  (a damaged annotation is no reason to leave out the page)
        return []


def _box(page: PdfPage) -> tuple[float, float, float, float]:
    """Return the part of a page that is shown, from its left and top."""
    left, top, right, bottom = page.mediabox
    cut = page.cropbox
    shown = (max(left, cut[0]), max(top, cut[1]), min(right, cut[2]), min(bottom, cut[3]))
    return shown if shown[0] < shown[2] and shown[1] < shown[3] else (left, top, right, bottom)


class _Pen(PDFPageAggregatorWithMarkedContent):
    """Notes of each character in what colour it is really drawn, if in any."""

    def render_string(self, textstate: Any, seq: Any, ncs: Any, graphicstate: Any) -> None:
        """Draw a string in the way that the text rendering mode says."""
        if textstate.render == _UNPAINTED:
            graphicstate.ncolor = (INVISIBLE,)
        elif textstate.render in _OUTLINES or (
            textstate.render in _BOTH and shade(graphicstate.ncolor) == WHITE
        ):
            graphicstate.ncolor, ncs = graphicstate.scolor, graphicstate.scs
        super().render_string(textstate, seq, ncs, graphicstate)


def _draw(page: PdfPage) -> None:
    """Lay a page out with our pen before pdfplumber does it with its own."""
    pdf = page.pdf
    pen = _Pen(pdf.rsrcmgr, pageno=page.page_number, laparams=pdf.laparams)
    PDFPageInterpreter(pdf.rsrcmgr, pen).process_page(page.page_obj)
    page._layout = pen.get_result()  # noqa: SLF001  (there is no other way to hand it over)


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
