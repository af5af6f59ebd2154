"""A channel is answered unasked until its people dislike it, and again by a maintainer's word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.switching import COMMAND, Switching, disliked
from bot.slack.web import RESPONSE
from bot.slack.work import Work
from retrieval.ledger.ledger import Ledger
from retrieval.policy import ChannelPolicy, Policy
from retrieval.ports import Liking, Opinion, Posting
from tests.fakes.clock import FakeClock
from tests.fakes.reception import ANN, MAIN, PRESSED, row, said, slack

RULES = Policy({}, maintainers=(MAIN, ANN), channels={"C1": ChannelPolicy(auto=True)})
TYPED = replace(PRESSED, kind="switch", source="command", ts="")


@pytest.mark.parametrize(
    ("answers", "bad", "expected"),
    [(0, 0, False), (9, 9, False), (10, 1, False), (10, 2, True), (40, 6, False), (40, 7, True)],
)
def test_more_than_fifteen_in_a_hundred_are_too_many(
    answers: int, bad: int, expected: bool
) -> None:
    """From ten answers on."""
    assert expected == disliked(Liking(answers, bad))


async def _typed(ledger: Ledger, subject: str, channel: str = "C1") -> tuple[str, str]:
    """Type the word; return the result and what is told."""
    web = slack()
    name = f"{subject}{channel}"
    found = replace(TYPED, subject=subject, channel=channel, key=name, ts=name)
    switching = Switching(web, ledger.places, ledger.outbox, RULES)
    return await switching(await row(ledger, found)), said(web, RESPONSE)


async def test_a_word_switches_it_off_and_on(ledger: Ledger) -> None:
    """What is said is how things stand then; where the policy does not allow it, that."""
    assert phrases.auto_is_on(0, 0) in (await _typed(ledger, ""))[1]
    assert "0" not in phrases.auto_is_on(0, 0)
    off, told = await _typed(ledger, "off")
    assert "auto off" == off
    assert phrases.auto_is_off(phrases.auto_off_by(ANN), COMMAND) in told
    assert (await ledger.places.find("T1", "C1")).auto_off_reason
    assert phrases.auto_is_on(0, 0) in (await _typed(ledger, "on"))[1]
    assert phrases.auto_not_in_policy() in (await _typed(ledger, "", "C2"))[1]


async def _opinion(ledger: Ledger, result: str, channel: str = "C1") -> None:
    async def opinions(_: Work) -> str:
        return result

    switching = Switching(slack(), ledger.places, ledger.outbox, RULES)
    name = f"{result}{channel}"
    given = Inbound("feedback", name, "m", "T1", channel, "channel", ANN, "6.0", answer_ts=name)
    assert result == await switching.after(opinions)(await row(ledger, given))


async def test_too_many_bad_answers_switch_it_off_and_are_told_once(ledger: Ledger) -> None:
    """A good opinion changes nothing, nor does a bad one where nobody switched it on."""
    for number in range(10):
        at = f"{number}.0"
        posting = Posting(f"t{number}", "T1", "C1", at, (at,), ANN, at, source="auto")
        await ledger.postings.keep(posting)
        if number < 2:
            bad = Opinion(posting.trace_id, ANN, -1, "button", "C1", FakeClock().now())
            await ledger.feedback.give(bad)
    for result, channel in (("good", "C1"), ("bad", "C2")):
        await _opinion(ledger, result, channel)
    before = (await ledger.places.find("T1", "C1")).auto_off_reason
    await _opinion(ledger, "bad")
    after = (await ledger.places.find("T1", "C1")).auto_off_reason
    notices = await ledger.outbox.due(seconds=60)
    told = (await _typed(ledger, ""))[1]

    assert "" == before
    assert "disliked 2 10" == after
    assert {MAIN, ANN} == {str(one.payload["to"]) for one in notices}
    assert len(notices) == 2
    assert phrases.auto_disliked(2, 10) in told
