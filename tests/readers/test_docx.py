"""Tests of reading Word documents, from five producers."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pytest
from docx import Document

from retrieval.errors import UnreadableDocument
from retrieval.readers.docx import read
from retrieval.readers.page import Options
from retrieval.values import Metadata

_FILES = Path(__file__).parent / "files"


@pytest.mark.parametrize("name", ["pandoc.docx", "libreoffice.docx"])
def test_structure_survives(name):
    """Headings, nested and numbered lists, a table, code, a quote and a link, in order."""
    text = read((_FILES / name).read_bytes(), Options()).text
    parts = (
        "# On-call handbook\n\nThe person on call answers a page within 15 minutes.",
        "## Escalation\n\nThis does not apply when:\n\n- the alert is marked",
        "   - planned by the owner\n1. Open the incident channel.\n2. Page the second line.",
        "| Severity | Answer within | Who is paged |\n| --- | --- | --- |\n| SEV-1 | 5 minutes |",
        "```\nsystemctl restart ingest\njournalctl -u ingest -n 50\n```",
        "Read [the runbook](https://example.org/runbook) first.",
        "> Never restart it during a backup.",
        "The backup runs at 02:00 UTC.",
    )
    places = [text.find(part) for part in parts]

    assert -1 not in places
    assert sorted(places) == places


def test_hidden_runs_go_and_are_counted():
    """What Word does not show is not read."""
    page = read((_FILES / "docxjs.docx").read_bytes(), Options())

    assert "Leave policy" == page.title
    assert "Everyone has **28 days** of leave a year.\n\n## Carrying over" in page.text
    assert "- up to five days\n   - only until 31 March\n1. Ask your lead." in page.text
    assert ("Took out 1 hidden text run.",) == page.warnings


def test_what_an_html_converter_writes_is_read():
    """The npm package html-to-docx: lists, a table and a link with parentheses in it."""
    page = read((_FILES / "htmltodocx.docx").read_bytes(), Options())

    assert "Badge rules" == page.title
    for part in (
        "See [the desk](https://example.org/desk_%28main%29) for a new one.",
        "- you work from home\n- you are a visitor\n   - with a paper badge\n1. Tell the desk.",
        "| Colour | Opens | Given to |\n| --- | --- | --- |\n| green | all doors | staff |",
        "## Lost badges\n\nA lost badge costs 10 EUR.",
    ):
        assert part in page.text
    assert () == page.warnings


def test_merged_cells_are_read_with_each_row():
    """A cell over two rows stands in both; no dates are taken from a template."""
    document = Document()
    document.add_heading("Rota", 1)
    table = document.add_table(rows=3, cols=2)
    for row, words in zip(table.rows, (("Team", "Day"), ("Ops", "Mon"), ("", "Tue")), strict=True):
        for cell, word in zip(row.cells, words, strict=True):
            cell.text = word
    table.cell(1, 0).merge(table.cell(2, 0))
    document.save(file := io.BytesIO())
    page = read(file.getvalue(), Options())

    assert "| Team | Day |\n| --- | --- |\n| Ops | Mon |\n| Ops | Tue |" in page.text
    assert page.metadata.created is None


def test_locked_damaged_and_bombs_are_refused(monkeypatch):
    """Each has its reason."""
    whole = (_FILES / "pandoc.docx").read_bytes()
    for data, reason in (
        (b"\xd0\xcf\x11\xe0" + b"x" * 99, "password"),
        (b"no zip", "damaged"),
        (whole[:3000], "damaged"),
    ):
        with pytest.raises(UnreadableDocument, match=reason):
            read(data, Options())
    with zipfile.ZipFile(bomb := io.BytesIO(), "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b" " * 3_000_000)
    with pytest.raises(UnreadableDocument, match="more than 100 times its size"):
        read(bomb.getvalue(), Options())
    monkeypatch.setattr("retrieval.readers.wordml._MOST_BYTES", 1_000_000)
    with pytest.raises(UnreadableDocument, match="unpacks to 3000000 bytes, 1000000 at most"):
        read(bomb.getvalue(), Options())


@pytest.mark.parametrize("table", [False, True])
def test_a_document_of_too_much_text_is_left_early(monkeypatch, table):
    """Paragraphs and cells are counted while they are written, empty ones too."""
    document = Document()
    if table:
        document.add_table(4, 4)
        document.tables[0].cell(0, 0).text = "x" * 40
        document.tables[0].cell(0, 0).merge(document.tables[0].cell(3, 3))
    else:
        for _ in range(600):
            document.add_paragraph()
    document.save(file := io.BytesIO())
    monkeypatch.setattr("retrieval.readers.page.MAX_CHARACTERS", 500)

    with pytest.raises(UnreadableDocument, match="too large: more than 500 characters"):
        read(file.getvalue(), Options())


def test_a_part_of_too_many_tags_is_not_parsed(monkeypatch):
    """What is small but would become a huge tree is refused by its tags."""
    monkeypatch.setattr("retrieval.readers.wordml._MOST_TAGS", 50)

    with pytest.raises(UnreadableDocument, match="holds more than 50 tags; split it"):
        read((_FILES / "pandoc.docx").read_bytes(), Options())


def test_reasons_are_in_our_words():
    """No wording of a library reaches the report."""
    for data in (b"no zip", (_FILES / "pandoc.docx").read_bytes()[:3000]):
        with pytest.raises(UnreadableDocument) as caught:
            read(data, Options())
        assert "it is not a Word document, or damaged" == str(caught.value)


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        ("word/footnotes.xml", b"<?xml", b"no xml"),
        ("word/numbering.xml", b'w:ilvl="', b'w:ilvl="x'),
        ("docProps/core.xml", b"</cp:coreProperties>", b""),
    ],
)
def test_a_damaged_part_is_a_reason(part, old, new):
    """Notes, lists and properties that make no sense refuse one document, and raise nothing."""
    with zipfile.ZipFile(_FILES / "docxjs.docx") as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts[part] = parts[part].replace(old, new)
    with zipfile.ZipFile(changed := io.BytesIO(), "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)

    with pytest.raises(UnreadableDocument, match="damaged"):
        read(changed.getvalue(), Options())


def test_a_file_without_properties_has_no_dates():
    """What the file does not say is not made up: neither today nor a title."""
    with zipfile.ZipFile(_FILES / "docxjs.docx") as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    del parts["docProps/core.xml"]
    relations = parts["_rels/.rels"]
    parts["_rels/.rels"] = re.sub(rb"<Relationship [^>]*core\.xml[^>]*/>", b"", relations)
    with zipfile.ZipFile(changed := io.BytesIO(), "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)

    page = read(changed.getvalue(), Options())

    assert relations != parts["_rels/.rels"]
    assert Metadata() == page.metadata
    assert not page.title.startswith("Word")
