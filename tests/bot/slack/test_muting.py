"""Muted in a channel, the bot answers nobody in public until it is unmuted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.muting import Muting
from bot.slack.refused import SlackRefused
from bot.slack.web import RESPONSE
from bot.slack.work import ATTEMPTS, Work
from retrieval.ledger.ledger import Ledger
from tests.fakes.reception import ANN, PRESSED, a_reception, row, said, slack

MUTE = replace(PRESSED, kind="mute", subject="mute")
ASKED = Inbound(
    "question", "q", "T1:C1:5.0", "T1", "C1", "channel", ANN, "5.0", text="How?", source="mention"
)
STRANGER = {"user": {"team_id": "T2"}}
GUEST = {"user": {"team_id": "T1", "is_restricted": True}}


async def _mute(ledger: Ledger, found: Inbound = MUTE, **replies: Any) -> tuple[str, str]:
    web = slack(**replies)
    result = await Muting(a_reception(ledger, web))(await row(ledger, found))
    return result, said(web, RESPONSE)


async def _muted_by(ledger: Ledger) -> str:
    return (await ledger.places.find("T1", "C1")).muted_by


async def test_a_member_mutes_and_unmutes(ledger: Ledger) -> None:
    """Told where they pressed or typed; doing it again says that it was so."""
    unmute = replace(MUTE, subject="unmute")
    muted = await _mute(ledger)
    by = await _muted_by(ledger)
    again = await _mute(ledger, replace(MUTE, key="k2", ts="7.0"))
    unmuted = await _mute(ledger, replace(unmute, key="k3", ts="8.0"))

    assert ANN == by
    assert ["muted", "muted", "unmuted"] == [muted[0], again[0], unmuted[0]]
    assert phrases.muted_before() in again[1]
    assert "" == await _muted_by(ledger)


@pytest.mark.parametrize("user", [STRANGER, GUEST])
async def test_nobody_else_can(ledger: Ledger, user: dict[str, Any]) -> None:
    """A guest, or somebody of another organisation, changes nothing."""
    result, told = await _mute(ledger, users__info=user)

    assert "not_allowed" == result
    assert phrases.may_not_mute() in told
    assert "" == await _muted_by(ledger)


async def test_a_direct_message_is_not_muted(ledger: Ledger) -> None:
    """There is nobody whom it could be in the way of."""
    result, _ = await _mute(ledger, replace(MUTE, channel="D1", channel_kind="direct"))

    assert "nothing_to_mute" == result


async def test_where_slack_does_not_say_who_presses_it_is_tried_again(ledger: Ledger) -> None:
    """And given up in the end, with a word."""
    unknown = SlackRefused("users.info", "fatal_error")
    muting = Muting(a_reception(ledger, slack(users__info=unknown)))
    work = await row(ledger, MUTE)
    with pytest.raises(SlackRefused):
        await muting(work)

    assert "not_allowed" == await muting(Work(replace(work.job, attempts=ATTEMPTS), ledger.inbox))
    assert "" == await _muted_by(ledger)


async def _asked(ledger: Ledger, asked: Inbound, **progress: Any) -> tuple[str, str]:
    """Ask; return how it ended, and what was whispered."""
    web = slack()

    async def answer(_: Work) -> str:
        return "answered"

    handle = Muting(a_reception(ledger, web)).before(answer)
    result = await handle(await row(ledger, asked, **progress))
    return result, said(web, "chat.postEphemeral")


@pytest.mark.parametrize(
    ("asked", "result"),
    [
        (ASKED, "muted"),
        (replace(ASKED, source="again"), "muted"),
        (replace(ASKED, source="thread", thread_ts="1.0"), "quiet: muted"),
        (replace(ASKED, source="auto"), "quiet: muted"),
        (replace(ASKED, source="channel"), "quiet: muted"),
        (replace(ASKED, source="command", private=True), "answered"),
        (replace(ASKED, channel="D1", channel_kind="direct", source="direct"), "answered"),
        (replace(ASKED, channel="C2"), "answered"),
    ],
)
async def test_only_who_named_the_bot_is_told(ledger: Ledger, asked: Inbound, result: str) -> None:
    """In private; what is asked in private or elsewhere is answered."""
    await ledger.places.mute("T1", "C1", ANN)
    ended, told = await _asked(ledger, asked)

    assert result == ended
    assert (result == "muted") == (phrases.silent_here("/footnote")[:20] in told)


async def test_a_word_is_said_once(ledger: Ledger) -> None:
    """Also where a process that had said it was killed."""
    await ledger.places.mute("T1", "C1", ANN)

    assert ("muted", "[]") == await _asked(ledger, ASKED, told=True)


async def test_in_other_channels_nothing_changes(ledger: Ledger) -> None:
    """Where nobody muted it, a question is answered."""
    assert "answered" == (await _asked(ledger, ASKED))[0]
