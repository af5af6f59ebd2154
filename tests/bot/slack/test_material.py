"""What comes with a message is named, within limits, whatever Slack sends."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.slack import material

JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.integers() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["text", "files", "blocks", "rows", "type", "elements", "attachments"]),
            inner,
        )
    ),
    max_leaves=15,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<https://acme.slack.com/archives/C1/p1700000000000100>", "C1:1700000000.000100:"),
        (
            (
                "<https://acme.enterprise.slack.com/archives/C1/p1700000000000100?x=1"
                "&amp;thread_ts=1699999999.000100&amp;cid=C1|this>"
            ),
            "C1:1700000000.000100:1699999999.000100",
        ),
        ("<https://acme.slack.com.evil.example/archives/C1/p1700000000000100>", ""),
        ("<https://acme.slack.com/archives/C1>", ""),
    ],
)
def test_links_to_messages(text: str, expected: str) -> None:
    """An address of Slack's own is a channel, a message, and the thread that it stands in."""
    assert ((expected,) if expected else ()) == material.links({"text": text})


def test_a_shared_message_is_linked_to() -> None:
    """What people share into a channel names its place; a place named twice is one."""
    one = {"channel_id": "C1", "ts": "1700000000.000100", "text": "secret"}
    text = "<https://acme.slack.com/archives/C1/p1700000000000100>"

    assert ("C1:1700000000.000100:",) == material.links({"text": text, "attachments": [one]})


def test_a_bot_shows_what_it_does_not_say() -> None:
    """Complaint C32: an alert whose text is empty is read from its attachments and blocks."""
    alert = {
        "text": "",
        "blocks": [{"type": "section", "text": {"type": "mrkdwn", "text": "CPU &gt; 95 %"}}],
        "attachments": [{"title": "db-3", "text": "for 10 minutes", "fallback": "x"}],
    }

    assert "CPU > 95 %\ndb-3\nfor 10 minutes" == material.shown(alert)


def test_a_table_is_read_within_a_limit() -> None:
    """Rows with their cells between bars, as many as fit."""
    cell = {"type": "rich_text", "elements": [{"elements": [{"type": "text", "text": "x" * 99}]}]}
    table = {"type": "table", "rows": [[cell, cell]] * 100}
    found = material.pasted({"blocks": [table]})

    assert found.startswith("x" * 99 + " | " + "x" * 99 + "\n")
    assert material.PASTED_CHARACTERS == len(found)


@given(JSON)
def test_anything_is_read(value: Any) -> None:
    """Whatever comes in place of what is expected, there is an answer."""
    said = value if isinstance(value, dict) else {"blocks": value, "text": value, "files": value}
    material.file_ids(said)
    material.links(said)
    material.pasted(said)
    material.shown(said)
    material.channels(material.shown(said))


def test_of_a_link_only_so_much_is_looked_at() -> None:
    """The thread of a linked message is read where it stands near, as in all of Slack's links."""
    link = "https://acme.slack.com/archives/C1/p1700000000000200?"
    near, far = "cid=C1&amp;thread_ts=1699999999.000100", "x" * 300 + "thread_ts=1699999999.000100"

    assert ("C1:1700000000.000200:1699999999.000100",) == material.links({"text": link + near})
    assert ("C1:1700000000.000200:",) == material.links({"text": link + far})
    assert ("C1:1700000000.000200:",) == material.links({"text": link * 800})
