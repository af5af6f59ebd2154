"""Tests of what a PDF says about itself."""

from __future__ import annotations

import pytest

from retrieval.readers.about import facts_of, first_heading, title_of


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("Database  runbook", "Database runbook"),
        ("report.docx", ""),
        ("Microsoft Word - a.doc", ""),
        ("Document1", ""),
        ("(anonymous)", ""),
        (None, ""),
    ],
)
def test_titles_that_programs_put_there_are_none(said, title):
    """The name of a file is no title."""
    assert title == title_of({"Title": said})


def test_dates_and_keywords_are_facts():
    """Dates of PDF are written as days."""
    about = {"CreationDate": "D:20260105120000", "ModDate": "D:2026", "Keywords": "a, b"}

    assert {"created": "2026-01-05", "updated": "2026-01-01", "keywords": "a, b"} == facts_of(about)


def test_the_first_heading_can_be_the_title():
    """Only one of the first level."""
    assert "Two" == first_heading("## One\n\n# Two\n")
    assert "" == first_heading("Text")
