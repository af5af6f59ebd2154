"""Tests of whether runs of a Word document can be seen."""

from __future__ import annotations

import io

import pytest
from docx import Document
from docx.enum.style import WD_STYLE_TYPE
from docx.enum.text import WD_COLOR_INDEX
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Pt, RGBColor

from retrieval.readers.docx import read
from retrieval.readers.page import Options

_WHITE = RGBColor(255, 255, 255)


def _page(document):
    document.save(file := io.BytesIO())
    return read(file.getvalue(), Options())


def _shade(properties, fill):
    shading = OxmlElement("w:shd")
    shading.set(qn("w:val"), "clear")
    shading.set(qn("w:fill"), fill)
    properties.append(shading)


def _white(document):
    run = document.add_paragraph("Seen. ").add_run("secret")
    run.font.color.rgb = _WHITE
    return run


def _nearly_white(document):
    _white(document).font.color.rgb = RGBColor(250, 250, 250)


def _tiny(document):
    document.add_paragraph("Seen. ").add_run("secret").font.size = Pt(1)


def _switched_off(document):
    document.add_paragraph("Seen. ").add_run("secret").font.hidden = True


def _by_style_of_its_own(document):
    style = document.styles.add_style("Quiet", WD_STYLE_TYPE.CHARACTER)
    style.font.hidden = True
    document.add_paragraph("Seen. ").add_run("secret", style=style)


def _by_style_of_its_paragraph(document):
    base = document.styles.add_style("Pale", WD_STYLE_TYPE.PARAGRAPH)
    base.font.color.rgb = _WHITE
    style = document.styles.add_style("Paler", WD_STYLE_TYPE.PARAGRAPH)
    style.base_style = base
    document.add_paragraph("Seen.")
    document.add_paragraph("secret", style=style)


def _black_on_black(document):
    run = document.add_paragraph("Seen. ").add_run("secret")
    run.font.color.rgb = RGBColor(0, 0, 0)
    _shade(run._r.get_or_add_rPr(), "000000")


@pytest.mark.parametrize(
    "hide",
    [
        _white,
        _nearly_white,
        _tiny,
        _switched_off,
        _by_style_of_its_own,
        _by_style_of_its_paragraph,
        _black_on_black,
    ],
)
def test_hidden_runs_go_and_are_counted(hide):
    """By a switch, by size or by colour, in the run itself or in a style."""
    document = Document()
    hide(document)
    page = _page(document)

    assert "Seen." == page.text.strip()
    assert ("Took out 1 hidden text run.",) == page.warnings


def _marked(document):
    _white(document).font.highlight_color = WD_COLOR_INDEX.BLUE


def _on_a_dark_paragraph(document):
    run = _white(document)
    _shade(run._r.getparent().get_or_add_pPr(), "1F3864")


def _in_a_dark_cell(document):
    cell = document.add_table(1, 1).cell(0, 0)
    cell.paragraphs[0].add_run("secret").font.color.rgb = _WHITE
    _shade(cell._tc.get_or_add_tcPr(), "1F3864")


def _in_a_table_of_a_style(document):
    table = document.add_table(2, 1, style="Medium Shading 1 Accent 1")
    table.cell(0, 0).paragraphs[0].add_run("secret").font.color.rgb = _WHITE


def _switched_on_again(document):
    style = document.styles.add_style("Quiet", WD_STYLE_TYPE.CHARACTER)
    style.font.hidden = True
    document.add_paragraph().add_run("secret", style=style).font.hidden = False


def _on_a_dark_page(document):
    _white(document)
    background = OxmlElement("w:background")
    background.set(qn("w:color"), "000033")
    document.element.insert(0, background)


@pytest.mark.parametrize(
    "show",
    [
        _marked,
        _on_a_dark_paragraph,
        _in_a_dark_cell,
        _in_a_table_of_a_style,
        _switched_on_again,
        _on_a_dark_page,
    ],
)
def test_white_on_dark_is_read(show):
    """What is behind a run counts: its mark, paragraph, cell, table or page."""
    document = Document()
    show(document)
    page = _page(document)

    assert "secret" in page.text
    assert () == page.warnings


def test_styles_strike_and_raise():
    """What a style says counts for its runs, unless they say otherwise."""
    document = Document()
    gone = document.styles.add_style("Gone", WD_STYLE_TYPE.CHARACTER)
    gone.font.strike = True
    mark = document.styles.add_style("Mark", WD_STYLE_TYPE.CHARACTER)
    mark.font.superscript = True
    paragraph = document.add_paragraph("At most 30")
    paragraph.add_run("1", style=mark)
    paragraph.add_run(" or 40", style=gone)
    paragraph.add_run(" days", style=gone).font.strike = False

    assert "At most 30¹ days" == _page(document).text.strip()
