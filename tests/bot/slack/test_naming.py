"""A maintainer's reply that is a link says which page is right; any other is heard as before."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.inbound import Ignore, Inbound
from bot.slack.hear import hear, thread_of
from bot.slack.naming import named_page
from bot.slack.payload import Facts

LINK = "https://docs.example/leave#days"
OURS = Facts("UBOT", "BBOT", ours=True, maintainers=frozenset({"UANN"}))
TS, ROOT = "1700000000.000100", "1699999999.000100"


def _event(text: str, **fields: Any) -> dict[str, Any]:
    event = {"type": "message", "user": "UANN", "text": text, "ts": TS, "thread_ts": ROOT}
    event |= {"channel": "C1", "channel_type": "channel", "event_ts": TS, **fields}
    return {"type": "event_callback", "team_id": "T1", "event_id": "Ev1", "event": event}


@pytest.mark.parametrize(
    ("text", "link"),
    [
        (f"<{LINK}>", LINK),
        (f"<{LINK}|docs.example/leave>", LINK),
        (f"No, it should have been <{LINK}>", LINK),
        (f"that's wrong, the right page is <{LINK}|Leave>.", LINK),
        (f"<@UBOT> <{LINK}>", LINK),
        ("<https://docs.example/a?b=1&amp;c=2>", "https://docs.example/a?b=1&c=2"),
        (f"What does <{LINK}> say of contractors?", ""),
        (f"how do I get to <{LINK}>", ""),
        (f"{'word ' * 13}<{LINK}>", ""),
        ("<https://team.slack.com/archives/C123/p1700000000000100>", ""),
        ("the leave page", ""),
        ("", ""),
    ],
)
def test_a_link_in_few_words_names_a_page(text: str, link: str) -> None:
    """A question is a question, whatever it links to, and a message of Slack is no page."""
    assert link == named_page({"text": text})


@pytest.mark.parametrize("channel", ["channel", "im"])
def test_a_maintainers_link_under_an_answer_is_heard(channel: str) -> None:
    """In the bot's threads, as what it is; once, however it is delivered."""
    heard = hear(_event(f"<{LINK}>", channel_type=channel), OURS)

    assert isinstance(heard, Inbound)
    assert ("diagnose", LINK, ROOT) == (heard.kind, heard.text, heard.thread_ts)
    assert (heard.key, heard.message_key) == heard.keys
    assert heard == heard.read(heard.payload())


def test_others_and_other_threads_are_heard_as_before() -> None:
    """A link of anybody else asks nothing; nor does one at the top level, or in others' threads."""
    nobody = replace(OURS, maintainers=frozenset({"UBEN"}))
    elsewhere = replace(OURS, ours=False)
    heard = [
        hear(_event(f"<{LINK}>"), nobody),
        hear(_event(f"<{LINK}>"), elsewhere),
        hear(_event(f"<{LINK}>", thread_ts=None), OURS),
    ]

    assert [False, False, False] == [
        isinstance(one, Inbound) and one.kind == "diagnose" for one in heard
    ]
    assert all(isinstance(one, Ignore) for one in heard)


def test_the_thread_is_looked_up_for_a_maintainers_link_alone() -> None:
    """Where the bot listens to mentions alone it is not."""
    payload = _event(f"see <{LINK}>")

    assert thread_of(payload, OURS)
    assert thread_of(payload, replace(OURS, listen="mentions")) is None


@given(st.text())
def test_nothing_that_is_written_breaks_it(text: str) -> None:
    """Whatever stands in a message, there is a link in it or none."""
    assert isinstance(named_page({"text": f"{text} <http{text}> http{text}"}), str)
