"""A word that occurs nowhere is read as the one that is meant, where that is clear."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.answer.respell import MOST, as_meant, misspelt, told
from retrieval.text.query import parse
from retrieval.text.words import words
from retrieval.values import Frequencies, Note, Queries, Question
from tests.fakes.team import OPEN, MemoryStore, facts


@dataclass
class Asked(MemoryStore):
    """A store that remembers which words it was asked about."""

    compared: list[str] = field(default_factory=list)

    async def similar(self, words: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """Compare, and remember."""
        self.compared += words
        return await super().similar(words)


def _store(*texts: str) -> Asked:
    store = Asked()
    for number, text in enumerate(texts):
        store.put(facts(f"{number}.md"), text)
    return store


def _queries(*texts: str) -> Queries:
    searches = tuple(parse(text, "asked") for text in texts)
    return Queries(Question(texts[0], OPEN), texts[0], searches, "none")


async def _read(queries: Queries, store: MemoryStore) -> tuple[tuple[str, str], ...]:
    asked = list(dict.fromkeys(word for one in queries.searches for word in words(one.text)))
    return (await misspelt(queries, await store.frequencies(asked), store))[0]


FIRE = "The assembly point is the yard. Every vacation day counts, by the contact desk."


async def test_a_misspelt_word_is_read_as_the_one_that_is_meant() -> None:
    """Two words of one question may be misspelt."""
    queries = _queries("What is the assembley point on a vaccation day?")

    assert (("assembley", "assembly"), ("vaccation", "vacation")) == await _read(
        queries, _store(FIRE)
    )


async def test_the_frequencies_of_what_is_meant_are_counted_as_well() -> None:
    """The ranking weighs the words that were searched."""
    counted = Frequencies(1, {"assembley": 0})
    _, more = await misspelt(_queries("assembley point"), counted, _store(FIRE))

    assert {"assembley": 0, "assembly": 1} == more.counts


@pytest.mark.parametrize(
    "text",
    [
        "Which contract is it?",  # a real word, though "contact" occurs
        "What is the assembly point?",
        "Ask Vaccation about it",
        "What is assembley_point?",
        "assemblexy point",
    ],
)
async def test_what_is_no_slip_stays(text: str) -> None:
    """A real word, one that occurs, a name, a code and one that is like no other."""
    assert () == await _read(_queries(text), _store(FIRE))


async def test_the_commonest_word_is_meant_then_the_first() -> None:
    """Of several words one slip away, each is as likely as it is common."""
    store = _store("The market opens.", "The marker and the market.", "A markee.", "A markez.")

    assert (("markex", "market"),) == await _read(_queries("the markex"), store)
    del store.documents["0.md"]
    assert (("markex", "markee"),) == await _read(_queries("the markex"), store)


async def test_nothing_is_compared_where_every_word_occurs_or_is_english() -> None:
    """Most questions cost nothing more."""
    store = _store(FIRE)
    await _read(_queries("Which contract has the assembly point?"), store)

    assert [] == store.compared


async def test_a_question_in_another_language_is_left_alone() -> None:
    """Where most words are strange, none of them is misspelt."""
    store = _store("The vacances are paid.", "The employees.")
    text = "Pourquoi les employeess veulent-ils davantage de vaacances?"

    assert () == await _read(_queries(text), store)
    assert [] == store.compared


async def test_a_text_with_many_strange_words_is_left_alone() -> None:
    """It is a list or a paste, and no question with a slip in it."""
    strange = ["assembley", "vaccation", "assambly", "vacasion"]
    rest = "and where is the desk of the day by the point or the yard"
    assert len(strange) > MOST

    assert () == await _read(_queries(" ".join([*strange, rest])), _store(FIRE))


async def test_a_question_that_is_searched_as_it_is_stays() -> None:
    """Its words were chosen."""
    queries = _queries("assembley point")
    queries = replace(queries, question=replace(queries.question, as_is=True))

    assert () == await _read(queries, _store(FIRE))


async def test_nothing_is_misspelt_where_nothing_was_counted() -> None:
    """An index that could not count says nothing about what it lacks."""
    store = _store(FIRE)
    found = await misspelt(_queries("assembley"), Frequencies(0, {"assembley": 0}), store)

    assert ((), Frequencies(0, {"assembley": 0})) == found


def test_every_query_is_read_as_it_was_meant() -> None:
    """The question that stands alone is the one that was searched."""
    queries = _queries("assembley point", "yard", "an assembley")
    found = as_meant(queries, (("assembley", "assembly"),))

    assert ["assembly point", "yard", "an assembly"] == [one.text for one in found.searches]
    assert "assembly point" == found.standalone
    assert queries.question == found.question
    assert queries is as_meant(queries, ())


def test_the_person_is_told() -> None:
    """One note a word."""
    assert (Note("respelt", "assembley → assembly"),) == told((("assembley", "assembly"),))


VOCABULARY = ["assembly", "point", "yard", "assembley", "vaccation", "vacation", "market", "the"]


@given(said=st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=8))
async def test_a_question_whose_words_all_occur_is_never_changed(said: list[str]) -> None:
    """Not even where other words are one slip away and commoner."""
    text = " ".join(said)
    store = _store(" ".join(VOCABULARY), "assembly vacation", "assembly vacation")

    assert () == await _read(_queries(text), store)


@given(text=st.text(min_size=1, max_size=120))
async def test_any_question_is_safe(text: str) -> None:
    """What is read otherwise is a word of the question, and occurs."""
    store = _store(FIRE)
    queries = _queries(text)
    found = await _read(queries, store)

    assert {typed for typed, _ in found} <= set(words(text))
    assert {meant for _, meant in found} <= set(words(FIRE))
    assert len(queries.searches) == len(as_meant(queries, found).searches)
