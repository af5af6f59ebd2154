"""Indexed pages: their anchors are those of the index, and quotes are marked where they stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.playground.page.documents import Library, PageMissing, rendered
from retrieval import wiring
from retrieval.settings import Settings
from retrieval.values import Anchor, Document
from tests.bot.playground.page.reading_html import Read, hold_safe

MANUAL = Path(__file__).parents[4] / "docs"


def _document(text: str, *anchors: Anchor) -> Document:
    return Document("d", "r", "a.md", "A", text, "x", anchors=anchors)


def _marked(html: str) -> list[str]:
    return re.findall("<mark>(.*?)</mark>", html, re.DOTALL)


def _library(*folders: Path) -> Library:
    return Library([wiring.folder_reader(Settings(_env_file=None), one) for one in folders])


def test_every_anchor_of_the_manual_can_be_landed_on() -> None:
    """Each fragment that the index links to is an id of the page, once."""
    library = _library(MANUAL)
    for path in library.paths():
        page = library.read(path)
        ids = re.findall(r'\sid="([^"]*)"', rendered(page).html)

        assert sorted(ids) == sorted({anchor.fragment for anchor in page.anchors}), path


def test_a_page_that_was_not_indexed_is_not_read(tmp_path: Path) -> None:
    """What lies outside of the root, or is of no known format, cannot be reached."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# A")
    (tmp_path / "docs" / "b.bin").write_text("x")
    (tmp_path / "secret.md").write_text("# S")
    library = _library(tmp_path / "docs")

    assert ["a.md"] == library.paths()
    for path in ("../secret.md", "b.bin", "", str(tmp_path / "secret.md")):
        with pytest.raises(PageMissing):
            library.read(path)


def test_a_quote_is_marked_over_lines_marks_and_code() -> None:
    """Only words are compared, so emphasis, links, escapes and line breaks do no harm."""
    text = "# T\n\nBefore. The **big** [key](x.md) is\nin `vault/a`. After.\n"
    start, end = text.index("The"), text.index(" After")

    shown = rendered(_document(text), [(start, end)])
    assert ["The", "big", "key", "is", "in", "vault/a"] == _marked(shown.html)
    assert 1 == shown.marked


def test_the_right_one_of_two_equal_sentences_is_marked() -> None:
    """A quote is looked for in the block that it stands in, not in the whole page."""
    text = "Same words.\n\nOther.\n\nSame words.\n"

    shown = rendered(_document(text), [(text.rindex("Same"), len(text) - 1)])
    assert (
        "<p>Same words.</p>\n<p>Other.</p>\n<p><mark>Same words.</mark></p>" == shown.html.strip()
    )


def test_rows_items_and_code_are_marked() -> None:
    """A quote may be a row of a table, an item of a list or lines of code."""
    text = "|a|b|\n|-|-|\n|one|two|\n\n- first\n- second\n\n```\nx = 1\ny = 2\n```\n"
    spans = [(text.index(a), text.index(b) + len(b)) for a, b in (("|one", "two|"), ("y =", "2"))]
    spans.append((text.index("second"), text.index("second") + 6))

    shown = rendered(_document(text), spans)
    assert ["one", "two", "second", "y = 2"] == _marked(shown.html)
    assert 3 == shown.marked


def test_an_anchor_that_is_no_heading_stands_before_its_block() -> None:
    """So a link to a page number or to an id in the text lands as well."""
    text = "# T\n\nOne.\n\nTwo.\n"

    html = rendered(_document(text, Anchor(0, "t"), Anchor(text.index("Two"), "page-2"))).html
    assert '<h1 id="t">T</h1>' in html
    assert '<span id="page-2" class="anchor"></span><p>Two.</p>' in html


def test_headings_are_listed_with_their_words() -> None:
    """Those that can be linked to, without their marks."""
    text = "# The `x` **way**\n\n## Not linked\n"

    shown = rendered(_document(text, Anchor(0, "the-x-way")))
    assert ((1, "the-x-way", "The x way"),) == shown.headings


@given(st.text(alphabet="ab <>*`|-\n#[](){}&\"'"), st.integers(0, 40), st.integers(0, 40))
def test_no_page_and_no_quote_breaks_the_page(text: str, start: int, length: int) -> None:
    """Any text renders safely with any span of it marked, and no word is lost or doubled."""
    page = _document(text, Anchor(min(start, len(text)), 'x"><script>'))
    end = min(start + length, len(text))

    hold_safe(rendered(page, [(min(start, len(text)), end)]).html)
    bare = Read(rendered(_document(text)).html).words
    assert bare == Read(rendered(_document(text), [(min(start, len(text)), end)]).html).words
