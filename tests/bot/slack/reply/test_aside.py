"""A word to one person is seen by them alone, and a remark is no answer."""

from __future__ import annotations

from bot.slack.reply import Target, offer, remark, whisper
from tests.fakes.slack import FakeWeb


async def test_a_whisper_goes_to_the_asker_in_their_thread() -> None:
    """Person, channel and thread are the asker's, and no token of Slack's survives."""
    web = FakeWeb({"chat.postEphemeral": {"message_ts": "2.0"}})
    await whisper(web, Target("T1", "C1", "1.0", "UANN"), "Thanks <!channel>")
    (sent,) = web.called("chat.postEphemeral")

    assert ("C1", "UANN", "1.0") == (sent["channel"], sent["user"], sent["thread_ts"])
    assert "<!" not in sent["text"]


async def test_an_offer_is_for_one_person_with_what_they_can_press() -> None:
    """A sentence as words alone, and the blocks below it."""
    web = FakeWeb({"chat.postEphemeral": {}})
    await offer(web, Target("T1", "C1", "1.0", "UANN"), "Again?", {"type": "actions"})
    (sent,) = web.called("chat.postEphemeral")

    assert ("UANN", "1.0", "Again?") == (sent["user"], sent["thread_ts"], sent["text"])
    assert ["section", "actions"] == [block["type"] for block in sent["blocks"]]
    assert "plain_text" == sent["blocks"][0]["text"]["type"]


async def test_a_remark_is_no_answer() -> None:
    """It carries a mark, lest it be taken for one whose mark is missing."""
    web = FakeWeb({"chat.postMessage": {"ts": "3.0"}})
    await remark(web, Target("T1", "C1", "1.0", "UANN", question="q"), "It stays <!here>.")
    (sent,) = web.called("chat.postMessage")

    assert ("1.0", "footnote_notice") == (sent["thread_ts"], sent["metadata"]["event_type"])
    assert "<!" not in sent["text"]
