"""Values are frozen, and know the little that follows from themselves alone."""

from __future__ import annotations

import dataclasses
import inspect

import pytest

from retrieval import values
from retrieval.values import Citation, Document, DocumentFacts, Metadata

DATACLASSES = [
    found
    for _, found in inspect.getmembers(values, inspect.isclass)
    if dataclasses.is_dataclass(found)
]


@pytest.mark.parametrize("value", DATACLASSES, ids=lambda value: value.__name__)
def test_values_are_frozen_slotted_and_explained(value: type) -> None:
    """No stage can change what another one said."""
    assert value.__dataclass_params__.frozen  # type: ignore[attr-defined]
    assert "__slots__" in vars(value)
    assert value.__doc__


@pytest.mark.parametrize(
    ("url", "fragment", "expected"),
    [
        ("https://wiki/x_(y)?a=b", "set-up", "https://wiki/x_(y)?a=b#set-up"),
        ("https://wiki/a#top", "set-up", "https://wiki/a#set-up"),
        ("https://wiki/a", "", "https://wiki/a"),
        ("", "set-up", ""),
    ],
)
def test_a_citation_links_to_its_heading(url: str, fragment: str, expected: str) -> None:
    """The link is the page's own, with the anchor of the heading that the quote stands under."""
    page = DocumentFacts("d", "docs", "a.md", "A", url)

    assert expected == Citation("S1", page, "q", 0, 1, "c", "h", fragment=fragment).url


def test_a_documents_facts_are_the_document_without_its_text() -> None:
    """Facts carry the collection, which the document itself does not know."""
    document = Document("d", "/root", "a.md", "A", "text", "digest", "https://wiki/a")

    assert DocumentFacts("d", "docs", "a.md", "A", "https://wiki/a", Metadata()) == document.facts(
        "docs"
    )
