"""What the buttons of an answer ask for when they are pressed."""

from __future__ import annotations

from typing import Any

import pytest

from bot.inbound import AFRESH, Ignore, Inbound, Prompt
from bot.slack.actions import (
    AFRESH_ACTION,
    AGAIN_ACTION,
    HUMAN_ACTION,
    QUOTES_ACTION,
    SEARCH_ACTION,
    STOP_ACTION,
    again_value,
)
from bot.slack.interactions import interaction
from bot.slack.payload import Facts
from retrieval.ports.grades import GRADE_ACTION, GRADES

BOT = Facts("UBOT", "BBOT", "AAPP", team="T1")


def _pressed(action_id: str, value: str, user: str = "UANN", when: str = "7.0") -> Any:
    action = {"action_id": action_id, "value": value, "action_ts": when}
    box = {"type": "message", "message_ts": "6.0", "channel_id": "C1", "thread_ts": "5.0"}
    payload = {
        "type": "block_actions",
        "user": {"id": user},
        "channel": {"id": "C1"},
        "container": box,
        "actions": [action],
    }
    return interaction(payload, BOT)


def test_a_stop_names_the_thread_whose_answer_is_stopped() -> None:
    """By the value of the button, and by the thread of its message where there is none."""
    for value in ("5.0", ""):
        found = _pressed(STOP_ACTION, value)

        assert isinstance(found, Inbound)
        assert ("stop", "T1:C1:5.0", "button") == (found.kind, found.lane, found.source)


def test_each_press_that_calls_for_people_is_heard() -> None:
    """The same press once; whether people have the question already is looked up then."""
    one, again, other = (_pressed(HUMAN_ACTION, "t1", user) for user in ("UANN", "UANN", "UBEN"))
    later = _pressed(HUMAN_ACTION, "t1", when="8.0")

    assert ("human", "t1") == (one.kind, one.trace_id)
    assert one.key == again.key != other.key
    assert later.key != one.key


def test_an_edited_question_is_asked_again_once() -> None:
    """As a question of its own, in the thread where it stands, with its new words."""
    value = again_value("5.0", "5.0", "How long is sick leave?")
    found = _pressed(AGAIN_ACTION, value)

    assert isinstance(found, Inbound)
    assert ("question", "again", "5.0", "") == (found.kind, found.source, found.ts, found.thread_ts)
    assert "How long is sick leave?" == found.text
    assert found.keys == _pressed(AGAIN_ACTION, value).keys
    assert "5.0" == found.message_key.rsplit(":", 1)[1]
    assert "T1:C1:5.0" not in found.keys


@pytest.mark.parametrize("value", ["", "x", "[]", '["5.0", "5.0", " "]'])
def test_a_button_that_says_nothing_is_let_go(value: str) -> None:
    """There would be nothing to ask."""
    assert isinstance(_pressed(AGAIN_ACTION, value), Ignore)


@pytest.mark.parametrize(
    ("action", "listener"), [(QUOTES_ACTION, "quotes"), (SEARCH_ACTION, "search")]
)
def test_what_opens_a_window_is_answered_at_once(action: str, listener: str) -> None:
    """A trigger is good for three seconds."""
    found = _pressed(action, "t1")

    assert isinstance(found, Prompt)
    assert listener == found.listener


def test_an_answer_is_made_afresh_once() -> None:
    """Whoever presses first has the question asked again, in the thread of the answer."""
    text = "How long is sick leave?"
    one, other = (_pressed(AFRESH_ACTION, text, user) for user in ("UANN", "UBEN"))

    assert ("question", "again", AFRESH, text) == (one.kind, one.source, one.subject, one.text)
    assert ("5.0", "UANN", "UBEN") == (one.thread_ts, one.user, other.user)
    assert one.keys == other.keys
    assert isinstance(_pressed(AFRESH_ACTION, " "), Ignore)


@pytest.mark.parametrize("grade", GRADES)
def test_a_grade_names_what_is_graded(grade: str) -> None:
    """The button says which grade, its value of which answer in which sample."""
    found = _pressed(f"{GRADE_ACTION}{grade}", "s1|t1")

    assert ("grade", grade, "s1|t1") == (found.kind, found.subject, found.about)
