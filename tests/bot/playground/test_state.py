"""What a person can do in the workspace, and what they see of it."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.playground import cast, manifest, server
from bot.playground.events import callback, events_of
from bot.playground.values import Command, Message, Person, Refused, Shortcut
from tests.playground import (
    ADA,
    BEN,
    BOT,
    CHLOE,
    DIRECT,
    GENERAL,
    GROUP,
    GUS,
    HELP,
    LEADS,
    RANDOM,
    SAM,
    ManualClock,
)


def test_no_order_of_acts_breaks_the_workspace():
    """Whoever does what: it is done or refused by name, and told in JSON."""
    acts = st.lists(st.tuples(st.sampled_from(sorted(ACTS)), *[st.integers(0, 5)] * 3), max_size=25)

    @settings(deadline=None)
    @given(acts)
    def check(acts):
        app = cast.app(
            scopes=manifest.SCOPES,
            events=manifest.EVENTS,
            commands=(Command("/footnote", escaped=True),),
            shortcuts=(Shortcut("about", "Ask"),),
        )
        clock = ManualClock()
        workspace = server.furnished(clock, "http://127.0.0.1:1/", app).workspace
        rooms = [GENERAL, RANDOM, DIRECT, LEADS, GROUP, HELP]
        for act, who, where, number in acts:
            clock.move(number * 20)
            workspace.tick()
            user, room = [ADA, BEN, CHLOE, GUS, SAM, BOT][who], rooms[where]
            every = workspace.archive.everything(room)
            ts = every[number % len(every)].ts if every else "1.000001"
            with suppress(Refused):
                ACTS[act](workspace, user, room, ts)
        for change in workspace.log.since(0):
            bodies = [callback(event, workspace) for event in events_of(change, workspace)]
            json.dumps([change.as_json(), bodies])
        assert all(workspace.messages(room, ADA) is not None for room in rooms)

    check()


def _app_streams(workspace, _, room, ts):
    stamp = workspace.archive.stamp()
    message = Message(room, stamp, BOT, "", ts, by_app=True)
    workspace.streams.start(message, [{"type": "markdown", "text": "a"}])


def _app_stops(workspace, _, room, ts):
    stream = workspace.streams.writable(workspace.archive.get(room, ts))
    workspace.streams.append(stream, [{"type": "markdown", "text": "b"}])
    workspace.streams.stop(stream)


ACTS = {
    "post": lambda workspace, user, room, _: workspace.post(user, room, "@footnote x"),
    "reply": lambda workspace, user, room, ts: workspace.post(user, room, "x", ts),
    "edit": lambda workspace, user, room, ts: workspace.edit(user, room, ts, "@footnote y"),
    "delete": lambda workspace, user, room, ts: workspace.delete(user, room, ts),
    "react": lambda workspace, user, room, ts: workspace.react(user, room, ts, "+1"),
    "unreact": lambda workspace, user, room, ts: workspace.unreact(user, room, ts, "+1"),
    "press": lambda workspace, user, room, ts: workspace.press(user, room, ts, "x"),
    "join": lambda workspace, user, room, _: workspace.join(user, room),
    "leave": lambda workspace, user, room, _: workspace.leave(user, room),
    "home": lambda workspace, user, *_: workspace.open_home(user, "home"),
    "command": lambda workspace, user, room, _: workspace.command(user, room, "/footnote x"),
    "shortcut": lambda workspace, user, room, ts: workspace.shortcut(user, "about", room, ts),
    "look": lambda workspace, user, room, _: workspace.look(user, [{"value": room}]),
    "file": lambda workspace, user, room, ts: workspace.post(user, room, "x", ts, ["a.txt"]),
    "broadcast": lambda workspace, user, room, ts: workspace.broadcast(user, room, "x", ts),
    "close": lambda workspace, user, *_: workspace.close_view(user),
    "rename": lambda workspace, _, room, ts: workspace.rename(room, f"n{ts}"),
    "gone": lambda workspace, user, *_: workspace.change_person(user, deleted=True),
    "modal": lambda workspace, user, *_: workspace.views.push(
        user, {"type": "modal", "blocks": []}
    ),
    "uninstall": lambda workspace, *_: workspace.uninstall(),
    "install": lambda workspace, *_: workspace.install(),
    "halt": lambda workspace, user, room, ts: workspace.halt(user, room, ts),
    "read": lambda workspace, user, room, ts: workspace.mark_read(user, room, ts),
    "unread": lambda workspace, user, *_: workspace.unread(user),
    "stream": _app_streams,
    "stop": _app_stops,
}


async def test_a_person_edits_and_deletes_their_own_messages_only(pg):
    """By Slack's names for the reasons."""
    ts = pg.say(ADA, GENERAL, "mine")

    with pytest.raises(Refused, match="cant_update_message"):
        pg.edit(BEN, GENERAL, ts, "x")
    with pytest.raises(Refused, match="cant_delete_message"):
        pg.delete(BEN, GENERAL, ts)
    pg.edit(ADA, GENERAL, ts, "changed")
    assert ["changed"] == [one["text"] for one in pg.messages()]
    pg.workspace.statuses.set(GENERAL, ts, "is reading")
    pg.delete(ADA, GENERAL, ts)
    assert [] == pg.messages()
    assert [] == pg.statuses()


@pytest.mark.parametrize(
    ("user", "channel", "text", "error"),
    [
        (GUS, GENERAL, "x", "not_in_channel"),
        (CHLOE, LEADS, "x", "channel_not_found"),
        (ADA, "C404", "x", "channel_not_found"),
        (ADA, GENERAL, "  ", "no_text"),
        (ADA, GENERAL, "x" * 40_001, "msg_too_long"),
    ],
)
async def test_nobody_posts_where_they_are_not_or_nothing(pg, user, channel, text, error):
    """A guest sees only some channels."""
    with pytest.raises(Refused, match=error):
        pg.say(user, channel, text)


async def test_an_archived_channel_takes_nothing(pg):
    """is_archived."""
    pg.workspace.channel(GENERAL).archived = True

    with pytest.raises(Refused, match="is_archived"):
        pg.say(ADA, GENERAL, "x")


async def test_a_direct_conversation_is_one_whoever_opens_it(pg):
    """Three people make a group."""
    workspace = pg.workspace

    assert DIRECT == workspace.direct(ADA, BOT).id == workspace.direct(BOT, ADA).id
    assert "direct" == workspace.direct(ADA, BEN).kind
    group = workspace.direct(ADA, BEN, CHLOE)
    assert ("group", "mpdm-ada--ben--chloe-1") == (group.kind, group.name)
    with pytest.raises(Refused, match="user_not_found"):
        workspace.direct(ADA, "U404")


async def test_somebody_new_can_talk_to_the_app(pg):
    """A direct conversation is there at once."""
    person = pg.workspace.add_person(Person("U0NEW00001", "new", "New", pg.workspace.team.id))
    channel = pg.workspace.direct(person.id, BOT)
    pg.say(person.id, channel.id, "hello")

    assert ["hello"] == [one["text"] for one in pg.messages(channel.id)]


async def test_a_person_follows_what_they_may_see(pg):
    """Not what is said in private channels, nor what is shown to others alone."""
    follower = pg.workspace.subscribe(CHLOE)
    first = asyncio.ensure_future(anext(follower))
    await asyncio.sleep(0)
    pg.say(ADA, LEADS, "secret")
    pg.say(ADA, DIRECT, "secret")
    pg.workspace.mark_read(ADA, GENERAL)
    pg.say(ADA, GENERAL, "open")

    assert "open" == (await first).data["message"]["text"]
    await follower.aclose()


async def test_guests_look_into_their_own_channels_only(pg):
    """And colleagues into every public one."""
    seen = {user: [one.id for one in pg.workspace.visible(user)] for user in (GUS, CHLOE)}
    general = pg.workspace.log.record(0.0, "noted", GENERAL, {})

    assert [HELP, pg.workspace.direct(GUS, BOT).id] == seen[GUS]
    assert {GENERAL, HELP, RANDOM} <= set(seen[CHLOE])
    assert (False, True) == tuple(pg.workspace.sees(user, general) for user in (GUS, CHLOE))


async def test_who_names_the_app_where_it_is_not_is_told_so(pg):
    """By Slackbot, and nobody else sees it."""
    pg.say(ADA, RANDOM, "@footnote how?")

    (told,) = pg.whispers(ADA, RANDOM)
    assert ("USLACKBOT", True) == (told["user"], BOT in told["text"])
    assert [] == pg.whispers(BEN, RANDOM)


async def test_coming_in_and_going_out_are_recorded_once(pg):
    """Coming in twice is coming in once."""
    pg.workspace.join(GUS, GENERAL)
    pg.workspace.join(GUS, GENERAL)
    pg.workspace.leave(GUS, GENERAL)

    kinds = [one.kind for one in pg.workspace.log.since(0)]
    assert ["joined", "left"] == kinds
    with pytest.raises(Refused, match="not_in_channel"):
        pg.workspace.leave(GUS, GENERAL)


async def test_the_page_reads_a_channel_its_status_and_its_modal(pg):
    """Threads are among the messages."""
    ts = pg.say(ADA, HELP, "q")
    pg.say(BEN, HELP, "a", ts)
    pg.workspace.statuses.set(HELP, ts, "busy")
    view = {"type": "modal", "blocks": []}
    pg.workspace.views.open(ADA, view)

    assert ["q", "a"] == [one["text"] for one in pg.workspace.messages(HELP)]
    assert ("busy", "") == (pg.workspace.status(HELP, ts), pg.workspace.status(GENERAL, ts))
    assert ("modal", None) == (pg.workspace.view(ADA)["type"], pg.workspace.view(BEN))


async def test_a_reply_can_be_shown_in_the_channel_too(pg):
    """As a thread_broadcast, which stands among the channel's own messages."""
    ts = pg.say(ADA, GENERAL, "q")
    pg.workspace.broadcast(BEN, GENERAL, "a", ts)

    assert ["q", "a"] == [one.text for one in pg.workspace.archive.top(GENERAL)]
    assert "thread_broadcast" == pg.messages()[-1]["subtype"]
