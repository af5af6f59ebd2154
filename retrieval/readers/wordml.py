"""The XML of a Word document: what python-docx opens, and the words of its paragraphs."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from typing import Any

import docx
from docx.document import Document
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.coreprops import CoreProperties
from docx.oxml import parse_xml
from docx.oxml.ns import qn

from retrieval.errors import UnreadableDocument
from retrieval.readers.faces import Faces
from retrieval.readers.page import Removals
from retrieval.readers.sight import STRUCK
from retrieval.readers.tags import destination
from retrieval.text.raised import raised

WordDocument = Document
named = qn
"""Returns the full name of an element or attribute: "w:p" with its namespace."""

_MOST_BYTES = 50_000_000
_MOST_GROWTH = 100
_MOST_TAGS = 2_000_000
_GROWTH_FROM = 2_000_000
"""Small documents may be packed as tightly as they like: they unpack to little."""
_OLE = b"\xd0\xcf\x11\xe0"
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
_ESCAPED = re.compile(r"^(#{1,6} |>|[-+*] |\d{1,9}[.)] |```|~~~)|([*_`<\[])(?=\S)|(~)(?=~)")
_RAISED = "^"
"""The mark of runs that are superscripts, until those side by side are joined."""


def open_document(data: bytes) -> Document:
    """Open a document. Raises UnreadableDocument for one that is locked, damaged or a bomb."""
    if data.startswith(_OLE):
        raise UnreadableDocument("it is protected by a password, or an old .doc file")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check_size(sum(one.file_size for one in archive.infolist()), len(data))
            _check_tags(archive)
        return docx.Document(io.BytesIO(data))
    except UnreadableDocument:
        raise
    except Exception as error:  # python-docx raises whatever a damaged file brings about
        raise UnreadableDocument("it is not a Word document, or damaged") from error


def properties(document: Document) -> CoreProperties | None:
    """Return what the file says of itself, or None where it says nothing.

    python-docx makes properties for a file without any: the present day, and a title.
    """
    parts = {one.reltype for one in document.part.package.rels.values()}
    return document.core_properties if RELATIONSHIP_TYPE.CORE_PROPERTIES in parts else None


def _check_size(unpacked: int, packed: int) -> None:
    """Refuse an archive that was packed to be small and unpack to much."""
    if unpacked > _MOST_BYTES:
        raise UnreadableDocument(
            f"too large: it unpacks to {unpacked} bytes, {_MOST_BYTES} at most;"
            " split it or exclude it"
        )
    if unpacked > _GROWTH_FROM and unpacked > packed * _MOST_GROWTH:
        raise UnreadableDocument(
            f"too large: it unpacks to {unpacked} bytes, more than {_MOST_GROWTH} times its size;"
            " exclude it"
        )


def _check_tags(archive: zipfile.ZipFile) -> None:
    """Refuse a part of so many tags that its tree would take gigabytes and minutes."""
    for one in archive.infolist():
        if one.filename.endswith(".xml") and archive.read(one).count(b"<") > _MOST_TAGS:
            raise UnreadableDocument(
                f"too large: {one.filename} holds more than {_MOST_TAGS} tags;"
                " split it or exclude it"
            )


class Words:
    """Reads the words of paragraphs, with links, bold and italic parts; hidden runs go."""

    def __init__(self, document: Document, removals: Removals) -> None:
        self._links, self._removals = document.part.rels, removals
        self._faces = _faces(document)

    def words(self, element: Any, *, plain: bool = False) -> str:
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
            elif child.tag == qn("w:del") and any(one.text for one in child.iter(qn("w:delText"))):
                self._removals.add("tracked deletion")

    def _run(self, run: Any, *, plain: bool) -> Iterator[tuple[str, str]]:
        about = run.find(qn("w:rPr"))
        words = "".join(self._characters(run, plain=plain))
        if not words:
            return
        if words.strip() and self._faces.hides(run):
            self._removals.add("hidden text run")
            return
        if words.strip() and self._faces.strikes(run):
            self._removals.add(STRUCK)
            return
        if not plain and self._faces.raises(run) and "[^" not in words:
            yield _RAISED, words
            return
        bold = _on(about, "w:b") and not plain
        italic = _on(about, "w:i") and not plain
        yield ("***" if bold and italic else "**" if bold else "*" if italic else ""), words

    def _characters(self, run: Any, *, plain: bool) -> Iterator[str]:
        for child in run:
            if child.tag == qn("w:t"):
                yield (child.text or "") if plain else _ESCAPED.sub(r"\\\1\2\3", child.text or "")
            elif child.tag in {qn("w:br"), qn("w:cr")}:
                yield "\n" if child.get(qn("w:type"), "textWrapping") == "textWrapping" else " "
            elif child.tag == qn("w:tab"):
                yield "\t" if plain else " "
            elif child.tag == qn("w:noBreakHyphen"):
                yield "-"
            elif child.tag == qn("w:footnoteReference") and not plain:
                yield f"[^{child.get(qn('w:id'))}]"

    def _target(self, link: Any) -> str:
        relation = self._links.get(link.get(qn("r:id")) or "")
        target = relation.target_ref if relation is not None and relation.is_external else ""
        ours = target.lower().startswith(("http://", "https://", "mailto:"))
        return destination(target) if ours else ""


def _faces(document: Document) -> Faces:
    try:
        styles = document.part.styles.element
    except (KeyError, AttributeError):
        styles = None
    return Faces(styles, document.element.find(qn("w:background")))


def elements(body: Any, kinds: tuple[str, ...] = ("w:p", "w:tbl")) -> Iterator[Any]:
    """Yield the paragraphs and tables of a body, those in content controls too."""
    wanted = {qn(kind) for kind in kinds}
    for child in body:
        if child.tag in wanted:
            yield child
        elif child.tag in _WRAPPERS:
            yield from elements(child, kinds)


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
        if not mark or not bare or mark == _RAISED:
            parts.append(raised(words) if mark == _RAISED else words)
            continue
        start = words.index(bare)
        parts.append(f"{words[:start]}{mark}{bare}{mark}{words[start + len(bare) :]}")
    return "".join(parts)


def _on(about: Any, name: str) -> bool:
    """Whether a switch of a run is on."""
    found = about.find(qn(name)) if about is not None else None
    return found is not None and found.get(qn("w:val"), "true") not in {"0", "false", "off"}


def list_formats(document: Document) -> dict[tuple[Any, int], str]:
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


def footnotes(document: Document) -> dict[str, Any]:
    """Return the footnotes by id."""
    for relation in document.part.rels.values():
        if relation.reltype.endswith("/footnotes") and not relation.is_external:
            root = parse_xml(relation.target_part.blob)
            return {
                str(note.get(qn("w:id"))): note
                for note in root.iter(qn("w:footnote"))
                if not note.get(qn("w:type"))
            }
    return {}
