"""A private answer is said once, by the first way that Slack takes, to its asker alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.inbound import SHARE_ACTION, Inbound
from bot.slack.refused import SlackRefused
from bot.slack.reply.privately import MOST_PARTS, Privately, tell
from bot.slack.splitting import LIMIT
from bot.slack.web import RESPONSE
from retrieval.values import Answer, Outcome, VerifiedClaim
from tests.fakes.slack import FakeWeb
from tests.fakes.slack_reading import live

URL = "https://hooks.slack.com/commands/T1/1/x"
ASKED = Inbound(
    "question", "k", "m", "T1", "C1", "channel", "UANN", "", text="<!here> How long?",
    source="command", private=True, response_url=URL,
)  # fmt: skip
ANSWER = Answer(Outcome.ANSWERED, (VerifiedClaim("26 weeks.", ()),), (), (), (), "t1", 0.1)
REFUSAL = replace(ANSWER, outcome=Outcome.NOT_IN_CONTEXT, claims=())
WAYS = [RESPONSE, "chat.postEphemeral", "chat.postMessage"]


async def _said(
    web: FakeWeb, answer: Answer = ANSWER, asked: Inbound = ASKED, *, shareable: bool = True
) -> list[str]:
    """Conclude an answer; return the calls that were made, `noted` among them."""

    async def before() -> None:
        web.calls.append(("noted", {}))

    await Privately(web, asked, before, shareable=shareable).conclude(answer)
    return [name for name, _ in web.calls]


def _slack(*refusing: str, error: str = "not_in_channel", unsure: bool = False) -> FakeWeb:
    replies: dict[str, Any] = {way: {"ts": "9.0"} for way in WAYS}
    refused = {name: SlackRefused(name, error, unsure=unsure) for name in refusing}
    return FakeWeb(replies | refused)


def _buttons(said: dict[str, Any]) -> list[str]:
    """Name the actions that a message offers."""
    return [
        e["action_id"] for b in said["blocks"] for e in b.get("elements", ()) if "action_id" in e
    ]


async def test_an_answer_comes_by_the_address_that_came_along() -> None:
    """With the question above it, its opinions and the button that shares it, and nothing live."""
    web = _slack()

    assert ["noted", RESPONSE] == await _said(web)
    (said,) = web.called(RESPONSE)
    assert (URL, "ephemeral") == (said["url"], said["response_type"])
    assert ["footnote_feedback", SHARE_ACTION] == _buttons(said)
    assert "How long?" in str(said["blocks"][0])
    assert [] == live(str(said["text"]))


@pytest.mark.parametrize("error", ["expired_url", "used_url", "http_404"])
async def test_an_address_that_is_over_leaves_the_channel_and_then_a_message(error: str) -> None:
    """Shown to the asker alone in the channel, else told directly, where nothing can be shared."""
    assert ["noted", *WAYS[:2]] == await _said(_slack(RESPONSE, error=error))
    web = _slack(*WAYS[:2], error=error)

    assert ["noted", *WAYS] == await _said(web)
    (said,) = web.called("chat.postMessage")
    assert "UANN" == said["channel"]
    assert ["footnote_feedback"] == _buttons(said)


async def test_what_may_have_been_seen_is_not_said_again() -> None:
    """An address that broke off in the middle may have shown the answer."""
    assert ["noted", RESPONSE] == await _said(_slack(RESPONSE, error="no_answer", unsure=True))


async def test_a_layout_that_slack_does_not_take_is_said_in_plain_words() -> None:
    """By the same way: whoever asked is told in any case."""

    def picky(**said: Any) -> dict[str, Any]:
        if "blocks" in said:
            raise SlackRefused(RESPONSE, "invalid_blocks")
        return {}

    web = _slack()
    web.replies[RESPONSE] = picky

    assert ["noted", RESPONSE, RESPONSE] == await _said(web)
    assert "26 weeks" in web.called(RESPONSE)[1]["text"]


async def test_where_no_way_is_left_it_is_refused() -> None:
    """Whoever asked cannot be told, and the log is."""
    with pytest.raises(SlackRefused):
        await _said(_slack(*WAYS))


async def test_an_answer_about_a_message_stands_in_its_thread() -> None:
    """Where the bot is not in the channel it comes directly."""
    asked = replace(ASKED, source="shortcut", ts="5.0", thread_ts="4.0")
    web = _slack()

    assert ["noted", "chat.postEphemeral"] == await _said(web, asked=asked)
    assert [("C1", "UANN", "4.0")] == [
        (s["channel"], s["user"], s["thread_ts"]) for s in web.called("chat.postEphemeral")
    ]
    assert ["noted", *WAYS[1:]] == await _said(_slack("chat.postEphemeral"), asked=asked)


@pytest.mark.parametrize(
    ("answer", "shareable", "expected"), [(REFUSAL, True, 0), (ANSWER, False, 0), (ANSWER, True, 1)]
)
async def test_only_an_answer_can_be_shared(answer: Answer, shareable: bool, expected: int) -> None:
    """A refusal helps nobody else, and in a direct message there is nobody else."""
    web = _slack()
    await _said(web, answer, shareable=shareable)

    assert expected == _buttons(web.called(RESPONSE)[0]).count(SHARE_ACTION)


async def test_a_long_answer_is_said_in_parts_with_the_buttons_last() -> None:
    """No more of them than the address takes, each within Slack's limits."""
    claims = tuple(VerifiedClaim(f"{n} " + "word " * 400, ()) for n in range(40))
    web = _slack()
    await _said(web, replace(ANSWER, claims=claims))
    said = web.called(RESPONSE)

    assert MOST_PARTS == len(said)
    assert [0] * (MOST_PARTS - 1) + [2] == [len(_buttons(one)) for one in said]
    assert all(len(b.get("text", "")) <= LIMIT for one in said for b in one["blocks"])


async def test_a_sentence_is_told_where_something_was_pressed() -> None:
    """By its address, else in the channel; where neither works it is not told."""
    assert await tell(_slack(), ASKED, "Done.")
    assert await tell(_slack(RESPONSE), ASKED, "Done.")
    assert not await tell(_slack(*WAYS), ASKED, "Done.")
    assert not await tell(_slack(RESPONSE, unsure=True), ASKED, "Done.")
