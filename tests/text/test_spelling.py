"""Which words may be misspelt, what is one slip away, and a query with what is meant."""

from __future__ import annotations

import string

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from retrieval.text.query import parse
from retrieval.text.spelling import may_be_misspelt, nearby, one_slip, respelt, suspects
from retrieval.text.synonyms import parse as synonyms
from retrieval.text.words import stem

WORDS = st.text(string.ascii_lowercase, min_size=6, max_size=20)


def test_plain_words_that_are_not_short_may_be_misspelt() -> None:
    """Shorter ones and stop words are not looked at; a sentence may begin with such a word."""
    query = parse("Vaccation days: where are yourselves teh assembley point plcy?", "asked")

    assert ("vaccation", "assembley", "point") == suspects(query)


@pytest.mark.parametrize(
    "text",
    [
        "Who is Marianna here?",
        "WHERE IS THE ASSEMBLEY POINT",
        "What does `assembley` do?",
        'What does "assembley" mean?',
        "What does “assembley” mean?",
        "Where is assembley_point?",
        "Where is assembley-point?",
        "Mail assembley@example.com",
        "What is in /etc/assembley?",
        "What does --assembley do?",
        "What is assembley.example.com?",
        "What is assembley2?",
        "Wo ist der assembley und wie finde ich den?",
        "组装 assembley点 在哪里",
        "What is getAssembley of assembley?",
        "What is the assembley of Ms Assembley?",
    ],
)
def test_names_codes_and_other_languages_are_left_alone(text: str) -> None:
    """What is written as a name, in quotation marks or joined with signs is meant as it stands."""
    assert () == suspects(parse(text, "asked"))


def test_a_word_with_synonyms_is_known() -> None:
    """Whoever wrote the synonyms knows the word, whether or not a page has it."""
    query = parse("where are the gizmos", "asked", synonyms("gizmos, tools"))

    assert () == suspects(query)


@pytest.mark.parametrize("word", ["assembly", "asembley", "assemblley", "assemblye", "assemblex"])
def test_one_slip_is_a_letter_more_less_another_or_two_swapped(word: str) -> None:
    """Each way of slipping counts once."""
    assert one_slip("assembley", word)


@pytest.mark.parametrize(
    "word", ["assembley", "ussembley", "sassembley", "assmbly", "assemble2", "assemblé", ""]
)
def test_more_than_one_slip_is_another_word(word: str) -> None:
    """So are one with another first letter, one with a digit, and the same one."""
    assert not one_slip("assembley", word)


def test_a_short_word_is_misspelt_for_one_that_is_not() -> None:
    """Of five letters and fewer, too many are one slip apart."""
    assert one_slip("polcy", "policy")
    assert not one_slip("polcy", "polly")


def test_forms_of_one_word_are_no_slips() -> None:
    """An ending that a stemmer takes off is found anyway."""
    assert not one_slip("contracts", "contract")


@given(word=WORDS, place=st.integers(1, 19), letter=st.sampled_from(string.ascii_lowercase))
def test_every_single_slip_is_seen(word: str, place: int, letter: str) -> None:
    """Whatever the word is and wherever the slip, unless it makes a form of the word."""
    place = min(place, len(word) - 1)
    made = {
        word[:place] + word[place + 1 :],
        word[:place] + letter + word[place:],
        word[:place] + letter + word[place + 1 :],
    }

    for other in made - {word}:
        assert one_slip(other, word) == (stem(other) != stem(word))


def test_a_part_of_words_is_misspelt_for_these_alone() -> None:
    """What the search by words widens to stays what it stands for."""
    found = ["dashboard", "dashoar", "elephant"]

    assert ["dashboard"] == nearby("dashboar", found, is_part=True)
    assert ["dashboard", "dashoar"] == nearby("dashboar", found, is_part=False)


@pytest.mark.parametrize("word", ["four", "x" * 21, "assemble2", "größer", "", "会議室の場所は"])
def test_words_of_an_index_are_compared_with_plain_letters_only(word: str) -> None:
    """Not with few, with many, or with other signs."""
    assert not may_be_misspelt(word)


def test_text_and_terms_say_what_is_meant() -> None:
    """A capital letter stays, and so does everything else."""
    query = parse("Vaccation days, e.g. for a vaccation in v1.2?", "asked")
    found = respelt(query, {"vaccation": "vacation"})

    assert "Vacation days, e.g. for a vacation in v1.2?" == found.text
    assert ("vacation",) in [term.alternatives for term in found.terms]
    assert ("vaccation",) not in [term.alternatives for term in found.terms]
    assert (query.identifiers, query.origin) == (found.identifiers, found.origin)


def test_no_term_is_there_twice() -> None:
    """What is meant may stand in the query already, in another form."""
    found = respelt(
        parse("vacations: how many vaccation days?", "asked"), {"vaccation": "vacation"}
    )

    assert [("vacations",), ("days",)] == [term.alternatives for term in found.terms]


@given(text=st.text(max_size=200))
@example("İstanbul assembley")
@example("assembley\u0301 assembley")
def test_any_text_is_safe(text: str) -> None:
    """Only what is named is changed, and a query of which nothing is misspelt stays itself."""
    query = parse(text, "asked")

    assert query == respelt(query, {})
    assert query == respelt(query, {"zzzzzzzz": "elephant"})
    assert all(may_be_misspelt(word) for word in suspects(query))


@given(before=st.text(max_size=30), after=st.text(max_size=30))
def test_what_stands_around_a_word_stays(before: str, after: str) -> None:
    """The rest of the text is as it was, letter by letter."""
    query = parse(f"{before} assembley {after}", "asked")
    found = respelt(query, {"assembley": "assembly"})

    assert found.text in {query.text, f"{before} assembly {after}"}
