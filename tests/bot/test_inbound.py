"""What is heard survives its row, and names its lane and its keys."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bot.inbound import Inbound, lane, opinion_value, read_opinion

ASKED = Inbound("question", "event:A:Ev1", "T:C:2.0", "T", "C", "channel", "U", "2.0", text="hi")


def test_a_row_gives_back_what_was_put() -> None:
    """Payload and reading are inverse, and a field of a later version is left alone."""
    assert ASKED == Inbound.read(ASKED.payload() | {"later": 1})


def test_a_question_is_known_by_its_event_and_its_message() -> None:
    """Only a question claims its message: an edit of it is another row."""
    assert ("event:A:Ev1", "T:C:2.0") == ASKED.keys
    assert ("event:A:Ev1",) == replace(ASKED, kind="edited").keys


def test_questions_of_a_thread_share_a_lane() -> None:
    """A question and the follow-up to it are worked on one after the other."""
    follow_up = replace(ASKED, ts="3.0", thread_ts="2.0")

    assert lane("T", "C", "2.0") == ASKED.lane == follow_up.lane


def test_an_opinion_does_not_wait_for_the_thread() -> None:
    """Opinions have lanes of their own, one for each person and answer."""
    opinion = replace(ASKED, kind="feedback", answer_ts="2.5")

    assert ASKED.lane != opinion.lane
    assert opinion.lane != replace(opinion, user="UBOB").lane


@pytest.mark.parametrize("value", [1, -1])
def test_a_button_says_value_and_trace(value: int) -> None:
    """What a button carries is read back."""
    assert (value, "abc") == read_opinion(opinion_value(value, "abc"))


@pytest.mark.parametrize("value", ["", "+1", "+1:", "2:abc", "up:abc"])
def test_a_foreign_button_is_none_of_ours(value: str) -> None:
    """A value in no form of ours is no opinion."""
    assert None is read_opinion(value)


def test_what_is_a_list_in_a_row_comes_back_as_it_was() -> None:
    """A row is JSON, which knows no tuples."""
    found = Inbound("question", "k", "m", "T", "C", "channel", "U", "1.0", file_ids=("F1", "F2"))

    assert found == Inbound.read(json.loads(json.dumps(found.payload())))
