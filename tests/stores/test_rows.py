"""Values and their rows: nothing is lost on the way there and back."""

from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from retrieval.stores import rows
from retrieval.values import Chunk, Document, Metadata
from tests.fakes.pages import FakeCutter, page

DATES = st.none() | st.dates()


@given(
    st.builds(
        Metadata,
        owner=st.text(st.characters(codec="utf-8")),
        status=st.text(st.characters(codec="utf-8")),
        tags=st.lists(st.text(st.characters(codec="utf-8"))).map(tuple),
        created=DATES,
        verified=DATES,
        effective_to=DATES,
        review_days=st.none() | st.integers(1, 9999),
    )
)
def test_metadata_comes_back_as_it_was(metadata: Metadata) -> None:
    """Dates, tags and texts survive storing."""
    document = Document("i", "r", "p", "t", "", "d", "u", metadata=metadata)
    stored = rows.document_row(document)
    read = rows.facts_of((stored[0], stored[2], stored[3], stored[4], stored[6]), "docs")

    assert document.facts("docs") == read


@given(st.text(st.characters(codec="utf-8")), st.lists(st.text(st.characters(codec="utf-8"))))
def test_a_chunk_comes_back_as_it_was(text: str, headings: list[str]) -> None:
    """Texts, offsets and headings survive storing."""
    chunk = Chunk("c", "d", 3, 7, 9, text, tuple(headings), text, "f", text, 5, "0")
    _, ordinal, chunk_id, *rest = rows.chunk_row(1, chunk)

    assert chunk == rows.chunk_of("d", [chunk_id, ordinal, *rest])


@given(st.text(st.characters(exclude_categories=())))
def test_what_is_stored_is_valid_and_as_long(text: str) -> None:
    """Half surrogates become `?`, one for one, so that offsets hold."""
    stored = rows.storable(text)

    assert len(text) == len(stored)
    assert stored == stored.encode("utf-8").decode("utf-8")


def test_the_words_of_a_chunk_stand_in_their_columns() -> None:
    """Title, headings, text, hidden forms of names, path."""
    one = page("a/getPods.md", "Title\n\nCall ERR_1.", verified=date(2026, 1, 1))
    (_, row) = rows.words_rows(one, FakeCutter().chunks(one))

    assert ("Title", "Title", "Call ERR_1.") == row[:3]
    assert ["a", "get", "pods", "md", "agetpodsmd", "err1"] == row[3].split()
    assert "a/getPods.md" == row[4]


def test_parts_are_of_words_long_enough_and_once() -> None:
    """Short words cannot be known by a part; each long word stands once."""
    assert "longer words" == rows.parts_row([("a longer", "words longer"), ("a", "words")])
