"""Whether an answer holds the known one."""

from __future__ import annotations

import argparse

import pytest

from benchmarks.quoted import SETTINGS, Answer, change, held, told, variant
from retrieval.models import choice

KNOWN = "You have 30 days from your start date to enroll. Q. When do benefits begin? At once."


def test_an_answer_holds_what_it_quotes_three_words_in_a_row() -> None:
    """Single words in common are nothing, and the next question's answer is not asked for."""
    assert 1.0 == held(KNOWN, "**You** have 30 days from your start date\n\nto enroll.")
    assert 0.0 == held(KNOWN, "At once. Days: 30. Start with your date.")
    assert 0.5 == held("one two three four five six", "so: one two three")
    assert (1.0, 0.0) == (held("Yes.", "Yes."), held("", "anything"))


def test_the_figures_are_of_the_answers_given() -> None:
    """Refusals count among those whose page was packed, and in no mean."""
    found = [
        Answer(80, 2, 1, True, 0.8, 0.9, 1_600),
        Answer(40, 1, 1, False, 0.1, 0.0, 1_300, newer=2),
        Answer(0, 0, 0, True, 0.0, 0.6, 1_000),
    ]

    assert (
        "packed: 1300 tokens at the mean, the known answer for 0.667\n"
        "2 of 3 answered, 1 of 2 whose page was packed\n"
        "1 hold the known answer, 0.500\n"
        "60 words, 1.50 passages of 1.00 pages at the mean\n"
        "beside 1 a newer page that says otherwise"
    ) == told(found)


def test_a_variant_is_read_as_what_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each value is of its constant's type, and the writer works with it from then on."""
    monkeypatch.setattr(choice, "MOST_WORDS", choice.MOST_WORDS)
    monkeypatch.setattr(choice, "ELSEWHERE", choice.ELSEWHERE)
    assert {"words": 400, "elsewhere": 0.6} == variant("words=400, elsewhere=.6")

    change(variant("words=400,elsewhere=.6"))

    assert (400, 0.6) == (choice.MOST_WORDS, choice.ELSEWHERE)
    assert all(hasattr(module, name) for module, name in SETTINGS.values())


@pytest.mark.parametrize("text", ["", "words", "words=many", "words=1.5", "lines=4"])
def test_what_is_no_setting_is_said(text: str) -> None:
    """A measurement of what was not meant would be believed."""
    with pytest.raises(argparse.ArgumentTypeError, match="no setting of the writer"):
        variant(text)
