"""Slack's own types and slack_sdk's own models find what is wrong with a call."""

from __future__ import annotations

import pytest

from tests.outgoing import problems
from tests.types.checking import argument_type, available, compiled, written

GOOD = ("chat.postMessage", {"channel": "C1", "text": "x", "blocks": [{"type": "divider"}]})


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"text": "x"}, "channel"),
        ({"channel": "C1", "text": "x", "chanel": "C2"}, "chanel"),
        ({"channel": "C1", "text": "x", "blocks": [{"type": "section", "text": 3}]}, "number"),
        ({"channel": "C1", "text": "x", "blocks": [{"type": "odd"}]}, "odd"),
    ],
)
def test_the_compiler_finds_what_is_wrong(arguments: dict[str, object], told: str) -> None:
    """A missing, a misspelt and a mistyped argument, and a block that is none."""
    available()
    found = compiled(written([GOOD, ("chat.postMessage", arguments)]))

    assert any(told in line for line in found)


@pytest.mark.parametrize(
    ("method", "name"),
    [
        ("chat.postMessage", "ChatPostMessageArguments"),
        ("assistant.threads.setStatus", "AssistantThreadsSetStatusArguments"),
        ("oauth.v2.access", "OAuthV2AccessArguments"),
    ],
)
def test_a_methods_arguments_have_a_type_of_their_own(method: str, name: str) -> None:
    """Named after the method."""
    assert name == argument_type(method)


@pytest.mark.parametrize(
    "block",
    [
        {"type": "odd"},
        {"type": "divider", "odd": 1},
        {"type": "header", "text": {"type": "plain_text", "text": "x" * 151}},
    ],
)
def test_slack_sdk_finds_what_is_wrong(block: dict[str, object]) -> None:
    """An unknown block, an unknown field, and a text that is too long."""
    assert problems("chat.postMessage", {"blocks": [block]})
    assert not problems(*GOOD)
