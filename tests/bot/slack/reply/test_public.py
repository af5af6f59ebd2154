"""What is posted to a whole channel: a greeting and a shared answer, each found again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.slack.refused import SlackRefused
from bot.slack.reply import Target
from bot.slack.reply.public import greet, may_not_write, share
from retrieval.values import Trace, VerifiedClaim
from tests.fakes.reception import slack
from tests.test_tracing import TRACE

TARGET = Target("T1", "C1", "", "UANN", question="share:t1")


def _trace(claims: int) -> Trace:
    said = tuple(VerifiedClaim(f"{n} " + "word " * 400, ()) for n in range(claims))
    assert TRACE.answer
    return replace(TRACE, answer=replace(TRACE.answer, claims=said))


async def test_a_long_answer_goes_on_in_the_thread_of_its_beginning() -> None:
    """The buttons stand under the last part, who shared it above the first."""
    web = slack()
    posted = await share(web, TARGET, _trace(12), again=False)
    first, *rest = web.called("chat.postMessage")

    assert len(rest) >= 1
    assert posted == tuple(f"{n}.0" for n in range(6, 6 + len(posted)))
    assert "thread_ts" not in first
    assert {posted[0]} == {one["thread_ts"] for one in rest}
    assert ["UANN" in str(one["blocks"]) for one in (first, *rest)] == [True] + [False] * len(rest)
    assert "feedback_buttons" in str(rest[-1]["blocks"])
    assert "feedback_buttons" not in str(first["blocks"])


async def test_without_an_answer_nothing_is_posted() -> None:
    """A trace may have ended before there was one."""
    web = slack()

    assert () == await share(web, TARGET, replace(TRACE, answer=None), again=False)
    assert [] == web.called("chat.postMessage")


async def test_only_a_second_attempt_looks_for_the_first() -> None:
    """In the thread where it belongs to one, else in the channel."""
    once, again = slack(), slack()
    await share(once, TARGET, _trace(1), again=False)
    await share(again, replace(TARGET, thread_ts="4.0"), _trace(1), again=True)
    greeted = await greet(again, "C1", "Hello", key="k", again=True)

    assert [] == once.called("conversations.history")
    assert ["4.0"] == [one["ts"] for one in again.called("conversations.replies")]
    assert 1 == len(again.called("conversations.history"))
    assert greeted


@pytest.mark.parametrize(("error", "expected"), [("not_in_channel", True), ("fatal_error", False)])
def test_it_is_known_where_the_bot_may_not_write(error: str, expected: bool) -> None:
    """Trying again would not help there."""
    assert expected == may_not_write(SlackRefused("chat.postMessage", error))
