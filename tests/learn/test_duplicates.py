"""Cases that ask the same are found, whatever else there is."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.learn.duplicates import Duplicates, Group, worded
from retrieval.ports import Wording
from retrieval.text.particulars import same_question

EVERY = (
    Wording("c5", "how do I get the VPN?"),
    Wording("c4", "When is the salary paid?"),
    Wording("c3", "When are salaries paid?"),
    Wording("c2", "How do I order a laptop?"),
    Wording("c1", "when are salaries PAID"),
)
"""Newest first, as the ledger lists them."""


def test_the_oldest_of_a_group_stays() -> None:
    """Each case stands in one group; what is worded the same is told apart from what is near."""
    assert (Group("c1", ("c3", "c4"), same=False),) == Duplicates(EVERY).groups()
    assert (Group("c1", ("c3",), same=True),) == Duplicates([EVERY[2], EVERY[4]]).groups()


def test_what_asks_the_same_as_a_text() -> None:
    """The nearest first, without the case itself, and no more than wanted."""
    found = Duplicates(EVERY)

    assert ("c3", "c4") == found.of(EVERY[4].text, without="c1")
    assert ("c1",) == found.of("When are salaries paid", most=1)
    assert () == found.of("Where do I park?")


def test_what_is_worded_the_same_in_any_script() -> None:
    """A question without Latin words is compared all the same."""
    asked = "\u7d66\u6599\u65e5\u306f\u3044\u3064\u3067\u3059\u304b"

    assert ("a",) == Duplicates([Wording("a", asked)]).of(f"{asked}?")
    assert "?!" == worded(" ?! ")


_words = st.sampled_from(
    ["vpn", "salary", "laptop", "order", "paid", "when", "how", "30", "60", "mac"]
)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(_words, min_size=1, max_size=6).map(" ".join), max_size=8))
def test_nothing_near_is_missed(texts: list[str]) -> None:
    """Looking words up finds what comparing with every case finds."""
    every = [Wording(str(number), text) for number, text in enumerate(texts)]
    for text in texts:
        near = {
            one.case
            for one in every
            if worded(one.text) == worded(text) or same_question(text, one.text)
        }

        assert near == set(Duplicates(every).of(text))
