"""chat.*: posts, changes, removals and links, as Slack's own client sees them."""

from __future__ import annotations

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.models.blocks import DividerBlock, SectionBlock

from tests.playground import ADA, BEN, BOT, GENERAL, GUS, LEADS, PARTNERS, RANDOM, SAM, refusal


async def test_a_post_is_kept_with_author_app_and_metadata(pg, web):
    """What was posted comes back from conversations.replies as Slack shows it."""
    metadata = {"event_type": "answer", "event_payload": {"question": "q"}}
    posted = await web.chat_postMessage(channel=GENERAL, text="Hello", metadata=metadata)
    found = await web.conversations_replies(
        channel=GENERAL, ts=posted["ts"], include_all_metadata=True
    )

    message = found["messages"][0]
    assert ("Hello", BOT, metadata) == (message["text"], message["user"], message["metadata"])
    assert pg.workspace.app.bot_id == message["bot_id"]
    assert posted["message"] == message


async def test_metadata_is_shown_only_when_it_is_asked_for(web):
    """Without include_all_metadata there is none."""
    metadata = {"event_type": "answer", "event_payload": {}}
    posted = await web.chat_postMessage(channel=GENERAL, text="Hello", metadata=metadata)
    found = await web.conversations_replies(channel=GENERAL, ts=posted["ts"])

    assert "metadata" not in found["messages"][0]


async def test_a_reply_makes_its_parent_a_thread(pg, web):
    """The parent gets reply_count and latest_reply."""
    ts = pg.ask("how?")
    posted = await web.chat_postMessage(channel=GENERAL, text="So", thread_ts=ts)
    parent = pg.messages()[0]

    assert (1, posted["ts"], [BOT]) == (
        parent["reply_count"],
        parent["latest_reply"],
        parent["reply_users"],
    )


async def test_blocks_come_back_with_ids(web):
    """Blocks built by slack_sdk are taken, and get a block_id each."""
    blocks = [SectionBlock(text="*Hi*"), DividerBlock()]
    posted = await web.chat_postMessage(channel=GENERAL, text="Hi", blocks=blocks)

    assert ["section", "divider"] == [one["type"] for one in posted["message"]["blocks"]]
    assert all(one["block_id"] for one in posted["message"]["blocks"])


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"channel": "C404", "text": "x"}, "channel_not_found"),
        ({"channel": RANDOM, "text": "x"}, "not_in_channel"),
        ({"channel": "#nowhere", "text": "x"}, "channel_not_found"),
        ({"channel": GENERAL, "text": "x", "thread_ts": "1.000001"}, "thread_not_found"),
        ({"channel": GENERAL, "text": "x", "thread_ts": "1"}, "invalid_thread_ts"),
        ({"channel": GENERAL, "text": "x", "thread_ts": ""}, "invalid_thread_ts"),
        ({"channel": GENERAL, "text": "x", "markdown_text": "y"}, "markdown_text_conflict"),
        ({"channel": GENERAL, "markdown_text": "y" * 12_001}, "msg_too_long"),
        ({"channel": GENERAL, "text": "x", "blocks": [{"type": "odd"}]}, "invalid_blocks"),
        ({"channel": GENERAL, "text": "x", "blocks": "[broken"}, "invalid_blocks_format"),
        ({"channel": GENERAL, "text": "x", "metadata": {"a": 1}}, "invalid_metadata_format"),
    ],
)
async def test_a_post_that_slack_would_not_take_is_refused(web, arguments, error):
    """Each refusal has Slack's own name."""
    assert error == await refusal(web.chat_postMessage(**arguments))


@pytest.mark.parametrize("arguments", [{}, {"text": ""}, {"text": " \n"}, {"blocks": []}])
async def test_a_post_of_nothing_is_refused(web, arguments):
    """There has to be text or a block."""
    call = web.api_call("chat.postMessage", json={"channel": GENERAL} | arguments)

    assert "no_text" == await refusal(call)


async def test_a_post_without_a_channel_names_what_is_missing(web):
    """invalid_arguments, with the field in Slack's words."""
    with pytest.raises(SlackApiError) as caught:
        await web.api_call("chat.postMessage", json={"text": "x"})

    told = caught.value.response
    assert "invalid_arguments" == told["error"]
    assert ["[ERROR] missing required field: channel"] == told["response_metadata"]["messages"]


async def test_blocks_of_too_many_characters_together_are_refused(web):
    """13,200 characters pass, one more does not."""
    section = {"type": "section", "text": {"type": "mrkdwn", "text": "x" * 2_640}}
    longer = {"type": "section", "text": {"type": "mrkdwn", "text": "x" * 2_641}}
    await web.chat_postMessage(channel=GENERAL, text="x", blocks=[section] * 5)
    call = web.chat_postMessage(channel=GENERAL, text="x", blocks=[*[section] * 4, longer])

    assert "msg_blocks_too_long" == await refusal(call)


async def test_a_long_text_is_cut_at_forty_thousand(pg, web):
    """Slack truncates a post's text, and refuses nothing."""
    await web.chat_postMessage(channel=GENERAL, text="x" * 40_001)

    assert 40_000 == len(pg.messages()[-1]["text"])


async def test_a_person_or_a_name_is_a_place_to_post(pg, web):
    """A user id opens the direct conversation, #name finds a public channel."""
    direct = await web.chat_postMessage(channel=BEN, text="x")
    named = await web.chat_postMessage(channel="#general", text="x")

    assert pg.workspace.direct(BEN, BOT).id == direct["channel"]
    assert GENERAL == named["channel"]


async def test_a_reply_may_be_shown_in_the_channel_too(web):
    """reply_broadcast makes a thread_broadcast, which history shows."""
    first = await web.chat_postMessage(channel=GENERAL, text="x")
    await web.chat_postMessage(
        channel=GENERAL, text="y", thread_ts=first["ts"], reply_broadcast=True
    )
    history = await web.conversations_history(channel=GENERAL)

    assert ["y", "x"] == [one["text"] for one in history["messages"]]


async def test_a_link_out_into_the_world_unfurls_unless_both_flags_say_no(pg, web):
    """A card comes for a foreign link, none for one to this machine, none when both are off."""
    text = "See https://example.com/a"
    await web.chat_postMessage(channel=GENERAL, text=text)
    await web.chat_postMessage(channel=GENERAL, text=text, unfurl_links=False)
    await web.chat_postMessage(channel=GENERAL, text=text, unfurl_links=False, unfurl_media=False)
    await web.chat_postMessage(channel=GENERAL, text="See http://127.0.0.1:1/a")

    cards = [len(one.get("attachments", ())) for one in pg.messages()]
    assert [1, 1, 0, 0] == cards


async def test_an_update_with_text_alone_takes_the_blocks_away_and_marks_an_edit(pg, web):
    """Slack's documentation: blocks stay only when no text is given; text shows "edited"."""
    block = {"type": "section", "text": {"type": "mrkdwn", "text": "a"}}
    posted = await web.chat_postMessage(channel=GENERAL, text="a", blocks=[block])
    updated = await web.chat_update(channel=GENERAL, ts=posted["ts"], text="b")

    message = pg.messages()[0]
    assert ("b", "b") == (updated["text"], message["text"])
    assert "blocks" not in message
    assert pg.workspace.app.bot_id == message["edited"]["user"]


async def test_an_update_replaces_metadata_only_when_it_brings_some(pg, web):
    """Metadata stays otherwise."""
    metadata = {"event_type": "answer", "event_payload": {"done": False}}
    done = {"event_type": "answer", "event_payload": {"done": True}}
    posted = await web.chat_postMessage(channel=GENERAL, text="a", metadata=metadata)
    await web.chat_update(channel=GENERAL, ts=posted["ts"], text="b")
    kept = pg.messages()[0]["metadata"]
    await web.chat_update(channel=GENERAL, ts=posted["ts"], text="c", metadata=done)

    assert (metadata, done) == (kept, pg.messages()[0]["metadata"])


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"ts": "1.000001", "text": "x"}, "message_not_found"),
        ({"ts": "yesterday", "text": "x"}, "invalid_ts"),
        ({"text": "x" * 4_001}, "msg_too_long"),
        ({"text": "x", "channel": RANDOM}, "not_in_channel"),
    ],
)
async def test_an_update_that_slack_would_not_take_is_refused(web, arguments, error):
    """Each refusal has Slack's own name."""
    posted = await web.chat_postMessage(channel=GENERAL, text="a")
    call = web.chat_update(**({"channel": GENERAL, "ts": posted["ts"]} | arguments))

    assert error == await refusal(call)


async def test_what_a_person_wrote_is_not_the_apps_to_change(pg, web):
    """Neither to update nor to delete."""
    ts = pg.ask("mine")

    assert "cant_update_message" == await refusal(web.chat_update(channel=GENERAL, ts=ts, text="x"))
    assert "cant_delete_message" == await refusal(web.chat_delete(channel=GENERAL, ts=ts))


async def test_a_deleted_message_is_gone(pg, web):
    """And can be neither found nor deleted again."""
    posted = await web.chat_postMessage(channel=GENERAL, text="a")
    await web.chat_delete(channel=GENERAL, ts=posted["ts"])

    assert [] == pg.messages()
    again = web.chat_delete(channel=GENERAL, ts=posted["ts"])
    assert "message_not_found" == await refusal(again)


async def test_a_deleted_question_with_replies_leaves_a_tombstone(pg, web):
    """Its thread can still be read; one without replies is thread_not_found to reply to."""
    ts, lonely = pg.ask("a"), pg.ask("b")
    await web.chat_postMessage(channel=GENERAL, text="reply", thread_ts=ts)
    pg.delete(ADA, GENERAL, ts)
    pg.delete(ADA, GENERAL, lonely)
    thread = await web.conversations_replies(channel=GENERAL, ts=ts)
    call = web.chat_postMessage(channel=GENERAL, text="late", thread_ts=lonely)

    assert [("tombstone"), None] == [one.get("subtype") for one in thread["messages"]]
    assert "thread_not_found" == await refusal(call)


async def test_a_private_answer_is_seen_by_one_person_only(pg, web):
    """It is not in the channel, and is theirs among its messages."""
    await web.chat_postEphemeral(channel=GENERAL, user=ADA, text="psst")

    assert [] == pg.messages()
    assert ["psst"] == [one["text"] for one in pg.whispers(ADA)]
    assert ["psst"] == [one["text"] for one in pg.workspace.messages(GENERAL, ADA)]
    assert [] == pg.workspace.messages(GENERAL, BEN)


async def test_a_private_answer_is_for_people_of_the_channel(web):
    """Somebody outside is refused, and so is nobody."""
    outside = web.chat_postEphemeral(channel=GENERAL, user=GUS, text="x")
    nobody = web.chat_postEphemeral(channel=GENERAL, user="U404", text="x")

    assert "user_not_in_channel" == await refusal(outside)
    assert "user_not_found" == await refusal(nobody)


async def test_a_permalink_names_channel_message_and_thread(pg, web):
    """As Slack writes it, on this workspace's own address."""
    ts = pg.ask("a")
    reply = pg.say(BEN, GENERAL, "b", ts)
    top = await web.chat_getPermalink(channel=GENERAL, message_ts=ts)
    inner = await web.chat_getPermalink(channel=GENERAL, message_ts=reply)

    assert f"{pg.url}archives/{GENERAL}/p{ts.replace('.', '')}" == top["permalink"]
    assert inner["permalink"].endswith(f"?thread_ts={ts}&cid={GENERAL}")


async def test_a_private_channel_without_the_app_does_not_exist_for_it(pg, web):
    """channel_not_found, not not_in_channel."""
    pg.workspace.leave(BOT, LEADS)

    assert "channel_not_found" == await refusal(web.chat_postMessage(channel=LEADS, text="x"))


async def test_a_stranger_brings_their_own_team(pg):
    """What somebody of another company says carries that company's id."""
    pg.say(SAM, PARTNERS, "hello")

    message = pg.messages(PARTNERS)[0]
    assert pg.workspace.people[SAM].team == message["team"] == message["user_team"]
