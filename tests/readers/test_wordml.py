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


def _run(words, *about):
    inside = "".join(f"<w:{one}/>" for one in about)
    return f'<w:r><w:rPr>{inside}</w:rPr><w:t xml:space="preserve">{words}</w:t></w:r>'


def _said(*runs):
    removals = Removals()
    paragraph = parse_xml(f"<w:p {_NAMES}>{''.join(runs)}</w:p>")
    return Words(_document(), removals).words(paragraph), removals.sentences()


def test_superscripts_stand_apart():
    """Runs side by side are raised as one; ordinals stay."""
    up = 'vertAlign w:val="superscript"'
    words, _ = _said(
        _run("30"),
        _run("1", up),
        _run(" days, 10"),
        _run("-", up, "b"),
        _run("6 ", up),
        _run("times, the 1"),
        _run("s", up),
        _run("t", up),
    )

    assert "30¹ days, 10⁻⁶ times, the 1st" == words


def test_struck_and_deleted_runs_are_not_read():
    """Struck once, twice or by a tracked change, and the report says so; `~~` is no such mark."""
    words, told = _said(
        _run("is "),
        _run("not ", "strike"),
        _run("never ", "dstrike"),
        "<w:del><w:r><w:delText>hardly</w:delText></w:r></w:del>",
        _run("needed ", 'strike w:val="0"'),
        _run("~~so~~"),
    )

    assert r"is needed \~~so\~~" == words
    assert ("Took out 2 struck-through passages.", "Took out 1 tracked deletion.") == told
