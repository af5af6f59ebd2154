"""A word to one person is seen by them alone, and a notice can be found again."""

from __future__ import annotations

from bot.slack.reply import Target, deliver, whisper
from tests.fakes.slack import FakeWeb


async def test_a_whisper_goes_to_the_asker_in_their_thread() -> None:
    """Person, channel and thread are the asker's, and no token of Slack's survives."""
    web = FakeWeb({"chat.postEphemeral": {"message_ts": "2.0"}})
    await whisper(web, Target("T1", "C1", "1.0", "UANN"), "Thanks <!channel>")
    (sent,) = web.called("chat.postEphemeral")

    assert ("C1", "UANN", "1.0") == (sent["channel"], sent["user"], sent["thread_ts"])
    assert "<!" not in sent["text"]


async def test_a_notice_carries_its_key() -> None:
    """What is delivered names its key in the metadata, unfurls nothing and mentions nobody."""
    web = FakeWeb({"chat.postMessage": {"ts": "3.0"}})

    assert "3.0" == await deliver(web, "C1", "Report for <@UANN>", key="outbox:7")
    (sent,) = web.called("chat.postMessage")
    assert {"key": "outbox:7"} == sent["metadata"]["event_payload"]
    assert not sent["unfurl_links"]
    assert "<@" not in sent["text"]
