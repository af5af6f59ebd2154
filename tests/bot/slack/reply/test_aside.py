"""A word to one person is seen by them alone, and a notice can be found again."""

from __future__ import annotations

from bot.slack.reply import Target, deliver, offer, remark, whisper
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


async def test_a_notice_may_link_and_name_whom_it_is_about() -> None:
    """The addresses that are given are links, all others are not; a person's id alone is named."""
    web = FakeWeb({"chat.postMessage": {"ts": "3.0"}})
    text = "[a](https://a.example/x) and [b](https://b.example/y) <@UBEN>"
    for about in ("UANN", "UANN> <!channel"):
        await deliver(web, "C1", text, key="k", links=["https://a.example/x"], about=about)
    one, other = web.called("chat.postMessage")

    assert one["text"].startswith("<@UANN> <https://a.example/x|a> and b")
    assert "https://b.example/y|" not in one["text"]
    assert "<@UBEN" not in one["text"]
    assert other["text"].startswith("<https://a.example/x|a>")


async def test_a_notice_names_who_speaks_for_whom() -> None:
    """The one whose matter it is stands in brackets; what is no id is left out."""
    web = FakeWeb({"chat.postMessage": {"ts": "3.0"}})
    for about in ("UBEN UANN", "UBEN <!here>"):
        await deliver(web, "C1", "asks", key="k", about=about)

    said = [sent["text"] for sent in web.called("chat.postMessage")]
    assert ["<@UBEN> (<@UANN>) asks", "<@UBEN> asks"] == said


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
