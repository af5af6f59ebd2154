"""The quotes of a claim, read once."""

from __future__ import annotations

from retrieval.answer.proof import Proof, content, spans


def test_context_lends_words_but_no_numbers():
    """Titles and headings are seen with the quotes; their numbers are not among the proof's."""
    proof = Proof(("Staff get 5 days.",), ("Leave in 2024",))

    assert ["5"] == [one.value for one in proof.numbers]
    assert "leav" in proof.stems
    assert "leav" not in proof.quoted_stems


def test_clauses_without_content_join_the_next():
    """A clause of small words alone says nothing to align by."""
    assert ["if so the office closes"] == list(spans("if so, the office closes"))


def test_content_is_stems_without_small_words():
    """Numbers and small words carry no content."""
    assert {"offic", "close"} == content("the office closes at 9")
