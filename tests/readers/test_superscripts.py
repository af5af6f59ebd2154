"""Tests of raised text in the tags of Markdown."""

from __future__ import annotations

import pytest

from retrieval.readers.markdown import read
from retrieval.readers.page import Options


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("30<sup>1</sup> days", "30¹ days"),
        ("30<sup><b>1</b></sup> days", "30¹ days"),
        ("30<sup>**1**</sup> days", "30¹ days"),
        ('30<sup id="r"><a href="#fn1">1</a></sup> days', "30 days"),
        ('30<a href="#fn1"><sup>1</sup></a> days', "30 days"),
        ("30<sup>[1](#fn1)</sup> days", "30 days"),
        ("30[<sup>1</sup>](#fn1) days", "30 days"),
        ("10<sup>6</sup> objects", "10⁶ objects"),
        ("1<sup>st</sup> of May", "1st of May"),
        ("Cloud<sup>beta</sup>", "Cloud beta"),
        ("30<sup hidden>1</sup> days", "30 days"),
        ("2<sup>a &lt; b</sup>", "2 a < b"),
        ("<sup>*</sup> without", "* without"),
        ("`a<sup>1</sup>`", "`a<sup>1</sup>`"),
        ("a <sup>1", "a 1"),
    ],
)
def test_raised_text_stands_apart(source, text):
    """Marks that lead to a footnote go, other raised text is told from what it stands behind."""
    assert text == read(source.encode(), Options("a.md")).text.strip()
