"""The buttons of an answer say what they are about, and nothing that is not read back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.slack import phrases
from bot.slack.actions import (
    HUMAN_ACTION,
    LONGEST_SEARCHED,
    LONGEST_VALUE,
    QUOTES_ACTION,
    SEARCH_ACTION,
    about_answer,
    again_value,
    read_again,
    searched_line,
)
from bot.slack.blocks import under
from retrieval.values import Answer, Outcome
from tests.fakes.answers import answer, claim

ONE = claim("Leave is 25 days.")


def _buttons(blocks: list[dict[str, Any]]) -> list[str]:
    """Name the buttons of blocks."""
    return [
        element["action_id"]
        for block in blocks
        if block["type"] == "actions"
        for element in block["elements"]
    ]


@pytest.mark.parametrize(
    ("outcome", "claims", "human", "buttons"),
    [
        (Outcome.ANSWERED, (ONE,), False, [QUOTES_ACTION, SEARCH_ACTION]),
        (Outcome.ANSWERED, (ONE,), True, [QUOTES_ACTION, SEARCH_ACTION, HUMAN_ACTION]),
        (Outcome.PARTIAL, (ONE,), False, [QUOTES_ACTION, SEARCH_ACTION, HUMAN_ACTION]),
        (Outcome.NOT_IN_CONTEXT, (), False, [SEARCH_ACTION, HUMAN_ACTION]),
        (Outcome.FAILED, (), False, []),
    ],
)
def test_what_can_be_done_about_an_answer(
    outcome: Outcome, claims: tuple[Any, ...], *, human: bool, buttons: list[str]
) -> None:
    """A refusal offers people to ask, an answer its quotes, both what was searched."""
    whole = Answer(outcome, claims, (), (), (), "t1", 0.1, searched="leave days")

    assert buttons == _buttons(under(whole, human=human))


def test_whoever_asks_a_human_is_told_first_where_the_question_goes() -> None:
    """In a dialog, whose texts are as short as Slack wants them in every language."""
    for language in phrases.LANGUAGES:
        with phrases.speaking(language):
            (block,) = about_answer("t1", quotes=False, searched=False, human=True)
            asks = block["elements"][0]["confirm"]
            assert phrases.confirm_text() == asks["text"]["text"]

        limits = {"title": 100, "text": 300, "confirm": 30, "deny": 30}
        assert limits.keys() == asks.keys()
        assert all(0 < len(asks[name]["text"]) <= most for name, most in limits.items())


def test_an_answer_without_a_trace_has_no_buttons() -> None:
    """Nobody could say what they are about."""
    assert [] == under(Answer(Outcome.FAILED, (), (), (), (), "", 0.1))
    assert [] == about_answer("t1", quotes=False, searched=False, human=False)


@given(st.text())
def test_the_searched_line_is_plain_and_short(searched: str) -> None:
    """No token works in it, whatever was asked."""
    (element,) = searched_line(searched)["elements"]

    assert "plain_text" == element["type"]
    assert len(element["text"]) <= LONGEST_SEARCHED + 20
    assert "\n" not in element["text"]


@given(st.text(min_size=1, max_size=20), st.text(max_size=20), st.text(max_size=2_500))
def test_what_is_asked_again_is_read_back(ts: str, root: str, text: str) -> None:
    """A value holds it whole, or there is none."""
    value = again_value(ts, root, text)

    assert len(value) <= LONGEST_VALUE
    if value and text.strip():
        assert (ts, root, text) == read_again(value)


@given(st.text())
def test_no_other_value_is_read(value: str) -> None:
    """Whatever stands there, nothing breaks."""
    assert read_again(value) is None or value.startswith("[")


def test_the_words_of_buttons_count() -> None:
    """They are part of what a message may hold."""
    assert "Searched: leave" in str(under(answer(ONE, searched="leave")))
