"""Tests of retrieval/readers/raw.py: all text of a file, whatever reading makes of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.readers.folder import FolderReader
from retrieval.readers.formats import format_of
from retrieval.readers.raw import raw

FILES = Path(__file__).parent / "files"


def _bare(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))


@pytest.mark.parametrize(
    ("name", "wording"),
    [("reportlab.pdf", "Confidential"), ("weasyprint.pdf", "previous instructions")],
)
def test_what_a_pdf_hides_is_there(name: str, wording: str) -> None:
    """Running lines and white text, which reading takes out."""
    assert _bare(wording) in _bare(raw("pdf", (FILES / name).read_bytes()))


def test_hidden_cells_and_entities_of_html_are_there() -> None:
    """Tags are taken out and entities written out."""
    data = b'<td style="display:none">caf&eacute; <b>co</b>de</td><!-- aside -->'

    assert "café code" in raw("html", data)
    assert "aside" in raw("html", data)


def test_all_texts_of_a_notebook_are_there() -> None:
    """What stands in lines is joined."""
    data = json.dumps({"cells": [{"source": ["one ", "two"], "metadata": {"note": "three"}}]})

    assert "one two\nthree" == raw("notebook", data.encode())


def test_all_parts_of_a_word_document_are_there() -> None:
    """Every part of the file is looked at."""
    document = next(FILES.glob("*.docx"))
    page = FolderReader(document)
    (file,) = page.scan().files
    words = [word for word in page.read(file).text.split() if word.isalpha() and len(word) > 5]

    assert words
    assert {word for word in words[:20] if _bare(word) in _bare(page.raw(file.path))} == set(
        words[:20]
    )


def test_a_file_that_is_gone_has_no_text(tmp_path: Path) -> None:
    """Nothing is raised for it."""
    assert "" == FolderReader(tmp_path).raw("none.md")


@pytest.mark.parametrize("name", ["a.md", "a.html", "a.ipynb", "a.docx", "a.txt", "a.xlsx"])
@given(data=st.binary(max_size=200))
def test_nothing_breaks_it(name: str, data: bytes) -> None:
    """Whatever stands in a file gives a text."""
    assert isinstance(raw(format_of(name), data), str)
