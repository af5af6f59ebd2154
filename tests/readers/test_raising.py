"""Tests of raised text in a tree of HTML."""

from __future__ import annotations

import pytest

from retrieval.readers import html, rst
from retrieval.readers.page import Options


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("30<sup>1</sup> days", "30¹ days"),
        ("<b>30</b><sup><em>1</em></sup> days", "**30**¹ days"),
        ('30<sup><a href="#fn1">1</a></sup> days', "30 days"),
        ('30<a href="#fn1"><sup>1</sup></a> days', "30 days"),
        ('30<sup>[<a href="#a">1</a>], [<a href="#b">2</a>]</sup> days', "30 days"),
        ('30<a role="doc-noteref" href="n.html#1">1</a> days', "30 days"),
        ('30<a href="https://e.org"><sup>1</sup></a> days', "30[¹](https://e.org) days"),
        ('30<sup><a href="https://e.org">1</a></sup> days', "30[¹](https://e.org) days"),
        ("10<sup>6</sup> objects", "10⁶ objects"),
        ("<pre>10<sup>6</sup></pre>", "```\n10⁶\n```"),
        ("1<sup>st</sup> of May", "1st of May"),
        ("a<sup>\n 2 \n</sup>b", "a ² b"),
        ("2<sup>a<sup>b</sup></sup>", "2 ab"),
        ("a<sup>1<!-- c --><a href='https://e.org'>2<!-- d --></a></sup>", "a¹[²](https://e.org)"),
    ],
)
def test_raised_text_stands_apart(source, text):
    """Marks that lead to a footnote go, other raised text is told from what it stands behind."""
    assert text == html.read(f"<p>{source}</p>".encode(), Options("a.html")).text.strip()


def test_titles_are_told_with_superscripts():
    """The words of a heading are not parted where its raised text begins."""
    page = html.read(b"<h1>Area in m<sup>2</sup></h1><p>Text.", Options("a.html"))

    assert "Area in m²" == page.title


def test_small_print_is_left_as_it_is():
    """Whole sentences are raised to be small, and not to say anything by it."""
    words = (
        "This is a caption that is long enough to be small print, and is read as it stands here."
    )

    assert words == html.read(f"<p><sup>{words}</sup>".encode(), Options("a.html")).text.strip()


def test_roles_of_restructuredtext_raise():
    """They end as superscripts; the marks of footnotes go."""
    source = b"It is 10\\ :sup:`5` m [1]_ long.\n\n.. [1] Since 2025.\n"

    assert "It is 10⁵ m long." == rst.read(source, Options("a.rst")).text.split("\n")[0]
