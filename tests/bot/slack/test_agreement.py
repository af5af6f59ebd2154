"""An answer is held against what people said to the same question."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.slack.agreement import People, agreement
from tests.fakes.answers import URL, answer, citation, claim, page

QUESTION = "How long is the leave?"
SAID = "Parents get 26 weeks of paid leave after the birth."
ANSWER = answer(claim(SAID, citation(SAID, page())))


@pytest.mark.parametrize(
    ("replies", "expected"),
    [
        ([], People.SILENT),
        (["", "  "], People.SILENT),
        ([f"see <{URL}leave#days>"], People.LINKED),
        ([f"<{URL}leave?tab=1|the page>"], People.LINKED),
        (["<https://other.example/docs/leave>"], People.LINKED),
        (["<https://git.example/docs/leave.md>"], People.LINKED),
        (["I think 26 weeks, paid"], People.AGREED),
        (["no idea", "it's 26 paid weeks"], People.AGREED),
        (["How long is the leave? Good question, ask Ann"], People.DIFFERED),
        ([f"<{URL}travel>"], People.DIFFERED),
    ],
)
def test_a_link_counts_first_then_words(replies: list[str], expected: People) -> None:
    """Words of the question itself show nothing."""
    assert expected is agreement(QUESTION, ANSWER, replies)


@given(st.text(max_size=200), st.lists(st.text(max_size=200), max_size=3))
def test_whatever_people_say_is_compared(question: str, replies: list[str]) -> None:
    """Saying the answer's own words agrees, unless the question says them all."""
    assert agreement(question, ANSWER, replies) in set(People)
    assert People.AGREED is agreement(QUESTION, ANSWER, [SAID])
