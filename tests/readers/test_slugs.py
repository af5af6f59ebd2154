"""Tests of the fragments that hosts give to headings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.readers.slugs import STYLES, Slugger, plain, take_explicit


@pytest.mark.parametrize(
    ("style", "heading", "slug"),
    [
        ("github", "What's new in `v2.1`?", "whats-new-in-v21"),
        ("github", "Überblick & Ziele", "überblick--ziele"),
        ("github", "🚀 Launch", "-launch"),
        ("github", "[Docs](https://e.org) and **more**", "docs-and-more"),
        ("github", "snake_case _word_", "snake_case-word"),
        ("gitlab", "A & B", "a-b"),
        ("gitlab", "2024", "anchor-2024"),
        ("mkdocs", "Überblick & Ziele", "uberblick-ziele"),
        ("mdbook", "What's new?", "whats-new"),
        ("kramdown", "1. First step", "first-step"),
        ("docusaurus", "A & B", "a--b"),
    ],
)
def test_slugs_are_those_of_the_host(style, heading, slug):
    """A heading's fragment is what the host of the pages makes of it."""
    assert slug == Slugger(style).slug(heading)


@pytest.mark.parametrize(
    ("style", "slugs"),
    [
        ("github", ["setup", "setup-1", "setup-2", "setup-1-1"]),
        ("mkdocs", ["setup", "setup_1", "setup_2", "setup-1"]),
    ],
)
def test_repeated_headings_are_counted(style, slugs):
    """The second of two equal headings has a fragment of its own."""
    slugger = Slugger(style)

    assert slugs == [slugger.slug(one) for one in ("Setup", "Setup", "Setup", "Setup 1")]


def test_explicit_ids_count_where_the_host_knows_them():
    """`{#id}` is the fragment in Docusaurus, and part of the heading on GitHub."""
    words, explicit = take_explicit("Set up {#install}")

    assert ("Set up", "install") == (words, explicit)
    assert "install" == Slugger("docusaurus").slug(words, explicit)
    assert "set-up-install" == Slugger("github").slug(words, explicit)


def test_plain_undoes_markdown():
    """A title is words, without the marks around them."""
    assert "A b <c> d & e" == plain("**A** _b_ `<c>` ![d](x.png) &amp; <b>e</b>")


@given(st.lists(st.text(max_size=12), max_size=12), st.sampled_from(sorted(STYLES)))
def test_fragments_of_a_page_are_unique(headings, style):
    """No two headings share a fragment, whatever they say."""
    slugger = Slugger(style)
    slugs = [slugger.slug(heading) for heading in headings]

    assert style == "ids" or len(slugs) == len(set(slugs))
