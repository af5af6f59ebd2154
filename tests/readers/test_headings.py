"""Tests of the outline of a page."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from retrieval.readers.code import Vault
from retrieval.readers.headings import outline
from retrieval.readers.page import Removals


def test_headings_have_one_form_and_an_anchor_each():
    """Underlined headings become ATX; repeated ones are counted; offsets lead to them."""
    done = outline("Guide\n=====\n\nA\n-\n\n## A ##\n", Vault(), "github", Removals())

    assert "# Guide\n\n## A\n\n## A\n" == done.text
    assert "Guide" == done.title
    assert [("guide", "# Guide"), ("a", "## A"), ("a-1", "## A")] == [
        (one.fragment, done.text[one.offset :].split("\n")[0]) for one in done.anchors
    ]


def test_rules_tables_and_lists_are_no_headings():
    """A line under an item, a row or a quote is no underline."""
    for text in ("- a\n---\n", "| a |\n---\n", "> a\n---\n", "\n---\n", "***\n---\n"):
        assert () == outline(text, Vault(), "github", Removals()).anchors


def test_code_is_no_heading_and_keeps_its_blank_lines():
    """A comment in code is neither heading nor anchor."""
    vault = Vault()
    done = outline(
        f"a\n\n\n{vault.hide('```' + chr(10) + '# b' + chr(10) * 3 + 'c' + chr(10) + '```')}",
        vault,
        "github",
        Removals(),
    )

    assert ("a\n\n```\n# b\n\n\nc\n```\n", ()) == (done.text, done.anchors)


def test_explicit_ids_leave_the_text():
    """`{#id}` is an anchor where the host knows it, behind a paragraph too."""
    done = outline("## A {#b}\n\nc {#d}\n", Vault(), "docusaurus", Removals())

    assert ("## A\n\nc\n", ["b", "d"]) == (done.text, [one.fragment for one in done.anchors])


def test_what_entities_hid_goes_from_words_and_code():
    """Zero-width and direction characters leave headings, lines and code, and are counted."""
    vault, removals = Vault(), Removals()
    code = vault.hide("```\nx\u202ey\u2028z\n```")
    span = vault.hide("`\u200bc`")
    done = outline(f"# A\u200b\n\nb{span}\n\n{code}", vault, "github", removals)

    assert "# A\n\nb`c`\n\n```\nxy z\n```\n" == done.text
    assert "A" == done.title
    assert (
        "Took out 1 text direction control.",
        "Took out 2 zero-width characters.",
    ) == removals.sentences()


@given(st.text(alphabet="#=- ab\n\t{}`", max_size=200))
def test_anchors_lead_into_the_text(text):
    """Every offset is a place in the text, and the text ends in one newline."""
    done = outline(text, Vault(), "github", Removals())

    assert all(0 <= one.offset < len(done.text) for one in done.anchors)
    assert done.text == "" or (done.text.endswith("\n") and not done.text.endswith("\n\n"))
