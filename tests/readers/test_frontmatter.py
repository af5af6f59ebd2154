"""Tests of parting a page from its front matter."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.readers.frontmatter import split
from retrieval.readers.page import Removals


@pytest.mark.parametrize(
    "text",
    [
        "---\ntitle: A  b\ndate: 2024-01-02\n---\nBody\n",
        "---\ntitle: 'A b'\ndate: 2024-01-02\n...\nBody\n",
        '+++\ntitle = "A b"\ndate = 2024-01-02\n+++\nBody\n',
    ],
)
def test_yaml_and_toml_say_title_and_dates(text):
    """Both forms of front matter are taken off the body."""
    head = split(text, Removals())

    assert ("A b", date(2024, 1, 2), "Body\n") == (head.title, head.metadata.created, head.body)


def test_front_matter_may_end_the_file():
    """A closing line without a newline closes all the same."""
    assert ("x", "") == ((head := split("---\ntitle: x\n---", Removals())).title, head.body)


def test_unterminated_front_matter_is_body_and_said():
    """No text is lost when the closing line is missing."""
    removals = Removals()
    text = "---\ntitle: x\n\n# Page\n"

    assert text == split(text, removals).body
    assert ("Its front matter never ends; it was read as text.",) == removals.sentences()


@pytest.mark.parametrize(
    "text", ["---\n\nText\n\n---\nMore\n", "----\na: b\n---\n", "Text\n---\n", ""]
)
def test_a_rule_is_no_front_matter(text):
    """Three hyphens can be a rule; then nothing is taken off."""
    assert text == split(text, Removals()).body


def test_invalid_yaml_is_read_by_lines():
    """What can be read is used, and the rest is said."""
    removals = Removals()
    head = split("---\ntitle: a: b: c\nowner: <%= x %>\nbad: [\n---\nBody", removals)

    assert ("a: b: c", "Body") == (head.title, head.body)
    assert 1 == len(removals.sentences())


@pytest.mark.parametrize(
    "block", ["[" * 60_000, "- " * 30_000, "a: &a [*a]\n", "? " * 5_000, "{" * 400]
)
def test_deep_or_looping_yaml_does_no_harm(block):
    """A bomb of brackets is no front matter."""
    assert isinstance(split(f"---\n{block}\n---\nBody", Removals()).body, str)


@given(st.text(alphabet="-+:[]{}#&*!|>'\"%@`ab \n\t\ufeff", max_size=200))
def test_any_head_is_parted_without_an_error(text):
    """The body is always the end of the text."""
    whole = f"---\n{text}\n---\nend"

    assert whole.endswith(split(whole, Removals()).body)
