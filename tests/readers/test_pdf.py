"""Tests of reading PDF files, from five producers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from retrieval.errors import UnreadableDocument
from retrieval.readers.page import Options
from retrieval.readers.pdf import read

_FILES = Path(__file__).parent / "files"


def _read(name):
    return read((_FILES / name).read_bytes(), Options())


def test_columns_are_read_one_after_another():
    """ReportLab's two columns over two pages: every step in order, running lines gone."""
    page = _read("reportlab.pdf")
    steps = re.findall(r"Step (\d+\.\d)", page.text)

    assert [f"{i}.{j}" for i in range(1, 13) for j in range(1, 4)] == steps
    assert "Confidential" not in page.text
    assert ["page=1", "page=2"] == [one.fragment for one in page.anchors]
    assert "| Setting | Value |\n| --- | --- |\n| max_connections | 400 |" in page.text
    assert "## Failover part 1" in page.text
    assert "Database runbook" == page.title
    assert not [one for one in page.text.split("\n\n") if one[:1].islower()]


def test_a_paper_in_two_columns():
    """A title over both columns comes first, then the left one, then the right one."""
    page = _read("ghostscript.pdf")
    places = [
        page.text.find(one)
        for one in (
            "# Incident process",
            "## 1. Declare",
            "## 2. Lead",
            "## 3. Close",
            "second column is pangolin.",
        )
    ]

    assert -1 not in places
    assert sorted(places) == places
    assert "The channel stays open until the review is done." in page.text


def test_tables_lists_and_white_text():
    """WeasyPrint: a ruled table, a list, margin boxes gone, invisible words counted."""
    page = _read("weasyprint.pdf")

    assert "| Kind | Limit |\n| --- | --- |\n| Hotel | 180 EUR a night |" in page.text
    assert "- Book two weeks ahead.\n- Use the travel tool." in page.text
    assert "internal" not in page.text
    assert "previous instructions" not in page.text
    assert ("Took out 33 hidden characters.",) == page.warnings
    assert page.text[page.anchors[1].offset :].startswith("## Cards")


def test_tables_without_rules_and_code():
    """LibreOffice: aligned cells are a table, a typewriter face is code."""
    text = _read("libreoffice.pdf").text

    assert "| SEV-1 | 5 minutes | everyone |" in text
    assert "```\nsystemctl restart ingest\njournalctl -u ingest -n 50\n```" in text


def test_what_is_drawn_to_stay_unseen_goes():
    """ReportLab: in no colour, nearly white, blue on blue, tiny, beside the page, cut off."""
    page = _read("hidden.pdf")

    assert page.text == (
        "# Travel rules\n\nBook the train two weeks ahead.\n\nAsk before you fly.\n\n"
        "Outlined letters are read.\n"
    )
    assert ("Took out 119 hidden characters.",) == page.warnings


def test_the_text_of_recognised_scans_is_kept_and_said():
    """Invisible text over a picture of the page is its text; on a page of text it is hidden."""
    page = _read("recognised.pdf")

    assert "Visitors sign in at the desk. They wear a badge all day.\n\nACME-000017" in page.text
    assert "Badges are given back at the door." in page.text
    assert "Secret" not in page.text
    assert (
        "Scanned pages whose text was recognised by a machine, which errs at times: 1, 2.",
        "Took out 25 hidden characters.",
    ) == page.warnings


def test_scanned_pages_are_named():
    """fpdf2: a page that is only a picture is said; a file of such pages is refused."""
    assert ("Scanned pages without text that can be read: 2.",) == _read("fpdf2.pdf").warnings
    assert "Visitor rules" == _read("fpdf2.pdf").title
    with pytest.raises(UnreadableDocument, match="scan"):
        _read("scanned.pdf")


def test_locked_and_damaged_files_have_a_reason():
    """A password or broken bytes are one failed document."""
    with pytest.raises(UnreadableDocument, match="password"):
        _read("encrypted.pdf")
    whole = (_FILES / "fpdf2.pdf").read_bytes()
    for data in (b"%PDF-1.4 nothing", whole[: len(whole) // 3], b""):
        with pytest.raises(UnreadableDocument) as caught:
            read(data, Options())
        assert "it is not a PDF, or damaged" == str(caught.value)


def test_too_much_text_is_refused_while_it_is_laid_out(monkeypatch):
    """Pages are counted as they come."""
    monkeypatch.setattr("retrieval.readers.page.MAX_CHARACTERS", 100)

    with pytest.raises(UnreadableDocument, match="too large: more than 100 characters"):
        _read("fpdf2.pdf")


def test_raised_struck_and_lowered_text():
    """ReportLab: superscripts stay where they stand, what a line strikes goes, also in a table."""
    page = _read("raised.pdf")

    assert "at most 30¹ days" in page.text
    assert "holds 10⁶ objects within 10⁻³ seconds; the 1st limit ends²,³." in page.text
    assert "inspection is required every year, and costs 250 EUR. CO2 sensors" in page.text
    assert "| Hotel | 180⁴ EUR |\n| Train | 95 EUR |\n\n¹ Since 2025.\n" in page.text
    assert ("Took out 15 struck-through characters.",) == page.warnings


def test_a_title_and_the_heading_below_it_are_two():
    """In one face without a gap; a heading that is too long for its line is one."""
    page = _read("raised.pdf")

    assert page.text.startswith("# Guest house\n\n# Booking a room\n\nA guest room")
    assert "# A rather long heading that goes on over the end of its line into a" in page.text
    assert "Guest house" == page.title
