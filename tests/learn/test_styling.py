"""Tests of retrieval/learn/styling.py: a model words a paragraph, and adds nothing to it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.errors import ModelUnavailable
from retrieval.learn.styling import Styling, beyond
from retrieval.learn.suggesting import Suggestion
from tests.fakes.chat import ScriptedChat

ANSWER = "Write to people@example.com 8 weeks before the birth."
MADE = Suggestion("How to apply", f"### Apply\n\n{ANSWER}")
PAGE = "# Leave\n\n## How to apply\n\nPlease apply early.\n"


async def _styled(*pieces: str, page: str = PAGE, error: Exception | None = None) -> str:
    chat = ScriptedChat(pieces, error)
    return (await Styling(chat).style(MADE, "How do I apply?", ANSWER, page)).text


async def test_a_paragraph_is_worded_as_its_page_is() -> None:
    """Its heading stays; the model sees the page and the answer."""
    said = "Please write to people@example.com 8 weeks before the birth."
    chat = ScriptedChat([json.dumps({"paragraph": said})])
    made = await Styling(chat).style(MADE, "How do I apply?", ANSWER, PAGE)

    assert Suggestion("How to apply", f"### Apply\n\n{said}") == made
    assert PAGE in str(chat.asked[0].messages[1].content)
    assert ANSWER in str(chat.asked[0].messages[1].content)


@pytest.mark.parametrize(
    "said",
    [
        "Write to people@example.com 9 weeks before the birth.",
        "Write to people@example.com before the birth.",
        "Write to people@example.com 8 weeks before the birth, with your manager's approval.",
        "Do not write to people@example.com 8 weeks before the birth.",
        "# Apply\n\nWrite to people@example.com 8 weeks before the birth.",
        "",
    ],
)
async def test_what_is_added_or_left_out_is_not_taken(said: str) -> None:
    """A number, a fact, a negation, a heading: the draft stays as it is."""
    assert MADE.text == await _styled(json.dumps({"paragraph": said}))


@pytest.mark.parametrize("reply", ["[]", "no json", '{"paragraph": 7}'])
async def test_a_model_that_fails_changes_nothing(reply: str) -> None:
    """Nor one that says no JSON; without a page it is not asked."""
    assert MADE.text == await _styled(reply)
    assert MADE.text == await _styled(error=ModelUnavailable("down"))
    assert MADE.text == await _styled('{"paragraph": "x"}', page="")


@given(st.text(max_size=80), st.text(max_size=80), st.text(max_size=80))
def test_whatever_a_model_says_is_judged(said: str, question: str, answer: str) -> None:
    """In a word, and the answer's own words pass unless they are none."""
    assert isinstance(beyond(said, question, answer), str)
