"""Tests of what the reader of one format hands over."""

from __future__ import annotations

import pytest

from retrieval.readers.page import Removals, readable_name


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("on-call_guide.md", "On call guide"),
        ("teams/payments/README.md", "Payments"),
        ("README.md", "README"),
        ("a.b/c.html.md.erb", "C"),
    ],
)
def test_readable_name_makes_a_title_of_the_file_name(path, title):
    """A page without a title of its own is called after its file, or its folder's index."""
    assert title == readable_name(path)


def test_removals_are_said_in_sentences_with_counts():
    """What is taken out is counted by kind; a sentence is said once."""
    removals = Removals()
    removals.add("HTML comment", 2)
    removals.add("tag character")
    removals.add("soft hyphen", 0)
    removals.say("Odd.")
    removals.say("Odd.")

    assert ("Odd.", "Took out 2 HTML comments.", "Took out 1 tag character.") == (
        removals.sentences()
    )
