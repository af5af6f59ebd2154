"""Messages are marked so that they are found again."""

from __future__ import annotations

from bot.slack.reply.places import EVENT, Target, metadata


def test_metadata_names_the_question() -> None:
    """The mark has the question, the trace, the part, and whether it is all."""
    target = Target("T1", "C1", "1.1", "U1", question="T1:C1:1.1")

    assert {
        "event_type": EVENT,
        "event_payload": {"question": "T1:C1:1.1", "trace_id": "t", "part": 2, "done": True},
    } == metadata(target, "t", part=2, done=True)
