"""A notice can be found again, pressed and edited, and does nothing else."""

from __future__ import annotations

from hypothesis import given

from bot.slack.escaping import fence, inline
from bot.slack.markdown import sanitise
from bot.slack.reply import SECOND, Notice, amend, deliver
from retrieval.ports import Button
from tests.fakes.slack import FakeWeb
from tests.fakes.slack_reading import hostile, live
from tests.outgoing import problems

CLAIM = Button("footnote_claim", "I have it", "e1", "primary")
THROW = Button("footnote_throw", "Throw away", "e1", "danger", confirm="For good?")


async def test_a_notice_carries_its_key() -> None:
    """What is delivered names its key in the metadata, unfurls nothing and mentions nobody."""
    web = FakeWeb({"chat.postMessage": {"ts": "3.0", "channel": "D1"}})

    where = await deliver(web, "UANN", Notice("Report for <@UANN>", "outbox:7"))
    assert ("D1", "3.0") == where
    (sent,) = web.called("chat.postMessage")
    assert {"key": "outbox:7"} == sent["metadata"]["event_payload"]
    assert not sent["unfurl_links"]
    assert "<@" not in sent["text"]


async def test_a_notice_may_link_and_name_whom_it_is_about() -> None:
    """The addresses that are given are links, all others are not; a person's id alone is named."""
    web = FakeWeb({"chat.postMessage": {"ts": "3.0"}})
    text = "[a](https://a.example/x) and [b](https://b.example/y) <@UBEN>"
    for about in ("UANN", "UANN> <!channel"):
        await deliver(web, "C1", Notice(text, "k", ["https://a.example/x"], about))
    one, other = web.called("chat.postMessage")

    assert one["text"].startswith("<@UANN> <https://a.example/x|a> and b")
    assert "https://b.example/y|" not in one["text"]
    assert "<@UBEN" not in one["text"]
    assert other["text"].startswith("<https://a.example/x|a>")


async def test_a_notice_shows_a_channel_by_its_name() -> None:
    """With its id, which the policy names it by, and which alone is left to who cannot see it."""
    web = FakeWeb({"chat.postMessage": {"ts": "3.0"}})
    for about in ("C0HELP", "C0OTHER", "C0HELP> <!channel", "D0HELP"):
        await deliver(web, "C1", Notice("In the channel C0HELP. C0HELP", "k", about=about))

    said = [sent["text"] for sent in web.called("chat.postMessage")]
    assert ["In the channel <#C0HELP> (C0HELP). C0HELP"] == said[:1]
    assert ["In the channel C0HELP. C0HELP"] * 3 == said[1:]


async def test_a_notice_names_who_speaks_for_whom() -> None:
    """The one whose matter it is stands where the text says, once; what is no id is left out."""
    web = FakeWeb({"chat.postMessage": {"ts": "3.0"}})
    named = f"has {SECOND}'s question: {SECOND}"
    for text, about in (
        ("asks", "UBEN UANN"),
        ("asks", "UBEN <!here>"),
        (named, "UBEN UANN"),
        (named, "<!here>"),
    ):
        await deliver(web, "C1", Notice(text, "k", about=about))

    said = [sent["text"] for sent in web.called("chat.postMessage")]
    assert ["<@UBEN> (<@UANN>) asks", "<@UBEN> asks"] == said[:2]
    assert [f"<@UBEN> has <@UANN>'s question: {SECOND}", f"has ?'s question: {SECOND}"] == said[2:]


async def test_buttons_stand_below_a_notice_in_its_thread() -> None:
    """Each with its value; one that asks first says what; an action but once in a row."""
    web = FakeWeb({"chat.postMessage": {"ts": "3.0"}})
    notice = Notice("Who has it?", "k", buttons=(CLAIM, THROW, CLAIM), thread="1.0")
    await deliver(web, "C1", notice)
    (sent,) = web.called("chat.postMessage")
    section, one, other = sent["blocks"]

    assert ("1.0", "Who has it?") == (sent["thread_ts"], section["text"]["text"])
    claim, throw = one["elements"]
    assert ("footnote_claim", "e1", "primary") == (
        claim["action_id"],
        claim["value"],
        claim["style"],
    )
    assert "confirm" not in claim
    assert ("Throw away", "For good?") == (
        throw["confirm"]["title"]["text"],
        throw["confirm"]["text"]["text"],
    )
    assert ["footnote_claim"] == [one["action_id"] for one in other["elements"]]
    assert [] == problems("chat.postMessage", sent)


async def test_a_notice_is_edited_in_its_place() -> None:
    """Its buttons go where it has none any more, and it keeps its key."""
    web = FakeWeb({"chat.update": {}})
    await amend(web, ("C1", "3.0"), Notice("Ben has it.", "k"))
    (sent,) = web.called("chat.update")

    assert ("C1", "3.0", {"key": "k"}) == (
        sent["channel"],
        sent["ts"],
        sent["metadata"]["event_payload"],
    )
    assert ["section"] == [block["type"] for block in sent["blocks"]]


async def test_a_long_notice_fits() -> None:
    """What escaping makes longer stands in several sections, and not in the text of an edit."""
    web = FakeWeb({"chat.update": {}, "chat.postMessage": {"ts": "3.0"}})
    notice = Notice("<&> " * 800, "k", buttons=(CLAIM,))
    await amend(web, ("C1", "3.0"), notice)
    await deliver(web, "C1", notice)
    ((_, edited), (_, posted)) = web.calls

    for sent in (edited, posted):
        assert [] == problems("chat", sent)
        assert {"section", "actions"} == {block["type"] for block in sent["blocks"]}
    assert len(edited["text"]) <= 4_000


async def test_a_long_notice_is_parted_at_its_paragraphs() -> None:
    """Whole, its links too, with what stands last above its buttons."""
    page = "https://docs.example/" + "x" * 200
    text = "\n\n".join([*(f"[Page {n}]({page}/{n})" for n in range(20)), "Owners: Ann"])
    links = [f"{page}/{n}" for n in range(20)]
    notice = Notice(text, "k", links, buttons=(CLAIM,))
    for said in (notice.said(), notice.amended()):
        *sections, actions = said["blocks"]
        shown = "\n\n".join(one["text"]["text"] for one in sections)

        assert "actions" == actions["type"]
        assert len(sections) > 1
        assert shown.endswith("Owners: Ann")
        assert all(f"<{link}|Page {n}>" in shown for n, link in enumerate(links))
        assert [] == problems("chat", said)


def test_code_in_a_notice_arrives_as_it_is() -> None:
    """What `fence` escaped is not escaped again, and its backticks stay; three would end it."""
    said = Notice(fence("if a < b: `x` &lt; ```"), "k").said()["text"]

    assert "```\nif a &lt; b: `x` &amp;lt; \u02cb\u02cb\u02cb\n```" == said


def test_the_text_of_an_edit_is_escaped_once() -> None:
    """It is what its first section shows."""
    edited = Notice(inline("a < b_c [x]"), "k").amended()

    assert "a &lt; b_c [x]" == edited["text"] == edited["blocks"][0]["text"]["text"]


@given(hostile(), hostile())
def test_whatever_a_notice_says_does_nothing(text: str, label: str) -> None:
    """It calls nobody and links nowhere, edited or posted."""
    notice = Notice(text, "k", buttons=(Button("a", label, "v", confirm=label),))
    for said in (notice.said(), notice.amended()):
        shown = [b["text"]["text"] for b in said["blocks"] if b["type"] == "section"]
        assert [] == live(sanitise(text), set())
        assert not any("<!" in part or "<@" in part for part in shown)
