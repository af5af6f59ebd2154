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


_BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
    for before, name in zip("abcdefghi", "bcdefghij", strict=True)
)
_LONG = f'a: &a "{"x" * 60_000}"\nb: &b\n' + "- *a\n" * 20 + "c: &c\n" + "- *b\n" * 20
_CHAIN = "a0: &a0\n- x\n" + "".join(f"a{n}: &a{n}\n- *a{n - 1}\n" for n in range(1, 2500))


@pytest.mark.parametrize(
    ("before", "last"),
    [(_BOMB, "j"), (_LONG, "c"), (_CHAIN, "a2499")],
    ids=["bomb", "long", "deep"],
)
def test_aliases_cannot_make_front_matter_grow(before, last):
    """Lists that stand for more than a page can hold are left out, and said; the rest is used."""
    removals = Removals()
    text = f"---\n{before}title: T\ntags: *{last}\nowner: *{last}\ndraft: *{last}\n---\nBody"
    head = split(text, removals)

    assert ("T", "Body", (), "") == (
        head.title,
        head.body,
        head.metadata.tags,
        head.metadata.owner,
    )
    assert (
        "Aliases make its front matter too large; lists were left out from there on.",
    ) == removals.sentences()


def test_aliases_of_a_usual_size_are_followed():
    """What an alias stands for is read as if it were written there."""
    removals = Removals()
    head = split("---\nteams: &t [Ops, Web]\ntags: *t\nowner: *t\n---\nBody", removals)

    assert (("Ops", "Web"), "Ops, Web") == (head.metadata.tags, head.metadata.owner)
    assert () == removals.sentences()


def test_long_lists_without_aliases_are_read():
    """The bound is above what can be written out."""
    removals = Removals()
    head = split("---\ntags:\n" + "- x\n" * 16_000 + "owner: [Ops]\n---\nBody", removals)

    assert ("Ops", ()) == (head.metadata.owner, removals.sentences())


def test_a_name_of_countless_parts_is_no_toml_to_read():
    """Its page is read all the same, and soon."""
    removals = Removals()
    head = split("+++\n" + "a." * 32_000 + "a = 1\n+++\nBody", removals)

    assert "Body" == head.body
    assert ("Its front matter is nested too deeply, and was passed over.",) == removals.sentences()
