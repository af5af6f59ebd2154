"""A text is put in the words of a question where a synonym says the same."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from retrieval.models.rewording import Rewording, occurrences
from retrieval.text.query import parse
from retrieval.text.synonyms import NO_SYNONYMS
from retrieval.text.synonyms import parse as synonyms
from retrieval.text.words import stem, words
from retrieval.values import Frequencies

KNOWN = synonyms("vpn, virtual private network\ngrub, meals\n")


def _reworded(question: str, text: str) -> list[str]:
    reworded = Rewording.of(parse(question, "asked", KNOWN))
    return list(reworded([stem(word) for word in words(text)]))


def test_a_phrase_becomes_the_word_that_was_asked_for() -> None:
    """And the other way round; what is no synonym stays."""
    assert ["the", "vpn", "of", "network"] == _reworded(
        "which vpn?", "the virtual private network of network"
    )
    assert [stem(w) for w in ("virtual", "private", "network", "is")] == _reworded(
        "virtual private network", "vpn is"
    )


@given(st.text(max_size=60))
def test_without_synonyms_a_text_stays_as_it_is(text: str) -> None:
    """Whatever is asked."""
    body = tuple(stem(word) for word in words(text))

    assert body == Rewording.of(parse(text or "x", "asked", NO_SYNONYMS))(body)


def test_a_word_is_as_rare_as_what_is_said_for_it_most() -> None:
    """A nickname that nothing has weighs what the documents' own word weighs."""
    query = parse("limit for grub", "asked", KNOWN)
    found = occurrences(query, Frequencies(10, {"limit": 4, "meals": 3}))

    assert {"limit": 4, "grub": 3} == {word: found[word] for word in ("limit", "grub")}
