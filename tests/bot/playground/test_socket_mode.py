"""Socket Mode, with slack_bolt and slack_sdk as they are."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import aiohttp
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground.socket_mode import CONNECTIONS
from tests.playground import ADA, GENERAL, playground, refusal


@asynccontextmanager
async def _bolt(pg):
    client = AsyncWebClient(token=pg.env()["SLACK_BOT_TOKEN"], base_url=pg.api)
    app = AsyncApp(client=client)
    handler = AsyncSocketModeHandler(app, pg.env()["SLACK_APP_TOKEN"])
    try:
        yield app, handler
    finally:
        await handler.close_async()


async def test_bolt_hears_a_mention_streams_an_answer_and_posts():
    """An unmodified AsyncApp connects, hears a mention, streams into its thread, and posts."""
    heard = []
    async with playground() as pg, _bolt(pg) as (app, handler):

        @app.event("message")
        async def _message(event):
            heard.append(event["type"])

        @app.event("app_mention")
        async def _mention(event, say_stream, set_status, client, say):
            heard.append(event["type"])
            await set_status("is reading")
            stream = await say_stream()
            await stream.append(markdown_text="Restart it. " * 30)
            await stream.stop(markdown_text="Done.")
            await say("Posted", thread_ts=event["ts"])

        await handler.connect_async()
        await pg.connected()
        ts = pg.ask("how?")
        answers = await pg.wait_for(lambda: len(pg.answers(thread_ts=ts)) == 2 and pg.answers())
        await pg.settled()

    assert ["Restart it. " * 30 + "Done.", "Posted"] == [one["text"] for one in answers]
    assert heard.count("app_mention") == 1
    assert [] == pg.statuses()


async def test_bolt_answers_a_command_opens_a_modal_and_refuses_its_values(pg):
    """An unmodified AsyncApp, by acknowledgements that carry an answer."""
    word = {"type": "plain_text", "text": "Why"}
    asked = {"type": "plain_text_input", "action_id": "text"}
    why = {"type": "input", "block_id": "why", "label": word, "element": asked}
    modal = {"type": "modal", "callback_id": "why", "title": word, "submit": word, "blocks": [why]}
    async with _bolt(pg) as (app, handler):

        @app.command("/footnote")
        async def _command(ack, client, body):
            await ack(text="One moment.")
            await client.views_open(trigger_id=body["trigger_id"], view=modal)

        @app.view("why")
        async def _submitted(ack, view):
            said = view["state"]["values"]["why"]["text"]["value"]
            await ack(response_action="errors", errors={"why": f"{said} is no reason"})

        await handler.connect_async()
        await pg.connected()
        pg.command(ADA, GENERAL, "/footnote")
        await pg.wait_for(lambda: pg.view(ADA))
        await pg.settled()
        pg.submit(ADA, {"text": "Because"})
        await pg.settled()

    (errors,) = [one.data for one in pg.workspace.log.since(0) if one.kind == "view_errors"]
    assert ["One moment."] == [one["text"] for one in pg.whispers(ADA)]
    assert {"why": "Because is no reason"} == errors["errors"]
    assert "why" == pg.view(ADA)["callback_id"]


@asynccontextmanager
async def _socket(pg):
    """Come by hand, past the hello."""
    headers = {"Authorization": f"Bearer {pg.env()['SLACK_APP_TOKEN']}"}
    async with aiohttp.ClientSession() as http:
        async with http.post(pg.api + "apps.connections.open", headers=headers) as answer:
            url = (await answer.json())["url"]
        async with http.ws_connect(url) as socket:
            assert "hello" == (await socket.receive_json())["type"]
            yield socket


async def _events(socket, count):
    """Receive so many envelopes, in the order of their event's type."""
    envelopes = [await socket.receive_json() for _ in range(count)]
    return sorted(envelopes, key=lambda one: one["payload"]["event"]["type"])


async def test_a_hello_tells_how_many_are_connected(pg):
    """With what Slack says about the host."""
    headers = {"Authorization": f"Bearer {pg.env()['SLACK_APP_TOKEN']}"}
    async with _socket(pg), aiohttp.ClientSession() as http:
        async with http.post(pg.api + "apps.connections.open", headers=headers) as answer:
            url = (await answer.json())["url"]
        async with http.ws_connect(url) as second:
            hello = await second.receive_json()

    assert (2, pg.workspace.app.id) == (
        hello["num_connections"],
        hello["connection_info"]["app_id"],
    )
    assert {"host", "build_number", "approximate_connection_time"} == set(hello["debug_info"])


async def test_a_ticket_opens_one_socket(pg):
    """The second time, and without one, the door stays shut."""
    async with aiohttp.ClientSession() as http:
        ticket = pg.playground.link.ticket()
        async with http.ws_connect(f"{pg.url}link?ticket={ticket}"):
            pass
        for url in (f"{pg.url}link?ticket={ticket}", f"{pg.url}link"):
            with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
                await http.ws_connect(url)
            assert 403 == caught.value.status


async def test_what_is_acknowledged_is_not_delivered_again(pg):
    """However late it gets."""
    async with _socket(pg) as socket:
        pg.ask("how?")
        for envelope in await _events(socket, 2):
            await socket.send_json({"envelope_id": envelope["envelope_id"]})
        await pg.settled()
        pg.advance(400)
        pg.say(ADA, GENERAL, "next")
        (following,) = await _events(socket, 1)

    assert "next" == following["payload"]["event"]["text"]


async def test_what_is_not_acknowledged_comes_again_after_3_60_and_300_seconds(pg):
    """With the same event id, its number and its reason; after that it is given up."""
    async with _socket(pg) as socket:
        pg.say(ADA, GENERAL, "hello")
        tries = await _events(socket, 1)
        for before, rest in ((2.9, 0.1), (59.9, 0.1), (299.9, 0.1)):
            pg.advance(before)
            pg.advance(rest)
            tries += await _events(socket, 1)
        pg.advance(2.9)
        pending = pg.playground.link.pending
        pg.advance(0.1)

    assert 1 == len({one["payload"]["event_id"] for one in tries})
    assert 4 == len({one["envelope_id"] for one in tries})
    assert [(0, ""), *[(number, "timeout") for number in (1, 2, 3)]] == [
        (one["retry_attempt"], one["retry_reason"]) for one in tries
    ]
    assert (1, 0) == (pending, pg.playground.link.pending)
    assert [tries[0]["payload"]] == list(pg.playground.link.given_up)


async def test_an_event_without_a_socket_is_tried_again(pg):
    """And reaches who has come meanwhile."""
    pg.say(ADA, GENERAL, "hello")
    async with _socket(pg) as socket:
        pg.advance(3)
        (envelope,) = await _events(socket, 1)

    assert (1, "hello") == (envelope["retry_attempt"], envelope["payload"]["event"]["text"])


async def test_each_event_goes_to_one_of_several_sockets(pg):
    """To one after the other."""
    async with _socket(pg) as first, _socket(pg) as second:
        for number in range(4):
            pg.say(ADA, GENERAL, str(number))
        told = [await _events(socket, 2) for socket in (first, second)]

    texts = [one["payload"]["event"]["text"] for envelopes in told for one in envelopes]
    assert ["0", "1", "2", "3"] == sorted(texts)


async def test_the_events_of_a_mention_come_in_either_order(pg):
    """Now the message first, now the mention."""
    firsts = set()
    async with _socket(pg) as socket:
        for _ in range(2):
            pg.ask("how?")
            both = [await socket.receive_json() for _ in range(2)]
            firsts.add(both[0]["payload"]["event"]["type"])

    assert {"message", "app_mention"} == firsts


async def test_there_are_ten_sockets_at_most(pg):
    """The eleventh is told so and closed."""
    headers = {"Authorization": f"Bearer {pg.env()['SLACK_APP_TOKEN']}"}
    async with aiohttp.ClientSession() as http:
        sockets = []
        for _ in range(CONNECTIONS + 1):
            async with http.post(pg.api + "apps.connections.open", headers=headers) as answer:
                sockets.append(await http.ws_connect((await answer.json())["url"]))
        told = [await socket.receive_json() for socket in sockets]
        last = await sockets[-1].receive()
        for socket in sockets:
            await socket.close()

    assert ["hello"] * CONNECTIONS == [one["type"] for one in told[:-1]]
    assert ("disconnect", "too_many_websockets") == (told[-1]["type"], told[-1]["reason"])
    assert aiohttp.WSMsgType.CLOSE == last.type


async def test_a_press_is_not_delivered_again_and_the_person_is_told(pg, web):
    """Interactions are tried once."""
    button = {"type": "button", "action_id": "go", "text": {"type": "plain_text", "text": "Go"}}
    blocks = [{"type": "actions", "elements": [button]}]
    async with _socket(pg) as socket:
        posted = await web.chat_postMessage(channel=GENERAL, text="x", blocks=blocks)
        (echo,) = await _events(socket, 1)
        await socket.send_json({"envelope_id": echo["envelope_id"]})
        pg.press(ADA, GENERAL, posted["ts"], "go")
        envelope = await socket.receive_json()
        pg.advance(3)
        pg.advance(400)

    assert ("interactive", True) == (envelope["type"], envelope["accepts_response_payload"])
    assert "retry_attempt" not in envelope
    unanswered = [one for one in pg.workspace.log.since(0) if one.kind == "unanswered"]
    assert [ADA] == [one.only_for for one in unanswered]


async def test_bolt_comes_again_when_it_is_asked_to(pg):
    """After a disconnect there is a new socket, and events reach it."""
    heard = asyncio.Queue()
    async with _bolt(pg) as (app, handler):

        @app.event("message")
        async def _message(event):
            heard.put_nowait(event["text"])

        await handler.connect_async()
        await pg.connected()
        old = pg.playground.link.connections[0]
        pg.playground.link.refresh()
        await pg.wait_for(lambda: [one for one in pg.playground.link.connections if one is not old])
        pg.say(ADA, GENERAL, "hello")
        text = await asyncio.wait_for(heard.get(), 10)

    assert "hello" == text


async def test_bolt_comes_again_after_the_line_was_cut(pg):
    """What was sent meanwhile is delivered again."""
    heard = asyncio.Queue()
    async with _bolt(pg) as (app, handler):

        @app.event("message")
        async def _message(event):
            heard.put_nowait(event["text"])

        handler.client.ping_interval = 0.05  # how soon the client looks whether it is connected
        await handler.connect_async()
        await pg.connected()
        pg.playground.link.cut()
        pg.say(ADA, GENERAL, "hello")
        await pg.wait_for(lambda: not pg.playground.link.connections)
        await pg.connected()
        pg.advance(3)
        text = await asyncio.wait_for(heard.get(), 10)

    assert "hello" == text


async def test_bolt_opens_and_submits_a_modal(pg, web):
    """A press gives a trigger, the trigger a modal, and errors come back in its acknowledgement."""
    button = {"type": "button", "action_id": "go", "text": {"type": "plain_text", "text": "Go"}}
    title = {"type": "plain_text", "text": "Why?"}
    view = {"type": "modal", "callback_id": "why", "title": title, "blocks": []}
    async with _bolt(pg) as (app, handler):

        @app.action("go")
        async def _go(ack, body, client):
            await ack()
            await client.views_open(trigger_id=body["trigger_id"], view=view)

        @app.view("why")
        async def _why(ack, view):
            told = view["state"]["values"]["b"]["a"]["value"]
            await (ack() if told else ack(response_action="errors", errors={"b": "Say why."}))

        await handler.connect_async()
        await pg.connected()
        blocks = [{"type": "actions", "elements": [button]}]
        posted = await web.chat_postMessage(channel=GENERAL, text="x", blocks=blocks)
        pg.press(ADA, GENERAL, posted["ts"], "go")
        shown = await pg.wait_for(lambda: pg.workspace.view(ADA))
        pg.workspace.submit(ADA, shown["id"], {"b": {"a": {"value": ""}}})
        errors = await pg.wait_for(
            lambda: [one for one in pg.workspace.log.since(0) if one.kind == "view_errors"]
        )
        pg.workspace.submit(ADA, shown["id"], {"b": {"a": {"value": "because"}}})
        await pg.wait_for(lambda: pg.workspace.view(ADA) is None)

    assert {"b": "Say why."} == errors[0].data["errors"]


async def test_an_event_that_bolt_has_no_listener_for_is_delivered_again(pg):
    """Bolt answers 404 and does not acknowledge: Slack's trap, here as well."""
    async with _bolt(pg) as (_, handler):
        await handler.connect_async()
        await pg.connected()
        pg.say(ADA, GENERAL, "hello")
        await pg.wait_for(lambda: pg.called("auth.test"))
        pg.advance(3)
        pending = pg.playground.link.pending

    assert 1 == pending


async def test_a_delivery_can_be_repeated_on_demand(pg):
    """With the same event ids, as a retry."""
    async with _socket(pg) as socket:
        ts = pg.ask("how?")
        first = await _events(socket, 2)
        count = pg.redeliver(ts)
        again = await _events(socket, 2)

    assert 2 == count
    ids = [[one["payload"]["event_id"] for one in told] for told in (first, again)]
    assert ids[0] == ids[1]
    assert [1, 1] == [one["retry_attempt"] for one in again]


@pytest.mark.parametrize("view", [None, 3, {}, {"type": "modal", "blocks": 1}])
async def test_a_broken_answer_to_a_modal_does_no_harm(pg, view):
    """The socket goes on."""
    modal = {"type": "modal", "title": {"type": "plain_text", "text": "x"}, "blocks": []}
    shown = pg.workspace.views.open(ADA, modal)
    async with _socket(pg) as socket:
        pg.workspace.submit(ADA, shown["id"])
        envelope = await socket.receive_json()
        payload = {"response_action": "update", "view": view}
        await socket.send_json({"envelope_id": envelope["envelope_id"], "payload": payload})
        await pg.settled()

        assert not socket.closed


def test_whatever_comes_through_a_socket_does_no_harm():
    """Text, broken JSON, odd acknowledgements: the socket stays open."""
    odd = st.sampled_from(["[]", "{", '{"envelope_id": 3}', '{"envelope_id": "x"}', "null"])

    @settings(max_examples=20, deadline=None)
    @given(st.lists(odd | st.text(max_size=9), max_size=6))
    def check(texts):
        asyncio.run(send(texts))

    async def send(texts):
        async with playground() as pg, _socket(pg) as socket:
            for text in texts:
                await socket.send_str(text)
            pg.say(ADA, GENERAL, "hello")
            (envelope,) = await _events(socket, 1)
            await socket.send_json({"envelope_id": envelope["envelope_id"]})
            await pg.settled()

    check()


async def test_a_warning_lets_the_socket_serve_on_and_a_refresh_does_not(pg):
    """What happens after a refresh waits for another socket."""
    link = pg.playground.link
    async with _socket(pg) as socket:
        link.refresh("warning")
        warned = await socket.receive_json()
        ready = len(link.ready)
        link.refresh()
        asked = await socket.receive_json()

        assert ("warning", "refresh_requested") == (warned["reason"], asked["reason"])
        assert (1, 0) == (ready, len(link.ready))


async def test_where_socket_mode_was_turned_off_no_socket_stays_or_comes(pg):
    """By Slack's name for it."""
    async with _socket(pg) as socket:
        pg.playground.link.refresh("link_disabled")
        told = await socket.receive_json()
        last = await socket.receive()
    web = AsyncWebClient(base_url=pg.api)
    refused = await refusal(web.apps_connections_open(app_token=pg.env()["SLACK_APP_TOKEN"]))

    assert "link_disabled" == told["reason"]
    assert last.type in {aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED}
    assert "socket_mode_not_enabled" == refused
