"""The blocks that the bot sends are ones that Slack takes."""

from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from slack_sdk.models.blocks import Block

from bot.inbound import FEEDBACK_ACTION, read_opinion
from bot.slack.actions import AFRESH_ACTION
from bot.slack.blocks import LONGEST_TEXT, body, ending, mrkdwn, notification, under
from bot.slack.markdown import sanitise
from retrieval.values import Answer, Note, Outcome
from tests.fakes.slack_reading import UNSEEN, hostile


def test_the_ending_is_valid() -> None:
    """Slack's own models accept the buttons and the footer, and know their types."""
    parsed = Block.parse_all([body("a **b**"), *ending("abc123")])

    assert ["markdown", "context_actions", "context"] == [b.to_dict()["type"] for b in parsed]


def test_the_buttons_carry_the_trace() -> None:
    """What a press sends back names the answer and the opinion."""
    element = ending("abc123")[0]["elements"][0]

    assert FEEDBACK_ACTION == element["action_id"]
    assert (1, "abc123") == read_opinion(element["positive_button"]["value"])
    assert (-1, "abc123") == read_opinion(element["negative_button"]["value"])


def test_an_answer_from_before_can_be_had_afresh() -> None:
    """The button carries the question; other answers have none."""
    asked = "How long is sick leave?"
    fresh = Answer(Outcome.ANSWERED, (), (), (), (), "t1", 0.1, searched=asked)
    before = replace(fresh, notes=(Note("asked_before", "2026-11-12"),))

    assert [] == _buttons(fresh)
    assert [asked] == _buttons(before)


def _buttons(answer: Answer) -> list[str]:
    rows = [block for block in under(answer) if block["type"] == "actions"]
    every = [button for row in rows for button in row["elements"]]
    return [one["value"] for one in every if one["action_id"] == AFRESH_ACTION]


def test_without_a_trace_there_is_no_ending() -> None:
    """A sentence that is no answer has no buttons."""
    assert [] == ending("")


@given(st.one_of(hostile(40), st.text(max_size=20).map(lambda text: text * 500)))
@settings(max_examples=100, deadline=None)
def test_a_notification_is_short_and_harmless(text: str) -> None:
    """Beside blocks stands one line, without tokens and calls, within the limit."""
    line = notification(text)

    assert len(line) <= LONGEST_TEXT
    assert not set("<>\n") & set(line)
    assert not UNSEEN.search(line)
    assert not re.search(r"@(?:channel|here|everyone)\b", line)


def test_a_cut_notification_breaks_no_entity() -> None:
    """Where escaping makes it longer than the limit, it is cut between characters."""
    line = notification("<" * 4_000)

    assert line.endswith(" …")
    assert "" == line.removesuffix(" …").replace("&lt;", "")


@given(hostile(40))
@settings(max_examples=100, deadline=None)
def test_older_mark_up_has_no_token_but_its_links(text: str) -> None:
    """The plain form has no raw bracket, since there was no link, and no address out of code."""
    said = mrkdwn(sanitise(text))
    bare = re.sub(r"```.*?```|`[^`\n]+`", " ", said, flags=re.DOTALL)

    assert not set("<>") & set(re.sub(r"^[ >-]*", "", said, flags=re.MULTILINE))
    assert not re.search(r"[a-z]://\w|\bwww\.\w", bare)


def test_older_mark_up_keeps_links_and_weight() -> None:
    """Known links, bold and code come along; escapes are undone."""
    said = mrkdwn("**a** \\*b\\* [1](https://docs.example/a) `**c** \\*`")

    assert "*a* *b* <https://docs.example/a|1> `**c** \\*`" == said
    assert "```\nx\n```" == mrkdwn("```sh\nx\n```")
    shown = mrkdwn("`````\n  ````sh\n~~~~\n  ````\na ``` b\n`````")
    assert "```\n  ~~~~~sh\n~~~~\n  ~~~~~\na \u02cb\u02cb\u02cb b\n```" == shown
