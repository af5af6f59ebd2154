"""The gate before all methods: tokens, scopes, rates, faults, the log, and whatever is sent."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack, contextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import aiohttp
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground import cast, manifest
from bot.playground.api.gate import METHODS
from bot.playground.values import Message
from tests.playground import GENERAL, ManualClock, playground, refusal


@pytest.mark.parametrize(
    ("token", "error"),
    [
        ("xoxb-wrong", "invalid_auth"),
        ("", "not_authed"),
        ("xapp-playground-1", "not_allowed_token_type"),
    ],
)
async def test_a_wrong_token_is_refused(pg, token, error):
    """Slack tells none, a wrong one and one of another kind apart."""
    web = AsyncWebClient(token=token, base_url=pg.api)

    assert error == await refusal(web.auth_test())


async def test_a_method_that_slack_does_not_have_is_unknown(web):
    """Its name is said back."""
    with pytest.raises(SlackApiError) as caught:
        await web.api_call("chat.shout")

    answer = caught.value.response.data
    assert {"ok": False, "error": "unknown_method", "req_method": "chat.shout"} == answer


@pytest.mark.parametrize("name", sorted(name for name, method in METHODS.items() if method.scopes))
async def test_a_method_asks_for_its_scope(name):
    """Without any, missing_scope names what is needed and what is there."""
    async with playground(app=cast.app(scopes=frozenset({"im:read"}))) as pg:
        web = AsyncWebClient(token=pg.env()["SLACK_BOT_TOKEN"], base_url=pg.api)
        with pytest.raises(SlackApiError) as caught:
            await web.api_call(name)

    answer = caught.value.response
    assert ("missing_scope", METHODS[name].scopes[0]) == (answer["error"], answer["needed"])
    assert "im:read" == answer["provided"]


@pytest.mark.parametrize(
    ("method", "kind", "needed"),
    [
        ("conversations.info", "D0F00TN001", "im:read"),
        ("conversations.info", "G0GR0UP006", "mpim:read"),
        ("conversations.history", "C0LEADS004", "groups:history"),
        ("conversations.history", GENERAL, "channels:history"),
    ],
)
async def test_the_kind_of_a_conversation_decides_its_scope(method, kind, needed):
    """Slack has scopes of their own for channels, private ones, group and direct messages."""
    async with playground(app=cast.app(scopes=frozenset())) as pg:
        web = AsyncWebClient(token=pg.env()["SLACK_BOT_TOKEN"], base_url=pg.api)
        with pytest.raises(SlackApiError) as caught:
            await web.api_call(method, params={"channel": kind})

    assert needed == caught.value.response["needed"]


async def test_too_many_calls_get_429_with_the_seconds_to_wait(pg, web):
    """A tier-3 method takes fifty a minute."""
    for _ in range(50):
        await web.conversations_info(channel=GENERAL)
    pg.advance(20)
    with pytest.raises(SlackApiError) as caught:
        await web.conversations_info(channel=GENERAL)
    response = caught.value.response

    assert (429, "ratelimited") == (response.status_code, response["error"])
    assert "40" == response.headers["Retry-After"]


async def test_a_channel_takes_a_burst_and_then_one_post_a_second(pg, web):
    """Another channel is not held up."""
    for _ in range(4):
        await web.chat_postMessage(channel=GENERAL, text="x")
    fifth = await refusal(web.chat_postMessage(channel=GENERAL, text="x"))
    await web.chat_postMessage(channel="C0HELP0002", text="x")
    pg.advance(1)
    await web.chat_postMessage(channel=GENERAL, text="x")

    assert "ratelimited" == fifth
    assert 5 == len(pg.messages())


async def test_faults_come_as_often_as_was_said(pg, web):
    """Then the method works again."""
    pg.faults.fail("auth.test", "internal_error", times=2)
    errors = [await refusal(web.auth_test()) for _ in range(2)]
    works = await web.auth_test()

    assert (["internal_error"] * 2, True) == (errors, works["ok"])


async def test_a_fault_may_come_after_the_effect(pg, web):
    """The post is there, and its answer is spoilt."""
    pg.faults.fail("chat.postMessage", "internal_error", after=True)
    error = await refusal(web.chat_postMessage(channel=GENERAL, text="x"))

    assert ("internal_error", 1) == (error, len(pg.messages()))


@pytest.mark.parametrize("after", [True, False])
async def test_a_connection_can_be_cut_before_or_after_the_effect(pg, web, after):
    """The client sees no answer at all."""
    pg.faults.drop("chat.postMessage", after=after)
    with pytest.raises(aiohttp.ClientError):
        await web.chat_postMessage(channel=GENERAL, text="x")

    assert int(after) == len(pg.messages())


async def test_a_429_can_be_asked_for(pg, web):
    """With Retry-After, for any method."""
    pg.faults.limit("*", retry_after=7)
    with pytest.raises(SlackApiError) as caught:
        await web.auth_test()

    assert "7" == caught.value.response.headers["Retry-After"]


async def test_a_delay_holds_one_call_up_and_no_other(pg, web):
    """The others are answered meanwhile."""
    pg.faults.delay("auth.test", 30)
    slow = asyncio.create_task(web.auth_test())
    await pg.wait_for(lambda: not pg.faults.waiting("auth.test"))
    other = await web.auth_test()
    slow.cancel()

    assert other["ok"]


@pytest.mark.parametrize("after", [False, True])
async def test_a_delay_is_of_the_playgrounds_time_before_or_after_the_effect(pg, web, after):
    """A time-out after success: what was posted is there before the answer is."""
    pg.faults.delay("chat.postMessage", 30, after=after)
    slow = asyncio.create_task(web.chat_postMessage(channel=GENERAL, text="x"))
    await pg.wait_for(lambda: pg.playground.gate.waits.count)
    there = len(pg.messages())
    pg.advance(30)

    assert (int(after), True) == (there, (await slow)["ok"])


async def test_a_wrong_clock_dates_the_answers(pg, web):
    """By so many seconds."""
    pg.faults.skew = 3_600
    answer = await web.auth_test()
    told = parsedate_to_datetime(answer.headers["Date"])

    assert 3_500 < (told - datetime.now(tz=UTC)).total_seconds() < 3_700


async def test_every_call_is_in_the_log_with_its_answer(pg, web):
    """Refused ones too, and the token of nobody."""
    await web.chat_postMessage(channel=GENERAL, text="x")
    await refusal(web.chat_postMessage(channel="C404", text="x"))

    calls = pg.called("chat.postMessage")
    assert [True, False] == [call.answer["ok"] for call in calls]
    assert {"channel": GENERAL, "text": "x"}.items() <= dict(calls[0].arguments).items()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)
known = st.sampled_from(
    [
        GENERAL,
        "C0RANDOM03",
        "D0F00TN001",
        "U0ADA00001",
        "1796040000.000001",
        "divider",
        [{"type": "section", "text": {"type": "mrkdwn", "text": "x"}}],
        [{"type": "task_update", "id": "1", "title": "t", "status": "complete"}],
        {"type": "modal", "title": {"type": "plain_text", "text": "x"}, "blocks": []},
    ]
)
names = st.sampled_from(
    (
        *("channel", "ts", "thread_ts", "text", "blocks", "markdown_text", "chunks", "metadata"),
        *("user", "users", "name", "timestamp", "message_ts", "limit", "cursor", "oldest"),
        *("latest", "types", "channel_id", "status", "loading_messages", "title", "prompts"),
        *("view", "trigger_id", "view_id", "user_id", "hash", "external_id", "bot", "message"),
        *("recipient_team_id", "recipient_user_id", "session_status", "inclusive"),
    )
)
calls = st.lists(
    st.tuples(
        st.sampled_from(sorted(METHODS)), st.dictionaries(names, known | json_values, max_size=7)
    ),
    max_size=4,
)
ANY = cast.app(scopes=manifest.SCOPES | {"mpim:write"}, events=manifest.EVENTS)


@contextmanager
def _served():
    """Serve one workspace for all examples; yields it and a way to await with it."""
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        pg, http = runner.run(_entered(stack))
        try:
            yield pg, http, runner.run
        finally:
            runner.run(stack.aclose())


async def _entered(stack):
    pg = await stack.enter_async_context(playground(clock=ManualClock(), app=ANY))
    return pg, await stack.enter_async_context(aiohttp.ClientSession())


def test_no_arguments_make_the_server_fail():
    """Every answer is JSON with `ok`, and never a 500, in whatever order calls come."""
    with _served() as (pg, http, run):
        ours = Message(GENERAL, "1796040000.000001", cast.BOT, "ours", by_app=True)
        pg.workspace.archive.add(ours)
        headers = {"Authorization": f"Bearer {pg.env()['SLACK_BOT_TOKEN']}"}

        @settings(max_examples=120, deadline=None)
        @given(calls=calls)
        def check(calls):
            pg.advance(60)
            for method, arguments in calls:
                status, body = run(_post(http, pg.api + method, json=arguments, headers=headers))
                assert (200, bool) == (status, type(json.loads(body)["ok"])), body

        check()


def test_no_body_makes_the_server_fail():
    """Broken JSON, forms and encodings are refused by name."""
    kinds = [
        "application/json",
        "application/x-www-form-urlencoded",
        "application/x-www-form-urlencoded; charset=nonsense",
        "multipart/form-data; boundary=x",
        "multipart/form-data",
        "text/plain",
    ]
    with _served() as (pg, http, run):

        @settings(max_examples=100, deadline=None)
        @given(body=st.binary(max_size=60), kind=st.sampled_from(kinds))
        def check(body, kind):
            pg.advance(60)
            headers = {"Content-Type": kind}
            status, text = run(_post(http, pg.api + "api.test", data=body, headers=headers))
            assert (200, bool) == (status, type(json.loads(text)["ok"])), text

        check()


async def _post(http, url, **options):
    async with http.post(url, **options) as answer:
        return answer.status, await answer.text()
