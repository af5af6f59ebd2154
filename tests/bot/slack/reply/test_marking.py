"""Tests of bot/slack/reply/marking.py: a line under an answer, set and taken away in place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.slack import render
from bot.slack.blocks import MARK_BLOCK, under
from bot.slack.refused import SlackRefused
from bot.slack.reply.marking import mark, marked
from retrieval.values import Answer, Note, Outcome
from tests.fakes.slack import FakeWeb

BODY = {"type": "markdown", "text": "Parents get 26 weeks. [1]"}
ACTIONS = {"type": "actions", "block_id": "footnote_answer", "elements": []}
MESSAGE = {
    "ts": "2.0",
    "text": "Parents get 26 weeks.",
    "blocks": [BODY, ACTIONS],
    "metadata": {"event_type": "footnote_answer", "event_payload": {"trace_id": "t1"}},
}


def _web(*messages: Any, update: Any = None) -> FakeWeb:
    there = {"messages": list(messages)}
    return FakeWeb(
        {
            "conversations.replies": there,
            "conversations.history": there,
            "chat.update": update or {"ok": True},
        }
    )


async def test_the_line_stands_between_the_words_and_the_buttons() -> None:
    """All else stays as it is, the mark by which the answer is found again too."""
    web = _web(MESSAGE)
    done = await mark(web, "C1", "1.0", "2.0", "It changed.")
    (said,) = web.called("chat.update")

    assert done
    assert ["markdown", "context", "actions"] == [one["type"] for one in said["blocks"]]
    assert MARK_BLOCK == said["blocks"][1]["block_id"]
    assert (MESSAGE["text"], MESSAGE["metadata"]) == (said["text"], said["metadata"])
    assert ("C1", "2.0") == (said["channel"], said["ts"])


def test_it_takes_the_place_of_the_line_that_all_is_unchanged() -> None:
    """An answer given again says that it stands; once it does not, that is no longer said."""
    asked = Answer(Outcome.ANSWERED, (), (), (), (), "t1", 0.1, searched="Leave?")
    again = replace(asked, notes=(Note("asked_before", "2026-11-12"),))
    before = [BODY, *under(again)]
    after = marked(before, "It changed.")

    assert "2026-11-12" in str(before[1])
    assert "2026-11-12" not in render.answer(again) + str(after)
    assert ["It changed."] == [
        one["elements"][0]["text"] for one in after if one.get("block_id") == MARK_BLOCK
    ]
    assert len(before) == len(after)
    assert before[2:] == after[2:]


async def test_what_it_says_already_is_not_said_again() -> None:
    """A line that is there is changed in its place, or left."""
    there = {**MESSAGE, "blocks": marked([BODY, ACTIONS], "It changed.")}
    web = _web(there)

    assert await mark(web, "C1", "", "2.0", "It changed.")
    assert [] == web.called("chat.update")
    assert await mark(web, "C1", "", "2.0", "")
    assert [BODY, ACTIONS] == web.called("chat.update")[0]["blocks"]


@pytest.mark.parametrize("messages", [
    (), ({"ts": "1.0", "blocks": [BODY]},), ({"ts": "2.0"},),
    ({"ts": "2.0", "blocks": [BODY] * 50},),
])  # fmt: skip
async def test_a_message_that_cannot_show_it_is_let_be(messages: tuple[Any, ...]) -> None:
    """It was deleted, shows nothing that could be kept, or is full."""
    web = _web(*messages)

    assert not await mark(web, "C1", "1.0", "2.0", "It changed.")
    assert [] == web.called("chat.update")


async def test_one_that_goes_meanwhile_is_let_be_and_a_refusal_is_raised() -> None:
    """Whoever calls says it otherwise."""
    gone = _web(MESSAGE, update=SlackRefused("chat.update", "message_not_found"))
    refused = _web(MESSAGE, update=SlackRefused("chat.update", "invalid_blocks"))

    assert not await mark(gone, "C1", "1.0", "2.0", "It changed.")
    with pytest.raises(SlackRefused):
        await mark(refused, "C1", "1.0", "2.0", "It changed.")


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.fixed_dictionaries({"type": st.sampled_from(["markdown", "rich_text", "actions"])}),
            st.none(),
        ),
        max_size=6,
    ),
    st.text(min_size=1, max_size=80),
)
def test_a_line_set_and_taken_away_leaves_what_was_there(blocks: list[Any], text: str) -> None:
    """However often it is set, it stands once."""
    once = marked(blocks, text)

    assert once == marked(once, text)
    assert blocks == marked(once, "")
