"""Block Kit's limits, with slack_sdk's own models as the measure."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slack_sdk.models import blocks as kit

from bot.playground.blocks import FIELDS, characters, check, check_view


def _mrkdwn(size):
    return {"type": "mrkdwn", "text": "x" * size}


def _plain(size):
    return {"type": "plain_text", "text": "x" * size}


def _button(**more):
    return {"type": "button", "action_id": "a", "text": _plain(5)} | more


def _feedback(value=5, label=5):
    side = {"text": _plain(label), "value": "v" * value}
    return {
        "type": "feedback_buttons",
        "action_id": "f",
        "positive_button": side,
        "negative_button": side,
    }


def _holding(kind, element, count=1):
    return {"type": kind, "elements": [element] * count}


LIMITS = [
    (lambda n: {"type": "section", "text": _mrkdwn(n)}, 3_000),
    (lambda n: {"type": "section", "fields": [_mrkdwn(n)]}, 2_000),
    (lambda n: {"type": "section", "fields": [_mrkdwn(1)] * n}, 10),
    (lambda n: {"type": "header", "text": _plain(n)}, 150),
    (lambda n: {"type": "divider", "block_id": "b" * n}, 255),
    (lambda n: _holding("context", _mrkdwn(1), n), 10),
    (lambda n: _holding("actions", _button(), n), 25),
    (lambda n: _holding("actions", _button(text=_plain(n))), 75),
    (lambda n: _holding("actions", _button(value="v" * n)), 2_000),
    (lambda n: _holding("actions", _button(url="u" * n)), 3_000),
    (lambda n: _holding("actions", _button(action_id="a" * n)), 255),
    (lambda n: _holding("context_actions", _feedback(), n), 5),
    (lambda n: _holding("context_actions", _feedback(value=n)), 2_000),
    (lambda n: _holding("context_actions", _feedback(label=n)), 75),
    (lambda n: {"type": "markdown", "text": "x" * n}, 12_000),
    (lambda n: {"type": "image", "image_url": "u" * n, "alt_text": "a"}, 3_000),
    (lambda n: {"type": "table", "rows": [[{"type": "raw_text", "text": "x"}]] * n}, 100),
    (lambda n: {"type": "table", "rows": [[{"type": "raw_text", "text": "x"}] * n]}, 20),
]


@pytest.mark.parametrize(("make", "most"), LIMITS)
def test_each_limit_is_where_slack_has_it(make, most):
    """As much as allowed passes, one more does not."""
    assert [] == check([make(most)])
    assert check([make(most + 1)])


def test_a_problem_is_said_in_slacks_words_with_a_pointer():
    """So that a log of the one reads like a log of the other."""
    found = check([{"type": "divider"}, {"type": "section", "text": _mrkdwn(3_001)}])

    assert ["must be less than 3001 characters [json-pointer:/blocks/1/text/text]"] == found


def test_a_message_has_fifty_blocks_at_most():
    """A markdown block counts as what becomes of it."""
    assert [] == check([{"type": "divider"}] * 50)
    assert 1 == len(check([{"type": "divider"}] * 51))
    assert [] == check([{"type": "markdown", "text": "# a\n" * 50}])
    found = check([{"type": "markdown", "text": "# a\n" * 50}, {"type": "divider"}])
    assert ["no more than 50 items allowed [json-pointer:/blocks]"] == found


def test_the_markdown_of_a_message_is_limited_altogether():
    """Twelve thousand characters in all its markdown blocks."""
    block = {"type": "markdown", "text": "x" * 6_001}

    assert 1 == len(check([block, block]))


def test_a_block_id_is_used_once():
    """The second is pointed to."""
    found = check([{"type": "divider", "block_id": "a"}] * 2)

    assert ['`block_id` "a" already exists [json-pointer:/blocks/1/block_id]'] == found


@pytest.mark.parametrize(
    "block",
    [
        None,
        "divider",
        {},
        {"type": None},
        {"type": []},
        {"type": "odd"},
        {"type": "section"},
        {"type": "section", "text": "x"},
        {"type": "section", "text": {"type": "plain_text"}},
        {"type": "header", "text": _mrkdwn(3)},
        {"type": "actions", "elements": {}},
        {"type": "actions", "elements": []},
        {"type": "actions", "elements": [{"type": "feedback_buttons"}]},
        {"type": "context_actions", "elements": [_button()]},
    ],
)
def test_what_is_no_block_is_refused(block):
    """Each has one problem at least."""
    assert check([block])


def test_what_slack_sdk_builds_is_taken():
    """Blocks from the client's own models, validated by themselves."""
    built = [
        kit.HeaderBlock(text="Title"),
        kit.SectionBlock(
            text="*a*", fields=["b", "c"], accessory=kit.ButtonElement(text="x", action_id="y")
        ),
        kit.MarkdownBlock(text="**a**"),
        kit.ContextBlock(elements=[kit.MarkdownTextObject(text="x")]),
        kit.ActionsBlock(elements=[kit.ButtonElement(text="x", action_id="y", value="z")]),
        kit.ContextActionsBlock(
            elements=[
                kit.FeedbackButtonsElement(
                    action_id="f",
                    positive_button=kit.FeedbackButtonObject(text="good", value="1"),
                    negative_button=kit.FeedbackButtonObject(text="bad", value="2"),
                )
            ]
        ),
        kit.InputBlock(label="why", element=kit.PlainTextInputElement(action_id="t")),
        kit.DividerBlock(),
    ]

    assert [] == check([block.to_dict() for block in built])


def test_slack_sdks_own_limits_are_the_same():
    """A header and a section that the models refuse are refused here too."""
    assert kit.HeaderBlock.text_max_length == 150
    assert kit.SectionBlock.text_max_length == 3_000
    assert kit.SectionBlock.fields_max_length == 10
    assert kit.ButtonElement.text_max_length == 75


KEYS = st.sampled_from(
    ("type", "text", "elements", "fields", "accessory", "rows", "block_id", "value", "options")
)
anyhow = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=5)
    | st.sampled_from(sorted(FIELDS)),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            KEYS,
            inner,
            max_size=4,
        )
    ),
    max_leaves=15,
)


@given(st.lists(anyhow, max_size=4), anyhow)
def test_nothing_breaks_the_check(blocks, view):
    """Whatever is sent as blocks or as a view has problems or none, and no crash."""
    assert all(isinstance(problem, str) for problem in check(blocks))
    assert check_view(view, "modal")
    assert characters(blocks) >= 0


def test_a_modal_that_asks_has_a_button_to_submit():
    """One that only shows needs none."""
    element = {"type": "plain_text_input", "action_id": "a"}
    asks = {"type": "input", "label": _plain(3), "element": element}
    view = {"type": "modal", "title": _plain(5), "blocks": [asks]}

    assert ["missing required field: submit [json-pointer:/view]"] == check_view(view, "modal")
    assert [] == check_view(view | {"submit": _plain(3)}, "modal")
    assert [] == check_view(view | {"blocks": [{"type": "divider"}], "close": None}, "modal")


def test_characters_are_those_of_all_texts():
    """Those of buttons and fields included."""
    block = {"type": "section", "text": _mrkdwn(3), "fields": [_plain(2)], "accessory": _button()}

    assert 10 == characters([block])
