"""Tests of keeping code out of reach."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.readers.code import Vault, hide_spans


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("see {ref}`the page <target>`.", "see the page."),
        ("press {kbd}`Ctrl`", "press Ctrl"),
        ("{code}`x`", "`x`"),
        ("{py:func}`~a.b`", "a.b"),
        ("`a {ref}` and `b`", "`a {ref}` and `b`"),
    ],
)
def test_roles_become_their_text(text, shown):
    """The text of a MyST role stands where the role stood."""
    vault = Vault()

    assert shown == vault.show(hide_spans(text, vault))


def test_spans_end_in_their_own_paragraph():
    """A stray backtick does not swallow the next paragraph or item."""
    vault = Vault()

    assert "a ` b\n\nc ` d\n- e ` f" == hide_spans("a ` b\n\nc ` d\n- e ` f", vault)


def test_blocks_come_back_behind_their_prefix():
    """Each line of a hidden block stands behind what quotes or indents it."""
    vault = Vault()
    mark = vault.hide("```\nx\n\ny\n```")

    assert ["> - ```", ">   x", ">", ">   y", ">   ```"] == vault.block(f"> - {mark}")
    assert vault.block(f"words {mark}") is None


def test_formulas_are_hidden_and_prices_are_not():
    r"""`$a\\b$` is a formula, `$5 and $6` are prices."""
    vault = Vault()

    assert "{{" not in hide_spans(r"$x_{{\a}}$ and $$y^{{2}}$$", vault)
    assert "$5 and $6" == hide_spans("$5 and $6", vault)


@given(st.text(alphabet="`ab \n\\$-|{}", max_size=200))
def test_hidden_spans_come_back(text):
    """Hiding and showing changes nothing where there is no role."""
    vault = Vault()

    assert text == vault.show(hide_spans(text, vault)) or "}`" in text
