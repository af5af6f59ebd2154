"""Tests of reading notebooks, from five producers."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.errors import UnreadableDocument
from retrieval.readers.notebook import read
from retrieval.readers.page import Options

_FILES = Path(__file__).parent / "files"


@pytest.mark.parametrize("name", ["nbformat.json", "nbformat3.json"])
def test_cells_and_outputs_are_read_in_order(name):
    """Text, code, what it printed, tables and errors, in formats 3 and 4."""
    page = read((_FILES / name).read_bytes(), Options())

    assert "Capacity report" == page.title
    assert page.text == (
        "# Capacity report\n\nRun it **monthly**.\n\n```python\nprint(40 + 2)\n```\n\n"
        "```text\n42\n```\n\n```python\ndf.head()\n```\n\n| host | cpu |\n| --- | --- |\n"
        "| db1 | 71 |\n\n```python\n1/0\n```\n\n"
        "```text\nZeroDivisionError: division by zero\n```\n\n"
        "raw words\n"
    )


def test_other_writers_are_read():
    """A notebook made from a script, and one made from Markdown."""
    script = read((_FILES / "jupytext.json").read_bytes(), Options()).text
    markdown = read((_FILES / "pandoc.json").read_bytes(), Options()).text

    assert '```python\nrestore("2026-01-01")\n```' in script
    assert "Anna Okoro leads" in markdown
    assert "SEV-2" in markdown


@pytest.mark.parametrize("data", [b"{", b"[]", b"{}", b'{"cells": 3}', b"3"])
def test_what_is_no_notebook_is_refused(data):
    """The reason is said."""
    with pytest.raises(UnreadableDocument, match="not a notebook"):
        read(data, Options())


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        (
            "sphinxgallery.json",
            (
                "How many badges are **left**.\n\n## Counting\nUse",
                "```python\nleft = 4\nprint(left)",
            ),
        ),
        ("p2j.json", ("How many badges are **left**.", "```python\nleft = 4\nprint(left)\n```")),
    ],
)
def test_notebooks_made_from_scripts_are_read(name, parts):
    """Two converters of scripts: the comments are text, the rest is code."""
    page = read((_FILES / name).read_bytes(), Options())

    assert "Badge count" == page.title
    assert all(part in page.text for part in parts)


def test_damaged_json_is_said_in_our_words():
    """The reason does not quote the parser."""
    with pytest.raises(UnreadableDocument) as caught:
        read(b'{"cells": ', Options())

    assert "it is not a notebook: its JSON is damaged" == str(caught.value)


_JSON = st.recursive(
    st.none() | st.text(max_size=9) | st.integers(),
    lambda one: st.lists(one, max_size=3),
    max_leaves=6,
)
_CELL = st.dictionaries(
    st.sampled_from(["cell_type", "source", "outputs", "level"]), _JSON | st.just("code")
)


@given(st.lists(_CELL | _JSON, max_size=4))
def test_cells_of_any_shape_are_read(cells):
    """A cell that makes no sense is no reason to lose the others."""
    import json  # noqa: PLC0415

    assert isinstance(read(json.dumps({"cells": cells}).encode(), Options()).text, str)
