"""Tests of choosing the reader of a format."""

from __future__ import annotations

import pytest

from retrieval.readers.formats import format_of, is_text, reader_of


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a/b.md", "markdown"),
        ("B.MD", "markdown"),
        ("a.html.md.erb", "markdown"),
        ("a.mdx", "markdown"),
        ("a.html.erb", "html"),
        ("a.htm", "html"),
        ("a.txt", "text"),
        ("a.txt.erb", ""),
        ("a.rst", "rst"),
        ("a.ipynb", "notebook"),
        ("a.pdf", "pdf"),
        ("a.docx", "docx"),
        ("a.doc", ""),
        (".md", ""),
        ("md", ""),
        ("a.erb", ""),
    ],
)
def test_the_name_decides(path, name):
    """A file is read by what its name ends in."""
    assert name == format_of(path)


def test_every_format_has_its_reader():
    """The module of each format reads bytes; binary formats are not taken for text."""
    for name in ("markdown", "html", "text", "rst", "notebook", "pdf", "docx"):
        assert callable(reader_of(name))
    assert not is_text("pdf")
    assert is_text("markdown")
