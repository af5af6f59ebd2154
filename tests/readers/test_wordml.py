"""Tests of the XML of Word documents."""

from __future__ import annotations

import io

from docx import Document
from docx.oxml import parse_xml

from retrieval.readers.page import Removals
from retrieval.readers.wordml import Words, elements, open_document

_NAMES = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def _document():
    Document().save(file := io.BytesIO())
    return open_document(file.getvalue())


def test_inserted_words_are_read_and_deleted_ones_are_not():
    """Tracked changes are read as accepted."""
    paragraph = parse_xml(
        f"<w:p {_NAMES}><w:r><w:t>a </w:t></w:r><w:ins><w:r><w:t>b</w:t></w:r></w:ins>"
        "<w:del><w:r><w:delText>c</w:delText></w:r></w:del></w:p>"
    )

    assert "a b" == Words(_document(), Removals()).words(paragraph)


def test_bold_runs_are_joined():
    """Runs that Word parts for its own reasons are one."""
    run = "<w:r><w:rPr><w:b/></w:rPr><w:t>{}</w:t></w:r>"
    paragraph = parse_xml(f"<w:p {_NAMES}>{run.format('a')}{run.format('b')}</w:p>")

    assert "**ab**" == Words(_document(), Removals()).words(paragraph)


def test_content_controls_are_looked_into():
    """Paragraphs in a content control are paragraphs of the page."""
    body = parse_xml(
        f"<w:body {_NAMES}><w:sdt><w:sdtContent><w:p/></w:sdtContent></w:sdt><w:p/></w:body>"
    )

    assert 2 == len(list(elements(body)))
